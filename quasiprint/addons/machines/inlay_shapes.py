"""Inlays and the pockets that they are pressed into: where the beam runs around each, and how wide a stroke must be.

A beam of the width k (the kerf) is a disc that is moved along a line. It removes all within k/2 of the line, so a
pocket that is cut along the rim of an area P is P grown by k/2, its convex corners rounded by the beam; and what is
left of an area Q, cut out along its rim, is Q without all that lies within k/2 of the rim. An inlay that is to be
wider than its pocket by the press p is the pocket grown by p/2. As drawn it is, therefore, P grown by k + p/2: by the
kerf, and the press alone. Areas grow by discs, and not with mitres: an inlay's corners are as round as the beam makes
those of the pocket, and no sharp tip meets a pocket's tip that the beam could not reach.

Where a corner of the ground leads into a pocket, the beam rounds the notch of the inlay and not the corner. So fields
are closed first: such corners are rounded by as much as the notch will be.

Where a field reaches a tile's outline, the pocket runs out over it by k/2, into the cut around the tile: no film is
left there. The inlay ends at the outline.

Where so little of the ground is left between a field and the outline, or a hole that is cut through the tile within the
field, that it would break, the inlay fills that too. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import manifold3d

from quasiprint.drawing.areas import NEAR, SPECK, close_gaps, common, difference, regions
from quasiprint.drawing.outlines import rectangle
from quasiprint.drawing.rings import boundary_distance, inside
from quasiprint.drawing.strokes import finest
from quasiprint.errors import InputError, Unavailable
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import (
    CachedHash,
    Face,
    Mark,
    Operation,
    Point,
    Region,
    Ring,
    bounds,
    box_middle,
    region_area,
    snap,
)
from quasiprint.model.finding import Finding, error
from quasiprint.model.limits import LIMITS
from quasiprint.model.measures import Measures
from quasiprint.model.piece import Accessory, GameSet, Piece

TWICE = 2  # an inlay is at least so many times as wide as the finest stroke, and the kerf: or it breaks, pressed in
STEPS = 48  # chords of a circle: of a corner's 0.2 mm none is farther off than a micrometre
FINE = 5e-4  # corners nearer to a line than this are left out
PLAIN = 0.1  # so much farther apart do inlays lie: with fewer corners they are laid in less time
OFF = 0.003  # so far may an inlay be from what its pocket asks for: chords and the grid


class NotInlaid(InputError, Unavailable):
    """A set that cannot be inlaid: bad input where the format was named, else it is left out."""


@dataclass(frozen=True, slots=True)
class Field(CachedHash):
    """What an inlay fills in a face. colour: index in the palette, None for none. holes: what is cut through it."""

    colour: int | None
    region: Region
    holes: tuple[Region, ...]


@dataclass(frozen=True, slots=True)
class Inlay:
    """An inlay of a face. pocket: where the middle of the beam runs around the pocket, in the frame of the face. shape:
    where it runs around the inlay, the middle of whose box is the origin; at: where that lies in the face."""

    field: Field
    pocket: Region
    shape: Region
    at: Point

    @property
    def path(self) -> Region:
        """Where the beam runs around the inlay, in the frame of the face."""
        return moved(self.shape, *self.at)


def moved(region: Region, dx: float, dy: float) -> Region:
    """Return an area elsewhere."""
    return region.map_rings(lambda ring: tuple((snap(x + dx), snap(y + dy)) for x, y in ring))


def chosen(game_set: GameSet) -> dict[str, tuple[Mark, ...]]:
    """Return which marks are inlaid, by the id of their piece or accessory: those in colours; in a set without any,
    what is engraved into its pieces. Raises NotInlaid for a set that has neither."""
    coloured = _marks(game_set.items, lambda mark: mark.colour is not None)
    found = coloured or (_marks(game_set.pieces, lambda _: True) if game_set.palette.inks else {})
    if not found:
        raise NotInlaid(
            f"--format: found laser-inlay, but nothing of {game_set.title} has a colour, or is engraved into its "
            "pieces; allowed are sets of which something is"
        )
    return found


def _marks(items: Sequence[Piece | Accessory], wanted: Any) -> dict[str, tuple[Mark, ...]]:
    found = {
        item.id: tuple(m for m in item.face.marks if m.operation is Operation.ENGRAVE and m.ink and wanted(m))
        for item in items
    }
    return {id: marks for id, marks in found.items() if marks}


def without(face: Face, marks: Sequence[Mark]) -> Face:
    """Return a face that lacks some marks."""
    return replace(
        face, cells=tuple(replace(cell, marks=tuple(m for m in cell.marks if m not in marks)) for cell in face.cells)
    )


def fields_of(face: Face, marks: Sequence[Mark], least: float) -> tuple[Field, ...]:
    """Return what inlays are to fill in a face. least: how wide the ground must be along a rim to stay."""
    cuts = [region for mark in face.marks if mark.operation is Operation.CUT for region in mark.ink]
    found = []
    for mark in marks:
        for region in mark.field:
            inner = {
                hole: [cut for cut in cuts if inside(cut.outer[0], hole) and boundary_distance(cut.outer, hole) < least]
                for hole in region.holes
            }
            kept = Region(region.outer, tuple(hole for hole, covered in inner.items() if not covered))
            if NEAR < boundary_distance(kept.outer, face.outline) < least - NEAR:
                # with all between it and the outline that is narrower
                left, low, right, high = bounds((face.outline,))
                frame = Region(rectangle(left - least, low - least, right + least, high + least), (face.outline[::-1],))
                wider = difference(close_gaps((kept, frame), least), (frame,))
                kept = max(wider, key=lambda part: sum(map(region_area, common((part,), (kept,)))))
            found.append(Field(mark.colour, kept, tuple(cut for covered in inner.values() for cut in covered)))
    return tuple(found)


def least_stroke(measures: Measures) -> float:
    """Return how wide an inlay must be everywhere."""
    return TWICE * max(measures.machine.min_feature, measures.laser.kerf)


def refuse_fine(game_set: GameSet, fields: Mapping[str, tuple[Field, ...]]) -> None:
    """Raise NotInlaid for inlays that are too narrow to be pressed in, or walls between pockets that a laser would
    burn away, with the edge from which on they would do."""
    measures = game_set.measures
    edge, wall, stroke = measures.size.edge, measures.machine.min_feature, least_stroke(measures)
    found: list[tuple[float, str, str, float]] = []
    for id, on_face in fields.items():
        solid = [
            Region(field.region.outer, (*field.region.holes, *(hole.outer[::-1] for hole in field.holes)))
            for field in on_face
        ]
        widths = finest(tuple(solid), stroke)
        for kind, least in (("stroke", stroke), ("gap", wall)):
            if (width := widths.get(kind, math.inf)) < least - NEAR:
                found.append((width / least, id, kind, least))
    if not found:
        return
    share, id, kind, least = min(found)
    longer = math.ceil(10 * edge / share) / 10
    would = f"it would do from an edge of {longer:g} mm on"
    if share * least <= wall + NEAR or longer > LIMITS["edge"].most:
        would = "it is as fine as the laser makes it on any edge"
    what, why = ("an inlay", "twice the finest stroke and the kerf") if kind == "stroke" else ("a wall", "a stroke")
    raise NotInlaid(
        f"--format: found laser-inlay, but {id} has {what} of {share * least:.2f} mm on an edge of {edge:g} mm, and "
        f"{len({row[1] for row in found})} kinds of parts one that is too narrow; allowed is from {least:g} mm, {why}: "
        f"{would}"
    )


def refuse_laser(laser: LaserOptions, thickness: float) -> None:
    """Raise NotInlaid for a kerf, a depth or tabs that no inlay can have. thickness: of the sheet of tiles."""
    if not laser.kerf:
        raise NotInlaid(
            "--kerf: found 0 mm, allowed with --format laser-inlay is above 0: an inlay is larger than its pocket by "
            "what the beam removes; `quasiprint coupon laser` measures it"
        )
    if laser.pocket >= thickness:
        raise NotInlaid(
            f"--pocket: found {laser.pocket:g} mm, allowed is 0, to cut pockets through, or less than the sheet's "
            f"thickness, {thickness:g} mm"
        )
    if laser.tabs and not laser.pocket:
        raise NotInlaid(
            f"--tabs: found {laser.tabs} tabs of {laser.tab:g} mm with --format laser-inlay, whose pockets are cut "
            "through, and tabs would hold waste in those at a rim; allowed is 0, or pockets that are engraved: --pocket"
        )


@lru_cache(maxsize=4096)
def cut(field: Field, outline: Ring, kerf: float, press: float) -> tuple[tuple[Region, Region], ...]:
    """Return the paths around a field's pocket and its inlay; several if it falls apart. outline: of the piece."""
    half = kerf / 2
    rim, turn = _area(Region(outline)), half + max(press, 0.0) / 2
    closed = _round(_round(_area(field.region), turn), -turn)
    over = closed + (closed.offset(half, manifold3d.JoinType.Miter, 2.0) - rim)
    found = []
    for pocket in regions(_round(over, -half).simplify(FINE)):
        path = _round(_free_for_inlay(field, _round(_area(pocket), half + press / 2), outline), half)
        found += [(pocket, part) for part in regions(path.simplify(FINE))]
    return tuple(found)


