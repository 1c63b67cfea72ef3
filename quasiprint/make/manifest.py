"""The manifest: what a set is, what it was made with, and every file of it. Written here, and read here again.

Profiles may be a user's own, or change from version to version: it records those that the set was made with, so that
the set can be proved from its own folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from quasiprint import formats, games
from quasiprint.disk.ownership import MANIFEST, SEAL, seal
from quasiprint.errors import InputError
from quasiprint.make.profiles import Profiles, Table, record
from quasiprint.make.run import OF, PART, Run, libraries_here, restore_part, templates
from quasiprint.model.choices import PROCESSES, Process, ProductKind
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.finding import Finding, Severity, error, fault
from quasiprint.model.format import SOURCES
from quasiprint.model.game import Game
from quasiprint.model.measures import Finish, Fit, Machine, Measures, ProductionOptions, Size, Stock
from quasiprint.model.option import LARGEST, Kind, Supplied, settle_options
from quasiprint.model.piece import Accessory, GameSet, Piece, Value
from quasiprint.model.production import Artefact, Bill
from quasiprint.model.profile import SheetStock
from quasiprint.version import RELEASED, __version__

OFFERS = "offers"  # the key of what formats need that others bring
LIBRARIES = "libraries"  # the key of the versions of what else decides bytes
LANGUAGE = "language"
BILL_KEY = "bill"  # what making the set takes
SUPPLIED = "supplied"  # the key of the options whose values were files, and no names of something else
TEMPLATES = f"{SOURCES}/templates/"  # where a user's own texts are kept
MADE_WITH = "made with"  # the key among its parameters of the profiles
PIECE_DEFAULTS: dict[str, Any] = {"name": "", "claim": "", "count": 1}  # of pieces: values that are left out
CODES = {  # of what differs in a piece
    **dict.fromkeys(("shape", "marks", "name"), "marks-differ"),
    **{"claim": "board-claim-wrong", "count": "pieces-differ"},
}
COUNTED = ("id", "kind", "count")  # what each version tells of an accessory
Makers = Mapping[str, tuple[Process, ...]]  # of accessories that only some of the processes make, by id


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file that was made. of: the ids of the pieces whose single-piece file it is."""

    path: str
    sha256: str
    size: int
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadeSet:
    """A set whose formats are made, for its page and its manifest. whole: all that is in it.
    sets: by process, as each makes it. makers: of accessories that only some of the processes make, by id. files: by
    format. of: how much the complete set has of which this is a part."""

    run: Run
    whole: GameSet
    sets: Mapping[Process, GameSet]
    makers: Makers
    files: Mapping[str, Sequence[FileEntry]]
    bill: Bill
    of: Mapping[str, int] | None = None


def entry(artefact: Artefact) -> FileEntry:
    """Return what is to be remembered of a file."""
    return FileEntry(artefact.path, artefact.digest, len(artefact.content), artefact.of)


def manifest(set: MadeSet, beside: Iterable[FileEntry], findings: Sequence[Finding]) -> bytes:
    """Return the manifest's bytes: what the set holds and every file of it but itself. beside: files of no format."""
    run, game_set, makers, made_as, of = set.run, set.whole, set.makers, list(set.files), set.of
    entries = [*(made for entries_of_format in set.files.values() for made in entries_of_format), *beside]
    files: dict[str, list[str]] = {}
    # what formats need that others bring, since they may be missing where the set is read back
    others = {name: formats.load(name).offer for name in made_as if not formats.is_ours(name)}
    for made in entries:
        for id in made.of:
            files.setdefault(id, []).append(made.path)
    content = {
        "game": game_set.game,
        "version": __version__,
        "parameters": parameters(run)
        | {"formats": made_as}
        | ({OFFERS: others} if others else {})
        | {MADE_WITH: record_profiles(run.profiles)},
        "seed": run.seed,
        **({PART: {"only": dict(run.part.only), "spares": run.part.spares, OF: dict(of)}} if run.part and of else {}),
        LIBRARIES: libraries_here(run.game, made_as),
        "pieces": [record_piece(p) | {"files": sorted(files.get(p.id, []))} for p in game_set.pieces],
        "accessories": [
            record_accessory(a, makers) | {"files": sorted(files.get(a.id, []))} for a in game_set.accessories
        ],
        "files": [
            {"path": made.path, "sha256": made.sha256, "bytes": made.size}
            for made in sorted(entries, key=lambda made: made.path)
        ],
        "findings": [finding.as_json() for finding in findings],
        BILL_KEY: set.bill.as_json(),
    }
    return encode(content)


def record_piece(piece: Piece) -> dict[str, Any]:
    """Return a piece as a manifest tells it, without its files."""
    values: dict[str, Any] = {"id": piece.id, "name": piece.name, "shape": piece.shape, "marks": list(piece.marks)}
    values |= {"claim": piece.claim, "count": piece.count}
    return {key: value for key, value in values.items() if key not in PIECE_DEFAULTS or value != PIECE_DEFAULTS[key]}


