"""Draw sets in their trays, and hands in their racks, from the bodies that a printer gets.

    python docs/kept_pictures.py       writes docs/pictures/tray*.png and rack*.png

What lies in a tray lies where the set says that it lies. Needs the test extra.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pictures import packed
from PIL import Image

import quasiprint
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.solids.build import solid_pieces
from quasiprint.solids.mesh import meshes

PICTURES = Path(__file__).parent / "pictures"
GROUND = (244, 241, 234)
WOOD, TILE, LID = (201, 181, 143), (242, 239, 232), (178, 158, 122)
LIGHT = np.array((-0.4, -0.55, 0.73))
FINE = 3  # points of a pixel's side
Triangles = NDArray[np.float64]  # n × 3 × 3, mm
Shown = tuple[Triangles, tuple[int, int, int]]


def rendered(bodies: list[Shown], wide: int, spin: float, tilt: float, paper: float) -> Image.Image:
    """Return bodies seen from the front and above: each point shows what is nearest. wide: pixels; spin, tilt: degrees;
    paper: how much ground is left around, a share."""
    s, t = math.radians(spin), math.radians(tilt)
    turn = np.array(((math.cos(s), -math.sin(s), 0), (math.sin(s), math.cos(s), 0), (0, 0, 1)))
    lift = np.array(((1, 0, 0), (0, math.sin(t), math.cos(t)), (0, -math.cos(t), math.sin(t))))
    every = [(body @ turn.T @ lift.T, body @ turn.T, colour) for body, colour in bodies]
    low = np.min([seen.reshape(-1, 3).min(axis=0) for seen, _, _ in every], axis=0)[:2]
    high = np.max([seen.reshape(-1, 3).max(axis=0) for seen, _, _ in every], axis=0)[:2]
    scale = FINE * wide * (1 - 2 * paper) / (high[0] - low[0])
    edge = FINE * wide * paper
    size = FINE * wide, math.ceil((high[1] - low[1]) * scale + 2 * edge)
    near = np.full(size[::-1], -np.inf)
    colours = np.full((*size[::-1], 3), GROUND, dtype=np.uint8)
    for seen, real, colour in every:
        normal = np.cross(real[:, 1] - real[:, 0], real[:, 2] - real[:, 0])
        long = np.linalg.norm(normal, axis=1)
        light = 0.5 + 0.5 * np.clip((normal / np.where(long == 0, 1, long)[:, None]) @ LIGHT, 0, 1)
        plane = (seen[:, :, :2] - low) * scale + edge
        for (a, b, c), depths, shade in zip(plane, seen[:, :, 2], light, strict=True):
            _fill(near, colours, (a, b, c), depths, np.array(colour) * shade)
    return Image.fromarray(colours[::-1]).resize((wide, size[1] // FINE), Image.Resampling.LANCZOS)


def _fill(
    near: NDArray[np.float64],
    colours: NDArray[np.uint8],
    corners: tuple[Triangles, ...],
    depths: NDArray[np.float64],
    colour: NDArray[np.float64],
) -> None:
    """Paint a triangle where nothing nearer is painted."""
    (ax, ay), (bx, by), (cx, cy) = corners
    whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if whole <= 0:  # seen from behind
        return
    left, right = max(0, math.floor(min(ax, bx, cx))), math.ceil(max(ax, bx, cx)) + 1
    under, over = max(0, math.floor(min(ay, by, cy))), math.ceil(max(ay, by, cy)) + 1
    y, x = np.mgrid[under:over, left:right] + 0.5
    y, x = y[: near.shape[0] - under], x[: near.shape[0] - under]
    u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / whole
    v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / whole
    depth = u * depths[0] + v * depths[1] + (1 - u - v) * depths[2]
    window = near[under : under + len(y), left:right]
    inside = (u >= 0) & (v >= 0) & (u + v <= 1)
    inside = inside[:, : window.shape[1]]
    drawn = inside & (depth[:, : window.shape[1]] > window)
    window[drawn] = depth[:, : window.shape[1]][drawn]
    colours[under : under + len(y), left:right][drawn] = colour.astype(np.uint8)


class Set:
    """A set as it is printed, its bodies as triangles."""

    def __init__(self, game: str, *storage: str, **options: object) -> None:
        self.held: GameSet = quasiprint.design(game, storage=list(storage), **options).as_made_by("printer")
        self.things: dict[str, Piece | Accessory] = {thing.id: thing for thing in self.held.items}
        self._pieces = {piece.id: piece for piece in solid_pieces(self.held)}
        self._meshes = meshes(self._pieces.values())

    def bodies(self, id: str, colour: tuple[int, int, int] = TILE) -> Iterator[Shown]:
        """Yield a thing's bodies, each in its colour."""
        for part in self._pieces[id].parts:
            ink = None if part.colour is None else self.held.palette.inks[part.colour].rgb
            rgb = colour if ink is None else (int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16))
            mesh = self._meshes[part.key]
            yield np.concatenate([np.array(s.triangles) for s in mesh.surfaces]), rgb

    def packed(self, tray: Accessory, seen: int) -> Iterator[Shown]:
        """Yield a tray with what lies in it; of each stack so many things from above: no more of it is seen."""
        yield from self.bodies(tray.id, WOOD)
        for stack in tray.stacks:
            every = [id for id, count in stack.items for _ in range(count)]
            step = stack.height / len(every)
            for k in range(max(0, len(every) - seen), len(every)):
                yield from self.placed(every[k], stack.angle, (stack.x, stack.y, stack.z + k * step))

    def placed(self, id: str, angle: float, at: tuple[float, float, float]) -> Iterator[Shown]:
        """Yield a thing turned by some degrees, and moved."""
        a = math.radians(angle)
        turn = np.array(((math.cos(a), -math.sin(a), 0), (math.sin(a), math.cos(a), 0), (0, 0, 1)))
        for body, colour in self.bodies(id):
            yield body @ turn.T + np.array(at), colour


