"""What is said of a game that cannot have been played so: a law each, with what was found and what is allowed."""

from __future__ import annotations

from quasiprint.model.finding import Finding, Severity

# code → what is wrong, and what to do. What is found and what is allowed is filled in.
LAWS: dict[str, tuple[str, str]] = {
    "set-too-small": (
        "found {players} players, who take {hand} tiles each, {needed} in all; the set from 0 to {highest} has {tiles}",
        "play with fewer players or a larger set",
    ),
    "no-round": (
        "found {told} {where}; allowed is the line 'round' first",
        "add the line 'round' before it, or take it away",
    ),
    "round-not-ended": (
        "found a new round, but the one before has no 'end'; its hands are not scored",
        "add the line 'end' with the sums of all hands before it",
    ),
    "round-after-game": (
        "found a round after the game's last, allowed is nothing: the round in which someone reaches {target} is the "
        "last; this and what follows is not counted",
        "take the rest away, or play to a higher target",
    ),
    "not-opened": (
        "found {told} at a round's beginning, allowed is the opening, such as 'Ann opens 5-5-5'",
        "add the opening before it",
    ),
    "second-opening": (
        "found {told}, but the round is open, allowed are draws, places and passes; counted as places",
        "write 'places', or end the round before",
    ),
    "unknown-player": (
        "found the player {name!r}, allowed are {players}; {counted}",
        "correct the name, or add it to the line of players",
    ),
    "out-of-turn": (
        "found {told}, but it is {turn}'s turn, the order is {players}; counted, and the turn goes on from {seat}",
        "add the turn of {turn} before it, or correct the name",
    ),
    "draws-unfinished": (
        "found {told}, but {turn} drew {drawn} in line {where} and has neither placed nor passed; "
        "these draws cost nothing",
        "add what {turn} did after drawing",
    ),
    "fourth-draw": (
        "found {found} tiles drawn in one turn, allowed are {allowed}; counted as {counted}",
        "correct the number, or add the pass before it",
    ),
    "pool-short": (
        "found {found} tiles drawn, allowed are the {pool} left in the pool; counted as {pool}",
        "correct the number, or look for draws that were written twice",
    ),
    "pass-early": (
        "found a pass after {drawn} drawn with {pool} tiles in the pool, "
        "allowed is a pass after {allowed} drawn or with an empty pool",
        "add the draws before it",
    ),
    "tile-foreign": ("{problem}; not scored", "correct the tile"),
    "tile-twice": (
        "found the tile {tile}, which {player} played in line {where}; the set holds it once; not scored",
        "correct one of the two",
    ),
    "tile-unfitting": (
        "found {tile} with {met} of its sides along tiles on the table at most; allowed are {least}{why}: two numbers "
        "of it on one of theirs, clockwise on the one and anticlockwise on the other; counted",
        "correct the tile, or look for one that was not written down",
    ),
    "places-mixed": (
        "found {found}, while line {where} of this round has {other}; allowed are places for all tiles of a round but "
        "the first, or for none",
        "add or take away the places",
    ),
    "place-foreign": ("after 'at', {problem}", "correct the tile"),
    "place-absent": (
        "found the tile {tile} after 'at', which is not on the table, allowed are {allowed}",
        "correct the tile, or look for one that was not written down",
    ),
    "side-foreign": (
        "found the side {side} of {tile}, allowed are its sides, read clockwise: {allowed}",
        "correct the side",
    ),
    "side-taken": (
        "found the side {side} of {tile}, along which {taken} lies, allowed are free sides: {allowed}",
        "correct the tile or the side",
    ),
    "side-ambiguous": (
        "found the side {side} of {tile}, which has it free twice, allowed is 'left' or 'right' after it, as seen from "
        "{near}, its neighbour",
        "add left or right",
    ),
    "direction-needless": (
        "found {found!r} after the side {side} of {tile}, which has it free {times}, allowed is nothing; counted",
        "take it away",
    ),
    "side-unfitting": (
        "found {tile} at the side {side} of {other}, allowed there are tiles that read {across} clockwise; {fits}",
        "correct the tile or its place",
    ),
    "corner-mismatch": (
        "found {tile} where its {corner} meets {shown} on {other}, allowed is one number wherever corners meet; {fits}",
        "correct the tile or its place",
    ),
    "claim-wrong": (
        "found {found}, but {tile} makes {made} there, allowed is {allowed}; counted as it lies",
        "correct what stands after the place, or the place",
    ),
    "hand-late": (
        "found {told} {why}, allowed is one such line for each player, before the opening; not read",
        "take it away, or move it up",
    ),
    "hand-size": (
        "found a first hand of {found} tiles, allowed are {allowed}",
        "correct the hand, or leave it away",
    ),
    "hand-tile": ("{problem}", "correct the tile"),
    "hand-shared": (
        "found the tile {tile}, which {other} has by line {where}; the set holds it once",
        "correct one of the two",
    ),
    "not-held": (
        "found {tile}, allowed are the tiles that {player} has: {hand}",
        "correct the tile, or look for a draw that was not written down",
    ),
    "must-place": (
        "found {what}, but {player} has {tile}, which fits at {place}, allowed is to place a tile; counted",
        "correct the hand or what was drawn, or play that turn again",
    ),
    "opening-wrong": (
        "found {player} with {tile}, allowed by the hands is {allowed}; counted",
        "correct the hands or the opening",
    ),
    "end-hand": (
        "found {player}={found}, but {player} has {hand}, allowed is {sum}; counted as it is written",
        "correct the sum, or look for a turn that was not written down",
    ),
    "completes-early": (
        "found {what} with {down} tiles on the table, this one among them; allowed {allowed}; counted as it is written",
        "take it away, or look for tiles that were not written down",
    ),
    "bridge-on-hexagon": (
        "found a bridge together with a hexagon, allowed is one of them; only the hexagon is counted",
        "take the bridge away",
    ),
    "round-over": (
        "found {told}, but {player} placed the last tile of a hand in line {where}, allowed is 'end'; "
        "nothing before it is counted",
        "add the line 'end', or look for draws that were not written down",
    ),
    "hand-empty": (
        "found {told}, but {player} placed the last tile of that hand in line {where}, allowed is 'end'; "
        "nothing before it is counted",
        "add the line 'end', or look for draws that were not written down",
    ),
    "end-unknown": (
        "found the hand of {name!r}, allowed are {players}; {counted}",
        "correct the name",
    ),
    "end-twice": (
        "found two hands of {players}, allowed is one for each player; the first is counted",
        "correct the name, or take one away",
    ),
    "end-missing": (
        "found no hand of {players}, allowed is one for each player, 0 for who went out",
        "add the sums that are missing",
    ),
    "end-sum": (
        "found {player}={found}, but {player} holds {hand} tiles by count; allowed are {low} to {high}, "
        "as the tiles not played have it",
        "correct the sum, or look for a turn that was not written down",
    ),
    "end-sums": (
        "found {found} as the sum of all hands, but they are {hand} tiles by count; allowed are {low} to {high}, "
        "as the tiles not played have it",
        "correct the sums, or look for a turn that was not written down",
    ),
    "opening-doubtful": (
        "found {player} with {tile} and nothing drawn, so it was in the first hand; but {opener} opened with {opening} "
        "in line {where}, and {tile} goes before it",
        "correct one of the two lines, or leave it if the table agreed",
    ),
    "not-all-passed": (
        "found the end with nobody out, but since the last tile {players} did not pass",
        "add the passes, or leave it if nobody could place",
    ),
    "blocked-tie": ("the lowest hand, {low}, is shared by {players}: nobody scores", ""),
    "hands-to-come": (
        "{player} went out; the hands of the others are still to come",
        "add the line 'end' with the sums of all hands",
    ),
}
AFTER = {
    **dict.fromkeys(
        (
            "places-mixed",
            "place-foreign",
            "place-absent",
            "side-foreign",
            "side-taken",
            "side-ambiguous",
            "side-unfitting",
            "corner-mismatch",
        ),
        "; counted, but from here on the table of this round is not judged",
    ),
    **dict.fromkeys(
        ("hand-size", "hand-tile", "hand-shared", "not-held"), "; counted, but from here on this hand is not judged"
    ),
}
SEVERITIES = {
    "opening-doubtful": Severity.WARNING,
    "not-all-passed": Severity.WARNING,
    "blocked-tie": Severity.NOTE,
    "hands-to-come": Severity.NOTE,
}


def finding(code: str, number: int, **found: object) -> Finding:
    """Return what is said of line `number` under a law of LAWS, an error unless SEVERITIES has it."""
    message, remedy = LAWS[code]
    severity = SEVERITIES.get(code, Severity.ERROR)
    message = message.format(**found) + AFTER.get(code, "")
    return Finding(code, severity, f"line {number}", message, remedy.format(**found))
