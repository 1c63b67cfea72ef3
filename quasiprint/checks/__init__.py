"""What must be true of any set, whatever the game: a set comes in, findings and counted facts go out.

Begin with `check_set`; then well_formed.py (geometry), marks.py (what is drawn) and completeness.py (three counts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quasiprint.model.finding import Finding
    from quasiprint.model.game import Facts
    from quasiprint.model.piece import GameSet

    Law = Callable[[GameSet], Iterable[Finding]]


def check_set(game_set: GameSet) -> tuple[list[Finding], Facts]:
    """Run every check that needs no rules of a game; return findings and counted facts.

    Of any set: how it was made, strokes, gaps, colours, patterns and backs. Of a set that is complete under a symmetry
    also its completeness, its outlines, and whether marks agree with labels.
    """
    from quasiprint.checks.colour import colours
    from quasiprint.checks.completeness import completeness
    from quasiprint.checks.containers import check_boxes, check_containers, check_lids, check_racks
    from quasiprint.checks.fit import budget, loose
    from quasiprint.checks.marks import backs, corners, features, handedness, joins, outlines, spacing, touch
    from quasiprint.exact.orbit import Labelled

    findings = list(game_set.findings)
    facts: dict[str, object] = {}
    if isinstance(game_set.composition, Labelled):
        wrong, facts["counts"] = completeness(game_set)
        findings += wrong
        findings += outlines(game_set)
        findings += (joins if game_set.labelled.marking.at == "edge" else corners)(game_set)
        findings += handedness(game_set)
    laws: tuple[Law, ...] = (
        spacing,
        backs,
        features,
        colours,
        loose,
        check_containers,
        check_lids,
        check_racks,
        check_boxes,
    )
    for check in laws:
        findings += check(game_set)
    if game_set.measures.touch:
        findings += touch(game_set)
    if fit := budget(game_set):
        facts["fit"] = {game_set.measures.process: fit.as_facts()}
    return findings, facts
