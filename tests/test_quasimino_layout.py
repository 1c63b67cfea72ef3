"""The text form of a layout: what is read, and what is refused with one clear message."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.errors import InputError
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.rules import MAX_COORDINATE, read, score
from quasiprint.model.layout_text import MAX_TILES

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
    "entry no object": ('{"tiles": [1]}', "entry 1: found 1"),
    "entry unknown key": ('{"tiles": [{"tile": "a", "x": 1}]}', "entry 1: key: found 'x'"),
    "entry lacks a key": ('{"tiles": [{"tile": "thin-0121", "turn": 1}]}', "found no key 'corner'"),
    "second entry": (f'{{"tiles": [{GOOD}, {{}}]}}', "entry 2: found no key 'tile'"),
    "names of keys": ('{"\\ud800\\n": 1}', r"key: found '\\ud800\\n'"),
    "deep": ("[" * 100_000, "nested too deep"),
    "too many": ('{"tiles": [' + ",".join(["1"] * (MAX_TILES + 1)) + "]}", f"allowed are up to {MAX_TILES}"),
    "too long": ("x" * 4_000_001, "allowed are up to"),
}
VALUES = [  # a key, another value, and what is said
    ("tile", "7", "'tile': found 7"),
    ("tile", "1.5", "'tile': found 1.5"),
    ("corner", "[0,0,0]", "found a list of 3"),
    ("corner", "[0,0,0,0.5]", "found 0.5 in it, allowed are"),
    ("corner", "[0,0,0,true]", "found true in it"),
    ("corner", "[0,0,0,NaN]", "found NaN"),
    ("corner", "[0,0,0,999999]", "found 999999 in it"),
    ("corner", "[0,0,0,1" + "0" * 9000 + "]", "9001 digits"),
    ("turn", "10", "found 10, .* 0 to 9"),
    ("turn", "true", "found true"),
    ("turn", "null", "found null"),
    ("turn", "1.0", "found 1.0, allowed"),
    ("turn", "-" + "1" * 30, "of 30 digits"),
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


def test_tiles_are_read_as_they_stand() -> None:
    text = '{"tiles": [{"turn": 9, "corner": [-1, 2, -0, 10000], "tile": "thick-2010"}]}'
    (tile,), findings = read(text)
    assert (tile.entry, tile.shape, tile.colours, tile.turn) == (1, "thick", (2, 0, 1, 0), 9)
    assert (tile.corner, tile.id) == (Zeta(-1, 2, 0, MAX_COORDINATE), "thick-1020")
    assert findings == []


@pytest.mark.parametrize("name", ["\ud800", "\x1b[31mred", "thin-0000\n", "", "y" * 50_000])
def test_a_strange_name_is_quoted_fit_to_print(name: str) -> None:
    result = score(json.dumps({"tiles": [{"tile": name, "corner": [0, 0, 0, 0], "turn": 0}]}))
    (finding,) = result.findings
    assert finding.code == "tile-foreign"
    assert finding.subject.endswith("(entry 1)")
    assert len(finding.subject) < 100
    assert finding.subject.isascii()
    assert finding.subject.isprintable()


def test_the_entry_is_named_by_its_place_in_the_file() -> None:
    entries = json.loads(RECORD.read_text(encoding="utf-8"))["tiles"]
    entries[41]["tile"] = "banana"
    entries[60]["tile"] = "thin-0300"
    subjects = [f.subject for f in score(json.dumps({"tiles": entries})).findings if f.code == "tile-foreign"]
    assert sorted(subjects) == ["'banana' (entry 42)", "thin-0003 (entry 61)"]


@given(st.integers(0, 5000))
def test_a_file_cut_off_anywhere_is_refused(length: int) -> None:
    whole = RECORD.read_bytes().rstrip()
    with pytest.raises(InputError, match=r"^layout: "):
        score(whole[: min(length, len(whole) - 1)])
