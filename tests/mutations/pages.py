"""What can be done to a PDF: to page boxes, content streams, forms and texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from mutations.books import MM, POINT, STAMP, TEXT, Document, Stamp, first_tile, matrix_of, replaced, stamped, tiles_of
from mutations.folder import NotHere


def edit(pattern: str, change: Callable[[Document], None]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        document = Document(folder, pattern)
        change(document)
        document.write()

    return apply


def dropped(document: Document) -> None:
    number, tile = first_tile(document)
    document.contents[number] = replaced(document.contents[number], tile, "")


def cut_dropped(document: Document) -> None:
    number, tile = first_tile(document)
    cuts = [stamp for stamp in tile if "cut" in stamp[7]]
    document.contents[number] = replaced(document.contents[number], cuts[:1], "")


def mark_dropped(document: Document) -> None:
    number, tile = first_tile(document)
    document.contents[number] = replaced(document.contents[number], tile[:1], "")


def twice(document: Document) -> None:
    """Draw a tile twice in one place."""
    number, tile = first_tile(document)
    text = document.contents[number]
    whole = text[tile[0].start() : tile[-1].end()]
    document.contents[number] = replaced(text, tile, whole + whole)


def redrawn(document: Document) -> None:
    """Draw in a tile's place another tile of its outline."""
    for number, text in enumerate(document.contents):
        tiles = tiles_of(text)
        for one in tiles:
            for two in tiles:
                cuts = [{stamp[7] for stamp in tile if "cut" in stamp[7]} for tile in (one, two)]
                if cuts[0] == cuts[1] and [s[7] for s in one] != [s[7] for s in two]:
                    fresh = "".join(stamped(matrix_of(two[0]), stamp[7]) for stamp in one)
                    document.contents[number] = replaced(text, two, fresh)
                    return
    raise NotHere("all tiles are alike")


def one_mark(document: Document) -> None:
    """Exchange one mark of two tiles of one outline: both become other tiles."""
    for number, text in enumerate(document.contents):
        tiles = tiles_of(text)
        for one in tiles:
            for two in tiles:
                cuts = [[stamp[7] for stamp in tile if "cut" in stamp[7]] for tile in (one, two)]
                if cuts[0] != cuts[1] or len(one) != len(two) or one[0].start() >= two[0].start():
                    continue
                for a, b in zip(one, two, strict=True):
                    if a[7] != b[7]:
                        late = replaced(text, [b], stamped(matrix_of(b), a[7]))
                        document.contents[number] = replaced(late, [a], stamped(matrix_of(a), b[7]))
                        return
    raise NotHere("no two tiles differ in a mark")


def mirrored(document: Document) -> None:
    """Mirror all of the first tile that has the most forms: whatever it bears is the wrong way round."""
    _, number, tile = max(
        (
            (len({stamp[7] for stamp in tile}), number, tile)
            for number, text in enumerate(document.contents)
            for tile in tiles_of(text)
        ),
        key=lambda found: found[0],
    )
    a, b, c, d, e, f = matrix_of(tile[0])
    fresh = "".join(stamped([-a, -b, c, d, e, f], stamp[7]) for stamp in tile)
    document.contents[number] = replaced(document.contents[number], tile, fresh)


def marks_turned(document: Document) -> None:
    """Turn a tile's marks by 40°, and leave its cut where it is."""
    number, tile = first_tile(document)
    a, b, c, d, e, f = matrix_of(tile[0])
    s, k = np.sin(np.radians(40)), np.cos(np.radians(40))
    aside = [k * a + s * c, k * b + s * d, k * c - s * a, k * d - s * b, e, f]
    fresh = "".join(stamped(matrix_of(x) if "cut" in x[7] else aside, x[7]) for x in tile)
    document.contents[number] = replaced(document.contents[number], tile, fresh)


def marks_aside(document: Document) -> None:
    number, tile = first_tile(document)
    a, b, c, d, e, f = matrix_of(tile[0])
    aside = [a, b, c, d, e + 0.5 * MM, f]
    fresh = "".join(stamped(matrix_of(x) if "cut" in x[7] or "board" in x[7] else aside, x[7]) for x in tile)
    document.contents[number] = replaced(document.contents[number], tile, fresh)