def trays() -> None:
    """Every game's first tray, and what lies in it."""
    for game in ("quasimino", "triomino", "majomino", "quomino"):
        one = Set(game, "tray")
        bodies = list(one.packed(next(thing for thing in one.held.accessories if thing.stacks), 3))
        saved(rendered(bodies, 560, 14.0, 52.0, 0.03), f"tray-{game}")


def closed() -> None:
    """Quomino's trays on one another, and their lid above."""
    one = Set("quomino", "tray")
    bodies, z = [], 0.0
    for thing in sorted((t for t in one.held.accessories if t.storage), key=lambda t: (not t.stacks, t.id)):
        z += 30.0 * (not thing.stacks)
        colour = WOOD if thing.stacks else LID
        bodies += [(body + np.array((0, 0, z)), colour) for body, _ in one.bodies(thing.id)]
        z += thing.face.thickness or 0.0
    saved(rendered(bodies, 560, 24.0, 28.0, 0.03), "tray-closed")


def rack() -> None:
    """A hand of nine triominoes in its rack."""
    one = Set("triomino", "rack")
    (rack,) = (thing for thing in one.held.accessories if thing.slots)
    long = rack.face.thickness or 0.0
    bodies = []
    for segment in range(rack.count):  # printed standing, used lying: z becomes the length
        for body, _ in one.bodies(rack.id):
            x, y, z = np.moveaxis(body, 2, 0)
            bodies.append((np.stack((z + segment * long, x, y), axis=2), WOOD))
    ids = [piece.id for piece in one.held.pieces][7::5]
    for k in range(rack.hand):
        tier = rack.slots[k >= 5]
        middle = (k % 5 + 0.5) * rack.count * long / 5
        face = one.things[ids[k]].face
        foot = -min(y for _, y in face.outline)
        s = math.radians(tier.slope)
        for body, colour in one.bodies(ids[k]):
            x, y, z = np.moveaxis(body, 2, 0)
            up, front = y + foot, z - tier.width / 2 + 0.1
            across = tier.x + up * math.cos(s) - front * math.sin(s)
            bodies.append(
                (np.stack((x + middle, across, tier.y + up * math.sin(s) + front * math.cos(s)), axis=2), colour)
            )
    saved(rendered(bodies, 640, 10.0, 32.0, 0.03), "rack-triomino")


def saved(image: Image.Image, name: str) -> None:
    """Write a picture."""
    content = packed(image)
    (PICTURES / f"{name}.png").write_bytes(content)
    print(f"wrote {name}.png, {len(content) / 1000:.0f} kB")


def main() -> None:
    """Write all pictures."""
    trays()
    closed()
    rack()


if __name__ == "__main__":
    main()
