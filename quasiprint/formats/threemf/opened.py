"""The members of a 3MF package: which there are, in which order, and those that are the same in every file.

Files of version 0.1.0 have no pictures, and say nothing of layers. Where sets of other versions are read, theirs is a
form, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.formats.threemf.model import MODEL
from quasiprint.readback.package import members, names_of
from quasiprint.readback.unreadable import Unreadable

CONTENT_TYPES, RELATIONSHIPS, THUMBNAIL = "[Content_Types].xml", "_rels/.rels", "Metadata/thumbnail.png"
_TYPES = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    b'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    b'<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
)
_RELATIONS = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    b'<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    b'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
)
OLDER = {
    CONTENT_TYPES: _TYPES + b'<Default Extension="config" ContentType="text/xml"/></Types>\n',
    RELATIONSHIPS: _RELATIONS + b"</Relationships>\n",
}
# each of them said in one way only
PACKAGE = {
    CONTENT_TYPES: _TYPES + b'<Default Extension="png" ContentType="image/png"/>'
    b'<Default Extension="config" ContentType="text/xml"/>'
    b'<Default Extension="xml" ContentType="text/xml"/></Types>\n',
    RELATIONSHIPS: _RELATIONS + b'<Relationship Target="/Metadata/thumbnail.png" Id="rel1" '
    b'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/></Relationships>\n',
}


@dataclass(frozen=True, slots=True)
class Opened:
    """A package's members by name; its pictures, the file's first; whether it has the form of version 0.1.0."""

    members: dict[str, bytes]
    pictures: tuple[bytes, ...]
    older: bool


def opened(content: bytes, settings: str, more: Sequence[str], most_plates: int, loose: bool) -> Opened:
    """Return what is in a package. settings: the member that it must have besides the model; more: those that it may
    have; most_plates: how many plates have pictures of their own at most; loose: in whichever form. Raises Unreadable
    for anything else."""
    names = names_of(content)
    if loose and THUMBNAIL not in names:
        found = members(content, (*OLDER, MODEL, settings))
        _constant(found, OLDER)
        return Opened(found, (), True)
    plates = [name for name in (f"Metadata/plate_{k}.png" for k in range(1, most_plates + 1)) if name in names]
    found = members(content, (*PACKAGE, MODEL, THUMBNAIL, *plates, settings, *(name for name in more if name in names)))
    _constant(found, PACKAGE)
    return Opened(found, tuple(found[name] for name in (THUMBNAIL, *plates)), False)


def _constant(found: dict[str, bytes], due: dict[str, bytes]) -> None:
    for name, text in due.items():
        if found[name] != text:
            raise Unreadable(f"its {name} is another than that of a set's 3MF files", "content-foreign")
