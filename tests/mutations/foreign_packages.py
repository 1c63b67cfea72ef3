"""What does not belong into a 3MF package: in the archive, in the model, in the slicers' settings.

Edits are of bytes, so that a reader can be tried on them alone. Slicers pass over some of it and obey the rest.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path

from mutations.folder import GAMES, Mutation, NotHere, codes, put
from mutations.packages import FLAVOURS, MODEL, chosen, packed, unpacked

Edit = Callable[[bytes], bytes]
COLOURED = ("quasimino", "majomino", "quomino")
LOCAL, CENTRAL, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"


def inside(name: str, pattern: str, by: str | Callable[[re.Match[str]], str]) -> Edit:
    """Change the first place in a member that is like a pattern. Raises NotHere if there is none."""

    def edit(content: bytes) -> bytes:
        held = unpacked(content)
        member = next((key for key in held if key == name or (name == "config" and key in FLAVOURS.values())), "")
        text = held[member].decode()
        changed = re.sub(pattern, by, text, count=1, flags=re.DOTALL)
        if changed == text:
            raise NotHere(f"nothing like {pattern} in the package")
        return packed({**held, member: changed.encode()})

    return edit


def model(pattern: str, by: str | Callable[[re.Match[str]], str]) -> Edit:
    """Change the model."""
    return inside(MODEL, pattern, by)


def config(pattern: str, by: str | Callable[[re.Match[str]], str]) -> Edit:
    """Change the slicer's settings."""
    return inside("config", pattern, by)


def _field(mark: bytes, at: int, form: str, change: Callable[[int], int], last: bool = False) -> Edit:
    """Change a number in the head of a member or in the directory."""

    def edit(content: bytes) -> bytes:
        start = (content.rfind if last else content.find)(mark) + at
        out = bytearray(content)
        struct.pack_into(form, out, start, change(struct.unpack_from(form, content, start)[0]))
        return bytes(out)

    return edit


def _both(at: int, change: Callable[[int], int]) -> Edit:
    """Change a 16-bit number in a member's head and in the directory alike."""
    head, entry = _field(LOCAL, at, "<H", change), _field(CENTRAL, at + 2, "<H", change)
    return lambda content: head(entry(content))


def _before(content: bytes) -> bytes:
    """Put a shebang before the archive and mend the offsets: unpackers find it nevertheless."""
    return _shifted(content, 0, b"#!/bin/sh\n")


def _between(content: bytes) -> bytes:
    """Put bytes between the first two members, and mend the offsets."""
    return _shifted(content, content.index(LOCAL, 4), b"hidden")


def _shifted(content: bytes, at: int, put_in: bytes) -> bytes:
    out = bytearray(content[:at] + put_in + content[at:])
    start = out.index(CENTRAL)
    for found in re.finditer(re.escape(CENTRAL), bytes(out[start:])):
        where = start + found.start() + 42
        (offset,) = struct.unpack_from("<L", out, where)
        struct.pack_into("<L", out, where, offset + len(put_in) * (offset >= at))
    last = out.rindex(END)
    struct.pack_into("<L", out, last + 16, start)
    return bytes(out)


def _other_name(content: bytes) -> bytes:
    """Let the model's own head call it otherwise than the directory does."""
    return content.replace(MODEL.encode(), MODEL.upper().encode(), 1)


def _stored(content: bytes) -> bytes:
    return packed(unpacked(content), stored=True)


def _reordered(content: bytes) -> bytes:
    return packed(dict(reversed(unpacked(content).items())))


def _added(name: str, text: bytes) -> Edit:
    return lambda content: packed({**unpacked(content), name: text})


def _comment(content: bytes) -> bytes:
    at = content.rindex(END) + 20
    return content[:at] + struct.pack("<H", 5) + b"hello"


def _doubled(pattern: str) -> Edit:
    return model(f"({pattern})", r"\1\1")


def _unused_corner(match: re.Match[str]) -> str:
    return '<vertex x="1" y="2" z="3"/>' + match[0]


