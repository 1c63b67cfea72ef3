"""3MF packages: the same bytes for the same members."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence

CONTENT_TYPES, RELATIONSHIPS = "[Content_Types].xml", "_rels/.rels"
MODEL, THUMBNAIL = "3D/3dmodel.model", "Metadata/thumbnail.png"
MODEL_TYPE = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
THUMBNAIL_TYPE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"
DATE = (1980, 1, 1, 0, 0, 0)  # of the files in the archive: the earliest that ZIP can say

HEAD = (
    (
        CONTENT_TYPES,
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
        '<Default Extension="png" ContentType="image/png"/>'
        '<Default Extension="config" ContentType="text/xml"/>'
        '<Default Extension="xml" ContentType="text/xml"/></Types>\n',
    ),
    (
        RELATIONSHIPS,
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Target="/{MODEL}" Id="rel0" Type="{MODEL_TYPE}"/>'
        f'<Relationship Target="/{THUMBNAIL}" Id="rel1" Type="{THUMBNAIL_TYPE}"/></Relationships>\n',
    ),
)
Member = tuple[str, Iterable[str] | bytes]  # its name, and its text or its bytes


def archive(model: Iterable[str], thumbnail: bytes, more: Sequence[Member]) -> bytes:
    """Return a package. more: what slicers read besides the model."""
    content = io.BytesIO()
    every: tuple[Member, ...] = (*HEAD, (MODEL, model), (THUMBNAIL, thumbnail), *more)
    with zipfile.ZipFile(content, "w") as package:
        for name, body in every:
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, on every machine
            entry.external_attr = 0o644 << 16
            package.writestr(entry, _whole(body), compresslevel=4)
    return content.getvalue()


def _whole(body: Iterable[str] | bytes) -> bytes | bytearray:
    if isinstance(body, bytes):
        return body
    whole = bytearray()
    for part in body:
        whole += part.encode("utf-8")
    return whole
