"""Mutations of STL files of single pieces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mutations.folder import (
    GAMES,
    Mutation,
    NotHere,
    codes,
    files,
    liveliest,
    manifest,
    one_sided,
    other,
    put,
    put_manifest,
)
from mutations.stl import HEAD, MIRRORED, TURNED_OVER, Facets, bodies, middle, moved, read, turn, write

Change = Callable[[Facets], Facets]
COLOURED = ("quasimino", "majomino", "quomino")


def _all(folder: Path, piece: dict[str, Any]) -> list[Path]:
    """Return a piece's STL files. Raises NotHere if it has none."""
    found = [folder / name for name in piece["files"] if name.endswith(".stl")]
    if not found:
        raise NotHere("the piece has no file of its own")
    return found


def _body(folder: Path, piece: dict[str, Any]) -> Path:
    return next(path for path in _all(folder, piece) if path.name.endswith("-body.stl"))


def _inlay(folder: Path, piece: dict[str, Any]) -> Path:
    found = [path for path in _all(folder, piece) if "-inlay-c" in path.name]
    if not found:
        raise NotHere("no inlays")
    return found[0]


def _inlaid(piece: dict[str, Any]) -> bool:
    return any("-inlay-c" in name for name in piece["files"])


def _whole(matrix: Any, sided: bool = False) -> Callable[[Path], None]:
    """Move all of a piece's files by a matrix about the middle of its body, in their one frame."""

    def apply(folder: Path) -> None:
        piece = liveliest(folder, one_sided) if sided else liveliest(folder)
        about = middle([read(_body(folder, piece))])
        for path in _all(folder, piece):
            write(path, moved(read(path), matrix, about))

    return apply


def _scaled(factor: float) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        for path in _all(folder, liveliest(folder)):
            write(path, read(path) * factor)

    return apply


def _on_body(change: Change) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = _body(folder, liveliest(folder))
        write(path, change(read(path)))

    return apply


def _on_inlay(change: Change) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = _inlay(folder, liveliest(folder, _inlaid))
        write(path, change(read(path)))

    return apply


