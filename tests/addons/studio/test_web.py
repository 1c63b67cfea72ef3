"""Parts of pages: the bundle is the one on record, and bodies come as they are."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from samples import quasimino, solids

from quasiprint.addons.studio.preview import UNIT, mesh_value
from quasiprint.model.production import SolidProduction

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


def test_each_body_comes_once_as_it_is() -> None:
    made = some(2)
    value = json.loads(json.dumps(mesh_value(made.pieces, made.meshes, made.set.palette, made.plates[0])))
    assert set(value["bodies"]) == {key for parts in value["things"].values() for key, _ in parts}
    assert set(value["things"]) == {piece.id for piece in made.pieces}
    assert len(value["plates"][0]["items"]) == len(made.plates[0].placements)
    for key, body in value["bodies"].items():
        corners, triangles = made.meshes[key].to_indices()
        assert body["triangles"] == [corner for triangle in triangles for corner in triangle], key
        steps = iter(body["corners"])
        for corner in corners:
            assert all(abs(next(steps) * value["unit"] - length) <= UNIT / 2 + 1e-9 for length in corner)
        assert next(steps, None) is None
