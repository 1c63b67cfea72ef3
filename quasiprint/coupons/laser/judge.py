"""What the laser coupon's readings say: kerf, clearance, finest stroke; or how they contradict one another."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.coupons.laser import sizes
from quasiprint.model.coupon import Outcome, Read, Reading
from quasiprint.model.finding import Finding, error

KERF = "kerf"
SAME = 0.03  # mm: two kerfs that differ by more are two kerfs
COARSE = 0.08  # mm: the same where a peg is pushed by hand, into wood that gives way
READINGS = (
    Reading(
        "bars",
        f"The {sizes.BARS} bars without x, pushed together: how wide are they, by the caliper?",
        least=sizes.BARS * (sizes.BAR - 1.0),
        most=sizes.BARS * sizes.BAR,
        wrong="wider is a kerf below 0, narrower one above 1 mm: are all ten bars there, and nothing else?",
        times=3,
        needs=KERF,
    ),
    Reading(
        "slides",
        "The gauge in the gap where x was: which is the last number that goes in?",
        least=sizes.GAUGE[0],
        most=sizes.GAUGE[-1],
        wrong="the gauge has no other numbers: .18 on it is 0.18",
        needs=KERF,
    ),
    Reading(
        "tight",
        "The peg: which is the tightest slot that takes it?",
        unit="",
        least=1,
        most=sizes.SLOTS,
        wrong="the slots have these numbers",
    ),
    Reading(
        "liked",
        "The peg: in which slot does it sit as you want pieces to fit?",
        unit="",
        least=1,
        most=sizes.SLOTS,
        wrong="the slots have these numbers",
    ),
    Reading(
        "stroke",
        "Which is the finest of the engraved strokes that are still apart and clear?",
        least=min(sizes.STROKES),
        most=max(sizes.STROKES),
        wrong="the strokes have these widths: .3 below them is 0.3",
    ),
)


def judge(read: Read) -> Outcome:
    """Return what plausible readings say."""
    kerfs = [(key, value, kerf) for key, value, kerf in _kerfs(read)]
    findings = list(_apart(kerfs))
    if findings:
        return Outcome({}, tuple(findings))
    fine = [kerf for key, _, kerf in kerfs if key == "bars"] or [kerf for key, _, kerf in kerfs if key == "slides"]
    kerf = round(sum(fine) / len(fine), 3)
    tables: dict[str, dict[str, object]] = {"sheet": {"kerf": kerf}}
    said = [f"kerf {kerf:g} mm"]
    measures: dict[str, object] = {}
    if "liked" in read:
        (slot,) = map(int, read["liked"])
        clearance = round(max(sizes.play(slot, kerf) / 2, 0.0), 3)
        measures["clearance"] = clearance
        said.append(f"clearance {clearance:g} mm off every edge, as in slot {slot}")
    if "stroke" in read:
        measures["min_feature"] = read["stroke"][0]
        said.append(f"finest stroke {read['stroke'][0]:g} mm")
    return Outcome(tables | ({"measures": measures} if measures else {}), (), said)


def _kerfs(read: Read) -> Iterator[tuple[str, float, float]]:
    """Yield the kerf that each reading shows: its key, what was read, and the kerf."""
    for value in read.get("bars", ()):
        yield "bars", value, sizes.of_bars(value)
    for value in read.get("slides", ()):
        yield "slides", value, sizes.of_step(value)
    for value in read.get("tight", ()):
        yield "tight", value, sizes.of_slot(int(value))


def _apart(kerfs: list[tuple[str, float, float]]) -> Iterator[Finding]:
    """Yield which readings contradict one another: each names both, and nothing is averaged away."""
    for k, (one, first, kerf) in enumerate(kerfs):
        for other, second, found in kerfs[k + 1 :]:
            most = COARSE if "tight" in (one, other) else SAME
            if abs(kerf - found) > most:
                yield error(
                    "readings-differ",
                    f"{one} and {other}",
                    f"{one}={first:g} is a kerf of {kerf:.3f} mm, {other}={second:g} one of {found:.3f} mm; they may "
                    f"differ by {most:g} mm",
                    "read both again",
                )
