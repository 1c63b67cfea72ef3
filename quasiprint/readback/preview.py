"""The pictures in a set's folder, read back: each is there, sound to its last byte, and shows what the set has.

The picture of all pieces is compared with the faces, mark by mark, and its pixels with what is painted once more from
it. On a plate as many things are counted as lie there, and the filaments are looked for; on sheets as many areas that a
cut encloses as there are parts at least, and what is engraved. Of the box, the colours are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from quasiprint.model.face import Operation, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.format import PREVIEW
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Bed
from quasiprint.readback.png import Pixels, pixels_of
from quasiprint.readback.recognise import REMAKE
from quasiprint.readback.repainted import Area, Colour, Frame, differing, repainted
from quasiprint.readback.sheet_files import JIG
from quasiprint.readback.shown import MOST, AllThings, all_things, rgb, wrong
from quasiprint.readback.spots import spots
from quasiprint.readback.unreadable import Unreadable

PIECES, PIECES_PIXELS, BOX = f"{PREVIEW}/pieces.svg", f"{PREVIEW}/pieces.png", f"{PREVIEW}/box.png"
BACK = "-back"
UNDER = (0x5E, 0x66, 0x6E), (0xC9, 0xCE, 0xD3)  # the bed under bright things, and under dark ones
PLATE = 512  # pixels
CUT, ENGRAVED = (0x2B, 0x1A, 0x0F), (0x8A, 0x5A, 0x33)
DARK = 60  # of 255: a cut, and not what is engraved
LIKE = 40  # of 255: by how much a colour in a picture may be another
BOXED = 300  # things in the picture of a box
SMALL = 8  # mm: of a part whose sides are all longer, the area is seen
OFF = 3  # pixels at borders that rounding may move, of a picture of a million


@dataclass(frozen=True, slots=True)
class Due:
    """What the pictures of a set are to show. shown: the set in which all things are; printed, cut: as these processes
    make it, None if they do not. bed: on which it is printed first. bill: what it takes, as its manifest tells: plates
    and sheets by name."""

    shown: GameSet | None
    printed: GameSet | None
    cut: GameSet | None
    bed: Bed
    bill: Mapping[str, Any]

    @property
    def plates(self) -> dict[str, Mapping[str, Any]]:
        """The plates of the first way to print the set, by the paths of their pictures."""
        ways = self.bill.get("ways") or [] if self.printed else []
        return {f"{PREVIEW}/{plate['name']}.png": plate for plate in (ways[0]["plates"] if ways else [])}

    @property
    def filaments(self) -> set[str]:
        """The names of those of which the first way to print the set takes any."""
        return {spool["name"] for plate in self.plates.values() for spool in plate["spools"]}

    @property
    def sheets(self) -> list[str]:
        """The paths of the pictures of sheets and their backs."""
        names = [sheet["name"] for sheet in self.bill.get("sheets") or []] if self.cut else []
        return [f"{PREVIEW}/{name}.png" for name in names if name != JIG]

    @property
    def paths(self) -> list[str]:
        """The paths of all pictures."""
        whole = [PIECES, PIECES_PIXELS] if self.shown else []
        return [*whole, *([BOX] if self.printed else []), *self.plates, *self.sheets]


def preview(files: Mapping[str, bytes], due: Due | None) -> Iterator[Finding]:
    """Yield what is wrong with pictures. files: of the set, by path. due: None if another version has made it: then
    they are sound, or wrong, whatever they show."""
    own = {path: content for path, content in files.items() if path.startswith(f"{PREVIEW}/")}
    read: dict[str, Pixels | AllThings] = {}
    for path, content in sorted(own.items()):
        try:
            read[path] = all_things(content) if path == PIECES else pixels_of(content, "it")
        except Unreadable as problem:
            yield error(problem.code, path, str(problem), REMAKE)
    if due is None:
        return
    for path in due.paths:
        if path not in own:
            yield error("file-missing", path, "the set is to have this picture, and has it not", REMAKE)
    for path in own.keys() - set(due.paths):
        yield error("file-unlisted", path, "it is no picture of anything in the set", REMAKE)
    for path, message in _wrong(read, due):
        yield error("picture-wrong", path, message, REMAKE)


def _wrong(read: Mapping[str, Pixels | AllThings], due: Due) -> Iterator[tuple[str, str]]:
    """Yield which pictures show something else than the set, and what."""
    drawn, painted = read.get(PIECES), read.get(PIECES_PIXELS)
    if isinstance(drawn, AllThings) and due.shown is not None:
        yield from ((PIECES, message) for message in _all_shown(drawn, due.shown))
        if isinstance(painted, np.ndarray) and (message := _repainted(painted, drawn)):
            yield PIECES_PIXELS, message
    for path, plate in due.plates.items():
        pixels = read.get(path)
        if isinstance(pixels, np.ndarray) and due.printed is not None:
            yield from ((path, message) for message in _on_plate(pixels, plate, due.printed, due.bed))
    if due.cut is not None:
        sheets = {path: pixels for path in due.sheets if isinstance(pixels := read.get(path), np.ndarray)}
        if len(sheets) == len(due.sheets):
            yield from _on_sheets(sheets, due.cut)
    pixels = read.get(BOX)
    if isinstance(pixels, np.ndarray) and due.printed is not None:
        things = due.printed.things[:BOXED] if sum(one.count for one in due.printed.things) <= BOXED else ()
        shown = {due.printed.palette.inks[ink] for one in things for ink in _inks(one.face)}
        inks = sorted(ink.rgb for ink in shown if ink.name in due.filaments)
        if missing := [ink for ink in inks if not _has(pixels, rgb(ink))]:
            yield BOX, f"nothing in it has the colour {missing[0]}"


def _all_shown(drawn: AllThings, game_set: GameSet) -> Iterator[str]:
    """Yield what the picture of all things does not show as it is."""
    due = game_set.things[:MOST]
    if [group.id for group in drawn.groups] != [thing.id for thing in due]:
        yield f"it shows {len(drawn.groups)} things, or in another order; {len(due)} are due"
        return
    for group, thing in zip(drawn.groups, due, strict=True):
        if message := wrong(group, thing, game_set):
            yield f"{thing.id}: {message}"
            return
    if not due:
        return
    boxes = np.array([group.box for group in drawn.groups])
    wide, high = drawn.size
    if boxes[:, :2].min() < 0 or boxes[:, 2].max() > wide or boxes[:, 3].max() > high:
        yield "something lies outside of it"
    left, low, right, top = boxes.T
    beside = (left[:, None] >= right) | (right[:, None] <= left) | (low[:, None] >= top) | (top[:, None] <= low)
    if not (beside | np.eye(len(boxes), dtype=bool)).all():
        yield "things lie over one another in it"


def _repainted(pixels: Pixels, drawn: AllThings) -> str:
    """Return what a picture shows otherwise than the drawing from which it is painted; names are passed over."""
    high, wide = pixels.shape[:2]
    frame = Frame(wide, high, wide / drawn.size[0])
    if high != max(1, round(wide * drawn.size[1] / drawn.size[0])):
        return f"it has {wide} × {high} pixels, which is not the form of {PIECES}"
    areas: list[Area] = [area for group in drawn.groups for path in group.paths for area in path.areas()]
    differ = differing(pixels, repainted(areas, rgb(drawn.ground), frame))
    for group in drawn.groups:
        left, _, right, _ = group.box
        middle, base = group.label
        reach = max((right - left) / 2, len(group.name) * group.size / 2)
        columns = slice(max(0, int((middle - reach) * frame.scale) - 1), int((middle + reach) * frame.scale) + 2)
        first = max(0, int((drawn.size[1] - base - group.size) * frame.scale) - 1)
        differ[first : int((drawn.size[1] - base + group.size / 2) * frame.scale) + 2, columns] = False
    count = int(differ.sum())
    return f"{count} of its pixels show something else than {PIECES}" if count > OFF else ""


def _inks(face: Any) -> set[int]:
    """Return the colours of the marks of a face that are seen from above."""
    return {mark.colour for mark in face.marks if mark.colour is not None and mark.field}


def _has(pixels: Pixels, colour: Colour) -> bool:
    near = (
        (pixels[:, :, k] >= max(value - LIKE, 0)) & (pixels[:, :, k] <= min(value + LIKE, 255))
        for k, value in enumerate(colour)
    )
    return bool(np.logical_and.reduce(list(near)).any())


def _on_plate(pixels: Pixels, plate: Mapping[str, Any], game_set: GameSet, bed: Bed) -> Iterator[str]:
    """Yield what the picture of a plate does not show."""
    if pixels.shape[:2] != (PLATE, PLATE):
        yield f"it has {pixels.shape[1]} × {pixels.shape[0]} pixels, {PLATE} × {PLATE} are due"
        return
    inks = {ink.name: rgb(ink.rgb) for ink in game_set.palette.inks}
    under = next((one for one in UNDER if _is(pixels, one).any()), None)
    if under is None:
        yield "no bed is seen in it"
        return
    if under not in inks.values():
        found = len(spots(~_is(_of_bed(pixels, bed), under)))
        if found != plate["pieces"]:
            yield f"{found} things are seen on it, and {plate['pieces']} lie there"
    seen = {game_set.palette.inks[ink].name for thing in game_set.things for ink in _inks(thing.face)}
    for spool in plate["spools"]:
        if spool["name"] in seen and not _has(pixels, inks[spool["name"]]):
            yield f"nothing on it has the colour of {spool['name']}"


def _is(pixels: Pixels, colour: Colour) -> Any:
    return ~differing(pixels, np.array(colour, dtype=np.uint8))


def _of_bed(pixels: Pixels, bed: Bed) -> Pixels:
    """Return what a picture shows of the bed, but for its rim."""
    scale = PLATE / max(bed.width, bed.depth)
    aside, above = (int((PLATE - scale * side) / 2) + 1 for side in (bed.width, bed.depth))
    return pixels[above : PLATE - above, aside : PLATE - aside]


def _on_sheets(sheets: Mapping[str, Pixels], game_set: GameSet) -> Iterator[tuple[str, str]]:
    """Yield what the pictures of sheets do not show."""
    fronts = {path: pixels for path, pixels in sheets.items() if not path.endswith(f"{BACK}.png")}
    for path in sheets.keys() - fronts.keys():
        if _is(sheets[path], CUT).any():
            yield path, "a cut is shown on a back"
    enclosed: dict[str, int] = {path: len(spots(pixels.max(axis=2) > DARK)) - 1 for path, pixels in fronts.items()}
    due = sum(thing.count for thing in game_set.things if _is_seen(thing.face.outline))
    first = next(iter(fronts), "")
    if sum(enclosed.values()) < due:
        yield first, f"{sum(enclosed.values())} areas are cut out in pictures of sheets, and the set has {due} parts"
    burned = any(mark.operation is Operation.ENGRAVE and mark.ink for one in game_set.things for mark in one.face.marks)
    if burned and not any(_has(pixels, ENGRAVED) for pixels in fronts.values()):
        yield first, "nothing is engraved in pictures of sheets"


def _is_seen(outline: Any) -> bool:
    left, low, right, high = bounds((outline,))
    return min(right - left, high - low) > SMALL
