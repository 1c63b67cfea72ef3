"""The products of a STEP file: the set, its pieces and their bodies, and where each is placed in what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from quasiprint.formats.step.child import StepSolid
from quasiprint.formats.step.part21 import Table
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet
from quasiprint.readback.mesh import Facets
from quasiprint.readback.recognise import REMAKE

UNIT = 1e-9  # so much may the length of a direction, or the cosine of a right angle, be off
UNCERTAIN = (1e-6, 1e-7)  # mm: this program's, and the CAD kernel's
ROUND = 2e-4  # of 255: colours have six decimals
BODY = re.compile(r"body|inlay(-[0-9a-z]+)+")


def products(tables: dict[str, Table], path: str, game_set: GameSet) -> list[Finding]:
    """Return what is wrong with the products of a file whose instances are all as they are to be.

    Findings: content-foreign, id-wrong, unit-wrong, colour-wrong.
    """
    return list(_Products(tables, path, game_set).findings())


def solids(tables: dict[str, Table], facets: Mapping[int, Facets]) -> list[StepSolid]:
    """Return the solids of a file where they lie, in the order in which pieces are placed in the set. facets: of each
    solid, by number. The file's products have to be as they are to be."""
    return list(_Placed(tables, facets).solids())


class _Table:
    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables

    def told(self, kind: str, slot: int) -> dict[int, Any]:
        """Return what the instances of a kind say in a slot, by number."""
        column = self.tables[kind].columns[slot]
        values = column.tolist() if isinstance(column, np.ndarray) else column
        return dict(zip(self.tables[kind].ids.tolist(), values, strict=True))


class _Placed(_Table):
    """What lies where."""

    def __init__(self, tables: dict[str, Table], facets: Mapping[int, Facets]) -> None:
        super().__init__(tables)
        self.facets = facets
        parents, children = self.told("occurrence", 2), self.told("occurrence", 3)
        relations, placement = self.told("placed", 0), self.told("placement", 0)
        relation = {placement[to]: relations[n] for n, to in self.told("placed", 1).items()}
        moves = self.told("relation", 2)
        targets = self.told("move", 1)
        self.inner: dict[int, list[tuple[int, int]]] = {}  # by product: those placed in it, and where
        for n, parent in parents.items():
            self.inner.setdefault(parent, []).append((children[n], targets[moves[relation[n]]]))
        self.roots = [n for n in parents.values() if n not in set(children.values())][:1]
        product = self.told("product", 0)
        formation = {n: product[to] for n, to in self.told("formation", 0).items()}
        self.name = {n: formation[to] for n, to in self.told("definition", 0).items()}
        shape, bodies = self.told("shape", 0), self.told("body", 1)
        drawn = self.told("shaped", 1)
        self.solid = {shape[to]: bodies.get(drawn[n]) for n, to in self.told("shaped", 0).items()}
        self.colour = self._colours()
        self.point, self.direction = (np.stack(tables[kind].columns, axis=1) for kind in ("point", "direction"))
        self.axes = {kind: self.told("axes", k) for k, kind in enumerate(("at", "up", "along"))}

    def _colours(self) -> dict[int, str]:
        """Return what colour each solid has, "#RRGGBB"."""
        parts = [self.told("colour", k) for k in range(3)]
        found = self.told("styled", 0)
        for kind in ("style", "usage", "side_style", "fill_style", "fill", "fill_colour"):
            below = self.told(kind, 0)
            found = {n: below[to] for n, to in found.items()}
        solid = self.told("styled", 1)
        return {
            solid[n]: "#" + "".join(f"{min(255, max(0, round(255 * part[to]))):02X}" for part in parts)
            for n, to in found.items()
        }

    def solids(self) -> Iterator[StepSolid]:
        """Yield the solids."""
        for root in self.roots:
            for piece, at in self.inner.get(root, ()):
                for body, within in self.inner.get(piece, ()):
                    solid = self.solid[body]
                    if solid is not None:
                        matrix = self._matrix(within) @ self._matrix(at)
                        numbers = tuple(float(x) for x in matrix[:, :3].ravel())
                        yield StepSolid(self.facets[solid], numbers, self.colour.get(solid, ""), self.name[piece])

    def _matrix(self, place: int) -> Any:
        """Return the matrix of a place, for row vectors."""
        at, up, along = (
            table[self.tables[kind].rows(np.array([self.axes[axis][place]]))[0]]
            for table, kind, axis in (
                (self.point, "point", "at"),
                (self.direction, "direction", "up"),
                (self.direction, "direction", "along"),
            )
        )
        matrix = np.eye(4)
        matrix[0, :3], matrix[1, :3], matrix[2, :3], matrix[3, :3] = along, np.cross(up, along), up, at
        return matrix


