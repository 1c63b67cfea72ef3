"""Mutations of 3MF packages: of their model, of the slicer's settings, and of the archive."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from mutations.folder import GAMES, Mutation, NotHere, codes, files, manifest, one_sided, put

MODEL = "3D/3dmodel.model"
FLAVOURS = {"prusa": "Metadata/Slic3r_PE_model.config", "bambu": "Metadata/model_settings.config"}
ITEM = re.compile(r'<item objectid="(\d+)" transform="([^"]*)"[^>]*/>')
OBJECT = re.compile(r'<object id="(\d+)"[^>]*name="([^"]*)"[^>]*>.*?</object>', re.S)
Edit = Callable[[str, Path], str]


def chosen(folder: Path, flavour: str, relief: bool = False) -> Path:
    """Return the package to break: the one with the most pieces. relief: of those in one filament that is changed."""
    found = [path for path in files(folder, f"3mf/*{flavour}*.3mf") if ("relief" in path.name) is relief]
    if not found:
        raise NotHere("the set has no such package")
    ours = {piece["id"] for piece in manifest(folder)["pieces"]}
    return max(found, key=lambda path: sum(name in ours for _, name in OBJECT.findall(member(path, MODEL))))


def member(path: Path, name: str) -> str:
    """Return a member of a package as text."""
    with zipfile.ZipFile(path) as package:
        return package.read(name).decode()


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the members of a package, in order."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(members: Mapping[str, bytes], *more: tuple[str, bytes], stored: bool = False) -> bytes:
    """Return a package whose archive is as that of a set's files, so that only what is in it differs."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the name of one more is there already is what is wanted
        for name, body in (*members.items(), *more):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            new.writestr(entry, body, compresslevel=None if stored else 1)
    return stream.getvalue()


def repacked(path: Path, changed: dict[str, str | None], extra: tuple[str, str] | None = None) -> None:
    """Write a package again with some members changed, or left out where there is None, or one added."""
    held: dict[str, bytes] = {}
    for name, body in unpacked(path.read_bytes()).items():
        text = changed.get(name, body)
        if text is not None:
            held[name] = text.encode() if isinstance(text, str) else text
    put(path, packed(held, *([(extra[0], extra[1].encode())] if extra else [])))


def _on(name: str, flavour: str, edit: Edit) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = chosen(folder, flavour)
        text = member(path, name)
        edited = edit(text, path)
        if edited == text:
            raise NotHere("nothing like it in the package")
        repacked(path, {name: edited})

    return apply


def _matrix(text: str) -> np.ndarray:
    """Return a transform as four rows: a point in a row is multiplied from the left."""
    return np.array([float(word) for word in text.split()]).reshape(4, 3)


def _words(matrix: np.ndarray) -> str:
    return " ".join(f"{number:.9f}" for number in matrix.ravel())


def _items(text: str) -> list[tuple[re.Match[str], str]]:
    """Return the items that are laid, each with its object's name."""
    names = {int(key): name for key, name in OBJECT.findall(text)}
    return [(match, names[int(match[1])]) for match in ITEM.finditer(text)]


def _placed(change: Callable[[np.ndarray, float], np.ndarray], sided: bool = False) -> Edit:
    """Change the transform of an item: the first, or the first whose mirror image is another piece."""

    def edit(text: str, path: Path) -> str:
        held = manifest(path.parent.parent)
        sides = {piece["id"] for piece in held["pieces"] if one_sided(piece) and len(set(piece["marks"])) > 1}
        found = [match for match, name in _items(text) if not sided or name in sides]
        if not found:
            raise NotHere("every piece is its own mirror image")
        match = found[0]
        height = held["parameters"]["measures"]["printer"]["thickness"]
        changed = match[0].replace(match[2], _words(change(_matrix(match[2]), height)))
        return text[: match.start()] + changed + text[match.end() :]

    return edit


def _mirrored(matrix: np.ndarray, height: float) -> np.ndarray:
    return np.vstack([-matrix[0], matrix[1:]])


def _turned_over(matrix: np.ndarray, height: float) -> np.ndarray:
    return np.vstack([matrix[0], -matrix[1], -matrix[2], matrix[3] + [0, 0, height]])


def _scaled(matrix: np.ndarray, height: float) -> np.ndarray:
    return np.vstack([1.01 * matrix[:3], matrix[3]])


def _off(matrix: np.ndarray, height: float) -> np.ndarray:
    return np.vstack([matrix[:3], matrix[3] - [100, 0, 0]])


