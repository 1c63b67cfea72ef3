"""Random options of every game, and random profiles, drawn by a seed: each set is made and verified, or refused.

Options of the game, measures, beds, sheets, layers, pages and palettes, on the command line, in profiles and in a
project file; usual values, odd decimals, nothing, hardly anything, far too much. A refusal has exit code 2 and one line
that says what was found and what is allowed; or, for colours that cannot be told apart, the finding of the check and
exit code 1. All else is a failure.
"""

from __future__ import annotations

import math
import os
import random
import re
import shlex
import signal
import tempfile
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from called import invoke

GAMES = ("quasimino", "triomino", "majomino", "quomino")
FORMATS = ("stl", "3mf", "svg", "dxf", "pdf", "obj", "step")
OFTEN = (4, 3, 4, 3, 3, 1, 0.4)  # STEP is slow
PATIENCE = 300  # s that a set may take to be made and verified

Table = dict[str, Any]
# profiles with the values that come with the program; a drawn one differs in a few
PROFILES: dict[str, Table] = {
    "bed": {"width": 250, "depth": 210, "margin": 5, "gap": 5, "nozzle": 0.4, "extruders": 1},
    "sheet": {"width": 600, "height": 400, "margin": 5, "gap": 1, "kerf": 0.2, "layers": "lightburn"},
    "page": {"width": 210, "height": 297, "margin": 5, "bleed": 3},
    "printer": {
        "process": "printer", "thickness": 4, "clearance": 0.1, "corner_radius": 0.8, "min_feature_nozzles": 2.1,
        "inlay_depth": 0.6, "groove_depth": 0.4, "relief_height": 0.8, "chamfer": 0.4, "back_depth": 0.4, "layer": 0.2,
    },
    "laser": {"process": "laser", "thickness": 3, "clearance": 0, "corner_radius": 0.8, "min_feature": 0.4},
    "paper": {"process": "paper", "thickness": 0.3, "clearance": 0, "corner_radius": 0, "min_feature": 0.25},
}  # fmt: skip
TABLE = {kind: "measures" if kind in ("printer", "laser", "paper") else kind for kind in PROFILES} | {
    "palette": "palette"
}
LAYERS = ("boxes", "epilog", "glowforge", "k40-whisperer", "lightburn", "ponoko", "xtool")
PATTERNS = ("solid", "dashed", "dotted", "double", "ladder", "chevron", "line", "zigzag")
PACKAGED = (
    "bambu-a1-mini", "prusa-mini", "prusa-xl", "voron-350", "a4", "letter", "high-contrast", "okabe-ito", "strong",
    "tol-bright",
)  # fmt: skip
# what a check says of a palette, with exit code 1: which colours nobody can tell apart, how far they must differ
CHECKED = {"colours-alike"}
FOUND = re.compile(r"^error: ([a-z-]+):", re.MULTILINE)
USUAL = {"edge": 30.0, "thickness": 4.0, "clearance": 0.1, "kerf": 0.2, "stripe": 3.0}


@dataclass(frozen=True)
class Case:
    """A set to be made. options: as they are typed, without the two dashes. profiles: by name, their kind and values.
    project: which of the options stand in a project file instead."""

    game: str
    formats: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    profiles: Mapping[str, Table] = field(default_factory=dict)
    packaged: tuple[str, ...] = ()
    project: bool = False

    def files(self) -> dict[str, str]:
        """Return the files that it needs, by name."""
        files = {f"own-{kind}.toml": written(TABLE[kind], table) for kind, table in self.profiles.items()}
        if self.project:
            lines = [f"{name} = {spelled(value)}" for name, value in self.options.items()]
            names = [*files, *self.packaged]
            lines += [f"profile = [{', '.join(map(spelled, names))}]"] if names else []
            files["set.toml"] = "\n".join([f"game = {spelled(self.game)}", *lines, ""])
        return files

    def words(self) -> list[str]:
        """Return the words of the command line, after the program's name."""
        words = ["make", "--format", ",".join(self.formats), "-o", "out"]
        if self.project:
            return [*words, "--project", "set.toml"]
        words.insert(1, self.game)
        for name, value in self.options.items():
            words += [f"--{name}"] if value is True else [] if value is False else [f"--{name}", said(value)]
        for name in (*self.files(), *self.packaged):
            words += ["--profile", name]
        return words

    def command(self) -> str:
        """Return what a shell is to be told."""
        lines = [f"cat > {name} <<'END'\n{text}END" for name, text in self.files().items()]
        return "\n".join([*lines, f"quasiprint {shlex.join(self.words())} && quasiprint verify out"])


