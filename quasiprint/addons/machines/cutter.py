"""Leaves for machines that cut paper: SVG and DXF with the lines to cut along, PNG for Cricut's app.

SVG has layers, by the names that inkscape-silhouette knows: Regmarks and Print, which it does not cut, and Cut. What
Cricut's app reads has neither transforms nor styles, which it takes in ways of its own: paths alone. Its PNG is clear
beside the pieces, so that the app cuts around each, and just as large as they are together: all that is clear around
them, the app takes off. DXF is that of AutoCAD R12, polylines and nothing else: what the free edition of Silhouette
Studio opens.

Silhouette's machines cut a page that is printed elsewhere; the lines lie as on that page, and each is cut once, with
its neighbour's. Cricut's app prints what it cuts, and cuts around all that is printed: there each piece has its whole
outline, and ends at it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from quasiprint.addons.machines.painting import INCH, dots, paint
from quasiprint.documents.pictures import path as path_of
from quasiprint.documents.sheets import NEAR, cut_marks, cut_page, leaves, on_page, runs
from quasiprint.drawing.face_shapes import front
from quasiprint.drawing.rings import side, sides
from quasiprint.errors import InputError
from quasiprint.model.face import Face, bounds, decimal, snap
from quasiprint.model.page import BookProduction, Shape
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Artefact, Placement
from quasiprint.model.profile import CutMarks, Palette, Paper

CUT, CUT_LINE = "#FF0000", 0.1  # mm
PAPER = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class CutLeaf:
    """A leaf for a machine that cuts paper. width, height: of its frame, mm. lines: to cut along, each of them once.

    marks: by which the machine finds the page. printed: what its app prints, where it does that itself: then the frame
    is no page, but what all outlines take together.
    """

    name: str
    width: float
    height: float
    lines: tuple[Shape, ...]
    marks: tuple[Shape, ...] = ()
    printed: tuple[Shape, ...] = ()


def _leaves(production: BookProduction) -> Sequence[CutLeaf]:
    """Return the leaves of a set for each paper. Raises InputError for a set that is not cut from paper."""
    found: list[CutLeaf] = []
    for paper in production.papers:
        draw = _printed if paper.marks is CutMarks.CRICUT else _cut
        for number, arrangement in enumerate(leaves(production.set, paper), 1):
            found.append(
                draw(f"tiles-{paper.name}-{number}", production.set, paper, on_page(production.set, paper, arrangement))
            )
    if not found:
        raise InputError(f"--format: found 'cutter', but nothing of {production.set.title} is cut out of paper")
    return found


def _cut(name: str, game_set: GameSet, paper: Paper, placed: Sequence[Placement]) -> CutLeaf:
    """Return a leaf printed elsewhere, with the places of its page."""
    faces, page = {item.id: item.face for item in game_set.items}, cut_page(game_set, paper, placed)
    lines = []
    for k, placement in enumerate(placed):
        rings, closed = runs(faces[placement.item].nominal, page.drawn_sides(k))
        if rings:
            lines.append(Shape(tuple(map(placement.ring, rings)), None, CUT, CUT_LINE, closed))
    marks = cut_marks(paper) if paper.marks.drawn else ()
    return CutLeaf(name, paper.width, paper.height, tuple(lines), tuple(marks))


def _printed(name: str, game_set: GameSet, paper: Paper, placed: Sequence[Placement]) -> CutLeaf:
    """Return a leaf that is printed by the app that cuts it."""
    faces = {item.id: item.face for item in game_set.items}
    left, low, right, high = bounds(tuple(place.ring(faces[place.item].nominal) for place in placed))
    moved = [replace(place, x=snap(place.x - left), y=snap(place.y - low)) for place in placed]
    drawn = {face: _front(face, game_set.palette) for face in {faces[placement.item] for placement in placed}}
    lines = (Shape((place.ring(faces[place.item].nominal),), None, CUT, CUT_LINE) for place in moved)
    printed = (
        replace(shape, rings=tuple(map(at.ring, shape.rings))) for at in moved for shape in drawn[faces[at.item]]
    )
    return CutLeaf(name, snap(right - left), snap(high - low), tuple(lines), printed=tuple(printed))


def _front(face: Face, palette: Palette) -> list[Shape]:
    """Return a front as it is printed up to its outline and no farther, the lines around its ink neither."""
    found = [Shape((face.nominal,), PAPER)]
    for shape in front(face, palette, 0.0)[1:]:
        if shape.fill is None or shape.stroke is None:
            found.append(shape)
            continue
        found.append(replace(shape, stroke=None, width=0.0))
        for ring in shape.rings:
            # a side lies on the outline if both of its ends lie on the line of an edge
            on = [
                any(all(abs(side(*edge, p)) < NEAR * math.dist(*edge) for p in ends) for edge in sides(face.nominal))
                for ends in sides(ring)
            ]
            lines, closed = runs(ring, [not is_on for is_on in on])
            if lines:
                found.append(Shape(lines, None, shape.stroke, shape.width, closed))
    return found


DECIMALS = 4
LAYER = '<g id="{0}" inkscape:groupmode="layer" inkscape:label="{0}">\n'
HEAD = "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n9\n$MEASUREMENT\n70\n1\n0\nENDSEC\n"
ENTITIES, END = "0\nSECTION\n2\nENTITIES\n", "0\nENDSEC\n0\nEOF\n"


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield the files of each leaf. Raises InputError for a set that is not cut from paper."""
    for leaf in _leaves(production):
        yield Artefact(f"cutter/{leaf.name}.svg", _svg(leaf))
        if leaf.printed:
            yield Artefact(f"cutter/{leaf.name}.png", _picture(leaf, production.dpi))
        else:
            yield Artefact(f"cutter/{leaf.name}.dxf", _dxf(leaf))


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return the text on the leaves for the set's first page."""
    all_leaves = _leaves(production)
    texts: list[str] = []
    if any(not leaf.printed for leaf in all_leaves):
        texts += [
            "  - The lines in SVG and DXF lie as on the sheet of this number in `tiles` of `pdf`. Each is cut once.",
            "    The free edition of Silhouette Studio opens DXF. All lines together have to be as large there as is",
            "    said here, and to lie as far from the left and the top of the page:",
        ]
        texts += [f"    - {leaf.name}: {_place(leaf)}" for leaf in all_leaves if not leaf.printed]
    if any(leaf.printed for leaf in all_leaves):
        texts += [
            "  - For Cricut's *Print Then Cut*, upload the PNG, and give it the size that is said here: Design Space",
            "    may show another. It puts its marks on the page itself. SVG has the same as paths, and the outlines.",
        ]
        texts += [f"    - {leaf.name}: {_size(leaf.width, leaf.height)}" for leaf in all_leaves if leaf.printed]
    return {"leaves": "\n".join(texts)}


