"""PNG of each front and each back, as large as the piece with its bleed. Those that look alike share a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.addons.machines.painting import Picture, items_in_play, paint, picture_of
from quasiprint.drawing.face_shapes import back, front
from quasiprint.drawing.outlines import mirror
from quasiprint.model.page import BookProduction, Shape
from quasiprint.model.production import Artefact
from quasiprint.model.solid import together


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield the fronts, then the backs. Raises InputError if a picture has too many dots."""
    expected: list[tuple[str, tuple[str, ...], Picture]] = []
    for side, draw in (("front", front), ("back", back)):
        alike: dict[tuple[Shape, ...], list[str]] = {}  # what looks so
        for item in items_in_play(production.set):
            alike.setdefault(draw(item.face, production.set.palette, production.bleed), []).append(item.id)
        by_ids = {tuple(ids): shapes for shapes, ids in alike.items()}
        faces = {item.id: item.face for item in production.set.items}
        for name, ids in together(by_ids).items():
            nominal = faces[ids[0]].nominal
            outline = nominal if side == "front" else mirror(nominal)
            picture = picture_of(ids[0], outline, by_ids[ids], production.bleed, production.dpi)
            expected.append((f"png/{name}-{side}.png", ids, picture))
    for (path, ids, _), content in zip(expected, paint(picture for *_, picture in expected), strict=True):
        yield Artefact(path, content, ids)


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return the text on the pictures for the set's first page."""
    return {"dpi": str(production.dpi), "bleed": f"{production.bleed:g}"}
