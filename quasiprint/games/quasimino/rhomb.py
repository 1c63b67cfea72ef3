"""The two prototiles of Penrose's P3, exactly.

A placed tile has its acute corner P and a direction t: its corners are P, P + u(t),
P + u(t) + u(t + k) and P + u(t + k), k tenths of a turn being the acute angle and u(t) the
unit vector in direction t. Edge i runs from corner i to corner i + 1.
"""

from __future__ import annotations

from quasiprint.exact.zeta import ORIGIN, Zeta, unit

HALF_TURN = 5  # tenths of a turn
ACUTE = {"thin": 1, "thick": 2}  # tenths of a turn


def angles(shape: str) -> tuple[int, int, int, int]:
    """Return the angle at each corner, in tenths of a turn."""
    acute = ACUTE[shape]
    return acute, HALF_TURN - acute, acute, HALF_TURN - acute


def corners(shape: str, corner: Zeta = ORIGIN, turn: int = 0) -> tuple[Zeta, Zeta, Zeta, Zeta]:
    """Return the corners anticlockwise, from the acute corner `corner`."""
    along, up = unit(turn), unit(turn + ACUTE[shape])
    return corner, corner + along, corner + along + up, corner + up
