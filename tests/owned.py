"""Sets of one word, made in no time, and what somebody does to them."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from called import manifest_of

from quasiprint.disk.archive import place_archive
from quasiprint.disk.sinks import place_folder

Do = Callable[[Path], object]
MINE = b"years of work"
MANIFEST = "manifest.json"
SHEETS = ("make", "triomino", "--highest", "0", "--format", "svg")


def files_of(word: str) -> dict[str, bytes]:
    return {"README.md": f"of {word}".encode(), "stl/a.stl": word.encode(), "stl/b.stl": word.encode()}


def write(target: Path, word: str, meanwhile: Do = lambda _: None, **how: object) -> None:
    """Make a set of one word. meanwhile: what somebody does to the target when all is written."""
    place = place_archive if target.suffix == ".zip" else place_folder
    with place(target, **how) as stage:  # type: ignore[arg-type]
        for path, content in files_of(word).items():
            stage.write(path, content)
        stage.write("manifest.json", manifest_of(files_of(word)))
        meanwhile(target)


def is_set(target: Path, word: str) -> bool:
    held = {path.relative_to(target).as_posix(): path.read_bytes() for path in target.rglob("*") if path.is_file()}
    return held == {**files_of(word), "manifest.json": manifest_of(files_of(word))}


def everything(place: Path) -> dict[str, object]:
    """What lies below a folder: of a file its bytes, of anything else its kind."""
    return {
        path.relative_to(place).as_posix(): path.read_bytes() if path.is_file() else stat.S_IFMT(path.lstat().st_mode)
        for path in sorted(place.rglob("*"))
    }


def edit(path: Path, content: bytes = MINE) -> None:
    path.write_bytes(content)


def shoved(monkeypatch: pytest.MonkeyPatch, module: object, step: str, at: int, do: Callable[[], object]) -> list[int]:
    """Let somebody do something just before a step of the swap is taken for the `at`-th time."""
    real, taken = getattr(module, step), []

    def stepped(*given: object) -> object:
        if len(taken) == at:
            with contextlib.suppress(OSError):
                do()
        taken.append(0)
        return real(*given)

    monkeypatch.setattr(module, step, stepped)
    return taken


def is_ours(content: bytes) -> bool:
    return content.startswith(b"ours")


def write_by_hand(target: Path, word: str) -> None:
    for path, content in {**files_of(word), "manifest.json": manifest_of(files_of(word))}.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(content)
