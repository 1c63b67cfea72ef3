"""What people ran into in one place, looked for in others: each test is a fault that stood elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from called import invoke
from rulebook_read import text_of

from quasiprint import api
from quasiprint.errors import InputError, in_one
from quasiprint.model.texts import listed


@pytest.mark.parametrize("game", ["triomino", "all"])
def test_a_language_without_words_is_refused_where_nothing_is_written(game: str) -> None:
    result = invoke("make", game, "--language", "xx", "--dry-run", code=2)
    assert result.stderr == "Error: --language: found 'xx', allowed are de, en, es, fr\n"


def test_a_board_that_is_not_solved_is_told_with_all_that_is_wrong(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("+--+--+--+\n|x |x  x |\n+  +--+--+\n|x  x  x |\n+  +--+--+\n|x |x  x |\n+--+--+--+\n")
    said = invoke("solve", "majomino", board, code=2).stderr
    told = invoke("score", "majomino", board).stdout
    assert said.count("needed 3") == told.count("region-size:") == 3, said


@pytest.mark.parametrize(
    ("game", "entry"),
    [
        ("quasimino", '{{"tile": "{}", "corner": [0, 0, 0, 0], "turn": 0}}'),
        ("triomino", '{{"tile": "{}", "cell": [0, 0, 0], "corners": [9, 9, 9]}}'),
    ],
)
def test_a_layout_that_is_not_drawn_is_told_with_every_tile_that_is_none(game: str, entry: str) -> None:
    text = f'{{"tiles": [{entry.format("one")}, {entry.format("two")}]}}'
    with pytest.raises(InputError) as caught:
        api.design(game).picture(text)
    assert "'one' (entry 1)" in str(caught.value)
    assert "'two' (entry 2)" in str(caught.value)


SHAPE = """[[shape]]
polygon = "{}"
labels = {{ at = "edges", {} }}
copies = {}
"""


def set_file(folder: Path, *shapes: tuple[str, str, int], rule: str = "") -> Path:
    """Write a set file. shapes: of each its polygon, its labels, and how many copies there are."""
    file = folder / "set.toml"
    every = "".join(SHAPE.format(*shape) for shape in shapes)
    file.write_text(f'[set]\ntitle = "Mine"\n{every}[rule]\n{rule}')
    return file


@pytest.mark.parametrize(
    ("region", "said"),
    [
        ('{ lattice = "sixths", turns = [1, 1, 1, 1, 1, 1] }', "opposite edges differ"),
        ('{ lattice = "twelfths", turns = [3, 1, 4, 1, 3] }', "opposite edges differ"),
        ('{ lattice = "tenths", turns = [3, 2, 3, 2] }', "found another lattice"),
    ],
)
def test_a_region_is_judged_alike_in_whatever_order_shapes_stand(tmp_path: Path, region: str, said: str) -> None:
    (tmp_path / "region.toml").write_text(f"[region]\npolygon = {region}\n")
    shapes = [("triangle", "count = 1", 6), ("square", "count = 1", 4)]
    for order in (shapes, shapes[::-1]):
        file = set_file(tmp_path, *order)
        assert said in invoke("puzzle", file, "--region", tmp_path / "region.toml", code=2).stderr


@pytest.mark.parametrize(
    ("shapes", "region"),
    [
        ([("square", "count = 1", 2), ("domino", "count = 1", 5)], "rectangle:4x3"),
        ([("square", "count = 1", 97)], "rectangle:3x3"),  # 97 × 1
        ([("triangle", "count = 4", 25)], "hexagon:1"),  # hexagon:10, and of 400 cells at most
    ],
)
def test_a_region_that_nobody_names_can_be_filled(
    tmp_path: Path, shapes: list[tuple[str, str, int]], region: str
) -> None:
    assert f" in {region}\n" in invoke("puzzle", set_file(tmp_path, *shapes), code=0).stdout


def test_a_region_that_nobody_names_is_not_said_to_be_found(tmp_path: Path) -> None:
    file = set_file(tmp_path, ("triangle", "count = 1", 6), ("square", "count = 1", 4))
    assert "--region: found none, allowed for these tiles is" in invoke("puzzle", file, code=2).stderr


@pytest.mark.parametrize(
    ("labels", "said"),
    [('names = ["a", "b"]', "a meets b."), ("count = 4", "blue meets vermilion, black meets green.")],
)
def test_a_puzzle_names_pairs_of_labels_that_there_are(tmp_path: Path, labels: str, said: str) -> None:
    file = set_file(tmp_path, ("square", labels, 1), rule='match = "complementary"')
    invoke("puzzle", file, "--region", "rectangle:2x2", "-o", tmp_path / "p.pdf", code=0)
    assert said in " ".join(text_of((tmp_path / "p.pdf").read_bytes()).split())


def test_a_set_file_is_told_with_all_that_is_wrong_in_it(tmp_path: Path) -> None:
    file = set_file(tmp_path, ("square", "count = 200", 1000), ("triangel", "cuont = 2", 1))
    said = invoke("check", file, code=2).stderr
    assert said.count("\n") == 1
    for fault in ("line 5: [[shape]] labels.count: found 200", "line 6: [[shape]] copies: found 1000", "'cuont'"):
        assert fault in said
    assert "line 8: [[shape]] 2 polygon: found 'triangel'" in said
    # what no schema says, too
    file.write_text(file.read_text().replace("200", "2").replace("1000", "1").replace("cuont", "count"))
    file.write_text(file.read_text().replace('"triangel"', "{ squares = [[0, 0], [3, 3]] }"))
    file.write_text(file.read_text().replace("copies = 1\n", 'look = "paths"\n', 1))
    said = invoke("check", file, code=2).stderr
    assert "look: found 'paths', allowed for labels at edges is" in said
    assert "2 polygon: found cells that are apart" in said


def test_labels_with_names_are_named_where_they_may_not_meet(tmp_path: Path) -> None:
    rule = 'match = "equal"\nforbidden = [["sea", "land"]]'
    file = set_file(tmp_path, ("square", 'names = ["sea", "land"]', 1), rule=rule)
    said = invoke("check", file, code=2).stderr
    assert "found ['sea', 'land'], which may not meet" in said
    assert "as ['sea', 'sea']" in said


def test_numbers_stand_in_a_message_as_a_person_writes_them(tmp_path: Path) -> None:
    layout = tmp_path / "layout.json"
    layout.write_text('{"tiles": [{"tile": "thick-0009", "corner": [0, 0, 0, 0], "turn": 0}]}')
    assert "its colours are 0, 0, 0, 9; a set of" in invoke("score", "quasimino", layout).stdout
    assert listed((0, None, 2)) == "0, nothing, 2"


def test_a_profile_and_a_project_are_told_with_all_that_is_wrong_in_them(tmp_path: Path) -> None:
    profile = tmp_path / "mine.toml"
    profile.write_text('[bed]\nbase = "prusa-mini"\nwidth = -1\nmargin = "x"\nextruders = 0\n')
    said = invoke("check", "triomino", "--profile", profile, code=2).stderr
    for line, key in ((3, "width"), (4, "margin"), (5, "extruders")):
        assert f"line {line}: [bed] {key}: found" in said, said
    assert said.count("mine.toml") == 1
    profile.write_text('[bed]\nbase = "prusa-mini"\nwidht = 1\ndeph = 2\n')
    said = invoke("check", "triomino", "--profile", profile, code=2).stderr
    assert "'widht' (did you mean width?); line 4: [bed] has a key 'deph' (did you mean depth?)" in said
    project = tmp_path / "project.toml"
    project.write_text('game = "triomino"\ncolour = 3\nkref = 0.1\n')
    said = invoke("check", "--project", project, code=2).stderr
    assert "found a key 'colour'; found a key 'kref', allowed are " in said


def test_what_is_too_much_for_a_message_is_counted() -> None:
    assert in_one(["a", "b"]) == "a; b"
    assert in_one(["x" * 600, "b"]) == "x" * 600 + "; and 1 more"
    assert in_one([f"{k:0100}" for k in range(10)]).endswith("; and 5 more")


def test_a_page_orders_nothing_that_its_set_has_not(tmp_path: Path) -> None:
    made = {
        "pictures": ("make", "triomino", "--highest", 0, "--format", "png"),
        "boards": ("make", "majomino", "--size", 3, "--count", 1, "--format", "txt"),
        "coupon": ("coupon", "laser", "--format", "svg"),
    }
    pages = {}
    for name, words in made.items():
        invoke(*words, "-o", tmp_path / name, code=0)
        pages[name] = " ".join((tmp_path / name / "README.md").read_text().split())
    for paper in ("Print it (paper)", "Check the rulers", "Cut along the grey lines", "**Paper**"):
        assert paper not in pages["pictures"]
    assert "## Pictures" in pages["pictures"]
    # nothing can be made of a text
    assert "Make one piece" not in pages["boards"]
    assert "Make one piece" in pages["pictures"]
    assert "the file in `pdf/`" not in pages["coupon"]
    assert "**Make the book**, too, with `--format pdf`" in pages["coupon"]


@pytest.mark.parametrize(
    ("words", "option", "most"),
    [
        (("triomino", "--format", "svg"), "--highest", "20"),
        (("triomino", "--shape", "square", "--format", "svg"), "--highest", "12"),
        (("quomino", "--format", "svg"), "--size", "16"),
        (("quasimino", "--format", "svg"), "--colours", "8"),
        (("majomino", "--format", "txt"), "--count", "100000"),
        (("triomino", "--format", "svg"), "--dpi", "1200"),
    ],
)
def test_help_says_the_limit_that_a_refusal_names(words: tuple[str, ...], option: str, most: str) -> None:
    said = invoke("make", *words, option, int(most) + 1, "--dry-run", code=2).stderr
    assert re.search(rf"allowed is .*to {most}\b", said), said
    shown = " ".join(invoke("make", words[0], "--help", code=0).stdout.split())
    own = re.search(rf"{option} (.*?) --[a-z]", shown)
    assert own is not None
    assert re.search(rf"\b({most}|{int(most):,})\b", own[1]), own[1]


def test_a_clearance_is_refused_with_the_process_that_it_is_for() -> None:
    said = invoke("check", "majomino", "--edge", 30, "--clearance", 3, code=2).stderr
    assert "a quarter of a wall of the board's rim (as a printer makes it)" in said
