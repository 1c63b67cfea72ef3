"""Python's sources, compiled for the Python of the browser, which then need not do so at each first visit.

Only that very Python compiles for itself, and node runs it. Where there is no node, sources stay as they are:
everything works, and begins a few seconds later."""

from __future__ import annotations

import base64
import io
import json
import shutil
import tempfile
import zipfile
from collections.abc import Container, Mapping
from pathlib import Path

from quasiprint.disk.staging import Tell
from quasiprint.system import children

STAMP = (1980, 1, 1, 0, 0, 0)
PROGRAM = Path(__file__).parent / "browser" / "compile.mjs"
SOURCE, COMPILED = ".py", ".pyc"
LIBRARY = "/lib/python314.zip/"  # where Python's own library lies in the browser
NO_NODE = "node is not installed here, so Python is compiled on each first visit, which takes a few seconds longer"


def compile_all(
    files: Mapping[str, bytes], chosen: Container[str], python: Mapping[str, bytes], tell: Tell
) -> dict[str, bytes]:
    """Return files by their names, with what the sources that are chosen are compiled to in their place, and of
    Python's own library what is read when it starts. python: the files of the browser's Python. tell: told that there
    is no node, or that it failed: then the files come back as they are.
    """
    node = shutil.which("node")
    if node is None:
        tell(NO_NODE)
        return dict(files)
    wanted = sorted(name for name in files if name.endswith(SOURCE) and (name in chosen or name.startswith(LIBRARY)))
    sources = {name: files[name].decode("utf-8-sig") for name in wanted}
    asked = {"sources": sources, "chosen": [name for name in wanted if name in chosen]}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, content in python.items():
            (folder / name).write_bytes(content)
        (folder / "sources.json").write_text(json.dumps(asked), encoding="utf-8")
        with children.start_other(node, str(PROGRAM), str(folder), folder=folder) as made:
            try:
                made.wait()
            except BaseException:
                made.kill()
                raise
        try:
            found: dict[str, str] = json.loads((folder / "compiled.json").read_bytes())
        except (OSError, ValueError):
            tell(f"node did not compile Python ({children.end_of(made.returncode)}): it is done on each first visit")
            return dict(files)
    kept = {name: content for name, content in files.items() if name not in found}
    return kept | {name.removesuffix(SOURCE) + COMPILED: base64.b64decode(said) for name, said in found.items()}


def unpack(wheel: bytes) -> dict[str, bytes]:
    """Return the files of a wheel."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return {one.filename: archive.read(one) for one in archive.infolist() if not one.is_dir()}


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return an archive. Equal files give equal bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, content in sorted(files.items()):
            entry = zipfile.ZipInfo(inside, STAMP)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    return stream.getvalue()
