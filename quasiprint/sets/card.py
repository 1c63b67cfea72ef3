"""What the rule card of a set file is filled with: counts, and joins that are found by trying, judged by the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from quasiprint.drawing.face_shapes import Drawn, in_rows, laid
from quasiprint.exact.polygon import overlap
from quasiprint.model.errors import plain
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content, Figure
from quasiprint.model.piece import GameSet
from quasiprint.model.texts import markdown
from quasiprint.sets.holding import tiles
from quasiprint.sets.joins import Join, Rule, parallelogram
from quasiprint.sets.layout_picture import drawn
from quasiprint.sets.layout_text import Laid
from quasiprint.sets.placed import Lattice, Placed, common, lay
from quasiprint.sets.set_file import FIXED, TWO_SIDED, SetDesign
from quasiprint.sets.tile_names import held_as

ACCENT = "#3d4d73"
SHOWN = 10  # tiles of a set, in its picture
WIDE = 150.0  # mm: of that picture
TRIED = 60  # tiles among which a join is sought


def content(design: SetDesign, label: str, sets: Mapping[Maker, GameSet]) -> Content:
    """Return the fields and figures of the card. sets: as each process makes them."""
    held = sets[Maker.PAPER]
    card = _Card(design, held)
    counts = {shape.name: 0 for shape in design.shapes}
    for shape in design.shapes:
        counts[shape.name] = shape.pieces(card.tiles[shape.name])
    several = ", ".join(f"{number} {name}" for name, number in counts.items())
    fields = {
        "title": markdown(held.title),
        "credit": markdown(plain(design.credit) or label),
        "tiles": str(sum(counts.values())),
        "shapes": several,
        "labels": str(max(shape.choice.labels for shape in design.shapes)),
        "some": str(min(SHOWN, len(held.pieces))),
    }
    figures: dict[str, Callable[[], Figure]] = {"some": card.some}
    for name, pair in card.pairs().items():
        figures[name] = lambda pair=pair: card.shown(pair)  # type: ignore[misc]
    traits = {*figures, *_traits(design)} - {"some"}
    return Content(fields, frozenset(traits), figures, accent=ACCENT)


def _traits(design: SetDesign) -> Iterator[str]:
    """Yield words for what is true of some sets alone."""
    yield "credited" if design.credit else "anonymous"
    yield {"equal": "equal", "complementary": "complementary", "": "free"}[design.match]
    yield from {f"at-{shape.choice.at}" for shape in design.shapes}
    yield "shapes" if len(design.shapes) > 1 else "shape"
    yield "over" if all(shape.symmetry == TWO_SIDED for shape in design.shapes) else "up"
    yield from {"fixed" for shape in design.shapes if shape.symmetry == FIXED}
    yield {"closed vertices": "vertices", "closed loops": "loops"}.get(design.score, "unscored")


class _Card:
    """The figures. tiles: of each shape, the least labelling of each."""

    def __init__(self, design: SetDesign, held: GameSet) -> None:
        self._design, self._held = design, held
        self.tiles = {
            shape.name: tuple(tiles(shape.outline, shape.choice, [p for p, _ in shape.by_angles]))
            for shape in design.shapes
        }

    def some(self) -> Figure:
        """Some of the tiles, evenly taken from all of them."""
        pieces = self._held.pieces
        number = min(SHOWN, len(pieces))
        taken = [pieces[k * len(pieces) // number] for k in range(number)]
        inks = [ink.rgb for ink in self._held.palette.inks]
        faces: list[Drawn] = [(list(laid(piece.face, inks, 0.0, 0.0)), []) for piece in taken]
        return in_rows(faces, {"tiles": number}, 4.0, 1.0, WIDE)

    def shown(self, pair: tuple[Placed, Placed]) -> Figure:
        """Two tiles side by side, and whether they may lie so."""
        lying = [Laid(k + 1, tile, held_as(tile.shape, tile.labels)) for k, tile in enumerate(pair)]
        figure = drawn(self._design, lying, self._held)
        legal = not any(self._wrong(join) for join in joins_of(*pair))
        return Figure(figure.width, figure.height, figure.shapes, figure.texts, {"tiles": 2, "legal": yes(legal)})

    def _wrong(self, join: Join) -> bool:
        """Tell whether a join is against the rule."""
        if any(Rule.of(self._design).wrong(join)) or not _points_meet(self._design, join):
            return True
        return not self._design.parallelograms and parallelogram(join.one, join.two)

    def pairs(self) -> dict[str, tuple[Placed, Placed]]:
        """Return pairs of tiles that show what may lie side by side, and what may not, as far as there are any."""
        found: dict[str, tuple[Placed, Placed]] = {}
        rule = Rule.of(self._design)
        try:
            lattice = common(shape.outline for shape in self._design.shapes)
        except ValueError:  # they never lie side by side
            return found
        for join in self._joins(lattice):
            labels_wrong = any(rule.wrong(join)) or not _points_meet(self._design, join)
            if labels_wrong:
                name = "wrong"
            elif self._wrong(join):
                name = "barred"
            else:
                name = "right"
            found.setdefault(name, (join.one, join.two))
            if len(found) == 2 + (not self._design.parallelograms):
                break
        return found

    def _joins(self, lattice: Lattice) -> Iterator[Join]:
        """Yield ways in which two tiles can share an edge, different ones first."""
        every = [(shape, labels) for shape in self._design.shapes for labels in self.tiles[shape.name]]
        step = max(1, len(every) // TRIED)
        some = every[step // 2 :: step]
        middle = some[len(some) // 2 :] + some[: len(some) // 2]
        for (one, first), (two, second) in product(middle, some):
            if (one, first) == (two, second) and one.count(first) < 2:
                continue
            here = lay(one, first, lattice)
            turns = range(1) if two.symmetry == FIXED else range(lattice.parts)
            for turn in turns:
                there = lay(two, second, lattice, None, turn)
                for i, side in enumerate(here.sides):
                    for j, other in enumerate(there.sides):
                        if other.end - other.start == side.start - side.end:
                            moved = there.moved(side.end - other.start)
                            if not overlap(here.corners, moved.corners):
                                yield Join(here, i, moved, j)


def joins_of(one: Placed, two: Placed) -> list[Join]:
    """Return the edges that two tiles share."""
    return [
        Join(one, i, two, j)
        for i, side in enumerate(one.sides)
        for j, other in enumerate(two.sides)
        if (side.start, side.end) == (other.end, other.start)
    ]


def _points_meet(design: SetDesign, join: Join) -> bool:
    """Tell whether the labels at the corners that two tiles share may meet."""
    if not join.one.marks or not join.two.marks:
        return True
    rule = Rule.of(design)
    at = dict(zip(join.one.corners, join.one.marks, strict=True))
    shared = [(at[p], label) for p, label in zip(join.two.corners, join.two.marks, strict=True) if p in at]
    return all(rule.may_share_a_point(pair) for pair in shared)


def yes(value: bool) -> str:
    """Return a truth as captions claim it."""
    return "yes" if value else "no"
