"""Models of a table, read back: closed bodies, as large as their pieces, each corner in its place in the picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quasiprint.model.face import Face
from quasiprint.model.finding import Finding, error
from quasiprint.readback.due import complex_of
from quasiprint.readback.due_pictures import INCH, extent, middle
from quasiprint.readback.recognise import REMAKE
from quasiprint.readback.unreadable import Unreadable, foreign

HEAD = "# quasiprint: Wavefront OBJ, inches, y is up\no piece\n"
THICK = 3.0  # mm
AROUND = 1.0  # mm: how far colours run out in a picture
MOST = 25_000  # triangles that the table takes
NEAR = 2e-6  # inches, and parts of a picture
FLOAT = r"-?[0-9]{1,4}(?:\.[0-9]{1,6})?"
LINE = re.compile(rf"(v|vn) ({FLOAT}) ({FLOAT}) ({FLOAT})|(vt) ({FLOAT}) ({FLOAT})|f ([0-9/ ]+)")
CORNER = re.compile("([1-9][0-9]{0,5})/([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """corners: inches. places: in the picture, parts of its width and height from the lower left. ways: which way sides
    look. triangles: of three corners each, numbers from 0 of a corner, its place, and the way."""

    corners: Floats
    places: Floats
    ways: Floats
    triangles: NDArray[np.int64]


def body_of(content: bytes) -> Body:
    """Return a model. Raises Unreadable for anything but corners, places, ways and triangles."""
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError:
        raise Unreadable("it is no plain text") from None
    if not text.startswith(HEAD):
        raise foreign(f"it begins with {text[:60]!r}, due is {HEAD!r}")
    rows: dict[str, list[tuple[float, ...]]] = {"v": [], "vt": [], "vn": []}
    faces: list[list[tuple[int, ...]]] = []
    for line in text.removeprefix(HEAD).splitlines():
        match = LINE.fullmatch(line)
        if not match:
            raise foreign(f"it has the line {line[:60]!r}")
        if match[8] is not None:
            faces.append(_triangle(match[8]))
        elif match[5]:
            rows["vt"].append((float(match[6]), float(match[7])))
        else:
            rows[match[1]].append((float(match[2]), float(match[3]), float(match[4])))
    triangles = np.array(faces, dtype=np.int64).reshape(-1, 3, 3) - 1
    counts = [len(rows[key]) for key in ("v", "vt", "vn")]
    if not len(triangles) or any(triangles[:, :, k].max() >= count for k, count in enumerate(counts)):
        raise foreign("its triangles have corners that it has not")
    made: Any = {
        key: np.array(values, dtype=float).reshape(-1, 2 if key == "vt" else 3) for key, values in rows.items()
    }
    return Body(made["v"], made["vt"], made["vn"], triangles)


def _triangle(text: str) -> list[tuple[int, ...]]:
    matches = [CORNER.fullmatch(corner) for corner in text.split(" ")]
    if len(matches) != 3 or None in matches:
        raise foreign(f"it has the face {text[:60]!r}, due are triangles")
    return [tuple(map(int, match.groups())) for match in matches if match]


def wrong_body(path: str, body: Body, face: Face, dpi: int) -> Iterator[Finding]:
    """Yield how a model is not what is due of a face. dpi: of its picture."""
    if len(body.triangles) > MOST:
        yield error("content-foreign", path, f"it has {len(body.triangles)} triangles, allowed are {MOST}", REMAKE)
    corners = body.corners[body.triangles[:, :, 0]]
    edges = Counter(
        (a, b) for one in body.triangles[:, :, 0].tolist() for a, b in zip(one, one[1:] + one[:1], strict=True)
    )
    if any(count != 1 or edges[b, a] != 1 for (a, b), count in edges.items()):
        yield error("mesh-open", path, "a side of its triangles has not one partner", REMAKE)
        return
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    if (corners[:, 0] * across).sum() <= 0:
        yield error("mesh-inside-out", path, "its triangles look inwards", REMAKE)
        return
    ring = complex_of(face.nominal) / INCH
    flat = body.corners[:, 0] - 1j * body.corners[:, 2]
    half = THICK / INCH / 2
    near = np.abs(flat[:, None] - ring[None, :])
    levels = np.abs(np.abs(body.corners[:, 1]) - half).max()
    if near.min(axis=1).max() > NEAR or near.min(axis=0).max() > NEAR or levels > NEAR:
        yield error("piece-size", path, "its corners are not those of its piece, in inches, y up", REMAKE)
        return
    long = np.linalg.norm(across, axis=1)
    ways = body.ways[body.triangles[:, :, 2]]
    if np.abs(ways - (across / long[:, None])[:, None, :]).max() > 1e-4:
        yield error("content-foreign", path, "its sides look another way than it says", REMAKE)
    yield from _placed(path, body, face, dpi, across[:, 1] / long)


def _placed(path: str, body: Body, face: Face, dpi: int, up: Floats) -> Iterator[Finding]:
    """Yield which corners are not where they belong in the picture: those of the front in its left half, all others
    in its right half. up: which way triangles look."""
    if body.places.min() < 0 or body.places.max() > 1:
        yield error("mark-off", path, "a corner's place is outside of the picture", REMAKE)
        return
    across, high = extent(face, AROUND, dpi)
    for behind in (False, True):
        own = body.triangles[(up < 0.5) if behind else (up > 0.5)]
        at = middle(face, dpi, across, high, behind=behind)
        corners, places = body.corners[own[:, :, 0]], body.places[own[:, :, 1]]
        x = at.real + across * behind + (-1 if behind else 1) * corners[:, :, 0] * dpi
        y = high - at.imag - corners[:, :, 2] * dpi
        off = max(np.abs(places[:, :, 0] - x / (2 * across)).max(), np.abs(places[:, :, 1] - y / high).max())
        if off > 1e-5:
            side = "back or sides" if behind else "front"
            yield error("mark-off", path, f"its {side} are {off:.6f} of the picture off", REMAKE)
