"""Draw the pictures of the site's tutorials, how-to pages and examples, from what the program makes.

    python docs/site_pictures.py       writes docs/pictures/*.png

Needs the test extra (PyMuPDF turns drawings into PNG).
"""

from __future__ import annotations

import io
import math
import sys
import zipfile
from types import SimpleNamespace

import pymupdf
from pictures import HERE, PICTURES, flat, packed, picture, saved, view
from PIL import Image

from quasiprint import formats
from quasiprint.addons.designer.edge_tiles import edge_tiles
from quasiprint.cli import main as command_line
from quasiprint.cli.chosen import requests
from quasiprint.make.run import settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.game import Brief
from quasiprint.model.piece import GameSet
from quasiprint.solids.build import solid_piece
from quasiprint.solids.mesh import meshes

EXAMPLES = HERE.parent / "examples"
BODY = "#f2efe8"
PLAIN = "#c9b58f"
MM = 72 / 25.4  # points of a page
SPIN = math.radians(18)


def shop(line: str) -> Build:
    """Return the workshop of a command: `make` and its words."""
    context = command_line.make_context("quasiprint", line.split())
    _, command, words = command_line.resolve_command(context, [*context._protected_args, *context.args])
    assert command is not None
    (request,) = requests(command.make_context(command.name, words, parent=context))
    return Build(settle(request))


def example(name: str) -> Build:
    """Return the workshop of an example's project file."""
    return shop(f"make --project {EXAMPLES / name}.toml")


def pages(of: Build, path: str) -> pymupdf.Document:
    """Return a PDF of a set."""
    made = {output.path: output.content for output in formats.load("pdf").files(of.pages)}
    return pymupdf.open(stream=made[path], filetype="pdf")


def sheet(of: Build, path: str, line: float = 0.4) -> pymupdf.Page:
    """Return a sheet of a set. The beam's lines are drawn wide enough to be seen: line, in mm."""
    made = {output.path: output.content for output in formats.load("svg").files(of.drawings)}
    text = made[path].decode().replace('stroke-width:0.1"', f'stroke-width:{line}"')
    return pymupdf.open(stream=text.encode(), filetype="svg")[0]


def millimetres(left: float, top: float, right: float, bottom: float) -> pymupdf.Rect:
    """Return a part of a page of paper. Lengths: mm, y down."""
    return pymupdf.Rect(left * MM, top * MM, right * MM, bottom * MM)


def solids(name: str, held: GameSet, ids: tuple[str, ...], step: float, relief: bool = False) -> None:
    """Pieces as solids, side by side, the distance of their centres in mm; relief: as one nozzle prints them."""
    pieces = {piece.id: piece for piece in (*held.pieces, *held.accessories)}
    inks, body = held.palette.inks, ""
    for k, each in enumerate(ids):
        built = solid_piece(each, pieces[each].shape, pieces[each].face, held.measures)
        mesh = meshes((built,))
        shown = [(mesh[part.key], BODY if part.colour is None else inks[part.colour].rgb) for part in built.parts]
        if relief:
            shown = [(mesh[built.relief.key], PLAIN)]
        body += f'<g transform="translate({step * (k + 0.5)} {0.42 * step})">{view(shown, SPIN)}</g>'
    picture(name, step * len(ids), 0.78 * step, body, 900)


def row(name: str, held: GameSet, ids: tuple[str, ...], step: float, height: float) -> None:
    """Faces of pieces, side by side. step: the distance of their centres, mm."""
    pieces = {piece.id: piece for piece in held.pieces}
    body = "".join(
        f'<g transform="translate({step * (k + 0.5)} {height / 2})">{flat(pieces[each], held)}</g>'
        for k, each in enumerate(ids)
    )
    picture(name, step * len(ids), height, body, 900)


def paper() -> None:
    """What the tutorial for paper shows: a page, its back, its ruler, the list to tick."""
    of = shop("make quasimino --format pdf")
    tiles = pages(of, "pdf/tiles-a4-colour.pdf")
    saved(tiles[1], "tiles-a4-back", 480)
    saved(tiles[0], "ruler", 700, millimetres(0, 262, 160, 297))
    saved(pages(of, "pdf/inventory-a4.pdf")[0], "inventory", 480)


