#!/bin/sh
# Installs what is missing and runs every check: ruff, mypy and pytest, the browser tests included.
# Works from any folder and in a fresh clone; needs Python 3.11 or newer. Ends non-zero when anything fails.
set -eu
cd "$(dirname "$0")/.."

python="${PYTHON:-python3}"
venv="${PLAYGROUND_VENV:-.venv}"

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "tests/run.sh needs Python 3.11 or newer; set PYTHON to one." >&2
    exit 1
}
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
PATH="$PWD/$venv/bin:$PATH"
case "$venv" in /*) PATH="$venv/bin:$PATH" ;; esac
export PATH

# A Chromium that is there, else Debian's, else Playwright's own. The tests read PLAYGROUND_CHROMIUM.
find_chromium() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return 0
    done
    return 1
}
has_apt() { command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; }

# Debian's packages come while pip works.
debian=
if [ -z "${PLAYGROUND_CHROMIUM:-}" ] && ! find_chromium >/dev/null && has_apt; then
    (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy chromium) &
    debian=$!
fi
python -m pip install --quiet --no-compile -r requirements.txt -r tests/requirements.txt
python -m pip check
[ -z "$debian" ] || wait "$debian" || echo "apt-get could not install chromium." >&2

if [ -z "${PLAYGROUND_CHROMIUM:-}" ] && ! PLAYGROUND_CHROMIUM="$(find_chromium)"; then
    python -m playwright install chromium
    PLAYGROUND_CHROMIUM="$(python -c 'from playwright.sync_api import sync_playwright as start
with start() as playwright: print(playwright.chromium.executable_path)')"
fi
export PLAYGROUND_CHROMIUM
echo "Browser: $PLAYGROUND_CHROMIUM"

# The bundled model is fetched and converted meanwhile.
python -c 'from playground.models.bundled import bundled_model; bundled_model()' &
model=$!
status=0
ruff check . || status=1
ruff format --check . || status=1
mypy || status=1
wait "$model" || status=1
# Two workers: each that needs the bundled model holds its weights.
python -m pytest -n 2 --dist loadfile || status=1
exit "$status"
