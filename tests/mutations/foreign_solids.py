"""What does not belong into OBJ, MTL, STL and TXT: lines, words, colours, skins without a body.

Edits are of bytes, so that a reader can be tried on them alone.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np

from mutations.folder import GAMES, Mutation, NotHere, codes, files, liveliest, put
from mutations.stl import HEAD, RECORD, encoded

Edit = Callable[[bytes], bytes]
Rows = dict[str, tuple[str, Edit]]


def line(pattern: str, by: str) -> Edit:
    """Change the first line, or lines, that are like a pattern. Raises NotHere if there are none."""

    def edit(content: bytes) -> bytes:
        text = content.decode("ascii")
        changed = re.sub(pattern, by, text, count=1, flags=re.MULTILINE)
        if changed == text:
            raise NotHere(f"nothing like {pattern}")
        return changed.encode()

    return edit


def _face_twin(content: bytes) -> bytes:
    """Give the last triangle of a file a corner of its own where another's lies."""
    text = content.decode()
    corners = [row for row in text.split("\n") if row.startswith("v ")]
    head, _, last = text.rstrip("\n").rpartition(" ")
    place = text.rindex("\ng ")
    return f"{head[:place]}\n{corners[int(last) - 1]}{head[place:]} {len(corners) + 1}\n".encode()


OBJ: Rows = {
    "remark": ("a comment", line("^o ", "# here\no ")),
    "remark-other": ("another comment at the head", line("millimetres", "inches")),
    "blank-line": ("a blank line", line("^o ", "\no ")),
    "line-ends": ("lines that end as on Windows", lambda content: content.replace(b"\n", b"\r\n")),
    "blank-after": ("a blank after a corner", line("^(v .*)$", r"\1 ")),
    "blanks": ("two blanks in a corner", line("^v ", "v  ")),
    "tab": ("a tab in a triangle", line("^f ", "f\t")),
    "end": ("the last line without its end", lambda content: content.rstrip(b"\n")),
    "after": ("a blank after the end", lambda content: content + b" "),
    "continued": ("a triangle on two lines", line("^(f \\d+) ", "\\1 \\\\\n")),
    "normal": ("a normal", line("^g ", "vn 0 0 1\ng ")),
    "texture-corner": ("a corner of a texture", line("^g ", "vt 0 0\ng ")),
    "drawn-line": ("a line to be drawn", line("^f ", "l 1 2\nf ")),
    "point": ("a point to be drawn", line("^f ", "p 1\nf ")),
    "slashes": ("a triangle with slashes", line("^f (\\d+) ", r"f \1/\1 ")),
    "square": ("a triangle of four corners", line("^(f .*)$", r"\1 1")),
    "backwards": ("corners counted from behind", line("^f (\\d+) .*$", "f -3 -2 -1")),
    "smooth": ("smooth shading", line("^s off", "s 1")),
    "smooth-later": ("smooth shading for some triangles", line("^f ", "s 1\nf ")),
    "weight": ("a corner with a weight", line("^(v .*)$", r"\1 1.0")),
    "corner-colour": ("a corner with a colour", line("^(v .*)$", r"\1 1 0 0")),
    "corner-unused": ("a corner that no triangle has", line("^g ", "v 1 2 3\ng ")),
    "exponent": ("a number with an exponent", line("^(v \\S+ \\S+ \\d)$", r"\1e0")),
    "long": ("a number with more digits than it needs", line("^(v \\S+ \\S+ \\d)$", r"\1.0")),
    "plus": ("a number with a plus", line("^v (\\d)", r"v +\1")),
    "below-nought": ("a nought below nought", line("^(v \\S+ \\S+) 0$", r"\1 -0")),
    "begins-elsewhere": ("a triangle that begins at another corner", line("^f (\\d+) (\\d+) (\\d+)$", r"f \2 \3 \1")),
    "group-twice": ("a group of nothing", line("^g (.*)$", r"g \1\ng \1")),
    "groups": ("a group of two names", line("^(g .*)$", r"\1 other")),
    "material-twice": ("a material named twice", line("^(usemtl .*)$", r"\1\n\1")),
    "library-twice": ("a second library", line("^(mtllib .*)$", r"\1\nmtllib other.mtl")),
    "called": ("a file to be called", line("^o ", "call other.obj\no ")),
    "object-empty": ("an object without a body", line("^o ", "o nothing\no ")),
    "letters": ("a letter that is not ASCII", lambda content: content.replace(b"quasi", "quäsi".encode())),
}  # fmt: skip
OBJ_OF_SETS: Rows = {
    "corner-twice": ("a corner twice, in one place", _face_twin),
    "group-name": ("a body called otherwise", line("^g ", "g x-")),
    "object-name": ("an object called as a second copy", line("^(o .*)$", r"\1.2")),
    "nanometre": ("a corner of a body 1 nm higher in one file", line("^(v \\S+ \\S+) 0\\.4$", r"\1 0.400001")),
}
MTL: Rows = {
    "remark": ("a comment", line("^newmtl ", "# ours\nnewmtl ")),
    "picture": ("a material with a picture", line("^(Kd .*)$", r"\1\nmap_Kd wood.png")),
    "shine": ("a material that shines", line("^illum 1", "illum 2")),
    "light": ("a material that glows", line("^(Kd .*)$", r"\1\nKe 1 1 1")),
    "unknown": ("a word that no viewer knows", line("^(Kd .*)$", r"\1\nPr 0.5")),
    "order": ("two lines in another order", line("^(d 1)\n(illum 1)$", r"\2\n\1")),
    "digits": ("a colour with fewer digits", line("^(Kd \\S+ \\S+ \\S+)0$", r"\1")),
}


