"""What one 3MF file prints, and in which filaments: those that it uses, counted from 1 without a gap."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from quasiprint.model.colour_change import ColourChange, colour_change, spools
from quasiprint.model.piece import GameSet
from quasiprint.model.placement import Arrangement
from quasiprint.model.profile import Bed
from quasiprint.model.solid import Part, SolidPiece


@dataclass(frozen=True)
class Job:
    """Plates in one file. pieces: by id. relief: whether each piece is one body, in one filament that may be changed at
    a height; else it has all its bodies, each in its filament."""

    set: GameSet
    bed: Bed
    relief: bool
    plates: tuple[Arrangement, ...]
    pieces: Mapping[str, SolidPiece]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The ids of the pieces that are printed, in the order in which they first lie there."""
        return tuple(dict.fromkeys(placement.item for plate in self.plates for placement in plate.placements))

    def parts(self, name: str) -> tuple[Part, ...]:
        """Return the bodies of a piece that are printed."""
        return self.pieces[name].printed(self.relief)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """The palette's colours that have a filament of their own: the first of them has filament 2."""
        parts = (part for name in self.names for part in self.parts(name))
        return tuple(sorted({part.colour for part in parts if part.colour is not None}))

    def filament(self, part: Part) -> int:
        """Return the filament of a body, from 1."""
        return 1 if part.colour is None else 2 + self.colours.index(part.colour)

    @cached_property
    def changes(self) -> tuple[ColourChange | None, ...]:
        """For each plate, where its filament is changed, None if it is not."""
        if not self.relief:
            return (None,) * len(self.plates)
        height = self.set.measures.machine.layer
        return tuple(
            colour_change((self.pieces[name] for name in dict.fromkeys(p.item for p in plate.placements)), height)
            for plate in self.plates
        )

    def spools(self, change: ColourChange | None) -> tuple[tuple[str, str], ...]:
        """Return the name and colour of the filament that a plate begins with, and of that to which it changes."""
        return spools(self.set.palette, change)

    @property
    def filaments(self) -> tuple[tuple[str, str], ...]:
        """The name and colour of each filament that no change brings, the first first."""
        palette = self.set.palette
        inks = ((palette.inks[colour].name, palette.inks[colour].rgb) for colour in self.colours)
        return (("body", palette.body), *inks)

    @property
    def description(self) -> str:
        """What prints what, in words."""
        if not self.relief:
            spools = (f"{number} {name} {rgb}" for number, (name, rgb) in enumerate(self.filaments, 1))
            return f"Filaments: {', '.join(spools)}."
        kinds: dict[ColourChange | None, list[str]] = {}
        for plate, change in zip(self.plates, self.changes, strict=True):
            kinds.setdefault(change, []).append(plate.name)
        said = []
        for change, plates in kinds.items():
            where = f"{', '.join(plates)}: " if len(kinds) > 1 else ""
            first, *second = (f"{name} {rgb}" for name, rgb in self.spools(change))
            then = f", from layer {change.layer} ({change.z:g} mm) on {second[0]}" if change else ""
            said.append(f"{where}{first}{then}")
        return f"Filament: {'; '.join(said)}."
