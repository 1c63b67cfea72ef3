"""From what was asked for to what will be done: every value settled, nothing made yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from quasiprint import export, games
from quasiprint.model.errors import InputError
from quasiprint.model.game import Game, Option
from quasiprint.model.piece import Value
from quasiprint.model.profile import Measures
from quasiprint.pipeline.profiles import Profiles, choose

MAX_KERF = 1.0  # mm; lasers remove 0.1 to 0.5


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for. None: not said. Lengths in mm; profiles: names or files, those of the
    project in `project_profiles`; parameters: the game's own options that were given."""

    game: str
    parameters: Mapping[str, Value]
    formats: tuple[str, ...] | None = None
    profiles: tuple[str, ...] = ()
    project_profiles: tuple[str, ...] = ()
    seed: int = 0
    kerf: float | None = None
    clearance: float | None = None
    edge: float | None = None
    thickness: float | None = None
    stripe: float | None = None
    output: Path = Path()
    jobs: int = 1
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be done. formats: in the game's order; named: whether they were asked for by
    name, so that one which cannot be made is an error and not a warning. language: of the books."""

    game: str
    parameters: tuple[tuple[str, Value], ...]
    profiles: Profiles
    formats: tuple[str, ...]
    named: bool
    seed: int
    language: str = "en"


def settle(request: Request) -> Plan:
    """Return the plan of a request.

    Raises InputError for an unknown game, option, format or profile, and for measures that
    cannot be made, naming what was found and what is allowed.
    """
    game = games.load(request.game)
    given = parameters(game, request.parameters)
    return Plan(
        game=game.name,
        parameters=tuple(given.items()),
        profiles=_measured(choose(request.profiles, request.project_profiles), request, game, game.edge(given)),
        formats=_formats(game, request.formats),
        named=request.formats is not None,
        seed=request.seed,
        language=request.language,
    )


def parameters(game: Game, given: Mapping[str, Value]) -> dict[str, Value]:
    """Return a value for each of the options that the game's set depends on, as `settled` does."""
    return settled(game.name, tuple(option for option in game.options if option.makes), given)


def flag(name: str) -> str:
    """Return an option as it is typed."""
    return f"--{name.replace('_', '-')}"


def settled(game: str, allowed: tuple[Option, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Return a value for each of the options that are allowed.

    An option that another one excludes has no value; raises InputError if both are given, for an
    option that is none of these, and for a value outside its limits.
    """
    options = {option.name: option for option in allowed}
    for name in given:
        if name not in options:
            own = ", ".join(flag(name) for name in options) or "none"
            raise InputError(f"{flag(name)}: is no option of {game}; its own are {own}")
    out: set[str] = set()
    for name, value in given.items():
        if value != options[name].default:
            out.update(options[name].excludes)
            for other in options[name].excludes:
                if other in given:
                    raise InputError(f"{flag(other)}: found beside {flag(name)}, allowed is one of the two")
    return {
        name: _within(option, given.get(name, option.default)) for name, option in options.items() if name not in out
    }


def _within(option: Option, value: Value) -> Value:
    if option.choices and value not in option.choices:
        raise InputError(f"{flag(option.name)}: found {value!r}, allowed is {' or '.join(map(str, option.choices))}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = option.minimum, option.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            limits = [f"{word} {limit:g}" for word, limit in (("from", low), ("to", high)) if limit is not None]
            raise InputError(f"{flag(option.name)}: found {value:g}, allowed is {' '.join(limits)}")
    return value


def _formats(game: Game, asked: tuple[str, ...] | None) -> tuple[str, ...]:
    known = export.exporters()
    possible = tuple(name for name in game.formats if name in known)
    if asked is None:
        return possible
    for name in asked:
        if name not in possible:
            raise InputError(f"--format: found {name!r}, allowed for {game.name} are {', '.join(possible)}")
    if not asked:
        raise InputError(f"--format: found nothing, allowed for {game.name} are {', '.join(possible)}")
    return tuple(name for name in possible if name in asked)


def _measured(profiles: Profiles, request: Request, game: Game, edge: float) -> Profiles:
    """Return profiles with the measures that were asked for in place of their own, and with the
    game's where they have none."""
    if request.stripe is not None and not game.stripe:
        raise InputError(f"--stripe: found {request.stripe:g} mm, but the pieces of {game.name} have no stripes")
    sheet = profiles.sheet
    if request.kerf is not None:
        sheet = replace(sheet, kerf=request.kerf)
    if sheet.kerf > MAX_KERF:
        raise InputError(
            f"kerf: found {sheet.kerf:g} mm, allowed is up to {MAX_KERF:g} mm; it is the full width that the "
            "beam removes, and lasers remove 0.1 to 0.5 mm"
        )
    return replace(profiles, sheet=sheet, measures=tuple(_asked(m, request, game, edge) for m in profiles.measures))


def _asked(measures: Measures, request: Request, game: Game, edge: float) -> Measures:
    """Return measures as asked for: edge and stripe for every process; thickness and clearance
    for what is printed or cut, since nobody chooses the thickness of paper here. edge: the game's own."""
    usual = measures.edge or edge
    edge = usual if request.edge is None else request.edge
    # a larger tile has a wider stripe, unless one is asked for
    broad = (measures.stripe / usual if measures.stripe else game.stripe) * bool(game.stripe)
    stripe = round(broad * edge, 6) if request.stripe is None else request.stripe
    measures = replace(measures, edge=edge, stripe=stripe)
    if measures.process != "paper":
        thickness = measures.thickness if request.thickness is None else request.thickness
        clearance = measures.clearance if request.clearance is None else request.clearance
        measures = replace(measures, thickness=thickness, clearance=clearance)
    return measures


def refuse_impossible(measures: Measures) -> None:
    """Raise InputError for sizes in which no game can be made by this process.

    What one game or one construction needs beyond that, they say themselves.
    """
    m = measures
    if m.thickness > m.edge:
        raise InputError(
            f"thickness: found {m.thickness:g} mm, allowed is up to the edge, {m.edge:g} mm: it would stand, not lie"
        )


def named_parameters(plan: Plan) -> dict[str, Value]:
    """Return the game's own parameters; a folder or file by its name, wherever it lies."""
    kinds = {option.name: option.kind for option in games.load(plan.game).options}
    return {
        name: Path(str(value)).name if kinds[name] in ("folder", "source") else value for name, value in plan.parameters
    }
