"""What stands in for numpy in the browser gives numpy's numbers, to the last bit, and so a set's bytes.

Each call is made of both with the same random arrays: shape, kind and every number have to be the same. A
counterexample shows that the comparison can fail.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quasiprint
from quasiprint.addons.studio.static import BROWSER, STAND_IN

NAME = "numpy_of_the_browser"
FORMATS = ("stl", "3mf", "step", "obj")
# a set file with each look; of strands one ends on the tile
LOOKS = {
    "paths": "polygon = 'square'\nlabels = { at = 'links' }",
    "strands": "polygon = 'triangle'\nsymmetry = 'none'\nlabels = { at = 'edges', count = 1 }",
    "arcs": "polygon = 'triangle'\nlabels = { at = 'corners', count = 1 }",
    "digits": "polygon = 'triangle'\nlabels = { at = 'cells', count = 1 }",
    "wedges": "polygon = 'triangle'\nlabels = { at = 'edges', count = 1 }",
    "arrows": "polygon = 'triangle'\nlabels = { at = 'edges', count = 2 }",
    "outline": "polygon = 'triangle'\nlabels = { at = 'profiles', count = 2 }\nwhich = { tiles = [[0, 0, 1]] }",
}
SET_FILE = "[set]\ntitle = 'x'\n" + "".join(
    f"[[shape]]\nname = '{look}'\nlook = '{look}'\n{shape}\n" for look, shape in LOOKS.items()
)
# as in browsers: no numba, no shapely, numpy from the folder; manifold of this machine hands out what numpy has to copy
SCRIPT = """
import importlib.abc, json, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "scipy", "shapely"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
sys.path.insert(0, sys.argv[1])
import numpy
assert numpy.__file__.startswith(sys.argv[1])
numpy.copy = lambda held: numpy.array(memoryview(held).tolist())
import hashlib, quasiprint
game, words, formats = sys.argv[2:]
made = quasiprint.design(game, **json.loads(words)).files(formats=formats.split(","))
print(json.dumps({path: hashlib.sha256(content).hexdigest() for path, content in made.items()}))
"""


def laid_out(folder: Path, name: str) -> Path:
    """Lay what stands in for numpy into a folder, as a package of a name."""
    (folder / name).mkdir(parents=True)
    for path in (BROWSER / "numpy").glob(f"*{STAND_IN}"):
        (folder / name / path.name.removesuffix(".txt")).write_bytes(path.read_bytes())
    return folder


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Any:
    sys.path.insert(0, str(laid_out(tmp_path_factory.mktemp("stand-in"), NAME)))
    yield importlib.import_module(NAME)
    sys.path.pop(0)


def due_and_found(module: Any, make: Callable[..., Any], given: list[Any]) -> list[Any]:
    """Return what a call gives: shapes, kinds and numbers."""
    arrays = [module.array(values, getattr(module, kind)) for values, kind in given]
    made = make(module, *arrays)
    every = made if isinstance(made, tuple | list) else [made]
    # of a number alone Python has no kind
    return [(one.shape, str(one.dtype), one.tolist()) if getattr(one, "shape", ()) else float(one) for one in every]


def grid(rows: list[list[Any]]) -> tuple[list[list[Any]], str]:
    return rows, "float64" if isinstance(rows[0][0], float) else "int64"


def drawn(chance: random.Random) -> list[Any]:
    """Return n × 3 floats, n × 3 whole numbers, m floats, m whole numbers, m yes or no, m numbers below n, m bytes, m
    words of 64 bits."""
    n, m = chance.randint(1, 12), chance.choice([1, 2, 7, 8, 9, 40, 130, 300])

    def real() -> float:
        return chance.choice([0.0, -1.5, chance.uniform(-1e3, 1e3), chance.uniform(-1, 1) * 1e-7])

    def whole() -> int:
        return chance.randint(-9, 9) * chance.choice([1, 1, 10**9])

    return [
        grid([[real() for _ in range(3)] for _ in range(n)]),
        grid([[whole() for _ in range(3)] for _ in range(n)]),
        ([real() for _ in range(m)], "float64"),
        ([whole() for _ in range(m)], "int64"),
        ([chance.random() < 0.5 for _ in range(m)], "bool_"),
        ([chance.randrange(n) for _ in range(m)], "int64"),
        ([chance.randrange(256) for _ in range(m)], "uint8"),
        ([chance.getrandbits(64) for _ in range(m)], "uint64"),
    ]


def put(array: Any, key: Any, value: Any) -> Any:
    array[key] = value
    return array


def changed(make: Callable[[Any], Any], array: Any) -> Any:
    make(array)
    return array


def added(array: Any, value: Any) -> Any:
    array += value
    return array


C = Callable[..., Any]
# np, then floats n × 3, whole n × 3, floats m, whole m, yes or no m, numbers below n m, bytes m, words m
CALLS: dict[str, C] = {
    "arithmetic": lambda np, f, w, x, k, b, i, y, u: [
        f + w, f - f[0], x * k, 2.0 * x, k * 3, x - 1, -x, -k, k + b, y + y,
    ],
    "division": lambda np, f, w, x, k, b, i, y, u: [
        x / 7.0, k / 3, k // 7, k % 7, 7.0 / (abs(x) + 1.0), w / w.shape[0],
    ],
    "powers": lambda np, f, w, x, k, b, i, y, u: [
        x**2, np.sqrt(np.abs(x)), np.sqrt(abs(k)), np.rint(x * 1e6),
    ],
    "rounding": lambda np, f, w, x, k, b, i, y, u: [
        x.round(6), np.rint(x), np.rint(x * 0.5), (x * 1e17).round(0),
    ],
    "comparison": lambda np, f, w, x, k, b, i, y, u: [
        x < 0, x <= k, k == 3, f != w, k >= x, w > w[:, :1], np.not_equal(k, i),
    ],
    "logic": lambda np, f, w, x, k, b, i, y, u: [
        b & (k > 0), b | (x > 0), b ^ b, ~b, ~k, ~u, ~y, k & 5, k | 1, i << 3 | 1,
    ],
    "words": lambda np, f, w, x, k, b, i, y, u: [
        u + np.uint64(1), u << np.uint64(3), u >> np.uint64(60), u & np.uint64(255), (u * np.uint64(3)) ^ u,
        np.bitwise_count(u), u[:, None] >> np.arange(3, dtype=np.uint64), (u & np.uint64(7)).astype(np.uint8),
        np.where(b, u, 0), u % np.uint64(9),
    ],
    "kinds": lambda np, f, w, x, k, b, i, y, u: [
        x.astype(np.int64), k.astype(np.float64), x.astype("<f4").astype(np.float64), b.astype(np.int32),
        k.astype(bool), k.astype(np.uint8), k.astype(np.int16), y.astype(np.uint32) << 20, y.astype(np.int16) - 300,
    ],
    "slices": lambda np, f, w, x, k, b, i, y, u: [
        x[1:], x[:-1], x[::-1], x[::2], f[1:], f[:, 1], f[:, :2], f[::-1, 0], f[:, None, :], f[:, 0, None], w[-1],
        w[0, 1:], f[..., 1], x[None, :],
    ],
    "choices": lambda np, f, w, x, k, b, i, y, u: [
        x[b], x[~b], f[i], f[i, 1], f[i, i % 3], w[i][:, 0], k[np.argsort(k, kind="stable")], f[f[:, 0] > 0], f[f > 0],
        f[:, [1, 2, 0]], f[i][:, None], f[i[:, None], np.array([0, 2])], f[[0]],
    ],
    "writing": lambda np, f, w, x, k, b, i, y, u: [
        put(x.copy(), b, 5.0), put(k.copy(), b, k[b]), put(f.copy(), i, 0.0), put(f.copy(), (slice(None), 1), 2),
        put(f.copy(), (i, 2), 1.0), put(f.copy(), slice(None), f[0]), put(w.copy(), w > 0, 7),
        put(y.copy(), slice(1, None), k[1:] & 1023), put(k.copy(), slice(None, None, 2), 1.9),
        put(f.copy(), (slice(None), slice(2)), w[:, :2]), added(f.copy(), f[0]), put(k.copy(), i % len(k), k),
        added(k.copy(), 3), put(f.copy(), (0, 1), 9.0),
    ],
    "sums": lambda np, f, w, x, k, b, i, y, u: [
        x.sum(), k.sum(), b.sum(), f.sum(axis=1), f.sum(axis=0), w.sum(axis=1), y.sum(), x.cumsum(), k.cumsum(),
        b.cumsum(), np.cumsum(w, axis=0), np.cumsum(w, axis=1), np.cumsum([1, 2], dtype=np.int64), (f > 0).sum(1),
        f.T.ravel().cumsum(), np.concatenate((x, x, x)).reshape(3, -1).sum(axis=1),
    ],
    "extremes": lambda np, f, w, x, k, b, i, y, u: [
        x.min(), k.max(), f.min(axis=0), f.max(axis=1), w.min(axis=1), k.argmin(), x.argmax(), f.argmax(1), b.any(),
        b.all(), (f > 0).any(axis=0), (f > 0).all(axis=1), np.maximum(x, k), np.minimum(f, w),
        np.maximum(x, 0.5), np.minimum(k, 4), (f[:, None, :] > 0).any((1, 2)),
    ],
    "order": lambda np, f, w, x, k, b, i, y, u: [
        np.sort(x), np.sort(w, axis=1), np.sort(w, axis=0), np.argsort(x, kind="stable"), np.lexsort((k, i)),
        np.unique(k), np.unique(k, return_index=True)[1], np.unique(i, return_inverse=True)[1],
        np.unique(i, return_counts=True)[1], np.searchsorted(np.sort(k), k),
        np.searchsorted(np.sort(x), x, side="right"), np.searchsorted(np.sort(k), 3), np.isin(k, [1, 3]),
        np.searchsorted(k, k, sorter=np.argsort(k, kind="stable")), np.unique(w % 2, axis=0, return_counts=True)[1],
    ],
    "where": lambda np, f, w, x, k, b, i, y, u: [
        np.where(b, x, k), np.where(b, 1, 0), np.where(b, x, 0.0), np.where(f[:, :1] > 0, f, w), np.flatnonzero(b),
        *np.nonzero(w > 0), np.argwhere(f > 0), np.bincount(i), np.bincount(i, x, 20),
        np.bincount(i, minlength=30),
    ],
    "shapes": lambda np, f, w, x, k, b, i, y, u: [
        f.T, f.T.ravel(), f.ravel(), f.reshape(-1), f.reshape(3, -1), np.stack((x, x), axis=1), np.stack((f, f)),
        np.column_stack((x, k)), np.concatenate((x, k)), np.concatenate((f, w), axis=1), np.diff(k),
        np.roll(w, -1, axis=1), np.repeat(x, i), np.repeat(f, 2, axis=0), np.repeat(f, 2, axis=1), np.repeat(k, 3),
        np.rot90(w), np.rot90(w, 3), w.T[::-1],
        np.indices((2, 3)), f.T.take(i, axis=1),
        f.take([2, 0], axis=1), w.take(i, axis=0), x.take(np.array([[0, 0], [0, 0]])), np.delete(k, np.array([0])),
        np.array((f[0], f[0])).T, np.array([f, f]).T,
    ],
    "makers": lambda np, f, w, x, k, b, i, y, u: [
        np.arange(5), np.arange(2, 9, 3), np.zeros(3), np.ones((2, 2), bool), np.full(3, -1),
        np.full((2, 2), 7, np.uint8), np.zeros_like(f), np.array([1, 2.5]),
        np.array([[1, 2], [3, 4]]), np.array(2 * [(1.0, 2.0)]), np.fromiter(iter([1, 2]), dtype=np.int64),
        np.asarray([True]), np.frombuffer(x.tobytes()), np.frombuffer(k.astype(np.int32).tobytes(), dtype=np.int32),
        np.array([]), np.arange(3, dtype=np.uint8), np.multiply.outer(x, x[:2]), *np.divmod(k, 7),
    ],
    "in place": lambda np, f, w, x, k, b, i, y, u: [
        changed(lambda to: np.minimum.at(to, i, k), np.full(12, 5)),
        changed(lambda to: np.minimum(to, k, out=to), k[::-1].copy()), np.minimum.reduceat(w, np.array([0])),
        np.maximum.reduceat(k, np.array([0])), np.array_equal(k, k), (w > 0) @ np.array([1, 2, 4]),
    ],
    "chance": lambda np, f, w, x, k, b, i, y, u: [
        np.random.default_rng(len(k)).permutation(255), np.random.default_rng(1).integers(0, 1 << 62, 9),
        np.random.default_rng(int(abs(k[0]) % 9)).integers(0, 1 << 40, 9),
        np.random.default_rng(3).integers(0, 1000, 9),
    ],
}  # fmt: skip


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 1 << 32))
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_each_call_gives_numpys_numbers(other: Any, seed: int) -> None:
    values = drawn(random.Random(seed))
    for name, call in CALLS.items():
        assert (name, due_and_found(other, call, values)) == (name, due_and_found(numpy, call, values))


def test_a_sum_in_another_order_is_told_from_numpys(other: Any) -> None:
    values = [0.1 * k for k in range(200)]
    assert list(itertools.accumulate(values))[-1] != numpy.array(values).sum() == other.array(values).sum()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("triomino", {"highest": 0}),
        ("set", {"edge": 50}),
        pytest.param("quasimino", {"colours": 1, "extras": ["all"]}, marks=pytest.mark.thorough),
        pytest.param("majomino", {"count": 2, "size": 7, "distinct": True}, marks=pytest.mark.thorough),
        pytest.param("quomino", {"size": 4, "extras": ["all"]}, marks=pytest.mark.thorough),
    ],
)
def test_a_set_is_the_same_with_it(tmp_path: Path, game: str, words: dict[str, Any]) -> None:
    if game == "set":
        (tmp_path / "set.toml").write_text(SET_FILE)
        words = {**words, "set_file": str(tmp_path / "set.toml")}
    formats = ("svg",) if game == "set" else FORMATS
    asked = [game, json.dumps(words), ",".join(formats)]
    script = [sys.executable, "-c", SCRIPT, str(laid_out(tmp_path, "numpy")), *asked]
    made = subprocess.run(script, check=True, capture_output=True, text=True, cwd=Path(quasiprint.__file__).parents[1])
    found = json.loads(made.stdout)
    due = quasiprint.design(game, **words).files(formats=formats)
    assert {path.partition("/")[0] for path in due} >= set(formats)
    assert found == {path: hashlib.sha256(content).hexdigest() for path, content in due.items()}