def _place(leaf: CutLeaf) -> str:
    left, low, right, high = bounds(tuple(ring for shape in leaf.lines for ring in shape.rings))
    return f"{_size(right - left, high - low)}, at {left:.2f} and {leaf.height - high:.2f} mm"


def _size(*sides: float) -> str:
    inches = " × ".join(f"{side / INCH:.3f}" for side in sides)
    return f"{' × '.join(f'{side:.2f}' for side in sides)} mm ({inches} in)"


def _svg(leaf: CutLeaf) -> bytes:
    wide, high = decimal(leaf.width, DECIMALS), decimal(leaf.height, DECIMALS)
    rows = [
        '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg"'
        f' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="{wide}mm" height="{high}mm"'
        f' viewBox="0 0 {wide} {high}">\n<title>{leaf.name}</title>\n'
    ]
    for name, shapes in (("Regmarks", leaf.marks), ("Print", leaf.printed), ("Cut", leaf.lines)):
        if shapes:
            rows += [LAYER.format(name), *(f"{path_of(shape, leaf.height)}\n" for shape in shapes), "</g>\n"]
    return "".join([*rows, "</svg>\n"]).encode()


def _picture(leaf: CutLeaf, dpi: int) -> bytes:
    width, height, scale = dots(leaf.width, dpi), dots(leaf.height, dpi), dpi / INCH
    left, low = (width - scale * leaf.width) / 2, (height + scale * leaf.height) / 2
    return paint(width, height, dpi, [(leaf.printed, left, low)])


def _dxf(leaf: CutLeaf) -> bytes:
    rows = [HEAD, ENTITIES]
    for shape in leaf.lines:
        for ring in shape.rings:
            rows.append(f"0\nPOLYLINE\n8\nCUT\n66\n1\n70\n{int(shape.closed)}\n10\n0.0\n20\n0.0\n30\n0.0\n")
            rows += [f"0\nVERTEX\n8\nCUT\n10\n{x:.6f}\n20\n{y:.6f}\n30\n0.0\n" for x, y in ring]
            rows.append("0\nSEQEND\n8\nCUT\n")
    return "".join([*rows, END]).encode("ascii")