def _lifted(matrix: np.ndarray, height: float) -> np.ndarray:
    return np.vstack([matrix[:3], matrix[3] + [0, 0, 0.5]])


def _left_out(text: str, path: Path) -> str:
    match = _items(text)[0][0]
    return text[: match.start()] + text[match.end() :]


def _twice(text: str, path: Path) -> str:
    match = _items(text)[0][0]
    return text[: match.end()] + match[0] + text[match.end() :]


def _twice_elsewhere(text: str, path: Path) -> str:
    """Lay a tile's object in the place of another, other tile of its shape."""
    held = {piece["id"]: piece for piece in manifest(path.parent.parent)["pieces"]}
    items = [(match, held[name]) for match, name in _items(text) if name in held]
    for one, mine in items:
        for two, theirs in items:
            if mine["shape"] == theirs["shape"] and mine["marks"] != theirs["marks"]:
                changed = two[0].replace(f'objectid="{two[1]}"', f'objectid="{one[1]}"')
                return text[: two.start()] + changed + text[two.end() :]
    raise NotHere("all pieces of the plate are alike")


def _overlap(text: str, path: Path) -> str:
    """Move the second item to 5 mm from where the first lies."""
    (one, _), (two, _), *_ = [*_items(text), (None, ""), (None, "")]
    if two is None:
        raise NotHere("the plate has one piece only")
    matrix = _matrix(two[2])
    matrix[3] = _matrix(one[2])[3] + [5, 0, 0]
    return text[: two.start()] + two[0].replace(two[2], _words(matrix)) + text[two.end() :]


def _inch(text: str, path: Path) -> str:
    return text.replace('unit="millimeter"', 'unit="inch"')


def _no_unit(text: str, path: Path) -> str:
    return text.replace('unit="millimeter"', 'unit="metre"')


def _vertex(text: str, path: Path) -> str:
    match = re.search(r'<vertex x="([^"]*)"', text)
    assert match
    return text.replace(match[0], f'<vertex x="{float(match[1]) + 0.05:.6f}"', 1)


def _vertex_nan(text: str, path: Path) -> str:
    return re.sub(r'<vertex x="[^"]*"', '<vertex x="NaN"', text, count=1)


def _triangle_dropped(text: str, path: Path) -> str:
    return re.sub(r"<triangle [^>]*/>", "", text, count=1)


def _triangle_flipped(text: str, path: Path) -> str:
    return re.sub(r'<triangle v1="(\d+)" v2="(\d+)"', r'<triangle v1="\2" v2="\1"', text, count=1)


def _triangle_astray(text: str, path: Path) -> str:
    return re.sub(r'<triangle v1="\d+"', '<triangle v1="9999999"', text, count=1)


def _component(text: str, path: Path) -> str:
    """Leave one inlay out of a piece that is put together from parts."""
    match = re.search(r"(<components><component [^>]*/>.*?)<component [^>]*/>(</components>)", text)
    if match is None:
        raise NotHere("pieces have one part each")
    return text[: match.start()] + match[1] + match[2] + text[match.end() :]


def _astray(text: str, path: Path) -> str:
    return re.sub(r'<item objectid="\d+"', '<item objectid="99999"', text, count=1)


def _filament_rgb(text: str, path: Path) -> str:
    """Give the second filament another colour in the model."""
    found = re.findall(r'displaycolor="([^"]*)"', text)
    if len(found) < 2 or 'value="2"' not in _config(path):
        raise NotHere("one filament only")
    return text.replace(f'displaycolor="{found[1]}"', 'displaycolor="#123456FF"', 1)


def _config(path: Path) -> str:
    return member(path, next(name for flavour, name in FLAVOURS.items() if flavour in path.name))


def _entity(text: str, path: Path) -> str:
    declaration, rest = text.split("?>", 1)
    return f'{declaration}?>\n<!DOCTYPE model [<!ENTITY title "set">]>{rest}'


def _not_xml(text: str, path: Path) -> str:
    return text[:-30]


def _names(text: str, path: Path) -> str:
    """Exchange the names of two pieces that are laid, in the model."""
    held = {piece["id"]: piece for piece in manifest(path.parent.parent)["pieces"]}
    ids = [name for _, name in OBJECT.findall(text) if name in held]
    one = next((i for i in ids if held[i]["marks"] != held[ids[0]]["marks"]), None)
    if one is None:
        raise NotHere("all pieces of the plate are alike")
    swap = {f'name="{ids[0]}"': f'name="{one}"', f'name="{one}"': f'name="{ids[0]}"'}
    return re.sub("|".join(map(re.escape, swap)), lambda match: swap[match[0]], text)


