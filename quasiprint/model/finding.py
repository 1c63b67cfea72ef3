"""Findings: what a check or a rule has to say, as data; and judgements, which are built of them.

Laws return findings and do not raise, so that one run reports everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import StrEnum

from quasiprint.errors import join_faults

REMAKE = "make the set again"


class Severity(StrEnum):
    """How bad it is: an error stops a run, a warning is shown, a note is recorded."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement about one subject.

    code: stable, kebab-case, one for each law; subject: the piece, pair or file it is
    about; message: what was wrong, what was found, what is allowed; remedy: what to do.
    """

    code: str
    severity: Severity
    subject: str
    message: str
    remedy: str = ""

    def of(self, subject: str) -> Finding:
        """Return the finding about a subject: a move that is refused has none until somebody says where it stands."""
        return replace(self, subject=subject)

    def as_json(self) -> dict[str, str]:
        """Return the finding as the contract's JSON object."""
        # not `asdict`, which copies every text: a heap of tiles has a hundred thousand findings
        return {name: str(getattr(self, name)) for name in self.__slots__}


def error(code: str, subject: str, message: str, remedy: str = "") -> Finding:
    """Return a finding of severity error."""
    return Finding(code, Severity.ERROR, subject, message, remedy)


def refused(code: str, message: str, remedy: str = "") -> Finding:
    """Return why a move is illegal. code: one for each rule. See `Finding.of` for its subject."""
    return error(code, "", message, remedy)


def fault(code: str, subject: str, message: str) -> Finding:
    """Return a finding about a made set, which is to be made again."""
    return error(code, subject, message, REMAKE)


def has_errors(findings: tuple[Finding, ...] | list[Finding]) -> bool:
    """Tell whether any finding is an error."""
    return any(finding.severity is Severity.ERROR for finding in findings)


def in_words(findings: Sequence[Finding]) -> str:
    """Return findings as an error names them."""
    return join_faults([f"{finding.subject}: {finding.message}" for finding in findings])


@dataclass(frozen=True, slots=True)
class Judgement:
    """What every judgement is built on. Each game adds its values, in the order in which they are printed.

    A field without a value, None, is printed as nothing yet.
    """

    @property
    def not_seen(self) -> tuple[str, ...]:
        """What the text leaves open, so that it was not judged: phrases, empty if it says everything."""
        return ()

    @property
    def is_legal(self) -> bool:
        """Whether what was judged is by the rules: no finding is an error, and no `legal` says otherwise."""
        found: tuple[Finding, ...] = getattr(self, "findings", ())
        return getattr(self, "legal", True) is True and not has_errors(found)

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object."""
        values = {entry.name: as_plain_json(getattr(self, entry.name)) for entry in fields(self)}
        values.pop("not_seen", None)
        return {**values, "not_seen": list(self.not_seen)}


@dataclass(frozen=True, slots=True)
class LayoutJudgement(Judgement):
    """A judgement of a layout, which does not say how it came about."""

    @property
    def not_seen(self) -> tuple[str, ...]:
        """See `Judgement`."""
        return ("in which order tiles were laid, and by whom",)


def as_plain_json(value: object) -> object:
    """Return a value as JSON has it: of a dataclass its fields, of a tuple a list."""
    if isinstance(value, Finding):
        return value.as_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {entry.name: as_plain_json(getattr(value, entry.name)) for entry in fields(value)}
    if isinstance(value, dict):
        return {key: as_plain_json(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [as_plain_json(entry) for entry in value]
    return value
