"""Default sets packed into their trays, body by body, and trays, lids and racks sliced one by one.

    python benchmarks/storage.py [GAME …]
    python benchmarks/storage.py --write      and put the tables into benchmarks/README.md

What lies in a tray, and the lid on it, may share no space with it: manifold3d measures what each two bodies share. Each
part is sliced as it lies on a plate of its own, with the shipped profiles of an MK3S, without supports; hours and
grams stand beside those of the bill. Takes some minutes; needs `prusa-slicer`. Limits: nothing shared, hours
within 15 % as for other plates.
"""

from __future__ import annotations

import json
import sys

from measuring import ROOT, Figure, arguments, empty, fresh, program, report, run, table

sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

STORAGE = {"quasimino": "tray,rack", "triomino": "tray,rack", "majomino": "tray", "quomino": "tray"}
MOST = 15.0  # %
THIRD = 100 / 3  # %


def packed_into(game: str) -> tuple[float, int, dict[str, tuple[float, ...]]]:
    """Return what things share with trays and lids, mm³, how many lie in trays, and the sizes of all parts, mm."""
    from packing import packed, shared, solids

    from quasiprint.api import design

    held = design(game, storage=STORAGE[game].split(",")).as_made_by("printer")
    bodies = solids(held)
    kept = [thing for thing in held.accessories if thing.storage]
    lid = next(thing for thing in kept if thing.kind == "tray-lid")
    volume, count = 0.0, 0
    for tray in kept:
        above = bodies[lid.id].translate((0.0, 0.0, tray.face.thickness or 0.0))
        for thing in packed(tray, bodies):
            volume += shared(bodies[tray.id], thing) + shared(above, thing)
            count += 1
        if tray.stacks:
            volume += shared(bodies[tray.id], above)
    boxes = {thing.id: bodies[thing.id].bounding_box() for thing in kept}
    return volume, count, {id: (box[3] - box[0], box[4] - box[1], box[5] - box[2]) for id, box in boxes.items()}


def pieces(game: str) -> float:
    """Return what a set without storage weighs, g, as its bill says."""
    from quasiprint.api import design

    return design(game).foresee().bill.ways[0].grams


def main() -> int:
    """Pack, slice, print figures, and return whether a limit is broken."""
    from shipped import SINGLE, said, sliced

    parser = arguments(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    rows: list[tuple[object, ...]] = []
    figures: list[Figure] = []
    with empty() as folder:
        for game in asked.games or STORAGE:
            volume, count, sizes = packed_into(game)
            figures.append(Figure(f"{game}, shared by {count} things, trays and lid, mm³", round(volume, 3), most=0.01))
            worst, kept = 0.0, 0.0
            for id, size in sizes.items():
                target = fresh(folder)
                options = ("--storage", STORAGE[game], "--only", id, "--format", "3mf")
                run(program("make", game, "-o", target, *options))
                ways = json.loads((target / "manifest.json").read_bytes())["bill"]["ways"]
                (plate,) = next(way["plates"] for way in ways if "prusa" in way["slicers"])
                content = (target / "3mf" / f"{plate['name']}-prusa.3mf").read_bytes()
                hours, grams = said(sliced(content, folder, SINGLE))
                kept += grams * id.startswith("tray")
                worst = max(worst, abs(100 * (plate["hours"] / hours - 1)))
                box = " × ".join(f"{side:.0f}" for side in size)
                told = sum(spool["grams"] for spool in plate["spools"])
                rows.append((game, id, box, f"{plate['hours']:.1f}", f"{hours:.1f}", f"{told:.0f}", f"{grams:.0f}"))
            figures.append(Figure(f"{game}, hours off at most, %", round(worst, 1), most=MOST))
            share = 100 * kept / pieces(game)
            figures.append(Figure(f"{game}, trays and lid, % of the pieces' weight", round(share, 1), most=THIRD))
    head = ("game", "part", "size, mm", "hours", "PrusaSlicer", "g", "PrusaSlicer")
    return report(figures, asked.json, asked.write, table(head, rows))


if __name__ == "__main__":
    sys.exit(main())
