"""Plates, grams and hours, sheets and metres of cut, that a set takes with every option of every game.

    python benchmarks/machines.py                         every option of every game
    python benchmarks/machines.py triomino quomino        of these
    python benchmarks/machines.py --before FOLDER         and beside it what another checkout takes
    python benchmarks/machines.py --write                 and put the table into benchmarks/README.md

Read from what `make --dry-run` says, of a Prusa MK4 in colours and with one nozzle, and of a laser. What a design makes
and its bill are compared by `tests/test_bill.py`, hours with a slicer's by `estimates.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from measuring import ROOT, Figure, empty, program, report, run, surroundings, table
from tried import Values, options, wishes

TRIED: dict[str | tuple[str, str], Values] = {
    "colours": (2, 4), "highest": (4, 9), "size": (6, 12), "count": (4, 24), "edge": (24,), "thickness": (3, 6),
    "stripe": (), "clearance": (0.2,), "kerf": (0.2,), "tabs": ("2x0.5",), "tack": (10,), "tack_depth": (),
    ("quasimino", "edge"): (36,), ("quasimino", "stripe"): (2.9,), ("quasimino", "clearance"): (0.15,),
    "profiles": ("bambu-a1-mini", "prusa-xl", "xtool-s1"), "storage": ("tray", "rack", "box"),
    ("majomino", "size"): (3, 7), ("majomino", "storage"): ("tray", "box"), ("quomino", "storage"): ("tray", "box"),
    ("quomino", "board_by"): ("printer", "laser"),
}  # fmt: skip
OF_PAPER = {"bleed", "dpi", "back_offset", "flip", "seed", "per_page"}
PRINT = re.compile(r"Print \(.*, in (colours|relief).*\): (\d+) plates?, about (\d+) g .*, about (\d+) hours?$")
CUT = re.compile(r"Cut: (\d+) sheets? .*, ([\d.]+) m cut,")


def taken(game: str, typed: Sequence[str], checkout: Path) -> list[float | str]:
    """Return plates, g and h in colours, the same with one nozzle, and sheets and m of cut; dashes for what a set does
    not have, or where the checkout refuses the option."""
    formats = "3mf" if "--touch" in typed else "3mf,svg"
    words = ("make", game, "--dry-run", "--format", formats, "--extras", "relief", *typed)
    found: dict[str, list[float | str]] = {"colours": ["–"] * 3, "relief": ["–"] * 3, "cut": ["–"] * 2}
    with empty() as folder:
        try:
            told = run(program(*words), surroundings(checkout), folder).output.splitlines()
        except SystemExit as refused:
            print(game, *typed, str(refused).splitlines()[-1], file=sys.stderr)
            told = []
    for line in told[::-1]:  # the first of several printers stays
        if print_ := PRINT.match(line):
            way, *figures = print_.groups()
            found[way] = [*map(int, figures)]
        elif cut := CUT.match(line):
            found["cut"] = [int(cut[1]), float(cut[2])]
    return [figure for figures in found.values() for figure in figures]


def main() -> int:
    """Ask what sets take, and print it."""
    asked = wishes(__doc__)
    rows: list[tuple[object, ...]] = []
    mute: list[str] = []
    for game in asked.games:
        for typed in ([], *options(game, TRIED, OF_PAPER)):
            now = taken(game, typed, ROOT)
            mute += [f"{game} {' '.join(typed)}"] if set(now) == {"–"} else []
            was = taken(game, typed, asked.before) if asked.before else now
            cells = (str(new) if old == new else f"{old} → {new}" for old, new in zip(was, now, strict=True))
            rows.append((game, " ".join(typed) or "plain", *cells))
    print(*mute, sep="\n", file=sys.stderr)
    head = ("game", "option", "plates", "g", "h", "plates, one nozzle", "g", "h", "sheets", "m cut")
    figures = [Figure("options of which nothing is told", len(mute), most=0)]
    return report(figures, asked.json, asked.write, table(head, rows))


if __name__ == "__main__":
    sys.exit(main())
