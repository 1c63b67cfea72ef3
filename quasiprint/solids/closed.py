"""Is a surface closed? Decided edge by edge on equal corners, bit for bit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from quasiprint.model.finding import Finding, error
from quasiprint.model.solid import Vertex

Facet = tuple[Vertex, Vertex, Vertex]


def closed(subject: str, facets: Iterable[Facet]) -> list[Finding]:
    """Check that triangles (mm, anticlockwise seen from outside) bound a body.

    subject: the file or body, named in the findings. Codes: "degenerate-triangle" (two corners
    are the same point, or all three lie on a line), "edge-open" (a directed edge has no
    opposite), "edge-shared" (a directed edge stands twice: bodies that meet along a line, or a
    facet turned over), "inside-out" (the volume is not positive), "no-triangles".
    """
    soup = list(facets)
    if not soup:
        return [error("no-triangles", subject, "found no triangle, a body has at least 4")]
    findings = []
    flat = [facet for facet in soup if _cross(facet) == (0.0, 0.0, 0.0)]
    if flat:
        findings.append(_found("degenerate-triangle", subject, len(flat), "triangles without area", flat[0]))
    times = Counter(edge for a, b, c in soup for edge in ((a, b), (b, c), (c, a)))
    opened = [(a, b) for a, b in times if (b, a) not in times]
    if opened:
        findings.append(_found("edge-open", subject, len(opened), "edges without a neighbour", min(opened)))
    shared = [edge for edge, count in times.items() if count > 1]
    if shared:
        what = "edges that several triangles have in the same direction"
        findings.append(_found("edge-shared", subject, len(shared), what, min(shared)))
    found = volume(soup)
    if found <= 0:
        findings.append(error("inside-out", subject, f"volume is {found:g} mm³, allowed is more than 0"))
    return findings


def _found(code: str, subject: str, count: int, what: str, where: object) -> Finding:
    return error(code, subject, f"found {count} {what}, allowed is none; the first: {where}")


def _cross(facet: Facet) -> Vertex:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = facet
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


def volume(facets: Iterable[Facet]) -> float:
    """Return the volume (mm³) inside closed triangles, negative if they are inside out."""
    six = 0.0
    origin: Vertex | None = None
    for a, b, c in facets:
        # seen from a corner of the body, not from afar: far away, rounding eats the digits
        origin = origin or a
        ox, oy, oz = origin
        ux, uy, uz = a[0] - ox, a[1] - oy, a[2] - oz
        vx, vy, vz = b[0] - ox, b[1] - oy, b[2] - oz
        wx, wy, wz = c[0] - ox, c[1] - oy, c[2] - oz
        six += ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)
    return six / 6
