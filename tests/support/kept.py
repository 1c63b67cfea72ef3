"""Sets with containers, changed; and the codes of what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quasiprint.checks.containers import check_containers, check_lids, check_racks
from quasiprint.model.piece import Accessory, GameSet


def with_thing(game_set: GameSet, id: str, change: Callable[[Accessory], Accessory]) -> GameSet:
    changed = tuple(change(thing) if thing.id == id else thing for thing in game_set.accessories)
    assert changed != game_set.accessories
    return replace(game_set, accessories=changed)


def with_slots(id: str, **changes: float) -> Callable[[GameSet], GameSet]:
    return lambda held: with_thing(
        held, id, lambda t: replace(t, slots=tuple(replace(slot, **changes) for slot in t.slots))
    )


def codes(held: GameSet) -> set[str]:
    return {finding.code for check in (check_containers, check_lids, check_racks) for finding in check(held)}