EXTRUDER = re.compile(r'key="extruder" value="(\d+)"')


def _swapped(text: str, path: Path) -> str:
    """Exchange two filaments everywhere: the body's and an inlay's if there are no two for inlays."""
    used = sorted({int(number) for number in EXTRUDER.findall(text)})
    if len(used) < 2:
        raise NotHere("one filament only")
    swap = {used[-2]: used[-1], used[-1]: used[-2]}
    return EXTRUDER.sub(lambda match: f'key="extruder" value="{swap.get(int(match[1]), int(match[1]))}"', text)


def _one_extruder(text: str, path: Path) -> str:
    """Give the last part that is not of the body's filament the filament before its own."""
    found = [match for match in EXTRUDER.finditer(text) if match[1] != "1"]
    if not found:
        raise NotHere("one filament only")
    match = found[-1]
    return f'{text[: match.start()]}key="extruder" value="{int(match[1]) - 1}"{text[match.end() :]}'


def _no_such_filament(text: str, path: Path) -> str:
    return EXTRUDER.sub('key="extruder" value="40"', text, count=2)


def _ranges(text: str, path: Path) -> str:
    """Let the first piece's body end a triangle later, and what follows begin there."""
    match = re.search(r'lastid="(\d+)"(.*?)firstid="(\d+)"', text, re.S)
    if match is None or "</object>" in match[2] or int(match[3]) != int(match[1]) + 1:
        raise NotHere("pieces have one part each")
    shifted = f'lastid="{int(match[1]) + 1}"{match[2]}firstid="{int(match[3]) + 1}"'
    return text[: match.start()] + shifted + text[match.end() :]


def _range_short(text: str, path: Path) -> str:
    """End the first body a triangle too early: no volume has it."""
    return re.sub(r'lastid="(\d+)"', lambda match: f'lastid="{int(match[1]) - 1}"', text, count=1)


def _other_plate(text: str, path: Path) -> str:
    """Let the first plate's first piece stand on the second in the settings, and lie where it lay."""
    plates = re.findall(r"<plate>.*?</plate>", text, re.S)
    if len(plates) < 2:
        raise NotHere("one plate only")
    instance = re.search(r"<model_instance>.*?</model_instance>", plates[0], re.S)
    assert instance
    first = plates[0].replace(instance[0], "", 1)
    second = plates[1].replace("</plate>", f"{instance[0]}</plate>")
    return text.replace(plates[0], first).replace(plates[1], second)


def _instance_gone(text: str, path: Path) -> str:
    return re.sub(r"<model_instance>.*?</model_instance>", "", text, count=1, flags=re.S)


def _matrix_moved(text: str, path: Path) -> str:
    """Move a part by 2 mm in the settings: slicers obey it."""
    return text.replace('value="1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1"', 'value="1 0 0 2 0 1 0 0 0 0 1 0 0 0 0 1"', 1)


def _negative(text: str, path: Path) -> str:
    return text.replace('value="ModelPart"', 'value="NegativeVolume"', 1).replace(
        'subtype="normal_part"', 'subtype="negative_part"', 1
    )


