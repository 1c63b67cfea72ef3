"""A run as a value: what was asked for, and everything from outside that it needs, read once.

What `settle` returns holds bytes and choices. Whatever is designed, checked and made follows from it alone: no
path, no disk, no standard input. It can be handed to another process.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from quasiprint import formats, games
from quasiprint.accessories import refuse_unmade
from quasiprint.disk.reading import name_of, read_bytes, read_folder, read_standard_input
from quasiprint.errors import InputError, as_written, hint
from quasiprint.make.profiles import Profiles, choose, with_prices
from quasiprint.make.templates import templates
from quasiprint.model import plugins
from quasiprint.model.choices import (
    MAKERS,
    CutStyle,
    Extra,
    Flip,
    IdStyle,
    Maker,
    Offer,
    Storage,
    TypeSize,
    choose_kinds,
)
from quasiprint.model.face import snap
from quasiprint.model.format import ZLIB, Depends, Format
from quasiprint.model.game import Coupon, Game, Parameters, traits
from quasiprint.model.limits import LIMITS, Signed
from quasiprint.model.measures import Manner, Measures, Size
from quasiprint.model.option import COMMON, LARGEST, Kind, Option, Supplied, settle_options
from quasiprint.model.piece import Part, Value, part
from quasiprint.model.plugins import Entry, Failure
from quasiprint.model.profile import Paper
from quasiprint.model.templates import Templates

STDIN = "-"
EVERYTHING = "all"  # of the extras


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for. None: not said. Lengths in mm; profiles: names or files, those of the
    project in `project_profiles`; parameters: the game's own options that were given, files and folders by their
    paths; those that are at hand already are `supplied`, by option. only: names of pieces and accessories, each with a
    colon and a count, or without; spares: see `Part`. papers: by name; none: those of a profile, else
    `usual_paper`, else A4. extras: see `Extra`, or `EVERYTHING`."""

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
    jobs: int | None = None
    cut: str | None = None
    ids: str | None = None
    touch: bool = False
    tabs: tuple[int, float] | None = None
    bleed: float | None = None
    dpi: int | None = None
    back_offset: tuple[float, float] | None = None
    flip: str | None = None
    type: str | None = None
    language: str = "en"
    only: tuple[str, ...] = ()
    spares: int = 0
    price: tuple[str, ...] = ()
    storage: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    usual_paper: str = ""
    extras: tuple[str, ...] = ()
    supplied: tuple[tuple[str, Supplied], ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """What will be done. parameters: a value for each option that nothing excludes; a file or folder by its name.

    supplied: the files that options name. formats: in the order in which they are made; named: whether they were asked
    for by name, so that one which cannot be made is an error and not a warning. language: of the books. templates:
    the texts, a user's own before those of the program. left_out: why formats that others bring are not made.
    libraries: by name, the versions of what else decides the bytes. part: what of the set is made, None: all of it.
    """

    game: str
    parameters: tuple[tuple[str, Value], ...]
    profiles: Profiles
    formats: tuple[str, ...]
    named: bool
    seed: int
    language: str = "en"
    supplied: tuple[tuple[str, Supplied], ...] = ()
    templates: Templates = field(default_factory=Templates)
    left_out: tuple[str, ...] = ()
    libraries: tuple[tuple[str, str], ...] = ()
    part: Part | None = None


def settle(request: Request) -> Run:
    """Read everything from outside that a request names, and return the run. Raises InputError for what is unknown,
    cannot be read, or cannot be made, naming what was found and what is allowed."""
    game = games.load(request.game)
    request = _without_allowance(request) if isinstance(game, Coupon) else request
    given = parameters(game, request.parameters)
    at_hand = dict(request.supplied)
    supplied = {
        **dict(read_supplies(game, {name: value for name, value in given.items() if name not in at_hand})),
        **at_hand,
    }
    game = bound(game, supplied)
    asked = part(request.only, request.spares)
    sizes = {maker: _usual_size(game, given, request.touch, maker) for maker in MAKERS}
    chosen, refused = choose_formats(game, request.formats, request.touch)
    profiles = choose(request.profiles, request.project_profiles, request.papers, request.usual_paper)
    if request.stripe is not None and not sizes[Maker.PAPER].stripe:
        raise InputError(
            f"--stripe: found {request.stripe:g} mm, allowed is none: the pieces of {game.name} have no stripes"
        )
    profiles = replace(
        profiles,
        sheet=profiles.sheet if isinstance(game, Coupon) else replace(profiles.sheet, settings=()),  # coupons use them
        prices=with_prices(profiles.prices, request.price),
        measures=tuple(_measures_for(own, request, sizes[own.process]) for own in profiles.measures),
        manner=_manner(request),
        pages=tuple(_page_for(page, request) for page in profiles.pages),
    )
    refuse_unmade(profiles.manner.storage, makers(chosen))
    return Run(
        game=game.name,
        parameters=tuple(
            (name, name_of(Path(str(value))) if name in supplied else value) for name, value in given.items()
        ),
        profiles=profiles,
        formats=chosen,
        named=request.formats is not None,
        seed=request.seed,
        language=request.language,
        supplied=tuple(supplied.items()),
        templates=templates(game.name, request.language, chosen),
        left_out=tuple(f"format {failure}; it is left out" for failure in refused),
        libraries=versions_here(libraries_of_set(game.name, chosen)),
        part=asked,
    )


def with_formats(run: Run, game: Game, asked: tuple[str, ...]) -> Run:
    """Return a run with formats that are asked for by name. Raises InputError for what the game cannot be made as."""
    chosen, _ = choose_formats(game, asked, run.profiles.manner.touch)
    refuse_unmade(run.profiles.manner.storage, makers(chosen))
    texts = templates(run.game, run.language, chosen)  # each format brings its own
    made_with = versions_here(libraries_of_set(run.game, chosen))
    return replace(run, formats=chosen, named=True, left_out=(), templates=texts, libraries=made_with)


def bound(game: Game, supplied: Mapping[str, Supplied]) -> Game:
    """Return a game as the files that are supplied decide it. Raises InputError if they are not as it needs them."""
    return traits(game).bound(supplied) or game


def room(run: Run) -> Game:
    """Return the game of a run, as its files decide it."""
    return bound(games.load(run.game), dict(run.supplied))


def _without_allowance(request: Request) -> Request:
    """Return what is asked of a coupon: nothing is allowed for, since what a machine makes of its very lines is to be
    measured. Raises InputError if somebody asks for an allowance."""
    for flag, found in (("--kerf", request.kerf), ("--clearance", request.clearance)):
        if found:
            raise InputError(
                f"{flag}: found {found:g} mm, allowed is none: a coupon is made as it is drawn, to measure it"
            )
    if request.back_offset not in (None, (0.0, 0.0)) or request.cut not in (None, CutStyle.SEPARATE):
        said = "--cut" if request.back_offset in (None, (0.0, 0.0)) else "--back-offset"
        raise InputError(f"{said}: allowed is none: a coupon is made as it is drawn, to measure it")
    return replace(request, kerf=0.0, clearance=0.0, back_offset=(0.0, 0.0))


def makers(names: Iterable[str]) -> set[Maker]:
    """Return which processes formats are for."""
    return {formats.load(name).offer.maker for name in names}


def _usual_size(game: Game, given: Parameters, touch: bool, maker: Maker) -> Size:
    """Return how large a game's pieces are as a process makes them. Raises InputError if it cannot be made for
    fingers, and is to be."""
    found = traits(game)
    if touch:
        touched = found.touch_size(given)
        if touched is None:
            raise InputError(f"--touch: {game.name} cannot be made to be read with fingers; leave it out")
        return touched
    return found.printed_size(given) if maker is Maker.PRINTER else found.size(given)


def read_supplies(game: Game, given: Mapping[str, Value]) -> Iterator[tuple[str, Supplied]]:
    """Yield the files that a game's options name, by option."""
    for option in game.options:
        value = str(given.get(option.name, ""))
        if not value or not option.kind.names_files:
            continue
        path = Path(value)
        if option.kind is Kind.FOLDER:
            files = read_folder(path, option.flag, option.suffix, option.most_files, option.most_bytes)
            yield option.name, Supplied(name_of(path), files)
        elif value == STDIN and option.kind is Kind.SOURCE:
            content = read_standard_input(f"{option.flag}: standard input", option.most_bytes)
            yield option.name, Supplied("standard input", ((STDIN, content),))
        # a bare name may be that of something else, such as a board; then a folder of that name is not in the way
        elif option.kind is Kind.FILE or path.name != value or (os.path.exists(value) and not path.is_dir()):
            label = option.flag.strip("-").replace("-", " ") if option.kind is Kind.FILE else f"{option.flag}:"
            content = read_bytes(path, f"{label} {value!r}", option.most_bytes)
            kept = f"{option.name}{option.suffix}" if option.kind is Kind.FILE else name_of(path)
            yield option.name, Supplied(name_of(path), ((kept, content),))


def parameters(game: Game, given: Mapping[str, Value]) -> dict[str, Value]:
    """Return a value for each of the options that the game's set depends on, as `settle_options` does."""
    return settle_options(game.name, tuple(option for option in game.options if option.makes), given)


def choose_formats(
    game: Game, asked: tuple[str, ...] | None, touch: bool = False
) -> tuple[tuple[str, ...], tuple[Failure, ...]]:
    """Return the formats to make, in their order, and of those that are made by themselves the ones that cannot be.
    asked: by name; None: those that are made by themselves. touch: whether fingers are to read the set, which a laser
    cannot make. Raises InputError for what the game cannot be made as."""
    if asked is None:
        every, refused = formats.every()
        usual = (one for one in every if one.default and one.offer in game.offers)
        return tuple(one.name for one in usual if not touch or one.offer is not Offer.DRAWINGS), refused
    own = {one.name: one for one in (_possible(game, name) for name in asked)}  # "PDF,pdf" is one
    if not own:
        raise _not_possible(game, "nothing")
    for one in own.values():
        if touch and one.offer is Offer.DRAWINGS:
            raise InputError(
                f"--format: found {one.name} with --touch, allowed are formats for a printer, and pdf: a laser only "
                "sinks lines, and fingers follow raised ones"
            )
    return tuple(one.name for one in sorted(own.values(), key=formats.place)), ()


def _possible(game: Game, name: str) -> Format:
    """Return a format. Raises InputError if there is none of the name, if it cannot be loaded, or is not for this
    game's sets."""
    known = [one.name for one in formats.every()[0]]
    name = as_written(name, known)
    entry = formats.entry(name)
    if entry is None:
        raise _not_possible(game, f"{name!r}{hint(name, known)}")
    one = entry if isinstance(entry, Failure) else formats.load_entry(entry)
    if isinstance(one, Failure):
        raise InputError(f"--format: {one}")
    if one.offer not in game.offers:
        raise _not_possible(game, repr(name))
    return one


def _not_possible(game: Game, found: str) -> InputError:
    possible = ", ".join(one.name for one in formats.every()[0] if one.offer in game.offers)
    return InputError(f"--format: found {found}, allowed for {game.name} are {possible}")


def _manner(request: Request) -> Manner:
    """Return how the maker wants the set."""
    cut, ids = request.cut or CutStyle.SEPARATE, request.ids or IdStyle.NONE
    for name, allowed in {"cut": CutStyle, "ids": IdStyle, "flip": Flip, "type": TypeSize}.items():
        if (found := getattr(request, name)) and found not in tuple(allowed):
            raise InputError(f"--{name}: found {found[:40]!r}, allowed is {' or '.join(allowed)}")
    if cut == CutStyle.SHARED and request.clearance:
        raise InputError(
            f"--clearance: found {request.clearance:g} mm with --cut shared, allowed is 0: tiles that share a cut have "
            "nothing but the kerf between them; leave it out, or choose --cut separate"
        )
    tabs, tab = request.tabs or (0, 0.0)
    storage = choose_kinds("--storage", Storage, request.storage)
    extras = choose_kinds("--extras", Extra, request.extras, EVERYTHING)
    size = TypeSize(request.type or TypeSize.NORMAL)
    return Manner(CutStyle(cut), IdStyle(ids), tabs, snap(tab), storage, request.touch, extras, size)


def _page_for(page: Paper, request: Request) -> Paper:
    """Return a page as asked for."""
    if request.dpi is not None:
        LIMITS["dpi"].refuse("--dpi", request.dpi)
    kinds: dict[str, Any] = {"bleed": snap, "dpi": int, "flip": Flip}
    kinds["back_offset"] = lambda by: tuple(map(Signed, map(snap, by)))
    asked = {name: kind(getattr(request, name)) for name, kind in kinds.items() if getattr(request, name) is not None}
    return replace(page, **asked)


def _measures_for(own: Measures, request: Request, size: Size) -> Measures:
    """Return measures as asked for: edge and stripe for every process; thickness and clearance for what is printed
    or cut, since nobody chooses the thickness of paper here; kerf for what is cut. size: the game's own."""
    usual = own.size.edge or size.edge
    edge = usual if request.edge is None else snap(request.edge)
    # a larger tile has a wider stripe, unless one is asked for
    broad = (own.size.stripe / usual if own.size.stripe else size.stripe) * bool(size.stripe)
    stripe = snap(broad * edge if request.stripe is None else request.stripe)
    stock, fit = own.stock, own.fit
    if own.process is not Maker.PAPER:
        if request.thickness is not None:
            stock = replace(stock, thickness=snap(request.thickness))
        if request.clearance is not None:
            fit = replace(fit, clearance=snap(request.clearance), clearance_from="--clearance")
    finish = own.finish
    if own.process is Maker.LASER:
        if request.kerf is not None:
            fit = replace(fit, kerf=snap(request.kerf), kerf_from="--kerf")
        if request.cut == CutStyle.SHARED:
            # tiles that share a cut have nothing between them, and no room for round corners
            fit, finish = replace(fit, clearance=0.0), replace(finish, corner_radius=0.0)
    return replace(own, size=Size(edge, stripe), stock=stock, fit=fit, finish=finish)


def _fits(option: Option, value: object) -> bool:
    """Tell whether a program may hand over a value for an option that every game has."""
    match option.kind:
        case Kind.SIZE | Kind.LENGTH:
            return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < LARGEST
        case Kind.COUNT:
            return type(value) is int and 0 <= value < LARGEST and (option.name != "dpi" or LIMITS["dpi"].hold(value))
        case Kind.FLAG:
            return isinstance(value, bool)
        case Kind.TEXT:
            return isinstance(value, str)
    return isinstance(value, tuple | list) and all(isinstance(name, str) for name in value)


def request(game: str, options: Mapping[str, object]) -> Request:
    """Return what was asked for. Raises InputError for a value that is none."""
    own: dict[str, Value] = {}
    common: dict[str, object] = {}
    for name, value in options.items():
        if name in COMMON and (wanted := COMMON[name].program):
            if not _fits(COMMON[name], value):
                raise InputError(f"{name}: found {str(value)[:40]!r}, allowed is {wanted}")
            common[name] = tuple(value) if isinstance(value, list) else value
        elif isinstance(value, os.PathLike):
            own[name] = os.fspath(value)
        elif isinstance(value, str | int | float | bool):
            own[name] = value
        else:
            raise InputError(f"{name}: found {type(value).__name__}, allowed are text, numbers, True, False and paths")
    return Request(game, own, **common)  # type: ignore[arg-type]


UNKNOWN = "unknown"  # version


def libraries_of_game(game: str) -> tuple[str, ...]:
    """Return the distribution that brought a game, none for one of ours."""
    return tuple(filter(None, [games.entry(game).distribution]))


def libraries_of_format(name: str) -> tuple[str, ...]:
    """Return what decides the bytes of a format's files. Raises InputError for one that cannot be loaded."""
    one, place = formats.load(name), formats.entry(name)
    brought = [place.distribution] if isinstance(place, Entry) and place.distribution else []
    return (*(one.libraries if isinstance(one, Depends) else ()), *brought)


def libraries_of_set(game: str, made_as: Iterable[str]) -> tuple[str, ...]:
    """Return what decides the bytes of a set's files besides the program and its parameters. made_as: its formats."""
    return (*libraries_of_game(game), *(name for made in made_as for name in libraries_of_format(made)))


def versions_here(names: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return libraries, in alphabetical order, each with the version that is installed here."""
    return tuple(
        (name, zlib.ZLIB_RUNTIME_VERSION if name == ZLIB else plugins.version(name) or UNKNOWN)
        for name in sorted(set(names))
    )