def record_accessory(accessory: Accessory, makers: Makers) -> dict[str, Any]:
    """Return an accessory as a manifest tells it, without its files. makers: of those that only some processes make."""
    values: dict[str, Any] = {"id": accessory.id, "kind": accessory.kind, "count": accessory.count}
    return values | ({"processes": list(makers[accessory.id])} if accessory.id in makers else {})


def encode(document: Mapping[str, Any]) -> bytes:
    """Return a manifest's bytes, sealed: a run believes no other when it replaces a set."""
    values = {key: value for key, value in document.items() if key != SEAL}
    return seal((json.dumps(values, indent=1, ensure_ascii=False) + "\n").encode())


def parameters(run: Run) -> dict[str, Any]:
    """Return everything that decides the set's bytes, but nothing of where or how fast it was made."""
    profiles = run.profiles
    # of options that are left out at their default: the others
    silent = {option.name: option.default for option in games.load(run.game).options if not option.in_manifest}
    return {
        **{name: value for name, value in run.parameters if name not in silent or value != silent[name]},
        **({"sets": profiles.manner.sets} if profiles.manner.sets > 1 else {}),
        LANGUAGE: run.language,
        SUPPLIED: [name for name, _ in run.supplied],
        "profiles": profiles.names(),
        **_sizes(profiles),
    }


def _sizes(profiles: Profiles) -> dict[str, Any]:
    """Return the sizes that stand beside what a set was made with, for people."""
    sizes = {
        measures.process: {
            "edge": measures.size.edge,
            **({"stripe": measures.size.stripe} if measures.size.stripe else {}),
            "thickness": measures.stock.thickness,
            "clearance": measures.fit.clearance,
        }
        for measures in profiles.measures
    }
    return {"kerf": profiles.laser.kerf, "measures": sizes}


def offers_of(document: Mapping[str, Any]) -> dict[str, ProductKind]:
    """Return the formats that a manifest names, and what each needs of a set. They may not be installed. Raises
    InputError for a format that there is not, or that is not for the game's sets."""
    game, recorded = games.load(document["game"]), document["parameters"]
    names, others = recorded.get("formats"), recorded.get(OFFERS, {})
    possible = {each.name: each.offer for each in formats.builtin() if each.offer in game.offers}
    if isinstance(others, dict):
        fit = {name for name in others if formats.is_name(name) and not formats.is_ours(name)}
        possible |= {name: ProductKind(others[name]) for name in fit if others[name] in game.offers}
    if not isinstance(names, list) or not names or any(name not in list(possible) for name in names):
        raise InputError(f"formats: found {str(names)[:200]}, allowed are {', '.join(possible)}")
    if len(set(names)) < len(names):
        raise InputError(f"formats: found {', '.join(names)[:200]}, allowed is each of them once")
    return {name: possible[name] for name in names}


def sources(run: Run, game_set: GameSet) -> Iterator[Artefact]:
    """Yield what a user supplied, to be kept with the set: without it a set could not be proved again. Drawings as they
    are; of anything else, a name too, the pieces in the game's text form, as they were read; and the user's own
    words."""
    for name, content in run.templates.of_user():
        yield Artefact(f"{TEMPLATES}{name}", content)
    values, supplied = dict(run.parameters), dict(run.supplied)
    for option in games.load(run.game).options:
        if option.kind is Kind.SOURCE and values.get(option.name):
            yield Artefact(f"{SOURCES}/{option.name}/{game_set.noun}s.txt", game_set.text.encode())
        elif option.name in supplied:
            for file, content in sorted(supplied[option.name].files):
                yield Artefact(f"{SOURCES}/{option.name}/{file}", content)


