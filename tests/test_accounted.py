"""Files of bodies are accounted for to the last byte: whatever is put in, doubled, moved or written otherwise is found.

Readers are tried on bytes alone, so that each edit of `mutations.foreign_packages` and `mutations.foreign_solids` costs
milliseconds; whole sets with these edits are verified in benchmarks/mutations.py, and a few in test_mutations.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from called import invoke
from mutations.folder import NotHere, mended
from mutations.foreign_packages import FLAVOURS, MUTATIONS, Edit, refused
from mutations.foreign_solids import MTL, OBJ, STL
from mutations.packages import packed, unpacked
from samples import quasimino, solids

from quasiprint.formats.obj import scene
from quasiprint.formats.obj.write import files as obj_files
from quasiprint.formats.stl.read import facets_of
from quasiprint.formats.stl.write import files as stl_files
from quasiprint.formats.threemf.contents import Contents, bambu_contents, prusa_contents
from quasiprint.formats.threemf.write import files as threemf_files
from quasiprint.readback.package import members
from quasiprint.readback.surfaces import Surfaces
from quasiprint.readback.unreadable import Unreadable

PIECES = ("thick-0012", "thin-0121", "token-solid", "token-solid")
READERS = {"prusa": prusa_contents, "bambu": bambu_contents}
NAMES = ("[Content_Types].xml", "_rels/.rels")


@cache
def made() -> dict[str, bytes]:
    held = solids(quasimino(), PIECES)
    return {file.path: file.content for write in (threemf_files, obj_files, stl_files) for file in write(held)}


def package(flavour: str) -> bytes:
    (content,) = [content for path, content in made().items() if path.endswith(f"-{flavour}.3mf")]
    return content


def said(read: Callable[[bytes], object], content: bytes) -> list[str]:
    """Return what a reader has to say against a file."""
    try:
        return list(getattr(read(content), "notes", ()))
    except Unreadable as problem:
        return [f"{problem.code}: {problem}"]


def surface(content: bytes) -> None:
    surfaces = Surfaces()
    surfaces.terrain(facets_of(content), "it")
    if surfaces.findings:
        raise Unreadable(surfaces.findings[0].message, surfaces.findings[0].code)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_a_body_in_an_inlays_filament_is_said(flavour: str, tmp_path: Path) -> None:
    """By what compares filaments: a body that lies there has no other colour than its file says."""
    folder = tmp_path / "set"
    made = invoke("make", "quasimino", "--colours", "2", "--format", "3mf", "-o", folder)
    assert made.exit_code == 0, made.output
    (mutation,) = (one for one in MUTATIONS if one.name == f"3mf-{flavour}-foreign-ink")
    mutation.apply(folder)
    mended(folder)
    found = invoke("verify", "--by", "reading", folder)
    assert "has filament 2 and material 1, due are 1 and 0" in found.output


@pytest.mark.parametrize("flavour", READERS)
def test_a_package_as_it_is_made_holds_nothing_foreign(flavour: str) -> None:
    read: Callable[[bytes], Contents] = READERS[flavour]
    assert said(read, package(flavour)) == []
    assert said(read, packed(unpacked(package(flavour)))) == []  # compressed with another effort
    assert {instance.name for instance in read(package(flavour)).instances} == set(PIECES)


@pytest.mark.parametrize("flavour", READERS)
def test_whatever_is_foreign_to_a_package_is_found(flavour: str) -> None:
    content, found = package(flavour), {}
    for name, (_, edit) in refused(flavour).items():
        changed = edit(content)
        assert changed != content, name
        found[name] = said(READERS[flavour], changed)
    assert [name for name, notes in found.items() if not notes] == []
    assert len(found) > 90
    codes = {notes[0].partition(":")[0] for notes in found.values() if ": " in notes[0]}
    assert "content-foreign" in codes


def tried(read: Callable[[bytes], object], content: bytes, table: dict[str, tuple[str, Edit]]) -> dict[str, list[str]]:
    assert said(read, content) == []
    found = {}
    for name, (_, edit) in table.items():
        try:
            changed = edit(content)
        except NotHere:
            continue
        assert changed != content, name
        found[name] = said(read, changed)
    return found


def test_whatever_is_foreign_to_an_obj_is_found() -> None:
    found = tried(scene.scene_of, made()["obj/thick-0012.obj"], OBJ)
    assert [name for name, notes in found.items() if not notes] == []
    assert found.keys() == OBJ.keys()


def test_whatever_is_foreign_to_materials_is_found() -> None:
    found = tried(scene.materials_of, made()["obj/materials.mtl"], MTL)
    assert [name for name, notes in found.items() if not notes] == []
    assert found.keys() == MTL.keys()


def test_whatever_is_foreign_to_an_stl_is_found() -> None:
    found = tried(surface, made()["stl/thick-0012-body.stl"], STL)
    assert [name for name, notes in found.items() if not notes] == []
    assert found.keys() == STL.keys()
    assert found["skin"] == ["mesh-inside-out: 1 of its 2 parts enclose nothing, or look inwards"]
    assert found["attribute"][0].startswith("content-foreign: 1 facets have an attribute")


def archive(*bodies: bytes) -> bytes:
    return packed(dict(zip(NAMES, bodies, strict=True)))


def test_the_members_of_an_archive_are_what_they_are_packed_from() -> None:
    bodies = b"", b"one text and another" * 500
    assert list(members(archive(*bodies), NAMES).items()) == list(zip(NAMES, bodies, strict=True))


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("file-unreadable", lambda content: content[:-1]),
        ("file-unreadable", lambda content: content[: len(content) // 2]),
        ("file-unreadable", lambda content: content[:40]),
        ("file-unreadable", lambda content: b""),
        ("file-unreadable", lambda content: content.replace(zlib_of(b"text"), zlib_of(b"next"), 1)),
        ("content-foreign", lambda content: content[:-22] + b"x" + content[-22:]),
        ("content-foreign", lambda content: content[:-2] + b"\1\0"),
    ],
)
def test_an_archive_that_is_damaged_is_told_from_a_foreign_one(code: str, change: Callable[[bytes], bytes]) -> None:
    with pytest.raises(Unreadable) as caught:
        members(change(archive(b"", b"text")), NAMES)
    assert caught.value.code == code


def zlib_of(text: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return packer.compress(text) + packer.flush()


def test_a_bomb_is_not_unpacked() -> None:
    content = bytearray(archive(b"", b"text"))
    struct.pack_into("<L", content, 22, 1 << 31)
    with pytest.raises(Unreadable, match="unpacks to more than 256 MiB"):
        members(bytes(content), NAMES)
