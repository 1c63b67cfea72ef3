"""Mutations of what is inlaid in a back: the black corners of a Quomino's white side, which are printed on the bed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from mutations.assemblies import Step, edited, moved_in_place
from mutations.folder import Mutation, NotHere, codes, files, put
from mutations.packages import FLAVOURS, MODEL, member, repacked
from mutations.stl import Facets, bodies, read, write

BACK = "inlay-back-4"  # the last of the four, and the last body of its piece
VERTEX = re.compile(r'<vertex x="([^"]*)"')
COMPONENT, PART = re.compile(r'<component objectid="\d+"/>'), re.compile(r"<part .*?</part>")
BLOCK = re.compile(r"((?:v .*\n)+)g (\S+)\nusemtl (\S+)\n((?:f .*\n)+)")
ASIDE = 0.3  # mm


def _files(folder: Path, kind: str) -> list[Path]:
    return files(folder, f"stl/quomino_x*-{kind}.stl")


def _corner(facets: Facets) -> np.ndarray:
    """Return which facets are those of the last inlay that lies on the bed."""
    found = [own for own in bodies(facets) if facets[own][..., 2].min() == 0]
    if not found:
        raise NotHere("nothing is inlaid in a back")
    return found[-1]


def _on_stl(change: Callable[[Facets, np.ndarray], Facets], pattern: str = "") -> Callable[[Path], None]:
    """Change a file of inlays: those of the pieces, or of the first plate that a pattern names."""

    def apply(folder: Path) -> None:
        path = files(folder, pattern)[-1] if pattern else _files(folder, "inlay-c0")[0]
        facets = read(path)
        write(path, change(facets, _corner(facets)))

    return apply


def _gone(facets: Facets, corner: np.ndarray) -> Facets:
    return np.delete(facets, corner, axis=0)


def _aside(facets: Facets, corner: np.ndarray) -> Facets:
    facets = facets.copy()
    facets[corner, :, 0] += ASIDE
    return facets


def _higher(facets: Facets, corner: np.ndarray) -> Facets:
    facets = facets.copy()
    own = facets[corner]
    own[..., 2][own[..., 2] > 0] += 0.2
    facets[corner] = own
    return facets


def _floating(facets: Facets, corner: np.ndarray) -> Facets:
    facets = facets.copy()
    facets[corner, :, 2] += 0.2
    return facets


def _white(folder: Path) -> None:
    """Have the corners printed from the body's spool: move them to its file."""
    (inlays,), (body,) = _files(folder, "inlay-c0"), _files(folder, "body")
    facets = read(inlays)
    low = [own for own in bodies(facets) if facets[own][..., 2].min() == 0]
    write(body, np.concatenate([read(body), *(facets[own] for own in low)]))
    write(inlays, np.delete(facets, np.concatenate(low), axis=0))


def _pocket(folder: Path) -> None:
    """Make the pockets 0.2 mm less deep than what lies in them."""
    (path,) = _files(folder, "body")
    facets = read(path)
    deep = read(_files(folder, "inlay-c0")[0])
    height = max(deep[own][..., 2].max() for own in bodies(deep) if deep[own][..., 2].min() == 0)
    facets[..., 2][facets[..., 2] == height] -= 0.2
    write(path, facets)


def _alone(folder: Path) -> None:
    """Add a plate on which corners lie and nothing else, called as if they were bodies."""
    facets = read(_files(folder, "inlay-c0")[0])
    write(folder / "stl/plate-9-body.stl", facets[_corner(facets)] + np.array([100.0, 100.0, 0.0]))


def _packed(flavour: str, change: Callable[[str, str], tuple[str, str]]) -> Callable[[Path], None]:
    """Change the model and the settings of a package with Quominoes."""

    def apply(folder: Path) -> None:
        for path in files(folder, f"3mf/*{flavour}.3mf"):
            model, config = member(path, MODEL), member(path, FLAVOURS[flavour])
            if "relief" not in path.name and BACK in config:
                own, told = change(model, config)
                repacked(path, {MODEL: own, FLAVOURS[flavour]: told})
                return
        raise NotHere("no package with such an inlay")

    return apply


