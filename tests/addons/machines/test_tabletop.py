"""Pictures of faces as PNG, and a save for Tabletop Simulator, read with Pillow, trimesh, json and pypdf."""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import start_page
import trimesh
from called import invoke
from edited import manifest
from PIL import Image
from pypdf import PdfReader

import quasiprint
from quasiprint.errors import InputError

SETS = {
    "quasimino": ("--colours", 1, "--dpi", 100),
    "triomino": ("--highest", 1),
    "majomino": ("--count", 2, "--size", 5, "--dpi", 100),
    "quomino": ("--size", 4, "--dpi", 100),
}
EDGE = 36.0  # mm: of a triomino
INCH = 25.4


@pytest.fixture(scope="module")
def sets(small_set: Callable[..., Path]) -> dict[str, Path]:
    return {game: small_set(game, *words, "--format", "png,tts") for game, words in SETS.items()}


def picture(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


def save(folder: Path) -> dict[str, Any]:
    (path,) = (folder / "tts/Saves").iterdir()
    held: dict[str, Any] = json.loads(path.read_text())
    return held


def on_the_table(held: dict[str, Any]) -> list[dict[str, Any]]:
    return [thing for one in held["ObjectStates"] for thing in (one, *one.get("ContainedObjects", ()))]


@pytest.mark.thorough
@pytest.mark.parametrize("game", SETS)
def test_a_made_set_verifies(sets: dict[str, Path], game: str) -> None:
    assert quasiprint.verify(sets[game]).outcome == "proved"
    page = start_page.text(sets[game])
    assert "dots to the inch, for print services" in page
    assert "Saved Objects" in page


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SETS)
def test_each_piece_has_one_front_and_one_back(sets: dict[str, Path], game: str) -> None:
    held = manifest(sets[game])
    for thing in [*held["pieces"], *held["accessories"]]:
        sides = Counter(name.rpartition("-")[2] for name in thing["files"] if name.startswith("png/"))
        assert sides == {"front.png": 1, "back.png": 1}, thing["id"]


def test_a_picture_is_as_large_as_its_piece_and_says_so(sets: dict[str, Path]) -> None:
    image = picture(sets["triomino"] / "png/0-0-1-front.png")
    assert image.mode == "RGBA"
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    high = EDGE * math.sqrt(3) / 2
    assert image.size == tuple(math.ceil((side + 6) * 300 / INCH) for side in (EDGE, high))


