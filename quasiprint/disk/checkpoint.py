"""Checkpoints and other sealed files: a line of JSON with a hash, which tells what was changed or cut short."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from quasiprint.errors import InputError
from quasiprint.version import __version__


def seal_line(content: Mapping[str, Any]) -> bytes:
    """Return an object as a line of JSON that `seal` can prove."""
    return (json.dumps({**content, "sha256": seal(content)}, sort_keys=True) + "\n").encode()


def seal(content: Mapping[str, Any]) -> str:
    """Return what seals an object: it tells whether it was changed or cut short."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def read_object(text: bytes | str) -> dict[str, Any]:
    """Return the object of a JSON text, an empty one for anything else."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def unseal(text: bytes | str, kind: str, strange: str, changed: str) -> dict[str, Any]:
    """Return what a sealed text of a kind says. Raises InputError, which says that it is strange, or was changed."""
    content = read_object(text)
    if content.get("kind") != kind:
        raise InputError(strange)
    if content.pop("sha256", None) != seal(content):
        raise InputError(changed)
    return content


def read_checkpoint(text: bytes, kind: str, command: str, form: int, where: str) -> dict[str, Any]:
    """Return what a checkpoint of a command says. Raises InputError if it is none, was changed, or is of another
    version."""
    strange = f"{where}: is not a checkpoint of quasiprint {command}, and was left alone; choose another name"
    changed = f"{where}: is a checkpoint that was changed or cut short; remove it to start again"
    content = unseal(text, kind, strange, changed)
    found, version = content.get("format"), content.get("version")
    if (found, version) != (form, __version__):
        raise InputError(
            f"{where}: is a checkpoint of version {version} (form {found}), this is {__version__} (form {form}); "
            "remove it to start again"
        )
    return content
