"""The set is proved, made and read back; the rules hold."""

import quasiprint

ONE = '{"tiles": [{"cell": [0, 0, 0], "edges": [0, 1, 2]}, {"cell": [0, 0, 1], "edges": [%d, 3, 3]}]}'


def test_the_set_is_proved() -> None:
    design = quasiprint.design("newgame")
    assert len(design.pieces) == 24
    assert design.check().proved


def test_what_is_made_is_read_back() -> None:
    files = quasiprint.design("newgame", colours=2).files(formats=("stl", "svg", "pdf"))
    assert quasiprint.verify(files).verified


def test_edges_that_meet_have_one_colour() -> None:
    findings = [len(quasiprint.score("newgame", ONE % colour).as_json()["findings"]) for colour in range(4)]
    assert sorted(findings) == [0, 1, 1, 1]
