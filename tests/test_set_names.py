"""Names of labels: shown on faces, in words, in names of tiles and files; understood where a label is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from called import invoke
from test_set_made import designed

from quasiprint import verify
from quasiprint.checks import check_set
from quasiprint.drawing.lettering import outlines
from quasiprint.drawing.numerals import digits, words
from quasiprint.model.measures import Maker
from quasiprint.sets.judge import meant, name
from quasiprint.sets.set_file import read


def text(labels: str, more: str = "", rule: str = 'match = "equal"') -> str:
    shape = f'[[shape]]\npolygon = "square"\nlabels = {{ {labels} }}\n{more}\n'
    return f'[set]\ntitle = "Named"\n\n{shape}\n[rule]\n{rule}\n'


def written(folder: Path, *said: str) -> Path:
    file = folder / "named.toml"
    file.write_text(text(*said))
    return file


FOUR = 'at = "edges", names = ["1", "2", "3", "4"]'
WORDS = 'at = "corners", count = 3, names = ["N", "sea", "Z"]'


@pytest.mark.sampled(2)
@pytest.mark.parametrize("maker", list(Maker)[:3])
@pytest.mark.parametrize("labels", [FOUR, WORDS, 'at = "edges", names = ["É", "ß", "Ω", "½"]'])
def test_faces_show_names_in_every_process(labels: str, maker: Maker, tmp_path: Path) -> None:
    own, held = designed(written(tmp_path, labels), maker)
    assert own.prove(held)[0] == [] and check_set(held)[0] == []
    shape = own.file_design.shapes[0]
    drawn = words(shape.names)
    for piece in held.pieces:
        for mark in piece.face.marks:
            assert mark.label is not None and len(mark.ink) == len(drawn[mark.label])


def test_what_is_drawn_is_the_name_and_not_the_number() -> None:
    assert words(("0", "1", "6")) == (digits(6)[0], digits(6)[1], digits(6)[6])
    one, two, _ = words(("1", "2", "3"))
    assert (one, two) == digits(2)[1:]
    m, w, c, p = words(("M", "W", "C", "p"))
    assert len(m) == len(w) == len(outlines("M", 1.0, 0.0, 0.0)) + 1, "each is the other upside down, and underlined"
    assert len(c) == len(p) == 1, "there is no d"


def test_tiles_and_their_files_are_called_by_names(tmp_path: Path) -> None:
    file = written(tmp_path, FOUR, 'which = { tiles = [["1", "1", "2", "3"], ["4", "3", "2", "1"]] }')
    invoke("make", file, "--format", "svg,stl", "-o", tmp_path / "set", code=0)
    assert (tmp_path / "set/stl/square-1123-body.stl").exists()
    assert (tmp_path / "set/stl/square-1432-body.stl").exists()
    assert verify(tmp_path / "set").verified
    own = read(file.read_bytes(), "named.toml")
    shape = own.shapes[0]
    assert meant(own, "square-3112") == (shape, (2, 0, 0, 1))
    assert meant(own, "square-0012") is None, "0 is no name"
    long = read(text(WORDS).encode(), "x.toml").shapes[0]
    assert name(long, (1, 0, 2, 1)) == "square-sea-N-Z-sea"
    told = read(text('at = "edges", names = ["the sea", "a hill"]').encode(), "x.toml").shapes[0]
    assert name(told, (0, 1, 1, 0)) == "square-0110", "not every name may stand in one of a file"
    alike = read(text('at = "edges", names = ["a", "A"]').encode(), "x.toml").shapes[0]
    assert name(alike, (0, 1, 1, 0)) == "square-0110", "some systems take files a and A for one"


BAD = {
    "twice": ('at = "edges", names = ["a", "a"]', "", "labels.names: found 'a' twice, allowed is each name once"),
    "too few": (
        'at = "edges", count = 3, names = ["a", "b"]',
        "",
        "found 2 names for 3 labels, allowed is one for each",
    ),
    "spaces": ('at = "edges", names = ["a", " b"]', "", "found ' b', allowed is what can be printed, without spaces"),
    "too long": ('at = "edges", names = ["abcdefghijklm"]', "", "found 13 characters"),
    "no name": (
        'at = "edges", count = 2',
        'which = { tiles = [["a", 0, 0, 0]] }',
        "found 'a', allowed is a number: labels",
    ),
    "strange": (FOUR, 'which = { tiles = [["5", 0, 0, 0]] }', "found '5', allowed is a name of a label: 1, 2, 3, 4"),
    "nothing": ('at = "edges"', "", "found no count and no names, allowed with labels at edges is one from 1 to 100"),
}


@pytest.mark.parametrize("bad", BAD)
def test_names_that_cannot_be_are_refused(bad: str, tmp_path: Path) -> None:
    labels, more, said = BAD[bad]
    found = invoke("check", written(tmp_path, labels, more), code=2).output
    assert said in found and "line " in found


def test_what_the_font_lacks_is_refused_where_it_would_be_drawn(tmp_path: Path) -> None:
    file = written(tmp_path, 'at = "edges", names = ["\u2660", "\u2665"]')
    assert (
        "characters that the font has, and '\u2660' is none" in invoke("make", file, "--format", "svg", code=2).output
    )
    own, held = designed(written(tmp_path, 'at = "edges", names = ["\u2660", "\u2665"]', 'look = "wedges"'))
    assert own.prove(held)[0] == []


def test_a_label_has_one_name_in_a_set(tmp_path: Path) -> None:
    other = '[[shape]]\npolygon = "triangle"\nlabels = { at = "edges", names = ["1", "3"] }\n'
    file = tmp_path / "named.toml"
    file.write_text(text(FOUR) + other)
    assert "found '3' for label 1, which is called '2' on 'square'" in invoke("check", file, code=2).output
    file.write_text(text(FOUR) + other.replace('names = ["1", "3"]', "count = 2"))
    assert "found names of labels on 'square' alone, allowed" in invoke("check", file, code=2).output
