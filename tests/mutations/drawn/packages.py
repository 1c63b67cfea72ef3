"""3MF as a hand sees it: members of a ZIP, in an order, and the XML in them."""

from __future__ import annotations

import io
import random
import re
import warnings
import zipfile
from dataclasses import dataclass

from mutations.drawn import markup
from mutations.drawn.hands import Drawn, Nothing, bytes_of, everywhere, rearranged, rescaled, text_of

PICTURE = b"\x89PNG\r\n\x1a\n"
_IDENTITY = "1 0 0 0 1 0 0 0 1 0 0 0"
_BOX = (
    "<vertices>" + "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x in (0, 9) for y in (0, 9) for z in (0, 9))
    + "</vertices><triangles>" + "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in (
        (0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4),
        (1, 5, 7), (1, 7, 3))) + "</triangles>"
)  # fmt: skip
_CONFIG = (
    ("extruder", "2"), ("extruder", "0"), ("fill_density", "0%"), ("perimeters", "9"), ("layer_height", "0.05"),
    ("support_material", "1"), ("enable_support", "1"), ("brim_width", "20"), ("raft_layers", "5"), ("scale", "2"),
    ("xy_size_compensation", "-1"), ("sparse_infill_density", "0%"), ("wall_loops", "9"), ("printable", "0"),
    ("volume_type", "SupportEnforcer"), ("volume_type", "SupportBlocker"), ("volume_type", "NegativeVolume"),
    ("volume_type", "ParameterModifier"), ("modifier", "1"), ("subtype", "negative_part"), ("name", "another"),
    ("matrix", "2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1"), ("matrix", "1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1"), ("mesh_repaired",
    "1"),
    ("source_in_inches", "1"), ("source_offset_z", "9"), ("source_offset_x", "9"), ("text", "x"), ("wipe_into_objects",
    "1"),
    ("ironing_type", "top"), ("z_offset", "1"), ("fuzzy_skin", "all"), ("plater_id", "2"), ("locked", "true"),
    ("plater_name", "x"), ("gcode_file", "x.gcode"), ("thumbnail_file", "x.png"), ("bed_type", "x"), ("unknown", "1"),
    ("print_sequence", "by object"), ("spiral_mode", "true"), ("filament_maps", "2"), ("identify_id", "999"),
)  # fmt: skip
KNOWN = markup.Vocabulary(
    attributes=(
        ("unit", "inch"), ("unit", "micron"), ("unit", "meter"), ("unit", "Millimeter"), ("unit", ""), ("type",
        "support"),
        ("type", "other"), ("type", "solidsupport"), ("type", "surface"), ("type", "model"), ("printable", "0"),
        ("printable", "1"), ("slic3rpe:printable", "0"), ("transform", _IDENTITY), ("pid", "1"), ("pindex", "0"),
        ("transform", "2 0 0 0 2 0 0 0 2 0 0 0"), ("transform", "-1 0 0 0 1 0 0 0 1 50 0 0"), ("p1", "0"), ("pid",
        "99"),
        ("transform", "1 0 0 0 1 0 0 0 1 0 0 5"), ("transform", "1 0 0 0 0 1 0 -1 0 90 90 9"), ("objectid", "1"),
        ("transform", "1 0 0 0 1 0.2 0 0 1 30 30 0"), ("partnumber", "x"), ("name", "another"), ("thumbnail", "/x.png"),
        ("id", "1"), ("id", "2"), ("id", "99"), ("requiredextensions", "p"), ("requiredextensions", "m s p b"),
        ("recommendedextensions", "m"), ("xml:lang", "de"), ("xml:space", "preserve"), ("preserve", "1"),
        ("slic3rpe:custom_supports", "4"), ("slic3rpe:custom_seam", "4"), ("slic3rpe:mmu_segmentation", "8"),
        ("paint_color", "8"), ("paint_supports", "4"), ("paint_seam", "4"), ("slic3rpe:fuzzy_skin", "4"), ("v1", "0"),
        ("p2", "1"), ("p3", "1"), ("face_property", "Hole"), ("displaycolor", "#FF0000FF"), ("displaycolor",
        "#00FF0000"),
        ("x", "1e6"), ("z", "-4"), ("p:UUID", "00000000-0000-0000-0000-000000000000"), ("p:path", "/3D/x.model"),
        ("xmlns", "urn:other"), ("xmlns:p", "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"),
        ("meshresolution", "lowres"), ("slicestackid", "1"), ("s:slicestackid", "1"), ("subtype", "modifier_part"),
        ("subtype", "support_blocker"), ("instances_count", "5"), ("instances_count", "0"), ("firstid", "10"),
        ("lastid", "0"), ("key", "extruder"), ("value", "2"), ("value", "0"), ("face_count", "1"), ("unknown", "1"),
        ("Extension", "gcode"), ("PartName", "/3D/3dmodel.model"), ("TargetMode", "External"), ("Target",
        "/3D/x.model"),
        ("offset", "0 0 9"), ("assemble_item_type", "1"), ("instance_id", "1"), ("tid", "9"), ("subtype",
        "normal_part"),
    ),
    elements=(
        f"<mesh>{_BOX}</mesh>", f'<object id="90" type="model"><mesh>{_BOX}</mesh></object>', "<mesh/>",
        f'<object id="91" type="support"><mesh>{_BOX}</mesh></object>', "<vertices/>", "<triangles/>",
        "<vertices>" + '<vertex x="0" y="0" z="50"/>' * 4 + "</vertices>", '<vertex x="1" y="2" z="3"/>',
        '<triangles><triangle v1="0" v2="1" v3="2"/></triangles>', '<triangle v1="0" v2="1" v3="2"/>',
        '<triangle v1="0" v2="0" v3="1"/>', '<triangle v1="2" v2="1" v3="0"/>', '<build><item objectid="2"/></build>',
        "<build/>", '<item objectid="2"/>', f'<item objectid="2" transform="{_IDENTITY}"/>',
        '<item objectid="90" transform="1 0 0 0 1 0 0 0 1 100 100 0"/>', '<item objectid="2" printable="0"/>',
        f'<resources><object id="92"><mesh>{_BOX}</mesh></object></resources>', "<resources/>", "<components/>",
        '<components><component objectid="2"/></components>', '<component objectid="2"/>', "<metadatagroup/>",
        f'<component objectid="2" transform="{_IDENTITY}"/>', '<metadata name="Title">Another</metadata>',
        '<metadata name="Description">x</metadata>', '<metadata name="x:y">x</metadata>', '<metadata name="Title"/>',
        '<metadatagroup><metadata name="Title">x</metadata></metadatagroup>',
        '<metadata name="Application">x</metadata>',
        '<metadata name="slic3rpe:Version3mf">1</metadata>', '<metadata name="BambuStudio:3mfVersion">1</metadata>',
        '<metadata name="slic3rpe:MmPaintingVersion">1</metadata>', '<metadata name="Thumbnail">/x.png</metadata>',
        '<basematerials id="80"><base name="a" displaycolor="#FF0000"/></basematerials>', "<triangleset/>",
        '<base name="a" displaycolor="#FF0000"/>', '<m:colorgroup id="81"/>', "<beamlattice/>", "<slicestack/>",
        *(f'<metadata type="object" key="{key}" value="{value}"/>' for key, value in _CONFIG),
        *(f'<metadata type="volume" key="{key}" value="{value}"/>' for key, value in _CONFIG[:24]),
        *(f'<metadata key="{key}" value="{value}"/>' for key, value in _CONFIG),
        '<volume firstid="0" lastid="9"><metadata type="volume" key="volume_type" value="SupportBlocker"/></volume>',
        '<part id="99" subtype="normal_part"><metadata key="name" value="x"/></part>', '<object id="99"/>',
        '<plate><metadata key="plater_id" value="9"/></plate>', '<model_instance><metadata key="object_id" value="2"/>'
        "</model_instance>", '<layer_config_ranges><range min_z="0" max_z="4"/></layer_config_ranges>', "<assemble/>",
        '<assemble_item object_id="2" instance_id="0" transform="1 0 0 0 1 0 0 0 1 0 0 0" offset="0 0 0"/>',
        '<Default Extension="png" ContentType="image/png"/>', '<Default Extension="gcode" ContentType="text/x.gcode"/>',
        '<Override PartName="/3D/3dmodel.model" ContentType="text/plain"/>',
        '<Relationship Target="/3D/x.model" Id="rel9" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>',
        '<Relationship Target="/x.png" Id="rel8" '
        'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/>',
        '<mesh_stat edges_fixed="9"/>', '<filament id="1" type="PLA" color="#FF0000"/>',
        '<header_item key="x" value="y"/>',
    ),
    wrappers=("metadatagroup", "resources", "build", "components", "x", 'object id="95"', "config", "plate", "mesh"),
    names=("object", "item", "mesh", "component", "volume", "part", "metadata", "plate", "vertex", "triangle", "x"),
)  # fmt: skip
MODEL = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<model unit="millimeter" '
    b'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh>'
    + _BOX.encode()
    + b'</mesh></object></resources><build><item objectid="1"/></build></model>'
)
MEMBERS = (
    ("Metadata/thumbnail.png", PICTURE), ("3D/other.model", MODEL), ("3D/Objects/object_1.model", MODEL),
    ("Metadata/Slic3r_PE.config", b"; perimeters = 9\n; fill_density = 0%\n; layer_height = 0.05\n"),
    ("Metadata/Slic3r_PE.config", b"; nozzle_diameter = 0.8,0.8\n; extruder_colour = #FF0000;#00FF00\n"),
    ("Metadata/Slic3r_PE_model.config", b'<?xml version="1.0"?>\n<config/>\n'), ("Metadata/notes.txt", b"text"),
    ("Metadata/model_settings.config", b'<?xml version="1.0"?>\n<config/>\n'), ("Metadata/plate_1.gcode", b"G1 X0\n"),
    ("Metadata/project_settings.config", b'{"layer_height": "0.05", "wall_loops": "9"}'), ("mimetype", b"model/3mf"),
    ("Metadata/Slic3r_PE_layer_heights_profile.txt", b"object_id=1|0;0.05;4;0.05"), ("../out.txt", b"x"),
    ("Metadata/Slic3r_PE_layer_config_ranges.xml", b'<objects><object id="1"><range min_z="0" max_z="4">'
     b'<option opt_key="fill_density">0%</option></range></object></objects>'), ("3d/3dmodel.model", MODEL),
    ("Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml", b'<custom_gcodes_per_print_z><code print_z="1" type="4" '
     b'extruder="1" color="" extra="" gcode="M600"/></custom_gcodes_per_print_z>'), ("Metadata/", b""),
    ("Metadata/custom_gcode_per_layer.xml", b'<custom_gcodes_per_layer><plate><plate_info id="1"/><layer top_z="1" '
     b'type="2" extruder="1" color="" extra="" gcode="pause"/></plate></custom_gcodes_per_layer>'),
    ("Metadata/slice_info.config", b"<config/>"), ("Metadata/cut_information.xml", b"<objects/>"), ("/3D/x.model",
    MODEL),
    ("3D/_rels/3dmodel.model.rels", b'<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/'
     b'package/2006/relationships"><Relationship Target="/3D/Objects/object_1.model" Id="r1" '
     b'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'), ("docProps/core.xml",
     b""),
    ("[content_types].xml", b"<Types/>"), ("_rels/.rels ", b""), ("C:\\x", b""), ("Auxiliaries/x.html",
    b"<script>1</script>"),
)  # fmt: skip


