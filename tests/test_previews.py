"""The pictures in a set, as Pillow and an XML parser see them."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from edited import manifest
from PIL import Image
from scipy import ndimage

import quasiprint
from quasiprint.api import views
from quasiprint.documents.pictures.raster import paint, png
from quasiprint.documents.pictures.render import Level, Lying, render
from quasiprint.errors import InputError
from quasiprint.model.page import Figure, Shape
from quasiprint.model.production import Placement

SVG = "{http://www.w3.org/2000/svg}"
BED, GROUND, GOLD = (0x5E, 0x66, 0x6E), (0xF1, 0xEC, 0xE2), (0xD9, 0xB6, 0x5A)
BLUE, RED = (0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)
SMALL = 150_000  # bytes


@pytest.fixture(scope="module")
def folder(small_set: Callable[..., Path]) -> Path:
    """A small set in colours, printed and cut."""
    return small_set("quasimino", "--colours", 2, "--format", "3mf,svg", "--extras", "previews")


@pytest.fixture(scope="module")
def pictures(folder: Path) -> dict[str, np.ndarray]:
    """Its PNG files as pixels, decoded by Pillow."""
    return {path.name: seen(path.read_bytes()) for path in sorted((folder / "preview").glob("*.png"))}


def seen(content: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(content)) as picture:
        return np.array(picture.convert("RGB"))


def spots(there: np.ndarray) -> int:
    return int(ndimage.label(there)[1])


def like(pixels: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    return np.asarray((np.abs(pixels.astype(int) - colour) <= 2).all(axis=2))


def groups(folder: Path) -> dict[str, ET.Element]:
    """Return the things in the picture of all pieces, by id."""
    root = ET.parse(folder / "preview" / "pieces.svg").getroot()
    return {group.attrib["id"]: group for group in root.iter(f"{SVG}g")}


def test_a_set_holds_a_picture_of_all_pieces_of_the_box_and_of_each_plate_and_sheet(folder: Path) -> None:
    held = manifest(folder)
    plates = {f"{plate['name']}.png" for plate in held["bill"]["ways"][0]["plates"]}
    sheets = {f"{sheet['name']}.png" for sheet in held["bill"]["sheets"]} - {"corner-jig.png"}
    assert plates and sheets
    names = {path.name for path in (folder / "preview").iterdir()}
    assert names == {"pieces.svg", "pieces.png", "box.png", *plates, *sheets}
    listed = {entry["path"] for entry in held["files"]}
    assert {f"preview/{name}" for name in names} <= listed
    assert held["libraries"]["zlib"]  # it decides the bytes of what is packed


def test_each_png_is_whole_and_small(folder: Path) -> None:
    for path in (folder / "preview").glob("*.png"):
        with Image.open(path) as picture:
            picture.load()
            assert (picture.format, picture.info) == ("PNG", {}), path.name
        assert path.stat().st_size < SMALL, path.name


def test_all_pieces_are_shown_once_with_their_names(folder: Path) -> None:
    held = manifest(folder)
    things = held["pieces"] + held["accessories"]
    shown = groups(folder)
    assert [*shown] == [thing["id"] for thing in things]
    for thing in things:
        text, title = shown[thing["id"]].find(f"{SVG}text"), shown[thing["id"]].find(f"{SVG}title")
        assert text is not None and title is not None
        due = thing["id"] + (f" × {thing['count']}" if thing.get("count", 1) > 1 else "")
        assert text.text == title.text == due


def test_each_piece_has_the_colours_of_its_marks_in_pixels_too(folder: Path, pictures: dict[str, np.ndarray]) -> None:
    pixels = pictures["pieces.png"]
    root = ET.parse(folder / "preview" / "pieces.svg").getroot()
    scale = pixels.shape[1] / float(root.attrib["width"].removesuffix("mm"))
    colours = {0: BLUE, 1: RED}
    for piece in manifest(folder)["pieces"]:
        outline = groups(folder)[piece["id"]].find(f"{SVG}path")
        assert outline is not None
        corners = np.array([pair.split() for pair in outline.attrib["d"].strip("MZ").split("L")], dtype=float) * scale
        (left, top), (right, low) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int) + 1
        own = pixels[top:low, left:right]
        assert {label for label, colour in colours.items() if like(own, colour).any()} == set(piece["marks"])


def test_as_many_things_are_seen_as_there_are(folder: Path, pictures: dict[str, np.ndarray]) -> None:
    held = manifest(folder)
    for plate in held["bill"]["ways"][0]["plates"]:
        pixels = pictures[f"{plate['name']}.png"]
        bed = like(pixels, BED)
        rows, columns = np.flatnonzero(bed.any(axis=1)), np.flatnonzero(bed.any(axis=0))
        within = ~bed[rows[0] + 1 : rows[-1], columns[0] + 1 : columns[-1]]
        assert spots(within) == plate["pieces"]
    fronts = [pixels for name, pixels in pictures.items() if name.startswith("sheet") and "back" not in name]
    parts = len(held["pieces"]) + sum(thing["count"] for thing in held["accessories"])
    assert sum(spots(pixels.max(axis=2) > 60) - 1 for pixels in fronts) >= parts
    assert all((pixels.max(axis=2) > 60).all() for name, pixels in pictures.items() if name.endswith("-back.png"))


def test_a_file_for_slicers_has_the_same_picture(folder: Path) -> None:
    with zipfile.ZipFile(folder / "3mf" / "plate-1-prusa.3mf") as package:
        assert package.read("Metadata/thumbnail.png") == (folder / "preview" / "plate-1.png").read_bytes()


def test_ruler_and_coin_tell_how_large_things_are(pictures: dict[str, np.ndarray]) -> None:
    pixels = pictures["box.png"]
    strip, coin = like(pixels, (0xF1, 0xE7, 0xC6)), like(pixels, GOLD)
    rows = slice(pixels.shape[0] * 3 // 4, None)
    long = np.ptp(np.flatnonzero(strip[rows].any(axis=0))) + 1
    wide = np.ptp(np.flatnonzero(coin[rows].any(axis=0))) + 1
    assert wide / long == pytest.approx(23.25 / 120, rel=0.06)
    assert like(pixels, BLUE).any() and like(pixels, RED).any()


def test_the_page_begins_with_a_picture_that_is_there_and_says_what_is_seen(folder: Path) -> None:
    lines = (folder / "README.md").read_text(encoding="utf-8").split("\n")
    shown = [line for line in lines if line.startswith("![")]
    assert lines.index(shown[0]) == 2
    for line in shown:
        words, _, path = line.removeprefix("![").removesuffix(")").partition("](")
        assert "20 tiles" in words and (folder / path).is_file()
    assert any(line.startswith("- `preview/`: ") for line in lines)


def test_a_part_shows_the_part_and_a_text_shows_nothing(tmp_path: Path) -> None:
    part = quasiprint.design("triomino", highest=1, only=["0-0-1"], extras=["previews"]).files(formats=["svg"])
    root = ET.fromstring(part["preview/pieces.svg"])
    assert [group.attrib["id"] for group in root.iter(f"{SVG}g")] == ["0-0-1"]
    assert "preview/box.png" not in part  # nothing is printed
    text = quasiprint.design("majomino", size=5, count=1, extras=["previews"]).files(formats=["txt"])
    assert not [path for path in text if path.startswith("preview/")] and b"![" not in text["README.md"]


@pytest.mark.parametrize("colours", [7, 256, 5000])
def test_pixels_come_back_from_a_png(colours: int) -> None:
    numbers = np.random.default_rng(colours).integers(0, colours, (90, 70))
    pixels = np.stack((numbers % 251, numbers // 251, numbers * 7 % 256), axis=2).astype(np.uint8)
    for content in (png(pixels), png(pixels, palette=False)):
        assert np.array_equal(seen(content), pixels)
    with Image.open(io.BytesIO(png(pixels))) as picture:
        assert picture.mode == ("P" if colours <= 256 else "RGB")


def block(height: float, colour: str, y: float) -> Lying:
    ring = ((-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0))
    return Lying((Level((ring,), height, colour, colour),), Placement("", 50.0, y, 0.0))


def first(pixels: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int(np.flatnonzero(like(pixels, colour).any(axis=1))[0])


def test_what_is_high_is_lifted_and_hides_what_lies_behind_it() -> None:
    blue, red = "#0000FF", "#FF0000"
    flat, high = (render([block(z, blue, 40.0)], (100.0, 80.0), 200, "#808080") for z in (0.0, 10.0))
    assert first(flat, (0, 0, 255)) - first(high, (0, 0, 255)) == pytest.approx(10 * 0.6 * 2 * 340 / 390, abs=1)
    behind, before = block(0.0, red, 52.0), block(20.0, blue, 30.0)
    shown = render([behind, before], (100.0, 80.0), 200, "#808080")
    alone = render([behind], (100.0, 80.0), 200, "#808080")
    left, whole = like(shown, (255, 0, 0)).sum(), like(alone, (255, 0, 0)).sum()
    assert 0 < left < 0.9 * whole
    beside = render([behind, block(0.2, blue, 30.0)], (100.0, 80.0), 200, "#808080")
    assert like(beside, (255, 0, 0)).sum() > 0.95 * whole


def test_a_shadow_falls_to_the_right_alone() -> None:
    shown = render([block(15.0, "#0000FF", 40.0)], (100.0, 80.0), 200, "#C0C0C0").astype(int)
    row = shown[shown.shape[0] // 2 + 10].sum(axis=1)
    assert row[150] < row[50] - 20


def test_a_design_has_its_picture_as_png() -> None:
    design = quasiprint.design("triomino", highest=1)
    assert seen(design.png(400)).shape[1] == 400
    assert seen(views.png(Figure(10.0, 1000.0, ()), 400, "#FFFFFF")).shape[:2] == (8100, 81)
    for width in (8, 10_000, 3.5, "400"):
        with pytest.raises(InputError, match="from 16 to 8192"):
            design.png(width)  # type: ignore[arg-type]


def test_a_line_narrower_than_a_point_is_not_lost() -> None:
    """Wherever it lies between points, a level line can be seen from end to end."""
    for k in range(8):
        y = 10 + 0.05 * k
        line = Shape((((1.0, y), (19.0, y)),), stroke="#000000", width=0.1, closed=False)
        there = seen(png(paint(Figure(20.0, 20.0, (line,), ()), 50))).min(axis=2) < 200
        assert there.any(axis=0)[5:-5].all()
