"""Draw the pictures of the README and of the gallery from the same geometry as the files.

    python docs/pictures.py       writes docs/pictures/*.png

Those of tutorials and examples are drawn by `site_pictures.py`.

Needs the test extra (PyMuPDF turns drawings into PNG).
"""

from __future__ import annotations

import io
import json
import math
from pathlib import Path

import pymupdf
from PIL import Image

from quasiprint import formats
from quasiprint.documents.rulebook import Edition
from quasiprint.drawing.palettes import outline_of
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino.design import corners
from quasiprint.games.quomino.rules import COVERED, DEAD, FIRST, LAST, GameState, Move
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.face import Ring
from quasiprint.model.piece import GameSet, Piece, Value
from quasiprint.model.solid import Mesh, Surface
from quasiprint.solids.build import solid_piece
from quasiprint.solids.mesh import meshes

HERE = Path(__file__).parent
PICTURES = HERE / "pictures"
HEXAGONS = HERE.parent / "tests" / "data" / "triomino-9-hexagons.json"
LAYOUT = HERE.parent / "tests" / "data" / "quasimino-75.json"
GROUND = "#f4f1ea"
BRASS = "#c9a03a"
LIGHT = (-0.35, -0.5, 0.79)
HEAVIEST = 150_000  # bytes of a picture: a page of ten is read on a telephone, too


def made(process: Process, game: str = "quasimino", **parameters: Value) -> GameSet:
    """Return a set as a process makes it, with the default profiles."""
    return Build(settle(Request(game, parameters))).set(process)


def data(rings: tuple[Ring, ...]) -> str:
    """Return SVG path data, y down."""
    return "".join("M" + "L".join(f"{x:.3f},{-y:.3f}" for x, y in ring) + "Z" for ring in rings)


def flat(piece: Piece, held: GameSet, cut: str = "#8a8577") -> str:
    """Return a tile's face as SVG, its centre at the origin."""
    parts = [f'<path d="{data((piece.face.outline,))}" fill="#fff" stroke="{cut}" stroke-width=".25"/>']
    for mark in piece.face.marks:
        rgb = "#222222" if mark.colour is None else held.palette.inks[mark.colour].rgb
        if mark.label is None:
            rgb = BRASS
        line = outline_of(rgb, "#FFFFFF")
        around = f' stroke="{line}" stroke-width=".15"' if line else ""
        parts += [f'<path d="{data(region.rings)}" fill="{rgb}"{around} fill-rule="evenodd"/>' for region in mark.ink]
    return "".join(parts)