def _twin(match: re.Match[str]) -> str:
    """Let the last triangle of an object have a corner of its own where another's lies."""
    corners = re.findall(r"<vertex [^>]*/>", match[1])
    return f'{match[1]}{corners[int(match[3])]}{match[2]}v3="{len(corners)}"{match[4]}'


def _exchanged(pattern: str) -> tuple[str, str]:
    return rf"({pattern})({pattern})", r"\2\1"


INK = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
PRODUCTION = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
CORNERS = r'(<vertices>(?:<vertex [^>]*/>)*)(</vertices>(?:<[^>]*>)*?<triangle [^>]*)v3="(\d+)"([^>]*></triangles>)'
TRIANGLE = r'<triangle v1="(\d+)" v2="(\d+)" v3="(\d+)"([^>]*)/>'
ITEM = r"<item [^>]*/>"
META = r"<metadata [^>]*/>"

ARCHIVE: dict[str, tuple[str, Edit]] = {
    "stored": ("a package that is not compressed", _stored),
    "flag-text": ("a member whose name is said to be UTF-8", _both(6, lambda flags: flags | 0x800)),
    "flag-locked": ("a member that is said to be encrypted", _field(LOCAL, 6, "<H", lambda flags: flags | 1)),
    "date": ("a member of another day", _both(12, lambda date: date + 1)),
    "version": ("a member that needs ZIP64", _both(4, lambda version: 45)),
    "made-by": ("a member made on another system", _field(CENTRAL, 5, "<B", lambda made: 0)),
    "mode": ("a member that may be run", _field(CENTRAL, 38, "<L", lambda mode: mode | 0o111 << 16)),
    "size": ("a size in the directory that the head has otherwise", _field(CENTRAL, 24, "<L", lambda size: size - 1)),
    "count": ("a directory that tells of one member less", _field(END, 10, "<H", lambda count: count - 1)),
    "before": ("a shebang before the package", _before),
    "between": ("bytes between two members", _between),
    "after": ("bytes after the package", lambda content: content + b"\0"),
    "comment": ("a comment on the package", _comment),
    "other-name": ("a member that its head and the directory call differently", _other_name),
    "reordered": ("the members in another order", _reordered),
    "thumbnail": ("a picture beside the model", _added("Metadata/thumbnail.png", b"\x89PNG\r\n\x1a\n")),
    "second-model": ("a second model", _added("3D/other.model", b"<model/>")),
    "print-settings": ("print settings", _added("Metadata/Slic3r_PE.config", b"; fill_density = 0%\n")),
    "types": ("another type of content", inside("[Content_Types].xml", "text/xml", "text/html")),
    "relation": (
        "a second relationship",
        inside("_rels/.rels", "(<Relationship )(.*?)(/>)", r'\1\2\3\1Target="/x.png" Id="rel1" Type="thumbnail"\3'),
    ),
}

