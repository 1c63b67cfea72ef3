"""What the rule card of a set file is filled with: counts, and joins that are found by trying, judged by the rule;
and layouts drawn with the set's own faces. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from quasiprint.addons.designer.sets import placed
from quasiprint.addons.designer.sets.looks import profiles
from quasiprint.addons.designer.sets.looks.frame import frame
from quasiprint.addons.designer.sets.placed import COPY, Join, Lattice, Placed, PlacedTile, Rule
from quasiprint.addons.designer.sets.schema import PROFILES
from quasiprint.addons.designer.sets.set_file import FIXED, PLAIN, TWO_SIDED, SetDesign
from quasiprint.drawing.face_shapes import BODY, RIM, THIN, Scene, in_rows, place_face
from quasiprint.errors import InputError, plain
from quasiprint.exact.polygon import overlap
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Region
from quasiprint.model.finding import in_words
from quasiprint.model.page import Content, Figure, Shape
from quasiprint.model.piece import GameSet
from quasiprint.model.texts import markdown

ACCENT = "#3d4d73"
SHOWN = 10  # tiles of a set, in its picture
WIDE = 150.0  # mm: of that picture
NAMED = 6  # pairs of labels
TRIED = 60  # tiles among which a join is sought


def content(design: SetDesign, sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return the fields and figures of the card. sets: as each process makes them."""
    held = sets[Process.PAPER]
    card = _Card(design, held)
    counts = {shape.name: shape.pieces(card.tiles[shape.name]) for shape in design.shapes}
    several = ", ".join(f"{number} {name}" for name, number in counts.items())
    pairs = design.pairs_as_seen([words.get(f"ink-{ink.name}", ink.name) for ink in held.palette.inks])
    rest = ", …" if len(pairs) > NAMED else ""
    fields = {
        "title": markdown(held.title),
        "credit": markdown(plain(design.credit) or design.label),
        "tiles": str(sum(counts.values())),
        "shapes": several,
        "fixed": ", ".join(shape.name for shape in design.shapes if shape.symmetry == FIXED),
        "pairs": ", ".join(f"{markdown(first)} – {markdown(second)}" for first, second in pairs[:NAMED]) + rest,
        "labels": str(max(shape.choice.labels for shape in design.shapes)),
        "some": str(card.number),
    }
    figures: dict[str, Callable[[], Figure]] = {"some": card.some}
    for name, pair in card.pairs().items():
        figures[name] = lambda pair=pair: card.draw_pair(pair)  # type: ignore[misc]
    traits = {*figures, *_traits(design)} - {"some"}
    if sum(counts.values()) == sum(map(len, card.tiles.values())):
        traits.add("distinct")
    return Content(fields, frozenset(traits), figures, accent=ACCENT)


def _traits(design: SetDesign) -> Iterator[str]:
    """Yield words for what is true of some sets alone."""
    yield "credited" if design.credit else "anonymous"
    plain = all(shape.is_plain for shape in design.shapes)
    yield match_shown(design)
    yield from {f"at-{shape.choice.at}" for shape in design.shapes}
    yield "shapes" if len(design.shapes) > 1 else "shape"
    over = all(shape.symmetry == TWO_SIDED for shape in design.shapes)
    fixed = [shape.symmetry == FIXED for shape in design.shapes]
    yield "still" if all(fixed) else "turned" if plain and over else "over" if over else "up"
    yield from {"fixed" for is_fixed in fixed if is_fixed and not all(fixed)}
    yield {"closed vertices": "vertices", "closed loops": "loops"}.get(design.score, "unscored")


def match_shown(design: SetDesign) -> str:
    """Return the word for what may meet, as tiles show it: "free" for anything, "equal", "tabs" or "tabs-or-flat",
    "arrows", "arcs" that point along edges, or "pairs" of labels."""
    looks = {shape.look for shape in design.shapes}
    if "outline" in looks:
        flat = any(shape.choice.labels == PROFILES for shape in design.shapes if shape.look == "outline")
        return "tabs-or-flat" if flat else "tabs"
    if design.match != "complementary" or looks == {PLAIN}:
        return "equal" if design.match and looks != {PLAIN} else "free"
    pointing = all(shape.points for shape in design.shapes) and len(looks) == 1
    return looks.pop() if pointing else "pairs"


