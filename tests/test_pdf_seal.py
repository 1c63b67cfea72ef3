"""A score sheet that was filled in, or a book with notes, is not written over: a PDF's seal says if it was changed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from called import invoke
from pypdf import PdfReader, PdfWriter

from quasiprint.documents.seals import is_sealed, seal


@pytest.fixture(scope="module")
def pdfs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A book, which has its cross-references in a stream, and a score sheet, which has a table of them."""
    place = tmp_path_factory.mktemp("pdfs")
    for name in ("rules", "scoresheet"):
        assert invoke(name, "quomino", "-o", place / f"{name}.pdf").exit_code == 0
    return {path.stem: path.read_bytes() for path in place.iterdir()}


def filled(pdf: bytes) -> bytes:
    """A form as a viewer saves it: all that was there, and what was written into it."""
    writer = PdfWriter(io.BytesIO(pdf), incremental=True)
    field = next(iter(PdfReader(io.BytesIO(pdf)).get_fields() or {}))
    writer.update_page_form_field_values(writer.pages[0], {field: "Ann"}, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    assert out.getvalue() != pdf and out.getvalue().startswith(pdf[:1000])
    return out.getvalue()


@pytest.mark.parametrize("name", ["rules", "scoresheet"])
def test_a_seal_says_that_nothing_was_changed(pdfs: dict[str, bytes], name: str) -> None:
    pdf = pdfs[name]
    assert is_sealed(pdf)
    for at in {*range(0, len(pdf), len(pdf) // 50), *range(len(pdf) - 130, len(pdf))}:
        assert not is_sealed(pdf[:at] + bytes([pdf[at] ^ 1]) + pdf[at + 1 :]), at
        assert not is_sealed(pdf[:at] + pdf[at + 1 :]), at
        assert not is_sealed(pdf[:at] + b" " + pdf[at:]), at
    assert not is_sealed(pdf + b"\n")
    assert not is_sealed(b"")
    # readers that are strict find all that they found
    assert len(PdfReader(io.BytesIO(pdf), strict=True).pages) > 1


def test_what_cannot_be_sealed(pdfs: dict[str, bytes]) -> None:
    for wrong in (b"", b"startxref\n0\n%%EOF", b"%PDF-1.7 without an end", pdfs["rules"]):
        with pytest.raises(ValueError, match="found no PDF without a seal"):
            seal(wrong)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["scoresheet", "rules"])
def test_a_pdf_is_replaced_only_as_it_was_written(here: Path, pdfs: dict[str, bytes], name: str) -> None:
    target = Path("a.pdf")
    others = {"the other command's": pdfs["rules" if name == "scoresheet" else "scoresheet"]}  # it is ours, and whole
    for content in others.values():
        target.write_bytes(content)
        assert invoke(name, "quomino", "-o", target).exit_code == 0
        assert target.read_bytes() == pdfs[name]
    mine = {"a form filled in": filled(pdfs["scoresheet"]), "somebody's": b"%PDF-1.4\nmine\n%%EOF\n", "a text": b"mine"}
    for number, (what, content) in enumerate(mine.items(), 1):
        target.write_bytes(content)
        refused = invoke(name, "quomino", "-o", target)
        assert (refused.exit_code, refused.stdout) == (2, ""), what
        assert "output 'a.pdf': holds something other than a PDF that this program wrote and nobody" in refused.stderr
        assert "--replace puts it aside" in refused.stderr
        assert target.read_bytes() == content
        result = invoke(name, "quomino", "-o", target, "--replace", code=0)
        kept = f"a.old{'' if number == 1 else f'-{number}'}.pdf"
        assert f"warning: output 'a.pdf': what was there is now '{here / kept}'" in result.stderr
        assert Path(kept).read_bytes() == content
        assert target.read_bytes() == pdfs[name]
