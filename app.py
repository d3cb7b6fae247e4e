"""The Constrained Decoding Playground: `python app.py --help` lists its settings."""

from __future__ import annotations

from playground.models import ModelError, load_model
from playground.page.build import build
from playground.page.serve import serve
from playground.self_test import self_test
from playground.settings import check_address, read_settings


def main() -> None:
    settings = read_settings()
    refusal = "" if settings.self_test else check_address(settings.host, settings.port)
    if refusal:
        raise SystemExit(refusal)
    try:
        model = load_model(settings.model)
    except ModelError as error:
        raise SystemExit(f"{error}") from None
    if settings.self_test:
        raise SystemExit(0 if self_test(model, settings.limits) else 1)
    page = build(model, settings.limits, settings.page, settings.log_prompts)
    serve(page, settings.host, settings.port)


if __name__ == "__main__":
    main()
