"""Ways to break the pictures in a set: gone, foreign, with hidden words, or showing things otherwise than they are."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from mutations.folder import GAMES, Mutation, codes, files, put

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = 33  # bytes before what comes after the first chunk
BED = (0x5E, 0x66, 0x6E)
WOOD, CUT = (0xE8, 0xCB, 0x9C), (0x2B, 0x1A, 0x0F)
Pixels = Any  # rows × columns × 3


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body))


def told(pixels: Pixels, filtered: int = 0) -> bytes:
    """Return pixels as a sound PNG. filtered: what each row says that it is filtered by."""
    high, wide, _ = pixels.shape
    rows = b"".join(bytes((filtered,)) + row.tobytes() for row in pixels.astype(np.uint8))
    head = struct.pack(">2L5B", wide, high, 8, 2, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def seen(content: bytes) -> Pixels:
    """Return the pixels of a PNG."""
    with Image.open(io.BytesIO(content)) as picture:
        return np.array(picture.convert("RGB"))


def _repainted(pattern: str, change: Callable[[Pixels], Pixels]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = files(folder, f"preview/{pattern}")[0]
        put(path, told(change(seen(path.read_bytes()))))

    return apply


def _edited(pattern: str, change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = files(folder, f"preview/{pattern}")[0]
        put(path, change(path.read_bytes()))

    return apply


def _gone(folder: Path) -> None:
    files(folder, "preview/pieces.png")[0].unlink()


def _other(folder: Path) -> None:
    first = files(folder, "preview/pieces.png")[0]
    put(first.with_name("holiday.png"), first.read_bytes())


def _words(content: bytes) -> bytes:
    return content[:HEAD] + _chunk(b"tEXt", b"Title\0x") + content[HEAD:]


def _longer(content: bytes) -> bytes:
    return content + b"\0"


def _shorter(content: bytes) -> bytes:
    return content[:-9]


def _wiped(pixels: Pixels) -> Pixels:
    """Take away what lies in the left half."""
    pixels[:, : pixels.shape[1] // 2] = pixels[1, 1]
    return pixels


def _one_less(pixels: Pixels) -> Pixels:
    """Take the thing that is met first off the plate."""
    bed = (pixels == BED).all(axis=2)
    inside = np.argwhere(bed)
    (top, left), (low, right) = inside.min(axis=0), inside.max(axis=0)
    there = ~bed
    there[:top], there[low + 1 :], there[:, :left], there[:, right + 1 :] = False, False, False, False
    taken = {tuple(np.argwhere(there)[len(np.argwhere(there)) // 2])}
    while taken:
        row, column = taken.pop()
        if there[row, column]:
            there[row, column] = False
            pixels[row, column] = BED
            taken |= {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return pixels


def _blank(pixels: Pixels) -> Pixels:
    return np.full_like(pixels, WOOD)


def _cut(pixels: Pixels) -> Pixels:
    pixels[10:14, 20:80] = CUT
    return pixels


def _other_ink(content: bytes) -> bytes:
    """Show the first ink of the picture in another colour, everywhere."""
    at = content.index(b'fill="#', content.index(b'stroke-linejoin="round"/>')) + 7
    ink = content[at : at + 6]
    return content.replace(b'fill="#' + ink, b'fill="#' + (b"12AB34" if ink != b"12AB34" else b"34AB12"))


def _thing_less(content: bytes) -> bytes:
    lines = content.split(b"\n")
    return b"\n".join(line for k, line in enumerate(lines) if k != 3)


def _misnamed(content: bytes) -> bytes:
    """Let the first two things have each other's names."""
    lines = content.split(b"\n")
    tags = [line[line.index(b"<text") :] for line in lines[3:5]]
    words = [tag[tag.index(b">") : tag.index(b"</text>")] for tag in tags]
    for k in (0, 1):
        lines[3 + k] = lines[3 + k].replace(tags[k], tags[k].replace(words[k], words[1 - k]))
    return b"\n".join(lines)


def _script(content: bytes) -> bytes:
    return content.replace(b"</svg>", b"<script>1</script></svg>")


def mutation(name: str, says: str, formats: str, caught: str, apply: Callable[[Path], None]) -> Mutation:
    """Return a way to break a picture of every game."""
    return Mutation(name, says, GAMES, (*formats.split(), "preview"), codes(caught), apply)


MUTATIONS = (
    mutation("preview-gone", "take a picture away", "svg", "file-missing", _gone),
    mutation("preview-other", "put a picture of something else beside them", "svg", "file-unlisted", _other),
    mutation("preview-words", "hide words in a PNG", "svg", "content-foreign", _edited("pieces.png", _words)),
    mutation(
        "preview-after", "put bytes behind a PNG", "svg", "content-foreign", _edited("*.png", lambda c: c + b"\0")
    ),
    mutation("preview-cut-off", "lose the end of a PNG", "svg", "content-foreign", _edited("*.png", _shorter)),
    mutation("preview-script", "put a script into the SVG", "svg", "content-foreign", _edited("*.svg", _script)),
    mutation("preview-wiped", "wipe half of all pieces", "svg", "picture-wrong", _repainted("pieces.png", _wiped)),
    mutation("preview-ink", "draw pieces in another colour", "svg", "picture-wrong", _edited("*.svg", _other_ink)),
    mutation("preview-less", "leave a piece out of the SVG", "svg", "picture-wrong", _edited("*.svg", _thing_less)),
    mutation("preview-misnamed", "change two names in the SVG", "svg", "picture-wrong", _edited("*.svg", _misnamed)),
    mutation("preview-bare", "show a sheet without cuts", "svg", "picture-wrong", _repainted("sheet-1.png", _blank)),
    mutation("preview-back", "show a cut on a back", "svg", "picture-wrong", _repainted("*-back.png", _cut)),
    mutation("preview-plate", "take a thing off a plate", "stl", "picture-wrong", _repainted("plate-1.png", _one_less)),
    mutation("preview-box", "show a box without colours", "stl", "picture-wrong", _repainted("box.png", _blank)),
)
