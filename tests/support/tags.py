"""Walks through the structure of a tagged PDF, with pypdf alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pypdf.generic import ArrayObject, DictionaryObject


def elements(node: Any, closed: Callable[[str], bool] = lambda _kind: False) -> Iterator[tuple[str, DictionaryObject]]:
    """Yield the elements below a node of the structure, itself too, in reading order, each with its kind.

    closed: of a kind, whether what is inside such an element is passed over.
    """
    node = node.get_object()
    if isinstance(node, ArrayObject):
        for child in node:
            yield from elements(child, closed)
    elif isinstance(node, DictionaryObject):
        kind = str(node.get("/S", ""))
        if kind:
            yield kind, node
        if "/K" in node and not (kind and closed(kind)):
            yield from elements(node["/K"], closed)
