"""Binary STL as a hand sees it: a header, a count, and facets of a normal, three corners and two bytes."""

from __future__ import annotations

import math
import random

import numpy as np

from mutations.drawn.hands import Drawn, Nothing, rearranged

FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
HEADERS = (b"solid x", b"COLOR=\xff\x00\x00\xff", b"MATERIAL=\xff\x00\x00\xff", b"UNITS=in",
b"STLB ATF 10 COLOR=\0\0\xff\xff",
           b"SCALE: 25.4", b"<svg>", b"\x89PNG\r\n", b"PK\x03\x04", b"%PDF-", b"\xff" * 80)  # fmt: skip


def parsed(content: bytes) -> tuple[bytes, np.ndarray, bytes]:
    """Return header, facets (a structured array) and what follows them."""
    if len(content) < 84:
        raise Nothing
    count = int.from_bytes(content[80:84], "little")
    end = 84 + 50 * count
    return content[:80], np.frombuffer(content[84:end], dtype=FACET).copy(), content[end:]


def written(header: bytes, facets: np.ndarray, rest: bytes, count: int | None = None) -> bytes:
    number = len(facets) if count is None else count % (1 << 32)
    return header + number.to_bytes(4, "little") + facets.tobytes() + rest


def _header(r: random.Random, header: bytes) -> tuple[bytes, str, str]:
    what = r.choice(("begun with", "ended with", "a letter changed", "emptied"))
    fresh = r.choice(HEADERS)
    if what == "begun with":
        return (fresh + header)[:80], f"header begun with {fresh[:12]!r}", ""
    if what == "ended with":
        at = r.choice((80 - len(fresh), 60 - len(fresh) // 2, 40))
        return (header[: max(0, at)] + fresh + header)[:80].ljust(80, b"\0"), f"header with {fresh[:12]!r}", f"at {at}"
    if what == "emptied":
        return r.choice((b"\0", b" ")) * 80, "header emptied", ""
    at = r.randrange(80)
    return header[:at] + r.randbytes(1) + header[at + 1 :], "letter of the header changed", f"at {at}"


def _corners(r: random.Random, facets: np.ndarray) -> tuple[str, str]:
    at, corner, axis = r.randrange(len(facets)), r.randrange(3), r.randrange(3)
    corners = facets["corners"]
    before = corners[at, corner].copy()
    amount = r.choice((1e-6, 1e-4, 0.001, 0.01, 0.05, 0.3, 2.0, 50.0)) * r.choice((-1, 1))
    value = float(corners[at, corner, axis])
    what = r.choice(
        ("moved", "next number", "negated", "doubled", "nought", "nan", "inf", "as another", "with its place")
    )
    fresh = {"moved": value + amount, "next number": float(np.nextafter(np.float32(value), np.float32(math.inf))),
             "negated": -value, "doubled": 2 * value, "nought": 0.0, "nan": math.nan, "inf": math.inf}  # fmt: skip
    if what == "as another":
        corners[at, corner] = corners[r.randrange(len(facets)), r.randrange(3)]
    elif what == "with its place":  # the vertex, in all the facets that have it
        every = (corners == before).all(axis=2)
        corners[every] = before + np.float32(amount) * np.eye(3, dtype=np.float32)[axis]
        what = f"vertex moved by {amount:g} in {int(every.sum())} facets"
    else:
        corners[at, corner, axis] = fresh[what]
    return (
        f"corner {what.partition(' by ')[0]}",
        f"{what}: facet {at}, corner {corner}: {before} → {corners[at, corner]}",
    )


def _whole(r: random.Random, facets: np.ndarray) -> tuple[str, str]:
    corners = facets["corners"]
    axis = r.randrange(3)
    what = r.choice(
        ("scaled", "stretched", "moved", "mirrored", "turned", "inside out", "axes exchanged", "half moved")
    )
    factor = r.choice((1.0001, 1.002, 1.02, 2, 20, 25.4, 0.5, 1000))
    by = np.float32(r.choice((1e-4, 0.01, 0.5, 20, 400)))
    unit = np.eye(3, dtype=np.float32)[axis]
    if what == "scaled":
        corners *= np.float32(factor)
    elif what == "stretched":
        corners[..., axis] *= np.float32(factor)
    elif what == "moved":
        corners += by * unit
    elif what == "half moved":
        corners[: r.randrange(1, len(facets))] += by * unit
    elif what == "mirrored":
        corners[..., axis] *= -1
        corners[:] = corners[:, ::-1].copy()
        facets["normal"][:, axis] *= -1
    elif what == "inside out":
        corners[:] = corners[:, ::-1].copy()
        facets["normal"] *= -1
    elif what == "turned":
        corners[..., :2] = corners[..., 1::-1].copy() * np.array([1, -1], dtype=np.float32)
    else:
        corners[:] = np.roll(corners, 1, axis=2)
    return f"all {what}", f"axis {axis}, factor {factor}, by {by}"


def _box() -> np.ndarray:
    points = np.array([[x, y, z] for x in (0, 3) for y in (0, 3) for z in (0, 3)], dtype="<f4")
    sides = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    facets = np.zeros(12, dtype=FACET)
    facets["corners"] = [points[list(t)] for a, b, c, d in sides for t in ((a, b, c), (a, c, d))]
    edges = facets["corners"]
    normals = np.cross(edges[:, 1] - edges[:, 0], edges[:, 2] - edges[:, 0])
    facets["normal"] = normals / np.linalg.norm(normals, axis=1)[:, None]
    return facets


def _foreign(r: random.Random, facets: np.ndarray) -> tuple[np.ndarray, str, str]:
    what = r.choice(
        ("a box", "a box inside out", "a facet of no area", "a flat pair of facets", "all again", "a sheet")
    )
    box = _box()
    box["corners"] *= np.float32(r.choice((0.01, 0.3, 1, 10, 100)))
    origin = facets["corners"][r.randrange(len(facets)), 0]
    box["corners"] += origin + np.float32(r.choice((0, 0, 0.5, 30)))
    if what == "a box inside out":
        box["corners"] = box["corners"][:, ::-1].copy()
        box["normal"] *= -1
    elif what == "a facet of no area":
        box = box[:1].copy()
        box["corners"][0, 2] = box["corners"][0, r.randrange(2)]
    elif what == "a flat pair of facets":
        box = np.concatenate([box[:1], box[:1]])
        box["corners"][1] = box["corners"][1][::-1]
    elif what == "all again":
        box = facets.copy()
    elif what == "a sheet":
        box = box[:2]
    at = r.randint(0, len(facets))
    return np.concatenate([facets[:at], box, facets[at:]]), f"put in: {what}", f"{len(box)} facets at {at}"


def mutated(r: random.Random, content: bytes) -> Drawn:
    """Draw a mutation of a binary STL file."""
    header, facets, rest = parsed(content)
    what = r.randrange(10)
    count = None
    if what == 0:
        header, kind, says = _header(r, header)
    elif what in (1, 2):
        kind, says = _corners(r, facets)
    elif what == 3:
        kind, says = _whole(r, facets)
    elif what == 4:
        facets, kind, says = _foreign(r, facets)
    elif what == 5:
        order = list(range(len(facets)))
        at = r.randrange(len(order))
        kind, says = f"facet {rearranged(r, order, at, int)}", f"facet {at}"
        facets = facets[order]
    elif what == 6:
        at = r.randrange(len(facets))
        turn = r.choice(([1, 2, 0], [0, 2, 1], [2, 1, 0]))
        facets["corners"][at] = facets["corners"][at][turn].copy()
        kind, says = f"corners of a facet taken {turn}", f"facet {at}"
    elif what == 7:
        at, axis = (
            r.choice((slice(None), slice(r.randrange(len(facets)), None), [r.randrange(len(facets))])),
            r.randrange(3),
        )
        how = r.choice((-1.0, 0.0, 2.0, math.nan, 1.0001))
        facets["normal"][at] = facets["normal"][at] * np.float32(how) if r.random() < 0.7 else np.eye(3)[axis]
        kind, says = f"normals times {how:g}, or another", f"facets {at}"
    elif what == 8:
        at = r.choice((slice(None), [r.randrange(len(facets))]))
        value = r.choice((1, 0x8000, 0xFFFF, 0x7C00, 0xFC00, 31, 0x8000 | 31))
        facets["attribute"][at] = value
        kind, says = f"attribute {value:#x}", f"facets {at}"
    else:
        how = r.choice(("count", "more bytes", "fewer bytes", "another file behind", "facets cut off"))
        if how == "count":
            count = len(facets) + r.choice((-1, 1, -len(facets), 1 << 31))
        elif how == "more bytes":
            rest += r.randbytes(r.choice((1, 49, 50, 84)))
        elif how == "fewer bytes":
            whole = written(header, facets, rest)
            return Drawn(whole[: -r.choice((1, 2, 50, 100))], how, "at the end")
        elif how == "another file behind":
            rest += content
        else:
            facets = facets[: r.randrange(len(facets))]
        kind, says = how, f"of {len(facets)} facets"
    return Drawn(written(header, facets, rest, count), kind, says)
