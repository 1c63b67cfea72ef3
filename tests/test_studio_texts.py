"""The words of the page: every language says all, with the same things filled in."""

from __future__ import annotations

import json
import re

import pytest

from quasiprint.studio.static import page_files
from quasiprint.studio.texts import FILE, catalogues

FIELD = re.compile(r"\{([a-z-]+)\}")


def test_the_page_gets_english_first_and_german() -> None:
    media, content = page_files()[FILE]
    assert media == "application/json"
    assert list(json.loads(content)) == ["en", "de"]


@pytest.mark.parametrize("language", [name for name in catalogues() if name != "en"])
def test_a_language_fills_in_what_english_fills_in(language: str) -> None:
    english, own = catalogues()["en"], catalogues()[language]
    for key, text in own.items():
        assert text.strip(), key
        if key in english:
            assert set(FIELD.findall(text)) == set(FIELD.findall(english[key])), key
