"""How a set looks on paper: in colour, in grey, and saving ink."""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.model.profile import Palette


@dataclass(frozen=True, slots=True)
class Mode:
    """One look. fill: of all ink ("" for the palette's colours); outline: of the ink; back: the
    tint of the backs, None for none."""

    name: str
    says: str
    fill: str
    outline: str | None
    width: float
    back: str | None

    def ink(self, palette: Palette, colour: int | None) -> str:
        """Return what a mark of this colour is filled with."""
        if self.fill or colour is None:
            return self.fill or "#222222"
        return palette.inks[colour].rgb


MODES = (
    # yellow and orange are under 3:1 on white: every patch of ink has a fine dark line around it
    Mode("colour", "in colour", "", "#333333", 0.12, "#DDE3EA"),
    Mode("greyscale", "in grey: patterns alone tell the colours", "#333333", None, 0.0, "#E4E4E4"),
    Mode("inksaver", "saving ink", "#E8E8E8", "#333333", 0.18, None),
)
