"""The laser coupon: what kerf a laser has, how pieces fit, how it engraves, and whether backs lie behind faces."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.coupons.laser.judge import READINGS
from quasiprint.coupons.laser.judge import judge as judged
from quasiprint.model.game import Brief, Coupon, Outcome, Parameters, Read, Titles, Work
from quasiprint.model.measures import Maker
from quasiprint.model.option import Option
from quasiprint.model.page import Content
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer


class LaserCoupon:
    """The room's front door; what is behind it is imported when it is used."""

    name = "coupon_laser"
    titles = Titles("Laser coupon", "quasiprint")
    seeded = False
    maker = Maker.LASER
    offers = (Offer.DRAWINGS, Offer.PAGES)
    options: tuple[Option, ...] = ()
    readings = READINGS

    def work(self, parameters: Parameters) -> Work:
        """Return that there is one plate."""
        return Work(1)

    def design(self, brief: Brief) -> GameSet:
        """Return the coupon: see `quasiprint.coupons.laser.design.design`."""
        from quasiprint.coupons.laser.design import design

        return design(brief)

    def rules(self, sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the book is filled with: see `quasiprint.coupons.laser.rulebook.content`."""
        from quasiprint.coupons.laser.rulebook import content

        return content(sets, words)

    def judge(self, read: Read, made: Mapping[str, object]) -> Outcome:
        """Return what readings say: see `quasiprint.coupons.laser.judge.judge`."""
        return judged(read, made)


COUPON: Coupon = LaserCoupon()
