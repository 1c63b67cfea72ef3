"""Pictures for numbers: what is refused, by which words, and that nothing else ever happens."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pictures import folder_of_pictures, svg, well_formed

from quasiprint.drawing.symbols import read_symbols
from quasiprint.model.errors import InputError


def test_folders_that_hold_no_symbols_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"--symbols: 'nowhere' is not there, allowed is a folder with files \*\.svg"):
        read_symbols(folder_of_pictures(tmp_path / "nowhere"))
    with pytest.raises(InputError, match=r"found no files \*\.svg in .*, allowed are 1 to 100"):
        read_symbols(folder_of_pictures(tmp_path))
    (tmp_path / "0.svg").write_text("x")
    with pytest.raises(InputError, match=r"--symbols: '0\.svg' is a file, allowed is a folder"):
        read_symbols(folder_of_pictures(tmp_path / "0.svg"))
    (tmp_path / "0.svg").unlink()
    (tmp_path / "0.svg").mkdir()
    with pytest.raises(InputError, match=r"0\.svg': this is not a file"):
        read_symbols(folder_of_pictures(tmp_path))
    (tmp_path / "0.svg").rmdir()
    os.mkfifo(tmp_path / "0.svg")
    with pytest.raises(InputError, match=r"0\.svg': this is not a file"):
        read_symbols(folder_of_pictures(tmp_path))


PYTHON = re.compile(r"[a-z]Error\b|NoneType|Traceback")  # words that no user's file is answered with


DOCTYPE = '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><title>&a;</title></svg>'
SQUARE = '<rect width="9" height="9"/>'
REFUSED = {
    "not XML": (b"hello", "0.svg: the file is not XML"),
    "empty": (b"", "0.svg: the file is not XML"),
    "bytes": (b"\xff\xfe\x00\x01", "0.svg: the file is not XML"),
    "encoding": (b'<?xml version="1.0" encoding="nonsense"?><svg/>', "0.svg: the file"),
    "other root": ("<html/>", "0.svg, line 1: the root element is <html>, but a drawing starts with <svg>"),
    "other namespace": ('<svg xmlns="http://example.org"/>', "the root element is <svg>"),
    "large": (svg(SQUARE + " " * (1 << 20)), "found more than 1 MiB, allowed are up to 1 MiB"),
    "doctype": (DOCTYPE, "line 1: a <!DOCTYPE> or <!ENTITY> declaration is not read"),
    "wide doctype": (DOCTYPE.encode("utf-16"), "a <!DOCTYPE> or <!ENTITY>"),
    "text": (svg("\n<text>4</text>"), "line 2: <text> is not allowed in a symbol; turn text into paths"),
    "image": (svg('<image href="http://example.org/a.png"/>'), "<image> is not allowed"),
    "foreign": (svg("<foreignObject/>"), "<foreignObject> is not allowed"),
    "script": (svg("<script>1</script>"), "<script> is not allowed"),
    "inner svg": (svg("<svg/>"), "<svg> inside the drawing is not allowed"),
    "switch": (svg(f"<switch>{SQUARE}</switch>"), "<switch> is not allowed"),
    "unknown": (svg("<star/>"), "<star> is not allowed in a symbol; draw with paths and shapes"),
    "animation": (svg('<rect width="9" height="9"><animate/></rect>'), "<animate> is not allowed inside <rect>"),
    "gradient": (svg('<rect width="9" height="9" fill="url(#a)"/>'), "fill is a gradient or a pattern"),
    "stroke pattern": (svg('<g style="stroke: URL(#a) black"/>'), "stroke is a gradient or a pattern"),
    "clip": (svg('<g clip-path="url(#a)"/>'), "clip-path (url(…)) is not allowed in a symbol; cut the shapes"),
    "mask": (svg('<g style="mask:url(#a)"/>'), "mask (url(…)) is not allowed"),
    "filter": (svg("<style>g{filter:blur(5px)}</style><g/>"), "filter ('blur(5px)') is not allowed"),
    "marker": (svg('<path marker-end="url(#a)"/>'), "marker-end (url(…)) is not allowed"),
    "dashes": (svg('<path stroke-dasharray="2 1"/>'), "stroke-dasharray ('2 1') is not allowed"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_a_symbol_may_not_have_is_refused_by_name(tmp_path: Path, case: str) -> None:
    content, message = REFUSED[case]
    (tmp_path / "0.svg").write_bytes(content if isinstance(content, bytes) else content.encode())
    started = time.monotonic()
    with pytest.raises(InputError) as fault:
        read_symbols(folder_of_pictures(tmp_path))
    assert message in str(fault.value) and f"{tmp_path.name}/0.svg" in str(fault.value)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 400
    assert not PYTHON.search(str(fault.value))
    assert time.monotonic() - started < 30


def read_or_refused(folder: Path, content: bytes) -> None:
    (folder / "0.svg").write_bytes(content)
    try:
        symbols = read_symbols(folder_of_pictures(folder))
    except InputError as fault:
        message = str(fault)
    else:
        message = ""
        well_formed(symbols[0])
    assert not PYTHON.search(message)


FUZZ = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(st.binary(max_size=200))
def test_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    read_or_refused(tmp_path, content)


RICH = svg(
    '<style>.a{fill:none;stroke:#000;stroke-width:2px}</style><defs><path id="p" d="M5 5h9v9q-3 4-9 0z"/></defs>'
    '<g transform="translate(9 8) rotate(20)" opacity=".9"><use href="#p" x="3"/>'
    '<circle class="a" cx="50%" cy="30" r="9"/>'
    '<path d="M10 80a9 7 20 1 0 30-9s5 9 20 0z" fill-rule="evenodd" stroke="red" stroke-linejoin="round"/></g>'
    '<rect x="1mm" y="60" width="20" height="10" rx="3" fill="white" stroke="black" stroke-linecap="square"/>'
)
SCRAPS = [
    "0", "-1", "1e9", "1e-9", "1e999", "nan", "%", "none", "#", "url(#p)", "<g>", "</g>", "/>", "z", "a1 1 0 0 1 5 5",
    "\0", "scale(0)", "matrix(1 2 2 4 0 0)", "skewX(90)", "&a;", "transform=", "M", "<use href='#p'/>",
    "stroke-width='50'", "hsl(1,2%,3%)",
]  # fmt: skip


@FUZZ
@given(st.lists(st.tuples(st.integers(0, len(RICH)), st.integers(0, 12), st.sampled_from(SCRAPS)), max_size=4))
def test_spoilt_drawings_are_read_or_refused(tmp_path: Path, changes: list[tuple[int, int, str]]) -> None:
    text = RICH
    for place, length, scrap in changes:
        text = text[:place] + scrap + text[place + length :]
    read_or_refused(tmp_path, text.encode())
