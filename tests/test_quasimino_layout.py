"""The text form of a layout: what is read, and what is refused with one clear message."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from quasiprint.games.quasimino.rules import score
from quasiprint.model.errors import InputError

RECORD = Path(__file__).parent / "data" / "quasimino-75.json"


GOOD = '{"tile": "thin-0121", "corner": [0, 0, 0, 0], "turn": 0}'
WHOLE = {
    "empty": ("", "found nothing"),
    "blank": (" \n", "found nothing"),
    "cut off": ('{"tiles": [' + GOOD, "no JSON"),
    "not JSON": ("tiles: none", r"line 1, .*found no JSON"),
    "a list": ("[]", "found a list of 0"),
    "no tiles": ("{}", "no such key"),
    "empty list": ('{"tiles": []}', "found no tile"),
    "unknown key": ('{"tiles": [], "seed": 1}', "key: found 'seed'"),
    "key twice": ('{"tiles": [], "tiles": []}', "twice in one object"),
}
VALUES = [  # a key, another value, and what is said
    ("tile", "7", "'tile': found 7"),
    ("tile", "1.5", "'tile': found 1.5"),
    ("corner", "[0,0,0]", "found a list of 3"),
    ("corner", "[0,0,0,0.5]", "found 0.5 in it, allowed are"),
    ("corner", "[0,0,0,true]", "found true in it"),
    ("corner", "[0,0,0,NaN]", "found NaN"),
    ("corner", "[0,0,0,999999]", "found 999999 in it"),
]
BAD = WHOLE | {
    f"{key} {value[:20]}": (re.sub(rf'("{key}": )(".*?"|\[.*?\]|0)', rf"\g<1>{value}", f'{{"tiles": [{GOOD}]}}'), said)
    for key, value, said in VALUES
}


@pytest.mark.parametrize("case", BAD)
def test_bad_layouts_get_one_clear_message(case: str) -> None:
    text, message = BAD[case]
    with pytest.raises(InputError, match=message) as refusal:
        score(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_bytes_that_are_no_text_are_refused_and_a_byte_order_mark_is_welcome() -> None:
    with pytest.raises(InputError, match="no UTF-8"):
        score(b"\xff\xfe{}")
    for text in (b"\xef\xbb\xbf" + RECORD.read_bytes(), "\ufeff" + RECORD.read_text(encoding="utf-8")):
        assert score(text).covered == 75


@pytest.mark.parametrize("name", ["\ud800", "\x1b[31mred", "thin-0000\n", "", "y" * 50_000])
def test_a_strange_name_is_quoted_fit_to_print(name: str) -> None:
    result = score(json.dumps({"tiles": [{"tile": name, "corner": [0, 0, 0, 0], "turn": 0}]}))
    (finding,) = result.findings
    assert finding.code == "tile-foreign"
    assert finding.subject.endswith("(entry 1)")
    assert len(finding.subject) < 100
    assert finding.subject.isascii()
    assert finding.subject.isprintable()