MODELS: dict[str, tuple[str, Edit]] = {
    "mesh-twice": ("a second mesh in an object", _doubled("<mesh>.*?</mesh>")),
    "vertices-twice": ("a second list of corners", _doubled("<vertices>.*?</vertices>")),
    "triangles-twice": ("a second list of triangles", _doubled("<triangles>.*?</triangles>")),
    "build-twice": ("a second build", _doubled("<build>.*?</build>")),
    "build-empty": ("an empty build before the other", model("<build>", "<build></build><build>")),
    "resources-twice": ("a second list of resources", model("<resources>", "<resources></resources><resources>")),
    "metadata-group": (
        "metadata in an object",
        model("<mesh>", '<metadatagroup><metadata name="Title">x</metadata></metadatagroup><mesh>'),
    ),
    "metadata-more": ("metadata of another name", model("<resources>", '<metadata name="Designer">x</metadata>\\g<0>')),
    "metadata-build": ("metadata in the build", model("<build>", '<build><metadata name="Title">x</metadata>')),
    "title-twice": ("a second title", _doubled('<metadata name="Title">[^<]*</metadata>')),
    "extensions": ("an extension that is demanded", model('xml:lang="en"', '\\g<0> requiredextensions="m"')),
    "namespace": ("another namespace declared", model('xml:lang="en"', f'\\g<0> xmlns:m="{INK}"')),
    "uuid": ("a number of the production extension", model("<build>", f'<build xmlns:p="{PRODUCTION}" p:UUID="1">')),
    "language": ("another language", model('xml:lang="en"', 'xml:lang="de"')),
    "space": ("spaces that are to be kept", model('xml:lang="en"', '\\g<0> xml:space="preserve"')),
    "remark": ("a comment", model("<build>", "<!-- here --><build>")),
    "instruction": ("an instruction to programs", model("<model ", "<?show all?><model ")),
    "cdata": ("a title in CDATA", model('(Title">)([^<]*)', r"\1<![CDATA[\2]]>")),
    "character": ("a title with a numbered character", model('(Title">)', r"\1&#65;")),
    "blank": ("a line's end between elements", model("<build>", "\n<build>")),
    "blank-inside": ("a blank in a tag", model("<build>", "<build >")),
    "quotes": ("an attribute in other quotes", model('type="model"', "type='model'")),
    "attributes": ("two attributes in another order", model('(id="\\d+") (type="model")', r"\2 \1")),
    "after-end": ("a comment after the model's end", model("</model>\n", "</model>\n<!-- end -->\n")),
    "mark": ("a byte order mark", model("^", "\ufeff")),
    "latin": ("another encoding declared", model("UTF-8", "ISO-8859-1")),
    "alone": ("standalone declared", model('"UTF-8"', '"UTF-8" standalone="yes"')),
    "unprinted": ("an item that is not to be printed", model("(<item [^>]*)/>", r'\1 printable="0"/>')),
    "part-number": ("an item with a part's number", model("(<item [^>]*)/>", r'\1 partnumber="7"/>')),
    "support": ("an object that is support", model('type="model"', 'type="support"')),
    "thumbnail-object": ("an object with a picture", model('type="model"', 'type="model" thumbnail="/x.png"')),
    "items-exchanged": ("two items in another order", model(*_exchanged(ITEM))),
    "matrix-short": ("a matrix of eleven numbers", model('transform="([^"]*) 0"', r'transform="\1"')),
    "matrix-long": ("a matrix of thirteen numbers", model('transform="([^"]*)"', r'transform="\1 0"')),
    "matrix-plus": ("a number with a plus", model('transform="', 'transform="+')),
    "matrix-blanks": ("two blanks in a matrix", model('(transform="\\S+) ', r"\1  ")),
    "matrix-a-little": ("an item stretched by a millionth", model(' 1 (\\S+ \\S+ 0"/>)', r" 1.0000005 \1")),
    "matrix-comma": ("a decimal comma", model(' 0 0 1 (\\d+)"?\\.', r" 0 0 1 \1,")),
    "number-exponent": ("a number with an exponent", model('z="(\\d)"', r'z="\1e0"')),
    "number-plus": ("a corner with a plus", model('z="(\\d)', r'z="+\1')),
    "number-under": ("a number with an underscore", model('z="(\\d)"', r'z="0_\1"')),
    "number-hex": ("a number in hexadecimal", model('z="(\\d)"', r'z="0x\1"')),
    "number-blank": ("a number after a blank", model('z="(\\d)', r'z=" \1')),
    "number-zero": ("a nought below nought", model('z="0"', 'z="-0"')),
    "number-long": ("a number with more digits than it needs", model('z="(\\d)"', r'z="\1.000"')),
    "number-lead": ("a number with a nought in front", model('z="(\\d)', r'z="0\1')),
    "number-arabic": ("a digit of another script", model('z="0"', 'z="\u0660"')),
    "index-lead": ("a corner's number with a nought in front", model('v1="0"', 'v1="00"')),
    "corner-unused": ("a corner that no triangle has", model("</vertices>", _unused_corner)),
    "triangle-p2": ("a triangle with a second colour", model("(<triangle [^>]*)/>", r'\1 pid="1" p1="0" p2="1"/>')),
    "triangle-face": (
        "a triangle that begins at another corner",
        model(TRIANGLE, r'<triangle v1="\2" v2="\3" v3="\1"\4/>'),
    ),
    "colour-group": (
        "a group of colours",
        model("</basematerials>", '\\g<0><m:colorgroup id="90"><m:color color="#FF0000"/></m:colorgroup>'),
    ),
    "materials-twice": ("a second list of materials", _doubled("<basematerials .*?</basematerials>")),
    "alpha": ("a material that is seen through", model('FF"/>', '80"/>')),
    "lower-case": ("a colour in small letters", model('"#FFFFFFFF"', '"#ffffffff"')),
    "beam-lattice": ("a lattice of beams", model("</triangles>", '\\g<0><beamlattice radius="1" minlength="1"/>')),
    "slices": ("slices instead of a mesh", model("<object ", '<slicestack id="80"/><object ')),
    "object-unbuilt": (
        "an object that is never built",
        model('(<object )(id="\\d+")(.*?</object>)', r'\1\2\3\1id="77"\3'),
    ),
    "object-number": ("an object of another number", model('id="2"', 'id="222"')),
}

