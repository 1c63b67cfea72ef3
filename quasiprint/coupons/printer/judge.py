"""What the printer's coupon says: clearance, swelling, bevel, finest stroke; or how its readings contradict one
another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from quasiprint.coupons.printer import sizes
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Outcome, Read, Reading

EDGE = "edge"
SAME = 0.06  # mm: two readings of one edge that differ by more are two edges
SAME_LENGTH = {"long": 0.2, "short": 0.08, "foot": 0.15}  # mm: of one length that is measured elsewhere
SHRUNK = (-0.003, 0.01)  # what is plausible; beyond it something else is wrong
TOLD = 0.0015  # a smaller shrinkage is not worth a word: a caliper may have it
LEAST_TOLERANCE = 0.03  # mm: half of what lies between two wells, and a caliper's error
STEM = 0.24  # of a digit's height: how broad its strokes are
FINER = 0.75  # of the finest groove: strokes of a digit that can be read are no finer
MOST_FOOT = 0.5  # mm: a tile with round corners has no room for a wider bevel
READINGS = (
    Reading(
        "long",
        f"The plate: how long is it ({sizes.LONG:g} as drawn), by the caliper?",
        least=sizes.LONG * 0.97,
        most=sizes.LONG * 1.02,
        wrong="no filament shrinks so much: is the scale in the slicer 100 %, and is it the long side?",
        times=3,
    ),
    Reading(
        "short",
        f"The block: how wide is it ({sizes.SHORT:g} as drawn), above its foot? Several places, with commas",
        least=sizes.SHORT - 0.6,
        most=sizes.SHORT + 0.8,
        wrong="no printer is so far off: is it the block, and measured above its bevel?",
        times=4,
        needs=EDGE,
    ),
    Reading(
        "well",
        "The tile: which is the tightest well that takes it without force?",
        unit="",
        least=1,
        most=len(sizes.EDGES),
        wrong="the wells have these numbers; if none takes the tile, set the flow in your slicer first",
        needs=EDGE,
    ),
    Reading(
        "foot",
        f"The angle: how wide is it at the bed ({sizes.SPAN:g} as drawn), where the first layers are?",
        least=sizes.SPAN - 0.6,
        most=sizes.SPAN + 3.0,
        wrong="no first layer is squeezed out so far: is it the angle's longer side?",
        times=2,
    ),
    Reading("stud", "The cap, if you have one: does it go over its stud and lie flat?", choices=("yes", "no")),
    Reading(
        "stroke",
        "Which is the finest group of grooves that are apart and open? The number beside it",
        least=min(sizes.STROKES),
        most=max(sizes.STROKES),
        wrong="the groups have these widths",
    ),
    Reading(
        "digit",
        "Which is the smallest digit that you can read? It is as high as it says",
        unit="",
        least=min(sizes.DIGITS),
        most=max(sizes.DIGITS),
        wrong="there are no other digits",
    ),
)


def judge(read: Read) -> Outcome:
    """Return what plausible readings say."""
    findings = [
        *_spread(read),
        *_shrunk(read),
        *_edges_apart(read),
        *_strokes_apart(read),
        *_foot_too_wide(read),
        *_stud_tight(read),
    ]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return Outcome({}, tuple(findings))
    edges = [edge for _, _, edge in _edges(read)]
    # the caliper is finer than the wells: where there are both, they agree, and it is the caliper's
    exact = [edge for key, _, edge in _edges(read) if key == "short"] or edges
    edge = round(math.fsum(exact) / len(exact), 3)
    clearance = round(max(edge + sizes.APART / 2, 0.0), 3)
    tolerance = round(max(LEAST_TOLERANCE, (max(edges) - min(edges)) / 2), 3)
    values: dict[str, object] = {"clearance": clearance, "swelling": edge, "tolerance": tolerance}
    said = [
        f"edges come {edge:g} mm {'further out' if edge >= 0 else 'further in'} than drawn",
        f"clearance {clearance:g} mm off every edge, so that {2 * (clearance - edge):.2g} mm lie between two tiles",
    ]
    if "foot" in read:
        foot = max(_mean(_feet(read)), 0.0)
        values["chamfer"] = max(0.2, math.ceil(10 * (foot + 0.1) - 1e-6) / 10)
        said.append(f"the foot is {foot:.2f} mm wide, so the bevel is {values['chamfer']:g} mm")
    if read.get("stud") == (0.0,):
        said.append("studs go into their hollows")
    if "stroke" in read:
        values["min_feature"] = read["stroke"][0]
        said.append(f"finest stroke {read['stroke'][0]:g} mm")
    if "digit" in read:
        said.append(f"smallest digit {read['digit'][0]:g} mm high")
    return Outcome({"measures": values}, tuple(findings), said)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _shrinkage(read: Read) -> float:
    """Return by which share parts are too short, 0 if nobody measured both lengths."""
    if "long" not in read or "short" not in read:
        return 0.0
    return sizes.shrinkage(_mean(read["long"]), _mean(read["short"]))


def _edges(read: Read) -> Iterator[tuple[str, float, float]]:
    """Yield how far out edges come by each reading: its key, what was read, and how far."""
    for value in read.get("short", ()):
        yield "short", value, sizes.of_block(value, _shrinkage(read))
    for value in read.get("well", ()):
        yield "well", value, sizes.of_well(int(value))


def _feet(read: Read) -> list[float]:
    """Return how far the first layers are squeezed out, by each reading."""
    edges = [edge for key, _, edge in _edges(read) if key == "short"] or [edge for _, _, edge in _edges(read)]
    return [sizes.of_foot(value, _mean(edges), _shrinkage(read)) for value in read.get("foot", ())]


def _spread(read: Read) -> Iterator[Finding]:
    """Yield which lengths were measured several times, and are not one."""
    for key, most in SAME_LENGTH.items():
        values = read.get(key, ())
        if values and max(values) - min(values) > most:
            yield error(
                "readings-differ",
                key,
                f"{key}={min(values):g} and {key}={max(values):g} differ by {max(values) - min(values):.2f} mm; one "
                f"length differs by up to {most:g} mm",
                "measure again, clear of blobs and of the seam",
            )


def _edges_apart(read: Read) -> Iterator[Finding]:
    """Yield which readings of one edge contradict one another: each names both, and nothing is averaged away."""
    found = [one for one in _edges(read) if one[0] == "well"]
    for one, first, edge in found:
        for other, second, also in _edges(read):
            if other != one and abs(edge - also) > SAME:
                yield error(
                    "readings-differ",
                    f"{other} and {one}",
                    f"{other}={second:g} is an edge {also:.3f} mm further out than drawn, {one}={first:g} one of "
                    f"{edge:.3f} mm; they may differ by {SAME:g} mm",
                    "clear the wells of strings, try the tile again, and measure the block again",
                )


def _strokes_apart(read: Read) -> Iterator[Finding]:
    """Yield whether a digit was read whose strokes are far finer than the finest groove."""
    if "stroke" not in read or "digit" not in read:
        return
    stroke, digit = read["stroke"][0], read["digit"][0]
    if STEM * digit < FINER * stroke:
        yield error(
            "readings-differ",
            "stroke and digit",
            f"digit={digit:g} has strokes of {STEM * digit:.2f} mm, and stroke={stroke:g} says that none finer than "
            f"{stroke:g} mm is clear",
            "look at both again, in the same light",
        )


def _shrunk(read: Read) -> Iterator[Finding]:
    """Yield what is to be said of the shrinkage: it goes into no profile, since it grows with the part."""
    found = _shrinkage(read)
    scale = f"{100 / (1 - found):.2f} %"
    less = f"{abs(100 * found):.2f} % too {'short' if found > 0 else 'long'}"
    if not SHRUNK[0] <= found <= SHRUNK[1]:
        yield error(
            "shrinkage-implausible",
            "long and short",
            f"parts are {less}, allowed is from {-100 * SHRUNK[0]:g} % too long to {100 * SHRUNK[1]:g} % too short",
            f"measure both again; if it is so, set the scale in your slicer to {scale} and print the coupon again",
        )
    elif abs(found) > TOLD:
        yield Finding(
            "parts-shrink",
            Severity.WARNING,
            "long and short",
            f"parts are {less}: a small tile hardly shows it, a board does; it is not in the profile, since it "
            "grows with the part",
            f"set the scale in your slicer to {scale}",
        )


def _stud_tight(read: Read) -> Iterator[Finding]:
    """Yield whether a hollow does not go over its stud: nothing in a profile makes it larger."""
    if read.get("stud") == (1.0,):
        yield Finding(
            "stud-tight",
            Severity.WARNING,
            "stud",
            "the cap does not go over its stud, so pieces will not lie flat on their board; no profile changes studs "
            "and hollows",
            "set the flow in your slicer, and print the coupon again",
        )


def _foot_too_wide(read: Read) -> Iterator[Finding]:
    """Yield whether the first layers are squeezed out farther than a bevel hides."""
    for value, foot in zip(read.get("foot", ()), _feet(read), strict=True):
        if foot > MOST_FOOT:
            yield error(
                "foot-too-wide",
                "foot",
                f"foot={value:g} is a first layer squeezed out by {foot:.2f} mm, allowed is up to {MOST_FOOT:g} mm: a "
                "tile has no room for a bevel that hides more",
                "raise the nozzle a little for the first layer, or cool the bed, and print the coupon again",
            )
