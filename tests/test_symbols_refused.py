"""Pictures for numbers: what is refused, by which words, and that nothing else ever happens."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pictures import STROKE, folder_of_pictures, svg, well_formed

from quasiprint.drawing.symbols import read_symbols
from quasiprint.errors import InputError


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


def laughs(inner: str) -> str:
    """A drawing of ten to the thirtieth."""
    steps = "".join(f'<g id="a{k}">' + f'<use href="#a{k - 1}"/>' * 10 + "</g>" for k in range(1, 31))
    return f'<g id="a0">{inner}</g>{steps}'


DOCTYPE = '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg"><title>&a;</title></svg>'
SQUARE = '<rect width="9" height="9"/>'
ROUGH = " ".join(f"{k * 37 % 1000},{k * k * 91 % 1009}" for k in range(2000))
HIDDEN = "found only what is empty, hidden, transparent, light or off the page; fill the picture with black"
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
    "far use": (svg('<use href="http://example.org/a.svg#a"/>'), "it may only refer to a part of the same file"),
    "lost use": (svg('<use href="#a"/>'), "refers to '#a', which is not there"),
    "twice": (svg('<g id="a"/><g id="a"/><use href="#a"/>'), "refers to '#a', which is there twice"),
    "loop": (svg('<g id="a"><use href="#a"/></g>'), "<use> refers to something that it stands in itself"),
    "symbol": (svg(f'<symbol id="a">{SQUARE}</symbol><use href="#a"/>'), "nothing that is drawn by itself"),
    "laughs": (svg(laughs(SQUARE)), "billions of shapes, allowed are 2000"),
    "empty laughs": (svg(laughs("")), "billions of elements, allowed are 8000"),
    "many": (svg(SQUARE * 2001), "2001 shapes, allowed are 2000"),
    "deep": (svg("<g>" * 70_000 + "</g>" * 70_000), "more than 64 deep"),
    "deep use": (
        svg("".join(f'<use id="a{k}" href="#a{k + 1}"/>' for k in range(99)) + '<g id="a99"/>'),
        "more than 64 deep",
    ),
    "points": (svg('<path d="M0 0' + "h1" * 20_001 + '"/>'), "20002 points, allowed are 20000"),
    "curves": (svg('<circle cx="9" cy="9" r="9"/>' * 400), "more than 20000 points, its curves as polygons"),
    "crossings": (svg(f'<polygon points="{ROUGH}"/>'), "too many lines cross"),
    "same lines": (svg('<path d="' + "M0 0h9v9h-9z" * 3000 + '"/>'), "lie on or beside one another"),
    "layers": (
        svg(
            f'<polyline points="{"0,0 9,1 0,2 5,2 " * 90}"/>'
            + f'{SQUARE}<rect fill="#fff" width="8" height="8"/>' * 900
        ),
        "too",
    ),
    "infinite": (svg('<rect width="1e999" height="9"/>'), "width is '1e999', which is not finite"),
    "infinite path": (svg('<path d="M0 0h1e999v9z"/>'), "at no finite place"),
    "huge": (svg('<rect width="1e10" height="9"/>'), "lies farther out than 1e+09"),
    "huge path": (svg('<path d="M0 0h9v1e12z"/>'), "lies farther out than 1e+09"),
    "huge scale": (
        svg('<g transform="scale(1e200)"><g transform="scale(1e200)"><circle r="5"/></g></g>'),
        "lies farther",
    ),
    "nan": (svg('<rect width="nan" height="9"/>'), "width is 'nan', allowed is a number"),
    "negative": (svg('<circle r="-1"/>'), "r is '-1', allowed is 0 or more"),
    "unit": (svg('<rect width="9em" height="9"/>'), "width is '9em', allowed is a number with px"),
    "percent of nothing": (svg('<rect width="9%" height="9"/>', ""), "width is '9%'"),
    "colour": (svg('<path fill="nonsense"/>'), "fill is 'nonsense', allowed are none, currentColor"),
    "path": (svg('<path d="M0 0L5 5 #"/>'), "the path cannot be read at '#'"),
    "path start": (svg('<path d="L5 5"/>'), "the path starts with 'L'"),
    "short path": (svg('<path d="M0 0L5"/>'), "the path has 'L' with 1 of its numbers, allowed are 2 each time"),
    "bare command": (svg('<path d="M0 0 5 5C"/>'), "the path has 'C' with 0 of its numbers, allowed are 6 each time"),
    "arc flag": (svg('<path d="M0 0A3 3 0 2 5 5 5z"/>'), "found an arc with other flags than 0 and 1"),
    "short arc": (svg('<path d="M0 0A3 3 0 1 1 5"/>'), "without all its numbers"),
    "vast arc": (svg('<path d="M0 0A1e300 1e300 0 0 1 5 5z"/>'), "of an extreme radius"),
    "tiny arc": (svg('<path d="M0 0A1e-300 1e-300 0 0 1 5 5z"/>'), "of an extreme radius"),
    "transform": (svg('<g transform="scale(2) wobble(3)"/>'), "the transform cannot be read at 'wobble(3)'"),
    "viewBox": (svg(SQUARE, 'viewBox="0 0 9"'), "viewBox is '0 0 9'; it is four numbers"),
    "no page": (svg(SQUARE, 'viewBox="0 0 0 9"'), "give it a width and a height above 0"),
    "selector": (svg("<style>g > path {fill: red}</style>"), "the selector 'g > path'"),
    "at rule": (svg("<style>@import url(http://example.org);</style>"), "the style sheet has @import"),
    "important": (svg('<path style="fill: red !important"/>'), "overrules others"),
    "half a rule": (svg("<style>path {fill: red</style>"), "ends in the midst of a rule"),
    "nothing": (svg(""), HIDDEN),
    "hidden altogether": (svg(f"<style>*{{display:none}}</style>{SQUARE}"), HIDDEN),
    "hidden root": (svg(SQUARE, 'display="none"'), HIDDEN),
    "hidden root's style": (svg(SQUARE, 'style="display: none"'), HIDDEN),
    "hidden group": (svg(f'<g display="none">{SQUARE}</g>'), HIDDEN),
    "hidden shapes": (svg(f"<style>rect{{visibility:hidden}}</style>{SQUARE}"), HIDDEN),
    "transparent": (svg(f'<g opacity="0">{SQUARE}</g>'), HIDDEN),
    "only definitions": (svg(f"<defs>{SQUARE}</defs>"), HIDDEN),
    "empty path": (svg('<path d=""/>'), HIDDEN),
    "flattened": (svg(f'<g transform="scale(0)">{SQUARE}</g>'), HIDDEN),
    "only light": (svg('<rect width="9" height="9" fill="white"/>'), "nothing dark is drawn"),
    "taken away": (svg(SQUARE + '<rect width="99" height="99" fill="white"/>'), "nothing dark is drawn"),
    "no area": (svg('<path d="M0 0L50 50"/>'), "nothing dark is drawn"),
    "off the page": (svg('<rect x="200" width="9" height="9"/>'), "nothing dark is drawn"),
    "far beyond": (
        svg('<rect width="1e-3" height="1e-3"/><rect x="-9e8" width="8e8" height="9" fill="white"/>'),
        "reaches far beyond",
    ),
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


NUMBERS = st.one_of(st.integers(-9, 60), st.floats(-60, 90, width=16), st.sampled_from([0, 1e-7, 1e7, 30.000001]))
COMMANDS = st.tuples(st.sampled_from("MLHVCSQTAZmlhvcsqtaz"), st.lists(NUMBERS, min_size=7, max_size=7))
ARITY = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


@pytest.mark.thorough
@FUZZ
@given(
    st.lists(COMMANDS, min_size=2, max_size=9),
    st.sampled_from(["", "fill-rule='evenodd'", f"stroke-width='3' {STROKE}", "stroke='white' stroke-linecap='round'"]),
)
def test_any_path_is_read_or_refused(tmp_path: Path, commands: list[tuple[str, list[float]]], how: str) -> None:
    words = ["M 5 5"]
    for command, numbers in commands:
        taken = (
            [abs(x) for x in numbers[:3]] + [x > 5 for x in numbers[3:5]] + numbers[5:] if command in "aA" else numbers
        )
        words += [command, *(str(int(x) if isinstance(x, bool) else x) for x in taken[: ARITY[command.lower()]])]
    read_or_refused(tmp_path, svg(f'<path d="{" ".join(words)}" {how}/>').encode())
