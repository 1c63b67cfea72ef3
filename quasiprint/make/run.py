"""A run as a value: what was asked for, and everything from outside that it needs, read once.

What `settle` returns holds bytes and choices. Whatever is designed, checked and made follows from it alone: no
path, no disk, no standard input. It can be handed to another process.

The texts of a run are those of the program, its formats and the game's room, and a user's own in their place. A user's
own lie in ``templates/`` in the current folder, under the same names: ``templates/rules/de/quomino.md`` wins over the
room's ``rules/de/quomino.md``, and ``templates/start-here/formats/obj.md`` over the ``readme.md`` of a format.

A part of a set is designed as its complete set is, and proved with it: each piece is the one that lies in that set,
drawn, built and called as it is there. Only then the rest is left out. What another machine makes of a set than its
pieces, such as a board of paper below pieces of plastic, is found here, too.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from quasiprint import formats, games
from quasiprint.accessories import refuse_unmade
from quasiprint.disk.ownership import MANIFEST, MAX_MANIFEST
from quasiprint.disk.reading import MAX_BYTES, format_size, name_of, read_bytes, read_folder, read_standard_input
from quasiprint.disk.stored import open_set
from quasiprint.documents.words import COMMON as BOOK_WORDS
from quasiprint.documents.words import ITEM_WORDS, Templates, words
from quasiprint.errors import InputError, as_written, hint, nearest, plain
from quasiprint.make.profiles import Profiles, choose, with_prices
from quasiprint.model import plugins
from quasiprint.model.choices import PROCESSES, CutStyle, Process, ProductKind
from quasiprint.model.common_options import COMMON, LaserOptions
from quasiprint.model.coupon import Coupon
from quasiprint.model.face import snap
from quasiprint.model.format import ZLIB, Format
from quasiprint.model.game import Game, OtherProcess, traits
from quasiprint.model.measures import Measures, ProductionOptions, Size
from quasiprint.model.option import Kind, Supplied, settle_options, value_of
from quasiprint.model.piece import MOST, SAMPLES, Accessory, GameSet, Part, Piece, Value, part
from quasiprint.model.plugins import Entry, Failure
from quasiprint.model.profile import Paper
from quasiprint.model.resources import LANGUAGES, ORIGINAL, template_folder

USER_FOLDER = Path("templates")
ALL = "all"  # the name of all formats
# names that no list has: words that all books of a language share, and parts of the page for formats of others
OTHER_NAMES = re.compile(rf"{LANGUAGES}/[^/]+/{re.escape(BOOK_WORDS)}|start-here/formats/[a-z0-9-]+\.md")
PAGE, PAGE_FRAME = "start-here.md", "start-here.html"  # of the page in a set's folder

PAGE_PART = "readme.md"  # what a format or a game adds to that page
ENDINGS = (".md", "-quick.md", ".toml", "-scoresheet.toml", "-cover.toml")  # of a game's texts


def templates(
    game: str, language: str, chosen: Sequence[str] = (), edited: Mapping[str, bytes] | None = None
) -> Templates:
    """Return the texts for a game's books in a language, and of the page in a set's folder.

    chosen: the formats; ours are among them in any case. edited: the user's, by name; those in the current folder if
    nobody says. One equal to the program's is left out.

    Raises InputError for a user's own that cannot be read, is too long, or that no book asks for, and for a language
    that the game lacks.
    """
    parts = dict(_parts(game, chosen))
    # words of English stand in for what a language lacks
    shared = (f"{LANGUAGES}/{each}/{ITEM_WORDS}" for each in dict.fromkeys((ORIGINAL, language)))
    names = (*_books(game, language), f"rules/{ORIGINAL}/{game}.toml", *shared, PAGE, PAGE_FRAME)
    places = [(name, top / name) for top in (template_folder(), games.folder(game)) for name in (*_common(top), *names)]
    found = {name: path.read_bytes() for name, path in (*places, *parts.items()) if os.path.isfile(path)}
    asked = (*names, *parts)
    if edited is None:
        users = {name: USER_FOLDER / name for name in (*_common(USER_FOLDER), *asked)}
        edited = {name: read_bytes(path, name) for name, path in users.items() if os.path.isfile(path)}
    for name, content in edited.items():
        if name not in asked and not OTHER_NAMES.fullmatch(name):
            raise InputError(f"{name}: is not text that a book of {game} asks for")
        if len(content) > MAX_BYTES:
            raise InputError(
                f"{name}: found more than {format_size(MAX_BYTES)}, allowed are up to {format_size(MAX_BYTES)}"
            )
    edited = {name: content for name, content in edited.items() if found.get(name) != content}
    found.update(edited)
    texts = Templates(tuple(found.items()), tuple(edited))
    words(texts, language)  # refused for whatever needs no book, too: a count of sheets, a look at a set
    if (spoken := languages_of(game)) and not any(name in found for name in _books(game, language)):
        allowed = f"{'is' if len(spoken) == 1 else 'are'} {', '.join(spoken)}"
        raise InputError(f"--language: found {language!r}, allowed for {game} {allowed}")
    return texts


def languages_of(game: str) -> tuple[str, ...]:
    """Return the languages in which a game has words of its own, by their two letters; none if it has none."""
    places = (folder / "rules" for folder in (games.folder(game), USER_FOLDER))
    found = {path.parent.name for place in places for ending in ENDINGS for path in place.glob(f"*/{game}{ending}")}
    return tuple(sorted(found))


def page_part(kind: str, name: str) -> str:
    """Return what a part of the page in a set's folder is called. kind: "formats" or "games"; "": it is an offer's."""
    return f"start-here/{f'{kind}/' if kind else ''}{name}.md"


def _parts(game: str, chosen: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the parts of the page: the name of each and where it lies."""
    for offer in ProductKind:
        yield page_part("", offer), template_folder() / page_part("", offer)
    for name in dict.fromkeys((*(file_format.name for file_format in formats.builtin()), *chosen)):
        text, place = page_part("formats", name), formats.entry(name)
        if isinstance(place, Entry):
            yield text, plugins.folder(place) / (f"{name}.md" if formats.is_ours(name) else PAGE_PART)
    yield page_part("games", game), games.folder(game) / PAGE_PART


