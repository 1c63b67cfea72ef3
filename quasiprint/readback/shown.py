"""The picture of all things of a set, read back: each in a group of its own, with its name, where nothing else is.

It is written in one way, line by line, and read in that way alone. y runs up, lengths are mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import unescape

import numpy as np

from quasiprint.model.face import Face, Ring
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.readback.repainted import Area, Colour, Corners
from quasiprint.readback.unreadable import foreign

N = r"-?\d{1,7}(?:\.\d{1,4})?"
RGB = "#[0-9A-Fa-f]{6}"
QUOTES = {"&quot;": '"'}
HEAD = re.compile(
    rf'<svg xmlns="http://www\.w3\.org/2000/svg" width="({N})mm" height="({N})mm" viewBox="0 0 ({N}) ({N})" '
    rf"role=\"img\" aria-label=(?:\"([^\"<>]*)\"|'([^'<>]*)')>"
)
TITLE = re.compile("<title>([^<>]*)</title>")
GROUND = re.compile(rf'<rect width="({N})" height="({N})" fill="({RGB})"/>')
GROUP = re.compile(
    rf'<g id="([^"<>]+)"><title>([^<>]*)</title>((?:<path [^<>]*/>)+)<text x="({N})" y="({N})" '
    rf'font-family="sans-serif" font-size="({N})" text-anchor="middle" fill="{RGB}">([^<>]*)</text></g>'
)
PATH = re.compile(
    rf'<path d="((?:M{N} {N}(?:L{N} {N})*Z?)+)" fill="({RGB}|none)"(?: fill-rule="evenodd")?'
    rf'(?: stroke="({RGB})" stroke-width="({N})" stroke-linejoin="round")?/>'
)
PAIR = re.compile(rf"({N}) ({N})")
PLAIN = "#222222"  # a mark without a colour
PALE = 0.78  # a tint is so much nearer to white
MOST = 400  # things in one picture
NEAR = 2e-3  # mm: coordinates are told to a thousandth


@dataclass(frozen=True, slots=True)
class Drawn:
    """A path. rings: n × 2, mm; closed: whether they close; fill, stroke: None for none; width: of the stroke, mm."""

    rings: tuple[Corners, ...]
    closed: bool
    fill: str | None
    stroke: str | None
    width: float

    def areas(self) -> Iterator[Area]:
        """Yield what is painted: the inside, then each side of its lines."""
        if self.fill:
            yield self.rings, rgb(self.fill)
        if self.stroke:
            for ring in self.rings:
                yield from (([side], rgb(self.stroke)) for side in sides(ring, self.closed, self.width))


@dataclass(frozen=True, slots=True)
class Group:
    """A thing in the picture. id, title: its own; paths: what it looks like; label: where its name stands, mm: the
    middle of the base line; size: of its letters, mm; name: what stands there."""

    id: str
    title: str
    paths: tuple[Drawn, ...]
    label: tuple[float, float]
    size: float
    name: str

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Where its outline lies: left, low, right, high, mm."""
        outline = self.paths[0].rings[0]
        (left, low), (right, high) = outline.min(axis=0), outline.max(axis=0)
        return float(left), float(low), float(right), float(high)


@dataclass(frozen=True, slots=True)
class AllThings:
    """The picture of all things. size: width and height, mm; ground: its colour."""

    size: tuple[float, float]
    title: str
    ground: str
    groups: tuple[Group, ...]


