"""Mutations of pictures of faces, and of Tabletop Simulator's save, models and pictures."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image, PngImagePlugin

from mutations.folder import GAMES, Mutation, codes, files, liveliest, one_sided, other, put

HIDDEN = ("quasimino", "triomino", "quomino")
Change = Callable[[Image.Image], Image.Image]
Save = dict[str, Any]


def _png(path: Path, change: Change, dpi: int = 0, note: str = "") -> None:
    """Write a picture anew. dpi: what it says of itself, 0: what it said."""
    image = Image.open(io.BytesIO(path.read_bytes()))
    dpi = dpi or round(image.info["dpi"][0])
    image = change(image)
    stream = io.BytesIO()
    told = PngImagePlugin.PngInfo()
    if note:
        told.add_text("Comment", note)
    image.save(stream, "PNG", dpi=(dpi, dpi), pnginfo=told)
    put(path, stream.getvalue())


def _same(image: Image.Image) -> Image.Image:
    return image


def _spot(image: Image.Image) -> Image.Image:
    """Return a picture with a red square where everything is one colour."""
    image = image.copy()
    w, h, wide = image.width, image.height, 14
    for y in range(h // 3, h - wide):
        for x in range(w // 3, w - wide, 3):
            if len(image.crop((x - 4, y - 4, x + wide, y + wide)).getcolors() or [0, 0]) == 1:
                image.paste((213, 20, 20, 255), (x, y, x + wide - 5, y + wide - 5))
                return image
    raise AssertionError("nowhere in it is one colour alone")


def _wider(image: Image.Image) -> Image.Image:
    return image.resize((image.width + 1, image.height))


def _turned(image: Image.Image) -> Image.Image:
    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def _side(side: str, change: Change, dpi: int = 0, note: str = "") -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        piece = liveliest(folder, one_sided if change is _turned else lambda piece: True)
        (name,) = [name for name in piece["files"] if name.endswith(f"-{side}.png")]
        _png(folder / name, change, dpi, note)

    return apply


def _exchanged(folder: Path) -> None:
    piece = liveliest(folder)
    one, two = (next(name for name in thing["files"] if name.endswith("-front.png"))
                for thing in (piece, other(folder, piece)))  # fmt: skip
    here, there = (folder / one).read_bytes(), (folder / two).read_bytes()
    put(folder / one, there)
    put(folder / two, here)


def _gone(folder: Path) -> None:
    piece = liveliest(folder)
    (folder / next(name for name in piece["files"] if name.endswith("-front.png"))).unlink()


def _saved(change: Callable[[Save, list[Save]], None]) -> Callable[[Path], None]:
    """Change a save. The function gets all of it, and the pieces in it."""

    def apply(folder: Path) -> None:
        (path,) = files(folder, "tts/Saves/*.json")
        save = json.loads(path.read_text())
        bags = [one for one in save["ObjectStates"] if one["Name"] == "Bag"]
        change(save, bags[0]["ContainedObjects"] if bags else save["ObjectStates"])
        put(path, json.dumps(save, indent=1, ensure_ascii=False) + "\n")

    return apply


def _foreign(save: Save, pieces: list[Save]) -> None:
    save["ObjectStates"].append({"Name": "Die_6", "GUID": "abcdef"})


def _twice(save: Save, pieces: list[Save]) -> None:
    pieces.append({**pieces[0], "GUID": "0a0a0a"})


def _model(pattern: str, change: Callable[[re.Match[str]], str], count: int = 0) -> Callable[[Path], None]:
    """Change the lines of a model that are like a pattern."""

    def apply(folder: Path) -> None:
        path = files(folder, "tts/Mods/Models/*.obj")[-1]
        put(path, re.sub(pattern, change, path.read_text(), count=count, flags=re.MULTILINE))

    return apply


def _times(factor: float) -> Callable[[re.Match[str]], str]:
    return lambda match: f"v {' '.join(f'{factor * float(word):.6f}' for word in match[1].split())}"


def _painted(folder: Path) -> None:
    _png(files(folder, "tts/Mods/Images/*.png")[0], _spot)


def _token_gone(save: Save, pieces: list[Save]) -> None:
    next(one for one in save["ObjectStates"][1:] if one["Name"] == "Bag")["ContainedObjects"].pop()


def _row(name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES) -> Mutation:
    return Mutation(name, says, games, (name.partition("-")[0],), codes(found), apply)


MUTATIONS: tuple[Mutation, ...] = (
    _row("png-spot", "a spot on a front", "mark-foreign", _side("front", _spot)),
    _row("png-back-spot", "a spot on a back", "back-wrong", _side("back", _spot)),
    _row("png-mirrored", "a front as its mirror image", "mark-foreign", _side("front", _turned), ("triomino",)),
    _row("png-exchanged", "the fronts of two pieces exchanged", "mark-foreign piece-size", _exchanged,
         ("quasimino", "triomino", "majomino")),
    _row("png-wider", "a picture one dot wider", "piece-size", _side("front", _wider)),
    _row("png-dpi", "a picture that says another size of itself", "unit-wrong", _side("front", _same, dpi=96)),
    _row("png-note", "a picture with a note in it", "content-foreign", _side("back", _same, note="piece")),
    _row("png-gone", "a front missing", "manifest-wrong piece-missing", _gone),
    _row("tts-gone", "a piece missing in the bag", "piece-missing", _saved(lambda save, pieces: pieces.__delitem__(0))),
    _row("tts-twice", "a piece twice in the bag", "piece-doubled", _saved(_twice)),
    _row("tts-face-up", "a hidden piece face up", "piece-turned-over",
         _saved(lambda save, pieces: pieces[0]["Transform"].update(rotZ=0.0)), HIDDEN),
    _row("tts-named", "a hidden piece with its name", "back-telling",
         _saved(lambda save, pieces: pieces[0].update(Description="0-0-0")), HIDDEN),
    _row("tts-scaled", "a piece twice as large on the table", "unit-wrong",
         _saved(lambda save, pieces: pieces[0]["Transform"].update(scaleX=2.0))),
    _row("tts-foreign", "a die on the table", "content-foreign", _saved(_foreign)),
    _row("tts-token-gone", "an accessory missing", "accessory-count", _saved(_token_gone), ("quasimino", "quomino")),
    _row("tts-millimetres", "a model in millimetres", "piece-size", _model("^v (.*)$", _times(25.4))),
    _row("tts-hole", "a model with a triangle missing", "mesh-open", _model("^f .*\n", lambda match: "", 1)),
    _row("tts-picture-moved", "a model whose picture lies elsewhere", "mark-off",
         _model("^vt 0.([0-9]*) ", lambda match: f"vt 0.9{match[1][:5]} ", 1)),
    _row("tts-spot", "a spot on a model's picture", "mark-foreign back-wrong", _painted),
)  # fmt: skip
