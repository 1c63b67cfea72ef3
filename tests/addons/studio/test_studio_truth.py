"""The badge of the studio says of a design what `quasiprint check` says of the same words; and every answer about a
design bears its digest."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner
from studios import SMALL

from quasiprint.addons.studio import preview
from quasiprint.addons.studio.engine import answer
from quasiprint.addons.studio.words import digest_of, name_of, options
from quasiprint.api import Design
from quasiprint.cli import main
from quasiprint.cli.make import CHECK
from quasiprint.make.run import Request, settle

EXITS = {"proved": 0, "minded": 0, "failed": 1, "refused": 2}
TEXTS = {"language": ("de", "xx"), "price": ("laser=20", "gold=1"), "tabs": ("2x0.3", "2"), "seed": ("7", "-1")}
LENGTHS = ("0", "0.1", "0.4", "1", "2.2", "3", "6", "20", "33.3", "70", "250", "900")
Settings = dict[str, str]


@cache
def fields(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer("form", {"game": game}).value["fields"]
    return found


def drawn(game: str, field: dict[str, Any], dice: random.Random) -> str:
    """Return something to type into a field: often what is allowed, sometimes what is not; "" for nothing."""
    control, least, most = field["control"], field["least"], field["most"]
    if control == "flag":
        return "yes"
    if control == "choice":
        return str(dice.choice(field["choices"])[0])
    if control == "several":
        return ",".join(name for name, _ in dice.sample(field["choices"], 2) if name not in ("step", "png", "pdf"))
    if control == "profiles":
        return str(dice.choice(dice.choice(field["kinds"])["names"])[0])
    if control == "length":
        return dice.choice(LENGTHS)
    if control == "number":
        low = int(least or 0)
        return str(
            dice.choice([low - 1, low, low + 1, low + 2, *([int(most) + 1] if most and dice.random() < 0.3 else [])])
        )
    return dice.choice(TEXTS.get(field["name"], ("",)))


def option_sets(count: int, seed: int) -> list[tuple[str, Settings]]:
    """Return designs: each game in turn, with one to three options beside those that make it small."""
    dice = random.Random(seed)
    found: list[tuple[str, Settings]] = []
    for number in range(count):
        game = sorted(SMALL)[number % len(SMALL)]
        free = [field for field in fields(game) if field["control"] not in ("source", "file")]
        some = dice.sample(free, dice.randint(1, 3))
        own = {field["name"]: drawn(game, field, dice) for field in some}
        found.append((game, {**SMALL[game], **{name: said for name, said in own.items() if said}}))
    return found


def typed(game: str, settings: Settings) -> list[str]:
    """Return what is typed for the same."""
    flags = {field["name"] for field in fields(game) if field["control"] == "flag"}
    # a check is of no language and no format: then it is `make` that would refuse it
    checked = settings.keys() <= {name_of(option) for option in options(CHECK, game)}
    words = ["check", game] if checked else ["make", game, "--dry-run"]
    for name, said in settings.items():
        if name in flags:
            words.append(f"--{name}")
        else:
            words += [f"--{name}={one}" for one in (said.split(",") if name == "profile" else [said])]
    return words


def badge(game: str, settings: Settings) -> tuple[str, str]:
    """Return what the badge says in the end, and the sentence of a refusal."""
    step = 0
    while True:
        found = answer("proving", {"game": game, "settings": settings, "step": step}).value
        assert found["digest"] == digest_of({"game": game, "settings": settings})
        if "refused" in found:
            return "refused", found["refused"]["message"]
        if found["state"] != "checking":
            return found["state"], ""
        assert found["done"] == step + 1 <= found["steps"]
        step = found["done"]


def judged(game: str, settings: Settings) -> tuple[int, str]:
    """Return the exit state of `check`, and its sentence if it refuses."""
    result = CliRunner().invoke(main, typed(game, settings), prog_name="quasiprint")
    said = result.stderr.strip().splitlines()[-1].removeprefix("Error: ") if result.exit_code == 2 else ""
    return result.exit_code, said


def same(game: str, settings: Settings) -> int:
    state, sentence = badge(game, settings)
    exit_state, said = judged(game, settings)
    assert (EXITS[state], sentence) == (exit_state, said), (game, settings)
    return exit_state


SEEN = [("triomino", {"thickness": "0.1"}), ("quasimino", {"colours": "9"}), ("triomino", {"highest": "1"})]


def test_a_badge_is_what_check_says() -> None:
    exits = [same(game, settings) for game, settings in [*SEEN, *option_sets(2, seed=41)]]
    assert exits[: len(SEEN)] == [2, 2, 0]
    assert len(set(exits)) > 1  # some can be made, and some cannot


@pytest.mark.thorough
def test_many_badges_are_what_check_says() -> None:
    exits = [same(game, settings) for game, settings in option_sets(60, seed=14)]
    assert {0, 2} <= set(exits)


def test_a_failed_check_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counterexample: a check that finds an error, or a warning, is heard in the badge and on the command line."""
    from quasiprint.make.workshop import Build
    from quasiprint.model.finding import Finding, Severity

    before = Build.check_layout
    for severity, state, exit_state in ((Severity.ERROR, "failed", 1), (Severity.WARNING, "minded", 0)):
        wrong = [Finding("overlap", severity, "plate 1", "they overlap")]
        monkeypatch.setattr(Build, "check_layout", lambda self, *of, wrong=wrong: before(self, *of) + wrong)
        settings = {"highest": "0", "edge": "41" if state == "failed" else "42"}
        assert badge("triomino", settings)[0] == state
        assert judged("triomino", settings)[0] == exit_state


def test_a_digest_is_of_game_and_settings_alone() -> None:
    def digest(name: str, game: str, **settings: str) -> str:
        found = answer(name, {"game": game, "settings": settings, "parts": ["pieces"]}).value
        return str(found["digest"])

    one = digest("preview", "triomino", highest="1", edge="41")
    assert (
        one
        == digest("proving", "triomino", edge="41", highest="1", kerf="")
        == digest("bodies", "triomino", highest="1", edge="41")
    )
    others = [digest("preview", "triomino", highest="1", edge="410"), digest("preview", "quomino", edge="41")]
    assert len({one, *others}) == 3
    assert "digest" not in answer("form", {"game": "triomino"}).value  # which is of no design


def test_numbers_are_those_of_the_bill() -> None:
    found = answer("proving", {"game": "triomino", "settings": {"highest": "1", "price": "laser=20"}, "step": 99}).value
    told, bill = found["numbers"], found["bill"]
    request = Request("triomino", {"highest": 1}, price=("laser=20",))
    assert bill == Design(settle(request)).foresee().bill.as_json()
    assert told["plates"] == len(bill["ways"][0]["plates"])
    assert told["sheets"] == len([sheet for sheet in bill["sheets"] if sheet["whole"]])
    assert told["leaves"] == bill["papers"][0]["leaves"]
    assert told["grams"] > 0 < told["hours"]
    assert set(told["costs"]) == {"laser", "printer", "paper"}
    assert told["costs"]["laser"].startswith(f"{bill['costs'][0]['material'] + bill['costs'][0]['time']:.2f} ")
    larger = answer(
        "proving", {"game": "triomino", "settings": {"highest": "2", "price": "laser=20"}, "step": 99}
    ).value
    assert larger["numbers"]["grams"] > told["grams"]
    assert preview.BODIES > 0