def _filament(model: str, config: str) -> tuple[str, str]:
    """Give one corner the body's filament."""
    at = config.index(BACK)
    return model, config[:at] + config[at:].replace('key="extruder" value="2"', 'key="extruder" value="1"', 1)


def _range(config: str) -> tuple[int, int, str]:
    """Return the triangles of the first corner in PrusaSlicer's settings, and the words for it."""
    found = re.search(r'<volume firstid="(\d+)" lastid="(\d+)">(?:(?!</volume>).)*' + BACK + ".*?</volume>", config)
    assert found
    return int(found[1]), int(found[2]), found[0]


def _object(model: str) -> re.Match[str]:
    """Return the first Quomino in PrusaSlicer's model."""
    found = re.search(r'<object [^>]*name="quomino-[^"]*".*?</object>', model, re.S)
    assert found
    return found


def _gone_prusa(model: str, config: str) -> tuple[str, str]:
    first, last, words = _range(config)
    own = _object(model)
    triangles = re.findall(r"<triangle [^>]*/>", own[0])
    vertices = re.findall(r"<vertex [^>]*/>", own[0])
    gone = {int(k) for text in triangles[first : last + 1] for k in re.findall(r'v\d="(\d+)"', text)}
    less = own[0].replace("".join(triangles[first : last + 1]), "")
    less = less.replace("".join(vertices[min(gone) : max(gone) + 1]), "")
    return model[: own.start()] + less + model[own.end() :], config.replace(words, "", 1)


def _aside_prusa(model: str, config: str) -> tuple[str, str]:
    own = _object(model)
    corners = list(VERTEX.finditer(own[0]))[-6:]  # of a triangle that is raised
    text = own[0][: corners[0].start()] + VERTEX.sub(_moved, own[0][corners[0].start() :])
    return model[: own.start()] + text + model[own.end() :], config


def _moved(match: re.Match[str]) -> str:
    return f'<vertex x="{float(match[1]) + ASIDE:g}"'


def _gone_bambu(model: str, config: str) -> tuple[str, str]:
    own = re.search(r'<object id="(\d+)" type="model" name="quomino-\d+"><components>.*?</object>', model)
    assert own
    told = re.search(rf'<object id="{own[1]}">.*?</object>', config)
    assert told
    last, part = list(COMPONENT.finditer(own[0]))[-1], list(PART.finditer(told[0]))[-1]
    return (
        model.replace(own[0], own[0][: last.start()] + own[0][last.end() :]),
        config.replace(told[0], told[0][: part.start()] + told[0][part.end() :]),
    )


def _aside_bambu(model: str, config: str) -> tuple[str, str]:
    own = re.search(rf'<object [^>]*name="quomino-{BACK}".*?</object>', model)
    assert own
    return model.replace(own[0], VERTEX.sub(_moved, own[0])), config


def _on_obj(change: Callable[[re.Match[str]], str]) -> Callable[[Path], None]:
    """Change the last corner in the file of a Quomino."""

    def apply(folder: Path) -> None:
        (path,) = files(folder, "obj/quomino_x*.obj")
        text = path.read_text()
        last = list(BLOCK.finditer(text))[-1]
        if BACK not in last[2]:
            raise NotHere("nothing is inlaid in a back")
        put(path, text[: last.start()] + change(last) + text[last.end() :])

    return apply


def _obj_aside(block: re.Match[str]) -> str:
    rows = [line.split() for line in block[1].splitlines()]
    moved = "".join(f"v {float(x) + ASIDE:g} {y} {z}\n" for _, x, y, z in rows)
    return block[0].replace(block[1], moved, 1)