def printer() -> None:
    """What the tutorial for printers shows: a tile in three finishes, and the plate."""
    for finish in ("recessed", "raised", "inlaid"):
        solids(
            f"triomino-{finish}", shop(f"make triomino --finish {finish}").set(Process.PRINTER), ("0-1-2", "3-4-5"), 46
        )
    of = shop("make triomino --format 3mf")
    made = {output.path: output.content for output in formats.load("3mf").files(of.solids)}
    with zipfile.ZipFile(io.BytesIO(made["3mf/plate-1-prusa.3mf"])) as opened:
        shown = Image.open(io.BytesIO(opened.read("Metadata/thumbnail.png"))).convert("RGBA")
    ground = Image.new("RGBA", shown.size, "#f4f1ea")
    (PICTURES / "plate.png").write_bytes(packed(Image.alpha_composite(ground, shown).convert("RGB")))


def laser() -> None:
    """What the tutorial for lasers shows: the sheet, the jig for backs, and what kerf does."""
    of = shop("make triomino --format svg --profile k40-whisperer --cut shared --kerf 0.18")
    saved(sheet(of, "svg/sheet-1.svg"), "laser-sheet", 900)
    saved(sheet(of, "svg/corner-jig.svg", 1.2), "corner-jig", 600)
    kerf()


def kerf() -> None:
    """Two tiles side by side, cut with a beam that is wider than the drawing allows for, as wide, and narrower."""
    body = ""
    for k, (said, off) in enumerate((("loose", 1.4), ("fits", 0.0), ("tight", -1.4))):
        x = 10 + 62 * k
        for n, side in enumerate((-1, 1)):
            left = x + 22 * n + (off * (1 if side > 0 else -1))
            body += (
                f'<rect x="{left:.2f}" y="8" width="20" height="20" fill="#e2c79b" stroke="#8a5a2b" stroke-width=".5"/>'
            )
        body += f'<text x="{x + 21}" y="37" font-size="5" text-anchor="middle" font-family="sans-serif">{said}</text>'
    picture("kerf", 186, 42, body, 900)


def examples() -> None:
    """A picture for each example."""
    four = example("four-colours").set(Process.PRINTER)
    row("example-four-colours", four, ("thick-0123", "thick-0213", "thin-0123", "thick-3333", "thin-0033"), 66, 44)
    saved(sheet(example("birch-ply"), "svg/sheet-1.svg"), "example-birch-ply", 700)
    saved(pages(example("majomino-booklet"), "pdf/sheets-a4.pdf")[0], "example-majomino-booklet", 480)
    saved(sheet(example("majomino-plywood"), "svg/sheet-1.svg"), "example-majomino-plywood", 700)
    travel = example("quomino-travel").set(Process.PRINTER)
    solids("example-quomino-travel", travel, tuple(piece.id for piece in (travel.pieces[0], travel.pieces[-1])), 54)
    by_touch = example("triomino-by-touch").set(Process.PRINTER)
    row("example-triomino-by-touch", by_touch, ("0-1-2", "1-3-5", "2-3-4", "4-4-5"), 58, 54)
    solids("example-triomino-deluxe", example("triomino-deluxe").set(Process.PRINTER), ("1-2-3", "0-4-5"), 48)
    macmahon()


def macmahon() -> None:
    """MacMahon's squares, edges that meet in one colour, in a rectangle with one colour all around."""
    sys.path.insert(0, str(EXAMPLES / "macmahon"))
    from quasiprint_macmahon.squares import SHAPE, design, face

    usual = shop("make triomino").set(Process.PAPER)
    held = design(Brief({"colours": 3}, usual.measures, shop("make quasimino").set(Process.PAPER).palette))
    solved = EXAMPLES / "macmahon/quasiprint_macmahon/example.json"
    edge, body = held.measures.size.edge, ""
    for tile in edge_tiles(solved.read_bytes(), SHAPE):
        drawn = SimpleNamespace(face=face((*tile.edges[3:], *tile.edges[:3]), held.palette, held.measures))
        x, y = edge * (tile.cell[0] + 0.5) + 6, edge * (3.5 - tile.cell[1]) + 6
        body += f'<g transform="translate({x} {y})">{flat(drawn, held)}</g>'
    picture("example-macmahon", 6 * edge + 12, 4 * edge + 12, body, 600)


def main() -> None:
    """Write all of these pictures."""
    paper()
    printer()
    laser()
    examples()


if __name__ == "__main__":
    main()