def _books(game: str, language: str) -> list[str]:
    """Return the names of a game's texts in a language."""
    return [f"rules/{language}/{game}{ending}" for ending in ENDINGS]


def _common(folder: Path) -> list[str]:
    """Return the names of the words that all books of a language share."""
    return [path.relative_to(folder).as_posix() for path in sorted((folder / LANGUAGES).glob(f"*/{BOOK_WORDS}"))]


STDIN = "-"


class Request:
    """What was asked for. parameters: the game's own options that were given, files and folders by their paths; those
    that are at hand already are `supplied`, by option. options: those of every game that were given, by name, see
    `quasiprint.model.option`; lengths in mm, profiles by name or file. project_profiles: those of the project.
    usual_paper: where neither an option nor a profile says it; else A4."""

    def __init__(
        self,
        game: str,
        parameters: Mapping[str, Value],
        *,
        output: Path = Path(),
        project_profiles: tuple[str, ...] = (),
        usual_paper: str = "",
        supplied: tuple[tuple[str, Supplied], ...] = (),
        **options: Any,
    ) -> None:
        self.game, self.parameters = game, parameters
        self.options = {name: value for name, value in options.items() if value is not None}
        self.output, self.project_profiles = output, project_profiles
        self.usual_paper, self.supplied = usual_paper, supplied

    def get(self, option: str, otherwise: Any = None) -> Any:
        """Return the value of an option that every game has, if it was given."""
        return self.options.get(option, otherwise)

    def but(self, **changes: Any) -> Request:
        """Return the same request with other options, or of something else."""
        held = dict(vars(self))
        options = held.pop("options")
        return Request(**{**held, **options, **changes})


