"""Archives of a set as others put them together: each byte is accounted for, and what common zippers write verifies."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
from archives import put_together
from called import invoke, kept

SMALL = ("make", "triomino", "--highest", "0", "--format", "svg")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a small set holds, made as a folder."""
    folder = tmp_path_factory.mktemp("folder") / "set"
    assert invoke(*SMALL, "-o", folder).exit_code == 0
    return kept(folder)


TIMES, OWNERS = struct.pack("<2HBI", 0x5455, 5, 1, 0), struct.pack("<2H2BIBI", 0x7875, 11, 1, 4, 0, 4, 0)
BESIDES, AT, OTHERWISE = (
    "a comment or a foreign field",
    "has bytes that belong to no file",
    "something else than before",
)


EDITS: dict[str, tuple[dict[str, Any], str]] = {
    "something before it": ({"prefix": b"mine"}, AT),
    "something between its files": ({"gap": b"mine"}, AT),
    "something before its directory": ({"between": b"mine"}, AT),
    "a second directory": ({"twice": True}, AT),
    "something after it": ({"trailer": b"mine"}, AT),
    "a comment": ({"end": (20, b"\4\0mine")}, AT),
    "another number of files": ({"end": (8, b"\1\0\1\0")}, AT),
    "a comment on a file": ({"comment": b"mine"}, BESIDES),
    "a foreign field in a header": ({"extra": b"me\4\0mine"}, BESIDES),
    "a foreign field in the directory": ({"listed_extra": b"me\4\0mine"}, BESIDES),
    "a field longer than zippers write": ({"extra": b"UT\6\0\1mine!"}, BESIDES),
    "a field twice": ({"extra": TIMES + TIMES}, BESIDES),
    "half a field": ({"extra": TIMES[:-1]}, BESIDES),
    "a later version in a header": ({"header": (4, b"\x15\0")}, OTHERWISE),
    "other flags in a header": ({"header": (6, b"\2\0")}, OTHERWISE),
    "another method in a header": ({"header": (8, b"\0\0")}, OTHERWISE),
    "another time in a header": ({"header": (10, b"me")}, OTHERWISE),
    "another sum in a header": ({"header": (14, b"mine")}, OTHERWISE),
    "another packed size in a header": ({"header": (18, b"mine")}, OTHERWISE),
    "another size in a header": ({"header": (22, b"mine")}, OTHERWISE),
    "no sizes in a header": ({"header": (14, bytes(12))}, OTHERWISE),
    "a link": ({"listed": (38, b"\0\0\xff\xa1")}, OTHERWISE),
    "another disk": ({"listed": (34, b"\1\0")}, AT),
    "something after what is packed": ({"more": b"mine"}, "its manifest.json is not a file that can be read"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_every_byte_of_an_archive_is_accounted_for(edit: str, tmp_path: Path, files: dict[str, bytes]) -> None:
    options, said = EDITS[edit]
    (tmp_path / "set.zip").write_bytes(put_together(files.items(), **options))
    result = invoke("verify", tmp_path / "set.zip", code=2)
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


FOLDERS: dict[str, tuple[list[tuple[str, bytes]], str]] = {
    "one twice": ([("svg/", b""), ("svg/", b"")], "two files of one name"),
    "one that holds something": ([("svg/", b"mine")], "has a folder that holds bytes, 'svg/'"),
}


@pytest.mark.parametrize("folders", FOLDERS)
def test_folders_in_an_archive_hide_nothing(folders: str, tmp_path: Path, files: dict[str, bytes]) -> None:
    more, said = FOLDERS[folders]
    (tmp_path / "set.zip").write_bytes(put_together([*files.items(), *more]))
    result = invoke("verify", tmp_path / "set.zip", code=2)
    assert said in result.stderr


class Pipe(io.BytesIO):
    """What is written to cannot be changed later."""

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        raise OSError


@pytest.mark.parametrize("zipper", ["Info-ZIP", "Info-ZIP to a pipe", "Python to a pipe", "Python with ZIP64"])
def test_an_archive_that_a_common_zipper_wrote_verifies(zipper: str, tmp_path: Path, files: dict[str, bytes]) -> None:
    both = {"extra": TIMES + OWNERS, "listed_extra": TIMES + OWNERS}
    if zipper.startswith("Info-ZIP"):
        data = put_together([("svg/", b""), *files.items()], **both, streamed="pipe" in zipper)
    else:
        with Pipe() if "pipe" in zipper else io.BytesIO() as stream:
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in files.items():
                    with archive.open(name, "w", force_zip64="64" in zipper) as entry:
                        entry.write(content)
            data = stream.getvalue()
    (tmp_path / "set.zip").write_bytes(data)
    invoke("verify", tmp_path / "set.zip", code=0)
