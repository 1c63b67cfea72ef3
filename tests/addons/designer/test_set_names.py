"""What labels of set files are called, and how letters tell them apart: on faces, in words, in names of files."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
import start_page
from called import invoke, refusal
from pypdf import PdfReader
from test_set_made import changed as with_one
from test_set_made import designed, remarked

from quasiprint.addons.designer.sets.placed import meant, name
from quasiprint.addons.designer.sets.set_file import COLOURED, read
from quasiprint.api import verify
from quasiprint.checks import check_set
from quasiprint.drawing.lettering import outlines
from quasiprint.drawing.numerals import digits, words
from quasiprint.errors import InputError
from quasiprint.model.choices import Process
from quasiprint.model.face import Mark
from quasiprint.model.resources import template_folder


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
@pytest.mark.parametrize("maker", list(Process)[:3])
@pytest.mark.parametrize("labels", [FOUR, WORDS, 'at = "edges", names = ["É", "ß", "Ω", "½"]'])
def test_faces_show_names_in_every_process(labels: str, maker: Process, tmp_path: Path) -> None:
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
    assert (tmp_path / "set/stl/pieces/square-1123-body.stl").exists()
    assert (tmp_path / "set/stl/pieces/square-1432-body.stl").exists()
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
    "few": ('at = "edges", count = 3, names = ["a", "b"]', "", "found 2 names for 3 labels, allowed is one for each"),
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


FOREIGN = {  # what is named: lines of a set file, and what a message says
    "title": ('title = "דומ"', "line 2: [set] title: found 'ד' (U+05D3, hebrew letter dalet) in 'דומ'"),
    "credit": ('credit = "جمل"', "line 3: [set] credit: found 'ج' (U+062C, arabic letter jeem) in"),
    "emoji": ('title = "😀"', "line 2: [set] title: found '😀' (U+1F600, grinning face), allowed are"),
    "mark apart": ('title = "Lódz"', "U+0301, combining acute accent) in 'Lódz', allowed is a letter with its"),
    "labels": ('names = ["♠", "a"]', "line 7: [[shape]] labels.names: found '♠' (U+2660, black spade suit), allowed"),
}


@pytest.mark.parametrize("command", ["check", "make"])
@pytest.mark.parametrize("named", FOREIGN)
def test_letters_that_no_font_has_are_refused_where_they_stand(named: str, command: str, tmp_path: Path) -> None:
    said, message = FOREIGN[named]
    lines = ["[set]", 'title = "a"', 'credit = "a"', "[[shape]]", 'polygon = "square"', "[shape.labels]"]
    lines += ['names = ["a", "b"]', 'at = "edges"']
    file = tmp_path / "named.toml"
    file.write_text("\n".join(said if line.startswith(said[:5]) else line for line in lines))
    assert message in invoke(command, file, *["-o", tmp_path / "set"] * (command == "make"), code=2).output
    assert not (tmp_path / "set").exists()


def test_letters_of_inks_and_of_the_file_itself_are_asked_for(tmp_path: Path) -> None:
    packaged = (template_folder() / "profiles/palettes/tol-bright.toml").read_text()
    (tmp_path / "own.toml").write_text(re.sub('name = "green"', 'name = "青"', packaged))
    found = invoke("check", "quasimino", "--profile", tmp_path / "own.toml", code=2).output
    assert "own.toml: line 7: [palette.inks] name: found '青' (U+9752, cjk unified ideograph-9752)" in found
    file = written(tmp_path, FOUR).rename(tmp_path / "笛.toml")
    assert "[set]: without a credit the file's name stands in its place: found" in invoke("check", file, code=2).output


ALPHABETS = ("Aéž–", "жЫїҐ", "Ωάϊ", "ờđẫ", "(\\)<&%$#*_`", "АΑA1")
CHOICES = {  # whatever is chosen of them, what was made is proved
    "--format": ("pdf", "pdf,svg"),
    "--language": ("en", "de", "fr"),
    "--ids": ("back", "none"),
    "--paper": ("a4", "letter"),
    "--extras": ("inksaver", "booklet"),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(20))
def test_what_is_made_is_proved_and_says_its_names(seed: int, tmp_path: Path) -> None:
    drawn = random.Random(seed)
    title, credit, *names = ["".join(drawn.choices(drawn.choice(ALPHABETS), k=drawn.randint(1, 9))) for _ in range(4)]
    polygon, at, look = drawn.choice(["square", "triangle", "hexagon"]), drawn.choice(["edges", "corners"]), ""
    labels = f"count = {drawn.randint(1, 2)}"
    if drawn.random() < 0.6 and names[0] != names[1]:
        labels, look = f"names = {json.dumps([name[0] for name in names[:2]])}", 'look = "digits"'
    file = tmp_path / "drawn.toml"
    shape = f'[[shape]]\npolygon = "{polygon}"\nlabels = {{ at = "{at}", {labels} }}\n{look}\n'
    file.write_text(f"[set]\ntitle = {json.dumps(title)}\ncredit = {json.dumps(credit)}\n{shape}")
    options = [word for flag, some in CHOICES.items() if drawn.random() < 0.7 for word in (flag, drawn.choice(some))]
    result = invoke("make", file, "--format", "pdf", *options, "-o", tmp_path / "set")
    if result.exit_code:  # names that look alike, or are too fine for a tile
        assert not (tmp_path / "set").exists() and "Traceback" not in result.output
        return
    verdict = verify(tmp_path / "set")
    assert (verdict.verified, verdict.same) == (True, verdict.compared)
    (inventory,) = (tmp_path / "set/pdf").glob("inventory-*.pdf")
    assert title in PdfReader(inventory).pages[0].extract_text()


def test_an_edge_that_nobody_gave_is_told_with_what_it_follows_from_and_what_to_write(tmp_path: Path) -> None:
    names = 'at = "edges", names = ["abcdefghijkl", "b"]'
    file = written(tmp_path, names)
    said = invoke("make", file, "--format", "stl", code=2).output
    assert "edge: found 120 mm, which follows from shapes and labels of named.toml, allowed is from 3" in said
    assert '; write --edge, or shorter names, or look = "wedges", or make nothing for a printer: --format svg' in said
    assert "which follows" not in invoke("make", file, "--format", "stl", "--edge", "40", code=2).output
    # as long as a name may be: on paper it is shown, and with wedges it stands in the book
    assert designed(file, Process.PAPER)[0].file_design.names[0] == "abcdefghijkl"
    assert designed(written(tmp_path, names, 'look = "wedges"'))[0].file_design.names[0] == "abcdefghijkl"


def test_a_label_has_one_name_in_a_set(tmp_path: Path) -> None:
    other = '[[shape]]\npolygon = "triangle"\nlabels = { at = "edges", names = ["1", "3"] }\n'
    file = tmp_path / "named.toml"
    file.write_text(text(FOUR) + other)
    assert "found '3' for label 1, which is called '2' on 'square'" in invoke("check", file, code=2).output
    file.write_text(text(FOUR) + other.replace('names = ["1", "3"]', "count = 2"))
    assert "found names of labels on 'square' alone, allowed" in invoke("check", file, code=2).output


# --- More labels at edges than inks ---------------------------------------------------------------


OUTLINES = {
    "square": '"square"',
    "triangle": '"triangle"',
    "hexagon": '"hexagon"',
    "thin": '"thin-rhomb"',
    "dart": '"dart"',
    "domino": '"domino"',
    "l": "{ squares = [[0, 0], [1, 0], [0, 1]] }",
}
SLOTS = {"square": 4, "triangle": 3, "hexagon": 6, "thin": 4, "dart": 4, "domino": 6, "l": 8}
MAKERS = [Process.LASER, Process.PAPER, Process.PRINTER]


def written_of_letters(
    folder: Path, outline: str = "square", look: str = "", labels: int = 26, symmetry: str = "rotations"
) -> Path:
    """A set file with a few tiles that have every label."""
    n = SLOTS[outline]
    tiles = [[(k * n + i) % labels for i in range(n)] for k in range(-(-labels // n))]
    file = folder / "letters.toml"
    said = f"look = '{look}'\n" if look else ""
    file.write_text(
        f"[set]\ntitle = 'x'\n[[shape]]\npolygon = {OUTLINES[outline]}\nlabels = {{ at = 'edges', count = {labels} }}\n"
        f"which = {{ tiles = {tiles} }}\nsymmetry = '{symmetry}'\n{said}[rule]\nmatch = 'equal'\n"
    )
    return file


@pytest.mark.sampled(6)
@pytest.mark.parametrize("symmetry", ["rotations", "rotations and reflections", "none"])
@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("outline", OUTLINES)
@pytest.mark.parametrize("look", COLOURED)
def test_every_law_holds_with_letters(outline: str, look: str, maker: Process, symmetry: str, tmp_path: Path) -> None:
    """Acute tiles have no room on an edge of 60 mm, and say from which on they have, if there is any."""
    file = written_of_letters(tmp_path, outline, look, symmetry=symmetry)
    edge, refused = 60.0, ""
    try:
        designed(file, maker, edge=edge)
    except InputError as problem:
        refused = str(problem)
    if refused:
        assert outline in ("triangle", "thin", "dart") or symmetry == "none"
        if "allowed is from " not in refused:
            assert symmetry == "none" or "where they have no room, however long its edges are" in refused
            return
        assert " with letters of " in refused
        edge = float(refused.split("allowed is from ")[1].split()[0])
        if larger := refusal(lambda: designed(file, maker, edge=edge)):  # such a tile fits no page and no bed
            assert edge > 100 and "allowed is what fits" in larger
            return
    own, held = designed(file, maker, edge=edge)
    assert own.prove(held)[0] == [] and check_set(held)[0] == []
    marks = {mark.label: mark for piece in held.pieces for mark in piece.face.marks if mark.slot == 0}
    assert {mark.pattern for mark in marks.values()} <= {"solid", None}


def test_inks_repeat_and_letters_do_not(tmp_path: Path) -> None:
    _, held = designed(written_of_letters(tmp_path, look="wedges"), Process.PAPER)
    drawn: dict[int, dict[object, int]] = {}
    for piece in held.pieces:
        for mark in piece.face.marks:
            assert mark.label is not None and mark.colour == mark.label % 8
            assert drawn.setdefault(mark.slot, {}).setdefault(mark.ink, mark.label) == mark.label
    assert sum(map(len, drawn.values())) == 26
    assert [piece.id for piece in held.pieces][:2] == ["square-ABCD", "square-ABYZ"]
    few = designed(written_of_letters(tmp_path, look="wedges", labels=8), Process.PAPER)[1]
    assert {mark.pattern for piece in few.pieces for mark in piece.face.marks} == {
        *("solid", "dashed", "dotted", "double", "ladder", "chevron", "line", "zigzag")
    }


def test_letters_that_are_alike_are_found(tmp_path: Path) -> None:
    _, held = designed(written_of_letters(tmp_path, look="wedges"), Process.PAPER)
    first = held.pieces[1].face.marks[0]

    def as_another(mark: Mark) -> Mark:
        return replace(mark, field=first.field, ink=first.ink) if mark.slot == first.slot else mark

    wrong = with_one(held, remarked(as_another), 2)
    assert "patterns-alike" in {one.code for one in check_set(wrong)[0]}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("look", COLOURED)
def test_sets_with_letters_are_made_and_verified(look: str, tmp_path: Path) -> None:
    file = written_of_letters(tmp_path, look=look)
    invoke("make", file, "--format", "3mf,svg,pdf", "-o", tmp_path / "set", code=0)
    verdict = verify(tmp_path / "set")
    assert verdict.verified and verdict.pieces == 7 and verdict.same == verdict.compared, verdict.findings
    page = start_page.text(tmp_path / "set")
    assert "colours repeat, and a letter or word tells labels apart" in page
    assert "Every colour has a pattern" not in page and "| solid | tiles |" in page and "dashed" not in page


def test_more_labels_than_letters_are_refused(tmp_path: Path) -> None:
    said = invoke("make", written_of_letters(tmp_path, labels=27), "--format", "svg", code=2).output
    assert "look: found 'wedges' for 27 labels, allowed is it for up to 26, as letters tell more than 8 apart" in said
    small = invoke("check", written_of_letters(tmp_path), "--edge", 12, code=2).output
    assert "wedges with letters of " in small and "allowed is from " in small
