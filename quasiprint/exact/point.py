"""What every exact point of the plane can do, whatever ring its coordinates lie in."""

from __future__ import annotations

from typing import Any, Protocol, Self, runtime_checkable


class Signed(Protocol):
    """An exact real number whose sign can be decided."""

    def __add__(self, other: Self) -> Self: ...

    def sign(self) -> int:
        """Return −1, 0 or 1."""
        ...


@runtime_checkable
class ExactPoint(Protocol):
    """A point with exact arithmetic: hashable, comparable for equality, never rounded."""

    def __add__(self, other: Self) -> Self: ...

    def __sub__(self, other: Self) -> Self: ...

    def __neg__(self) -> Self: ...

    def __hash__(self) -> int: ...

    def cross(self, other: Self) -> Any:
        """Return self × other as a `Signed`, up to a positive constant of the ring."""
        ...

    def dot(self, other: Self) -> Any:
        """Return self · other as a `Signed`, up to a positive constant of the ring."""
        ...

    def to_xy(self) -> tuple[float, float]:
        """Return (x, y) in edge lengths."""
        ...
