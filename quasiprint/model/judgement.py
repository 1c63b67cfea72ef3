"""What the rules say of a layout or a game: typed, with one form in JSON, the contract's."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass

from quasiprint.model.finding import Finding, has_errors


@dataclass(frozen=True, slots=True)
class Judgement:
    """What every judgement is built on. Each game adds its values, in the order in which they are printed.

    A field without a value, None, is printed as nothing yet.
    """

    @property
    def is_legal(self) -> bool:
        """Whether what was judged is by the rules: no finding is an error, and no `legal` says otherwise."""
        found: tuple[Finding, ...] = getattr(self, "findings", ())
        return getattr(self, "legal", True) is True and not has_errors(found)

    def as_json(self) -> dict[str, object]:
        """Return the contract's JSON object."""
        return {entry.name: _plain(getattr(self, entry.name)) for entry in fields(self)}


def _plain(value: object) -> object:
    """Return a value as JSON has it."""
    if isinstance(value, Finding):
        return value.as_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {entry.name: _plain(getattr(value, entry.name)) for entry in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value