@dataclass(frozen=True, slots=True)
class Run:
    """What will be done. parameters: a value for each option that nothing excludes; a file or folder by its name.

    supplied: the files that options name. formats: in the order in which they are made. named: the user named them, so
    one that cannot be made is an error and not a warning. language: of the books. templates:
    the texts, a user's own before those of the program. left_out: why formats that others bring are not made. part:
    what of the set is made, None: all of it.
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
    part: Part | None = None

    @property
    def libraries(self) -> dict[str, str]:
        """What else decides the bytes of its set, see `libraries_here`."""
        return libraries_here(self.game, self.formats)


def settle(request: Request) -> Run:
    """Read everything from outside that a request names, and return the run. Raises InputError for what is unknown,
    cannot be read, or cannot be made, naming what was found and what is allowed."""
    game = games.load(request.game)
    request = _without_allowance(request) if isinstance(game, Coupon) else request
    given = settle_options(game.name, game.options, request.parameters)
    supplied = dict(request.supplied)
    supplied = dict(read_supplies(game, {k: v for k, v in given.items() if k not in supplied})) | supplied
    game = bound(game, supplied)
    asked = part(request.get("only", ()), request.get("spares", 0))
    touch = request.get("touch", False)
    usual = traits(game).touch_size(given) if touch else traits(game).size(given)
    if usual is None:
        raise InputError(f"--touch: {game.name} cannot be made to be read with fingers; leave it out")
    printed = usual if touch else traits(game).printed_size(given)
    sizes = dict.fromkeys(PROCESSES, usual) | {Process.PRINTER: printed}
    profiles = choose(
        request.get("profiles", ()), request.project_profiles, request.get("papers", ()), request.usual_paper
    )
    laser = _with_options(profiles.laser, "laser", request)
    if laser.cut is CutStyle.SHARED and (clearance := request.get("clearance")):
        raise InputError(
            f"--clearance: found {clearance:g} mm with --cut shared, allowed is 0: tiles that share a cut have nothing "
            "but the kerf between them; leave it out, or choose --cut separate"
        )
    if (stripe := request.get("stripe")) is not None and not sizes[Process.PAPER].stripe:
        raise InputError(f"--stripe: found {stripe:g} mm, allowed is none: the pieces of {game.name} have no stripes")
    profiles = replace(
        profiles,
        sheet=profiles.sheet if isinstance(game, Coupon) else replace(profiles.sheet, settings=()),  # coupons use them
        prices=with_prices(profiles.prices, request.get("price", ())),
        measures=tuple(_measures_for(m, request, sizes[m.process], laser.cut) for m in profiles.measures),
        manner=_with_options(profiles.manner, "manner", request),
        pages=tuple(_with_options(page, "page", request) for page in profiles.pages),
        laser=laser,
    )
    run = Run(
        game=game.name,
        parameters=tuple(
            (name, name_of(Path(str(value))) if name in supplied else value) for name, value in given.items()
        ),
        profiles=profiles,
        formats=(),
        named=False,
        seed=request.get("seed", 0),
        language=request.get("language", "en"),
        supplied=tuple(supplied.items()),
        part=asked,
    )
    return with_formats(run, game, request.get("formats"))


def with_formats(run: Run, game: Game, asked: tuple[str, ...] | None) -> Run:
    """Return a run with formats that are asked for, the default ones for None, and what each brings. Raises InputError
    for what the game cannot be made as."""
    chosen, refused = choose_formats(game, asked, run.profiles.manner.touch)
    refuse_unmade(run.profiles.manner, makers(chosen))
    return replace(
        run,
        formats=chosen,
        named=_names_each(asked),
        templates=templates(run.game, run.language, chosen),
        left_out=tuple(f"format {failure}; it is left out" for failure in refused),
    )


def bound(game: Game, supplied: Mapping[str, Supplied]) -> Game:
    """Return a game as the files that are supplied decide it. Raises InputError if they are not as it needs them."""
    return traits(game).bound(supplied) or game


def room(run: Run) -> Game:
    """Return the game of a run, as its files decide it."""
    return bound(games.load(run.game), dict(run.supplied))


def _without_allowance(request: Request) -> Request:
    """Return what is asked of a coupon: nothing is allowed for, since what a machine makes of its very lines is to be
    measured. Raises InputError if somebody asks for an allowance."""
    none: dict[str, Any] = dict.fromkeys(("kerf", "clearance", "magnet"), 0.0)
    none |= {"cut": CutStyle.SEPARATE, "back_offset": (0.0, 0.0), "sets": 1}
    for name, usual in none.items():
        if (found := request.get(name, usual)) != usual:
            text = f"found {found:g} mm, " if isinstance(found, float) else ""
            raise InputError(
                f"{COMMON[name].flag}: {text}allowed is none: a coupon is made as it is drawn, to measure it"
            )
    return request.but(**none)


def makers(names: Iterable[str]) -> set[Process]:
    """Return which processes formats are for."""
    return {formats.load(name).offer.maker for name in names}


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


def _names_each(asked: tuple[str, ...] | None) -> bool:
    """Tell whether each format was asked for by its name."""
    return asked is not None and ALL not in map(str.casefold, asked)


def choose_formats(
    game: Game, asked: tuple[str, ...] | None, touch: bool
) -> tuple[tuple[str, ...], tuple[Failure, ...]]:
    """Return the formats to make, in their order, and failures of formats that nobody named. asked: names; None: the
    default formats; with ALL: all formats of the game. touch: whether fingers are to read the set, which a laser cannot
    make. Raises InputError for a format that the game cannot be made as."""
    if asked is None or not _names_each(asked):
        known, refused = formats.load_all()
        possible = (each for each in known if each.offer in game.offers and (asked is not None or each.default))
        return tuple(each.name for each in possible if not touch or each.offer is not ProductKind.DRAWINGS), refused
    named = {each.name: each for each in (_format_of(game, name) for name in asked)}  # "PDF,pdf" is one
    if not named:
        raise _not_possible(game, "nothing")
    for chosen in named.values():
        if touch and chosen.offer is ProductKind.DRAWINGS:
            raise InputError(
                f"--format: found {chosen.name} with --touch, allowed are formats for a printer, and pdf: a laser only "
                "sinks lines, and fingers follow raised ones"
            )
    return tuple(file_format.name for file_format in sorted(named.values(), key=formats.place)), ()


def _format_of(game: Game, name: str) -> Format:
    """Return a format. Raises InputError if there is none of the name, if it cannot be loaded, or is not for this
    game's sets."""
    known = [file_format.name for file_format in formats.load_all()[0]]
    name = as_written(name, known)
    entry = formats.entry(name)
    if entry is None:
        raise _not_possible(game, f"{name!r}{hint(name, known)}")
    loaded = entry if isinstance(entry, Failure) else formats.load_entry(entry)
    if isinstance(loaded, Failure):
        raise InputError(f"--format: {loaded}")
    if loaded.offer not in game.offers:
        raise _not_possible(game, repr(name))
    return loaded


