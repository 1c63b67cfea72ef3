"""OBJ and its MTL, read with trimesh: objects, closed bodies, colours, millimetres; and compared with the design."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import start_page
import trimesh
from called import invoke, settled
from samples import quasimino, solids

from quasiprint.addons.machines.obj import files
from quasiprint.api import verify
from quasiprint.model.production import SolidProduction

PIECES = ("thick-0012", "thin-0121", "token-solid", "token-solid")


@cache
def production() -> SolidProduction:
    return solids(quasimino(), PIECES)


@cache
def written() -> dict[str, bytes]:
    return {made.path: made.content for made in files(production())}


def colours(library: str) -> dict[str, tuple[int, ...]]:
    """Return the diffuse colours of an MTL, as bytes."""
    found = re.findall(r"^newmtl (\S+)\nKd (\S+) (\S+) (\S+)$", library, re.MULTILINE)
    return {name: tuple(round(255 * float(part)) for part in rgb) for name, *rgb in found}


def parts(content: bytes) -> dict[str, Any]:
    """Return the meshes that trimesh finds in a file, by object, group and material."""
    library = written()["obj/materials.mtl"]
    resolver = trimesh.resolvers.ZipResolver({"materials.mtl": io.BytesIO(library)})
    scene = trimesh.load(
        io.BytesIO(content), file_type="obj", resolver=resolver, split_object=True, group_material=False, process=False
    )
    return dict(scene.geometry)


def groups(content: bytes) -> list[tuple[str, str, str, np.ndarray[Any, Any]]]:
    """Return each group of a file as its lines say: object, group, material, triangles."""
    corners: list[list[float]] = []
    found: list[tuple[str, str, str, list[list[int]]]] = []
    thing = ""
    for line in content.decode().splitlines():
        word, *rest = line.split()
        if word == "v":
            corners.append([float(x) for x in rest])
        elif word == "o":
            (thing,) = rest
        elif word == "g":
            found.append((thing, rest[0], "", []))
        elif word == "usemtl":
            found[-1] = (*found[-1][:2], rest[0], found[-1][3])
        elif word == "f":
            found[-1][3].append([int(x) - 1 for x in rest])
    return [(o, g, m, np.array(corners)[np.array(faces)]) for o, g, m, faces in found]


def test_each_piece_is_one_object_with_its_bodies_in_their_materials() -> None:
    held = {piece.id: piece for piece in production().pieces}
    for id in dict.fromkeys(PIECES):
        found = groups(written()[f"obj/{id}.obj"])
        assert {thing for thing, *_ in found} == {id}
        materials = ["body" if part.colour is None else f"c{part.colour}" for part in held[id].parts]
        assert [material for *_, material, _ in found] == materials
        # as a program shows it that has one name for a mesh, the last
        names = [group for _, group, *_ in found]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(rf"{id}-(body|inlay-\d-\d)", name) for name in names)
        for part, (_, group, _, triangles) in zip(held[id].parts, found, strict=True):
            points, faces = production().meshes[part.key].to_indices()
            assert np.allclose(triangles, np.array(points)[np.array(faces)], rtol=0, atol=5.1e-7), group


def test_trimesh_reads_closed_bodies_and_as_much_of_each_colour_as_is_designed() -> None:
    palette = production().set.palette
    held = {piece.id: piece for piece in production().pieces}
    for id in dict.fromkeys(PIECES):
        meshes = list(parts(written()[f"obj/{id}.obj"]).values())
        bodies = [body for mesh in meshes for body in mesh.split(only_watertight=False)]
        assert all(body.is_watertight and body.is_winding_consistent and body.volume > 0 for body in bodies)
        found: Counter[str] = Counter()
        for mesh in meshes:
            shown = "#" + "".join(f"{int(part):02X}" for part in mesh.visual.material.main_color[:3])
            found[shown] += round(float(mesh.volume), 2)
        wanted: Counter[str] = Counter()
        for part in held[id].parts:
            corners, faces = production().meshes[part.key].to_indices()
            rgb = palette.body if part.colour is None else palette.inks[part.colour].rgb
            wanted[rgb.upper()] += float(trimesh.Trimesh(np.array(corners), np.array(faces)).volume)
        assert found.keys() == wanted.keys()
        assert all(found[rgb] == pytest.approx(wanted[rgb], abs=0.05) for rgb in wanted), id
        low, high = np.min([mesh.bounds[0] for mesh in meshes], axis=0), np.max([m.bounds[1] for m in meshes], axis=0)
        assert low[2] == 0
        assert high[2] == pytest.approx(4.0 if id.startswith("th") else high[2])  # millimetres, z up


def test_the_library_has_the_palettes_colours() -> None:
    palette = production().set.palette
    wanted = {"body": palette.body, **{f"c{k}": ink.rgb for k, ink in enumerate(palette.inks)}}
    found = colours(written()["obj/materials.mtl"].decode())
    assert {name: "#" + "".join(f"{part:02X}" for part in rgb) for name, rgb in found.items()} == {
        name: rgb.upper() for name, rgb in wanted.items()
    }
    others = [path for path in written() if not path.endswith(".mtl")]
    assert all(written()[path].count(b"mtllib materials.mtl\n") == 1 for path in others)
    assert sum(path.endswith(".mtl") for path in written()) == 1


def test_a_plate_holds_each_thing_where_it_lies() -> None:
    (plate,) = production().plates
    found = groups(written()[f"obj/{plate.name}.obj"])
    names = list(dict.fromkeys(thing for thing, *_ in found))
    assert Counter(re.sub(r"\.\d+$", "", name) for name in names) == Counter(place.item for place in plate.placements)
    assert "token-solid.2" in names
    pieces = {piece.id: piece for piece in production().pieces}
    for name, place in zip(names, plate.placements, strict=True):
        body = next(triangles for thing, _, material, triangles in found if thing == name and material == "body")
        outline = np.array(place.ring(pieces[place.item].parts[0].solid.outline))
        assert np.allclose(body[:, :, :2].min(axis=(0, 1)), outline.min(axis=0), atol=1e-5)
        assert np.allclose(body[:, :, :2].max(axis=(0, 1)), outline.max(axis=0), atol=1e-5)


@pytest.fixture(scope="module")
def sets(small_set: Callable[..., Path]) -> dict[str, Path]:
    options = {"quasimino": ("--colours", 2), "majomino": ("--count", 2), "quomino": ("--size", 4)}
    return {game: small_set(game, *words, "--format", "obj") for game, words in options.items()}


def test_it_is_made_on_request_alone() -> None:
    assert "obj" not in settled("make", "triomino").formats
    assert settled("make", "triomino", "--format", "stl,obj").formats == ("stl", "obj")
    assert "on request: step, obj, dxf, lbrn2, laser-inlay, cutter, png, tts" in invoke("list").output


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["quasimino", "majomino", "quomino"])
def test_a_made_set_verifies(sets: dict[str, Path], game: str) -> None:
    verdict = verify(sets[game])
    assert (verdict.outcome, verdict.off) == ("proved", {})
    assert {path.partition("/")[0] for path in verdict.bytes_alone} == {"obj"}
    page = start_page.text(sets[game])
    assert "**OBJ**" in page
    assert "materials.mtl" in page