BAMBU_MODELS: dict[str, tuple[str, Edit]] = {
    "components-exchanged": ("two components in another order", model(*_exchanged("<component [^>]*/>"))),
    "component-moved": (
        "a component with a matrix",
        model('(<component objectid="\\d+")', r'\1 transform="1 0 0 0 1 0 0 0 1 0 0 1"'),
    ),
    "component-twice": ("a component twice", model("(<component [^>]*/>)", r"\1\1")),
    "nested": (
        "an object of an object",
        model('(<components><component objectid=)"\\d+"(.*)(<component objectid=)"\\d+"', r'\1"2"\2\3"\g<0>"'),
    ),
}

SETTINGS: dict[str, tuple[str, Edit]] = {
    "key-more": ("a setting that no set has", config(META, '\\g<0><metadata key="fill_density" value="0%"/>')),
    "key-twice": ("a setting twice", config(f"({META})", r"\1\1")),
    "keys-exchanged": ("two settings in another order", config(*_exchanged(META))),
    "layers": ("heights of layers", config("</config>", "<layer_config_ranges/></config>")),
    "object-more": ("settings of an object that is not there", config("(<object .*?</object>)", r"\1\1")),
    "object-gone": ("no settings for an object", config("<object .*?</object>", "")),
    "settings-remark": ("a comment in the settings", config("<config>", "<config><!-- x -->")),
    "settings-blank": ("a blank line in the settings", config("<config>", "<config>\n\n")),
    "matrix-digits": ("a matrix written otherwise", config('value="1 0 0 0', 'value="1.0 0 0 0')),
    "whole-number": (
        "a filament with a nought in front",
        config('key="extruder" value="1"', 'key="extruder" value="01"'),
    ),
}

PRUSA_SETTINGS: dict[str, tuple[str, Edit]] = {
    "copies": ("another number of copies", config('instances_count="1"', 'instances_count="2"')),
    "kind": ("a setting of another kind", config('type="volume" key="name"', 'type="object" key="name"')),
}

BAMBU_SETTINGS: dict[str, tuple[str, Edit]] = {
    "locked": ("a plate that is locked", config('value="false"', 'value="true"')),
    "instance": ("another copy on a plate", config('"instance_id" value="0"', '"instance_id" value="1"')),
    "plate-number": ("a plate of another number", config('"plater_id" value="1"', '"plater_id" value="3"')),
    "plate-empty": ("an empty plate before the first", config("<plate>", "<plate></plate><plate>")),
    "assemble": ("how things are put together", config("</config>", "<assemble></assemble></config>")),
    "members": ("two things of a plate in another order", config(*_exchanged("<model_instance>.*?</model_instance>"))),
}


