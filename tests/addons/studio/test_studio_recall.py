"""A design comes back from what was made of it: settings → a set → its manifest → the same settings."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from browser import violations
from studios import studio

from quasiprint.addons.studio.engine import answer
from quasiprint.addons.studio.form import RECORDED

ROOT = Path(__file__).parents[3]
SET = (ROOT / "quasiprint/addons/designer/sets/example.toml").read_text(encoding="utf-8")
# odd ones: all that a page can set stands in one of them
DESIGNS: dict[str, tuple[str, dict[str, str]]] = {
    "sizes": ("triomino", {"highest": "1", "format": "svg", "edge": "41.5", "kerf": "0.15", "cut": "shared"}),
    "as usual": ("triomino", {"highest": "0", "format": "dxf"}),
    "machines": (
        "quasimino",
        {"colours": "2", "profile": "prusa-mini,k40-whisperer,tol-bright,plywood-4", "format": "svg", "stripe": "2.5"},
    ),
    "paper": (
        "majomino",
        {"count": "3", "seed": "7", "format": "pdf", "paper": "letter,a4", "bleed": "2", "back-offset": "-0.4,0.3"},
    ),
    "a part": ("quomino", {"size": "4", "only": "marker:3,samples", "spares": "1", "format": "svg", "tabs": "2x0.3"}),
    "for fingers": ("triomino", {"highest": "1", "touch": "yes", "format": "stl", "language": "de", "ids": "back"}),
    "kept": ("quomino", {"size": "4", "storage": "tray", "format": "stl", "thickness": "5", "clearance": "0.2"}),
    "told": ("majomino", {"count": "2", "format": "txt", "extras": "all", "price": "currency=USD,printer=25"}),
    "of one's own": ("set", {"set-file-text": SET, "format": "svg", "edge": "24"}),
    "boards": ("majomino", {"board": "5-0MJ-1", "format": "txt"}),
}


def made(game: str, settings: dict[str, str]) -> dict[str, bytes]:
    """Return the files of a set as the page takes it."""
    found = answer("files", {"game": game, "settings": settings})
    assert found.content is not None, found.value
    with zipfile.ZipFile(io.BytesIO(found.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def sent(files: dict[str, bytes], **changed: Any) -> dict[str, Any]:
    """Return what the page sends of a set. changed: values of the manifest that are others."""
    manifest = {**json.loads(files["manifest.json"]), **changed}
    told = {key: manifest[key] for key in RECORDED if key in manifest}
    sources = {name: held.decode() for name, held in files.items() if name.startswith("source/")}
    return {"manifest": json.dumps(told), "sources": sources}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", DESIGNS)
def test_a_set_says_the_settings_that_it_was_made_with(name: str) -> None:
    game, settings = DESIGNS[name]
    files = made(game, settings)
    found = answer("recall", sent(files)).value
    assert found["differs"] == []
    assert found["game"] == game
    assert {key: tuple(sorted(said.split(","))) for key, said in found["settings"].items()} == {
        key: tuple(sorted(said.split(","))) for key, said in settings.items()
    }
    again = made(game, found["settings"])
    assert {path for path in files if files[path] != again.get(path)} == set()


def test_what_a_page_cannot_have_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = made("triomino", {"highest": "0", "format": "svg"})
    told = json.loads(files["manifest.json"])["parameters"]
    told["made with"]["sheet"]["name"] = "my-laser"
    told["made with"]["sheet"]["gap"] = 2
    found = answer("recall", sent(files, parameters=told)).value
    assert "refused" not in found, found
    assert found["differs"] == ["my-laser", "sheet"]
    assert found["settings"] == {"highest": "0", "format": "svg"}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"manifest": "{"}, "manifest.json: it cannot be read"),
        ({"manifest": '{"game": "chess"}'}, "manifest.json: it names no game that there is here"),
        ({"manifest": "{}", "sources": []}, "sources: allowed are names, each with a text"),
        ({}, "recall: allowed is a manifest.json, a set file or a project file"),
        ({"file": 'game = "triomino"\nprofile = "/etc/passwd"'}, "--profile: found '/etc/passwd', allowed here"),
    ],
)
def test_what_is_no_set_is_refused_in_a_sentence(value: dict[str, Any], said: str) -> None:
    assert said in answer("recall", value).value["refused"]["message"]


DROPPED = """async ([name, base64]) => {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const held = new DataTransfer();
  held.items.add(new File([bytes], name));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: held, bubbles: true, cancelable: true }));
}"""


def archive(files: dict[str, bytes], folder: str = "", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return files in an archive, as somebody may have packed them."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as packed:
        for name, content in files.items():
            packed.writestr(folder + name, content)
    return stream.getvalue()


@pytest.mark.thorough
@pytest.mark.foreign("chromium")
def test_a_set_that_is_dropped_or_opened_brings_its_design_back(tmp_path: Path, opened: Any) -> None:
    files = made("set", {"set-file-text": SET, "format": "svg", "edge": "24"})
    own = made("quasimino", {"colours": "1", "format": "svg", "kerf": "0.15"})
    with studio(tmp_path) as served:
        page = opened(f"{served.address}#triomino?highest=0", reduced_motion="reduce")
        page.wait_for_selector("body[data-shown]", state="attached")

        def drop(name: str, content: bytes) -> None:
            page.evaluate(DROPPED, [name, base64.b64encode(content).decode()])

        command = page.locator("#command")
        drop("set.zip", archive(files, "my set/", zipfile.ZIP_STORED))
        command.filter(has_text="quasiprint make set-file.toml --format svg --edge 24").wait_for()
        drop("large.zip", archive({**files, "source/noise.bin": bytes(1 << 21)}))  # is no bomb to anybody
        command.filter(has_text="--edge 24").wait_for()
        drop("manifest.json", own["manifest.json"])
        command.filter(has_text="quasiprint make quasimino --colours 1 --format svg --kerf 0.15").wait_for()
        page.locator("#open-file").set_input_files(ROOT / "examples/quomino-travel.toml")
        command.filter(has_text="quasiprint make quomino --size 6 --grip knob").wait_for()
        for name, content, said in (
            ("letter.txt", b"dear", "It is no set."),
            ("cut.zip", archive(own)[:-40], "It is no set."),
            ("other.zip", archive({"readme": b""}), "There is no manifest.json in it"),
            ("spoilt.zip", archive({"manifest.json": b"{"}), "There is no manifest.json in it"),
            ("bad.json", b'{"game": "chess"}', "it names no game that there is here"),
            ("bad.toml", b"= 3", "bad.toml: cannot be read as TOML"),
        ):
            drop(name, content)
            page.locator("#opened-body", has_text=said).wait_for()
            assert page.locator("#opened-title").inner_text() == f"{name} cannot be opened"
            assert violations(page) == []
            page.keyboard.press("Escape")
        assert "quasiprint make quomino" in command.inner_text()  # what was there stays
        told = json.loads(own["manifest.json"])
        told["parameters"]["made with"]["sheet"]["gap"] = 2
        drop("near.json", json.dumps(told).encode())
        page.locator("#opened-body li", has_text="sheet").wait_for()
        assert [line for line in page.seen.loud() if "ERR_ABORTED" not in line] == []
