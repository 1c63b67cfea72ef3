"""Models: a piece as a closed body, its front and its back each in one half of a picture.

One unit is one inch, and y is up, as the table has it. The picture's left half is the front; its right half is the back
as it is seen from behind, and the sides show the colour of that, so that no side tells what the front is.
"""

from __future__ import annotations

from quasiprint.drawing.painting import INCH, Picture, Placed, back, dots, front, ground, mirrored
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.page import Shape
from quasiprint.model.profile import Palette

THICK = 3.0  # mm
LARGEST = 4096  # dots along a side of a picture: what the table takes
AROUND = 1.0  # mm: so far colours run on over the outline, so that nothing shines through at the edges
HEAD = "# quasiprint: Wavefront OBJ, inches, y is up\n"


def resolution(face: Face, dpi: int) -> int:
    """Return how many dots to the inch the picture of a face has: as asked for, or as many as the table takes."""
    width, height = _box(face)
    most = int(min((LARGEST // 2 - 1) / width, (LARGEST - 1) / height) * INCH)
    return min(dpi, most)


def texture(face: Face, palette: Palette, dpi: int) -> Picture:
    """Return the picture of a front and a back side by side, on grounds without a gap."""
    width, height = _box(face)
    dpi = resolution(face, dpi)
    across, high = dots(width, dpi), dots(height, dpi)
    placed: list[Placed] = []
    for behind, shapes in enumerate((front(face, palette, AROUND), back(face, palette, AROUND))):
        x, y = _middle(mirrored(face.nominal) if behind else face.nominal)
        at = across * (behind + 0.5) - x * dpi / INCH, high / 2 + y * dpi / INCH
        far = 2 * max(width, height)
        near = 0.0 if behind else -far
        half = ((near, -far), (far, -far), (far, far), (near, far))
        placed.append(((Shape((half,), ground(shapes)),), float(across), high / 2))
        placed.append((shapes, *at))
    return Picture(2 * across, high, dpi, tuple(placed))


def model(face: Face, dpi: int) -> bytes:
    """Return the body of a face as OBJ: corners, where they lie in the picture, which way its sides look, triangles.

    dpi: as asked for; a picture is a whole number of dots large, and so a little larger than its two halves.
    """
    ring = face.nominal
    n = len(ring)
    scale, up = 1 / INCH, THICK / INCH / 2
    rows = [HEAD, "o piece\n"]
    rows += [f"v {_n(x * scale)} {_n(level)} {_n(-y * scale)}\n" for level in (up, -up) for x, y in ring]
    for behind in (False, True):
        rows += [f"vt {_n(u)} {_n(v)}\n" for u, v in _places(face, dpi, behind=behind)]
    rows += ["vn 0 1 0\n", "vn 0 -1 0\n"]
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        rows.append(f"vn {_n((y1 - y0) / long)} 0 {_n((x1 - x0) / long)}\n")
    for a, b, c in _triangles(ring):
        rows.append(f"f {a + 1}/{a + 1}/1 {b + 1}/{b + 1}/1 {c + 1}/{c + 1}/1\n")
        a, b, c = a + n, b + n, c + n
        rows.append(f"f {c + 1}/{c + 1}/2 {b + 1}/{b + 1}/2 {a + 1}/{a + 1}/2\n")
    for k in range(n):
        top, following = k + 1, (k + 1) % n + 1
        low, beside, way = top + n, following + n, k + 3
        rows.append(f"f {top}/{low}/{way} {low}/{low}/{way} {beside}/{beside}/{way}\n")
        rows.append(f"f {top}/{low}/{way} {beside}/{beside}/{way} {following}/{beside}/{way}\n")
    return "".join(rows).encode("ascii")


def _places(face: Face, dpi: int, *, behind: bool) -> list[tuple[float, float]]:
    """Return where the corners of a face lie in its picture, as parts of its width and height, from the lower left."""
    dpi = resolution(face, dpi)
    width, height = _box(face)
    across, high = dots(width, dpi), dots(height, dpi)
    x, y = _middle(mirrored(face.nominal) if behind else face.nominal)
    way = -1 if behind else 1
    scale = dpi / INCH
    return [
        ((across * (behind + 0.5) + (way * px - x) * scale) / (2 * across), 0.5 + (py - y) * scale / high)
        for px, py in face.nominal
    ]


def _triangles(ring: Ring) -> list[tuple[int, int, int]]:
    """Return an outline in triangles, anticlockwise."""
    if _is_convex(ring):
        return [(0, k, k + 1) for k in range(1, len(ring) - 1)]
    from quasiprint.solids.triangulation import triangles

    return list(triangles([[(1e6 * x, 1e6 * y) for x, y in ring]]))


def _is_convex(ring: Ring) -> bool:
    sides = zip(ring, ring[1:] + ring[:1], ring[2:] + ring[:2], strict=True)
    return all((bx - ax) * (cy - by) - (by - ay) * (cx - bx) > -1e-9 for (ax, ay), (bx, by), (cx, cy) in sides)


def _box(face: Face) -> tuple[float, float]:
    left, low, right, high = bounds((face.nominal,))
    return right - left + 2 * AROUND, high - low + 2 * AROUND


def _middle(ring: Ring) -> tuple[float, float]:
    left, low, right, high = bounds((ring,))
    return (left + right) / 2, (low + high) / 2


def _n(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
