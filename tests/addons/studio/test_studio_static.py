"""The studio without a server, in a real browser: what it makes are the bytes of the command line.

Python for the browser and its wheels are fetched by npm and pip, once, as `quasiprint studio --static` says; they are
looked for first where QUASIPRINT_PARTS says.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import shlex
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import foreign
import pytest
from called import invoke
from studios import web_space

import quasiprint
from quasiprint.addons.studio import static
from quasiprint.addons.studio.static import fetching, own_files, write
from quasiprint.disk.stored import pack as pack_set
from quasiprint.model.resources import languages

ASKED = """async ([name, value]) => {
  const { open } = await import("./transport-worker.js");
  globalThis.kept ??= await open();
  try {
    const made = await globalThis.kept.call(name, value);
    const bytes = made.file && new Uint8Array(await made.file.blob.arrayBuffer());
    const text = bytes && bytes.reduce((all, one) => all + String.fromCharCode(one), "");
    return { value: made.value, name: made.file?.name, content: text && btoa(text) };
  } catch (problem) {
    return { refused: problem.message, setting: problem.setting, command: problem.command };
  }
}"""


EXAMPLE = Path(quasiprint.__file__).parent / "addons/designer/sets/example.toml"  # with which the page begins


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the folder needs from elsewhere."""
    held = os.environ.get("QUASIPRINT_PARTS")
    if held:
        return Path(held)
    folder = tmp_path_factory.getbasetemp().parent / "studio-parts"
    if not (folder / "whole").exists():
        folder.mkdir(exist_ok=True)
        for command in fetching(folder):
            program, *words = shlex.split(command)
            if program == "pip":
                subprocess.run([sys.executable, "-m", "pip", *words], check=True, capture_output=True, timeout=600)
            else:
                foreign.run(program, *words, check=True, capture_output=True, timeout=600)
        (folder / "whole").touch()
    return folder


