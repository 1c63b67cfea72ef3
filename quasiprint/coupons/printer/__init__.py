"""The printer's coupon: how far out edges come, how parts shrink, what a foot and the finest strokes look like."""

from __future__ import annotations

from quasiprint.coupons.printer.measured import READINGS
from quasiprint.model.game import Coupon, Lazy, OnePlate, Titles
from quasiprint.model.measures import Maker
from quasiprint.model.option import Kind, Option
from quasiprint.model.production import Offer


class PrinterCoupon(OnePlate):
    """The room's front door; what is behind it is imported when it is used."""

    name = "coupon_printer"
    titles = Titles("Printer coupon", "quasiprint")
    maker = Maker.PRINTER
    offers = (Offer.SOLIDS, Offer.PAGES)
    options = (Option("game", "triomino", Kind.TEXT, "The game whose tiles are to fit; its usual tile is printed."),)
    readings = READINGS

    size, design = Lazy("design"), Lazy("design")
    rules, judge = Lazy("design", "content"), Lazy("measured")


COUPON: Coupon = PrinterCoupon()