class _Products(_Table):
    def __init__(self, tables: dict[str, Table], path: str, game_set: GameSet) -> None:
        super().__init__(tables)
        self.path, self.game_set = path, game_set
        product = self.told("product", 0)
        formation = {n: product[to] for n, to in self.told("formation", 0).items()}
        self.name: dict[int, str] = {n: formation[to] for n, to in self.told("definition", 0).items()}
        shape = self.told("shape", 0)
        drawn = self.told("shaped", 1)
        self.drawing = {shape[to]: drawn[n] for n, to in self.told("shaped", 0).items()}
        self.axes = {**self._axes(), **{n: [to] for n, to in self.told("body", 0).items()}}
        parents, children = self.told("occurrence", 2), self.told("occurrence", 3)
        self.placed = [(n, parents[n], children[n]) for n in parents]

    def _axes(self) -> dict[int, list[int]]:
        """Return the placements that each assembly lists, in order."""
        table = self.tables["assembly"]
        parts = np.split(table.columns[0], np.cumsum(table.counts[0]))[: len(table)]
        return {n: part.tolist() for n, part in zip(table.ids.tolist(), parts, strict=True)}

    def findings(self) -> Iterator[Finding]:
        """Yield what is wrong."""
        for message in self._drawn():
            yield error("content-foreign", self.path, message, REMAKE)
        for message in self._named():
            yield error("id-wrong", self.path, message, REMAKE)
        for message in self._placements():
            yield error("content-foreign", self.path, message, REMAKE)
        for message in self._measured():
            yield error("unit-wrong", self.path, message, REMAKE)
        styled, solids = self.told("styled", 1), self.told("body", 1)
        contexts = {solids[n]: context for n, context in self.told("body", 2).items()}
        shown, where = self.told("presentation", 0), self.told("presentation", 1)
        if any(where[n] != contexts[styled[item]] for n, item in shown.items()):
            yield error("colour-wrong", self.path, "a colour is told in another context than its solid", REMAKE)

        parts = 255 * np.stack(self.tables["colour"].columns, axis=1)
        if not (np.abs(parts - np.clip(np.round(parts), 0, 255)) < ROUND).all():
            yield error("colour-wrong", self.path, "a colour is none of 8 bits each of red, green and blue", REMAKE)

    def _measured(self) -> Iterator[str]:
        """Yield what is wrong with units: each drawing has its own, and says how exact it is."""
        used = Counter([*self.told("assembly", 1).values(), *self.told("body", 2).values()])
        own, measured = self.told("context", 1), self.told("context", 0)
        if any(used[n] != 1 for n in own):
            yield "units are not those of one drawing each"  # as what is placed in one another may not share them
        sizes, lengths = self.told("uncertainty", 0), self.told("uncertainty", 1)
        if any(lengths[measured[n]] != own[n] for n in own):
            yield "an uncertainty is told in another unit than its drawing's"
        for size in sizes.values():
            if size not in UNCERTAIN:
                yield f"a drawing is uncertain by {size:g} mm, allowed is {UNCERTAIN[0]:g} mm"

    def _drawn(self) -> Iterator[str]:
        """Yield what is wrong with the tree of products."""
        inner = {child for _, _, child in self.placed}
        roots = [n for n in self.name if n not in inner]
        if len(roots) != 1:
            yield f"{len(roots)} of its products are part of no other, allowed is one, the set"
            return
        bodies = set(self.told("body", 0))
        pieces = {child for _, parent, child in self.placed if parent == roots[0]}
        for _, parent, child in self.placed:
            within = "the set" if parent == roots[0] else "a piece" if parent in pieces else "a body"
            if (self.drawing[child] in bodies) != (within == "a piece") or (child in pieces) != (within == "the set"):
                yield f"{self.name[child][:40]!r} is placed in {within}, where none of its kind belongs"
                return

    def _named(self) -> Iterator[str]:
        """Yield what is wrong with the names of products and of where they are placed."""
        again = self.told("product", 1)
        twice = [name for name, count in Counter(self.name.values()).items() if count > 1]
        other = [name for n, name in self.told("product", 0).items() if again[n] != name]
        if twice or other:
            yield f"product {[*twice, *other][0][:40]!r} has a name of another, or two names"
        bodies = self.told("body", 1)
        own = self.told("solid", 0)  # of the kernel's, which have no names, their shells
        for n, name in self.name.items():
            solid = own.get(bodies.get(self.drawing[n], 0), name)
            if isinstance(solid, str) and solid != name:
                yield f"the solid of {name[:40]!r} is called {solid[:40]!r}"
        inner = {child for _, _, child in self.placed}
        for n, name in self.name.items():
            if n not in inner and name != f"{self.game_set.game}-set":
                yield f"the set is called {name[:40]!r}, allowed is '{self.game_set.game}-set'"
        numbers, names = self.told("occurrence", 0), self.told("occurrence", 1)
        for count, (n, _, child) in enumerate(self.placed, 1):
            if numbers[n] != str(count) or names[n] != self.name[child]:
                yield f"what is placed as {numbers[n][:20]!r}, {names[n][:40]!r} is {count}, {self.name[child][:40]!r}"
                break
        yield from self._bodies()

    def _bodies(self) -> Iterator[str]:
        """Yield what is wrong with the names of bodies: those of a kind of piece, or of the one piece."""
        looks = {piece.id: piece.shape for piece in self.game_set.pieces}
        looks.update((thing.id, thing.kind) for thing in self.game_set.accessories)
        held: dict[int, list[str]] = {}
        for _, parent, child in self.placed:
            held.setdefault(parent, []).append(self.name[child])
        for parent, names in held.items():
            name = self.name[parent]
            if name not in looks:
                continue
            rest = [inner.removeprefix(prefix) for inner in names for prefix in self._prefix(inner, name, looks[name])]
            if len(rest) != len(names) or rest[0] != "body" or rest.count("body") != 1 or len(set(rest)) != len(rest):
                yield f"{name!r} has the bodies {', '.join(names)[:100]}, allowed are its own or its kind's"
                return

    @staticmethod
    def _prefix(inner: str, *allowed: str) -> list[str]:
        fitting = [f"{one}-" for one in allowed if inner.startswith(f"{one}-")]
        return [one for one in fitting if BODY.fullmatch(inner.removeprefix(one))][:1]

    def _placements(self) -> Iterator[str]:
        """Yield what is wrong with where things are placed: told of products and of drawings alike, each place once."""
        relation = {to: n for n, to in self.told("placed", 0).items()}
        relations, placement = self.told("placed", 0), self.told("placement", 0)
        of = {placement[to]: relations[n] for n, to in self.told("placed", 1).items()}
        inner, outer, moves = (self.told("relation", k) for k in range(3))
        origins, targets = self.told("move", 0), self.told("move", 1)
        used: dict[int, list[int]] = {}
        assert len(relation) == len(of)
        for n, parent, child in self.placed:
            told = of[n]
            if (inner[told], outer[told]) != (self.drawing[child], self.drawing[parent]):
                yield f"occurrence #{n} places another drawing than that of its product"
                return
            if origins[moves[told]] != self.axes[inner[told]][0]:
                yield f"occurrence #{n} is not placed by the origin of its drawing"
                return
            used.setdefault(outer[told], []).append(targets[moves[told]])
        for n in self.told("assembly", 1):
            if self.axes[n][1:] != used.get(n, []):
                yield f"drawing #{n} lists other places than those where something is placed"
                return
        yield from self._frames({listed[0] for listed in self.axes.values()})

    def _frames(self, origins: set[int]) -> Iterator[str]:
        """Yield what is wrong with directions and axes."""
        directions = self._points("direction")
        length = np.linalg.norm(directions, axis=1)
        if not (np.abs(length - 1) <= UNIT).all():
            yield f"a direction is {length[np.abs(length - 1).argmax()]:.6g} long, allowed is 1"
            return
        table = self.tables["axes"]
        up, along = (directions[self.tables["direction"].rows(table.columns[k])] for k in (1, 2))
        if (np.abs((up * along).sum(axis=1)) > UNIT).any():
            yield "two axes of a place are not at right angles"
        where = self._points("point")[self.tables["point"].rows(table.columns[0])]
        own = np.isin(table.ids, sorted(origins))
        still = np.hstack([where, up, along]) - np.array([0, 0, 0, 0, 0, 1, 1, 0, 0], dtype=np.float64)
        if (np.abs(still[own]) > 0).any():
            yield "the origin of a drawing is not at the origin"

    def _points(self, kind: str) -> Any:
        return np.stack(self.tables[kind].columns, axis=1)
