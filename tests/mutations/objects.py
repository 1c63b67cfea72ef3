"""Mutations of OBJ and its MTL: their lines as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mutations.folder import GAMES, Mutation, NotHere, codes, files, liveliest, manifest, one_sided, put, put_manifest

COLOURED = ("quasimino", "majomino", "quomino")
SIDED = ("quasimino", "triomino", "majomino")
Lines = list[str]


def _of(folder: Path, sided: bool = False) -> Path:
    """Return the file of the liveliest piece."""
    piece = liveliest(folder, one_sided) if sided else liveliest(folder)
    found = [folder / name for name in piece["files"] if name.endswith(".obj")]
    if not found:
        raise NotHere("the piece has no file of its own")
    return found[0]


def _plate(folder: Path) -> Path:
    """Return a plate of pieces."""
    return files(folder, "obj/plate-*.obj")[0]


def _lines(change: Callable[[Lines], Lines], *, plate: bool = False, sided: bool = False) -> Callable[[Path], None]:
    """Change the lines of a piece's file, or of a plate."""

    def apply(folder: Path) -> None:
        path = _plate(folder) if plate else _of(folder, sided)
        put(path, "\n".join(change(path.read_text().split("\n"))))

    return apply


def _corners(lines: Lines) -> tuple[list[int], NDArray[np.float64]]:
    """Return which lines are corners, and these."""
    at = [k for k, line in enumerate(lines) if line.startswith("v ")]
    return at, np.array([[float(word) for word in lines[k].split()[1:]] for k in at])


def _written(lines: Lines, at: list[int], corners: NDArray[np.float64]) -> Lines:
    changed = dict(zip(at, corners, strict=True))
    return ["v " + " ".join(f"{x:.6f}" for x in changed[k]) if k in changed else line for k, line in enumerate(lines)]


def _moved(matrix: object, mirrored: bool = False, lift: bool = False) -> Callable[[Lines], Lines]:
    """Move all corners by a matrix about the middle of their box. mirrored: and let the triangles look outwards."""

    def change(lines: Lines) -> Lines:
        at, corners = _corners(lines)
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        moved = (corners - middle) @ np.asarray(matrix, float).T + middle
        moved = _written(lines, at, moved + np.array([0, 0, 0.5 * lift]))
        return [_reversed(line) if mirrored else line for line in moved]

    return change


def _reversed(line: str) -> str:
    if not line.startswith("f "):
        return line
    a, b, c = line.split()[1:]
    return f"f {a} {c} {b}"


def _larger(lines: Lines) -> Lines:
    at, corners = _corners(lines)
    return _written(lines, at, corners * 1.01)


def _inches(lines: Lines) -> Lines:
    at, corners = _corners(lines)
    return _written(lines, at, corners / 25.4)


def _y_up(lines: Lines) -> Lines:
    at, corners = _corners(lines)
    return _written(lines, at, corners[:, [0, 2, 1]] * (1, 1, -1))


def _vertex(lines: Lines) -> Lines:
    """Move the corner farthest to the right by 0.5 mm."""
    at, corners = _corners(lines)
    corners[corners[:, 0].argmax(), 0] += 0.5
    return _written(lines, at, corners)


def _blocks(lines: Lines, word: str) -> list[tuple[int, int]]:
    """Return where parts begin and end that a word begins, up to the next of its kind."""
    starts = [k for k, line in enumerate(lines) if line.startswith(f"{word} ")]
    return list(zip(starts, [*starts[1:], len(lines)], strict=True))


def _renumbered(lines: Lines, gone: tuple[int, int]) -> Lines:
    """Leave lines out, and count the corners of the rest anew."""
    first = sum(line.startswith("v ") for line in lines[: gone[0]])
    count = sum(line.startswith("v ") for line in lines[gone[0] : gone[1]])

    def new(word: str) -> str:
        return str(int(word) - count) if int(word) > first + count else word

    rest = lines[: gone[0]] + lines[gone[1] :]
    return ["f " + " ".join(map(new, line.split()[1:])) if line.startswith("f ") else line for line in rest]


def _left_out(lines: Lines) -> Lines:
    """Leave the first object of a plate out."""
    blocks = _blocks(lines, "o")
    if len(blocks) < 2:
        raise NotHere("the plate has one piece only")
    return _renumbered(lines, blocks[0])