def _free_for_inlay(field: Field, hole: Any, outline: Ring) -> Any:
    """Return what of an area an inlay may be: within the outline, without what is cut through it."""
    left = hole ^ _area(Region(outline))
    for region in field.holes:
        left -= _area(region)
    return left


def inlays_of(
    face: Face, fields: Sequence[Field], laser: LaserOptions, known: dict[tuple[Ring, ...], Region]
) -> tuple[Inlay, ...]:
    """Return the inlays of a face. known: shapes of earlier ones; those that are alike, but for what their places in a
    tile were rounded to, are one. Raises NotInlaid if the kerf leaves nothing of one."""
    found = []
    for field in fields:
        paths = cut(field, face.outline, laser.kerf, laser.press)
        if not paths:
            raise NotInlaid(f"--kerf: found {laser.kerf:g} mm, allowed is less than an inlay is wide")
        for pocket, path in paths:
            at = box_middle(path.outer)
            shape = moved(path, -at[0], -at[1])
            coarse = tuple(tuple((round(x, 3), round(y, 3)) for x, y in ring) for ring in shape.rings)
            found.append(Inlay(field, pocket, known.setdefault(coarse, shape), at))
    return tuple(found)


def enclosing(ring: Ring) -> Ring:
    """Return a plain outline around another, to be laid side by side: convex, with few corners."""
    hull = manifold3d.CrossSection.hull_points(list(ring))
    return regions(hull.offset(PLAIN, manifold3d.JoinType.Miter, 2.0).simplify(PLAIN))[0].outer