def _on_bytes(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = _body(folder, liveliest(folder))
        put(path, change(path.read_bytes()))

    return apply


def _missing(folder: Path) -> None:
    """Remove a piece's files; those of several pieces at once keep serving the others."""
    held = manifest(folder)
    piece = liveliest(folder)
    for path in _all(folder, piece):
        path.unlink()
    gone = set(piece["files"])
    for entry in held["pieces"]:
        entry["files"] = [name for name in entry["files"] if name not in gone]
    put_manifest(folder, held)


def _exchange(one: list[Path], two: list[Path]) -> None:
    first, second = [path.read_bytes() for path in one], [path.read_bytes() for path in two]
    for path, content in zip([*one, *two], [*second, *first], strict=True):
        put(path, content)


def _doubled(folder: Path) -> None:
    """Put one piece's bodies in another's place, under the other's names."""
    held = manifest(folder)
    piece = liveliest(folder)
    twin = other(folder, piece)
    gone = _all(folder, twin)
    stem = _body(folder, twin).name.removesuffix("-body.stl")
    mine = _body(folder, piece).name.removesuffix("-body.stl")
    contents = {path.name.replace(mine, stem, 1): path.read_bytes() for path in _all(folder, piece)}
    for path in gone:
        path.unlink()
    for name, content in contents.items():
        put(folder / "stl" / name, content)
    for entry in held["pieces"]:
        if entry["id"] == twin["id"]:
            entry["files"] = sorted(f"stl/{name}" for name in contents)
    put_manifest(folder, held)


def _bodies_exchanged(alike: bool) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        piece = liveliest(folder)
        _exchange([_body(folder, piece)], [_body(folder, other(folder, piece, alike=alike))])

    return apply


def _of_another(kind: str) -> Callable[[Path], None]:
    """Put another tile's relief or inlay in the place of a tile's own."""

    def apply(folder: Path) -> None:
        piece = liveliest(folder)
        mine = [path for path in _all(folder, piece) if f"-{kind}" in path.name]
        for entry in manifest(folder)["pieces"]:
            if entry["shape"] == piece["shape"] and entry["id"] != piece["id"]:
                for path in mine:
                    theirs = [p for p in _all(folder, entry) if p.name.endswith(path.name.split("-")[-1])]
                    if theirs and theirs[0].read_bytes()[HEAD:] != path.read_bytes()[HEAD:]:
                        put(path, theirs[0].read_bytes())
                        return
        raise NotHere(f"no two pieces of one shape with another {kind}")

    return apply


def _other_pattern(folder: Path) -> None:
    """Put the inlay of another colour, with its pattern, in an inlay's place: the same edges, another colour."""
    held = [piece for piece in manifest(folder)["pieces"] if len(set(piece["marks"])) == 1 and _inlaid(piece)]
    for one in held:
        for two in held:
            if one["shape"] == two["shape"] and one["marks"] != two["marks"]:
                put(_inlay(folder, one), _inlay(folder, two).read_bytes())
                return
    raise NotHere("no two pieces of one shape in one colour each")


def _inlays_exchanged(folder: Path) -> None:
    piece = liveliest(folder, _inlaid)
    mine = _inlay(folder, piece)
    kind = mine.name.rpartition("-")[2]
    for entry in manifest(folder)["pieces"]:
        if entry["shape"] == piece["shape"]:
            for theirs in _all(folder, entry):
                if theirs.name.endswith(f"inlay-{kind}") and theirs.read_bytes()[HEAD:] != mine.read_bytes()[HEAD:]:
                    _exchange([mine], [theirs])
                    return
    raise NotHere("all pieces have the same inlays")


def _dropped(facets: Facets) -> Facets:
    return facets[1:]


def _flipped(facets: Facets) -> Facets:
    facets = facets.copy()
    facets[0] = facets[0, ::-1]
    return facets


def _inside_out(facets: Facets) -> Facets:
    return facets[:, ::-1].copy()


def _vertex(facets: Facets) -> Facets:
    """Move the rightmost corner of the upper side, in every facet that has it: closed, but its walls slant."""
    points = facets.reshape(-1, 3).copy()
    top = points[points[:, 2] == points[:, 2].max()]
    corner = top[np.lexsort((top[:, 1], top[:, 0]))[-1]]
    points[np.all(points == corner, axis=1), 0] += 0.05
    return points.reshape(facets.shape)


def _thicker(facets: Facets) -> Facets:
    """Lift what is uppermost by 0.2 mm."""
    facets = facets.copy()
    facets[..., 2][facets[..., 2] == facets[..., 2].max()] += 0.2
    return facets


def _foot_smaller(facets: Facets) -> Facets:
    """Draw the corners on the bed together."""
    facets = facets.copy()
    low = facets[..., 2] == 0
    middle = facets[low][:, :2].mean(axis=0)
    facets[low, :2] = middle + 0.7 * (facets[low][:, :2] - middle)
    return facets


def _foot_deeper(facets: Facets) -> Facets:
    facets = facets.copy()
    facets[facets[..., 2] == 0, 2] = -0.5
    return facets


def _leaning(facets: Facets) -> Facets:
    facets = facets.copy()
    facets[..., 0] += 0.03 * facets[..., 2]
    return facets


def _by(x: float, y: float, z: float) -> Change:
    def change(facets: Facets) -> Facets:
        return facets + np.array([x, y, z])

    return change


def _one_gone(folder: Path) -> None:
    """Leave out the first body of the first inlay that has several."""
    for piece in manifest(folder)["pieces"]:
        for path in _all(folder, piece):
            facets = read(path)
            held = bodies(facets)
            if "-inlay-c" in path.name and len(held) > 1:
                write(path, np.delete(facets, held[0], axis=0))
                return
    raise NotHere("every inlay is one body")


def _one_more(facets: Facets) -> Facets:
    """Lay an inlay's first body there again, turned by 40° about the piece's middle."""
    return np.concatenate([facets, moved(facets[bodies(facets)[0]], turn(40))])


def _pin(facets: Facets) -> Facets:
    """Stand a pin of 1 mm on the uppermost level, in the middle: a closed body more."""
    x, y, _ = facets.reshape(-1, 3).mean(axis=0)
    top = facets[..., 2].max()
    corners = np.array([[x, y, top], [x + 1, y, top], [x, y + 1, top], [x, y, top + 1]])
    return np.concatenate([facets, corners[[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]]])


def _nan(facets: Facets) -> Facets:
    facets = facets.copy()
    facets[0, 0, 0] = np.nan
    return facets


def _far(facets: Facets) -> Facets:
    facets = facets.copy()
    facets[0, 0, 0] = 1e30
    return facets


def _needle(facets: Facets) -> Facets:
    """Add a facet there and back: every edge still has its partner, but there is a leaf without thickness."""
    arrangement = facets[:1]
    return np.concatenate([facets, arrangement, arrangement[:, ::-1]])


def _row(
    name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES
) -> Mutation:  # fmt: skip
    return Mutation(f"stl-{name}", says, games, ("stl",), codes(found), apply)


ANOTHER = "marks-differ piece-doubled piece-missing"
UNREADABLE = "file-unreadable"

MUTATIONS: tuple[Mutation, ...] = (
    _row("missing", "a piece's files removed, and struck off", "piece-missing manifest-wrong", _missing),
    _row("doubled", "a piece twice, another not at all", ANOTHER, _doubled, ("quasimino", "triomino", "majomino")),
    _row("mirrored", "a piece mirrored, still closed", f"piece-mirrored mark-foreign {ANOTHER}",
         _whole(MIRRORED, sided=True), ("quasimino", "triomino", "majomino")),
    _row("turned-over", "a piece upside down", "piece-turned-over", _whole(TURNED_OVER)),
    _row("larger", "a piece 1 % larger", "piece-size", _scaled(1.01)),
    _row("a-little-larger", "a piece 0.3 % larger", "piece-size", _scaled(1.003)),
    _row("inches", "a piece in inches", "unit-wrong piece-size", _scaled(1 / 25.4)),
    _row("facet-dropped", "one facet dropped", "mesh-open", _on_body(_dropped)),
    _row("facet-flipped", "one facet flipped", "mesh-open mesh-inside-out", _on_body(_flipped)),
    _row("inside-out", "all facets flipped", "mesh-inside-out", _on_body(_inside_out)),
    _row("leaf", "a facet added there and back", "mesh-open overlap mark-foreign", _on_body(_needle)),
    _row("truncated", "the last 100 bytes gone", UNREADABLE, _on_bytes(lambda content: content[:-100])),
    _row("header-only", "nothing but the header", UNREADABLE, _on_bytes(lambda content: content[:HEAD])),
    _row("empty", "an empty file", UNREADABLE, _on_bytes(lambda content: b"")),
    _row("trailing", "bytes after the last facet", UNREADABLE, _on_bytes(lambda content: content + b"more")),
    _row("nan", "a coordinate that is no number", UNREADABLE, _on_body(_nan)),
    _row("far", "a coordinate of 1e30", f"{UNREADABLE} mesh-open", _on_body(_far)),
    _row("other-shape", "bodies of two shapes exchanged", "marks-differ piece-foreign mark-foreign mark-missing",
         _bodies_exchanged(alike=False), ("quasimino", "quomino")),
    _row("exchanged", "bodies of two pieces exchanged", ANOTHER, _bodies_exchanged(alike=True),
         ("triomino",)),
    _row("other-relief", "the relief of another piece", ANOTHER, _of_another("relief"), ("quasimino", "majomino")),
    _row("other-inlay", "the inlay of another piece", f"mark-foreign mark-missing mark-off {ANOTHER}",
         _of_another("inlay"), ("quasimino", "majomino")),
    _row("other-pattern", "the pattern says another colour", f"colour-wrong mark-foreign {ANOTHER}", _other_pattern,
         ("quasimino",)),
    _row("inlays-exchanged", "one colour's inlays of two pieces exchanged",
         f"mark-foreign mark-missing mark-off {ANOTHER}", _inlays_exchanged, ("quasimino", "majomino")),
    _row("inlay-low", "an inlay 0.2 mm too low", "height-wrong mark-off", _on_inlay(_by(0, 0, -0.2)), COLOURED),
    _row("inlay-aside", "an inlay 0.3 mm aside", "mark-off", _on_inlay(_by(0.3, 0, 0)), COLOURED),
    _row("inlay-gone", "one body of an inlay left out", "mark-missing marks-differ", _one_gone,
         ("quasimino", "majomino")),
    _row("inlay-more", "one body of an inlay once more, turned", "mark-foreign overlap", _on_inlay(_one_more),
         COLOURED),
    _row("vertex", "one corner moved by 0.05 mm", "surface-slanted piece-size piece-foreign", _on_body(_vertex)),
    _row("foot-smaller", "a foot of 70 % of its size", "foot-wrong", _on_body(_foot_smaller)),
    _row("foot-deeper", "a foot 0.5 mm below the bed", "foot-wrong height-wrong", _on_body(_foot_deeper)),
    _row("leaning", "walls that lean by 1.7°", "surface-slanted piece-foreign content-foreign", _on_body(_leaning)),
    _row("thicker", "a piece 0.2 mm thicker", "height-wrong", _on_body(_thicker)),
    _row("pin", "a pin of 1 mm on top", "surface-slanted height-wrong mark-foreign", _on_body(_pin)),
)  # fmt: skip


def _accessory(folder: Path) -> None:
    held = manifest(folder)
    found = [thing for thing in held["accessories"] if thing["files"]]
    if not found:
        raise NotHere("no accessory has files")
    for name in found[-1]["files"]:
        (folder / name).unlink()
    found[-1]["files"] = []
    put_manifest(folder, held)


def _accessory_smaller(folder: Path) -> None:
    found = [name for thing in manifest(folder)["accessories"] for name in thing["files"] if name.endswith(".stl")]
    if not found:
        raise NotHere("no accessory has files")
    path = files(folder, found[0])[0]
    write(path, read(path) * [0.9, 0.9, 1])


MUTATIONS += (
    _row("accessory-gone", "an accessory's files removed, and struck off",
         "accessory-count piece-missing manifest-wrong", _accessory, COLOURED),
    _row("accessory-smaller", "an accessory 10 % smaller", "piece-size piece-foreign accessory-count",
         _accessory_smaller, COLOURED),
)  # fmt: skip
