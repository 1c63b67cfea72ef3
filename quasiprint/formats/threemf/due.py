"""What a 3MF file must say of itself, told from the set's faces and from what lies in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from quasiprint.model.face import Face
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet
from quasiprint.readback.solid_parts import DuePart, DueParts

SECOND = 0  # the palette's colour where things have several, told apart by patterns
NEAR = 1e-6  # mm


@dataclass(frozen=True, slots=True)
class DueChange:
    """Where one nozzle gets another filament. height: of the last layer of the first, mm; layer: the first of the
    second, from 1, and its top, mm. sunk: whether the first shows in what is sunk into the faces. ink: the palette's
    colour besides the body's: the only one of the faces, or the first."""

    height: float
    layer: int
    top: float
    sunk: bool
    ink: int = SECOND


def due_change(faces: Sequence[Face], measures: Measures) -> DueChange | None:
    """Return where the filament is changed for a plate with these faces, each on one body; None if nowhere."""
    if any(one.thickness is not None for one in faces):
        return None
    face_height = measures.stock.thickness
    rises = [levels for levels in (_rises(one, measures) for one in faces) if levels]
    if any(rise > 0 for levels in rises for rise in levels):
        height, sunk = face_height, False
    elif len({max(levels) for levels in rises}) == 1:
        height, sunk = face_height + max(rises[0]), True
    else:
        return None
    layer = measures.machine.layer
    count = round(height / layer)
    if count < 1 or abs(count * layer - height) > NEAR:
        return None
    colours = {mark.colour for face in faces for mark in face.marks if mark.colour is not None and mark.field}
    colours |= {face.back_colour for face in faces if face.back and face.back_colour is not None}
    return DueChange(height, count + 1, (count + 1) * layer, sunk, colours.pop() if len(colours) == 1 else SECOND)


def _rises(face: Face, measures: Measures) -> list[float]:
    """Return how far what is drawn on a face stands above it, or below, mm."""
    plain = -measures.finish.groove_depth
    coloured = measures.finish.relief_height
    return [
        coloured if mark.colour is not None else plain if mark.rise is None else mark.rise
        for mark in face.marks
        if mark.ink
    ]


@dataclass(frozen=True)
class DueFile:
    """A file of a set. plates: their names, and what lies on each. relief: whether everything is one body. older: in
    the form of version 0.1.0, in which each of the palette's colours had its own filament."""

    set: GameSet
    parts: DueParts
    plates: Sequence[tuple[str, Sequence[str]]]
    relief: bool
    older: bool

    @cached_property
    def _faces(self) -> Mapping[str, Face]:
        return {thing.id: thing.face for thing in self.set.things}

    def bodies(self, name: str) -> tuple[DuePart, ...]:
        """Return the bodies of a thing, as `DueParts` has them."""
        return self.parts.in_relief(name) if self.relief else self.parts.of(name)

    @cached_property
    def inks(self) -> list[int]:
        """The palette's colours that the file prints in filaments of their own."""
        names = {name for _, names in self.plates for name in names}
        return sorted({ink for name in names for _, ink in self.bodies(name) if ink is not None})

    def filament(self, ink: int | None) -> int:
        """Return the filament of a colour, 1 for the bodies'."""
        if ink is None:
            return 1
        return ink + 2 if self.older else 2 + self.inks.index(ink)

    def ink(self, filament: int) -> int:
        """Return the colour of a filament: its index in the palette, negative for the bodies'; one beyond the palette
        for a filament that nothing has."""
        if filament < 2 or self.older:
            return filament - 2
        return self.inks[filament - 2] if filament - 2 < len(self.inks) else len(self.set.palette.inks) + filament

    @cached_property
    def changes(self) -> dict[int, DueChange]:
        """Where the filament is changed, by the plate's number from 1."""
        if not self.relief:
            return {}
        found = {}
        for number, (_, names) in enumerate(self.plates, 1):
            faces = [self._faces[name] for name in dict.fromkeys(names) if name in self._faces]
            change = due_change(faces, self.set.measures)
            if change is not None:
                found[number] = change
        return found

    def spools(self, change: DueChange | None) -> list[tuple[str, str]]:
        """Return the filaments that one nozzle prints, one after the other: names and colours."""
        body = "body", self.set.palette.body
        if change is None:
            return [body]
        ink = self.set.palette.inks[change.ink]
        both = [body, (ink.name, ink.rgb)]
        return both[::-1] if change.sunk else both

    def face(self, name: str) -> float:
        """Return the height of a thing's face, mm."""
        face = self._faces.get(name)
        return self.set.measures.with_thickness(face.thickness if face else None).stock.thickness

    def shown(self, change: DueChange | None, ink: int, height: float) -> tuple[int, int, int]:
        """Return the colour of a level that is printed in a colour of the palette, or (negative) in the bodies'."""
        inks, spools = self.set.palette.inks, self.spools(change)
        if 0 <= ink < len(inks):
            text = inks[ink].rgb
        else:
            text = spools[-1 if change is not None and height > change.height + NEAR else 0][1]
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)

    @property
    def description(self) -> str:
        """What the file's description must be."""
        palette = self.set.palette
        if not self.relief:
            inks = [f"{self.filament(ink)} {palette.inks[ink].name} {palette.inks[ink].rgb}" for ink in self.inks]
            return f"Filaments: {', '.join([f'1 body {palette.body}', *inks])}."
        ways: dict[DueChange | None, list[str]] = {}
        for number, (plate, _) in enumerate(self.plates, 1):
            ways.setdefault(self.changes.get(number), []).append(plate)
        words = []
        for change, plates in ways.items():
            spools = [" ".join(spool) for spool in self.spools(change)]
            text = f"{', '.join(plates)}: {spools[0]}" if len(ways) > 1 else spools[0]
            if change is not None:
                text += f", from layer {change.layer} ({change.height:g} mm) on {spools[1]}"
            words.append(text)
        return f"Filament: {'; '.join(words)}."