def picture(name: str, width: float, height: float, body: str, pixels: int) -> None:
    """Write an SVG drawing (mm) as PNG, so many pixels wide."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><rect width="{width}" height="{height}" fill="{GROUND}"/>{body}</svg>'
    )
    page = pymupdf.open(stream=svg.encode(), filetype="svg")[0]
    saved(page, name, pixels)


BOOK = 300  # points: how wide a cover stands on the shelf


def saved(page: pymupdf.Page, name: str, pixels: int, part: pymupdf.Rect | None = None) -> None:
    """Write a page, or a part of it, as PNG of few colours, so many pixels wide. Raises ValueError for a heavy one."""
    zoom = pixels / (part or page.rect).width
    drawn = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), clip=part)
    content = packed(Image.frombytes("RGB", (drawn.width, drawn.height), drawn.samples))
    if len(content) > HEAVIEST:
        raise ValueError(f"picture {name}: found {len(content)} bytes, allowed are up to {HEAVIEST}")
    (PICTURES / f"{name}.png").write_bytes(content)
    print(f"wrote {name}.png, {len(content) / 1000:.0f} kB")


def packed(image: Image.Image) -> bytes:
    """Return a picture as PNG with a palette of its own: a third of the bytes, and no difference to be seen."""
    kept = io.BytesIO()
    image.quantize(128, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def tiles() -> None:
    """A handful of tiles of both shapes."""
    held = made(Process.LASER)
    rows = (
        ("thick", ("0012", "0102", "0121", "1220", "0000"), 46, 34),
        ("thin", ("0012", "0121", "1122", "0202"), 59, 24),
    )
    body, y = "", 4.0
    pieces = {piece.id: piece for piece in held.pieces}
    for shape, names, step, height in rows:
        y += height / 2
        x = (244 - step * (len(names) - 1)) / 2
        for name in names:
            found = next(p for p in pieces.values() if p.shape == shape and "".join(map(str, p.marks)) in _turns(name))
            body += f'<g transform="translate({x} {y})">{flat(found, held)}</g>'
            x += step
        y += height / 2 + 2
    picture("tiles", 244, y + 2, body, 1180)


def _turns(name: str) -> tuple[str, str]:
    return name, name[2:] + name[:2]


def poster() -> None:
    """The layout in which all 90 tiles cover 75 vertices."""
    held = made(Process.LASER)
    pieces = {piece.id: piece for piece in held.pieces}
    body, xs, ys = "", [], []
    for entry in json.loads(LAYOUT.read_text(encoding="utf-8"))["tiles"]:
        shape, name = entry["tile"].split("-")
        canonical = min(_turns(name))
        turn = 36 * entry["turn"] + (180 if canonical != name else 0)
        ring = [p.to_xy() for p in corners(shape, Zeta(*entry["corner"]), entry["turn"])]
        x, y = (30 * sum(axis) / 4 for axis in zip(*ring, strict=True))
        xs.append(x)
        ys.append(-y)
        tile = flat(pieces[f"{shape}-{canonical}"], held)
        body += f'<g transform="translate({x:.4f} {-y:.4f}) rotate({-turn})">{tile}</g>'
    width, height = max(xs) - min(xs) + 64, max(ys) - min(ys) + 64
    shift = f"translate({32 - min(xs):.3f} {32 - min(ys):.3f})"
    picture("layout-75", round(width, 1), round(height, 1), f'<g transform="{shift}">{body}</g>', 1080)


def project(v: tuple[float, float, float], spin: float) -> tuple[float, float, float]:
    """Return a point seen from the front and above: x, y on the picture, and depth."""
    c, s = math.cos(spin), math.sin(spin)
    x, y = v[0] * c - v[1] * s, v[0] * s + v[1] * c
    tilt = math.radians(38)
    return x, -(y * math.sin(tilt) + v[2] * math.cos(tilt)), y * math.cos(tilt) - v[2] * math.sin(tilt)


def view(bodies: list[tuple[Mesh, str]], spin: float) -> str:
    """Return meshes as shaded triangles, the farthest first."""
    drawn = []
    for mesh, rgb in bodies:
        base = [int(rgb[k : k + 2], 16) for k in (1, 3, 5)]
        for surface in mesh.surfaces:
            for facet in surface.triangles:
                (ax, ay, az), (bx, by, bz), (cx, cy, cz) = facet
                n = (
                    (by - ay) * (cz - az) - (bz - az) * (cy - ay),
                    (bz - az) * (cx - ax) - (bx - ax) * (cz - az),
                    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax),
                )
                size = math.hypot(*n) or 1.0
                light = sum(a * b for a, b in zip(n, LIGHT, strict=True)) / size
                shade = 0.55 + 0.35 * max(0.0, light) + 0.1 * min(1.6, min(v[2] for v in facet) - 3.4)
                points = [project(v, spin) for v in facet]
                (px, py, _), (qx, qy, _), (rx, ry, _) = points
                if (qx - px) * (ry - py) - (qy - py) * (rx - px) >= 0:
                    continue  # seen from behind
                depth = max(p[2] for p in points) + 1e-3 * sum(p[2] for p in points)
                fill = "#" + "".join(f"{min(255, round(shade * max(c, 38))):02x}" for c in base)
                path = "L".join(f"{x:.3f},{y:.3f}" for x, y, _ in points)
                drawn.append((-max(v[2] for v in facet), depth, f'<path d="M{path}Z" fill="{fill}" stroke="{fill}"/>'))
    drawn.sort(key=lambda t: (-t[0], -t[1]))
    return '<g stroke-width=".15" stroke-linejoin="round">' + "".join(t[2] for t in drawn) + "</g>"


def solids() -> None:
    """Two tiles as solids: inlaid in colours, and in relief for one filament."""
    held = made(Process.PRINTER)
    pieces = {piece.id: piece for piece in held.pieces}
    body = ""
    spin = math.radians(18)
    for k, name in enumerate(("thick-0012", "thin-0121")):
        built = solid_piece(name, pieces[name].shape, pieces[name].face, held.measures)
        mesh = meshes((built,))
        inks = held.palette.inks
        inlaid = [(mesh[p.key], "#f2efe8" if p.colour is None else inks[p.colour].rgb) for p in built.parts]
        y = 20 + 31 * k
        body += f'<g transform="translate(36 {y})">{view(inlaid, spin)}</g>'
        body += f'<g transform="translate(102 {y})">{view([(mesh[built.relief.key], "#c9b58f")], spin)}</g>'
    picture("solids", 138, 70, body, 1180)


def files() -> None:
    """A laser sheet and a page to print, as they are in the set's own files."""
    shop = Build(settle(Request("quasimino", {})))
    sheets = {output.path: output.content for output in formats.load("svg").files(shop.drawings)}
    sheet = sheets["svg/sheet-1.svg"].decode().replace('viewBox="0 0 600 300"', 'viewBox="0 0 280 300"')
    page = pymupdf.open(stream=sheet.replace('width="600mm"', 'width="280mm"').encode(), filetype="svg")[0]
    saved(page, "laser", 560)
    books = {output.path: output.content for output in formats.load("pdf").files(shop.pages)}
    saved(pymupdf.open(stream=books["pdf/tiles-a4-colour.pdf"], filetype="pdf")[0], "tiles-a4-colour", 480)
    boards = Build(settle(Request("majomino", {"distinct": True})))
    books = {output.path: output.content for output in formats.load("pdf").files(boards.pages)}
    saved(pymupdf.open(stream=books["pdf/sheets-a4.pdf"], filetype="pdf")[0], "sheets-a4", 480)


