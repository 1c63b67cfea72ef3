"""Parts of pages: the bundle is the one on record, and bodies are packed without loss."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import quasimino, solids

from quasiprint.addons.studio.web.meshes import UNIT, mesh_value, pack
from quasiprint.model.production import SolidProduction
from quasiprint.model.solid import Mesh, Surface

WEB = Path(__file__).parents[3] / "quasiprint/addons/studio/web"


def test_the_bundle_is_the_one_on_record() -> None:
    digest, name = (WEB / "three.sha256").read_text().split()
    assert hashlib.sha256((WEB / name).read_bytes()).hexdigest() == digest
    text = (WEB / name).read_text(encoding="utf-8")
    assert "The MIT License" in text[:200]
    assert "permission notice shall be included" in text[:1200]
    assert len(text) <= 520_000
    told = (WEB / "README.md").read_text(encoding="utf-8")
    (version,) = re.findall(r"three@([0-9.]+)", told)
    assert f"three.js {version}," in text[:60]


@pytest.mark.parametrize("name", ["three.bundle.js", "viewer.js", "look.css"])
def test_nothing_on_a_page_names_a_host(name: str) -> None:
    text = (WEB / name).read_text(encoding="utf-8")
    hosts = set(re.findall(r"https?://([a-z0-9.]+)", text)) - {"threejs.org", "www.w3.org", "jcgt.org"}
    # three.js names where its formulas come from, and the namespace of HTML
    assert not hosts or name == "three.bundle.js", hosts
    assert (
        not re.search(r"\b(XMLHttpRequest|WebSocket|sendBeacon|EventSource|importScripts)\b", text) or "three" in name
    )
    assert "fetch(" not in text or "three" in name
    assert "eval(" not in text
    assert "new Function" not in text


def some(colours: int) -> SolidProduction:
    """Return two tiles and a token on a plate."""
    held = quasimino(colours)
    return solids(held, (held.pieces[0].id, held.pieces[-1].id, held.accessories[0].id))


def unpacked(held: dict[str, str]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return corners and triangles, read as `meshes.packed` says: steps from the corner before; corners counted back
    from the first that none had before."""
    steps, counts = (numbers(base64.b64decode(held[key])) for key in ("corners", "triangles"))
    axes = [accumulate(-(n + 1) // 2 if n & 1 else n // 2 for n in steps[axis::3]) for axis in range(3)]
    fresh = accumulate((n == 0 for n in counts), initial=0)
    corners = iter([first - n for first, n in zip(fresh, counts, strict=False)])
    return list(zip(*axes, strict=True)), list(zip(corners, corners, corners, strict=True))


def numbers(content: bytes) -> list[int]:
    """Return numbers that have seven bits a byte, the lowest first."""
    found = [0]
    shift = 0
    for byte in content:
        found[-1] |= (byte & 127) << shift
        shift = shift + 7 if byte > 127 else 0
        found += [0] * (byte < 128)
    return found[:-1]


def test_bodies_are_packed_without_loss() -> None:
    made = some(1)
    for key, mesh in made.meshes.items():
        corners, triangles = unpacked(pack(mesh))
        known, indices = mesh.to_indices()
        assert triangles == list(indices), key
        for found, due in zip(corners, known, strict=True):
            assert all(abs(a * UNIT - b) <= UNIT / 2 + 1e-9 for a, b in zip(found, due, strict=True))


@given(st.lists(st.tuples(*[st.tuples(*[st.integers(-40_000_000, 40_000_000)] * 3)] * 3), min_size=1, max_size=20))
def test_any_corners_come_back(triangles: list[tuple[tuple[int, ...], ...]]) -> None:
    mesh = Mesh((Surface([tuple(tuple(x * UNIT for x in corner) for corner in triangle) for triangle in triangles]),))  # type: ignore[misc]
    corners, indices = unpacked(pack(mesh))
    assert [tuple(corners[k] for k in index) for index in indices] == triangles


def test_a_value_names_each_body_once() -> None:
    made = some(2)
    value = mesh_value(made.pieces, made.meshes, made.set.palette, made.plates)
    used = {key for parts in value["things"].values() for key, _ in parts}
    assert used == set(value["bodies"])
    assert set(value["things"]) == {piece.id for piece in made.pieces}
    lying = sum(len(plate["items"]) for plate in value["plates"])
    assert lying == sum(len(plate.placements) for plate in made.plates)
    assert json.loads(json.dumps(value))["unit"] == UNIT
