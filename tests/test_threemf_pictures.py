"""Pictures in 3MF files, as Pillow sees them; and files in the form of version 0.1.0, which have none."""

from __future__ import annotations

import io
import re
import zipfile

import numpy as np
import pytest
from mutations.packages import packed, unpacked
from PIL import Image
from samples import BED, quasimino, solids, triomino
from shapely.geometry import Point, Polygon
from test_accounted import said
from test_threemf import BAMBU, BAMBU_CONFIG, PRUSA, PRUSA_CONFIG, SMALL, files, read_strictly

from quasiprint.formats.threemf.contents import bambu_contents, prusa_contents
from quasiprint.formats.threemf.opened import OLDER
from quasiprint.model.production import SolidProduction
from quasiprint.readback.unreadable import Unreadable

THUMBNAIL = "Metadata/thumbnail.png"


def seen(content: bytes, name: str = THUMBNAIL) -> Image.Image:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        picture = Image.open(io.BytesIO(archive.read(name)))
    picture.load()
    assert (picture.format, picture.mode, picture.size) == ("PNG", "RGB", (512, 512))
    return picture


def at(picture: Image.Image, x: float, y: float, side: float = 250.0, depth: float = 210.0) -> str:
    """Return the colour at a point of the bed, mm."""
    scale = 512 / side
    column, row = int((x + (side - 250) / 2) * scale), int(512 - (y + (side - depth) / 2) * scale)
    found = picture.getpixel((column, row))
    assert isinstance(found, tuple)
    return "#{:02X}{:02X}{:02X}".format(*found[:3])


def inside(held: SolidProduction, name: str, colour: int | None) -> tuple[float, float]:
    """Return where the widest area of a colour, or of the plain face, lies on the plate."""
    face = next(thing.face for thing in held.set.things if thing.id == name)
    inked = [
        Polygon(region.outer, region.holes) for mark in face.marks for region in mark.field if mark.colour == colour
    ]
    if colour is None:
        every = [Polygon(region.outer) for mark in face.marks for region in (*mark.field, *mark.ink)]
        area = Polygon(face.outline)
        for one in every:
            area = area.difference(one.buffer(1.5))
        inked = [area]
    widest = max(inked, key=lambda area: area.area)
    point: Point = widest.representative_point()
    (place,) = [p for p in held.plates[0].placements if p.item == name]
    return place.point((point.x, point.y))


def test_a_picture_shows_bodies_and_inlays_in_their_colours_and_the_bed() -> None:
    held = solids(quasimino(), ("thick-0000", "thin-1111"))
    picture = seen(files(held)[PRUSA])
    assert at(picture, *inside(held, "thick-0000", None)) == held.set.palette.body
    assert at(picture, *inside(held, "thick-0000", 0)) == held.set.palette.inks[0].rgb
    assert at(picture, 240, 200) == "#5E666E"
    assert at(picture, 125, 215) == "#FFFFFF"  # beside the bed, which is less deep than wide


def test_what_is_raised_has_the_colour_to_which_the_filament_is_changed() -> None:
    held = solids(quasimino(), ("thick-0000", "thin-1111"), relief=True)
    picture = np.asarray(seen(files(held)[PRUSA])).reshape(-1, 3)
    found = {"#{:02X}{:02X}{:02X}".format(*pixel) for pixel in picture}
    assert {held.set.palette.body, held.set.palette.inks[0].rgb} <= found
    assert held.set.palette.inks[1].rgb not in found


def test_every_plate_of_a_project_has_its_picture_and_the_file_that_of_the_first() -> None:
    held = solids(quasimino(), tuple(piece.id for piece in quasimino().pieces[:4]), SMALL)
    content = files(held)[BAMBU]
    pictures = [seen(content, f"Metadata/plate_{k}.png").tobytes() for k in range(1, 5)]
    assert len(set(pictures)) == 4
    assert seen(content).tobytes() == pictures[0]
    assert [seen(files(held)[f"3mf/plate-{k}-prusa.3mf"]).tobytes() for k in range(1, 5)] == pictures
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        settings = archive.read(BAMBU_CONFIG).decode()
    assert re.findall(r'key="thumbnail_file" value="([^"]*)"', settings) == [
        f"Metadata/plate_{k}.png" for k in range(1, 5)
    ]


def test_pictures_are_small() -> None:
    held = solids(triomino(), tuple(piece.id for piece in triomino().pieces))
    with zipfile.ZipFile(io.BytesIO(files(held)[PRUSA])) as archive:
        assert archive.getinfo(THUMBNAIL).file_size < 20_000


def older(content: bytes) -> bytes:
    """Return a package as version 0.1.0 made it."""
    held = unpacked(content)
    for name in (PRUSA_CONFIG, BAMBU_CONFIG):
        if name in held:
            rows = rb'<metadata (?:type="object" )?key="(?:layer_height|thumbnail_file)" value="[^"]*"/>'
            held[name] = re.sub(rows, b"", held[name])
    return packed({name: OLDER.get(name, body) for name, body in held.items() if not name.endswith(".png")})


@pytest.mark.parametrize(("path", "read"), [(PRUSA, prusa_contents), (BAMBU, bambu_contents)])
def test_the_form_of_version_0_1_0_is_read_where_sets_of_other_versions_are(path: str, read: object) -> None:
    made = files(solids(quasimino(), ("thick-0012", "thin-0121")))[path]
    before = older(made)
    read_strictly(before)
    assert callable(read)
    assert said(lambda content: read(content, True), before) == []
    assert read(before, True).older
    assert not read(made, True).older
    with pytest.raises(Unreadable, match=r"stands where Metadata/thumbnail\.png is due"):
        read(before)
    # half of each form is none
    half = {**unpacked(made), **OLDER}
    with pytest.raises(Unreadable, match="another than that of a set's 3MF files"):
        read(packed(half), True)


def test_the_bed_of_the_tests_is_the_one_that_is_measured() -> None:
    assert (BED.width, BED.depth) == (250, 210)
