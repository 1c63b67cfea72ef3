"""Hours and grams of every default plate beside what PrusaSlicer says with the vendor's own profiles; and its tower.

    python benchmarks/estimates.py [GAME …]
    python benchmarks/estimates.py --printer mk2.5s GAME
    python benchmarks/estimates.py --write      and put the tables into benchmarks/README.md

Each 3MF for PrusaSlicer is sliced where its pieces lie, with the profiles that come with it, as they are: of an MK3S
with an MMU2S in layers of 0.2 mm, or of another printer that is named; plates in relief with those of an MK3S of one
filament. The last columns are counted in the G-code: strokes of parts within the hull of the tower, and paths of the
tower that meet a part. A plate takes up to two minutes; needs `prusa-slicer` and the extra ``test``. The limits: hours
within 15 % on every plate, and no stroke in a tower.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from measuring import Figure, arguments, report, table  # noqa: E402 - it lies beside this script

GAMES = ("quasimino", "triomino", "majomino", "quomino")
MOST = 15.0  # %


def rows_of(game: str, printer: str, folder: Path) -> list[tuple[object, ...]]:
    """Return a row for each plate for PrusaSlicer, in colours and in relief: its name, hours and grams told and sliced,
    the tower's grams, strokes in the tower, and its paths on parts."""
    from shipped import PRINTERS, SINGLE, said, sliced
    from test_towers import plates_of, sliced_faults

    found: list[tuple[object, ...]] = []
    for plate, bill in plates_of(game, "relief"):
        shipped = SINGLE if plate.relief else PRINTERS[printer]
        if plate.place:
            faults = dict(fault.split(": ") for fault in sliced_faults(plate, folder, shipped))
            gcode = (folder / "plate.gcode").read_text(encoding="utf-8")
            tower: tuple[object, ...] = faults.get("inside", 0), faults.get("crossing", 0)
        else:
            gcode, tower = sliced(plate.content, folder, shipped), ("", "")
        found.append((game, plate.name, bill.hours, bill.grams, *said(gcode), bill.tower or "", *tower))
    return found


def main() -> int:
    """Slice the plates, print what both say, and return whether a limit is broken."""
    from shipped import PRINTERS

    parser = arguments(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--printer", choices=PRINTERS, default="mk3s")
    asked = parser.parse_args()
    rows: list[tuple[object, ...]] = []
    figures: list[Figure] = []
    for game in asked.games or GAMES:
        worst = [0.0, 0.0]
        strokes = 0
        with tempfile.TemporaryDirectory() as empty:
            for name, plate, hours, grams, their_hours, their_grams, *tower in rows_of(
                game, asked.printer, Path(empty)
            ):
                off = [100 * (float(a) / float(b) - 1) for a, b in ((hours, their_hours), (grams, their_grams))]
                worst = [max(one, abs(other)) for one, other in zip(worst, off, strict=True)]
                strokes += sum(int(count) for count in tower[1:] if count != "")
                told = f"{hours:.2f}", f"{their_hours:.2f}", f"{off[0]:+.1f}"
                weighs = f"{grams:.1f}", f"{their_grams:.1f}", f"{off[1]:+.1f}"
                rows.append((name, plate, *told, *weighs, *tower))
        figures.append(Figure(f"{game}, hours off at most, %", round(worst[0], 1), most=MOST))
        figures.append(Figure(f"{game}, grams off at most, %", round(worst[1], 1), most=MOST))
        figures.append(Figure(f"{game}, strokes in towers and paths of towers on parts", strokes, most=0))
    head = ("game", "plate", "hours", "PrusaSlicer", "off, %", "g", "PrusaSlicer", "off, %")
    head += ("tower, g", "strokes in it", "on parts")
    return report(figures, asked.json, asked.write, table(head, rows))


if __name__ == "__main__":
    sys.exit(main())