def books() -> None:
    """The covers of the rulebooks, a page of one, and one of a score sheet."""
    shelf = pymupdf.open()
    front = shelf.new_page(width=4 * BOOK + 3 * 20, height=BOOK * 297 / 210)
    for at, game in enumerate(("quasimino", "triomino", "majomino", "quomino")):
        book = Build(settle(Request(game, {}))).books.edition_pdf(Edition("book", "en", "a4"))
        pages = pymupdf.open(stream=book, filetype="pdf")
        left = at * (BOOK + 20)
        front.show_pdf_page(pymupdf.Rect(left, 0, left + BOOK, front.rect.height), pages, 0)
        if game == "quasimino":
            saved(next(page for page in pages if "A game played through" in page.get_text()), "rules", 480)
    saved(front, "covers", 1000)
    points = Build(settle(Request("triomino", {}))).books.sheet("en", "a4")
    saved(pymupdf.open(stream=points, filetype="pdf")[0], "scoresheet", 480)


def triominoes() -> None:
    """Tiles in the four ways to mark them."""
    rows = (
        ({}, ("0-1-2", "1-3-5", "2-3-4", "4-4-4")),
        ({"marks": "pips"}, ("0-1-2", "1-3-5", "2-3-4", "4-4-4")),
        ({"highest": 9}, ("0-6-9", "6-8-9", "5-7-8", "1-2-6")),
        ({"shape": "square", "tack": 8.0}, ("0-1-2-3", "1-2-4-5", "3-3-3-3", "0-0-5-5")),
    )
    body = ""
    for k, (parameters, names) in enumerate(rows):
        held = made(Process.PRINTER, "triomino", **parameters)
        pieces = {piece.id: piece for piece in held.pieces}
        for n, name in enumerate(names):
            x, y = 24 + 42 * (n + 4 * (k % 2)), 27 + 40 * (k // 2)
            body += f'<g transform="translate({x} {y})">{flat(pieces[name], held)}</g>'
    picture("triominoes", 342, 90, body, 1180)


def hexagons() -> None:
    """The layout in which all 56 triominoes make nine hexagons."""
    held = made(Process.LASER, "triomino")
    pieces = {piece.id: piece for piece in held.pieces}
    body, xs, ys = "", [], []
    for entry in json.loads(HEXAGONS.read_text(encoding="utf-8"))["tiles"]:
        x, y, down = entry["cell"]
        numbers, seen = list(pieces[entry["tile"]].marks), entry["corners"]
        turn = next(k for k in range(3) if numbers[-k:] + numbers[:-k] == seen)
        cx = 36 * (x + y / 2 + (1.0 if down else 0.5))
        cy = -36 * math.sqrt(3) / 2 * (y + (2 if down else 1) / 3)
        xs.append(cx)
        ys.append(cy)
        angle = 120 * turn + 180 * down
        body += f'<g transform="translate({cx:.4f} {cy:.4f}) rotate({angle})">{flat(pieces[entry["tile"]], held)}</g>'
    width, height = max(xs) - min(xs) + 60, max(ys) - min(ys) + 60
    shift = f"translate({30 - min(xs):.3f} {30 - min(ys):.3f})"
    picture("hexagons", round(width, 1), round(height, 1), f'<g transform="{shift}">{body}</g>', 900)


def majomino() -> None:
    """A board inlaid in colours and one in relief, and a marker from both sides."""
    held = made(Process.PRINTER, "majomino", board="5-2M3-P")
    spin = math.radians(18)
    inks = held.palette.inks
    (piece,), (marker,) = held.pieces, held.accessories
    board, disc = (solid_piece(t.id, t.id, t.face, held.measures) for t in (piece, marker))
    mesh = meshes((board, disc))
    inlaid = [(mesh[part.key], "#f2efe8" if part.colour is None else inks[part.colour].rgb) for part in board.parts]
    up = mesh[disc.parts[0].key]
    turned = Mesh(
        tuple(
            Surface(tuple(tuple((x, -y, 5 - z) for x, y, z in facet) for facet in surface.triangles))
            for surface in up.surfaces
        )
    )
    shown = (
        (70, 48, inlaid),
        (203, 48, [(mesh[board.relief.key], "#c9b58f")]),
        (137, 82, [(up, "#c9b58f")]),
        (137, 20, [(turned, "#c9b58f")]),
    )
    body = "".join(f'<g transform="translate({x} {y})">{view(bodies, spin)}</g>' for x, y, bodies in shown)
    picture("majomino", 273, 98, body, 1180)


def quomino() -> None:
    """A game on a printed board of 4 × 4: ominoes, a black Quomino, dead squares marked; and what lies beside it."""
    held = made(Process.PRINTER, "quomino", size=4)
    spin = math.radians(18)
    edge, top = held.measures.size.edge, held.measures.stock.thickness
    floor = next(thing for thing in held.accessories if thing.id == "board").face.thickness or top
    things = {thing.id: thing for thing in (held.pieces[0], held.pieces[-1], *held.accessories)}
    built = {
        name.split("-")[0]: solid_piece(name, thing.id, thing.face, held.measures) for name, thing in things.items()
    }
    mesh = meshes(built.values())
    inks = held.palette.inks

    def laid(kind: str, x: float, y: float, z: float, turn: int = 0, over: bool = False) -> list[tuple[Mesh, str]]:
        def put(v: tuple[float, float, float]) -> tuple[float, float, float]:
            px, py, pz = (v[0], -v[1], top - v[2]) if over else v
            for _ in range(turn):
                px, py = py, -px
            return px + x, py + y, pz + z

        return [
            (
                Mesh(tuple(Surface(tuple(tuple(map(put, f)) for f in s.triangles)) for s in mesh[part.key].surfaces)),
                {"board": "#c9b58f", "marker": "#d98b5f"}.get(kind, "#f2efe8")
                if part.colour is None
                else inks[part.colour].rgb,
            )
            for part in built[kind].parts
        ]

    game = GameState(4)
    for square, corner in ((1, 2), (9, 0), (2, 3), (8, 2), (5, 1), (13, 0), (6, 0), (11, 1), (14, 3)):
        game.do(Move(square, corner))
    bodies = laid("board", 0, 0, 0)
    for square, cell in enumerate(game.cells):
        x, y = edge * (square % 4 - 1.5), edge * (1.5 - square // 4)
        if FIRST <= cell <= LAST:
            bodies += laid("omino", x, y, floor, (cell - FIRST - 1) % 4)
        elif cell == DEAD:
            bodies += laid("marker", x, y, floor)
    if COVERED[0] in game.cells:
        first = game.cells.index(COVERED[0])
        bodies += laid("quomino", edge * (first % 4 - 1), edge * (1 - first // 4), floor)
    body = f'<g transform="translate(75 56)">{view(bodies, spin)}</g>'
    beside = laid("omino", 75, 28, 0) + laid("quomino", 82, -12, 0) + laid("quomino", 82, -66, 0, over=True)
    body += f'<g transform="translate(75 56)">{view(beside, spin)}</g>'
    picture("quomino", 205, 112, body, 1180)


def main() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    triominoes()
    hexagons()
    majomino()
    quomino()
    tiles()
    poster()
    solids()
    files()
    books()


if __name__ == "__main__":
    main()
