"""Each file, layer, option and profile that a set's page names is there in what its command made."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import ezdxf
import pytest
from called import invoke
from click.testing import CliRunner

from quasiprint.cli import main
from quasiprint.make.profile_files import profile_names
from quasiprint.model.measures import Extra

ROOT = Path(__file__).parent.parent
SMALL = {
    "quasimino": ["--colours", 1],
    "triomino": ["--highest", 1],
    "majomino": ["--size", 3, "--count", 2],
    "quomino": ["--size", 4],
    "examples/sets/truchet.toml": [],
    "examples/sets/macmahon-triangles.toml": [],
    "examples/sets/hexagons.toml": [],
    "examples/sets/jigsaw.toml": [],
    "examples/sets/dominoes-6.toml": [],
}
# what may be chosen together; what a game cannot be made with, it refuses
DRAWN = {
    "--format": ["svg", "stl", "3mf", "pdf", "svg,dxf,stl", "3mf,pdf", "lbrn2,svg", "obj,png,pdf,step"],
    "--profile": [None, None, "k40-whisperer", "glowforge", "ender-3", "ponoko-p1", "600x300"],
    "--storage": [None, None, None, "tray", "box", "tray,rack"],
    "--extras": [None, None, "booklet", "all"],
    "--ids": [None, None, "back"],
    "--cut": [None, None, "shared"],
    "--tabs": [None, None, "2x0.3"],
    "--paper": [None, None, "a4,letter"],
    "--only": [None, None, None, "samples"],
    "--price": [None, None, None, "hour=1"],
}
KINDS = "pdf|svg|dxf|stl|3mf|step|obj|mtl|png|txt|json|csv|html|md|lbrn2"
FORMS = "[a-z0-9]+"
NAMES = {"stl", "3mf", "svg", "dxf", "pdf", "step", "obj", "png", "txt", "lbrn2", "tts", "cutter", "preview"}
WORDS = {"make", "verify", "diff", "profiles", "calibrate", "score", "coupon"}  # of commands


@cache
def options(command: str, game: str) -> frozenset[str]:
    """Return the options of a command, for a game."""
    said = CliRunner().invoke(main, [command, *([game] if game else []), "--help"], prog_name="quasiprint").output
    return frozenset(re.findall(r"^ +(?:-\w(?:, | / ))?(--[a-z][a-z-]*)", said, re.MULTILINE))


def stems(folder: Path) -> set[str]:
    return {path.name.partition(".")[0] for path in folder.rglob("*") if path.is_file()}


def missing(folder: Path, game: str) -> Iterator[str]:
    """Yield what a set's page names and nothing is: files, folders, parts of names, options, profiles and layers."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    flat = " ".join(text.split())
    files = [path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()]
    names = {Path(one).name for one in files}
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not link.startswith(("https:", "#")) and link not in files:
            yield f"link {link}"
    for where, begun in re.findall(r"(?:file|page)s? in `([^`]+)/` (?:that|which) begins? with `([^`]+)`", flat):
        if not any(one.startswith(f"{where}/{begun}") for one in files):
            yield f"{where}/{begun}…"
    for part in re.findall(r"`([\w-]+)` in (?:its|their) names?", flat):
        if not any(part in name for name in names):
            yield f"a file with {part} in its name"
    for name in re.findall(rf"`((?:[\w.-]+/)*[\w.-]+\.(?:{KINDS}))`", text):
        if not any(one == name or one.endswith(f"/{name}") for one in files):
            yield f"file {name}"
    for name in re.findall(r"`([\w-]+)/`", text):
        if not (folder / name).is_dir() and not any(f"/{name}/" in one for one in files):
            yield f"folder {name}/"
    known = options("make", game) | options("verify", "") | options("diff", "")
    for flag in set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)):
        if flag not in known:
            yield f"option {flag}"
    profiles = {name for own in profile_names().values() for name in own}
    for name in re.findall(r"--profile ([\w-]+)`", flat):
        if name not in profiles:
            yield f"profile {name}"
    for name in re.findall(r"of the profile `([^`]+)`", flat):
        if name not in profiles and not (folder / "source").exists():
            yield f"profile {name}"
    for word in re.findall(r"--extras ([\w,-]+)`", flat):
        yield from (f"extra {one}" for one in word.split(",") if one not in (*Extra, "all"))
    yield from layers_missing(folder, text, flat)
    yield from words_missing(folder, text, flat, known)
    if "gallery.html" in names and "`gallery.html`" not in text:
        yield "gallery.html is named nowhere"
    *_, listed = text.partition("## All files")
    for one in files:
        top = one.partition("/")[0]
        if (
            f"`{top}/`" not in listed
            and f"`{top}`" not in listed
            and top not in ("README.md",)
            and "/" + top not in listed
        ):
            yield f"{top} stands in no list"


