"""A body that CadQuery built, as numbers: how large it is, where it is, and what lies inside it."""

from __future__ import annotations

from typing import Any

from quasiprint.cad.workplanes import Curved, every, workplane
from quasiprint.model.solid import Solid

ON = 1e-7  # mm: what is nearer to a surface lies on it


class Built:
    """A solid, built with workplanes. Raises as `workplane` does."""

    def __init__(self, solid: Solid, curved: Curved = every) -> None:
        from OCP.BRepClass3d import BRepClass3d_SolidClassifier

        shape: Any = workplane(solid, curved).val()
        self._shape = shape.wrapped
        self._asked = BRepClass3d_SolidClassifier(self._shape)
        self.volume: float = shape.Volume()
        self.area: float = shape.Area()

    @property
    def box(self) -> tuple[float, ...]:
        """The least x, y, z, then the greatest, mm."""
        from OCP.Bnd import Bnd_Box
        from OCP.BRepBndLib import BRepBndLib

        found = Bnd_Box()
        BRepBndLib.AddOptimal_s(self._shape, found, False, False)
        return tuple(found.Get())

    def holds(self, point: tuple[float, ...]) -> bool:
        """Tell whether a point (mm) lies inside, and not on the surface."""
        from OCP.gp import gp_Pnt
        from OCP.TopAbs import TopAbs_State

        self._asked.Perform(gp_Pnt(*point), ON)
        return bool(self._asked.State() == TopAbs_State.TopAbs_IN)