def onto(document: Document) -> None:
    """Move the first tile to 3 mm from where the second lies."""
    for number, text in enumerate(document.contents):
        tiles = tiles_of(text)
        if len(tiles) > 1:
            matrix = [*matrix_of(tiles[0][0])[:4], matrix_of(tiles[1][0])[4] + 3 * MM, matrix_of(tiles[1][0])[5]]
            document.contents[number] = replaced(text, tiles[0], "".join(stamped(matrix, s[7]) for s in tiles[0]))
            return
    raise NotHere("one tile to a page")


def off(document: Document) -> None:
    number, tile = first_tile(document)
    a, b, c, d, _, f = matrix_of(tile[0])
    fresh = "".join(stamped([a, b, c, d, 2.0, f], stamp[7]) for stamp in tile)
    document.contents[number] = replaced(document.contents[number], tile, fresh)


def tile_larger(document: Document) -> None:
    number, tile = first_tile(document)
    a, b, c, d, e, f = matrix_of(tile[0])
    fresh = "".join(stamped([1.01 * a, 1.01 * b, 1.01 * c, 1.01 * d, e, f], stamp[7]) for stamp in tile)
    document.contents[number] = replaced(document.contents[number], tile, fresh)


def coloured(document: Document) -> None:
    """Give what one form fills another colour."""
    used = Counter(stamp[7] for text in document.contents for stamp in STAMP.finditer(text))
    for name in used:
        if name.rpartition(".")[2].startswith("mark"):
            document.form(name, lambda text: re.sub(r"[\d.]+ [\d.]+ [\d.]+ rg", "0.07 0.80 0.34 rg", text, count=1))
            return
    raise NotHere("no marks")


def corner(kind: str, by: float) -> Callable[[Document], None]:
    """Move the last corner that a form of a kind names."""

    def change(document: Document) -> None:
        used = Counter(stamp[7] for text in document.contents for stamp in STAMP.finditer(text))
        name = next((name for name in used if name.rpartition(".")[2].startswith(kind)), None)
        if name is None:
            raise NotHere(f"no {kind}")

        def edit(text: str) -> str:
            last = list(POINT.finditer(text))[-1]
            moved = f"{float(last[1]) + by * MM:.4f} {last[2]} {last[3]}"
            return text[: last.start()] + moved + text[last.end() :]

        document.form(name, edit)

    return change


def box(factor: float) -> Callable[[Document], None]:
    def change(document: Document) -> None:
        from pypdf.generic import ArrayObject, FloatObject, NameObject

        page = document.writer.pages[0]
        box = [float(number) * factor for number in page.mediabox]
        page[NameObject("/MediaBox")] = ArrayObject(FloatObject(number) for number in box)

    return change


def rotated(document: Document) -> None:
    from pypdf.generic import NameObject, NumberObject

    document.writer.pages[0][NameObject("/Rotate")] = NumberObject(90)


def user_unit(document: Document) -> None:
    from pypdf.generic import FloatObject, NameObject

    document.writer.pages[0][NameObject("/UserUnit")] = FloatObject(1.01)


def cropped(document: Document) -> None:
    from pypdf.generic import ArrayObject, FloatObject, NameObject

    page = document.writer.pages[0]
    width, height = float(page.mediabox[2]), float(page.mediabox[3])
    page[NameObject("/CropBox")] = ArrayObject(FloatObject(x) for x in (0, 0, width / 2, height))


def scaled(document: Document) -> None:
    document.contents[0] = f"1.01 0 0 1.01 0 0 cm\n{document.contents[0]}"


def scaled_all(document: Document) -> None:
    document.contents = [f"0.97 0 0 0.97 8 8 cm\n{text}" for text in document.contents]


def annotated(document: Document) -> None:
    """Lay a white sheet over the first page: what is drawn is there, and is not seen."""
    width, height = (float(number) for number in document.writer.pages[0].mediabox[2:])
    document.contents[0] += f"\n1 1 1 rg\n0 0 {width:.2f} {height:.2f} re f\n"


def page_dropped(document: Document) -> None:
    for number, text in enumerate(document.contents):
        if tiles_of(text):
            document.writer.remove_page(document.writer.pages[number])
            del document.contents[number]
            return
    raise NotHere("no page with tiles")


def page_twice(document: Document) -> None:
    number, _ = first_tile(document)
    document.writer.insert_page(document.writer.pages[number], number)
    document.contents.insert(number, document.contents[number])


def order(document: Document) -> None:
    """Exchange what the second and the third page show."""
    if len(document.contents) < 3:
        raise NotHere("too few pages")
    document.shared()
    document.contents[1], document.contents[2] = document.contents[2], document.contents[1]