def layers_missing(folder: Path, text: str, flat: str) -> Iterator[str]:
    """Yield layers and colours that no drawing of the set has."""
    rows = re.findall(r"^\| ([a-z-]+[^|]*) \| ([^|]*) \| ([^|]*) \|$", text, re.MULTILINE)
    drawn = {"svg": set[str](), "dxf": set[str]()}
    for path in folder.glob("svg/*.svg"):
        found = path.read_text(encoding="utf-8").lower()
        drawn["svg"] |= set(re.findall(r"#[0-9a-f]{6}", found))
        if "reference" in (one.get("id", "") for one in ElementTree.fromstring(found).iter()):
            drawn["svg"].add("reference")
    for path in folder.glob("dxf/*.dxf"):
        drawn["dxf"] |= {one.dxf.layer for one in ezdxf.readfile(path).modelspace()}
    for operation, how, layer in rows:
        if operation.split(",")[0] not in ("engrave", "score", "cut-inner", "cut-outer", "reference"):
            continue
        for colour in re.findall(r"#[0-9A-Fa-f]{6}", how) if (folder / "svg").is_dir() else ():
            if colour.lower() not in drawn["svg"]:
                yield f"{operation}: {colour}"
        for name in re.findall(r"`([^`]+)`", layer) if (folder / "dxf").is_dir() else ():
            if name not in drawn["dxf"]:
                yield f"{operation}: layer {name}"
    if "reference layer" in flat and (folder / "svg").is_dir() and "reference" not in drawn["svg"]:
        yield "the reference layer"


def words_missing(folder: Path, text: str, flat: str, known: frozenset[str]) -> Iterator[str]:
    """Yield other words in marks that are neither part of a file's name, nor of a thing's, nor an option or profile."""
    names = stems(folder)
    manifest = (folder / "manifest.json").read_text(encoding="utf-8")
    profiles = {name for own in profile_names().values() for name in own}
    told = {*Extra, *NAMES, "all"}
    for begun in set(re.findall(r"`([a-z][a-z0-9-]*-)`", text)):
        if not any(name.startswith(begun) for name in (*names, *profiles)):
            yield f"`{begun}`…"
    for word in set(re.findall(r"`([a-z](?:[a-z0-9-]*[a-z0-9])?)`", text)):
        if word in profiles or word in told or f'"{word}"' in manifest:
            continue
        if not any(name == word or name.startswith(f"{word}-") or f"-{word}" in name for name in names):
            yield f"`{word}`"


def draws(seed: int) -> Iterator[tuple[str, list[object]]]:
    """Yield a game and options for it, without end."""
    dice = random.Random(seed)
    game = list(SMALL)[seed % len(SMALL)]
    while True:
        words = [*SMALL[game]]
        for option, values in DRAWN.items():
            if value := dice.choice(values):
                words += [option, value]
        yield game, words


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(90))
def test_what_a_page_names_is_there(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for game, words in islice(draws(seed), 20):
        result = invoke("make", game, *words, "-o", tmp_path / "set")
        if result.exit_code == 0:
            break
        assert result.exit_code == 2  # these do not go together
        assert result.stderr.startswith("Error: ")
    assert result.exit_code == 0, result.output
    assert list(missing(tmp_path / "set", game)) == [], words
