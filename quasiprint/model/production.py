"""What formats get and give: everything that is decided before a byte is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from quasiprint.model.face import Ring
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet
from quasiprint.model.placement import Arrangement
from quasiprint.model.profile import Bed, LayerStyle, SheetOperation
from quasiprint.model.solid import Mesh, SolidPiece, alike


class Offer(StrEnum):
    """What a set can offer, and formats need: bodies, laser sheets, pages of paper, or a text."""

    SOLIDS = "solids"
    DRAWINGS = "drawings"
    PAGES = "pages"
    TEXTS = "texts"

    @property
    def maker(self) -> Maker:
        """Who makes a set that offers this."""
        return _MAKERS[self]


_MAKERS = {
    Offer.SOLIDS: Maker.PRINTER,
    Offer.DRAWINGS: Maker.LASER,
    Offer.PAGES: Maker.PAPER,
    Offer.TEXTS: Maker.TEXT,
}


@dataclass(frozen=True, slots=True)
class Artefact:
    """One file of a set. path: relative, with forward slashes. of: the ids of the pieces, or the
    accessory, whose single-piece file it is: pieces that are alike share one; empty for plates,
    sheets and pages."""

    path: str
    content: bytes
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SolidProduction:
    """A set as solids. pieces: one for each piece, then one for each accessory kind.

    meshes: by ``Part.key``, each unique body once; may be built anew each time it is asked for. plates: the
    placements' items are piece or accessory ids; face up, z as in the piece's frame.
    """

    set: GameSet
    pieces: tuple[SolidPiece, ...]
    meshes: Mapping[str, Mesh]
    plates: tuple[Arrangement, ...]
    bed: Bed

    def plate_by_plate(self) -> Iterator[tuple[list[tuple[str, tuple[str, ...]]], Arrangement | None]]:
        """Yield each plate after what lies on it for the first time: the name of its files and the ids of those that
        share them, see `alike`. Last come those that lie on no plate, with None. In this order a body is needed again
        soon, and can then be given back."""
        waiting = {id: (name, ids) for name, ids in alike(self.pieces).items() for id in ids}

        def first(every: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
            found = dict.fromkeys(waiting[id] for id in every if id in waiting)
            for _, ids in found:
                for id in ids:
                    del waiting[id]
            return list(found)

        for plate in self.plates:
            yield first([placement.item for placement in plate.placements]), plate
        yield first(tuple(waiting)), None


@dataclass(frozen=True, slots=True)
class SheetPath:
    """Closed or open polylines of one operation, in the frame of the drawing (mm, y up).

    rings: an area's outer ring and its holes (engrave), or lines. closed: whether each ring
    closes. item: the id of the piece or accessory it belongs to, "" for none.
    """

    operation: SheetOperation
    rings: tuple[Ring, ...]
    closed: bool = True
    item: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One laser sheet, in the order in which it is to be burned: engrave, score, inner cuts,
    outer cuts; every inner cut before the outline that encloses it."""

    name: str
    title: str
    width: float
    height: float
    paths: tuple[SheetPath, ...]


@dataclass(frozen=True, slots=True)
class TextProduction:
    """A set in its game's text form."""

    set: GameSet


@dataclass(frozen=True, slots=True)
class DrawingProduction:
    """A set as laser sheets. drawings: may be drawn anew each time they are asked for, to save memory."""

    set: GameSet
    drawings: Sequence[Drawing]
    styles: tuple[LayerStyle, ...]
