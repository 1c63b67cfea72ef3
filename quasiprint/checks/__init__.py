"""What must be true of any set, whatever the game: laws that return findings."""

from __future__ import annotations

from quasiprint.model.finding import Finding
from quasiprint.model.game import Facts
from quasiprint.model.piece import GameSet, Labelled


def check_set(held: GameSet) -> tuple[list[Finding], Facts]:
    """Run every check that needs no rules of a game; return findings and counted facts."""
    from quasiprint.checks.colour import colours
    from quasiprint.checks.completeness import completeness
    from quasiprint.checks.corners import corners
    from quasiprint.checks.edges import joins
    from quasiprint.checks.marks import backs, handedness, spacing
    from quasiprint.checks.printability import features, outlines

    if not isinstance(held.composition, Labelled):
        return [], {}
    findings, counts = completeness(held)
    standing = joins if held.labelled.marking.at == "edge" else corners
    for check in (outlines, standing, handedness, spacing, backs, features, colours):
        findings += check(held)
    return findings, {"counts": counts}