def _records(change: Callable[[np.ndarray], None]) -> Edit:
    def edit(content: bytes) -> bytes:
        records = np.frombuffer(content, RECORD, offset=HEAD).copy()
        change(records)
        return content[:HEAD] + records.tobytes()

    return edit


def _head(text: bytes) -> Edit:
    return lambda content: text.ljust(80, b"\0")[:80] + content[80:]


def _attribute(word: int) -> Edit:
    def change(records: np.ndarray) -> None:
        records["attributes"][len(records) // 2] = word

    return _records(change)


def _normal(*normal: float) -> Edit:
    def change(records: np.ndarray) -> None:
        records["normal"][len(records) // 2] = normal

    return _records(change)


def _leaning(records: np.ndarray) -> None:
    """Lean the normal of the widest facet by 1 %, its length kept."""
    sides = records["corners"].astype(float)
    widest = np.linalg.norm(np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0]), axis=1).argmax()
    leaning = records["normal"][widest] + [0.01, 0.01, 0.01]
    records["normal"][widest] = leaning / np.linalg.norm(leaning)


def _almost_nought(records: np.ndarray) -> None:
    corners = records["corners"]
    corners[corners == 0] = 1e-40


def _added(*facets: tuple[tuple[float, float, float], ...]) -> Edit:
    """Add facets beside what is there, 60 mm to the right of its middle."""

    def edit(content: bytes) -> bytes:
        held = np.frombuffer(content, RECORD, offset=HEAD)["corners"].astype(float)
        at = (held.reshape(-1, 3).max(axis=0) + held.reshape(-1, 3).min(axis=0)) / 2 * (1, 1, 0)
        return encoded(np.concatenate([held, np.array(facets, float) + at + (0, 0, 0.05)]))

    return edit


A, B, C, D = (0.0, 0.0, 0.0), (0.3, 0.0, 0.0), (0.0, 0.3, 0.0), (0.0, 0.0, 0.3)
UPRIGHT = (A, B, D), (A, D, B)
SOLID_TETRAHEDRON = (A, C, B), (A, B, D), (A, D, C), (B, C, D)
STL: Rows = {
    "head-colour": ("a colour in the head", _head(b"COLOR=\xff\x00\x00\xff")),
    "head-words": ("other words in the head", _head(b"exported by another program")),
    "attribute": ("a facet's attribute", _attribute(1)),
    "attribute-colour": ("a facet's colour", _attribute(0x8000 | 31 << 10)),
    "normal-nan": ("a normal that is no number", _normal(np.nan, np.nan, np.nan)),
    "normal-none": ("a normal without length", _normal(0, 0, 0)),
    "normal-long": ("a normal that is 2 long", _records(lambda records: records["normal"].__imul__(2))),
    "normal-leans": ("a normal that leans", _records(_leaning)),
    "almost-nought": ("coordinates that are almost nought", _records(_almost_nought)),
    "skin": ("two facets back to back, standing, with no body", _added(*UPRIGHT)),
    "after": ("bytes after the last facet", lambda content: content + b"\0\0"),
    "ascii": ("a text that begins with solid", _head(b"solid quasiprint")),
    "count": ("more facets than there are", lambda content: content[:80] + struct.pack("<L", 10**6) + content[HEAD:]),
}  # fmt: skip
STL_OF_SETS: Rows = {"crumb": ("a crumb inside a body's outline", _added(*SOLID_TETRAHEDRON))}
TXT: Rows = {
    "after": ("a line's end more", lambda content: content + b"\n"),
    "line-ends": ("lines that end as on Windows", lambda content: content.replace(b"\n", b"\r\n")),
    "mark": ("a byte order mark", lambda content: b"\xef\xbb\xbf" + content),
    "end": ("the last line without its end", lambda content: content.rstrip(b"\n")),
}


