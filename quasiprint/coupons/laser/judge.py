"""What the laser coupon's readings say: kerf, clearance, finest stroke; or how they contradict one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.coupons.laser import sizes
from quasiprint.model.finding import Finding, Severity, error
from quasiprint.model.game import Outcome, Read, Reading

KERF = "kerf"
SAME = 0.03  # mm: two kerfs that differ by more are two kerfs
SEEN = 0.25  # mm: what a back may be off
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
    Reading(
        "swatch",
        "Which swatch is engraved best?",
        unit="",
        least=1,
        most=sizes.SPEEDS * sizes.POWERS,
        wrong="the swatches have these numbers",
    ),
    *(
        Reading(
            key,
            f"The back, {way}: which number stands at the line that meets its slit?",
            unit="",
            least=-sizes.REACH,
            most=sizes.REACH,
            wrong="beyond that lies no line: the sheet was not in the jig",
        )
        for key, way in (("back_x", "side by side"), ("back_y", "one above the other"))
    ),
)


def judge(read: Read, made: Mapping[str, object]) -> Outcome:
    """Return what plausible readings say. made: the parameters of the coupon, if there is one to look at: it was cut
    from a sheet as thick as they say."""
    kerfs = [(key, value, kerf) for key, value, kerf in _kerfs(read)]
    findings = [*_apart(kerfs), *_tighter(read)]
    if findings:
        return Outcome({}, tuple(findings))
    fine = [kerf for key, _, kerf in kerfs if key == "bars"] or [kerf for key, _, kerf in kerfs if key == "slides"]
    kerf = round(sum(fine) / len(fine), 3)
    tables: dict[str, dict[str, object]] = {"sheet": {"kerf": kerf}}
    said = [f"kerf {kerf:g} mm"]
    measures: dict[str, object] = {}
    if (thickness := _thickness(made)) is not None:
        measures["thickness"] = thickness
        said.append(f"sheet {thickness:g} mm thick")
    if "liked" in read:
        (slot,) = map(int, read["liked"])
        clearance = round(max(sizes.play(slot, kerf) / 2, 0.0), 3)
        measures["clearance"] = clearance
        said.append(f"clearance {clearance:g} mm off every edge, as in slot {slot}")
    if "stroke" in read:
        measures["min_feature"] = read["stroke"][0]
        said.append(f"finest stroke {read['stroke'][0]:g} mm")
    if "swatch" in read:
        said.append(f"engrave as in swatch {read['swatch'][0]:g}: (write its speed and power here)")
    return Outcome(tables | ({"measures": measures} if measures else {}), tuple(_off(read)), said)


def _tighter(read: Read) -> Iterator[Finding]:
    """Yield whether the peg is liked in a slot that it does not go into."""
    if read.get("liked", read.get("tight", (0.0,))) < read.get("tight", (0.0,)):
        liked, tight = read["liked"][0], read["tight"][0]
        message = f"the peg is liked in slot {liked:g}, and {tight:g} is the tightest that takes it"
        yield error("readings-differ", "liked and tight", message, "read both again; slot 1 is the tightest")


def _off(read: Read) -> Iterator[Finding]:
    """Yield how far backs are off, if that is more than anybody overlooks. No profile can mend it, but the jig can."""
    for key, way in (("back_x", "to the right"), ("back_y", "up")):
        for found in read.get(key, ()):
            off = found * sizes.FINE
            if abs(off) > SEEN:
                message = f"backs lie {off:g} mm {way}, as seen from behind"
                remedy = "cut the corner jig anew, and push the sheet home on both sides"
                yield Finding("backs-off", Severity.WARNING, key, message, remedy)


def _thickness(made: Mapping[str, object]) -> float | None:
    """Return how thick a sheet the coupon was made for, None if nothing tells."""
    measures = made.get("measures")
    own = measures.get("laser") if isinstance(measures, dict) else None
    found = own.get("thickness") if isinstance(own, dict) else None
    return found if isinstance(found, float) else None


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