def _not_possible(game: Game, found: str) -> InputError:
    possible = ", ".join(file_format.name for file_format in formats.load_all()[0] if file_format.offer in game.offers)
    return InputError(f"--format: found {found}, allowed for {game.name} are {possible}")


T = TypeVar("T", LaserOptions, ProductionOptions, Paper)


def _with_options(value: T, of: str, request: Request) -> T:
    """Return a part of a run with the options that were given for it. Raises InputError for what it cannot be."""
    given: dict[str, Any] = {}
    for name, found in request.options.items():
        if (option := COMMON[name]).of == of:
            read = value_of(option, found)
            given |= {"tabs": read[0], "tab": read[1]} if option.kind is Kind.TABS else {name: read}
            given |= {f"{name}_from": option.flag} if hasattr(value, f"{name}_from") else {}
    try:
        return replace(value, **given)
    except InputError as problem:
        name = str(problem).partition(":")[0]
        flag = COMMON[name if name != "tab" else "tabs"].flag if name in given else name
        raise InputError(f"{flag}{str(problem)[len(name) :]}") from None


def _measures_for(given: Measures, request: Request, size: Size, cut: CutStyle) -> Measures:
    """Return measures as asked for: edge and stripe for every process; thickness and clearance for what is printed
    or cut, since nobody chooses the thickness of paper here. size: the game's own. cut: how a laser cuts tiles out."""
    usual = given.size.edge or size.edge
    edge = snap(request.get("edge", usual))
    # a larger tile has a wider stripe, unless one is asked for
    broad = (given.size.stripe / usual if given.size.stripe else size.stripe) * bool(size.stripe)
    stripe = snap(request.get("stripe", broad * edge))
    stock, fit, finish = given.stock, given.fit, given.finish
    if given.process is not Process.PAPER:
        stock = replace(stock, thickness=snap(request.get("thickness", stock.thickness)))
        if (clearance := request.get("clearance")) is not None:
            fit = replace(fit, clearance=snap(clearance), clearance_from="--clearance")
    if given.process is Process.LASER and cut is CutStyle.SHARED:
        # tiles that share a cut have nothing between them, and no room for round corners
        fit, finish = replace(fit, clearance=0.0), replace(finish, corner_radius=0.0)
    return replace(given, size=Size(edge, stripe), stock=stock, fit=fit, finish=finish)


