"""Shapes without labels whose tiles nothing tells apart: their outlines are the same but for a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from quasiprint.addons.designer.sets.polygons import Outline, is_turned
from quasiprint.addons.designer.sets.schema import Document


class Shape(Protocol):
    """What is asked of a shape: see `quasiprint.addons.designer.sets.set_file`."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def outline(self) -> Outline:
        """Its outline."""

    @property
    def symmetry(self) -> str:
        """How its tiles may be laid."""

    @property
    def is_plain(self) -> bool:
        """Whether nothing is drawn on its tiles."""


FIXED = "none"  # such tiles have a mark that points up


def is_twin(one: Shape, two: Shape, *, mirrored: bool = False) -> bool:
    """Tell whether nothing tells tiles of two shapes apart; or those of the second from those of the first, turned
    over."""
    bare = all(shape.is_plain and shape.symmetry != FIXED for shape in (one, two))
    return bare and is_turned(one.outline, two.outline, mirrored=mirrored)


def refuse_twins(document: Document, shapes: Sequence[Shape]) -> None:
    """Raise InputError if tiles of two shapes cannot be told apart. shapes: in the order of the file."""
    for k, shape in enumerate(shapes):
        for other in shapes[:k]:
            if is_twin(shape, other):
                message = f"found the outline of {other.name!r}, turned, and nothing tells their tiles apart"
                raise document.wrong(
                    ("shape", k, "polygon"), f"{message}, allowed is each once: say copies = … of {other.name!r}"
                )
