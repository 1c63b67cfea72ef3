"""Reads the measures of a process from its profile."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quasiprint.model.limits import LIMITS
from quasiprint.model.measures import Finish, Fit, Machine, Maker, Measures, Size, Stock
from quasiprint.model.profile import Bed, Signed
from quasiprint.pipeline.material_profiles import maker_of
from quasiprint.pipeline.toml_table import TomlTable


@dataclass(frozen=True, slots=True)
class MeasuresProfile:
    """The measures of a process. nozzles: if not 0, min_feature in widths of the nozzle. An edge
    or stripe of 0 is left to the game."""

    measures: Measures
    nozzles: float

    def on(self, bed: Bed) -> Measures:
        """Return the measures as this bed's nozzle makes them."""
        if not self.nozzles:
            return self.measures
        machine = replace(self.measures.machine, min_feature=round(self.nozzles * bed.nozzle, 6))
        return replace(self.measures, machine=machine)


def measures(name: str, table: TomlTable) -> MeasuresProfile:
    """Return measures. Raises InputError for what no process has."""
    process = maker_of(table)
    nozzles = table.number("min_feature_nozzles", 0.0) if process is Maker.PRINTER else 0.0
    if "min_feature" in table.values:
        nozzles = 0.0  # a width that was measured, above one that a nozzle may be thought to make
    found = Measures(
        process=process,
        size=Size(edge=table.number("edge", 0.0, above=0), stripe=table.number("stripe", 0.0, above=0)),
        stock=Stock(thickness=table.number("thickness", above=0)),
        machine=Machine(
            min_feature=nozzles or table.number("min_feature", above=0),
            layer=table.number("layer", 0.2, above=0),
        ),
        finish=Finish(
            corner_radius=table.number("corner_radius"),
            inlay_depth=table.number("inlay_depth", 0.6, above=0),
            groove_depth=table.number("groove_depth", 0.4, above=0),
            relief_height=table.number("relief_height", 0.8, above=0),
            chamfer=table.number("chamfer", 0.4),
            back_depth=table.number("back_depth", 0.4),
        ),
        fit=Fit(
            clearance=table.number("clearance"),
            clearance_from=f"measures {name}",
            tolerance=table.number("tolerance", 0.0),
            tolerance_from=f"measures {name}",
            swelling=Signed(table.number("swelling", 0.0, least=LIMITS["swelling"].least)),
        ),
    )
    return MeasuresProfile(found, nozzles)