def _twice(lines: Lines) -> Lines:
    """Lay the first object of a plate there once more, under the name of a second copy."""
    start, end = _blocks(lines, "o")[0]
    here = sum(line.startswith("v ") for line in lines[:start])
    count = sum(line.startswith("v ") for line in lines)
    copy = [
        "f " + " ".join(str(int(word) - here + count) for word in line.split()[1:]) if line.startswith("f ") else line
        for line in lines[start:end]
    ]
    return [*lines[:-1], f"{copy[0]}.2", *[line for line in copy[1:] if line], ""]


def _names(lines: Lines) -> Lines:
    """Exchange the names of the first and the last object of a plate."""
    blocks = _blocks(lines, "o")
    (one, _), (two, _) = blocks[0], blocks[-1]
    if lines[one].partition(".")[0] == lines[two].partition(".")[0]:
        raise NotHere("both are the same thing")
    out = list(lines)
    out[one], out[two] = lines[two], lines[one]
    return out


def _overlap(lines: Lines) -> Lines:
    """Lay the second object of a plate 5 mm beside the first."""
    blocks = _blocks(lines, "o")
    if len(blocks) < 2:
        raise NotHere("the plate has one piece only")
    out = list(lines)
    (first, end), (second, last) = blocks[:2]
    at = [k for k in range(second, last) if lines[k].startswith("v ")]
    _, here = _corners(lines[first:end])
    _, there = _corners(lines[second:last])
    by = here.min(axis=0) - there.min(axis=0) + (5, 0, 0)
    for k, corner in zip(at, there + by, strict=True):
        out[k] = "v " + " ".join(f"{x:.6f}" for x in corner)
    return out


def _materials(lines: Lines) -> list[int]:
    return [k for k, line in enumerate(lines) if line.startswith("usemtl ")]


def _recoloured(lines: Lines) -> Lines:
    """Put the last inlay of a piece into another colour."""
    at = _materials(lines)[-1]
    if lines[at] == "usemtl body":
        raise NotHere("no inlays")
    out = list(lines)
    out[at] = "usemtl c1" if lines[at] == "usemtl c0" else "usemtl c0"
    return out


def _body_inked(lines: Lines) -> Lines:
    out = list(lines)
    out[_materials(lines)[0]] = "usemtl c0"
    return out


def _face_inked(lines: Lines) -> Lines:
    """Put one triangle of the body into a colour of its own."""
    at = next(k for k, line in enumerate(lines) if line.startswith("f "))
    return [*lines[: at + 1], "g another", "usemtl c0", lines[at + 1], "g body", "usemtl body", *lines[at + 2 :]]


def _no_material(lines: Lines) -> Lines:
    at = _materials(lines)[0]
    return lines[:at] + lines[at + 1 :]


def _inlay_gone(lines: Lines) -> Lines:
    at = _materials(lines)
    if len(at) < 2:
        raise NotHere("no inlays")
    # corners of a body stand before its group
    ends = [k for k in range(len(lines)) if lines[k].startswith("f ") and not lines[k + 1].startswith("f ")]
    return _renumbered(lines, (ends[-2] + 1, ends[-1] + 1))


