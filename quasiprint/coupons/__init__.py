"""Coupons: pieces to be measured. In: options. Out: a set like a game's; then readings, and from them a profile's
values. Rooms are found, never listed. Begin with `model.coupon`, then `paper`."""

# A coupon's room is a package ``quasiprint/coupons/NAME/`` whose ``__init__`` has ``COUPON``, a value that fits
# `quasiprint.model.coupon.Coupon`. It looks like a game's room:
#
#     __init__.py   COUPON: name (``coupon_NAME``), titles, options, offers, maker, readings, design, judge, rules;
#                   what is drawn how large: the design, the judgement and the book ask the same numbers; READINGS;
#                   judge(read, made) → Outcome: the values of profiles, or why readings contradict one another;
#                   design(brief) → GameSet with the composition `Parts`; its text is drawn, in few words;
#                   content(sets, words) → what the book is filled with
#     rules/en/coupon_NAME.md, rules/de/coupon_NAME.md and .toml   the book's words
#     readme.md     what the page in its folder says of it, if anything
#
# The pipeline finds it by the name ``coupon_NAME`` (`quasiprint.games.entry`), and it shows among no games. Whatever is
# drawn is made as it is drawn: nothing is allowed for a beam, a clearance or an offset (`quasiprint.make.run`): that is
# to be measured. ProductKind.PAGES is what the book needs; where its `maker` is not paper, no sheets are printed.
#
# ``quasiprint coupon NAME`` makes it, ``quasiprint calibrate NAME`` asks for its readings.

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from quasiprint import games
from quasiprint.errors import InputError, as_written, unknown
from quasiprint.model import plugins

if TYPE_CHECKING:
    from quasiprint.model.coupon import Coupon


def names() -> tuple[str, ...]:
    """Return the names of the coupons, as they are typed, in alphabetical order. Imports none of them."""
    return tuple(entry.name for entry in plugins.folders(__name__, "COUPON"))


def load(name: str) -> Coupon:
    """Return a coupon by its name as it is typed, such as "laser". Raises InputError for a name that none has."""
    known = names()
    name = as_written(name, known)
    if name in known:
        return cast("Coupon", games.load(f"{games.PREFIX}{name}"))
    raise InputError(f"coupon: {unknown(name, known)}")