NOT_ASKED = {"project", "output", "formats", "jobs"}  # of programs: arguments of what makes files


def request(game: str, options: Mapping[str, object]) -> Request:
    """Return what a program asks for. Raises InputError for a value that is none."""
    values: dict[str, Value] = {}
    common: dict[str, Any] = {}
    for name, value in options.items():
        if name in COMMON and name not in NOT_ASKED:
            option = COMMON[name]._replace(typed="")  # as programs call it
            # there may be a language of the user's own
            common[name] = value_of(option._replace(choices=()) if name == "language" else option, value)
        elif isinstance(value, os.PathLike):
            values[name] = os.fspath(value)
        elif isinstance(value, str | int | float | bool):
            values[name] = value
        else:
            raise InputError(f"{name}: found {type(value).__name__}, allowed are text, numbers, True, False and paths")
    return Request(game, values, **common)


UNKNOWN = "unknown"  # version


def libraries_of_game(game: str) -> tuple[str, ...]:
    """Return the distribution that brought a game, none for one of ours."""
    return tuple(filter(None, [games.entry(game).distribution]))


def libraries_of_format(name: str) -> tuple[str, ...]:
    """Return what decides the bytes of a format's files. Raises InputError for one that cannot be loaded."""
    file_format, place = formats.load(name), formats.entry(name)
    brought = [place.distribution] if isinstance(place, Entry) and place.distribution else []
    return (*getattr(file_format, "libraries", ()), *brought)


def libraries_here(game: str, made_as: Iterable[str]) -> dict[str, str]:
    """Return what decides the bytes of a set's files besides the program and its parameters, in alphabetical order,
    each with the version that is installed here. made_as: its formats."""
    names = {*libraries_of_game(game), *(name for made in made_as for name in libraries_of_format(made))}
    versions = {name: zlib.ZLIB_RUNTIME_VERSION if name == ZLIB else plugins.version(name) for name in sorted(names)}
    return {name: version or UNKNOWN for name, version in versions.items()}


PART = "part"  # the manifest's key
OF = "of"
NEAR = 3  # suggestions for a name that means nothing
MOST_LISTED = 12  # items of a part that are listed
Design = Callable[[Process], GameSet]  # the complete set as a process makes it; raises InputError where it cannot
PURPOSE = {Process.PRINTER: "printing", Process.LASER: "laser cutting", Process.PAPER: "paper", Process.TEXT: "text"}


def part_of(game_set: GameSet, asked: Part) -> GameSet:
    """Return what is asked for of a complete set, in its order. An item that the set has not is left out: another
    process may make it; `refuse_unknown` finds it."""
    counts = _counts(game_set, asked)
    pieces = tuple(replace(piece, count=counts[piece.id]) for piece in game_set.pieces if piece.id in counts)
    boards = game_set.boards
    cover = () if boards is None else tuple(f"{len(pieces)} of {line}" for line in boards.cover[:1]) + boards.cover[1:]
    return replace(
        game_set,
        title=f"{game_set.title}, part",
        composition=game_set.composition if boards is None else replace(boards, cover=cover),
        pieces=pieces,
        accessories=tuple(replace(item, count=counts[item.id]) for item in game_set.accessories if item.id in counts),
        whole=game_set,
    )


def is_empty(game_set: GameSet) -> bool:
    """Tell whether a part leaves its process nothing to make. A text form needs the complete set. On paper a game of
    boards counts its pieces alone."""
    process = game_set.measures.process
    if process is Process.TEXT:
        return True
    return not (game_set.pieces if process is Process.PAPER and game_set.boards is not None else game_set.items)


def _counts(game_set: GameSet, asked: Part) -> dict[str, int]:
    """Return how many of each item are asked for, by id."""
    counts: dict[str, int] = {}
    for name, count in asked.only:
        for id in _ids_of(game_set, name):
            counts[id] = counts.get(id, 0) + count
    if not asked.only:
        alike: dict[object, list[Piece | Accessory]] = {}
        for item in game_set.items:
            alike.setdefault(item.face, []).append(item)
        return {equal[0].id: asked.spares for equal in alike.values() if sum(item.count for item in equal) > 1}
    return {id: count + asked.spares for id, count in counts.items()}


