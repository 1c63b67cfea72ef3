"""Refuses requests that do not come from the studio's own page, before anybody reads them.

Any page that is open in the browser can send requests to this machine, and any name can be made to lead to it. So a
request must name this very server as its host; it must come from no other page; and what asks the engine must bear the
token, which only the address has that the terminal printed. A body is read whole before it is looked at: no longer than
is allowed, and no slower.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from email.message import Message
from io import BufferedIOBase
from typing import Any

MIB = 1 << 20
LENGTH = "[0-9]{1,18}"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the server.

    body: bytes of a request. patience: s that a client may take to send one, or to take some of an answer.
    connections: at once. waiting: questions that wait for an answer at once; runs: long ones. quick, long: s that an
    answer or a run may take; left: s more for an answer that nobody waits for any more. memory: bytes that a process
    of the engine may take. idle: s after which one that makes long runs ends.
    """

    body: int = 384 * 1024
    patience: float = 10.0
    connections: int = 128
    waiting: int = 32
    runs: int = 16
    quick: float = 30.0
    long: float = 1800.0
    left: float = 4.0
    memory: int = 4096 * MIB
    idle: float = 15.0


OPEN = ("GET", "HEAD")  # the page itself: it holds nothing that is secret
POLICY = "; ".join(
    (
        *("default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob: data:"),
        *("connect-src 'self'", "font-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"),
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=(), serial=()",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
}


class Rejection(Exception):
    """Why a request is refused: HTTP's status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


def refuse_strange(method: str, headers: Message, hosts: Collection[str], token: str) -> None:
    """Raise Rejection for a request that is not the page's own. hosts: the names under which the server may be asked,
    with its port. token: of the address."""
    found = (headers.get_all(name, []) for name in ("host", "origin", "sec-fetch-site", "x-studio-token"))
    own_hosts, origins, sites, tokens = found
    if len(own_hosts) != 1 or own_hosts[0].lower() not in hosts:
        raise Rejection(421, "host: allowed is this server's own address")
    asks = method not in OPEN
    if origins and (len(origins) != 1 or origins[0].lower() != f"http://{own_hosts[0].lower()}"):
        raise Rejection(403, "origin: allowed is the studio's own page")
    # an address that somebody typed or opened comes from nowhere
    if any(site not in ("same-origin", *(() if asks else ("none",))) for site in sites):
        raise Rejection(403, "origin: allowed is the studio's own page")
    if not asks:
        return
    if len(tokens) != 1 or not hmac.compare_digest(tokens[0].encode("utf-8", "replace"), token.encode()):
        raise Rejection(403, "token: open the address that quasiprint studio printed")
    if headers.get_all("content-type") != ["application/json"]:
        raise Rejection(415, "content-type: allowed is application/json")


def body_of(headers: Message, stream: BufferedIOBase, most: int) -> bytes:
    """Return a request's body. Raises Rejection for one that is too long, comes too slowly, or ends too soon."""
    said = headers.get_all("content-length", ["0"])
    if len(said) != 1 or not re.fullmatch(LENGTH, said[0]) or "transfer-encoding" in headers:
        raise Rejection(411, "request: it has to say once how long it is")
    length = int(said[0])
    try:
        body = stream.read(min(length, most + MIB))  # who sends more than is allowed is to hear that
    except TimeoutError:
        raise Rejection(408, "request: it came too slowly") from None
    if length > most:
        raise Rejection(413, f"request: allowed are up to {most} bytes")
    if len(body) < length:
        raise Rejection(400, "request: found half of one")
    return body


def read(body: bytes) -> dict[str, Any]:
    """Return the table that a body holds. Raises Rejection for what is none."""
    try:
        value = json.loads(body, parse_constant=_refuse_number)
    except (ValueError, RecursionError):
        raise Rejection(400, "request: allowed is JSON") from None
    if not isinstance(value, dict):
        raise Rejection(400, "request: allowed is a table")
    return value


def _refuse_number(text: str) -> None:
    raise ValueError(text)