def _config_gone(flavour: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        repacked(chosen(folder, flavour), {FLAVOURS[flavour]: None})

    return apply


def _truncated(flavour: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = chosen(folder, flavour)
        put(path, path.read_bytes()[:-200])

    return apply


def _model_twice(flavour: str) -> Callable[[Path], None]:
    """Put a second model of the same name into the archive, with a piece less: readers differ in which they take."""

    def apply(folder: Path) -> None:
        path = chosen(folder, flavour)
        repacked(path, {}, (MODEL, _left_out(member(path, MODEL), path)))

    return apply


def _gone(flavour: str) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        chosen(folder, flavour).unlink()

    return apply


SIDED = ("quasimino", "triomino", "majomino")
COLOURED = ("quasimino", "majomino", "quomino")
UNREADABLE = "file-unreadable"
FOREIGN = f"{UNREADABLE} content-foreign"


def _rows(flavour: str) -> tuple[Mutation, ...]:
    config = FLAVOURS[flavour]

    def row(
        name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES
    ) -> Mutation:
        return Mutation(f"3mf-{flavour}-{name}", says, games, ("3mf",), codes(found), apply)

    def model(name: str, says: str, found: str, edit: Edit, games: tuple[str, ...] = GAMES) -> Mutation:
        return row(name, says, found, _on(MODEL, flavour, edit), games)

    def settings(name: str, says: str, found: str, edit: Edit, games: tuple[str, ...] = GAMES) -> Mutation:
        return row(name, says, found, _on(config, flavour, edit), games)

    rows = [
        model("inch", "the unit is the inch", "unit-wrong", _inch),
        model("unit-unknown", "a unit that 3MF does not know", "unit-wrong file-unreadable", _no_unit),
        model("left-out", "a piece left out", "piece-missing", _left_out),
        model("twice", "a piece twice in one place", "piece-doubled overlap", _twice),
        model("twice-elsewhere", "a piece twice, another not at all", "piece-doubled piece-missing id-wrong",
              _twice_elsewhere, SIDED),
        model("mirrored", "a piece laid by a mirroring matrix", "piece-mirrored mesh-inside-out piece-doubled",
              _placed(_mirrored, sided=True), SIDED),
        model("turned-over", "a piece laid upside down", "piece-turned-over", _placed(_turned_over)),
        model("larger", "a piece laid 1 % larger", "piece-size", _placed(_scaled)),
        model("off-bed", "a piece laid off the bed", "off-bed", _placed(_off)),
        model("lifted", "a piece laid 0.5 mm above the bed", "height-wrong off-bed", _placed(_lifted)),
        model("overlap", "a piece laid into another", "overlap", _overlap),
        model("vertex", "a corner moved by 0.05 mm", "surface-slanted piece-size piece-foreign mark-off mark-foreign",
              _vertex),
        model("nan", "a coordinate that is no number", FOREIGN, _vertex_nan),
        model("triangle-dropped", "a triangle dropped", "mesh-open colour-wrong content-foreign", _triangle_dropped),
        model("triangle-flipped", "a triangle flipped", "mesh-open mesh-inside-out", _triangle_flipped),
        model("triangle-astray", "a triangle with a corner that is not there", UNREADABLE, _triangle_astray),
        model("item-astray", "an item whose object is not there", UNREADABLE, _astray),
        model("filament-rgb", "a filament of another colour", "colour-wrong", _filament_rgb, COLOURED),
        model("names", "two pieces' names exchanged", "id-wrong marks-differ file-unreadable", _names, SIDED),
        model("entity", "a DTD with an entity", FOREIGN, _entity),
        model("not-xml", "the model's end missing", FOREIGN, _not_xml),
        settings("swapped", "two filaments exchanged everywhere", "colour-wrong", _swapped, COLOURED),
        settings("one-extruder", "one part in another filament", "colour-wrong", _one_extruder, COLOURED),
        settings("no-filament", "a filament that is not there", "colour-wrong file-unreadable", _no_such_filament),
        settings("matrix", "a part moved by 2 mm in the slicer's settings",
                 "mark-off piece-foreign overlap off-bed file-unreadable", _matrix_moved),
        settings("negative", "a part to be cut away instead of printed",
                 "file-unreadable piece-missing operation-wrong", _negative),
        row("settings-gone", "no settings for the slicer", f"{FOREIGN} colour-wrong", _config_gone(flavour)),
        row("truncated", "the archive cut off", UNREADABLE, _truncated(flavour)),
        row("model-twice", "two models of one name in the archive", FOREIGN, _model_twice(flavour)),
        row("gone", "the package removed", "piece-missing file-missing manifest-wrong", _gone(flavour)),
    ]  # fmt: skip
    if flavour == "prusa":
        rows += [
            settings("ranges", "parts bounded a triangle too late", "mesh-open colour-wrong", _ranges, COLOURED),
            settings("range-short", "a triangle in no part", "mesh-open file-unreadable", _range_short),
        ]
    else:
        rows += [
            model("component", "an inlay left out of a piece", "mark-missing", _component, COLOURED),
            settings("other-plate", "a piece counted to another plate", "off-bed piece-missing", _other_plate,
                     COLOURED),
            settings("instance", "a piece on no plate", "piece-missing off-bed file-unreadable", _instance_gone),
        ]  # fmt: skip
    return tuple(rows)


MUTATIONS: tuple[Mutation, ...] = (*_rows("prusa"), *_rows("bambu"))
