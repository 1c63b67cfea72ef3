"""Mutations of whole plates in STL: all files of a plate are changed alike, so that none contradicts another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mutations.folder import GAMES, Mutation, NotHere, codes, files
from mutations.stl import HEAD, MIRRORED, TURNED_OVER, Plate, middle, moved, read, towards, turn, write


def _plate(change: Callable[[Plate], None], stem: str = "") -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        plate = Plate(folder, stem)
        change(plate)
        plate.write()

    return apply


def _onto(gap: float) -> Callable[[Plate], None]:
    """Move the first tile to its neighbour, `gap` mm from it; below 0, into it."""

    def change(plate: Plate) -> None:
        near = plate.neighbour(0)
        mine, theirs = plate.outlines[0], plate.outlines[near]
        x, y = towards(mine, theirs, max(gap, 0.0))
        length = float(np.hypot(x, y))
        plate.move(0, by=(x * (1 - gap / length), y * (1 - gap / length), 0) if gap < 0 else (x, y, 0))

    return change


def _off(plate: Plate) -> None:
    plate.move(0, by=(-100, 0, 0))


def _out(plate: Plate) -> None:
    plate.drop(0)


def _twice(plate: Plate) -> None:
    """Lay a tile in the place of another of the same outline."""
    for k, outline in enumerate(plate.outlines):
        for other in range(k + 1, len(plate.outlines)):
            theirs = plate.outlines[other]
            by = np.array([*(np.array(theirs.centroid.coords[0]) - np.array(outline.centroid.coords[0])), 0.0])
            if _equal(plate, k, other, by) is False:
                plate.drop(other)
                plate.copy(k, by)
                return
    raise NotHere("all tiles of the plate are alike")


def _equal(plate: Plate, one: int, two: int, by: Any) -> bool | None:
    """Tell whether two tiles are the same but for a move; None if their outlines differ."""
    a, b = plate.outlines[one], plate.outlines[two]
    from shapely.affinity import translate

    if translate(a, by[0], by[1]).symmetric_difference(b).area > 0.01 * a.area:
        return None
    for path in plate.paths:
        mine, theirs = (plate.facets[path][plate.of_tile(path, k)] for k in (one, two))
        if len(mine) != len(theirs) or not np.allclose(mine + by, theirs, atol=1e-3):
            return False
    return True


def _over(plate: Plate) -> None:
    plate.move(0, TURNED_OVER)


def _mirrored_tile(plate: Plate) -> None:
    """Mirror in place the first tile that is another one then: whose marks change about its middle."""
    for tile in range(len(plate.outlines)):
        x, y = plate.outlines[tile].centroid.coords[0]
        for path in plate.paths:
            mine = plate.facets[path][plate.of_tile(path, tile)] - (x, y, 0)
            turned = [moved(mine, MIRRORED @ turn(k * 36)) for k in range(10)]
            shapes = [_points(mine)] + [_points(mine @ turn(k * 30).T) for k in (3, 4, 6, 8, 9)]
            if mine.size and not any(_points(t) in shapes for t in turned):
                plate.move(tile, MIRRORED)
                return
    raise NotHere("every tile is its own mirror image")


def _points(facets: Any) -> frozenset[tuple[float, ...]]:
    return frozenset(map(tuple, (np.round(facets.reshape(-1, 3), 1) + 0.0).tolist()))


def _mirrored(folder: Path) -> None:
    """Mirror a whole plate about its middle."""
    plate = Plate(folder)
    about = middle([facets for facets in plate.facets.values() if len(facets)])
    for path in plate.paths:
        write(path, moved(plate.facets[path], MIRRORED, about))


def _turned(plate: Plate) -> None:
    """Turn what is laid into the first tile by 15° under it: its pockets and inlays no longer agree."""
    x, y = plate.outlines[0].centroid.coords[0]
    inlays = [path for path in plate.paths if "-inlay-" in path.name]
    if not inlays:
        raise NotHere("no inlays")
    for path in inlays:
        mine = plate.of_tile(path, 0)
        plate.facets[path][mine] = moved(plate.facets[path][mine], turn(15), (x, y, 0))


def _inlay_aside(folder: Path) -> None:
    found = sorted(path for path in files(folder, "stl/plate-*-inlay-*.stl"))
    write(found[0], read(found[0]) + np.array([0.3, 0, 0]))


def _inlays_exchanged(folder: Path) -> None:
    """Exchange the files of two colours of a plate: what is printed blue is printed red."""
    found = files(folder, "stl/plate-1-inlay-*.stl")
    if len(found) < 2:
        raise NotHere("one colour only")
    first, second = found[0].read_bytes(), found[1].read_bytes()
    assert first[HEAD:] != second[HEAD:]
    found[0].unlink()
    found[1].unlink()
    found[0].write_bytes(second)
    found[1].write_bytes(first)


def _gone(folder: Path) -> None:
    plate = Plate(folder)
    for path in plate.paths:
        path.unlink()


def _relief_gone(folder: Path) -> None:
    files(folder, "stl/plate-*-relief.stl")[-1].unlink()


def _again(folder: Path) -> None:
    """Add a plate that is another's copy: every tile of it is printed twice."""
    plate = Plate(folder)
    for path in plate.paths:
        (path.parent / path.name.replace(plate.stem, plate.stem.rpartition("-")[0] + "-99")).write_bytes(
            path.read_bytes()
        )


