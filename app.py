"""The Constrained Decoding Playground: `python app.py --help` lists its settings."""

from __future__ import annotations

from playground.models import ModelError, load_model
from playground.page.build import build, launch
from playground.settings import check_address, read_settings


def main() -> None:
    settings = read_settings()
    refusal = check_address(settings.host, settings.port)
    if refusal:
        raise SystemExit(refusal)
    try:
        model = load_model(settings.model)
    except ModelError as error:
        raise SystemExit(f"{error}") from None
    launch(build(model, settings.limits), settings.host, settings.port)


if __name__ == "__main__":
    main()
