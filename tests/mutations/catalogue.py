"""All mutations there are, and the codes by which `quasiprint verify` may report them."""

from __future__ import annotations

from mutations import (
    assemblies,
    backs,
    foreign_packages,
    foreign_solids,
    galleries,
    greetings,
    hidden,
    instances,
    lasers,
    objects,
    packages,
    paper,
    pictured,
    plates,
    previews,
    records,
    rounded,
    solids,
    strangers,
)
from mutations.folder import NO_SET, Mutation

MUTATIONS: tuple[Mutation, ...] = (
    *solids.MUTATIONS,
    *plates.MUTATIONS,
    *packages.MUTATIONS,
    *foreign_packages.MUTATIONS,
    *greetings.MUTATIONS,
    *foreign_solids.MUTATIONS,
    *assemblies.MUTATIONS,
    *instances.MUTATIONS,
    *rounded.MUTATIONS,
    *objects.MUTATIONS,
    *lasers.MUTATIONS,
    *strangers.MUTATIONS,
    *paper.MUTATIONS,
    *pictured.MUTATIONS,
    *hidden.MUTATIONS,
    *records.MUTATIONS,
    *backs.MUTATIONS,
    *galleries.MUTATIONS,
    *previews.MUTATIONS,
)

CODES = frozenset(
    {
        NO_SET,
        "manifest-wrong", "file-missing", "file-unlisted", "hash-differs", "file-unreadable",
        "unit-wrong", "mesh-open", "mesh-inside-out", "surface-slanted", "foot-wrong", "height-wrong",
        "piece-foreign", "piece-size", "piece-mirrored", "piece-turned-over", "piece-missing", "piece-doubled",
        "mark-foreign", "mark-missing", "mark-off", "colour-wrong",
        "accessory-count", "marks-differ", "pieces-differ", "part-wrong", "id-wrong", "board-claim-wrong",
        "off-bed", "kept-free", "filaments-many", "off-sheet", "off-page", "overlap", "too-close",
        "cut-twice", "cut-open", "out-of-order", "outlines-cross", "engraving-foreign", "operation-wrong", "kerf-wrong",
        "page-size", "ruler-wrong", "back-wrong", "back-telling", "jig-wrong", "arc-wrong", "tab-wrong", "loose-early",
        "line-broken", "cut-unshared",
        "bill-wrong", "picture-wrong", "content-foreign", "content-missing",
        "gallery-unreadable", "gallery-policy", "gallery-script", "gallery-link", "gallery-piece", "gallery-file",
        "gallery-body",
    }
)  # fmt: skip


def named(name: str) -> Mutation:
    """Return a mutation by its name. Raises KeyError if there is none."""
    for mutation in MUTATIONS:
        if mutation.name == name:
            return mutation
    raise KeyError(f"no mutation is called {name!r}")
