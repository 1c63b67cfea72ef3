"""Can the colours be told apart: by eyes of every kind, and without any colour at all?

Differences are ΔE00, see `quasiprint.checks.vision`. Without colour the patterns decide, by the areas that they ink.
"""

from __future__ import annotations

from quasiprint.checks.vision import SEEN, difference, least_difference
from quasiprint.model.face import Mark
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Ink, Palette

LEAST = 10.0  # ΔE00: under this, two areas that do not touch are easily taken for one colour


def colours(game_set: GameSet) -> list[Finding]:
    """Check the colours that the set uses, and that of its bodies, against one another."""
    used = sorted({m.colour for p in game_set.pieces for m in p.face.marks if m.colour is not None})
    return [*palette_findings(game_set.palette, tuple(used)), *patterns(game_set)]


def boldest(palette: Palette) -> Ink:
    """Return the ink that differs most from the body, to the kind of eyes that tell them apart worst."""
    return max(palette.inks, key=lambda ink: min(difference(palette.body, ink.rgb, vision) for vision in SEEN))


def palette_findings(palette: Palette, used: tuple[int, ...]) -> list[Finding]:
    """Return a finding for each kind of vision for which two colours look alike."""
    rgbs = (palette.body, *(palette.inks[k].rgb for k in used))
    findings: list[Finding] = []
    if len(rgbs) < 2:
        return findings
    for vision in SEEN:
        least, a, b = least_difference(rgbs, vision)
        if least < LEAST:
            findings.append(
                error(
                    "colours-alike",
                    f"palette {palette.name}",
                    f"{a} and {b} differ by {least:.1f} (ΔE00) in {vision} vision; at least {LEAST:g} is needed",
                    "choose another palette, or other colours in it",
                )
            )
    return findings


def patterns(game_set: GameSet) -> list[Finding]:
    """Check that marks of different labels in the same place ink different areas."""
    findings: list[Finding] = []
    drawn: dict[tuple[object, ...], int | None] = {}
    seen: set[tuple[str, Mark]] = set()
    said: set[tuple[int | None, int | None]] = set()
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if not mark.ink or (piece.shape, mark) in seen:
                continue
            seen.add((piece.shape, mark))
            first = drawn.setdefault((piece.shape, mark.slot, mark.ink), mark.label)
            if first != mark.label and (first, mark.label) not in said:
                said.add((first, mark.label))
                findings.append(
                    error(
                        "patterns-alike",
                        f"labels {first} and {mark.label}",
                        f"both are drawn with the same areas (pattern {mark.pattern!r}); in greyscale and by touch "
                        "they are one",
                        "give each colour its own pattern",
                    )
                )
    return findings
