"""Mutations of the manifest, of files as files, and of boards as text."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mutations.folder import GAMES, MANIFEST, NO_SET, Mutation, NotHere, codes, files, liveliest, manifest, other, put
from mutations.folder import put_manifest as written

Held = dict[str, Any]


def _edit(change: Callable[[Held], None]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        held = manifest(folder)
        change(held)
        written(folder, held)

    return apply


def _claim(held: Held) -> None:
    said = held["pieces"][0].get("claim") or "O may mark two cells once: O wins when both play their best (proved)"
    held["pieces"][0]["claim"] = said.replace("O wins", "X wins")


def _kept_free(held: Held) -> None:
    for bed in held["parameters"]["made with"]["beds"]:
        bed["keep_outs"] = [[10, 10, bed["width"] - 10, bed["depth"] - 10]]


def _few_filaments(held: Held) -> None:
    for bed in held["parameters"]["made with"]["beds"]:
        bed["extruders"] = 2


def _marks(held: Held) -> None:
    piece = held["pieces"][-1]
    highest = max(max(p["marks"]) for p in held["pieces"])
    piece["marks"] = [*piece["marks"][:-1], piece["marks"][-1] - 1 if piece["marks"][-1] else max(highest, 1)]


def _piece_dropped(held: Held) -> None:
    held["pieces"].pop()


def _piece_added(held: Held) -> None:
    held["pieces"].append(held["pieces"][-1] | {"id": held["pieces"][-1]["id"] + "-2"})


def _id_doubled(held: Held) -> None:
    held["pieces"][1]["id"] = held["pieces"][0]["id"]


def _part(only: int, of: int) -> Callable[[Held], None]:
    """Say that a complete set is a part. only: how many of its pieces it is to be made of, 0 for all; of: how many too
    many the complete set is said to have."""

    def change(held: Held) -> None:
        names = [thing["id"] for thing in [*held["pieces"][: only or None], *held["accessories"]]]
        accessories = sum(thing["count"] for thing in held["accessories"])
        amount = {"pieces": len(held["pieces"]) + of, "accessories": accessories}
        held["part"] = {"only": dict.fromkeys(names, 1), "spares": 0, "of": amount}

    return change


def _no_part(held: Held) -> None:
    held["part"] = {"only": {"nothing-of-the-kind": 1}, "spares": 0, "of": {"pieces": 1, "accessories": 0}}


def _files_exchanged(folder: Path) -> None:
    held = manifest(folder)
    one = liveliest(folder)
    two = other(folder, one, alike=one["shape"] not in {"omino", "quomino"})
    for piece in held["pieces"]:
        if piece["id"] == one["id"]:
            piece["files"] = two["files"]
        elif piece["id"] == two["id"]:
            piece["files"] = one["files"]
    if one["files"] == two["files"]:
        raise NotHere("pieces share their files")
    written(folder, held)


def _shape(held: Held) -> None:
    shapes = [piece["shape"] for piece in held["pieces"]]
    held["pieces"][0]["shape"] = next((shape for shape in shapes if shape != shapes[0]), "hexagon")


def _named(held: Held) -> None:
    if "name" not in held["pieces"][0]:
        raise NotHere("pieces have no names")
    held["pieces"][0]["name"], held["pieces"][1]["name"] = held["pieces"][1]["name"], held["pieces"][0]["name"]


def _accessory(held: Held) -> None:
    found = [thing for thing in held["accessories"] if thing["count"] > 1]
    if not found:
        raise NotHere("the set has no accessories")
    found[0]["count"] -= 1


def _accessory_twice(held: Held) -> None:
    if not held["accessories"]:
        raise NotHere("the set has no accessories")
    held["accessories"].append(dict(held["accessories"][0], kind="coin"))


def _kerf(held: Held) -> None:
    held["parameters"]["kerf"] = 0.0


def _measure(target: str, name: str, factor: float) -> Callable[[Held], None]:
    def change(held: Held) -> None:
        held["parameters"]["measures"][target][name] *= factor

    return change


def _parameter(name: str, by: int) -> Callable[[Held], None]:
    def change(held: Held) -> None:
        held["parameters"][name] += by

    return change


def _set(name: str, value: object) -> Callable[[Held], None]:
    def change(held: Held) -> None:
        held[name] = value

    return change


def _grams(held: Held) -> None:
    if not held["bill"]["ways"]:
        raise NotHere("nothing is printed")
    held["bill"]["ways"][0]["plates"][0]["spools"][0]["grams"] += 1


def _cut_less(held: Held) -> None:
    if not held["bill"]["sheets"]:
        raise NotHere("nothing is cut")
    held["bill"]["sheets"][0]["cut"] -= 100


def _no_bill(held: Held) -> None:
    del held["bill"]


def _table_of_figures(folder: Path) -> None:
    path = folder / "bill.csv"
    put(path, path.read_text().replace(",pieces,", ",piece,").replace(",cut,", ",cuts,").replace(",leaves,", ",leaf,"))


def _other_game(held: Held) -> None:
    held["game"] = GAMES[(GAMES.index(held["game"]) + 1) % len(GAMES)]


def _hash(held: Held) -> None:
    entry = held["files"][0]
    entry["sha256"] = entry["sha256"][1:] + entry["sha256"][0]


def _size(held: Held) -> None:
    held["files"][0]["bytes"] += 1


def _unlisted(held: Held) -> None:
    held["files"].pop()


def _listed_missing(held: Held) -> None:
    held["files"].append(held["files"][0] | {"path": "pdf/never-made.pdf"})


def _listed_twice(held: Held) -> None:
    held["files"].append(held["files"][0])


def _path(text: str) -> Callable[[Held], None]:
    def change(held: Held) -> None:
        held["files"][0]["path"] = text

    return change


def _above(folder: Path) -> None:
    """List a file that lies beside the set, is there, and has the right hash."""
    held = manifest(folder)
    beside = folder.parent / f"{folder.name}-beside.txt"
    beside.write_text("x")
    held["files"].append({"path": f"../{beside.name}", "bytes": 1, "sha256": hashlib.sha256(b"x").hexdigest()})
    written(folder, held)


def _link(folder: Path) -> None:
    """Put a link to a file outside in a file's place: it reads the same, but the set is not whole."""
    path = files(folder, "*/*")[0]
    outside = folder.parent / f"{folder.name}-outside"
    os.replace(path, outside)
    path.symlink_to(outside)