def _lifted(plate: Plate) -> None:
    plate.move(0, by=(0, 0, 0.5))


def _scaled(folder: Path) -> None:
    for path in Plate(folder).paths:
        write(path, read(path) * 1.01)


COLOURED = ("quasimino", "majomino", "quomino")


def _row(
    name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES
) -> Mutation:  # fmt: skip
    return Mutation(f"plate-{name}", says, games, ("stl",), codes(found), apply)


MUTATIONS: tuple[Mutation, ...] = (
    _row("overlap", "a tile moved 2 mm into its neighbour", "overlap", _plate(_onto(-2.0))),
    _row("too-close", "a tile 0.05 mm from its neighbour", "too-close", _plate(_onto(0.05))),
    _row("off-bed", "a tile moved off the bed", "off-bed", _plate(_off)),
    _row("left-out", "a tile left out", "piece-missing", _plate(_out)),
    _row("twice", "a tile twice, another not at all", "piece-doubled piece-missing", _plate(_twice),
         ("quasimino", "triomino", "majomino")),
    _row("turned-over", "a tile upside down", "piece-turned-over piece-foreign", _plate(_over)),
    _row("tile-mirrored", "a tile mirrored in its place", "piece-mirrored piece-doubled piece-missing mark-foreign",
         _plate(_mirrored_tile), ("quasimino", "triomino", "majomino")),
    # of the plate of all thick rhombs the mirror image is a plate of all thick rhombs
    _row("mirrored", "a whole plate mirrored", "piece-mirrored piece-doubled piece-missing mark-foreign", _mirrored,
         ("triomino", "majomino")),
    _row("larger", "a whole plate 1 % larger", "piece-size", _scaled),
    _row("lifted", "a tile 0.5 mm above the bed", "height-wrong off-bed", _plate(_lifted)),
    _row("inlay-turned", "a tile's inlays turned by 15°", "mark-off mark-foreign overlap", _plate(_turned), COLOURED),
    _row("inlay-aside", "a colour's inlays 0.3 mm aside", "mark-off", _inlay_aside, COLOURED),
    _row("colours-exchanged", "two colours' files exchanged", "colour-wrong marks-differ piece-missing mark-foreign",
         _inlays_exchanged, ("quasimino", "majomino")),
    _row("gone", "a plate's files removed", "piece-missing", _gone),
    _row("relief-gone", "a plate in relief removed", "piece-missing accessory-count", _relief_gone, COLOURED),
    _row("again", "a plate there twice", "piece-doubled", _again),
)  # fmt: skip
