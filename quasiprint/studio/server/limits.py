"""How much anybody may ask of the server."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the server.

    body: bytes of a request. patience: s that a client may take to send one, or to take some of an answer. depth,
    members: of its JSON: how deep tables stand in one another, and how many values there are in all. connections: at
    once. waiting: questions that wait for an answer at once; runs: long ones; kept: runs that are remembered. quick,
    long: s that an answer or a run may take. memory: bytes that a process of the engine may take. idle: s after which
    one that makes long runs ends.
    """

    body: int = 384 * 1024
    patience: float = 10.0
    depth: int = 6
    members: int = 1000
    connections: int = 128
    waiting: int = 32
    runs: int = 16
    kept: int = 32
    quick: float = 30.0
    long: float = 1800.0
    memory: int = 4096 * MIB
    idle: float = 15.0