def _aside(text: re.Match[str]) -> str:
    return f"{text[1]}{float(text[2]) + 0.05:.6f}".rstrip("0") + text[3]


# what a reader knows only from the set, or from the other files
OF_SETS: dict[str, tuple[str, str, Edit]] = {
    "title": ("another title", "content-foreign", model('(name="Title">)', r"\1My ")),
    "description": ("another description", "content-foreign", model('(Description">)', r"\1Use filament 9. ")),
    "application": ("made by another program", "content-foreign", model("quasiprint \\d", "PrusaSlicer-2")),
    "base-name": ("a material called otherwise", "colour-wrong", model('base name="body"', 'base name="red"')),
    "base-more": (
        "a material more",
        "colour-wrong",
        model("</basematerials>", '<base name="x" displaycolor="#112233FF"/>\\g<0>'),
    ),
    "aside": (
        "a thing 50 µm aside, for one slicer",
        "content-foreign",
        model(r'(<item [^>]* )(\S+)( \S+ 0"/>)', _aside),
    ),
    "part-name": (
        "a body called otherwise",
        "content-foreign",
        config('(<(?:volume|part) .*?key="name" value=")', r"\1x-"),
    ),
    "corner-twice": ("a corner twice, in one place", "content-foreign", model(CORNERS, _twin)),
    "nanometre": (
        "a corner of a body 1 nm higher in one file",
        "content-foreign mesh-open surface-slanted height-wrong",
        model('z="0.4"', 'z="0.400001"'),
    ),
}


def refused(flavour: str) -> dict[str, tuple[str, Edit]]:
    """Return what a reader can tell from a file alone, by name: what is done, and the edit."""
    own = {"prusa": (PRUSA_SETTINGS,), "bambu": (BAMBU_MODELS, BAMBU_SETTINGS)}[flavour]
    return {name: row for rows in (ARCHIVE, MODELS, SETTINGS, *own) for name, row in rows.items()}


def _edited(flavour: str, edit: Edit) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = chosen(folder, flavour)
        put(path, edit(path.read_bytes()))

    return apply


def _body_inked(flavour: str) -> Callable[[Path], None]:
    """Print a body in an inlay's filament, in the model and in the settings alike."""
    part = '((?:<part|<volume) .*?key="extruder" value=")1"'
    told = config(part, r'\g<1>2"')
    shown = model('(<object [^>]*pindex=")0"', r'\g<1>1"')

    def apply(folder: Path) -> None:
        path = chosen(folder, flavour)
        put(path, shown(told(path.read_bytes())))

    return apply


def _renamed(folder: Path) -> None:
    path = chosen(folder, "bambu")
    path.rename(path.with_name("other.3mf"))


def _rows() -> list[Mutation]:
    rows = []
    for flavour in FLAVOURS:
        head = f"3mf-{flavour}-foreign"
        for name, (says, edit) in refused(flavour).items():
            found = codes("content-foreign file-unreadable operation-wrong mark-off colour-wrong")
            rows.append(Mutation(f"{head}-{name}", says, GAMES, ("3mf",), found, _edited(flavour, edit)))
        for name, (says, found_as, edit) in OF_SETS.items():
            rows.append(Mutation(f"{head}-{name}", says, GAMES, ("3mf",), codes(found_as), _edited(flavour, edit)))
        says = "a body in an inlay's filament, and its material"
        rows.append(Mutation(f"{head}-ink", says, COLOURED, ("3mf",), codes("colour-wrong"), _body_inked(flavour)))
    rows.append(
        Mutation(
            "3mf-bambu-foreign-file", "a project called otherwise", GAMES, ("3mf",), codes("file-unlisted"), _renamed
        )
    )
    return rows


MUTATIONS: tuple[Mutation, ...] = tuple(_rows())
