from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import trimesh
from admesh import admesh, repairs
from samples import quasimino

from quasiprint.formats import stl
from quasiprint.layout.nesting import Area, nest
from quasiprint.model.production import Arrangement, Artefact, Placement, SolidProduction
from quasiprint.model.profile import Bed
from quasiprint.model.solid import Mesh, Solid, Surface
from quasiprint.solids.build import solid_pieces
from quasiprint.solids.mesh import check_closed, mesh, meshes

BED = Bed("test", 250.0, 210.0, 5.0, 2.0, 0.4, 5)
TURNS = (0.0, 36.0, 108.0, 180.0, 252.0)


def production(colours: int = 2) -> SolidProduction:
    """The set, tiles nested on plates, and one plate with tokens turned every way."""
    held = quasimino(colours)
    pieces = solid_pieces(held)
    items = [(p.id, p.face.nominal) for p in held.pieces]
    tokens = tuple(
        Placement(a.id, 20.0 + 20.0 * k, 20.0 + 20.0 * j, turn)
        for k, a in enumerate(held.accessories)
        for j, turn in enumerate(TURNS)
    )
    plates = (
        *nest("tiles-plate", items, Area(BED.width, BED.depth, BED.margin, BED.gap)),
        Arrangement("tokens-plate", BED.width, BED.depth, tokens),
    )
    return SolidProduction(held, pieces, meshes(pieces), plates, BED)


@pytest.fixture(scope="module")
def made() -> SolidProduction:
    return production()


@pytest.fixture(scope="module")
def outputs(made: SolidProduction) -> dict[str, Artefact]:
    found = list(stl.files(made))
    assert len({output.path for output in found}) == len(found)
    return {output.path: output for output in found}


def corners(content: bytes) -> list[tuple[tuple[float, float, float], ...]]:
    """Read the triangles with nothing but the format's definition."""
    (count,) = struct.unpack_from("<I", content, 80)
    assert len(content) == 84 + 50 * count
    read = struct.iter_unpack("<12fH", content[84:])
    return [(row[3:6], row[6:9], row[9:12]) for row in read]


def unique(outputs: dict[str, Artefact]) -> Iterator[Artefact]:
    seen: set[bytes] = set()
    for output in outputs.values():
        digest = hashlib.sha256(output.content).digest()
        if digest not in seen:
            seen.add(digest)
            yield output


def test_files_of_each_piece_and_plate(made: SolidProduction, outputs: dict[str, Artefact]) -> None:
    for piece in made.set.pieces:
        names = ["body", *(f"inlay-c{c}" for c in sorted(set(piece.marks))), "relief"]
        assert [o.path for o in outputs.values() if piece.id in o.of] == [
            f"stl/pieces/{piece.id}-{name}.stl" for name in names
        ]
    for thing in made.set.accessories:
        assert f"stl/pieces/{thing.id}-body.stl" in outputs
    for plate in made.plates:
        used = {m for p in made.set.pieces if p.id in {x.item for x in plate.placements} for m in p.marks}
        names = {"body", "relief", *(f"inlay-c{c}" for c in used)}
        assert {f"stl/{plate.name}-{name}.stl" for name in names} <= set(outputs)
        assert all(not o.of for o in outputs.values() if o.path.startswith(f"stl/{plate.name}"))


def test_every_file_is_closed_edge_by_edge_in_its_own_numbers(outputs: dict[str, Artefact]) -> None:
    for output in unique(outputs):
        if "plate" not in output.path:
            assert check_closed(output.path, corners(output.content)) == []
    for name in ("body", "inlay-c1", "relief"):
        for plate in ("tiles-plate-1", "tokens-plate"):
            path = f"stl/{plate}-{name}.stl"
            assert check_closed(path, corners(outputs[path].content)) == []