def test_beyond_the_bleed_it_is_clear_and_no_line_shows_where_to_cut(sets: dict[str, Path]) -> None:
    dots = np.asarray(picture(sets["triomino"] / "png/0-0-0-front.png"))
    assert dots[0, 0, 3] == dots[0, -1, 3] == 0
    assert dots[dots.shape[0] // 2, dots.shape[1] // 2, 3] == 255
    # along the base's middle there is nothing but the body, over the outline and to the end of the bleed
    column = dots[-50:-3, dots.shape[1] // 2]
    assert {tuple(dot) for dot in column} == {(255, 255, 255, 255)}


def test_ink_runs_out_over_the_outline(sets: dict[str, Path]) -> None:
    name = next(p["id"] for p in manifest(sets["quasimino"])["pieces"] if p["shape"] == "thick")
    dots = np.asarray(picture(sets["quasimino"] / f"png/{name}-front.png")).astype(int)
    inked = (dots[:, :, 3] == 255) & (dots[:, :, :3].sum(axis=2) < 500)
    bleed = round(3 * 100 / INCH)
    assert inked[2 : bleed - 4].any(axis=1).all()


def test_all_backs_are_alike_and_turned(sets: dict[str, Path]) -> None:
    backs = {path.name for path in (sets["triomino"] / "png").glob("*-back.png")}
    assert len(backs) == 1
    lean = picture(sets["quasimino"] / f"png/{next(n for n in names(sets['quasimino'], 'back') if 'thick' in n)}")
    front = picture(sets["quasimino"] / f"png/{next(n for n in names(sets['quasimino'], 'front') if 'thick' in n)}")
    clear = [np.asarray(image)[:, :, 3] < 128 for image in (front, lean)]
    assert (clear[0][:, ::-1] == clear[1]).mean() > 0.999
    assert (clear[0] == clear[1]).mean() < 0.95


def names(folder: Path, side: str) -> list[str]:
    return sorted(path.name for path in (folder / "png").glob(f"*-{side}.png"))


def test_resolution_and_bleed_are_chosen(tmp_path: Path) -> None:
    words = ("--only", "0-0-0", "--format", "png", "--dpi", 150, "--bleed", 1, "--paper", "a4,letter")
    invoke("make", "triomino", *words, "-o", tmp_path / "set", code=0)
    image = picture(tmp_path / "set/png/0-0-0-front.png")
    assert image.size == tuple(math.ceil((side + 2) * 150 / INCH) for side in (EDGE, EDGE * math.sqrt(3) / 2))
    assert image.info["dpi"] == pytest.approx((150, 150), abs=0.02)
    assert quasiprint.verify(tmp_path / "set").outcome == "proved"
    assert json.dumps(manifest(tmp_path / "set")).count('"dpi": 150') == 2  # of each paper


def test_what_no_picture_can_have_is_refused() -> None:
    result = invoke("make", "quomino", "--size", 4, "--format", "png", "--dpi", 1200, "--edge", 40, code=2)
    assert "allowed is up to" in result.output
    with pytest.raises(InputError, match="dpi: found 3000 dots to the inch, allowed is from 72 to 1200"):
        quasiprint.design("triomino", dpi=3000)


def test_the_same_set_has_the_same_bytes(sets: dict[str, Path]) -> None:
    again = quasiprint.design("triomino", highest=1).files(formats=("png", "tts"))
    own = {path: (sets["triomino"] / path).read_bytes() for path in again if path.startswith(("png/", "tts/"))}
    assert own == {path: content for path, content in again.items() if path in own}
    assert len(own) == sum(path.is_file() for path in sets["triomino"].glob("[pt][nt][gs]/**/*"))


@pytest.mark.parametrize("game", SETS)
def test_everything_is_on_the_table_as_often_as_it_is_made(sets: dict[str, Path], game: str) -> None:
    folder, held = sets[game], manifest(sets[game])
    due: Counter[str] = Counter()
    for thing in [*held["pieces"], *held["accessories"]]:
        (image,) = [name for name in thing["files"] if name.startswith("tts/Mods/Images/")]
        due[image.rpartition("/")[2]] += thing.get("count", 1)
    things = on_the_table(save(folder))
    assert Counter(one["CustomMesh"]["DiffuseURL"] for one in things if "CustomMesh" in one) == due
    numbers = [one["GUID"] for one in things]
    assert len(set(numbers)) == len(numbers)
    for one in things:
        mesh = one.get("CustomMesh", {})
        assert not mesh or (folder / "tts/Mods/Models" / mesh["MeshURL"]).is_file()
    (book,) = [one for one in things if one["Name"] == "Custom_PDF"]
    path = folder / "tts/Mods/PDF" / book["CustomPDF"]["PDFUrl"]
    assert "rules" in path.name
    assert game in PdfReader(path).pages[0].extract_text().lower()


def test_hidden_pieces_lie_face_down_in_a_bag_in_an_order_that_the_seed_says(sets: dict[str, Path]) -> None:
    bag = save(sets["triomino"])["ObjectStates"][0]
    assert (bag["Name"], bag["Bag"]) == ("Bag", {"Order": 2})
    inside = bag["ContainedObjects"]
    assert {(one["Nickname"], one["Transform"]["rotZ"]) for one in inside} == {("tile", 180.0)}
    orders = []
    for seed in (0, 1):
        made = quasiprint.design("triomino", highest=1, seed=seed).files(formats=("tts",))
        held = json.loads(made["tts/Saves/triomino.json"])
        orders.append([one["CustomMesh"]["DiffuseURL"] for one in held["ObjectStates"][0]["ContainedObjects"]])
    assert orders[0] == [one["CustomMesh"]["DiffuseURL"] for one in inside]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


@pytest.mark.parametrize("game", SETS)
def test_models_are_closed_in_inches_and_wear_their_picture(sets: dict[str, Path], game: str) -> None:
    folder = sets[game]
    for one in on_the_table(save(folder)):
        if "CustomMesh" not in one:
            continue
        model = folder / "tts/Mods/Models" / one["CustomMesh"]["MeshURL"]
        body: Any = trimesh.load(model, file_type="obj", process=False)
        whole = trimesh.Trimesh(body.vertices, body.faces)  # corners that differ in their place in the picture alone
        assert whole.is_watertight
        assert whole.volume > 0
        assert whole.extents[1] * INCH == pytest.approx(3.0, abs=1e-3)
        assert body.visual.uv.min() >= 0
        assert body.visual.uv.max() <= 1
        image = picture(folder / "tts/Mods/Images" / one["CustomMesh"]["DiffuseURL"])
        assert max(image.size) <= 4096


def test_a_model_shows_a_digit_upright_and_a_back_that_tells_nothing(sets: dict[str, Path]) -> None:
    """The picture is laid on the model as a table does it, and looked at from above, north up."""
    folder = sets["triomino"]
    (piece,) = [piece for piece in manifest(folder)["pieces"] if piece["id"] == "0-0-1"]
    model, image = (next(name for name in piece["files"] if part in name) for part in ("Models", "Images"))
    body: Any = trimesh.load(folder / model, file_type="obj", process=False)
    dots = np.asarray(picture(folder / image).convert("RGB")).astype(int)
    flat = np.asarray(picture(folder / "png/0-0-1-front.png").convert("RGB")).astype(int)
    middle = np.array(flat.shape[:2]) / 2
    top = body.faces[body.face_normals[:, 1] > 0.9]
    box = body.vertices[np.unique(top)]
    centre = (box.min(axis=0) + box.max(axis=0)) / 2
    rng = np.random.default_rng(1)
    same = 0
    for _ in range(400):
        corners = top[rng.integers(len(top))]
        share = rng.dirichlet((1, 1, 1))
        x, _, z = share @ body.vertices[corners] - centre
        u, v = share @ body.visual.uv[corners]
        worn = dots[int((1 - v) * dots.shape[0]), int(u * dots.shape[1])]
        drawn = flat[int(middle[0] + 300 * z), int(middle[1] + 300 * x)]
        same += bool(np.abs(worn - drawn).max() < 40)
    assert same > 385
    backs = {hashlib.sha256(half(folder / "tts/Mods/Images" / one["CustomMesh"]["DiffuseURL"])).hexdigest()
             for one in on_the_table(save(folder)) if "CustomMesh" in one}  # fmt: skip
    assert len(backs) == 1


def half(path: Path) -> bytes:
    image = picture(path)
    return image.crop((image.width // 2, 0, image.width, image.height)).tobytes()