def _ids_of(game_set: GameSet, name: str) -> tuple[str, ...]:
    """Return the ids of what a name means: an id, what a piece is called, or samples; () if it is none of these."""
    ids = [item.id for item in game_set.items]
    if (id := as_written(name, ids)) in ids:
        return (id,)
    called = {piece.name: piece.id for piece in game_set.pieces if piece.name}
    if (written := as_written(name, called)) in called:
        return (called[written],)
    return _samples(game_set) if name.casefold() == SAMPLES else ()


def _samples(game_set: GameSet) -> tuple[str, ...]:
    """Return one item of each outline of a shape or kind: of several pieces the first that shows the most different
    marks."""
    best: dict[object, Piece | Accessory] = {}
    for item in game_set.items:
        key = item.shape if isinstance(item, Piece) else item.kind, item.face.outline
        known = best.setdefault(key, item)
        if isinstance(item, Piece) and isinstance(known, Piece) and len(set(item.marks)) > len(set(known.marks)):
            best[key] = item
    return tuple(item.id for item in best.values())


def unknown(asked: Part, sets: Collection[GameSet]) -> list[str]:
    """Return the names that mean nothing in any of some complete sets."""
    return [name for name, _ in asked.only if not any(_ids_of(game_set, name) for game_set in sets)]


def unknown_name(name: str, sets: Collection[GameSet]) -> InputError:
    """Return the error on a name that means nothing, with the names that are most like it."""
    ids = list(dict.fromkeys(item.id for game_set in sets for item in game_set.items))
    called = [piece.name for piece in next(iter(sets)).pieces if piece.name]
    begun = [known for known in [*ids, *called] if known.casefold().startswith(name.casefold())]
    near = begun[:NEAR] or nearest(name, [*ids, *called, SAMPLES], NEAR) or ids[:NEAR]
    message = f"found {name[:60]!r}, which is no piece and no accessory of this set"
    return InputError(f"--only: {message}; the nearest are {', '.join(near)}")


NOTHING_IN_IT = {  # the message on a format in which there would be nothing
    ProductKind.SOLIDS: "and nothing that is asked for is printed in solid",
    ProductKind.DRAWINGS: "and nothing that is asked for is cut with a laser",
    ProductKind.PAGES: "and nothing that is asked for is made of paper",
    ProductKind.TEXTS: "which is the text form of a complete set",
}


def narrow(run: Run, whole: Design) -> Run:
    """Return a run without the formats in which nothing is made of the part that it asks for, if it does. whole: the
    complete set as a process makes it. Raises InputError for a name that nothing in the set has, for a format that was
    asked for by name and would hold nothing, and if none is left."""
    if run.part is None:
        return run
    offers = {name: formats.load(name).offer for name in run.formats}
    sets = {offer: whole(offer.maker) for offer in offers.values()}
    for name in unknown(run.part, sets.values()):
        others = (process for process in PROCESSES if process not in {offer.maker for offer in sets})
        raise _other_makers(whole, run.part, name, others) or unknown_name(name, sets.values())
    held = {offer: part_of(game_set, run.part) for offer, game_set in sets.items()}
    for narrowed in held.values():
        for item in narrowed.items:
            if item.count > MOST:  # which several names may mean together
                raise InputError(f"--only: found {item.count} of {item.id!r} in all, allowed are {MOST}")
    empty = [name for name, offer in offers.items() if is_empty(held[offer])]
    left = tuple(name for name in run.formats if name not in empty)
    if not run.part.only and not any(game_set.items for game_set in held.values()):
        noun = next(iter(held.values())).noun
        raise InputError(
            f"--spares: found {run.part.spares} without --only, but no two things in this set are alike: say with "
            f"--only of which {noun}s there are to be more"
        )
    if empty and (run.named or not left):
        raise InputError(f"--format: found {empty[0]}, {NOTHING_IN_IT[offers[empty[0]]]}; leave it out")
    texts = tuple(f"format {name}, {NOTHING_IN_IT[offers[name]]}; it is left out" for name in empty)
    return replace(run, formats=left, left_out=(*run.left_out, *texts))


def refuse_strange(run: Run, whole: Design, process: Process) -> None:
    """Raise InputError for a name of a part that nothing in the set has, by whatever process it is made. process: which
    makes it as far as anybody asked."""
    if run.part is None:
        return
    made, others = whole(process), [maker for maker in PROCESSES if maker is not process]
    for name in unknown(run.part, [made]):
        if _other_makers(whole, run.part, name, others) is None:
            raise unknown_name(name, [made])


