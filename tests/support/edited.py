"""Made sets, edited: copies that cost nothing, files written anew, manifests whose hashes are right again.

A set is copied by hard links; so files are never written in place: `put` writes a new file and moves it to the name,
and the original keeps its bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

from called import invoke

from quasiprint.disk.ownership import seal

MANIFEST = "manifest.json"


def made(folder: Path, *words: object) -> Path:
    """Make a set into a folder, and return that. words: after ``make``."""
    invoke("make", *words, "-o", folder, code=0)
    return folder


def copied(made: Path, target: Path) -> Path:
    """Return a copy of a made set whose files are hard links to its own, where the disk allows it."""

    def link(source: str, copy: str) -> str:
        try:
            os.link(source, copy)
        except OSError:
            shutil.copyfile(source, copy)
        return copy

    shutil.copytree(made, target, copy_function=link)
    return target


def put(path: Path, content: bytes | str) -> None:
    """Write a file anew: what is hard-linked to the old one keeps its bytes."""
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and path.read_bytes() == data:
        raise AssertionError(f"{path.name} is what it was")
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(data)
    fresh.replace(path)


def manifest(folder: Path) -> dict[str, Any]:
    """Return a set's manifest."""
    read: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    return read


def put_manifest(folder: Path, document: dict[str, Any]) -> None:
    """Write a set's manifest, with a seal that is right."""
    document.pop("seal", None)
    fresh = folder / (MANIFEST + ".new")
    fresh.write_bytes(seal((json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()))
    fresh.replace(folder / MANIFEST)


def mended(folder: Path, **changes: Any) -> None:
    """Let the manifest list the files that are there, each with its true size and hash. changes: of other keys."""
    document = manifest(folder) | changes
    document["files"] = [
        {"path": name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "bytes": path.stat().st_size}
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and (name := path.relative_to(folder).as_posix()) != MANIFEST
    ]
    put_manifest(folder, document)


def other_libraries(folder: Path) -> dict[str, str]:
    """Return libraries of other versions than a set was made with: then no bytes of it can be compared."""
    return {name: f"{version}.1" for name, version in manifest(folder)["libraries"].items()}
