"""Files of lines and words as a hand sees them: OBJ and its materials, plain text, Markdown."""

from __future__ import annotations

import random
import re

from mutations.drawn.hands import Drawn, Nothing, by_kind, bytes_of, number, rearranged, short, text_of

OBJ = (
    "v 0 0 0", "v 1 2 3 0.5", "v 5 5 5 1 0 0", "vn 0 0 1", "vt 0 0", "f 1 2 3", "f 1 2 3 4", "f -1 -2 -3",
    "f 1/1 2/1 3/1",
    "f 1//1 2//1 3//1", "f 1 2", "f 3 2 1", "f 1 1 2", "l 1 2 3", "p 1", "o another", "o", "g another", "g a b", "g",
    "usemtl another", "usemtl", "usemtl body", "usemtl c0", "usemtl c1", "mtllib other.mtl",
    "mtllib materials.mtl other.mtl",
    "s 1", "s off", "# a comment", "call x.obj", "csh rm", "curv 0 1 1 2", "surf 0 1 0 1 1", "deg 3", "cstype bezier",
    "",
    "usemap x", "d_interp on", "c_interp on", "lod 1", "shadow_obj x.obj", "trace_obj x.obj", "vp 0 0", "end",
    "F 1 2 3",
    "bevel on", "mg 1 1", "maplib x", "v nan nan nan", "v 1e9 1e9 1e9", "f 0 0 0", "f 99999999 1 2", "\\", "v 1 2 \\",
    "usemtl BODY", "O x", "vx 1", "  v 0 0 0", "newmtl body", "f 1 2 3 # x", "\t", "f 4 5 6\nf 6 5 4",
)  # fmt: skip
MTL = (
    "newmtl body", "newmtl c0", "newmtl c9", "Kd 1 0 0", "Kd 0 0 0", "Ka 1 0 0", "Ks 1 1 1", "Ke 1 0 0", "d 0", "d 0.5",
    "Tr 1", "Tr 0.5", "illum 0", "illum 9", "map_Kd x.png", "map_d x.png", "Ns 900", "Ni 3", "Tf 0 0 0", "bump x.png",
    "Kd spectral x.rfl", "Kd xyz 1 0 0", "Pr 0", "map_Ka x.png", "refl x.png", "# a comment", "", "d -halo 0.1",
    "KD 1 0 0",
    "sharpness 60", "map_Bump x.png", "decal x.png", "disp x.png", "norm x.png", "Pm 1", "Kd 2 2 2", "Kd 1 1 1",
    "kd 1 0 0",
)  # fmt: skip
TXT = (
    "",
    " ",
    "+",
    "|",
    "-",
    "+--+",
    "|  |",
    "text",
    "#",
    "# a comment",
    "\t",
    "\x0c",
    "\u00a0",
    "\r",
    "5",
    "+  +",
    "0",
)
MARKDOWN = ("# Another", "text", "- item", "", "<script>1</script>", "![x](x.png)", "| a | b |", "```", "<!-- x -->",
            "Print at 50 %.", "[x](http://localhost)")  # fmt: skip
TABLE = ("sheet-9,1,2,3", ",", "", '"', "=1+1", "0", "sheet-1")
HTML = ("<script>1</script>", "<img src=x>", "<!-- x -->", "<p>text</p>", "</li>", "<li data-things='0-0-0'>", "",
        "<a href='http://localhost'>x</a>", "<style>*{display:none}</style>", "</body>", '<meta http-equiv="refresh">',
        "<iframe>")  # fmt: skip
WORDS = {"html": HTML, "obj": OBJ, "mtl": MTL, "txt": TXT, "md": MARKDOWN, "csv": TABLE}


def _sort(line: str) -> str:
    word = line.split()[0] if line.split() else ""
    return word if len(word) < 9 and not re.match(r"[+|]", word) else word[:1]


def _line(r: random.Random, lines: list[str]) -> int:
    return by_kind(r, range(len(lines)), lambda k: _sort(lines[k]))


def line(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    at = _line(r, lines)
    gone = lines[at]
    return f"line {_sort(gone)} {rearranged(r, lines, at, str)}", f"line {at + 1}: {short(gone)}"


def word(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    at = _line(r, lines)
    before, words = lines[at], lines[at].split(" ")
    what = rearranged(r, words, r.randrange(len(words)), str)
    lines[at] = " ".join(words)
    return f"word of a line {_sort(before)} {what}", f"line {at + 1}: {short(before)} → {short(lines[at])}"


def value(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    numeric = [k for k, text in enumerate(lines) if re.search(r"(?:^|\s)[-+]?[\d.]+(?:\s|$)", text)]
    at = by_kind(r, numeric, lambda k: _sort(lines[k]))
    words = re.split(r"(\s+)", lines[at])
    chosen = r.choice([k for k, text in enumerate(words) if re.fullmatch(r"[-+]?\d+\.?\d*|[-+]?\.\d+", text)] or [-1])
    if chosen < 0:
        raise Nothing
    before = lines[at]
    words[chosen] = number(r, words[chosen])
    lines[at] = "".join(words)
    return f"number of a line {_sort(before)}", f"line {at + 1}: {short(before)} → {short(lines[at])}"


def other(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    """Put one line's words after the first in the place of another's."""
    at = _line(r, lines)
    alike = [text for text in lines if _sort(text) == _sort(lines[at]) and text != lines[at]]
    if not alike:
        raise Nothing
    before, lines[at] = lines[at], r.choice(alike)
    return f"line {_sort(before)} made another", f"line {at + 1}: {short(before)} → {short(lines[at])}"


def put_in(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    at = r.choice((0, len(lines), r.randint(0, len(lines)), _line(r, lines)))
    fresh = r.choice(known)
    lines.insert(at, fresh)
    return f"put in: {fresh!r}", f"line {at + 1}"


def put_for(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    at = _line(r, lines)
    before, lines[at] = lines[at], r.choice(known)
    return f"line {_sort(before)} made {lines[at]!r}", f"line {at + 1}: {short(before)}"


def letters(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    at = _line(r, lines)
    before = lines[at]
    where = r.randint(0, len(before))
    fresh = r.choice((" ", "\t", "x", "0", "-", ".", "#", "\\", "|", "+", "\r", "\0", "\x0b", "\u00a0", ""))
    cut = r.choice((0, 1))
    lines[at] = before[:where] + fresh + before[where + cut :]
    return f"letter of a line {_sort(before)}", f"line {at + 1}: {short(before)} → {short(lines[at])!r}"


def whole(r: random.Random, lines: list[str], known: tuple[str, ...]) -> tuple[str, str]:
    cut = r.randrange(len(lines))
    what = r.choice(("reversed", "cut off", "begun later", "ended by \\r\\n", "ended twice", "indented", "rotated"))
    lines[:] = {
        "reversed": lines[::-1], "cut off": lines[:cut], "begun later": lines[cut:],
        "ended by \\r\\n": [f"{text}\r" for text in lines], "ended twice": [*lines, ""],
        "indented": [f" {text}" for text in lines], "rotated": lines[cut:] + lines[:cut],
    }[what]  # fmt: skip
    return f"all lines {what}", f"at {cut}"


HANDS = (line, line, line, word, word, value, value, value, value, other, other, put_in, put_in, put_in, put_for,
letters,
         whole)  # fmt: skip


def mutated(r: random.Random, content: bytes, kind: str) -> Drawn:
    """Draw a mutation of a file of lines. kind: of WORDS."""
    lines = text_of(content).split("\n")
    what, says = r.choice(HANDS)(r, lines, WORDS[kind])
    return Drawn(bytes_of("\n".join(lines)), what, says)
