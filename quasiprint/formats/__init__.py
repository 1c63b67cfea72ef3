"""File formats: bodies, drawings, pages or texts of a set come in (`model.production`); files go out, as `Artefact`.
Each of ours is a module with its writer, beside which ``NAME.md`` is what the set's page says of it. Others come
through entry points in the group ``quasiprint.formats``. Begin with `load`, then `stl`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from quasiprint.errors import InputError, unknown
from quasiprint.model import plugins
from quasiprint.model.choices import ProductKind
from quasiprint.model.format import NAME, PREVIEW, SOURCES, ZLIB, Format, LazyFormat
from quasiprint.model.plugins import Entry, Failure, Registry

if TYPE_CHECKING:
    from quasiprint.model.production import Artefact, TextProduction

GROUP = "quasiprint.formats"
ALLOWED = "allowed as a format's name are up to 31 lower-case letters, digits and hyphens, and not 'source'"


def _text_files(production: TextProduction) -> Iterator[Artefact]:
    """Yield a set in its game's own text form, all pieces in one file."""
    from quasiprint.model.production import Artefact

    yield Artefact(f"txt/{production.set.noun}s.txt", production.set.text.encode("ascii"))


OURS: dict[str, Format] = {
    each.name: each
    for each in (
        LazyFormat(__name__, "stl", ProductKind.SOLIDS, 10, files="stl", libraries=("manifold3d",)),
        LazyFormat(__name__, "3mf", ProductKind.SOLIDS, 20, files="threemf", fields="threemf",
                   libraries=("manifold3d", "typst", ZLIB)),
        LazyFormat(__name__, "step", ProductKind.SOLIDS, 30, files="step", default=False),
        LazyFormat(__name__, "svg", ProductKind.DRAWINGS, 40, files="svg"),
        LazyFormat(__name__, "dxf", ProductKind.DRAWINGS, 50, files="dxf", default=False),
        LazyFormat(__name__, "pdf", ProductKind.PAGES, 60, files="pdf", fields="pdf",
                   libraries=("reportlab", "typst", ZLIB)),
        LazyFormat(__name__, "txt", ProductKind.TEXTS, 70, files=_text_files, default=False),
    )
}  # fmt: skip


def find_all() -> Registry:
    """Return the available formats by name, and the failures of others. Imports none that others bring."""
    builtin, failures = _builtin()
    others = [entry for entry in plugins.entries_of(GROUP) if entry.distribution]
    strange = tuple(Failure(entry, ALLOWED) for entry in others if not is_name(entry.name))
    found = plugins.merge_entries(builtin.values(), (entry for entry in others if is_name(entry.name)))
    return Registry(found.entries, (*failures, *strange, *found.failures))


def names() -> tuple[str, ...]:
    """Return the names of all formats: ours in their order, then those that others bring, which are not imported."""
    return tuple(find_all().entries)


def entry(name: str) -> Entry | Failure | None:
    """Return where a format is, why it is left out, or None if there is none of this name. Looks at what others bring
    only if it is none of ours."""
    if is_ours(name):
        return _builtin()[0][name]
    known = find_all()
    refused = (failure for failure in known.failures if failure.entry.name == name)
    return known.entries.get(name) or next(refused, None)


def load_entry(entry: Entry) -> Format | Failure:
    """Import a format and return it, or why it cannot be had."""
    value = OURS[entry.name] if entry.module == __name__ else plugins.load(entry, Format)
    if isinstance(value, (Format, Failure)):
        return value
    return Failure(entry, f"found {type(value).__name__}, allowed is a Format")


def load(name: str) -> Format:
    """Return a format. Raises InputError for a name that none has, with the reason for one that cannot be loaded."""
    there = entry(name)
    if there is None:
        raise InputError(f"format: {unknown(name, names())}")
    loaded = there if isinstance(there, Failure) else load_entry(there)
    if isinstance(loaded, Failure):
        raise InputError(f"format: {loaded}")
    return loaded


def is_there(name: str) -> bool:
    """Tell whether there is a format of this name that can be loaded."""
    there = entry(name)
    return isinstance(there, Entry) and not isinstance(load_entry(there), Failure)


def load_all() -> tuple[tuple[Format, ...], tuple[Failure, ...]]:
    """Return all formats in their order, and why others are left out."""
    there = find_all()
    tried = [load_entry(entry) for entry in there.entries.values()]
    formats = sorted((each for each in tried if not isinstance(each, Failure)), key=place)
    return tuple(formats), (*there.failures, *(each for each in tried if isinstance(each, Failure)))


def builtin() -> tuple[Format, ...]:
    """Return the formats that come with the program, in their order."""
    return tuple(each for each in map(load_entry, _builtin()[0].values()) if not isinstance(each, Failure))


def is_name(name: str) -> bool:
    """Tell whether this can be a format's name, which is its folder's, too."""
    return bool(NAME.fullmatch(name)) and name not in (SOURCES, PREVIEW)


def is_ours(name: str) -> bool:
    """Tell whether a format comes with the program, with every copy of it."""
    return name in _builtin()[0]


def place(file_format: Format) -> tuple[int, str]:
    """Return where a format stands among the others: to sort by."""
    return file_format.order, file_format.name


@cache
def _builtin() -> tuple[dict[str, Entry], tuple[Failure, ...]]:
    """Return our own formats by their names, the add-ons' among them, looked up once, since each run asks often."""
    addons = [entry for entry in plugins.entries_of(GROUP) if not entry.distribution]
    tried = [(entry, load_entry(entry)) for entry in (*(Entry(name, __name__, "") for name in OURS), *addons)]
    there = sorted(((each, entry) for entry, each in tried if not isinstance(each, Failure)), key=lambda t: place(t[0]))
    found = {each.name: entry._replace(name=each.name) for each, entry in there}
    return found, tuple(each for _, each in tried if isinstance(each, Failure))
