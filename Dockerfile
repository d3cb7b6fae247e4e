FROM python:3.11-slim

# An index with a CPU build of torch, handed over at build time, makes the image gigabytes smaller.
ARG PIP_EXTRA_INDEX_URL

RUN useradd --create-home --uid 1000 playground
WORKDIR /app

COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt

# The model goes into the image before the rest of the code, which changes more often.
ENV PLAYGROUND_CACHE=/opt/playground
COPY playground playground
RUN mkdir "$PLAYGROUND_CACHE" && chown playground "$PLAYGROUND_CACHE"
USER playground
RUN python -B -c "from playground.models.bundled import bundled_model; bundled_model()"

COPY app.py ./
COPY grammars grammars
COPY static static

# Nothing is written outside /tmp, so the container can run read-only; no hub is asked while it runs.
ENV PLAYGROUND_HOST=0.0.0.0 \
    PLAYGROUND_PORT=7860 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HF_HUB_OFFLINE=1 \
    HF_HOME=/tmp/huggingface \
    GRADIO_TEMP_DIR=/tmp/gradio \
    GRADIO_ANALYTICS_ENABLED=False

EXPOSE 7860
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ['PLAYGROUND_PORT'] + '/healthz', timeout=4)"]
CMD ["python", "app.py"]