@dataclass(frozen=True)
class Outcome:
    """What came of a set. kind: "made", "refused" or "failed"."""

    case: Case
    kind: str
    says: str


def spelled(value: Any) -> str:
    """Return a value as TOML has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return (
        repr(value) if isinstance(value, int | float) else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    )


def said(value: Any) -> str:
    """Return a value as it is typed."""
    return repr(value) if isinstance(value, float) else str(value)


def written(name: str, table: Table) -> str:
    """Return a profile's file."""
    lines = [f"[{name}]", *(f"{key} = {spelled(value)}" for key, value in table.items() if key != "inks")]
    for ink in table.get("inks", ()):
        lines += [f"[[{name}.inks]]", *(f"{key} = {spelled(value)}" for key, value in ink.items())]
    return "\n".join([*lines, ""])


def number(r: random.Random, usual: float) -> float:
    """Draw a length around a usual one, or one that nobody would choose."""
    usual = usual or r.choice((0.1, 0.8))
    way = r.random()
    if way < 0.62:
        return round(usual * r.uniform(0.4, 2.2), r.choice((0, 1, 1, 2, 3, 4, 6, 9)))
    if way < 0.72:
        return r.choice((0, 0.0, 1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 0.01))
    if way < 0.8:
        return usual * r.choice((1 - 1e-9, 1 + 1e-9, 1 + 1e-6, 0.999, 1 / 3, 2, math.pi / 3))
    if way < 0.95:
        return round(usual * r.choice((0.05, 0.1, 0.2, 3, 5, 10)), r.choice((1, 3, 6)))
    return r.choice((100.0, 1000.0, 2000.0, 2000.1, 1e5, 1e9, 1e17, 1e19, -1.0))


def palette(r: random.Random) -> Table:
    """Draw a palette: colours of a packaged one in another order, or any."""
    count = r.choice((1, 1, 2, 2, 3, 5, 8))
    colours = ["#0072B2", "#D55E00", "#F0E442", "#000000", "#56B4E9", "#009E73", "#CC79A7", "#E69F00"]
    r.shuffle(colours)
    if r.random() < 0.4:
        colours = [f"#{r.randrange(1 << 24):06X}" for _ in colours]
    patterns = r.sample(PATTERNS, count)
    body = r.choice(("#FFFFFF", "#FFFFFF", "#000000", "#EEEEDD", f"#{r.randrange(1 << 24):06X}"))
    names = [f"ink {k}" for k in range(count)]
    return {
        "body": body,
        "inks": [
            dict(zip(("name", "rgb", "pattern"), row, strict=True))
            for row in zip(names, colours, patterns, strict=False)
        ],
    }


def profile(r: random.Random, kind: str) -> Table:
    """Draw a profile: a few values differ from those that come with the program."""
    if kind == "palette":
        return palette(r)
    table = dict(PROFILES[kind])
    numbers = [key for key, value in table.items() if not isinstance(value, str)]
    for key in r.sample(numbers, r.choice((1, 1, 1, 2, 2, 3))):
        if key == "extruders":
            table[key] = r.choice((0, 1, 2, 5, 16, 10**6))
        elif key in ("gap", "margin"):
            table[key] = number(r, r.choice((1, 5, 20)))
        else:
            table[key] = number(r, table[key])
    if kind == "sheet" and r.random() < 0.5:
        table["layers"] = r.choice(LAYERS)
    if TABLE[kind] == "measures" and r.random() < 0.3:
        table["edge"] = number(r, 30.0)
    return table