COORDINATES = tuple(re.compile(rf'(?<= {axis}=")[-\d.]+(?=")') for axis in "xyz")


@dataclass(slots=True)
class Member:
    info: zipfile.ZipInfo
    content: bytes
    level: int | None = None

    def copy(self) -> Member:
        return Member(_renamed(self.info, self.info.filename), self.content, self.level)


def _renamed(info: zipfile.ZipInfo, name: str) -> zipfile.ZipInfo:
    fresh = zipfile.ZipInfo(name, info.date_time)
    fresh.compress_type, fresh.external_attr, fresh.create_system = (
        info.compress_type,
        info.external_attr,
        info.create_system,
    )
    fresh.comment, fresh.extra, fresh.flag_bits = info.comment, info.extra, info.flag_bits
    return fresh


def parsed(content: bytes) -> list[Member]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [Member(info, archive.read(info)) for info in archive.infolist()]


def written(members: list[Member], comment: bytes = b"") -> bytes:
    held = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name twice is meant
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.comment = comment
            for one in members:
                archive.writestr(_renamed(one.info, one.info.filename), one.content, one.info.compress_type, one.level)
    return held.getvalue()


def _member(r: random.Random, content: bytes) -> Drawn:
    members = parsed(content)
    at = r.randrange(len(members))
    one, name = members[at], members[at].info.filename
    what = r.choice((
        "rearranged", "rearranged", "stored", "compressed otherwise", "dated otherwise", "with rights",
        "with a comment",
        "with an extra field", "renamed", "put in", "put in", "put in", "put in", "archive comment", "bytes before",
        "bytes behind", "another file's content", "cut off", "as LZMA", "encoding", "spaced",
    ))  # fmt: skip
    comment, before, behind = b"", b"", b""
    if what == "rearranged":
        what = rearranged(r, members, at, Member.copy)
    elif what == "stored":
        one.info.compress_type = zipfile.ZIP_STORED
    elif what == "as LZMA":
        one.info.compress_type = r.choice((zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2))
    elif what == "compressed otherwise":
        one.level = r.choice((1, 9))
    elif what == "dated otherwise":
        one.info.date_time = (2026, 1, 2, 3, 4, 6)
    elif what == "with rights":
        one.info.external_attr, one.info.create_system = 0o100777 << 16, r.choice((0, 3))
    elif what == "with a comment":
        one.info.comment = b"text"
    elif what == "with an extra field":
        one.info.extra = b"\x99\x99\x04\x00text"
    elif what == "renamed":
        fresh = r.choice((name.lower(), name.upper(), f"x/{name}", name.replace("/", "\\"), f"{name}x", f"/{name}"))
        one.info, what = _renamed(one.info, fresh), f"renamed {fresh}"
    elif what == "put in":
        fresh, held = r.choice(MEMBERS)
        members.insert(r.randint(0, len(members)), Member(_renamed(one.info, fresh), held))
        what = f"put in: {fresh}"
    elif what == "archive comment":
        comment = b"text"
    elif what == "bytes before":
        before = r.choice((b"\0", b"text", b"solid x\n", content))
    elif what == "bytes behind":
        behind = r.choice((b"\0", b"text", content[-22:], content))
    elif what == "another file's content":
        one.content = r.choice(members).content
    elif what == "cut off":
        one.content = one.content[: r.randrange(len(one.content))]
    elif what == "encoding":
        if one.content.startswith(PICTURE):
            raise Nothing
        text = one.content.decode()
        one.content = r.choice((text.encode("utf-16"), b"\xef\xbb\xbf" + one.content, text.encode("utf-16-le")))
    else:
        one.content = r.choice((one.content.replace(b"><", b">\n<"), one.content.rstrip(), one.content + b"\n",
                                one.content.replace(b'"', b"'")))  # fmt: skip
    whole = before + written(members, comment) + behind
    if whole == written(parsed(content)):
        raise Nothing
    return Drawn(whole, f"member {what}", name)


def mutated(r: random.Random, content: bytes) -> Drawn:
    """Draw a mutation of a 3MF file."""
    if r.random() < 0.2:
        return _member(r, content)
    members = parsed(content)
    one = r.choice([held for held in members if held.content.lstrip().startswith(b"<")] or [None])
    if one is None:
        raise Nothing
    text = text_of(one.content)
    chance = r.random()
    if chance < 0.06:
        text, kind, says = everywhere(r, text)
    elif chance < 0.09:
        text, kind, says = rescaled(r, text, r.choice(COORDINATES))
    else:
        text, kind, says = markup.mutated(r, text, KNOWN)
    if bytes_of(text) == one.content:
        raise Nothing
    one.content = bytes_of(text)
    return Drawn(written(members), f"{one.info.filename.rpartition('/')[2]}: {kind}", says)
