"""Reads materials and prices from their profiles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar

from quasiprint.model.errors import InputError, hint
from quasiprint.model.limits import LIMITS
from quasiprint.model.measures import MAKERS, Maker
from quasiprint.model.profile import MAX_CURRENCY, Cutting, Material, Prices, Printing
from quasiprint.pipeline.toml_table import TomlTable

T = TypeVar("T")


def maker_of(table: TomlTable) -> Maker:
    """Return the process that a table is about."""
    wanted = f"one of {', '.join(MAKERS)}"
    said = table.text("process", wanted)
    if said not in MAKERS:
        raise table.wrong("process", wanted)
    return Maker(said)


def material(name: str, table: TomlTable) -> Material:
    """Return a material. Raises InputError for what none has."""
    process = maker_of(table)
    return Material(
        name=name,
        process=process,
        **table.keys_of(Material),
        cutting=_worked(Cutting, table.table("cutting")) if process is Maker.LASER else None,
        printing=_worked(Printing, table.table("printing")) if process is Maker.PRINTER else None,
    )


def _worked(kind: type[T], table: TomlTable) -> T:
    """Return how a material is worked, from a table of its own."""
    found = kind(**table.keys_of(kind))
    table.finish()
    return found


def prices(name: str, table: TomlTable) -> Prices:
    """Return what a maker pays. Raises InputError for what nobody does."""
    wanted = f"a currency of 1 to {MAX_CURRENCY} printable characters"
    currency = table.text("currency", wanted)
    if len(currency) > MAX_CURRENCY or not currency.isprintable():
        raise table.wrong("currency", wanted)
    return Prices(currency, **table.keys_of(Prices))


def priced(before: Prices | None, said: Iterable[str]) -> Prices | None:
    """Return prices with those that were said, each as NAME=AMOUNT. before: of a profile, if there is one.

    Raises InputError for a name that nothing has, and for an amount that is none.
    """
    known = [one.name for one in fields(Prices)]
    for text in said:
        name, sign, amount = (part.strip() for part in text.partition("="))
        if not sign or name not in known:
            near = "" if name in known else hint(name, known)
            raise InputError(
                f"--price: found {text[:40]!r}{near}, allowed is NAME=AMOUNT, such as laser=18.50, with a "
                f"name of {', '.join(known)}"
            )
        if name == "currency":
            before = replace(before or Prices("EUR"), currency=amount)
            continue
        try:
            value = float(amount) if amount.isascii() else -1.0
        except ValueError:
            value = -1.0
        if not LIMITS["price"].hold(value):
            raise InputError(f"--price: {name}: found {amount[:40]!r}, allowed is a number {LIMITS['price']}")
        change: dict[str, Any] = {name: round(value, 6)}
        before = replace(before or Prices("EUR"), **change)
    return before
