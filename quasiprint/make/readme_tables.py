"""The tables of the page that lies in a set's folder, row by row: colours, layers, sizes and how things fit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from quasiprint.checks.fit import MADE as FIT_OF
from quasiprint.checks.fit import Budget, Span
from quasiprint.make.bill import table
from quasiprint.make.manifest import MadeSet
from quasiprint.make.run import room
from quasiprint.model.face import Operation
from quasiprint.model.game import Coupon
from quasiprint.model.measures import Maker
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import SheetOperation
from quasiprint.model.texts import markdown


def inks_of(game_set: GameSet) -> Collection[int]:
    """Return the colours that pieces or accessories bear, in the palette's order."""
    faces = [piece.face for piece in game_set.pieces] + [thing.face for thing in game_set.accessories]
    return sorted(frozenset().union(*(face.inks for face in faces)))


def is_lettered(game_set: GameSet) -> bool:
    """Tell whether labels are drawn in colours without their patterns: letters tell them apart."""
    inks = game_set.palette.inks
    marks = {
        (mark.colour, mark.pattern) for piece in game_set.pieces for mark in piece.face.marks if mark.label is not None
    }
    return any(pattern != inks[colour].pattern for colour, pattern in marks if colour is not None)


def colours_of(game_set: GameSet) -> Iterator[dict[str, object]]:
    """Yield the colours in use and where: on pieces, or on accessories alone."""
    on_pieces = frozenset().union(*(piece.face.inks for piece in game_set.pieces))
    for k in inks_of(game_set):
        ink = game_set.palette.inks[k]
        pattern = "solid" if is_lettered(game_set) else ink.pattern
        where = f"{game_set.noun}s" if k in on_pieces else "accessories only"
        yield {"number": k, "name": markdown(ink.name), "rgb": ink.rgb, "pattern": pattern, "where": where}


def _operations(set: MadeSet) -> Collection[SheetOperation]:
    """Return the operations that the drawings have; of a coupon all."""
    made, bill = set.sets.get(Maker.LASER), set.bill
    if made is None or isinstance(room(set.run), Coupon):
        return tuple(SheetOperation)
    holes = any(mark.operation is Operation.CUT for thing in made.things for mark in thing.face.marks)
    there = {
        SheetOperation.ENGRAVE: bill.total("engrave") + bill.total("engraved"),
        SheetOperation.SCORE: bill.total("score"),
        SheetOperation.CUT_INNER: holes,
    }
    return tuple(one for one in SheetOperation if there.get(one, True))


def layers_of(set: MadeSet) -> Iterator[dict[str, object]]:
    """Yield how the operations that the drawings have are told apart there."""
    operations = _operations(set)
    for number, style in enumerate(set.run.profiles.sheet.looks, 1 - len(SheetOperation)):
        if style.operation not in operations:
            continue
        setting = f", setting {number}" if number > 0 else ""
        idle = ", not for the laser" if style.operation == SheetOperation.REFERENCE else ""
        colours = (("stroke", style.stroke), ("fill", style.fill))
        how = " and ".join(f"{kind} `{value}`" for kind, value in colours if value)
        if how:
            yield {"operation": f"{style.operation}{setting}{idle}", "how": how, "layer": style.layer}


def fit_fields(budgets: Sequence[Budget]) -> Mapping[str, str]:
    """Return the fields of the page; each "" if there is nothing to say."""
    off = (f"{one.tolerance:g} mm {FIT_OF[one.process]} (profile `{one.tolerance_from}`)" for one in budgets)
    spans = {
        "fit_between": [_span(one, span) for one in budgets for span in one.between],
        "fit_drifts": [_span(one, span) for one in budgets for span in one.drifts],
    }
    return {"fit_assumed": ", ".join(off)} | {name: table(name, own) if own else "" for name, own in spans.items()}


def _span(budget: Budget, span: Span) -> dict[str, object]:
    lengths = {key: round(getattr(span, key), 2) + 0.0 for key in ("nominal", "likely", "least", "most")}
    shown = {key: f"{length:.2f}".replace("-", "−") for key, length in lengths.items()}
    return {"name": span.name, "made": FIT_OF[budget.process], **shown}
