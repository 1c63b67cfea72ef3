"""Makes a set: design, check, lay out, encode, write, record."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import quasiprint
from quasiprint import export
from quasiprint.model.errors import Unavailable
from quasiprint.model.finding import Finding, has_errors
from quasiprint.model.piece import GameSet
from quasiprint.pipeline.encode import FileEntry, Tick, encode_all, record
from quasiprint.pipeline.plan import Plan, Request, named_parameters, settle
from quasiprint.pipeline.readme import readme
from quasiprint.pipeline.recorded import MADE_WITH, recorded
from quasiprint.pipeline.sources import sources
from quasiprint.pipeline.workshop import PROCESS_OF, workshop
from quasiprint.storage.folder import MANIFEST, placed


@dataclass(frozen=True, slots=True)
class Made:
    """The outcome of a run. files: how many were written, 0 if a check failed."""

    output: Path
    findings: tuple[Finding, ...]
    pieces: int
    formats: tuple[str, ...]
    files: int


def make(request: Request, warn: Callable[[str], None], tick: Tick) -> Made:
    """Make a set and put it in its place; write nothing at all if a check fails.

    warn: told of a format that is left out, and of findings that are warnings. Raises
    InputError for what cannot be made or written, Unavailable for a format asked for by name
    that this machine cannot make.
    """
    plan = settle(request)
    workshop.cache_clear()  # the files that a plan names may hold something else by now
    shop = workshop(plan)
    needs = _needs(plan)
    tick("designing and checking", 0)
    findings, _ = shop.prove(tuple(PROCESS_OF[need] for need in needs))
    processes = tuple(PROCESS_OF[need] for need in needs)
    held = replace(shop.set(processes[0]), accessories=shop.accessories(processes))
    if has_errors(findings):
        return Made(request.output, findings, len(held.pieces), (), 0)
    for need in needs:
        shop.production(need)  # what has no room on a bed or page is told before anything is written
    kept = list(sources(plan, held))
    # what is encoded ends before its folder is removed, however it ends
    with placed(request.output) as stage, closing(encode_all(plan, stage, request.jobs, tick)) as encoded:
        by_format: dict[str, tuple[FileEntry, ...]] = {}
        for name, result in encoded:
            if isinstance(result, Unavailable):
                if plan.named:
                    raise result
                warn(f"{name} is left out: {result}")
            else:
                by_format[name] = result
        formats = tuple(name for name in plan.formats if name in by_format)
        records = [entry for name in formats for entry in by_format[name]]
        makers = shop.makers(processes)
        text = readme(plan, held, makers, {name: by_format[name] for name in formats})
        records.append(record(stage, "README.md", text.encode()))
        records += [record(stage, path, content) for path, content in kept]
        stage.write(MANIFEST, manifest(plan, held, makers, formats, records, findings))
    return Made(request.output, findings, len(held.pieces), formats, len(records))


def manifest(
    plan: Plan,
    held: GameSet,
    makers: Mapping[str, tuple[str, ...]],
    formats: tuple[str, ...],
    records: list[FileEntry],
    findings: tuple[Finding, ...],
) -> bytes:
    """Return the manifest's bytes: what the set holds and every file of it but itself. makers: of accessories that
    only some of the processes make, by id."""
    files: dict[str, list[str]] = {}
    for entry in records:
        for id in entry.of:
            files.setdefault(id, []).append(entry.path)
    content = {
        "game": held.game,
        "version": quasiprint.__version__,
        "parameters": recorded_parameters(plan) | {"formats": list(formats), MADE_WITH: recorded(plan.profiles)},
        "seed": plan.seed,
        "pieces": [
            {
                "id": p.id,
                **({"name": p.name} if p.name else {}),
                "shape": p.shape,
                "marks": list(p.marks),
                "files": sorted(files.get(p.id, [])),
            }
            for p in held.pieces
        ],
        "accessories": [
            {
                "id": a.id,
                "kind": a.kind,
                "count": a.count,
                **({"processes": list(makers[a.id])} if a.id in makers else {}),
                "files": sorted(files.get(a.id, [])),
            }
            for a in held.accessories
        ],
        "files": [
            {"path": entry.path, "sha256": entry.sha256, "bytes": entry.size}
            for entry in sorted(records, key=lambda entry: entry.path)
        ],
        "findings": [finding.as_json() for finding in findings],
    }
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def recorded_parameters(plan: Plan) -> dict[str, Any]:
    """Return everything that decides the set's bytes, but nothing of where or how fast it was made."""
    return {
        **named_parameters(plan),
        "profiles": plan.profiles.names(),
        "kerf": plan.profiles.sheet.kerf,
        "measures": {
            m.process: {
                "edge": m.edge,
                **({"stripe": m.stripe} if m.stripe else {}),
                "thickness": m.thickness,
                "clearance": m.clearance,
            }
            for m in plan.profiles.measures
        },
    }


@dataclass(frozen=True, slots=True)
class Proof:
    """The outcome of a check: the plan, how many pieces, all findings, the room's facts."""

    plan: Plan
    pieces: int
    findings: tuple[Finding, ...]
    facts: dict[str, Any]


def check(request: Request) -> Proof:
    """Prove a set from its design, as every process makes it, and what it is laid out and built to;
    write nothing.

    Raises InputError for what cannot be made.
    """
    plan = settle(request)
    workshop.cache_clear()
    shop = workshop(plan)
    needs = _needs(plan)
    findings, facts = shop.prove(tuple(PROCESS_OF[need] for need in needs), thorough=True)
    if not has_errors(findings):
        for need in needs:
            shop.production(need)
            findings = (*findings, *shop.prove_layout(need))
    return Proof(plan, len(shop.set(PROCESS_OF[needs[0]]).pieces), findings, facts)


def _needs(plan: Plan) -> tuple[str, ...]:
    """Return what the plan's formats need, in the order of the processes."""
    needed = {export.exporters()[name].NEEDS for name in plan.formats}
    return tuple(need for need in PROCESS_OF if need in needed)