def rgb(colour: str) -> Colour:
    """Return red, green and blue of a colour "#RRGGBB"."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def sides(ring: Corners, closed: bool, width: float) -> Iterator[Corners]:
    """Yield each side of a line as a rectangle, longer by a quarter of its width at both ends."""
    ends = np.roll(ring, -1, axis=0) if closed else ring[1:]
    for a, b in zip(ring[: len(ends)], ends, strict=True):
        x, y = b - a
        length = float(np.sqrt(x * x + y * y))
        if length:
            along = (b - a) * (width / 2 / length)
            aside = np.array((-along[1], along[0]))
            start, end = a - along / 2, b + along / 2
            yield np.array((start + aside, start - aside, end - aside, end + aside))


def all_things(content: bytes) -> AllThings:
    """Return what a picture of all things holds. Raises Unreadable for any other file."""
    try:
        lines = content.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise foreign("it is no text") from None
    head, title, ground = (
        pattern.fullmatch(line) for pattern, line in zip((HEAD, TITLE, GROUND), [*lines[:3], "", "", ""], strict=False)
    )
    if not (head and title and ground) or lines[-2:] != ["</svg>", ""]:
        raise foreign("it is no picture as a set has it")
    wide, high = float(head[1]), float(head[2])
    if not (head[1] == head[3] == ground[1] and head[2] == head[4] == ground[2] and wide > 0 and high > 0):
        raise foreign("its sizes are not those of what it shows")
    groups = []
    for number, line in enumerate(lines[3:-2], 4):
        found = GROUP.fullmatch(line)
        if not found:
            raise foreign(f"line {number} shows no thing of a set")
        x, y, size = float(found[4]), high - float(found[5]), float(found[6])
        paths = tuple(_paths(found[3], high, number))
        groups.append(Group(found[1], _text(found[2]), paths, (x, y), size, _text(found[7])))
    label = _text(head[5] if head[5] is not None else head[6])
    if label != _text(title[1]):
        raise foreign("its title and its label say different things")
    return AllThings((wide, high), label, ground[3], tuple(groups))


def _text(text: str) -> str:
    return unescape(text, QUOTES)


def _paths(text: str, high: float, line: int) -> Iterator[Drawn]:
    at = 0
    for found in PATH.finditer(text):
        if found.start() != at:
            break
        at = found.end()
        rings = [part for part in found[1].split("M") if part]
        closed = {part.endswith("Z") for part in rings}
        if len(closed) != 1:
            raise foreign(f"line {line} has lines of which only some close")
        points = tuple(np.array([(float(x), high - float(y)) for x, y in PAIR.findall(part)]) for part in rings)
        fill = None if found[2] == "none" else found[2]
        yield Drawn(points, closed == {True}, fill, found[3], float(found[4] or 0))
    if at != len(text):
        raise foreign(f"line {line} has a path as no picture of a set has it")


Look = tuple[tuple[Ring, ...], str | None]  # rings, mm in the thing's frame, and what they are filled with


def looks(face: Face, inks: list[str]) -> list[Look]:
    """Return what is to be seen of a face above its ground, in its order: tints, lines, and what is inked."""
    tints: list[Look] = [
        (region.rings, _pale(inks[mark.colour]))
        for mark in face.marks
        if mark.colour is not None and not mark.ink
        for region in mark.field
    ]
    lines: list[Look] = [((line,), None) for mark in face.marks for line in mark.lines]
    inked: list[Look] = [
        (region.rings, PLAIN if mark.colour is None else inks[mark.colour])
        for mark in face.marks
        for region in mark.ink
    ]
    return [*tints, *lines, *inked]


def _pale(colour: str) -> str:
    return "#" + "".join(f"{round(part + (255 - part) * PALE):02X}" for part in rgb(colour))


def wrong(group: Group, thing: Piece | Accessory, game_set: GameSet) -> str:
    """Return what of a thing is not shown as it is, "" if all is."""
    name = (thing.name if isinstance(thing, Piece) else "") or thing.id
    name = f"{name} × {thing.count}" if thing.count > 1 else name
    if group.id != thing.id or group.title != name or group.name != name:
        return f"its name there is {group.name[:60]!r}, and {name!r} is due"
    ground, *above = group.paths
    outline = np.array(thing.face.nominal)
    if ground.fill != game_set.palette.body or len(ground.rings) != 1 or ground.rings[0].shape != outline.shape:
        return "its outline is another, or of another colour"
    shift = (ground.rings[0] - outline).mean(axis=0)
    due = [((thing.face.nominal,), game_set.palette.body), *looks(thing.face, [i.rgb for i in game_set.palette.inks])]
    if len(above) != len(due) - 1:
        return f"{len(above)} marks are shown on it, {len(due) - 1} are due"
    for drawn, (rings, fill) in zip(group.paths, due, strict=True):
        if drawn.fill != fill:
            return f"a mark is shown in {drawn.fill}, and {fill} is due"
        if len(rings) != len(drawn.rings) or not all(
            found.shape == (len(ring), 2) and np.abs(found - np.array(ring) - shift).max() <= NEAR
            for found, ring in zip(drawn.rings, rings, strict=True)
        ):
            return "a mark is shown elsewhere, or in another form"
    return ""
