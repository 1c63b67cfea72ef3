"""Names of labels: which may stand in a set file, and the labels that somebody says by them."""

from __future__ import annotations

from collections.abc import Sequence

from quasiprint.addons.designer.sets.schema import Document, Path
from quasiprint.model.errors import hint

Named = tuple[str, Sequence[str]]  # a shape, and the names of its labels


def refuse_names(document: Document, names: Sequence[str], count: int, path: Path) -> None:
    """Raise InputError unless each label has a name of its own that can be printed, or none has."""
    for name in names:
        if name != name.strip() or not name.isprintable():
            raise document.wrong(path, f"found {name!r}, allowed is what can be printed, without spaces around it")
        if names.count(name) > 1:
            raise document.wrong(path, f"found {name!r} twice, allowed is each name once")
    if names and len(names) != count:
        raise document.wrong(path, f"found {len(names)} names for {count} labels, allowed is one for each label")


def refuse_two_names(document: Document, shapes: Sequence[Named], path: Path) -> None:
    """Raise InputError if the last of some shapes gives a label another name than one before it."""
    own, last = shapes[-1]
    for shape, names in shapes[:-1]:
        for label, pair in enumerate(zip(names, last, strict=False)):
            if len(set(pair)) > 1:
                message = f"found {pair[1]!r} for label {label}, which is called {pair[0]!r} on {shape!r}"
                raise document.wrong(path, f"{message}, allowed is one name for a label in a set")
        if bool(names) != bool(last):
            message = (
                f"found names of labels on {(own if last else shape)!r} alone, allowed are they on all shapes or none"
            )
            raise document.wrong(path if last else path[:-1], message)


def numbers_of(document: Document, said: Sequence[int | str], names: Sequence[str], path: Path) -> list[int]:
    """Return labels as numbers, of which some were said by name."""
    for entry in said:
        if isinstance(entry, str) and entry not in names:
            known = f"a name of a label: {', '.join(names)}" if names else "a number: labels have no names"
            raise document.wrong(path, f"found {entry!r}{hint(entry, names)}, allowed is {known}")
    return [names.index(entry) if isinstance(entry, str) else entry for entry in said]