@pytest.fixture(scope="module")
def space(parts: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a web space that holds the studio."""
    folder = tmp_path_factory.mktemp("static") / "site"
    write(folder, parts)
    with web_space(folder) as (address, _):
        yield address


SOLIDS = ("stl", "3mf", "step", "obj")


def opened_archive(content: bytes) -> dict[str, bytes]:
    """Return the files of an archive."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


IMAGE = "**/python.image"


@pytest.mark.thorough
@pytest.mark.foreign("chromium", "npm")
def test_the_page_shows_and_makes_what_the_command_line_makes(
    space: str, opened: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened("about:blank", locale="en-US")
    page.set_default_timeout(240_000)
    page.route(IMAGE, lambda route: route.fulfill(body=gzip.compress(b"none")))  # at first Python begins without it
    page.goto(f"{space}#quasimino")
    page.locator("#panels svg").nth(2).wait_for(state="attached")
    assert page.locator("#title").inner_text() == "Quasimino"
    assert page.locator("#command").inner_text() == "quasiprint make quasimino"

    def asked(name: str, **value: Any) -> dict[str, Any]:
        found: dict[str, Any] = page.evaluate(ASKED, [name, value])
        return found

    def archive(game: str, settings: dict[str, str]) -> bytes:
        made = asked("files", game=game, settings=settings)
        assert "content" in made, made
        return base64.b64decode(made["content"])

    games = asked("games")["value"]["games"]
    assert {told["name"]: told["here"] for told in games} == dict.fromkeys(
        ("quasimino", "quomino", "triomino", "majomino", "set"), True
    )
    # what was answered when the folder was written is what Python here answers: asked in another order it is not known
    known = page.evaluate("async () => (await fetch('answers.json')).json()")
    assert "US" in known.pop("letter")
    assert len(known) == 22 + 10 * len(languages())
    for key, due in known.items():
        if isinstance(due, str):  # it has its own file
            due = page.evaluate("async (name) => (await fetch(name)).json()", due)
        name, _, value = key.partition(" ")
        whole = {"step": 9999} if name == "proving" else {}  # which is answered in steps otherwise
        found = asked(name, turned=True, **json.loads(value) | whole)["value"]
        if name == "proving":  # in this browser's country paper is another
            found, due = ({key: of[key] for key in ("state", "findings")} for of in (found, due))
        assert found == due
    small: dict[str, dict[str, Any]] = {
        "triomino": {"highest": 1}, "quasimino": {"colours": 1}, "quomino": {"size": 4}, "majomino": {"count": 1},
        "set": {"edge": 24},
    }  # fmt: skip
    for game, words in small.items():
        if game == "quasimino":  # the others are made by Python that starts from its image
            assert (plain := sum("of no use" in line for line in page.seen.said))
            page.unroute(IMAGE)
            page.goto(f"{space}#triomino?highest=1")
            page.reload()
            page.locator("#command", has_text="--highest 1").wait_for()
        more = {"triomino": ("svg", "dxf", "png", "tts", "pdf"), "majomino": ("svg", "txt")}
        names = (*SOLIDS, *more.get(game, ("svg",)))
        settings = {key: str(value) for key, value in words.items()} | {"format": ",".join(names)}
        content = archive(game, {**settings, "paper": "a4,letter", "extras": "all"})
        there = opened_archive(content)
        # the manifest names the zlib that packed it
        monkeypatch.setattr(zlib, "ZLIB_RUNTIME_VERSION", json.loads(there["manifest.json"])["libraries"]["zlib"])
        named = tmp_path / "set-file.toml"  # as the page calls the text that it sends
        named.write_bytes(EXAMPLE.read_bytes())
        own = {"set_file": str(named)} if game == "set" else {}
        due = quasiprint.design(game, **words, **own, papers=("a4", "letter"), extras=("all",)).files(formats=names)
        monkeypatch.undo()
        assert {"START-HERE.html"} <= due.keys()
        assert {path.partition("/")[0] for path in due} >= set(names)
        assert [path for path in sorted({*due, *there}) if there.get(path) != due.get(path)] == []
        assert content == pack_set(due)
        if game == "triomino":  # whichever zlib this machine has
            (tmp_path / "set.zip").write_bytes(content)
            assert "proved: every file is what this program makes" in invoke("verify", tmp_path / "set.zip").output
    # the country is that of the browser
    usual = opened_archive(archive("triomino", {"highest": "0", "format": "pdf"}))
    due = quasiprint.design("triomino", highest=0, papers=("letter",)).files(formats=("pdf",))
    books = {path for path in due if path.startswith("pdf/")}
    assert "pdf/rules-letter.pdf" in books
    assert {path for path in usual if path.startswith("pdf/")} == books
    assert [path for path in sorted(books) if usual[path] != due[path]] == []
    assert asked("preview", game="quasimino", settings={"colours": "99"})["setting"] == "colours"
    assert sum("of no use" in line for line in page.seen.said) == plain
    page.seen.quiet(space)


def test_what_is_missing_is_named_with_the_commands_that_fetch_it(tmp_path: Path) -> None:
    result = invoke("studio", "--static", tmp_path / "site", "--parts", tmp_path, code=2)
    assert "npm pack pyodide@" in result.output
    assert "pip download --dest" in result.output
    assert not (tmp_path / "site").exists()


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "_files", lambda *_: {static.PARTS: b""})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("dear")
    result = invoke("studio", "--static", tmp_path / "mine", "--parts", tmp_path, code=2)
    assert "allowed is a new folder or an empty one" in result.output
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_damaged_package_is_refused(tmp_path: Path) -> None:
    (name,) = [word for word in shlex.split(fetching(tmp_path)[0]) if word.startswith("pyodide@")]
    (tmp_path / f"{name.replace('@', '-')}.tgz").write_bytes(b"no package")
    result = invoke("studio", "--static", tmp_path / "site", "--parts", tmp_path, code=2)
    assert "cannot be read" in result.output


def test_its_code_is_all_there_and_the_same_each_time() -> None:
    files = own_files()
    assert own_files() == files
    names = set(files)
    assert {"quasiprint/api/__init__.py", "quasiprint/templates/start-here.md"} <= names
    assert {"quasiprint/classics/truchet.toml", "manifold3d.py", "PIL.py", "numpy/__init__.py"} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith("quasiprint/addons/studio/server/")]


@pytest.mark.thorough
@pytest.mark.foreign("npm")
def test_the_page_may_ask_its_own_space_alone(parts: Path, tmp_path: Path) -> None:
    write(tmp_path / "site", parts)
    page = (tmp_path / "site/index.html").read_text()
    assert "default-src 'none'" in page
    assert "connect-src 'self';" in page
    told = json.loads((tmp_path / "site/parts.json").read_text())
    for name in (told["own"], told["libraries"], told["image"], *told["late"]):
        assert (tmp_path / "site" / name).is_file()
    with tarfile.open(tmp_path / "site/python/quasiprint.files") as own:
        assert {"quasiprint/addons/studio/preview.py", "numpy/arrays.py"} <= {*own.getnames()}
    before = {path: path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file()}
    write(tmp_path / "site", parts)
    assert {path: path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file()} == before