def test_trimesh_finds_volumes_and_true_normals(made: SolidProduction, outputs: dict[str, Artefact]) -> None:
    for output in unique(outputs):
        read = trimesh.load(BytesIO(output.content), file_type="stl")
        assert read.is_watertight, output.path
        assert read.is_volume, output.path
        if output.of:
            parts = next(p for p in made.pieces if p.id == output.of[0])
            name = output.path.removeprefix(f"stl/pieces/{output.of[0]}-").removesuffix(".stl")
            wanted = [
                part
                for part in parts.bodies
                if name == (part.role if part.role != "inlay" else f"inlay-c{part.colour}")
            ]
            expected = sum(trimesh.Trimesh(*made.meshes[part.key].to_indices()).volume for part in wanted)
            assert read.volume == pytest.approx(expected, rel=1e-6)
        written = np.frombuffer(output.content[84:], dtype=np.uint8).reshape(-1, 50)[:, :12].copy().view("<f4")
        flat = np.cross(read.triangles[:, 1] - read.triangles[:, 0], read.triangles[:, 2] - read.triangles[:, 0])
        size = np.linalg.norm(flat, axis=1)
        large = size > 1e-3  # of a smaller triangle, 32-bit corners do not give the normal
        assert np.abs(written[large] - flat[large] / size[large, None]).max() < 2e-3


@pytest.mark.foreign("admesh")
def test_admesh_has_nothing_to_repair(outputs: dict[str, Artefact], tmp_path: Path) -> None:
    for output in unique(outputs):
        path = tmp_path / "test.stl"
        path.write_bytes(output.content)
        report = admesh(path)
        assert report["Number of facets"] == len(output.content) // 50 - 1
        assert repairs(report) == 0, (output.path, report)


def test_plates_hold_every_piece_where_it_was_laid(made: SolidProduction, outputs: dict[str, Artefact]) -> None:
    volumes = {key: trimesh.Trimesh(*m.to_indices()).volume for key, m in made.meshes.items()}
    pieces = {piece.id: piece for piece in made.pieces}
    for plate in made.plates:
        read = trimesh.load(BytesIO(outputs[f"stl/{plate.name}-relief.stl"].content), file_type="stl")
        assert read.volume == pytest.approx(sum(volumes[p.item] for p in plate.placements), rel=1e-6)
        assert (read.bounds[0] >= 0).all()
        assert (read.bounds[1] <= (BED.width, BED.depth, 10.0)).all()
        bodies = trimesh.load(BytesIO(outputs[f"stl/{plate.name}-body.stl"].content), file_type="stl")
        found = sorted(tuple(b.bounds[:, :2].mean(axis=0).round(2)) for b in bodies.split())
        expected = []
        for place in plate.placements:
            ring = np.array(place.ring(pieces[place.item].parts[0].solid.outline))
            expected.append(tuple(((ring.min(axis=0) + ring.max(axis=0)) / 2).round(2)))
        assert np.allclose(found, sorted(expected), atol=0.011)


def one_body(made: Mesh) -> SolidProduction:
    base = production(1)
    piece = base.pieces[0]
    return replace(base, pieces=(piece,), plates=(), meshes={**base.meshes, piece.parts[0].key: made})


def test_corners_too_close_for_32_bits_are_refused() -> None:
    from quasiprint.model.solid import Sector

    def bar(width: float) -> Mesh:
        ring = ((0.0, 0.0), (width, 0.0), (width, 10.0), (0.0, 10.0))
        return mesh(Solid(ring, (Sector(ring, ()),), 0.0, 4.0))

    assert list(stl.files(one_body(bar(0.001))))
    with pytest.raises(ValueError, match="1e-05 mm apart"):
        list(stl.files(one_body(bar(0.00001))))
    # also where no edge joins them
    far = ((90.0, 90.0, 0.0), (91.0, 90.0, 0.0), (90.0, 91.0, 0.0))
    near = ((90.00001, 90.0, 0.0), (95.0, 90.0, 0.0), (90.0, 95.0, 0.0))
    with pytest.raises(ValueError, match="apart"):
        list(stl.files(one_body(Mesh((Surface((far, near)),)))))
