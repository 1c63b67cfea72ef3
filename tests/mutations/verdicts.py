"""What `quasiprint verify` says of a folder, as codes, and whether that catches a mutation."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from mutations.folder import NO_SET, Mutation


def reported(folder: Path) -> frozenset[str]:
    """Return the codes of the errors that reading back finds, and never the comparison of bytes, which no mutation
    could escape; NO_SET alone if this is no set."""
    from quasiprint.model.errors import InputError
    from quasiprint.pipeline.verify import By, verify
    from quasiprint.storage.stored import stored

    try:
        verdict = verify(stored(folder), lambda *_: None, By.READING)
    except InputError:
        return frozenset({NO_SET})
    return frozenset(finding.code for finding in verdict.findings if finding.severity == "error")


def caught(mutation: Mutation, found: Collection[str]) -> bool:
    """Tell whether one of the findings that a mutation asks for is there; for a harmless one, that there is none."""
    return not found if mutation.harmless else bool(mutation.codes & set(found))
