"""The words of the page, in each language that there is a catalogue of: ``templates/studio/LANGUAGE.toml``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from quasiprint import resources
from quasiprint.model.texts import toml_of

FILE = "texts.json"  # as the page fetches it


@cache
def catalogues() -> dict[str, dict[str, str]]:
    """Return the texts of each language, by names such as "option.edge.label". English comes first."""
    paths = sorted(resources.template_folder().glob("studio/*.toml"), key=lambda path: (path.stem != "en", path.stem))
    return {path.stem: dict(_texts(toml_of(path.read_bytes(), path.name))) for path in paths}


def _texts(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _texts(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", str(value)


def content() -> bytes:
    """Return all catalogues as the page reads them."""
    return json.dumps(catalogues(), ensure_ascii=False, separators=(",", ":")).encode()
