"""What `check` proves of plates, bodies and sheets: each law is heard when it is broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from quasiprint.model.errors import InputError
from quasiprint.model.production import Offer
from quasiprint.model.profile import SheetOperation
from quasiprint.model.solid import Mesh, Surface
from quasiprint.pipeline.make import Making
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop


@pytest.fixture
def shop() -> Workshop:
    return Workshop(settle(Request("quasimino", {"colours": 2})))


def test_a_good_set_is_proved(shop: Workshop) -> None:
    assert [f for offer in (Offer.SOLIDS, Offer.DRAWINGS, Offer.PAGES) for f in shop.prove_layout(offer)] == []


def lay_one_on_another(shop: Workshop) -> None:
    made = shop.solids
    first, second, *rest = made.plates[0].placements
    on_top = replace(made.plates[0], placements=(first, replace(first, item=second.item), *rest))
    project = replace(made.projects[0], plates=(on_top, *made.plates[1:]))
    shop.__dict__["solids"] = replace(made, projects=(project, *made.projects[1:]))


def open_a_body(shop: Workshop) -> None:
    meshes = dict(shop.solids.meshes)
    first, *others = meshes["thick-body"].surfaces
    meshes["thick-body"] = Mesh((Surface(first.triangles[1:]), *others))
    shop.__dict__["solids"] = replace(shop.solids, meshes=meshes)


def cut_one_line_twice(shop: Workshop) -> None:
    made = shop.drawings
    drawing = made.drawings[0]
    cut = next(path for path in drawing.paths if path.operation is SheetOperation.CUT_OUTER)
    place = drawing.paths.index(cut)
    again = replace(drawing, paths=(*drawing.paths[:place], cut, *drawing.paths[place:]))
    shop.__dict__["drawings"] = replace(made, drawings=(again, *made.drawings[1:]))


@pytest.mark.parametrize(
    ("spoil", "offer", "code"),
    [
        (lay_one_on_another, Offer.SOLIDS, "overlap"),
        (open_a_body, Offer.SOLIDS, "edge-open"),
        (cut_one_line_twice, Offer.DRAWINGS, "cut-twice"),
    ],
)
def test_each_law_is_heard_when_it_is_broken(
    shop: Workshop, spoil: Callable[[Workshop], None], offer: Offer, code: str
) -> None:
    spoil(shop)
    findings = shop.prove_layout(offer)
    assert {f.code for f in findings} == {code}
    assert all("thick-body" in f.subject for f in findings) or code != "edge-open"


@pytest.mark.parametrize(
    ("spoil", "format", "said"),
    [
        *((lay_one_on_another, name, "they overlap; the gap is 2 mm; this is a fault of the program")
          for name in ("stl", "3mf")),
        *((cut_one_line_twice, name, "would be cut twice; this is a fault of the program.* choose another sheet")
          for name in ("svg", "dxf")),
    ],
)  # fmt: skip
def test_such_a_set_is_not_written(spoil: Callable[[Workshop], None], format: str, said: str) -> None:
    shop = Workshop(settle(Request("quasimino", {"colours": 2}, formats=(format,))))
    spoil(shop)
    with pytest.raises(InputError, match=said):
        next(Making(shop).artefacts())
