"""A set's folder as a hand sees it: files that can be taken away, put in, renamed, emptied, exchanged."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mutations.drawn.hands import Nothing, by_kind

FOREIGN = (
    ("notes.txt", b"text\n"), ("svg/more.svg", b"<svg/>"), ("x/y/z.bin", b"\0"), ("svg/.hidden", b""), ("run.sh",
    b"ls\n"),
    ("README.md.bak", b"text\n"), ("source/x.txt", b"text\n"), ("svg/index.html", b"<script>1</script>"), ("pickle.py",
    b""),
    ("stl/a.stl", b"\0" * 84), ("Svg/A.SVG", b"<svg/>"), ("svg/sub/tiles.svg", b"<svg/>"), ("manifest.json.new", b"{}"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rearranged:
    """A folder afterwards. files: by path, all but the manifest. path: of the file that is not what it was."""

    files: dict[str, bytes]
    manifest: bytes
    path: str
    kind: str
    says: str


def mended(manifest: bytes, files: Mapping[str, bytes], names: Mapping[str, str] | None = None) -> bytes:
    """Return a manifest that lists the files that are there, with true sizes and hashes, and things by their files'
    new names."""
    held = json.loads(manifest)
    held["files"] = [
        {"path": path, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        for path, content in sorted(files.items())
    ]

    def renamed(thing: dict[str, Any]) -> dict[str, Any]:
        own = [(names or {}).get(path, path) for path in thing["files"]]
        return {**thing, "files": sorted(path for path in own if path in files)}

    for key in ("pieces", "accessories"):
        held[key] = [renamed(thing) for thing in held[key]]
    return (json.dumps(held, indent=1, ensure_ascii=False) + "\n").encode()


def mutated(r: random.Random, files: Mapping[str, bytes], manifest: bytes) -> Rearranged:
    """Draw a mutation of a folder; its manifest tells of it as if it were meant."""
    held = dict(files)
    path = by_kind(r, sorted(held), lambda one: one.rpartition("/")[2].split("-")[0])
    content = held[path]
    what = r.choice(
        ("taken away", "taken away", "emptied", "put in", "renamed", "copied", "exchanged", "replaced", "moved")
    )
    alike = [other for other in held if other != path and other.rpartition(".")[2] == path.rpartition(".")[2]]
    names: dict[str, str] = {}
    says = path
    if what == "taken away":
        del held[path]
    elif what == "emptied":
        held[path] = r.choice((b"", b"\n"))
    elif what == "put in":
        path, held_content = r.choice(FOREIGN)
        held[path] = held_content
        says = path
    elif what in ("renamed", "moved", "copied"):
        folder, _, name = path.rpartition("/")
        stem, _, suffix = name.rpartition(".")
        fresh = r.choice((f"{folder}/{stem}-2.{suffix}", f"{folder}/{stem.upper()}.{suffix}", f"{folder}/x-{name}"))
        fresh = f"{name}" if what == "moved" and folder else fresh.lstrip("/")
        if fresh in held:
            raise Nothing
        held[fresh] = content
        if what != "copied":
            del held[path]
            names[path] = fresh
        says = f"{path} as {fresh}"
    else:
        if not alike:
            raise Nothing
        other = r.choice(sorted(alike))
        if held[other] == content:
            raise Nothing
        held[path], held[other] = held[other], content if what == "exchanged" else held[other]
        says = f"{path} and {other}"
    # now and then the manifest goes on telling of what was
    told = mended(manifest, held, names) if r.random() < 0.8 else manifest
    return Rearranged(held, told, path, f"file {what}", says)