def own(r: random.Random, game: str) -> Table:
    """Draw a game's own options: small sets mostly."""
    some = r.random() < 0.7
    if game == "quasimino":
        return {"colours": r.choice((1, 1, 1, 2, 2, 3))} | ({"colours": r.choice((0, 9))} if r.random() < 0.02 else {})
    if game == "triomino":
        drawn: Table = {"highest": r.choice((0, 1, 1, 2, 2, 3, 5)), "shape": r.choice(("triangle", "square"))}
        if drawn["highest"] == 5:
            drawn["shape"] = "triangle"
        if r.random() < 0.03:
            drawn["highest"] = r.choice((9, 12, 20, 100))
        drawn |= (
            {"marks": r.choice(("digits", "pips")), "finish": r.choice(("recessed", "raised", "inlaid"))}
            if some
            else {}
        )
        if r.random() < 0.4:
            drawn["tack"] = number(r, 8.0)
            drawn |= {"tack-depth": number(r, 1.0)} if r.random() < 0.5 else {}
        return drawn
    if game == "majomino":
        drawn = {"size": r.choice((3, 3, 3, 5, 5, 7)), "count": r.choice((1, 1, 2, 3))}
        drawn |= {"size": r.choice((4, 9, 21))} if r.random() < 0.03 else {}
        drawn |= {"regions": r.choice(("coloured", "plain"))} if some else {}
        drawn |= {"walls": r.choice(("engraved", "cut"))} if r.random() < 0.4 else {}
        drawn |= {"per-page": r.choice((1, 2, 4))} if r.random() < 0.4 else {}
        return drawn | ({"distinct": True} if r.random() < 0.2 else {})
    drawn = {"size": r.choice((4, 4, 4, 5, 5, 6, 7, 9))}
    return drawn | ({"grip": r.choice(("dimple", "knob"))} if some else {})


def drawn(seed: str) -> Case:
    """Draw a set."""
    r = random.Random(seed)
    game = r.choice(GAMES)
    formats = tuple(dict.fromkeys(r.choices(FORMATS, OFTEN, k=r.choice((1, 1, 1, 2)))))
    options = own(r, game)
    usual = {"quasimino": 30.0, "triomino": 36.0, "majomino": 20.0, "quomino": 22.0}[game]
    for name in r.sample(sorted(USUAL), r.choice((0, 1, 1, 2, 3))):
        if name != "stripe" or game == "quasimino" or r.random() < 0.1:
            options[name] = number(r, usual if name == "edge" else USUAL[name])
    if r.random() < 0.1:
        options["seed"] = r.choice((1, 7, 10**18 - 1))
    if r.random() < 0.1:
        options["language"] = r.choice(("en", "de"))
    kinds = r.sample((*PROFILES, "palette"), r.choice((0, 0, 1, 1, 2, 3)))
    packaged = (r.choice(PACKAGED),) if r.random() < 0.15 else ()
    return Case(game, formats, options, {kind: profile(r, kind) for kind in kinds}, packaged, r.random() < 0.3)


class Late(BaseException):
    """A set takes longer than anybody waits."""


def _late(number: int, frame: FrameType | None) -> None:
    raise Late


def outcome(case: Case, patience: int = PATIENCE) -> Outcome:
    """Make and verify a set, in a temporary folder."""
    before = os.getcwd()
    signal.signal(signal.SIGALRM, _late)
    with tempfile.TemporaryDirectory(prefix="options-") as folder:
        os.chdir(folder)
        signal.alarm(patience)
        try:
            for name, text in case.files().items():
                Path(name).write_text(text)
            kind, says = _judged(case)
        except Late:
            kind, says = "failed", f"not done after {patience} s"
        finally:
            signal.alarm(0)
            os.chdir(before)
    return Outcome(case, kind, says)


def _judged(case: Case) -> tuple[str, str]:
    made = invoke(*case.words())
    said = " ".join(made.stderr.split())
    if made.exit_code == 2 and Path("out").exists():
        return "failed", f"refused, and files are left: {said[:300]}"
    if made.exit_code == 2:
        return ("refused" if is_refusal(made.stderr) else "failed"), said
    if made.exit_code == 1 and (codes := set(FOUND.findall(made.stderr))) and codes <= CHECKED:
        return "refused", said
    if made.exit_code:
        return "failed", f"make ends with {made.exit_code}: {_crash(made.exception) or said[:400]}"
    verified = invoke("verify", "out")
    if verified.exit_code:
        said = " ".join(verified.stderr.split())
        return "failed", f"verify ends with {verified.exit_code}: {_crash(verified.exception) or said[:400]}"
    return "made", ""


def is_refusal(message: str) -> bool:
    """Tell whether a message, after warnings, is one line that says what is wrong and what is allowed."""
    lines = [line for line in message.strip().splitlines() if not line.startswith("warning:")]
    last = lines[-1] if lines else ""
    usage = len(lines) == 4 and lines[0].startswith("Usage:")
    return (len(lines) == 1 or usage) and last.startswith("Error: ") and "allowed" in last


def _crash(problem: BaseException | None) -> str:
    if problem is None or isinstance(problem, SystemExit):
        return ""
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{type(problem).__name__}: {problem} ({Path(last.filename).name}:{last.lineno})"