def decode(content: bytes, name: str) -> dict[str, Any]:
    """Return a manifest. Raises InputError, which calls its set `name`, for what is no set's."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as problem:
        why = "lists or objects nested too deep" if isinstance(problem, RecursionError) else str(problem)[:200]
        if type(problem) is ValueError:  # not of JSON or UTF-8: Python limits the digits of an int
            why = "a number has too many digits, allowed are up to 4,300"
        raise InputError(f"{name!r}: its {MANIFEST} cannot be read: {why}") from None
    if not isinstance(document, dict) or not isinstance(document.get("game"), str):
        raise InputError(f"{name!r}: its {MANIFEST} names no game, so it is not a made set")
    games.load(document["game"])
    for key, kind in (("parameters", dict), ("pieces", list), ("accessories", list), ("files", list)):
        if not isinstance(document.get(key), kind):
            raise InputError(f"{name!r}: its {MANIFEST} has no {key}, so it is not a made set")
    return document


def run_of(document: Mapping[str, Any], files: Mapping[str, bytes]) -> Run:
    """Return the run that a manifest records. files: of the set, by path. Raises InputError if there can be none."""
    game = games.load(document["game"])
    recorded = document["parameters"]
    options = {option.name: option for option in game.options}
    values = {name: value for name, value in recorded.items() if name in options}
    seed = document.get("seed")
    if type(seed) is not int or not 0 <= seed < LARGEST:
        raise InputError(f"seed: found {str(seed)[:40]!r}, allowed is a whole number from 0, of up to 18 digits")
    made_as = tuple(offers_of(document))
    there = tuple(filter(formats.is_there, made_as))
    language = recorded.get(LANGUAGE, "en")
    if not isinstance(language, str):
        raise InputError(f"{LANGUAGE}: found {str(language)[:40]!r}, allowed is a text")
    edited = {path.removeprefix(TEMPLATES): content for path, content in files.items() if path.startswith(TEMPLATES)}
    return Run(
        game=game.name,
        parameters=tuple(settle_options(game.name, game.options, values).items()),
        profiles=restore_profiles(recorded),
        formats=made_as,
        named=True,
        seed=seed,
        language=language,
        supplied=tuple(
            supply for supply in _supplies(game, values, files) if supply[0] in recorded.get(SUPPLIED, [supply[0]])
        ),
        templates=templates(game.name, language, there, edited),
        part=restore_part(document[PART]) if PART in document else None,
    )


def _supplies(game: Game, values: Mapping[str, Value], files: Mapping[str, bytes]) -> Iterator[tuple[str, Supplied]]:
    """Yield the user's files that are kept with a set. Raises InputError where it is missing."""
    for option in game.options:
        text = str(values.get(option.name, ""))
        if not text or not option.kind.names_files:
            continue
        top = f"{SOURCES}/{option.name}/"
        supplied = tuple((path.removeprefix(top), content) for path, content in files.items() if path.startswith(top))
        # a source may be something that is no file, such as the name of a board
        plain = option.kind is Kind.SOURCE and not supplied and text != "-"
        plain = plain and PurePosixPath(text).name == text and "." not in text
        missing = not supplied if option.kind is Kind.FOLDER else len(supplied) != 1 and not plain
        if missing:
            raise InputError(f"{option.name}: what it was made from is not in the set")
        if supplied:
            yield option.name, Supplied(text, supplied)


