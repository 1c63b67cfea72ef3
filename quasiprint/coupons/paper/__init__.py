"""The paper coupon: is a page printed at its size, do backs lie behind faces, which colours can be told apart."""

from __future__ import annotations

from quasiprint.coupons.paper.measured import READINGS
from quasiprint.model.game import Coupon, Lazy, OnePlate, Titles
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer


class PaperCoupon(OnePlate):
    """The room's front door; what is behind it is imported when it is used."""

    name = "coupon_paper"
    titles = Titles("Paper coupon", "quasiprint")
    maker = Maker.PAPER
    offers = (Offer.PAGES,)
    readings = READINGS

    design, rules, judge = Lazy("design"), Lazy("design", "content"), Lazy("measured")


COUPON: Coupon = PaperCoupon()
