"""The paper coupon: is a page printed at its size, do backs lie behind faces, which colours can be told apart."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.coupons.paper.judge import READINGS, judge
from quasiprint.model.game import Brief, Coupon, Outcome, Parameters, Read, Titles, Work
from quasiprint.model.measures import Maker
from quasiprint.model.option import Option
from quasiprint.model.page import Content
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Offer


class PaperCoupon:
    """The room's front door; what is behind it is imported when it is used."""

    name = "coupon_paper"
    titles = Titles("Paper coupon", "quasiprint")
    seeded = False
    maker = Maker.PAPER
    offers = (Offer.PAGES,)
    options: tuple[Option, ...] = ()
    readings = READINGS

    def work(self, parameters: Parameters) -> Work:
        """Return that there is one card."""
        return Work(1)

    def design(self, brief: Brief) -> GameSet:
        """Return the coupon: see `quasiprint.coupons.paper.design.design`."""
        from quasiprint.coupons.paper.design import design

        return design(brief)

    def rules(self, sets: Mapping[Maker, GameSet], words: Mapping[str, str]) -> Content:
        """Return what the book is filled with: see `quasiprint.coupons.paper.rulebook.content`."""
        from quasiprint.coupons.paper.rulebook import content

        return content(sets, words)

    def judge(self, read: Read, made: Mapping[str, object]) -> Outcome:
        """Return what readings say: see `quasiprint.coupons.paper.judge.judge`."""
        return judge(read, made)


COUPON: Coupon = PaperCoupon()
