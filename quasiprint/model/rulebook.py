"""What a room has to say for its rulebook: values for the text, and figures that are computed, never drawn by hand.

The words stand in ``templates/rules/``. A text may claim things of a figure; the figure says what is true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from quasiprint.model.page import Shape, Text


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure in mm, y up, the origin at its lower left. width, height: of its box. Compared by identity.

    facts: what the rules say of what is drawn, by name: a caption claims some of it, and is refused if
    it claims something else. Values are compared as they are printed.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    texts: tuple[Text, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Content:
    """What a rulebook is filled with. fields: values for the text, by name. traits: words for what a text says of
    some sets only. figures: by name, each drawn when a text asks for it. accent: the game's colour, #rrggbb, dark
    enough for white letters on it. made: the name of the words that stand at the book's end. shown: figures of layouts
    and of play that are worth a look of their own, by name, the best first; some sets lack some of them.
    """

    fields: Mapping[str, str]
    traits: frozenset[str]
    figures: Mapping[str, Callable[[], Figure]]
    accent: str = "#33415c"
    made: str = "made"
    shown: tuple[str, ...] = ()