def misfit(id: str, inlay: Inlay, outline: Ring, kerf: float, press: float) -> Iterator[Finding]:
    """Yield whether what the beam leaves of an inlay is anything but what it takes out of the pocket, grown by half of
    the press on each side, within the outline: neither by more than `OFF`."""
    hole, piece = _round(_area(inlay.pocket), kerf / 2), _round(_area(inlay.path), -kerf / 2)
    wanted = _free_for_inlay(inlay.field, _round(hole, press / 2), outline)
    for wrong, how in ((piece - wanted, "wider"), (wanted - piece, "narrower")):
        if _round(wrong, -OFF / 2).area() > SPECK or piece.area() < SPECK:
            message = f"an inlay is {how} than its pocket and a press of {press:g} mm ask for, by more than {OFF:g} mm"
            yield error("inlay-misfit", id, message, "draw both from one field")
            return


@lru_cache(maxsize=4096)
def ground_parts(outline: Ring, pockets: tuple[Region, ...], kerf: float) -> int:
    """Return into how many parts a piece's ground comes when pockets are cut through; 0 if nothing is left of it."""
    ground = _area(Region(outline))
    for pocket in pockets:
        ground -= _round(_area(pocket), kerf / 2)
    return sum(part.area() > SPECK for part in _round(ground, -FINE).decompose())


def refuse_storage(game_set: GameSet, backed: Container[str]) -> None:
    """Raise NotInlaid for storage made for bare tiles where some have a backing, which makes them thicker by what the
    program does not know. backed: the ids of such items."""
    if any(item.storage for item in game_set.accessories) and any(item.id in backed for item in game_set.items):
        asked = ",".join(game_set.measures.manner.storage)
        raise NotInlaid(
            f"--storage: found {asked} with --format laser-inlay, whose parts have a backing of a thickness that you "
            "choose; allowed is none, or engraved pockets, which need no backing: --pocket; or make storage by itself, "
            "with --format svg and --thickness of ground and backing together"
        )


def _area(region: Region) -> Any:
    return manifold3d.CrossSection(list(region.rings), manifold3d.FillRule.EvenOdd)


def _round(section: Any, by: float) -> Any:
    """Return an area grown by `by`, mm, with round corners; shrunk if that is below 0."""
    return section.offset(by, manifold3d.JoinType.Round, circular_segments=STEPS) if by else section
