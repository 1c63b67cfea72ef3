"""The laser coupon: what kerf a laser has, how pieces fit, how it engraves, and whether backs lie behind faces."""

from __future__ import annotations

from quasiprint.coupons.laser.measured import READINGS
from quasiprint.model.game import Coupon, Lazy, OnePlate, Titles
from quasiprint.model.measures import Maker
from quasiprint.model.production import Offer


class LaserCoupon(OnePlate):
    """The room's front door; what is behind it is imported when it is used."""

    name = "coupon_laser"
    titles = Titles("Laser coupon", "quasiprint")
    maker = Maker.LASER
    offers = (Offer.DRAWINGS, Offer.PAGES)
    readings = READINGS

    design, rules, judge = Lazy("design"), Lazy("design", "content"), Lazy("measured")


COUPON: Coupon = LaserCoupon()