def _stranger(folder: Path) -> None:
    (folder / "notes.txt").write_text("left here\n")


def _hidden(folder: Path) -> None:
    files(folder, "*/*")[0].with_name(".hidden").write_text("left here\n")


def _not_json(folder: Path) -> None:
    put(folder / MANIFEST, (folder / MANIFEST).read_text()[:-40])


def _list(folder: Path) -> None:
    put(folder / MANIFEST, json.dumps([manifest(folder)]))


def _gone(folder: Path) -> None:
    (folder / MANIFEST).unlink()


def _a_byte(folder: Path) -> None:
    path = files(folder, "*/*")[-1]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    put(path, bytes(content))


def _file_removed(folder: Path) -> None:
    files(folder, "*/*")[-1].unlink()


def _finding(held: Held) -> None:
    held["findings"] = [
        {"code": "x", "severity": "error", "subject": "set", "message": "A check failed.", "remedy": ""}
    ]


def _boards(folder: Path) -> tuple[Path, list[list[str]]]:
    (path,) = files(folder, "txt/boards.txt")
    return path, [board.splitlines() for board in path.read_text().strip("\n").split("\n\n")]


def _text(change: Callable[[list[list[str]]], None]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path, boards = _boards(folder)
        change(boards)
        put(path, "\n\n".join("\n".join(board) for board in boards) + "\n")

    return apply


def _wall_moved(boards: list[list[str]]) -> None:
    """Open one inner wall: two regions become one."""
    board = boards[0]
    row = next(k for k, line in enumerate(board[1:-1], 1) if "--+" in line)
    board[row] = board[row].replace("--+", "  +", 1)


def _mirrored(boards: list[list[str]]) -> None:
    """Mirror a board that is not its own image: every region stays a region."""
    k = next(k for k, board in enumerate(boards) if [line[::-1] for line in board] != board)
    boards[k] = [line[::-1] for line in boards[k]]


def _exchanged(boards: list[list[str]]) -> None:
    boards[0], boards[1] = boards[1], boards[0]


def _doubled(boards: list[list[str]]) -> None:
    boards[0] = boards[1]


def _last_gone(boards: list[list[str]]) -> None:
    boards.pop()


def _torn(boards: list[list[str]]) -> None:
    boards[-1] = boards[-1][:-2]


def _row(
    name: str, says: str, found: str, apply: Callable[[Path], None], games: tuple[str, ...] = GAMES,
    *, kind: str = "manifest", mend: bool = True, harmless: str = "",
) -> Mutation:  # fmt: skip
    return Mutation(name, says, games, (kind,), codes(found), apply, mend, harmless)


NO_CHANCE = "a game without chance: its seed says nothing about the set"

MUTATIONS: tuple[Mutation, ...] = (
    _row("manifest-part", "a set said to be a part of one piece", "pieces-differ", _edit(_part(1, 0))),
    _row("manifest-part-of", "a part said to be of a larger set", "part-wrong", _edit(_part(0, 1))),
    _row("manifest-part-of-nothing", "a part of what the set has not", "part-wrong", _edit(_no_part)),
    _row("manifest-marks", "one mark of a piece changed", "marks-differ pieces-differ", _edit(_marks)),
    _row("manifest-piece-dropped", "a piece struck off", "pieces-differ", _edit(_piece_dropped)),
    _row("manifest-piece-added", "a piece listed twice under two ids", "pieces-differ manifest-wrong",
         _edit(_piece_added)),
    _row("manifest-id-doubled", "two pieces with one id", "pieces-differ manifest-wrong", _edit(_id_doubled)),
    _row("manifest-files-exchanged", "two pieces' files exchanged", "marks-differ", _files_exchanged,
         kind="stl"),  # where each piece has a file of its own
    _row("manifest-shape", "a piece's shape changed", "pieces-differ marks-differ manifest-wrong", _edit(_shape)),
    _row("manifest-names", "two boards' names exchanged", "pieces-differ marks-differ id-wrong", _edit(_named),
         ("majomino",)),
    _row("manifest-claim", "a board said to be won by the other side", "board-claim-wrong", _edit(_claim),
         ("majomino",)),
    _row("manifest-accessory", "one accessory less", "accessory-count pieces-differ", _edit(_accessory),
         ("quasimino", "majomino", "quomino")),
    _row("manifest-accessory-twice", "an accessory listed twice", "accessory-count", _edit(_accessory_twice),
         ("quasimino", "majomino", "quomino")),
    _row("manifest-kerf", "kerf 0 in place of the one cut with", "kerf-wrong manifest-wrong", _edit(_kerf)),
    _row("manifest-edge-printer", "the printer's edge 1 % longer", "piece-size piece-foreign manifest-wrong",
         _edit(_measure("printer", "edge", 1.01))),
    _row("manifest-edge-laser", "the laser's edge 1 % longer", "piece-size piece-foreign kerf-wrong manifest-wrong",
         _edit(_measure("laser", "edge", 1.01))),
    _row("manifest-edge-paper", "paper's edge 1 % longer", "piece-size piece-foreign manifest-wrong",
         _edit(_measure("paper", "edge", 1.01)), ("quasimino", "triomino", "quomino")),
    _row("manifest-thickness", "the printer's thickness 0.2 mm more", "height-wrong manifest-wrong",
         _edit(_measure("printer", "thickness", 1.05))),
    _row("manifest-colours", "a colour more", "pieces-differ piece-missing manifest-wrong",
         _edit(_parameter("colours", 1)), ("quasimino",)),
    _row("manifest-highest", "a number more", "pieces-differ piece-missing manifest-wrong",
         _edit(_parameter("highest", 1)), ("triomino",)),
    _row("manifest-count", "a board more", "pieces-differ piece-missing manifest-wrong",
         _edit(_parameter("count", 1)), ("majomino",)),
    _row("manifest-seed-boards", "another seed", "pieces-differ marks-differ manifest-wrong id-wrong",
         _edit(_set("seed", 4711)), ("majomino",)),
    _row("manifest-seed", "another seed", "", _edit(_set("seed", 4711)), ("quasimino", "triomino", "quomino"),
         harmless=NO_CHANCE),
    _row("manifest-keep-out", "a place on beds to be kept free, where pieces lie", "kept-free", _edit(_kept_free),
         kind="3mf"),
    _row("manifest-filaments", "beds of two filaments", "filaments-many", _edit(_few_filaments), ("quasimino",),
         kind="3mf"),
    _row("manifest-bill-grams", "a gram more of filament in its bill", "bill-wrong", _edit(_grams), kind="stl"),
    _row("manifest-bill-cut", "cuts 100 mm shorter in its bill", "bill-wrong", _edit(_cut_less), kind="svg"),
    _row("manifest-bill-gone", "no bill", "bill-wrong", _edit(_no_bill), kind="svg"),
    _row("bill-table", "other words in the table of figures", "bill-wrong", _table_of_figures, kind="svg"),
    _row("manifest-version", "a version that never was", "manifest-wrong", _edit(_set("version", "99.0"))),
    _row("manifest-other-game", "the name of another game", f"manifest-wrong pieces-differ {NO_SET}",
         _edit(_other_game)),
    _row("manifest-unknown-game", "the name of no game", NO_SET, _edit(_set("game", "domino"))),
    _row("manifest-finding", "an error among its findings", "manifest-wrong", _edit(_finding)),
    _row("manifest-not-json", "cut off", NO_SET, _not_json, mend=False),
    _row("manifest-list", "a list in place of an object", NO_SET, _list, mend=False),
    _row("manifest-gone", "no manifest", NO_SET, _gone, mend=False),
    _row("manifest-hash", "a wrong hash", "hash-differs", _edit(_hash), mend=False),
    _row("manifest-bytes", "a wrong size", "hash-differs manifest-wrong", _edit(_size), mend=False),
    _row("manifest-unlisted", "a file not listed", "file-unlisted", _edit(_unlisted), mend=False),
    _row("manifest-listed", "a file listed that is not there", "file-missing", _edit(_listed_missing), mend=False),
    _row("manifest-twice", "a file listed twice", "manifest-wrong", _edit(_listed_twice), mend=False),
    _row("manifest-path-up", "a listed path that leads out of the folder", "manifest-wrong", _above, mend=False),
    _row("manifest-path-absolute", "an absolute path", "manifest-wrong", _edit(_path("/etc/hostname")), mend=False),
    _row("file-link", "a link out of the folder in a file's place", "manifest-wrong file-unreadable file-missing",
         _link, mend=False),
    _row("file-byte", "one bit of a file flipped", "hash-differs", _a_byte, mend=False),
    _row("file-removed", "a file removed", "file-missing", _file_removed, mend=False),
    _row("file-stranger", "a file that is not the set's", "file-unlisted", _stranger, mend=False),
    _row("file-hidden", "a hidden file in a folder of the set", "file-unlisted", _hidden, mend=False),
    _row("txt-wall", "a wall taken away", "marks-differ file-unreadable piece-foreign", _text(_wall_moved),
         ("majomino",), kind="txt"),
    _row("txt-mirrored", "a board mirrored", "marks-differ piece-mirrored", _text(_mirrored), ("majomino",),
         kind="txt"),
    _row("txt-exchanged", "two boards exchanged", "marks-differ id-wrong", _text(_exchanged), ("majomino",),
         kind="txt"),
    _row("txt-doubled", "a board twice, another not at all", "marks-differ piece-doubled piece-missing",
         _text(_doubled), ("majomino",), kind="txt"),
    _row("txt-gone", "the last board left out", "piece-missing marks-differ", _text(_last_gone), ("majomino",),
         kind="txt"),
    _row("txt-torn", "the last two lines torn off", "file-unreadable piece-missing marks-differ", _text(_torn),
         ("majomino",), kind="txt"),
)  # fmt: skip
