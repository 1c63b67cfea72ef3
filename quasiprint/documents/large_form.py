"""Score sheets in large type: the same cells and words, on as many pages as large letters take.

What stands side by side follows one below the other, and a table with columns for each player is parted between
players, until every head of a column has its full size. Rows that go on on another page have their heads again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, product

from quasiprint.model.page import (
    Beside,
    Block,
    Field,
    FieldGrid,
    Form,
    FormCell,
    Legend,
    Row,
    ScoreSheet,
    Shape,
    SheetHeading,
    Text,
)

HEADS = 3  # rows at the top of a grid among which its heads are
WIDER = (1.0, 1.5, 2.0)  # what stands before the columns that are parted, if its words need it
FEWEST = 3  # rows that begin a grid at the foot of a page


def reflowed(
    sheet: ScoreSheet, high: Callable[[Sequence[Block]], float], fits: Callable[[FieldGrid], bool]
) -> ScoreSheet:
    """Return a sheet on more pages. high: how much of a page blocks take at least, 1 for all of it. fits: whether all
    words of a grid have room for their full size."""
    pages: list[list[Block]] = [[]]
    for block in chain.from_iterable(_narrow(block, fits) for block in chain.from_iterable(sheet.pages)):
        rest: Block | None = block
        if isinstance(block, SheetHeading) and block.top and pages[-1]:
            pages.append([])
        while rest is not None:
            begun, rest = _begin(pages[-1], rest, high)
            pages[-1] += begun
            if rest is not None:
                # a heading belongs to what comes next
                pages.append([pages[-1].pop()] if isinstance(pages[-1][-1], SheetHeading) else [])
    seen: Counter[str] = Counter()
    return replace(sheet, pages=tuple(tuple(_named_anew(block, seen) for block in page) for page in pages))


def _narrow(block: Block, fits: Callable[[FieldGrid], bool]) -> Iterator[Block]:
    """Yield a block as blocks that stand one below the other."""
    match block:
        case Legend(entries):
            yield Legend(entries, 1)
        case Beside(grids):
            for grid in grids:
                yield from _narrow(grid, fits)
        case FieldGrid():
            counts = {sum(cell.first for cell in row.cells) for row in block.rows}
            groups = max(counts) if len(counts) == 1 else 0
            parts: Sequence[FieldGrid] = [block]
            for each, lead in product(sorted({-(-groups // n) for n in range(1, groups + 1)}, reverse=True), WIDER):
                parts = [_groups(block, k, k + each, lead) for k in range(0, groups, each)]
                if all(map(fits, parts)):
                    break
            yield from parts
        case _:
            yield block


def _groups(grid: FieldGrid, start: int, end: int, lead: float) -> FieldGrid:
    """Return a grid with some of the groups of cells that belong together, beside what stands before the first. lead:
    how much wider that is."""
    rows = []
    for row in grid.rows:
        number = -1
        kept = []
        for cell in row.cells:
            number += cell.first
            if number == -1:
                kept.append(replace(cell, width=lead * cell.width))
            elif start <= number < end:
                kept.append(cell)
        rows.append(replace(row, cells=tuple(kept)))
    return FieldGrid(tuple(rows))


def _begin(
    page: list[Block], block: Block, high: Callable[[Sequence[Block]], float]
) -> tuple[list[Block], Block | None]:
    """Return what of a block goes on a page that is filled so far, and what is left of it, if anything."""
    alone = all(isinstance(one, SheetHeading) for one in page)
    if high([*page, block]) <= 1.0 or (alone and not isinstance(block, FieldGrid)):
        return [block], None
    if not isinstance(block, FieldGrid):
        return [], block
    low = [k for k, row in enumerate(block.rows[:HEADS]) if row.low]
    top = low[-1] + 1 if low else 1
    heads, rows = block.rows[:top], block.rows[top:]
    if not rows:
        return ([block], None) if alone else ([], block)
    count = max((n for n in range(len(rows)) if high([*page, FieldGrid((*heads, *rows[:n]))]) <= 1.0), default=0)
    count = max(count, 1) if alone else count
    if count < min(FEWEST, len(rows)) and not alone:
        return [], block
    return [FieldGrid((*heads, *rows[:count]))], FieldGrid((*heads, *rows[count:]))


def _named_anew(block: Block, seen: Counter[str]) -> Block:
    """Return a block whose fields have names that no field before them has."""

    def cell(one: FormCell) -> FormCell:
        seen[one.name] += 1
        return replace(one, name=f"{one.name}-{seen[one.name]}") if one.name and seen[one.name] > 1 else one

    if not isinstance(block, FieldGrid):
        return block
    return FieldGrid(tuple(Row(tuple(map(cell, row.cells)), row.low) for row in block.rows))


def enlarged(form: Form, scale: float) -> Form:
    """Return a form with everything on it larger."""
    if scale == 1.0:
        return form

    def text(one: Text) -> Text:
        return replace(one, x=one.x * scale, y=one.y * scale, size=one.size * scale)

    def shape(one: Shape) -> Shape:
        rings = tuple(tuple((x * scale, y * scale) for x, y in ring) for ring in one.rings)
        return replace(one, rings=rings, width=one.width * scale)

    def field(one: Field) -> Field:
        sides = {side: getattr(one, side) * scale for side in ("x", "y", "width", "height", "size")}
        return replace(one, **sides)

    pages = tuple(
        (
            replace(page, shapes=tuple(map(shape, page.shapes)), texts=tuple(map(text, page.texts))),
            tuple(map(field, own)),
        )
        for page, own in form.pages
    )
    return replace(form, width=form.width * scale, height=form.height * scale, pages=pages)
