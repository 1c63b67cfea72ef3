"""What every mutation needs: the mutation as a value, a set's files and manifest, and hashes mended afterwards.

A set is copied by hard links, which costs nothing; so files are never written in place: `put` writes a new file and
moves it to the name, and the original keeps its bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quasiprint.storage.ownership import sealed

GAMES = ("quasimino", "triomino", "majomino", "quomino")
MANIFEST = "manifest.json"
NO_SET = "no-set"  # stands for the InputError that verify raises on what is no set


class NotHere(Exception):
    """A set has nothing that a mutation could break: one colour only, a single plate, no accessories."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One way to break a set.

    name: unique. says: what is done, in a few words. games: where it means something. formats: the kinds of files
    that it edits, all of which must be there. codes: the findings of which at least one must be reported.
    apply: edits the files of a copied set in place; raises NotHere if this set has nothing to break.
    mend: write true sizes and hashes afterwards, so that hashes alone catch nothing.
    harmless: why nothing is to be caught, for changes after which the set is as good as before.
    """

    name: str
    says: str
    games: tuple[str, ...]
    formats: tuple[str, ...]
    codes: frozenset[str]
    apply: Callable[[Path], None]
    mend: bool = True
    harmless: str = ""

    def __post_init__(self) -> None:
        unknown = set(self.games) - set(GAMES)
        if unknown or not self.games or not self.formats:
            raise ValueError(f"mutation {self.name}: games {self.games}, formats {self.formats}")
        if bool(self.codes) == bool(self.harmless):
            raise ValueError(f"mutation {self.name}: either codes or a reason why nothing is caught")


def codes(words: str) -> frozenset[str]:
    """Return the codes in a line of them."""
    return frozenset(words.split())


def formats_for(mutation: Mutation, game: str) -> tuple[str, ...]:
    """Return the formats of the set that a mutation breaks: no others than it needs, since each is read back."""
    own = tuple(name for name in mutation.formats if name not in ("manifest", "preview"))
    return own or (("svg", "txt") if game == "majomino" else ("svg",))


def broken(mutation: Mutation, folder: Path) -> None:
    """Apply a mutation to a copied set, mend its hashes, and make sure that something was changed.

    Raises NotHere if this set has nothing to break, AssertionError if the mutation changes nothing.
    """
    held = manifest(folder)
    if held["game"] not in mutation.games:
        raise NotHere(f"means nothing in {held['game']}")
    if missing := set(mutation.formats) - formats(folder):
        raise NotHere(f"the set has no {', '.join(sorted(missing))}")
    before = digests(folder)
    mutation.apply(folder)
    after = digests(folder)
    assert before != after, f"{mutation.name} changes nothing"
    if mutation.mend:
        mended(folder)


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file; of a link, where it leads."""
    return {
        path.relative_to(folder).as_posix(): os.readlink(path) if path.is_symlink() else _sha256(path)
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def formats(folder: Path) -> set[str]:
    """Return the kinds of files that a set has, its manifest among them."""
    return {path.name for path in folder.iterdir() if path.is_dir()} | {"manifest"}


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
    held: dict[str, Any] = json.loads((folder / MANIFEST).read_text())
    return held


def put_manifest(folder: Path, held: dict[str, Any]) -> None:
    """Write a set's manifest, if it is another one, with a seal that is right."""
    held.pop("seal", None)
    fresh = folder / (MANIFEST + ".new")
    fresh.write_bytes(sealed((json.dumps(held, indent=1, ensure_ascii=False) + "\n").encode()))
    fresh.replace(folder / MANIFEST)


def mended(folder: Path) -> None:
    """Let the manifest list the files that are there, each with its true size and hash."""
    held = manifest(folder)
    held["files"] = [
        {"path": name, "sha256": _sha256(path), "bytes": path.stat().st_size}
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and (name := path.relative_to(folder).as_posix()) != MANIFEST
    ]
    put_manifest(folder, held)


def files(folder: Path, pattern: str) -> list[Path]:
    """Return the files whose path in the folder is like a pattern. Raises NotHere if there are none."""
    found = sorted(folder.glob(pattern))
    if not found:
        raise NotHere(f"no file like {pattern}")
    return found


def cyclic(marks: list[int]) -> set[tuple[int, ...]]:
    """Return what marks around a piece read as, begun anywhere."""
    return {tuple(marks[k:] + marks[:k]) for k in range(len(marks))}


def one_sided(piece: dict[str, Any]) -> bool:
    """Tell whether a piece's mirror image is another piece, judged by its marks and what its shape allows."""
    marks = piece["marks"]
    if piece["shape"] in {"omino", "quomino"}:  # half black, half white along a diagonal
        return False
    if piece["shape"] == "triangle":
        return True  # numbers are drawn: a mirrored digit is no digit
    if piece["shape"] in {"thick", "thin"}:
        turned = (marks, marks[2:] + marks[:2])
        return marks[::-1] not in turned
    return piece["shape"] in {"board", "square"}


def liveliest(folder: Path, fits: Callable[[dict[str, Any]], bool] = lambda piece: True) -> dict[str, Any]:
    """Return the piece with the most different marks among those that fit, the last of them.

    Raises NotHere if no piece fits.
    """
    held = [piece for piece in manifest(folder)["pieces"] if fits(piece)]
    if not held:
        raise NotHere("no piece of the set would be another one")
    return max(held, key=lambda piece: (len(set(piece["marks"])), piece["id"]))


def other(folder: Path, piece: dict[str, Any], *, alike: bool = True) -> dict[str, Any]:
    """Return the first piece with other marks than a piece's, of its shape or (not alike) of another.

    Raises NotHere if the set has none.
    """
    same = set(cyclic(piece["marks"]))
    for found in manifest(folder)["pieces"]:
        if (found["shape"] == piece["shape"]) is alike and (not alike or tuple(found["marks"]) not in same):
            return dict(found)
    raise NotHere(f"no piece but {piece['id']} would do")
