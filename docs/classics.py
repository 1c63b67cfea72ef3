"""Draw the pictures of the sets in examples/sets: some tiles of each, as the set's own faces show them.

python docs/classics.py        writes docs/pictures/classics/*.svg
"""

from __future__ import annotations

import re
from pathlib import Path

from quasiprint.documents import pictures
from quasiprint.drawing.face_shapes import Scene, in_rows, place_face
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.face import decimal

HERE = Path(__file__).parent
SETS = HERE.parent / "examples" / "sets"
PICTURES = HERE / "pictures" / "classics"
SHOWN = 8  # tiles of a set
WIDE = 190.0  # mm


def drawn(file: Path) -> str:
    """Return some tiles of a set file's set, evenly taken from all, as SVG."""
    held = Build(settle(Request("set", {"set_file": str(file)}))).set(Process.PAPER)
    number = min(SHOWN, len(held.pieces))
    inks = [ink.rgb for ink in held.palette.inks]
    taken = [held.pieces[k * len(held.pieces) // number] for k in range(number)]
    tiles = [Scene(place_face(piece.face, inks, 0.0, 0.0)) for piece in taken]
    picture = pictures.svg(in_rows(tiles, {"tiles": number}, 5.0, 2.0, WIDE))
    # a hundredth of a millimetre is enough for a page
    return re.sub(r"[0-9]+\.[0-9]{3,}", lambda found: decimal(float(found[0]), 2), picture)


def main() -> None:
    """Write a picture of each set."""
    PICTURES.mkdir(exist_ok=True)
    for file in sorted(SETS.glob("*.toml")):
        (PICTURES / f"{file.stem}.svg").write_text(drawn(file), encoding="utf-8")


if __name__ == "__main__":
    main()