def check_version_and_findings(document: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what a manifest says of itself that cannot be: a version that was not released, a set made in spite of
    errors."""
    version = document.get("version")
    if version != __version__ and version not in RELEASED:
        allowed = ", ".join((*RELEASED, __version__))
        message = f"its version is {str(version)[:40]!r}, which was never released before this one"
        remedy = "verify it with the version that made it"
        yield error("manifest-wrong", MANIFEST, f"{message}; allowed are {allowed}", remedy)
    findings = document.get("findings")
    if not isinstance(findings, list) or any(
        not isinstance(each, dict) or each.get("severity") not in (Severity.NOTE, Severity.WARNING) for each in findings
    ):
        yield fault("manifest-wrong", MANIFEST, "among its findings is an error: no set is made then")


def files_of(document: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """Return a manifest's items and the files of each."""
    found = []
    for item in [*document["pieces"], *document["accessories"]]:
        if isinstance(item, dict) and isinstance(item.get("files"), list):
            found.append((str(item.get("id")), tuple(map(str, item["files"]))))
    return found


def check_items(
    document: Mapping[str, Any], set: GameSet, accessories: Sequence[Accessory], makers: Makers
) -> Iterator[Finding]:
    """Yield how a manifest's pieces, accessories and files differ from those of the set that it says it is of; what one
    of another version says besides is left to that. accessories: those of all processes. makers: of accessories that
    not all processes make."""
    ours = document.get("version") == __version__
    pieces = [piece for piece in document["pieces"] if isinstance(piece, dict)]
    by_id = {str(piece.get("id")): piece for piece in pieces}
    known = {piece.id: record_piece(piece) for piece in set.pieces}
    if len(by_id) != len(document["pieces"]) or by_id.keys() != known.keys():
        missing, strange = sorted(known.keys() - by_id.keys()), sorted(by_id.keys() - known.keys())
        differ = [f"{what}: {', '.join(ids[:4])}" for what, ids in (("missing", missing), ("strange", strange)) if ids]
        count = f"it lists {len(document['pieces'])} pieces, the set has {len(known)}"
        yield fault("pieces-differ", MANIFEST, f"{count}; {'; '.join(differ) or 'some twice'}")
    for id in (id for id in known if id in by_id):
        found, expected = ({**PIECE_DEFAULTS, **values} for values in (by_id[id], known[id]))
        for key in found | expected if ours else CODES:
            if key != "files" and found.get(key) != expected.get(key):
                message = f"its {key} is {str(found.get(key))[:160]!r}, and in the set {str(expected.get(key))[:160]!r}"
                yield fault(CODES.get(key, "manifest-wrong"), id, message)
    entries = [made if isinstance(made, dict) else {} for made in document["files"]]
    if ours and any(made.keys() != {"path", "sha256", "bytes"} for made in entries):
        yield fault("manifest-wrong", MANIFEST, "among its files is one without path, sha256 and bytes, or with more")
    listed = {str(made.get("path")) for made in entries}
    for id, paths in files_of(document):
        for path in paths:
            if path not in listed:
                yield fault("manifest-wrong", id, f"its file {path!r} is not among the set's files")
    recorded = [item if isinstance(item, dict) else {} for item in document["accessories"]]
    wanted = [record_accessory(accessory, makers) for accessory in accessories]
    listed_as = [{key: item[key] for key in item if key != "files"} for item in recorded]
    if not ours:
        listed_as, wanted = ([{key: item.get(key) for key in COUNTED} for item in each] for each in (recorded, wanted))
    if listed_as != wanted:
        message = f"it lists the accessories {listed_as}, the set has {wanted}"
        yield fault("accessory-count", MANIFEST, message[:300])


PARTS: dict[str, type] = {"size": Size, "stock": Stock, "machine": Machine, "finish": Finish, "fit": Fit}


def record_profiles(profiles: Profiles) -> dict[str, Any]:
    """Return profiles as a JSON object: each process's sizes side by side, what is asked of a laser with the manner,
    but the kerf with the sheet, before its styles, and where it comes from with the laser's sizes."""
    values: dict[str, Any] = record(profiles)
    laser, manner, sheet = values.pop("laser"), values["manner"], list(values["sheet"].items())
    sheet.insert(list(values["sheet"]).index("styles"), ("kerf", laser.pop("kerf")))
    kerf_from = {"kerf_from": laser.pop("kerf_from")}
    return values | {
        "sheet": dict(sheet),
        "measures": [_flat_measures(m, kerf_from if m.process is Process.LASER else {}) for m in profiles.measures],
        "manner": {"cut": laser["cut"], "ids": manner["ids"]} | laser | manner,
    }


def _flat_measures(measures: Measures, kerf_from: Mapping[str, str]) -> dict[str, Any]:
    """Return measures as a manifest has them."""
    flat: dict[str, Any] = {"process": measures.process}
    for part in PARTS:
        for key, value in record(getattr(measures, part)).items():
            flat |= {key: value, **(kerf_from if key == "clearance" else {})}
    return flat


def _measures(table: Table) -> Measures:
    """Return measures from a manifest."""
    parts = {part: kind(**table.keys_of(kind)) for part, kind in PARTS.items()}
    process = table.word("process", PROCESSES)
    table.known += ["kerf_from"] * (process is Process.LASER)
    table.finish()
    return table.made(Measures, process=process, **parts)


def restore_profiles(parameters: Mapping[str, Any]) -> Profiles:
    """Return the profiles that a manifest's parameters record. Raises InputError, naming what is wrong, if they record
    none that can be."""
    if not isinstance(recorded := parameters.get(MADE_WITH), Mapping):
        raise InputError(f"{MADE_WITH}: found {type(recorded).__name__}, allowed is an object")
    top = Table(MANIFEST, MADE_WITH, recorded, recorded=True)
    sheet, measures = top.table("sheet"), top.tables("measures")
    origins = [table.values.get("kerf_from", "") for table in measures if table.values.get("process") == Process.LASER]
    asked = top.table("manner")
    asked.values = {**asked.values, "kerf": sheet.values.get("kerf"), "kerf_from": (*origins, "")[0]}
    laser, manner = asked.keys_of(LaserOptions), asked.keys_of(ProductionOptions)
    asked.finish()
    sheet.known.append("kerf")
    values = top.keys_of(
        Profiles,
        sheet=sheet.build(SheetStock),
        measures=tuple(map(_measures, measures)),
        manner=asked.made(ProductionOptions, **manner),
        laser=asked.made(LaserOptions, **laser),
    )
    top.finish()
    profiles = Profiles(**values)
    for name, found in (("measures", profiles.measures), ("materials", profiles.materials)):
        if tuple(measures.process for measures in found) != PROCESSES:
            raise InputError(f"{MADE_WITH}: {name}: allowed is one for each of {', '.join(PROCESSES)}")
    for key, expected in _sizes(profiles).items():
        if parameters.get(key) != expected:
            shown = json.dumps(parameters.get(key))[:300]
            raise InputError(f"{key}: found {shown}, and {json.dumps(expected)} under {MADE_WITH!r}")
    return profiles