def _facet(change: Callable[[str], list[str]]) -> Callable[[Lines], Lines]:
    """Change one triangle in the middle of the first body."""

    def apply(lines: Lines) -> Lines:
        first, second = _materials(lines)[0], [*_materials(lines), len(lines)][1]
        faces = [k for k in range(first, second) if lines[k].startswith("f ")]
        at = faces[len(faces) // 2]
        return [*lines[:at], *change(lines[at]), *lines[at + 1 :]]

    return apply


def _library(change: Callable[[str], str]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = folder / "obj/materials.mtl"
        put(path, change(path.read_text()))

    return apply


def _ink(text: str) -> str:
    """Let a colour be another."""
    return re.sub(r"(newmtl c0\nKd) .*", r"\1 0.200000 0.800000 0.200000", text)


def _inks_exchanged(text: str) -> str:
    kinds = re.findall(r"^Kd .*$", text, re.MULTILINE)
    if len(kinds) < 3:
        raise NotHere("one colour only")
    swap = {kinds[1]: kinds[2], kinds[2]: kinds[1]}
    return re.sub("|".join(map(re.escape, swap)), lambda found: swap[found[0]], text)


def _gone(folder: Path) -> None:
    """Remove a piece's file; of several pieces that share it, for all of them."""
    path = _of(folder)
    held = manifest(folder)
    for thing in held["pieces"]:
        thing["files"] = [name for name in thing["files"] if folder / name != path]
    path.unlink()
    put_manifest(folder, held)


def _library_gone(folder: Path) -> None:
    (folder / "obj/materials.mtl").unlink()


def _exchanged(folder: Path) -> None:
    """Let two pieces of a kind have each other's file, names and all."""
    held = manifest(folder)["pieces"]
    one = liveliest(folder)
    for other in held:
        if other["shape"] == one["shape"] and other["marks"] != one["marks"]:
            paths = [next(folder / name for name in piece["files"] if name.endswith(".obj")) for piece in (one, other)]
            if paths[0] != paths[1]:
                contents = [path.read_bytes() for path in paths]
                for path, content in zip(paths, reversed(contents), strict=True):
                    put(path, content)
                return
    raise NotHere("all pieces are alike")


def _truncated(folder: Path) -> None:
    path = _plate(folder)
    put(path, path.read_bytes()[: path.stat().st_size // 2])


def _row(
    name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES
) -> Mutation:  # fmt: skip
    return Mutation(f"obj-{name}", says, games, ("obj",), codes(found), apply)


MUTATIONS: tuple[Mutation, ...] = (
    _row("mirrored", "a piece as its mirror image", "piece-mirrored marks-differ",
         _lines(_moved(np.diag([-1, 1, 1]), mirrored=True), sided=True), SIDED),
    _row("turned-over", "a piece upside down", "piece-turned-over", _lines(_moved(np.diag([1, -1, -1])))),
    _row("lifted", "a piece 0.5 mm too high", "height-wrong",
         _lines(_moved(np.eye(3), lift=True))),
    _row("larger", "a piece 1 % larger", "piece-size", _lines(_larger)),
    _row("inches", "a piece in inches", "piece-size piece-foreign", _lines(_inches)),
    _row("y-up", "a piece with y up", "piece-foreign height-wrong mark-foreign mesh-open surface-slanted",
         _lines(_y_up)),
    _row("vertex", "a corner moved by 0.5 mm", "piece-foreign piece-size mark-off mark-foreign surface-slanted",
         _lines(_vertex)),
    _row("facet-dropped", "a triangle missing", "mesh-open", _lines(_facet(lambda face: []))),
    _row("facet-twice", "a triangle twice", "mesh-open mesh-inside-out", _lines(_facet(lambda face: [face, face]))),
    _row("facet-flipped", "a triangle turned over", "mesh-inside-out mesh-open",
         _lines(_facet(lambda face: [_reversed(face)]))),
    _row("inside-out", "all triangles turned over", "mesh-inside-out",
         _lines(lambda lines: [_reversed(line) for line in lines])),
    _row("recoloured", "an inlay in another colour", "colour-wrong", _lines(_recoloured), COLOURED),
    _row("body-inked", "a body in the colour of an inlay", "colour-wrong", _lines(_body_inked)),
    _row("face-inked", "a triangle in a colour of its own", "content-foreign", _lines(_face_inked)),
    _row("no-material", "a body without a material", "content-foreign", _lines(_no_material)),
    _row("inlay-gone", "an inlay left out", "mark-missing piece-missing mark-foreign", _lines(_inlay_gone), COLOURED),
    _row("missing", "a piece's file removed", "piece-missing", _gone),
    _row("exchanged", "two pieces in each other's file", "marks-differ", _exchanged, SIDED),
    _row("plate-left-out", "a piece of a plate left out", "piece-missing", _lines(_left_out, plate=True)),
    _row("plate-twice", "a piece twice on a plate", "piece-doubled overlap", _lines(_twice, plate=True)),
    _row("plate-overlap", "a piece laid into another", "overlap off-bed", _lines(_overlap, plate=True)),
    _row("plate-names", "two pieces' names exchanged", "id-wrong", _lines(_names, plate=True), SIDED),
    _row("plate-cut-off", "the second half of a plate missing", "mesh-open file-unreadable piece-missing", _truncated),
    _row("ink", "another colour in the MTL", "colour-wrong", _library(_ink)),
    _row("inks-exchanged", "two colours of the MTL exchanged", "colour-wrong", _library(_inks_exchanged)),
    _row("clear", "a colour that is seen through", "file-unreadable file-missing",
         _library(lambda text: text.replace("d 1", "d 0.5", 1))),
    _row("library-gone", "no MTL", "file-missing colour-wrong", _library_gone),
    _row("other-library", "another MTL named", "content-foreign",
         _lines(lambda lines: [line.replace("materials.mtl", "other.mtl") for line in lines])),
)  # fmt: skip