def _of(suffix: str) -> Callable[[Path], Path]:
    """Return what chooses a file of the liveliest piece."""

    def choose(folder: Path) -> Path:
        names = [name for name in liveliest(folder)["files"] if name.endswith(suffix)]
        if not names:
            raise NotHere("the piece has no file of its own")
        return folder / names[0]

    return choose


def _like(pattern: str) -> Callable[[Path], Path]:
    return lambda folder: files(folder, pattern)[0]


def _applied(choose: Callable[[Path], Path], edit: Edit) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = choose(folder)
        put(path, edit(path.read_bytes()))

    return apply


def _elsewhere(folder: Path) -> None:
    """Move all STL files of a piece by 5 mm: each is as before, and no longer where the piece's other files have it."""
    for name in liveliest(folder)["files"]:
        if name.endswith(".stl"):
            held = np.frombuffer((folder / name).read_bytes(), RECORD, offset=HEAD)["corners"].astype(float)
            put(folder / name, encoded(held + np.array([5, 0, 0])))


def _object_elsewhere(content: bytes) -> bytes:
    """Move all corners by 5 mm."""
    return re.sub(rb"(?m)^v (\S+)", lambda found: f"v {float(found[1]) + 5:g}".encode(), content)


def _text_twice(folder: Path) -> None:
    (path,) = files(folder, "txt/*.txt")
    put(path.with_name("again.txt"), path.read_bytes())


def _rows() -> list[Mutation]:
    foreign = "content-foreign"
    tables: tuple[tuple[str, Rows, str, Callable[[Path], Path]], ...] = (
        ("obj", {**OBJ, **OBJ_OF_SETS}, foreign, _of(".obj")),
        ("obj-plate", {"remark": OBJ["remark"], **OBJ_OF_SETS}, foreign, _like("obj/*plate-1.obj")),
        ("obj-mtl", MTL, foreign, _like("obj/materials.mtl")),
        ("stl", {**STL, **STL_OF_SETS}, f"{foreign} file-unreadable mesh-inside-out", _of("-body.stl")),
        ("stl-plate", {name: STL[name] for name in ("skin", "attribute")}, f"{foreign} mesh-inside-out",
         _like("stl/*plate-1-body.stl")),
        ("stl-plate", STL_OF_SETS, foreign, _like("stl/*plate-1-body.stl")),
    )  # fmt: skip
    rows = []
    for kind, table, found, choose in tables:
        for name, (says, edit) in table.items():
            head = f"{kind}-foreign-{name}"
            rows.append(Mutation(head, says, GAMES, (kind.partition("-")[0],), codes(found), _applied(choose, edit)))
    for name, (says, edit) in TXT.items():
        apply = _applied(_like("txt/*.txt"), edit)
        rows.append(Mutation(f"txt-foreign-{name}", says, ("majomino",), ("txt",), codes("marks-differ"), apply))
    says = "a piece 5 mm from where its frame has it"
    rows.append(Mutation("stl-foreign-elsewhere", says, GAMES, ("stl",), codes(foreign), _elsewhere))
    apply = _applied(_of(".obj"), _object_elsewhere)
    rows.append(Mutation("obj-foreign-elsewhere", says, GAMES, ("obj",), codes(foreign), apply))
    says = "the text twice, under two names"
    rows.append(Mutation("txt-foreign-twice", says, ("majomino",), ("txt",), codes("file-unlisted"), _text_twice))
    return rows


MUTATIONS: tuple[Mutation, ...] = tuple(_rows())