def _step_back(step: Step) -> list[int]:
    found = [keys for name, keys in step.instances() if BACK in name]
    if not found:
        raise NotHere("nothing is inlaid in a back")
    return found[0]


def _step_gone(step: Step) -> None:
    for key in _step_back(step):
        del step.entities[key]


def _step_aside(step: Step) -> None:
    moved_in_place(step, _step_back(step), (ASIDE, 0, 0))


def _step_white(step: Step) -> None:
    """Give the last of the bodies in ink, a corner, the style of the first body."""
    styled = step.of_kind("STYLED_ITEM")
    style = step.references(styled[0])[0]
    inked = [key for key in styled if step.references(key)[0] != style]
    if not inked:
        raise NotHere("one colour only")
    step.entities[inked[-1]] = re.sub(r"\(#\d+\)", f"(#{style})", step.entities[inked[-1]])


def _row(name: str, kind: str, says: str, found: str, apply: Callable[[Path], None]) -> Mutation:
    return Mutation(name, says, ("quomino",), (kind,), codes(found), apply)


GONE, ELSEWHERE = "an inlay of a back left out", "an inlay of a back 0.3 mm beside its pocket"
WHITE = "an inlay of a back in the body's filament"
PLATE = "stl/plate-*-inlay-c0.stl"

MUTATIONS: tuple[Mutation, ...] = (
    _row("stl-back-gone", "stl", GONE, "mark-missing", _on_stl(_gone)),
    _row("stl-back-aside", "stl", ELSEWHERE, "mark-off", _on_stl(_aside)),
    _row("stl-back-higher", "stl", "an inlay of a back 0.2 mm higher than its pocket", "height-wrong",
         _on_stl(_higher)),
    _row("stl-back-floating", "stl", "an inlay of a back 0.2 mm above the bed", "height-wrong", _on_stl(_floating)),
    _row("stl-back-white", "stl", "inlays of a back in the body's file", "mesh-open", _white),
    _row("stl-back-pocket", "stl", "pockets in a back 0.2 mm less deep than their inlays", "height-wrong", _pocket),
    _row("stl-back-alone", "stl", "a plate of inlays of a back, called a body", "height-wrong", _alone),
    _row("plate-back-gone", "stl", f"{GONE}, on a plate", "mark-missing", _on_stl(_gone, PLATE)),
    _row("plate-back-aside", "stl", f"{ELSEWHERE}, on a plate", "mark-off", _on_stl(_aside, PLATE)),
    _row("3mf-prusa-back-gone", "3mf", GONE, "mark-missing", _packed("prusa", _gone_prusa)),
    _row("3mf-bambu-back-gone", "3mf", GONE, "mark-missing", _packed("bambu", _gone_bambu)),
    _row("3mf-prusa-back-aside", "3mf", ELSEWHERE, "mark-off", _packed("prusa", _aside_prusa)),
    _row("3mf-bambu-back-aside", "3mf", ELSEWHERE, "mark-off", _packed("bambu", _aside_bambu)),
    _row("3mf-prusa-back-white", "3mf", WHITE, "colour-wrong", _packed("prusa", _filament)),
    _row("3mf-bambu-back-white", "3mf", WHITE, "colour-wrong", _packed("bambu", _filament)),
    _row("step-back-gone", "step", GONE, "mark-missing", edited(_step_gone)),
    _row("step-back-aside", "step", ELSEWHERE, "mark-off", edited(_step_aside)),
    _row("step-back-white", "step", "an inlay of a back in the body's colour", "colour-wrong", edited(_step_white)),
    _row("obj-back-gone", "obj", GONE, "mark-missing", _on_obj(lambda block: "")),
    _row("obj-back-aside", "obj", ELSEWHERE, "mark-off", _on_obj(_obj_aside)),
    _row("obj-back-white", "obj", "an inlay of a back in the body's material", "colour-wrong",
         _on_obj(lambda block: block[0].replace(f"usemtl {block[3]}", "usemtl body"))),
)  # fmt: skip