def refuse_other_set(path: Path, run: Run) -> None:
    """Raise InputError if a set of another game or set file lies at a path, or a complete one where a part is to go."""
    if not os.path.lexists(path):
        return
    try:
        document = json.loads(open_set(path).read(MANIFEST, MAX_MANIFEST) or b"")
    except (OSError, ValueError, RecursionError):
        return  # no set of ours: whoever writes there reports what it is
    if not isinstance(document, dict) or not isinstance(document.get("parameters"), dict):
        return
    there, ours = ((document.get("game"), document["parameters"]), (run.game, dict(run.parameters)))
    names = [os.path.basename(str(asked.get("set_file") or game)) for game, asked in (there, ours)]
    complete = run.part is not None and PART not in document
    if complete or names[0] != names[1]:
        what = "complete set, which a part of one" if complete else f"set of {plain(names[0])}, which one of {names[1]}"
        raise InputError(
            f"{os.fspath(path)!r}: holds a {what} would replace; choose another place, or keep that set under another "
            "name with --replace"
        )


def _other_makers(whole: Design, asked: Part, name: str, others: Iterable[Process]) -> InputError | None:
    """Return the message on a name of an item that only other processes make, None if they have none of it."""
    for process in others:
        with contextlib.suppress(InputError):
            if not unknown(replace(asked, only=((name, 1),)), [whole(process)]):
                ways = ", ".join(each.name for each in formats.load_all()[0] if each.offer.maker is process)
                return InputError(
                    f"--only: found {name!r}, which is made by {PURPOSE[process]} alone: allowed with it are the "
                    f"formats {ways}, of which none is asked for"
                )
    return None


def describe_part(part_set: GameSet, of: Mapping[str, int]) -> str:
    """Return what a part is, in words. of: how much there is in the complete set, as `Build.total_counts` tells."""
    listed = [f"{item.count} × {item.id}" for item in part_set.items]
    if len(listed) > MOST_LISTED:
        listed[MOST_LISTED - 1 :] = [f"… {len(listed) - MOST_LISTED + 1} more"]
    noun = f"{part_set.noun}{'s' * (of['pieces'] != 1)}"
    beside = f" and {of['accessories']} accessor{'y' if of['accessories'] == 1 else 'ies'}" if of["accessories"] else ""
    return f"{', '.join(listed)}; the complete set has {of['pieces']} {noun}{beside}"


def restore_part(value: object) -> Part:
    """Return the part that a manifest names. Raises InputError for another value."""
    match value:
        case {"only": dict(names), "spares": spares} if all(type(count) is int for count in (*names.values(), spares)):
            if asked := part([f"{name}:{count}" for name, count in names.items()], spares):
                return asked
            raise InputError(f"{PART}: found nothing that it is to be made of")
    raise InputError(f"{PART}: found {str(value)[:80]!r}, allowed are names with how many of each, and spares")


def all_accessories(sets: Iterable[GameSet]) -> tuple[Accessory, ...]:
    """Return the accessories of sets, each once."""
    listed = [accessory for game_set in sets for accessory in game_set.accessories]
    return tuple({accessory.id: accessory for accessory in listed[::-1]}.values())[::-1]


def refuse_apart(apart: OtherProcess | None, run: Run) -> None:
    """Raise InputError if what is made apart is made by no format of the run, or does not fit the rest."""
    if apart is None:
        return
    makers = makers_of(run)
    if apart.maker not in makers:
        raise InputError(
            f"{apart.option}: found {apart.maker}, and no format that is asked for is for that: allowed with these is "
            f"{', '.join(sorted(makers))}; or ask for a format for {PURPOSE[apart.maker]}, too"
        )
    edges = {maker: run.profiles.measures_of(maker).size.edge for maker in sorted(makers)}
    if len(set(edges.values())) > 1:
        text = " and ".join(f"{edge:g} mm for {PURPOSE[maker]}" for maker, edge in edges.items())
        raise InputError(
            f"{apart.option}: found an edge of {text}, allowed is one: what lies on a board is as large as its "
            "squares; say it with --edge"
        )


def makers_of(run: Run) -> set[Process]:
    """Return what makes a run's set in solid, of a sheet or on paper, by its formats."""
    return makers(filter(formats.is_there, run.formats)) - {Process.TEXT}
