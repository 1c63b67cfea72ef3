"""File formats: bodies, drawings, pages or texts of a set come in (`model.production`); files go out, as `Artefact`.
Each is a folder with a ``FORMAT`` and its writer. Folders are found, never listed; others come through entry points in
the group ``quasiprint.formats``. Begin with `load`, then `stl.write`."""

from __future__ import annotations

from functools import cache

from quasiprint.errors import InputError, unknown
from quasiprint.model import plugins
from quasiprint.model.format import NAME, PREVIEW, SOURCES, Format
from quasiprint.model.plugins import Entry, Failure, Registry

GROUP = "quasiprint.formats"
VALUE = "FORMAT"
ALLOWED = "allowed as a format's name are up to 31 lower-case letters, digits and hyphens, and not 'source'"


def find_all() -> Registry:
    """Return the available formats by name, and the failures of others. Imports none that others bring."""
    builtin, failures = _builtin_formats()
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
    ours = _builtin_formats()[0].get(name)
    if ours is not None:
        return ours
    load_all = find_all()
    refused = (failure for failure in load_all.failures if failure.entry.name == name)
    return load_all.entries.get(name) or next(refused, None)


def load_entry(entry: Entry) -> Format | Failure:
    """Import a format and return it, or why it cannot be had."""
    value = plugins.load(entry, Format)
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
    return tuple(each for each in map(load_entry, _builtin_formats()[0].values()) if not isinstance(each, Failure))


def is_name(name: str) -> bool:
    """Tell whether a format may be called so: its files lie in a folder of that name."""
    return bool(NAME.fullmatch(name)) and name not in (SOURCES, PREVIEW)


def is_ours(name: str) -> bool:
    """Tell whether a format comes with the program, with every copy of it."""
    return name in _builtin_formats()[0]


def place(file_format: Format) -> tuple[int, str]:
    """Return where a format stands among the others: to sort by."""
    return file_format.order, file_format.name


def _builtin_formats() -> tuple[dict[str, Entry], tuple[Failure, ...]]:
    """Return our own formats by their names, which are not always those of their folders."""
    return _in(tuple(__path__))


@cache
def _in(paths: tuple[str, ...]) -> tuple[dict[str, Entry], tuple[Failure, ...]]:
    """Return our formats, in this package's folders and in add-ons, looked up once, since each run asks often.

    paths: where the package lies: it is looked up anew where that changes.
    """
    addons = (entry for entry in plugins.entries_of(GROUP) if not entry.distribution)
    tried = [(entry, load_entry(entry)) for entry in (*plugins.folders(__name__, VALUE), *addons)]
    there = [(each, entry) for entry, each in tried if not isinstance(each, Failure)]
    return (
        {
            file_format.name: Entry(file_format.name, entry.module, entry.attribute)
            for file_format, entry in sorted(there, key=lambda pair: place(pair[0]))
        },
        tuple(each for _, each in tried if isinstance(each, Failure)),
    )
