"""Pieces and accessories of a set, and layouts: to look at, and to design on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quasiprint.documents import pictures
from quasiprint.documents.pictures import portrait
from quasiprint.errors import InputError
from quasiprint.model.finding import Judgement
from quasiprint.model.page import Figure
from quasiprint.model.piece import Accessory, Piece
from quasiprint.model.profile import Palette
from quasiprint.model.solid import SolidPiece
from quasiprint.solids import cad
from quasiprint.system import press

if TYPE_CHECKING:
    import cadquery

WIDEST = 8192  # pixels of a picture
WHITE = "#FFFFFF"


def png(figure: Figure, width: int, ground: str) -> bytes:
    """Return a figure as PNG, never higher than 8192 pixels, but where it is narrower than 16 then. width: in pixels,
    from 16 to 8192; ground: its colour. Raises InputError for another."""
    from quasiprint.drawing.painting import paint_svg

    if type(width) is not int or not 16 <= width <= WIDEST:
        raise InputError(f"width: found {str(width)[:40]!r}, allowed is a whole number from 16 to {WIDEST}")
    wide = min(width, max(16, int(WIDEST * figure.width / figure.height)))
    high = max(1, round(wide * figure.height / figure.width))
    try:
        return paint_svg([(pictures.svg(figure), wide, high)], ground)[0]
    finally:
        press.close()


@dataclass(frozen=True, slots=True)
class _Shown:
    """Something of a set, and the palette of that, so that it can be looked at. In a notebook it shows its face."""

    thing: Piece | Accessory
    palette: Palette
    _solid: Callable[[str], SolidPiece] = field(repr=False, compare=False)

    @property
    def id(self) -> str:
        """Its id: stable for good, fit for a file's name."""
        return self.thing.id

    def svg(self) -> str:
        """Return a picture of the face, one unit a millimetre."""
        return pictures.svg(portrait(self.thing, self.palette))

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def parts(self) -> tuple[str, ...]:
        """What it is printed as: "body", its inlays, and "relief", the whole in one body."""
        return tuple(cad.parts(self._solid(self.id)))

    def workplane(self, part: str = cad.WHOLE) -> cadquery.Workplane:
        """Return it as it is printed, or one of its `parts`, as CadQuery's workplanes build it: one solid on the stack,
        face up from z = 0, mm, to design on and to export with CadQuery's own means.

        Raises Unavailable without CadQuery, InputError for a part that it has not, or if it cannot be printed.
        """
        return cad.part_of(self._solid(self.id), part)

    def assembly(self) -> cadquery.Assembly:
        """Return body and inlays as an assembly of CadQuery's, with names and colours. Raises as `workplane` does."""
        return cad.assembly(self._solid(self.id), self.palette)


@dataclass(frozen=True, slots=True)
class PieceView(_Shown):
    """A piece of a set."""

    thing: Piece

    @property
    def shape(self) -> str:
        """The name of its prototile."""
        return self.thing.shape

    @property
    def marks(self) -> tuple[int, ...]:
        """Its labels by slot, as the manifest has them."""
        return self.thing.marks


@dataclass(frozen=True, slots=True)
class AccessoryView(_Shown):
    """Something else in the box, as often as `count` says: a token, a marker, a part of a board."""

    thing: Accessory

    @property
    def kind(self) -> str:
        """What it is, as the manifest has it."""
        return self.thing.kind

    @property
    def count(self) -> int:
        """How many of it are in the box."""
        return self.thing.count


@dataclass(frozen=True, slots=True)
class Layout:
    """A layout or game: what the rules say of it, and its picture. In a notebook it shows the picture."""

    judgement: Judgement
    figure: Figure

    def svg(self) -> str:
        """Return the picture, one unit a millimetre."""
        return pictures.svg(self.figure)

    def png(self, width: int = 1200) -> bytes:
        """Return the picture as PNG. width: in pixels, from 16 to 8192. Raises InputError for another."""
        return png(self.figure, width, WHITE)

    def _repr_svg_(self) -> str:
        return self.svg()
