"""The words of the page, in each language: ``templates/languages/LANGUAGE/studio.toml``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from quasiprint.model.resources import LANGUAGES, languages, template_folder
from quasiprint.model.texts import no_break, toml_of

FILE = "texts.json"  # as the page fetches it


@cache
def catalogues() -> dict[str, dict[str, str]]:
    """Return the texts of each language, by names such as "option.edge.label". English comes first."""
    paths = {one: template_folder() / LANGUAGES / one / "studio.toml" for one in languages()}
    return {one: dict(_texts(toml_of(path.read_bytes(), path.name))) for one, path in paths.items() if path.is_file()}


def _texts(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _texts(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", no_break(str(value))


def content() -> bytes:
    """Return all catalogues as the page reads them."""
    return json.dumps(catalogues(), ensure_ascii=False, separators=(",", ":")).encode()
