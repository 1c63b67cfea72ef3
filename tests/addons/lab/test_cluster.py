"""Boards solved on a cluster: workers die at random, and nothing is lost or done twice."""

from __future__ import annotations

import os
import random
import signal
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from called import invoke

from quasiprint.addons.lab import catalogue as made
from quasiprint.addons.lab import cluster, playtest
from quasiprint.addons.lab.answers import Ask
from quasiprint.errors import InputError, Unavailable

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A scheduler and three workers, each a process, on this machine."""
    import distributed

    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster_here:
        yield cluster_here


def asked() -> list[tuple[Any, ...]]:
    """Games on 3 × 3 under many rules, solved as a catalogue has them solved."""
    turns = ["", "1-1", "1-3", "2-2", "2-4", "3-3", "4-4"]
    rules = [{"rule": "none"}, *({"rule": rule, "double_turns": when} for rule in ("standard", "restricted")
                                 for when in turns)]  # fmt: skip
    return [
        (made.catalogue("majomino", {"size": 3, **rule}), board, Ask(moves=True, score=True, memory=1))
        for rule in rules
        for board in ("3-0-C", "3-1-E")
    ]


def told(entries: list[Any]) -> list[str]:
    return sorted(str(entry.as_json()) for entry in entries)


def test_workers_that_die_lose_nothing(local: Any) -> None:
    works = asked()
    alone = [made.solve_entry(*work) for work in works]
    draw = random.Random(1)
    came = []
    killed = 0
    for _, entry in cluster.cluster_results(local.scheduler_address, made.solve_entry, works, None):
        came.append(entry)
        living = [nanny.pid for nanny in local.workers.values() if nanny.pid]
        if len(came) % 9 == 1 and living:
            os.kill(draw.choice(living), signal.SIGKILL)
            killed += 1
    assert killed >= 3
    assert len(came) == len(works)
    assert told(came) == told(alone)


def test_a_catalogue_made_on_a_cluster_is_the_same_file(local: Any, tmp_path: Path) -> None:
    common = ("catalogue", "majomino", "--size", "3", "--moves", "--score")
    assert invoke(*common, "--jobs", 1, "-o", tmp_path / "here").exit_code == 0
    invoke(*common, "--scheduler", local.scheduler_address, "-o", tmp_path / "there", code=0)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_a_play_test_on_a_cluster_whose_workers_die_is_the_same(local: Any) -> None:
    here = playtest.playtest("quomino", {"size": 4}, ("greedy",), 200, seed=3)
    with ThreadPoolExecutor(1) as beside:
        there = beside.submit(
            playtest.playtest, "quomino", {"size": 4}, ("greedy",), 200, 3, scheduler=local.scheduler_address
        )
        killed = 0
        while not there.done():
            time.sleep(0.4)
            living = [nanny.pid for nanny in local.workers.values() if nanny.pid]
            if living and killed < 4:
                os.kill(living[killed % len(living)], signal.SIGKILL)
                killed += 1
    assert killed
    assert there.result() == here


def test_a_scheduler_that_is_lost_ends_the_run_with_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    import distributed

    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None, silence_logs=50) as lost:
        results = cluster.cluster_results(lost.scheduler_address, made.solve_entry, asked(), None)
        next(results)
    with pytest.raises(Unavailable, match="is lost"):
        list(results)
    assert capfd.readouterr().err == ""


def test_a_server_that_is_no_scheduler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(InputError, match=f"nobody answers at '{address}'"):
            next(cluster.cluster_results(address, made.solve_entry, asked()[:1], None))


def test_a_worker_of_another_version_is_refused(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "__version__", "0.0.1")
    with pytest.raises(InputError, match=r"a worker has quasiprint .*, this is 0\.0\.1"):
        list(cluster.cluster_results(local.scheduler_address, made.solve_entry, asked()[:1], None))


def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = invoke("catalogue", "majomino", "--size", "3", "--scheduler", "tcp://127.0.0.1:9", "-o", tmp_path / "file")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert line.endswith("--scheduler: needs Dask's distributed; pip install 'quasiprint[cluster]'")
