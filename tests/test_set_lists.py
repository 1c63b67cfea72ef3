"""Set files that list tiles, have copies by a rule, forbid joins: what is counted, what is refused with its line."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest
from called import refusal
from mutation import reworded

from quasiprint.model.errors import InputError
from quasiprint.pipeline.set_check import check_set
from quasiprint.sets.choice import Choice
from quasiprint.sets.counts import count, every, least, moved, tiles, visit
from quasiprint.sets.polygons import named
from quasiprint.sets.proof import hold, prove, refuse_too_many
from quasiprint.sets.set_file import FIXED, ONE_SIDED, TWO_SIDED, Shape, read

FILE = """[set]
title = "x"
[[shape]]
polygon = "square"
labels = { at = "edges", count = 3 }
which = { tiles = [
  [0, 1, 2, 2], [0, 0, 0, 1],
] }
copies = [2, 5]
[rule]
match = "equal"
forbidden = ["parallelogram", [0, 0]]
score = "closed vertices"
"""


LIST = "which = { tiles = [\n  [0, 1, 2, 2], [0, 0, 0, 1],\n] }\n"


def test_a_file_says_its_rule() -> None:
    told = read(FILE.encode(), "x.toml")
    assert (told.match, told.score, told.parallelograms, told.barred) == ("equal", "closed vertices", False, {(0, 0)})
    plain = read(FILE.partition("[rule]")[0].encode(), "x.toml")
    assert (plain.match, plain.score, plain.parallelograms, plain.barred) == ("", "nothing", True, frozenset())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[0, 0, 0, 1]", "[0, 0, 1]", r"line 6: \[\[shape\]\] which.tiles 2: found 3 labels, allowed are 4, one"),
        ("[0, 0, 0, 1]", "[0, 0, 0, 3]", "line 6: .* found label 3, allowed are labels from 0 to 2"),
        ("[0, 0, 0, 1]", "[2, 0, 1, 2]", r"line 6: .*tiles 2: found \[2, 0, 1, 2\], which is entry 1 again"),
        ("[0, 0, 0, 1]", '"0001"', "line 6: .*tiles 2: found '0001', allowed is a list of whole numbers, such as"),
        ("tiles =", "tile =", r"line 6: .*found a key 'tile' \(did you mean tiles\?\)"),
        ("[0, 1, 2, 2], [0, 0, 0, 1],", "", "line 6: .*which.tiles: found .*, allowed is a list of tiles, each"),
        ("[2, 5]", "[2]", "line 9: .*copies: found 1 numbers, allowed are 2, one for each listed tile"),
        ("[2, 5]", "[2, 0]", "line 9: .*copies 2: found 0, allowed is a whole number from 1 to 100"),
        ("[2, 5]", '"orbits"', r"line 9: .*found 'orbits' \(did you mean orbit\?\), allowed is orbit"),
        (LIST, "", "line 6: .*copies: found a list, allowed is"),
        ('"parallelogram"', '"parallelgram"', r"line 12: \[rule\] forbidden 1: .*did you mean parallelogram"),
        ("[0, 0]]", "[0, 3]]", "line 12: .*forbidden 2: found label 3, allowed are labels from 0 to 2"),
        ("[0, 0]]", "[0, 1]]", r"line 12: .*found \[0, 1\], which may not meet: match is 'equal'"),
        ("[0, 0]]", "[0, 0], [0, 0]]", r"line 12: .*forbidden 3: found \[0, 0\] again"),
        ('"parallelogram"', '"parallelogram", "parallelogram"', "line 12: .*forbidden 2: found 'parallelogram' again"),
        ("[0, 0]]", "[0, 0, 0]]", "line 12: .*found .0, 0, 0., allowed is a pair of labels such as"),
        ("closed vertices", "closed loops", "line 13: .*found 'closed loops' without a shape with links"),
        ("closed vertices", "closed vertexes", r"line 13: .*\(did you mean closed vertices\?\)"),
        ("score", "scores", r"line 13: .*found a key 'scores' \(did you mean score\?\)"),
    ],
)
def test_what_is_no_list_or_rule_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    assert old in FILE
    with pytest.raises(InputError, match=f"^x.toml: {said}") as refused:
        read(FILE.replace(old, new, 1).encode(), "x.toml")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("labels", "listed", "said"),
    [
        ('at = "links", per = 1', "[0, 1, 2]", "found .0, 1, 2., allowed are two ends for each link, and each"),
        ('at = "links", per = 1', "[0, 1, 2, 2]", "each end from 0 to 3 once"),
        ('at = "links", count = 2', "[0, 1, 0, 2, 3]", "allowed are two ends and a label for each link"),
        ('at = "links", count = 2', "[0, 1, 0, 2, 3, 2]", "found label 2, allowed are labels from 0 to 1"),
        ('at = "links", crossing = false', "[0, 2, 1, 3]", "whose paths cross"),
        ('at = "cells", count = 2', "[0, 1]", "found 2 labels, allowed are 1, one for each of the cells"),
    ],
)
def test_paths_and_cells_are_listed_too(labels: str, listed: str, said: str) -> None:
    head = f'[set]\ntitle = "x"\n[[shape]]\npolygon = "square"\nlabels = {{ {labels} }}\n'
    with pytest.raises(InputError, match=said):
        read(f"{head}which = {{ tiles = [{listed}] }}".encode(), "x.toml")


@pytest.mark.parametrize("symmetry", [ONE_SIDED, TWO_SIDED, FIXED])
@pytest.mark.parametrize(
    ("polygon", "choice"),
    [
        ("square", Choice("edges", 3)),
        ("thin-rhomb", Choice("corners", 4)),
        ("domino", Choice("cells", 5)),
        ("square", Choice("links", 1, per=2)),
        ("hexagon", Choice("links", 2)),
        ("triangle", Choice("profiles", 3)),
    ],
)
def test_a_list_is_counted_three_ways_whatever_is_listed(polygon: str, choice: Choice, symmetry: str) -> None:
    shape = Shape("tile", named(polygon), choice, symmetry)
    moves = [move for move, _ in shape.by_angles]
    some = {least(one, moves, choice) for one in random.Random(7).sample(sorted(every(shape.outline, choice)), 9)}
    entries = []
    for one in sorted(some):  # as a file lists them, turned anyhow
        turned = moved(one, random.Random(len(entries)).choice(moves), choice)
        if choice.at == "links":
            turned = tuple(part for link in turned for part in link[: 2 + (choice.labels > 1)])
        entries.append(list(turned))
    more = f"per = {choice.per}" if choice.at == "links" else ""
    content = (
        f'[set]\ntitle = "x"\n[[shape]]\npolygon = "{polygon}"\nsymmetry = "{symmetry}"\n'
        f"which = {{ tiles = {entries} }}\n"
        f"labels = {{ {', '.join(filter(None, [f'at = {choice.at!r}', f'count = {choice.labels}', more]))} }}\n"
    )
    told = read(content.encode(), "x.toml")
    (own,) = told.shapes
    held = hold(told, "x.toml")
    assert set(held["triangle" if polygon == "triangle" else polygon]) == some
    assert count(own.outline, own.choice, moves) == len(some)
    assert sum(visit(own.outline, own.choice, own.by_points).values()) == len(some)
    findings, facts = prove(told, held)
    assert (findings, facts[polygon]["held"]) == ([], len(some))
    # one that the file does not list is found
    other = next(one for one in tiles(shape.outline, shape.choice, moves) if one not in some)
    codes = [finding.code for finding in prove(told, {polygon: (*held[polygon], other)})[0]]
    assert codes == ["tile-unasked"]


def test_copies_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(FILE, encoding="utf-8")
    proof = check_set(file)
    assert (proof.proved, proof.pieces) == (True, 7)
    assert proof.facts["joins"]["square"] == {"label 0": 2 + 5 * 3, "label 1": 2 + 5, "label 2": 4}
    orbit = FILE.replace("copies = [2, 5]", 'copies = "orbit"').replace(LIST, "")
    told = read(orbit.encode(), "x.toml")
    held = hold(told, "x.toml")["square"]
    # as many copies as ways to lie: all 3⁴ labellings
    assert (len(held), told.shapes[0].pieces(held)) == (24, 81)
    few = read(orbit.replace('title = "x"', 'title = "x"\nmost = 80').encode(), "x.toml")
    refuse_too_many(few, "x.toml")
    with pytest.raises(InputError, match="that would be 81 tiles, allowed are up to 80"):
        hold(few, "x.toml")


@pytest.mark.parametrize("seed", range(3))
def test_whatever_stands_in_a_list_or_a_rule_gets_one_line(seed: int) -> None:
    chance = random.Random(seed)
    spare = ["-1", "[]", "{}", '""', "\x00", "é", "99999999999999999999", "1e400", "true", "[[", "]]", "\n"]

    def read_and_hold(content: bytes) -> None:
        told = read(content, "mixed.toml")
        refuse_too_many(told, "mixed.toml")
        hold(told, "mixed.toml")

    for _ in range(150):
        said = refusal(partial(read_and_hold, reworded(chance, FILE, spare, 2)))
        assert said == "" or (said.startswith("mixed.toml: ") and "\n" not in said)
