"""What `check` proves of plates, bodies and sheets: each law is heard when it is broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quasiprint.errors import InputError
from quasiprint.make.make import Making
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import ProductKind
from quasiprint.model.profile import SheetOperation
from quasiprint.model.solid import Mesh, Surface


@pytest.fixture
def shop() -> Build:
    return Build(settle(Request("quasimino", {"colours": 2})))


def lay_one_on_another(shop: Build) -> None:
    made = shop.solids
    first, second, *rest = made.plates[0].placements
    on_top = replace(made.plates[0], placements=(first, replace(first, item=second.item), *rest))
    project = replace(made.projects[0], plates=(on_top, *made.plates[1:]))
    shop.__dict__["solids"] = replace(made, projects=(project, *made.projects[1:]))


def test_a_body_that_is_open_is_heard(shop: Build) -> None:
    made = shop.solids
    meshes = dict(made.meshes)
    key = "thick-body"
    surfaces = meshes[key].surfaces
    meshes[key] = Mesh((Surface(surfaces[0].triangles[1:]), *surfaces[1:]))
    shop.__dict__["solids"] = replace(made, meshes=meshes)
    findings = [*shop.check_layout(ProductKind.SOLIDS), *shop.prove_bodies(tuple(meshes))]
    assert {f.code for f in findings} == {"edge-open"}
    assert all(key in f.subject for f in findings)


def cut_one_line_twice(shop: Build) -> None:
    made = shop.drawings
    drawing = made.drawings[0]
    cut = next(path for path in drawing.paths if path.operation is SheetOperation.CUT_OUTER)
    place = drawing.paths.index(cut)
    again = replace(drawing, paths=(*drawing.paths[:place], cut, *drawing.paths[place:]))
    shop.__dict__["drawings"] = replace(made, drawings=(again, *made.drawings[1:]))


@pytest.mark.parametrize("named", ["stl", "3mf", "svg", "dxf"])
def test_a_set_with_a_fault_is_not_written(named: str) -> None:
    shop = Build(settle(Request("quasimino", {"colours": 2}, formats=(named,))))
    spoil, said = lay_one_on_another, "they overlap; the gap is 2 mm; this is a fault of the program"
    if named in ("svg", "dxf"):
        spoil, said = cut_one_line_twice, "would be cut twice; this is a fault of the program.* choose another sheet"
    spoil(shop)
    with pytest.raises(InputError, match=said):
        list(Making(shop).artefacts())
