"""Numbers and texts as a STEP file has them, the same on every machine.

Lengths are whole picometres, printed digit by digit; directions and angles are rounded to twelve decimals. What is
rounded comes of sums, products, quotients and square roots of floats, which are the same everywhere, or of decimal
numbers; never of a sine that another library computes otherwise.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache

from quasiprint.solids.shells import PICOMETRES, Round

PI = Decimal("3.14159265358979323846264338327950288419716939937511")
DIGITS = 40  # that are computed with
DECIMALS = 12  # of directions and angles


@lru_cache(maxsize=1 << 16)
def length(picometres: int) -> str:
    """Return a length in millimetres as a real number is written: "-1.25", "3."."""
    sign = "-" if picometres < 0 else ""
    whole, part = divmod(abs(picometres), PICOMETRES)
    return f"{sign}{whole}.{part:09d}".rstrip("0")


@lru_cache(maxsize=1 << 16)
def real(value: float) -> str:
    """Return a number with twelve decimals at most, without zeros at its end."""
    text = f"{value:.{DECIMALS}f}".rstrip("0")
    return "0." if text in ("-0.", "0.") else text


@lru_cache(maxsize=4096)
def turn(degrees: float) -> tuple[str, str]:
    """Return cosine and sine of an angle, as numbers are written."""
    with localcontext() as context:
        context.prec = DIGITS
        angle = Decimal(degrees) % 360 * PI / 180
        unit = Decimal(1).scaleb(-DECIMALS)
        return tuple(real(float(part.quantize(unit))) for part in _cos_sin(angle))  # type: ignore[return-value]


def _cos_sin(angle: Decimal) -> tuple[Decimal, Decimal]:
    """Return cosine and sine of an angle between −7 and 7, by their series."""
    sums = [Decimal(0), Decimal(0)]
    term, k = Decimal(1), 0
    while abs(term) > Decimal(1).scaleb(-DIGITS):
        sums[k % 2] += term if k % 4 < 2 else -term
        k += 1
        term = term * angle / k
    return sums[0], sums[1]


@lru_cache(maxsize=4096)
def frame(about: Round) -> tuple[str, str, str, str]:
    """Return how the angles of what is round are counted: the direction in which they begin, x and y, and the angles
    of its start and its end, all as numbers are written.

    A circle goes from 0 all the way round. The middle of anything less is at half a turn: so neither end is near 0,
    where a nanometre more or less would be a whole turn.
    """
    with localcontext() as context:
        context.prec = DIGITS
        cx, cy = (Decimal(part) * PICOMETRES for part in about.centre)
        (ax, ay), (bx, by) = ((x - cx, y - cy) for x, y in (about.start, about.end))
        size = (ax * ax + ay * ay).sqrt()
        if about.start == about.end:
            return _written(ax / size), _written(ay / size), _written(Decimal(0)), _written(2 * PI)
        sweep = _direction(ax * bx + ay * by, ax * by - ay * bx)
        sweep = sweep if sweep > 0 else sweep + 2 * PI
        first = PI - sweep / 2
        c, s = _cos_sin(first)
        x, y = (ax * c + ay * s) / size, (ay * c - ax * s) / size
        return _written(x), _written(y), _written(first), _written(PI + sweep / 2)


def _written(value: Decimal) -> str:
    return real(float(value.quantize(Decimal(1).scaleb(-DECIMALS))))


def _direction(x: Decimal, y: Decimal) -> Decimal:
    """Return the direction of a point, between −π and π."""
    size = (x * x + y * y).sqrt()
    # halved until what is left is small, and its series short
    c, s = x / size, y / size
    halves = 0
    while abs(s) > Decimal("0.01") or c < 0:
        c, s = ((1 + c) / 2).sqrt(), s / (2 * (1 + c)).sqrt() if c > -1 else Decimal(1)
        halves += 1
    tangent, total, k = s / c, Decimal(0), 0
    term = tangent
    while abs(term) > Decimal(1).scaleb(-DIGITS):
        total += (term if k % 2 == 0 else -term) / (2 * k + 1)
        term = term * tangent * tangent
        k += 1
    return total * (1 << halves)
