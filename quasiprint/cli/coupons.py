"""What the commands about coupons share: a command for each, found and never listed."""

from __future__ import annotations

from collections.abc import Callable

import click

from quasiprint import coupons
from quasiprint.cli.reporting import refusing
from quasiprint.model.coupon import Coupon
from quasiprint.model.naming import as_written, hint


class ForEach(click.Group):
    """A command with one below it for each coupon. build: makes that."""

    def __init__(self, name: str, *, build: Callable[[str, Coupon], click.Command], help: str | None) -> None:
        super().__init__(name, help=help, subcommand_metavar="|".join(coupons.names()))
        self._build = build

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the coupons' names."""
        return list(coupons.names())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of a coupon, None for an unknown name."""
        if name not in coupons.names():
            return None
        with refusing():
            return self._build(name, coupons.load(name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names. Raises UsageError if it names none."""
        known = coupons.names()
        first = as_written(args[0], known)
        if first not in known and not ctx.resilient_parsing and not first.startswith("-"):
            raise click.UsageError(f"coupon: found {first!r}{hint(first, known)}, allowed is {', '.join(known)}", ctx)
        return super().resolve_command(ctx, [first, *args[1:]])
