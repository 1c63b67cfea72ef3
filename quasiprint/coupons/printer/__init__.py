"""The printer's coupon: how far out edges come, how parts shrink, what a foot and the finest strokes look like."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.coupons.printer.judge import READINGS
from quasiprint.coupons.printer.judge import judge as judged
from quasiprint.model.game import Brief, Coupon, Outcome, Parameters, Read, Titles, Work
from quasiprint.model.measures import Maker, Size
from quasiprint.model.option import Kind, Option
from quasiprint.model.page import Content
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer


class PrinterCoupon:
    """The room's front door; what is behind it is imported when it is used."""

    name = "coupon_printer"
    titles = Titles("Printer coupon", "quasiprint")
    seeded = False
    maker = Maker.PRINTER
    offers = (Offer.SOLIDS, Offer.PAGES)
    options = (Option("game", "triomino", Kind.TEXT, "The game whose tiles are to fit; its usual tile is printed."),)
    readings = READINGS

    def size(self, parameters: Parameters) -> Size:
        """Return the usual size of the game's pieces."""
        from quasiprint.coupons.printer.tiles import size_of

        return size_of(str(parameters["game"]))

    def work(self, parameters: Parameters) -> Work:
        """Return that there is one plate."""
        return Work(1)

    def design(self, brief: Brief) -> GameSet:
        """Return the coupon: see `quasiprint.coupons.printer.design.design`."""
        from quasiprint.coupons.printer.design import design

        return design(brief)

    def rules(self, sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the book is filled with: see `quasiprint.coupons.printer.rulebook.content`."""
        from quasiprint.coupons.printer.rulebook import content

        return content(sets, words)

    def judge(self, read: Read, made: Mapping[str, object]) -> Outcome:
        """Return what readings say: see `quasiprint.coupons.printer.judge.judge`."""
        return judged(read)


COUPON: Coupon = PrinterCoupon()
