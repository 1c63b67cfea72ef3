"""Parts of pages: the bundle is the one on record, bodies are packed without loss, and a page lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import re
import tomllib
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import quasimino, solids

from quasiprint.addons.studio.gallery import fill_in, howto, size, texts
from quasiprint.addons.studio.web.page import UNIT, html, mesh_value, pack
from quasiprint.addons.studio.web.stock import Stock, frame
from quasiprint.documents.words import Templates
from quasiprint.errors import InputError
from quasiprint.model.face import Face
from quasiprint.model.page import Figure, Shape
from quasiprint.model.piece import Accessory
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


@pytest.mark.parametrize("name", ["three.bundle.js", "viewer.js", "gallery.js", "look.css", "gallery.css"])
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
    mesh = Mesh((Surface([tuple(tuple(x * UNIT for x in corner) for corner in one) for one in triangles]),))  # type: ignore[misc]
    corners, indices = unpacked(pack(mesh))
    assert [tuple(corners[k] for k in one) for one in indices] == triangles


def test_a_value_names_each_body_once() -> None:
    made = some(2)
    value = mesh_value(made.pieces, made.meshes, made.set.palette, made.plates)
    used = {key for parts in value["things"].values() for key, _ in parts}
    assert used == set(value["bodies"])
    assert set(value["things"]) == {piece.id for piece in made.pieces}
    lying = sum(len(plate["items"]) for plate in value["plates"])
    assert lying == sum(len(plate.placements) for plate in made.plates)
    assert json.loads(json.dumps(value))["unit"] == UNIT


def page(**options: object) -> str:
    usual = {"title": "T", "language": "en", "body": "<p>x</p>", "styles": ("p{}",), "scripts": ("let a;",), "data": ()}
    return html(**{**usual, **options})  # type: ignore[arg-type]


def test_a_policy_names_all_that_runs() -> None:
    text = page()
    for kind, inner in (("script", "let a;"), ("style", "p{}")):
        digest = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in text
    assert "script-src 'none'" in page(scripts=())
    assert text.index("Content-Security-Policy") < text.index("<style>")


def test_data_ends_no_element_and_texts_that_would_are_refused() -> None:
    evil = "</script><!--\u2028"
    text = page(data=(("d", {"a": evil}),))
    inner = text.split('id="d">')[1].split("</script>")[0]
    assert json.loads(inner) == {"a": evil}
    assert "<!--" not in text
    assert "<b>" not in page(title="<b>")
    for wrong in ({"scripts": ("'</SCRIPT>'",)}, {"scripts": ("<!--",)}, {"styles": ("</Style>",)}):
        with pytest.raises(ValueError, match="may not hold the end"):
            page(**wrong)


SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


def test_an_outline_that_recurs_is_written_once() -> None:
    stock = Stock(quasimino(1).palette)
    ring = tuple((float(k), float(k * k % 7)) for k in range(20))
    twice = [Shape((tuple((x + dx, y) for x, y in ring),), "#112233") for dx in (0.0, 31.0)]
    drawn = stock.figure(Figure(60, 10, (*twice, Shape((SQUARE,), None, "#445566", 0.5))))
    text = stock.svg(drawn)
    assert text.count("<use ") == 2
    assert text.count("<path ") == 1
    assert stock.definitions().count("<path ") == 1
    assert 'x="3100"' in text
    assert 'stroke="#445566" stroke-width="50"' in text


def test_shapes_lie_where_they_are_drawn() -> None:
    """Read by svgelements, which shares nothing with what writes."""
    from io import StringIO

    from svgelements import SVG
    from svgelements import Path as Drawn

    stock = Stock(quasimino(1).palette)
    r = random.Random(4)
    rings = [tuple((r.uniform(0, 50), r.uniform(0, 30)) for _ in range(9)) for _ in range(6)]
    drawn = stock.figure(Figure(50, 30, tuple(Shape((ring,), "#000000") for ring in rings)))
    text = frame(stock.svg(drawn), (0.0, -30.0, 50.0, 0.0), {})
    # a figure's y runs up from 0 to its height; the frame is counted down
    read = SVG.parse(StringIO(text.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')), reify=False)
    found = [one for one in read.elements() if isinstance(one, Drawn)]
    assert len(found) == 6
    for path, ring in zip(found, rings, strict=True):
        points = [segment.end for segment in path if segment.end is not None]
        for point, (x, y) in zip(points, ring, strict=False):
            assert abs(point.x / 100 - x) <= 0.0101
            assert abs((3000 - point.y) / 100 - y) <= 0.0101


def test_faces_that_are_equal_are_one() -> None:
    stock = Stock(quasimino(1).palette)
    face = Face(SQUARE, SQUARE, ())
    ids = [stock.face(Accessory(id, "token", 1, face)) for id in ("a", "b")]
    assert ids == ["f0", "f0"]
    assert stock.face(Accessory("c", "token", 1, Face(SQUARE, SQUARE[:3], ()))) == "f1"


def test_every_language_has_the_same_words(root: Path) -> None:
    files = sorted((root / "templates/languages").glob("*/gallery.toml"), key=lambda path: path.parent.name != "en")
    english, *others = (tomllib.loads(path.read_text(encoding="utf-8")) for path in files)
    assert others
    for words in others:
        own = {key for key in words if not key.startswith(("kind-", "shape-", "ink-"))}
        assert own == set(english)
        for key in own:
            assert set(re.findall(r"\{\w+\}", words[key])) == set(re.findall(r"\{\w+\}", english[key])), key


def test_a_users_own_words_end_no_run_but_for_what_is_no_text() -> None:
    def of(text: str) -> dict[str, str]:
        return texts(Templates((("languages/en/gallery.toml", text.encode()),)), "en")

    assert of("pieces = 'Bits'")["pieces"] == "Bits"
    assert of("pieces = 'Bits'")["files"] == "All files"
    assert fill_in(of("found = '{shown} {nosuch}'")["found"], shown=3) == "3 {nosuch}"
    for wrong in ("pieces = 3", "pieces = ''", "pieces = 'a {b'"):
        with pytest.raises(InputError, match=r"languages/en/gallery\.toml"):
            of(wrong)


def test_a_page_of_markdown_is_html_without_what_could_harm() -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    text = f"# T\n\nhead\n\n## A\n\n1. **b** `c<d`\n\n<script>1</script> [x](http://h)\n\n{table}\n## B\n\nc\n"
    (first, one), (second, other) = howto(text)
    assert (first, second, other) == ("A", "B", "<p>c</p>")
    assert "<ol><li><strong>b</strong> <code>c&lt;d</code></li></ol>" in one
    assert (
        "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>" in one
    )
    assert "<script" not in one
    assert "<a" not in one


def test_sizes_are_told_in_round_numbers() -> None:
    assert [size(n) for n in (0, 999, 1000, 12_345, 1_500_000)] == ["0 B", "999 B", "1 kB", "12.3 kB", "1.5 MB"]
