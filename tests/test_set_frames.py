"""Verdicts on a set file do not depend on where an outline begins, how it is turned, mirrored or moved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quasiprint.model.errors import InputError
from quasiprint.model.finding import has_errors
from quasiprint.model.measures import Maker
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

Turns = tuple[int, ...]
SPECTRE: Turns = (-2, 3, 2, -3, 2, 3, 2, -3, 2, 0, 2, 3, -2, 3)
WALKS: dict[
    str, tuple[str, Turns, str]
] = {  # by name: the lattice, the turns, and how long a step in odd directions is
    "star": ("tenths", (4, -2) * 5, "1"),
    "ell": ("quarters", (1, 0, 1, 1, -1, 1, 1, 0), "1"),
    "hat": ("twelfths", SPECTRE, "[0, 1]"),
    "spectre": ("twelfths", SPECTRE, "1"),
    "bolt": ("quarters", (0, 1, -1, 1, 1, 0, 1, -1, 1, 1), "1"),
    "cross": ("quarters", (1, 1, -1) * 4, "1"),
}
LABELS = {  # by look: where labels stand, and how many there are
    "wedges": "at = 'edges', count = 1",
    "ribbons": "at = 'edges', count = 1",
    "edges": "at = 'edges', count = 1",
    "digits": "at = 'corners', count = 1",
    "plain": "at = 'edges', count = 1",
}


def walks(name: str) -> Iterator[str]:
    """Yield the outline of a name as set files say it: begun at each corner, and mirrored."""
    lattice, turns, odd = WALKS[name]
    for mirrored in (False, True):
        # a mirrored outline is walked the other way round, so that its turns stay to the same side
        way = turns[-2::-1] + turns[-1:] if mirrored else turns
        for k in range(len(way)):
            begun = way[k:] + way[:k]
            towards, steps = 0, []
            # lengths go with directions, which are counted from the outline's own first one
            for turn in way[:k]:
                towards += turn
            for turn in begun:
                steps.append(odd if towards % 2 and odd != "1" else "1")
                towards += turn
            said = f", steps = [{', '.join(steps)}]" if odd != "1" else ""
            yield f'{{ lattice = "{lattice}", turns = {list(begun)}{said} }}'


def verdict(folder: Path, polygon: str, look: str, makers: tuple[Maker, ...]) -> str:
    """Return what is said of a set of four tiles: the codes of what is wrong, or why it cannot be, without numbers."""
    file = folder / "own.toml"
    file.write_text(
        f'[set]\ntitle = "own"\n[[shape]]\nname = "tile"\npolygon = {polygon}\nlabels = {{ {LABELS[look]} }}\n'
        f'look = "{look}"\ncopies = 4\n[rule]\nmatch = "equal"\n'
    )
    try:
        findings, _ = Workshop(settle(Request("set", {"set_file": str(file)}))).prove(makers)
    except InputError as refusal:
        return "refused: " + re.sub(r"[\d.]+", "N", str(refusal))
    wrong = sorted(finding.code for finding in findings if has_errors([finding]))
    return ", ".join(wrong) or "proved"


@pytest.mark.parametrize(("name", "look"), [("ell", "wedges"), ("hat", "ribbons")])
def test_some_outlines_are_judged_alike_wherever_they_begin(tmp_path: Path, name: str, look: str) -> None:
    every = [*walks(name)]
    some = [every[0], every[4], every[-3]]
    assert {verdict(tmp_path, one, look, (Maker.PAPER,)) for one in some} == {"proved"}