class _Card:
    """The figures. tiles: of each shape, the least labelling of each. number: of tiles in `some`."""

    def __init__(self, design: SetDesign, held: GameSet) -> None:
        self._design, self._held, self._rule = design, held, Rule(design)
        self.tiles = {shape.name: shape.tiles for shape in design.shapes}
        self._pieces = list({(piece.shape, piece.marks): piece for piece in held.pieces}.values())  # copies look alike
        self.number = min(SHOWN, len(self._pieces))

    def some(self) -> Figure:
        """Some of the tiles, evenly taken from all that differ."""
        number = self.number
        taken = [self._pieces[k * len(self._pieces) // number] for k in range(number)]
        inks = [ink.rgb for ink in self._held.palette.inks]
        faces = [Scene(place_face(piece.face, inks, 0.0, 0.0)) for piece in taken]
        return in_rows(faces, {"tiles": number}, 4.0, 1.0, WIDE)

    def draw_pair(self, pair: tuple[Placed, Placed]) -> Figure:
        """Two tiles side by side, and whether they may lie so."""
        figure = draw_layout(self._design, [PlacedTile(k, tile) for k, tile in enumerate(pair, 1)], self._held)
        legal = "yes" if self._verdict(*pair) == "right" else "no"
        return Figure(figure.width, figure.height, figure.drawn, figure.texts, {"tiles": 2, "legal": legal})

    def _verdict(self, first: Placed, second: Placed) -> str:
        """Return "right" for two tiles that may lie so; else "wrong", or "barred", by any edge that they share."""
        pairs = product(enumerate(first.sides), enumerate(second.sides))
        joins = [Join(first, i, second, j) for (i, a), (j, b) in pairs if (a.start, a.end) == (b.end, b.start)]
        at = dict(zip(first.corners, first.marks, strict=False))
        shared = [(at[p], label) for p, label in zip(second.corners, second.marks, strict=False) if p in at]
        if any(any(self._rule.wrong(join)) for join in joins) or not all(map(self._rule.may_share_a_point, shared)):
            return "wrong"
        return "right" if self._design.parallelograms or not placed.parallelogram(first, second) else "barred"

    def pairs(self) -> dict[str, tuple[Placed, Placed]]:
        """Return examples of allowed and of forbidden joins, each a pair of tiles, as far as there are any."""
        found: dict[str, tuple[Placed, Placed]] = {}
        try:
            lattice = placed.common(shape.outline for shape in self._design.shapes)
        except ValueError:  # they never lie side by side
            return found
        kinds = 1 + self._rule.can_be_broken + (not self._design.parallelograms)
        for join in self._joins(lattice):
            name = self._verdict(join.first, join.second)
            if name not in found and not overlap(join.first.corners, join.second.corners):
                found[name] = (join.first, join.second)
                if len(found) == kinds:
                    break
        return found

    def _joins(self, lattice: Lattice) -> Iterator[Join]:
        """Yield ways in which two tiles would share an edge, different ones first; they may overlap beyond it."""
        tiles = [(shape, labels) for shape in self._design.shapes for labels in self.tiles[shape.name]]
        step = max(1, len(tiles) // TRIED)
        some = tiles[step // 2 :: step]
        middle = some[len(some) // 2 :] + some[: len(some) // 2]
        for (tile_shape, first), (other_shape, second) in product(middle, some):
            if (tile_shape, first) == (other_shape, second) and tile_shape.copies_of(first) < 2:
                continue
            here = placed.lay(tile_shape, first, lattice)
            for turn in range(1 if other_shape.symmetry == FIXED else lattice.parts):
                there = placed.lay(other_shape, second, lattice, None, turn)
                for (i, side), (j, other) in product(enumerate(here.sides), enumerate(there.sides)):
                    if other.end - other.start == side.start - side.end:
                        yield Join(here, i, there.translate(side.end - other.start), j)


MARGIN = 0.5


def picture(design: SetDesign, text: bytes, sets: Mapping[Process, GameSet]) -> Figure:
    """Draw a layout with a set's pieces, as paper has them. Raises InputError as `read` does, or if it has no tile."""
    placed_tiles, findings = placed.read(design, text)
    if not placed_tiles:
        raise InputError(f"layout: {in_words(findings)}")
    return draw_layout(design, placed_tiles, sets[Process.PAPER])


def draw_layout(design: SetDesign, tiles: Sequence[PlacedTile], held: GameSet) -> Figure:
    """Draw tiles side by side as they lie, at true size. held: the set's pieces; of one it lacks, the outline."""
    shapes = [shape for tile in shapes_of(design, tiles, held) for shape in tile]
    return in_rows([Scene(shapes)], {"tiles": len(tiles)}, 0.0, MARGIN)


def shapes_of(design: SetDesign, tiles: Sequence[PlacedTile], held: GameSet) -> list[tuple[Shape, ...]]:
    """Return the shapes of each tile where it lies, its body first. See `draw_layout`."""
    lattice = placed.common(shape.outline for shape in design.shapes)
    faces = {COPY.sub("", piece.id): piece.face for piece in reversed(held.pieces)}
    inks = [ink.rgb for ink in held.palette.inks]
    lying = [(_as_held(tile, lattice), faces.get(tile.id)) for tile in tiles]
    return [tuple(_tile(tile, face, inks, held, lattice.parts)) for tile, face in lying]


def _as_held(tile_at: PlacedTile, lattice: Lattice) -> Placed:
    """Return how the tile as the set holds it lies, so that it looks the same."""
    lying, turns = tile_at.tile, product((tile_at.tile.flipped, not tile_at.tile.flipped), range(lattice.parts))
    tiles = (placed.lay(lying.shape, tile_at.held, lattice, None, turn, flipped) for flipped, turn in turns)
    tile = next(tile for tile in tiles if tile.form == lying.form)
    return tile.translate(lying.low - tile.low)


def _tile(tile: Placed, face: Face | None, inks: Sequence[str], held: GameSet, parts: int) -> Iterator[Shape]:
    """Yield the shapes of a tile that lies there."""
    edge = held.measures.size.edge / tile.shape.outline.scale
    if face is None:
        ring = tuple((edge * x, edge * y) for x, y in (corner.to_xy() for corner in tile.corners))
        yield Shape((ring,), BODY, RIM, THIN)
        return
    angle = math.tau * tile.turn / parts
    shape = tile.shape  # made with its tabs and notches, if these are what it shows
    made = profiles.outline(shape, tile.labels) if shape.look == "outline" else shape.outline
    px, py = frame(made, held.measures).points[0]
    py = -py if tile.flipped else py
    x, y = tile.at.to_xy()
    c, s = math.cos(angle), math.sin(angle)
    shown = behind(face, tile) if tile.flipped else face
    yield from place_face(shown, inks, edge * x - (px * c - py * s), edge * y - (px * s + py * c), math.degrees(angle))


def behind(face: Face, tile: Placed) -> Face:
    """Return what shows of a tile lying on its face, as a face: its marks, mirrored; of signs those of its back."""
    marks = [replace(mark, ink=_mirror(mark.ink)) for mark in face.marks]
    if tile.shape.symmetry == TWO_SIDED and tile.shape.shows_signs:
        ink = _mirror(face.back)
        marks = [Mark(0, face.marks[0].operation, None, None, ink, ink)] if face.marks else []
    outline = _mirror((Region(face.nominal),))[0].outer
    return Face(outline, outline, (Cell(outline, tuple(marks)),))


def _mirror(regions: Sequence[Region]) -> tuple[Region, ...]:
    return tuple(region.map_rings(lambda ring: tuple((x, -y + 0.0) for x, y in reversed(ring))) for region in regions)