def _backs(document: Document) -> tuple[int, str]:
    for number, text in enumerate(document.contents):
        if number % 2 and STAMP.search(text):
            return number, text
    raise NotHere("no backs")


def unmirrored(document: Document) -> None:
    """Lay the first page of backs from left to right, as the fronts lie."""
    number, text = _backs(document)
    width = float(document.writer.pages[number].mediabox[2])
    before = Counter((round(float(s[5]), 1), round(float(s[6]), 1), s[7]) for s in STAMP.finditer(text))
    names = Counter((round(float(t[1]), 1), round(float(t[2]), 1), t[4]) for t in TEXT.finditer(text))

    def stamp(match: Stamp) -> str:
        a, b, c, d, e, f = matrix_of(match)
        return stamped([a, b, c, d, width - e, f], match[7])

    def word(match: Stamp) -> str:
        if abs(float(match[2])) < 60 or " " in match[4]:
            return match[0]
        length = 0.5 * 6.8 * len(match[4])
        return f"BT 1 0 0 1 {width - float(match[1]) - length:.4f} {match[2]} Tm {match[3]} ({match[4]}) Tj T* ET"

    fresh = TEXT.sub(word, STAMP.sub(stamp, text))
    after = Counter((round(float(s[5]), 1), round(float(s[6]), 1), s[7]) for s in STAMP.finditer(fresh))
    if before == after and names == Counter(
        (round(float(t[1]), 1), round(float(t[2]), 1), t[4]) for t in TEXT.finditer(fresh)
    ):
        raise NotHere("the backs lie the same from left and right")
    document.contents[number] = fresh


def backs_aside(document: Document) -> None:
    number, text = _backs(document)
    document.contents[number] = f"1 0 0 1 {5 * MM:.4f} 0 cm\n{text}"


def back_dropped(document: Document) -> None:
    number, text = _backs(document)
    mark = next(stamp for stamp in STAMP.finditer(text) if stamp[7].rpartition(".")[2].startswith("back"))
    document.contents[number] = replaced(text, [mark], "")


def id(document: Document) -> None:
    """Exchange two names: of tiles on their backs, of boards over them, of parts."""
    found = [
        (number, text)
        for number, page in enumerate(document.contents)
        for text in TEXT.findall(page)
        if re.fullmatch(r"[a-z]+-[a-z0-9]+|\d-[0-9A-Z]+-[0-9A-Z]", text[3])
    ]
    names = list(dict.fromkeys(text[3] for _, text in found))
    if not names:
        raise NotHere("no names")
    one, two = names[0], names[1] if len(names) > 1 else names[0][::-1]
    swap = {f"({one})": f"({two})", f"({two})": f"({one})"}
    document.contents = [
        re.sub("|".join(map(re.escape, swap)), lambda match: swap[match[0]], text) for text in document.contents
    ]


def ruler(document: Document) -> None:
    """Make the level ruler 1 mm too short: its spine and its ticks."""
    start, end = "26.9291 69.7323 m ", "310.3937 69.7323 l"
    text = document.contents[0]
    if start + end not in text:
        raise NotHere("no ruler")
    document.contents[0] = text.replace("310.3937 69.7323", f"{310.3937 - MM:.4f} 69.7323").replace(
        "310.3937 58.3937", f"{310.3937 - MM:.4f} 58.3937"
    )


def board_exchanged(document: Document) -> None:
    """Exchange two boards as they are drawn, under the names that stay."""
    text = document.contents[0] if tiles_of(document.contents[0]) else document.contents[1]
    number = document.contents.index(text)
    boards: list[list[Stamp]] = []
    for stamp in STAMP.finditer(text):
        if boards and boards[-1][0].groups()[:6] == stamp.groups()[:6]:
            boards[-1].append(stamp)
        else:
            boards.append([stamp])
    if len(boards) < 2:
        other = next((n for n, page in enumerate(document.contents) if n != number and tiles_of(page)), None)
        if other is None:
            raise NotHere("one board only")
        document.shared()
        mine, theirs = list(STAMP.finditer(text)), list(STAMP.finditer(document.contents[other]))
        drawn, there = "".join(s[0] for s in mine), "".join(s[0] for s in theirs)
        document.contents[other] = replaced(document.contents[other], theirs, drawn)
        document.contents[number] = replaced(text, mine, there)
        return
    one, two = boards[:2]
    late = replaced(text, two, "".join(stamped(matrix_of(two[0]), s[7]) for s in one))
    document.contents[number] = replaced(late, one, "".join(stamped(matrix_of(one[0]), s[7]) for s in two))
