"""What a hand does to a PDF: to its operators, words, entries, pages and objects, and what it puts in."""

from __future__ import annotations

import random
import re

from mutations.drawn.hands import Drawn, Nothing, by_kind, bytes_of, figure, number, rearranged, short
from mutations.drawn.pdf import LENGTH, PDF_NUMBER, File, Held, Operation, drawing, operations, parsed, written

WHITE = "q 1 1 1 rg 1 1 1 RG {} Q"
SNIPPETS = (
    "q 1 1 1 rg 90 500 200 200 re f Q", "q 1 1 1 rg 0 0 600 850 re f Q", "1 1 1 rg", "1 1 1 RG", "0 0 0 rg", "1 0 0 rg",
    "q 0 0 0 RG 3 w 100 100 m 400 700 l S Q", "q 0 0 0 rg 300 400 9 9 re f Q", "1 g", "1 G", "0.5 g", "0 0 0 0 k",
    "0 0 0 1 k", "0 0 0 0 K", "BT /F1+0 300 Tf 100 300 Td (XXX) Tj ET",
    "BT /F1+0 30 Tf 1 1 1 rg 100 600 Td (XXX) Tj ET",
    "BT 3 Tr /F1+0 30 Tf 100 600 Td (XXX) Tj ET", "3 Tr", "1 Tr", "7 Tr", "20 Tz", "300 Tz", "40 Ts", "9 Tc", "30 Tw",
    "1.02 0 0 1.02 0 0 cm", "2 0 0 2 0 0 cm", "1 0 0 1 9 0 cm", "-1 0 0 1 595 0 cm", "0 1 -1 0 600 0 cm",
    "1 0 0 1 0 0 cm",
    "1 0 0.2 1 0 0 cm", "0 0 10 10 re W n", "0 0 600 850 re W n", "300 400 9 9 re W* n", "5 w", "0 w", "20 w", "0.01 w",
    "[1 30] 0 d", "[3 3] 0 d", "[] 0 d", "1 J", "2 J", "1 j", "0 j", "1 M", "90 i", "/Perceptual ri", "/GS9 gs",
    "/Pattern cs",
    "/DeviceGray cs 1 sc", "/DeviceCMYK cs 0 0 0 0 sc", "/DeviceRGB CS 1 1 1 SC", "/OC /MC0 BDC", "EMC",
    "/Artifact BMC",
    "/OC /MC0 BDC q 0 0 0 rg 300 400 9 9 re f Q EMC", "/Span <</ActualText (X)>> BDC EMC", "q", "Q", "q Q", "n", "h",
    "S", "f",
    "BX xyz EX", "/Sh0 sh", "BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI",
    "q 200 0 0 200 90 500 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \xff EI Q",
    "q 300 400 m 320 400 l 320 420 l f Q", "q 300 400 m 300 450 350 450 350 400 c S Q", "q 300 400 m 320 440 l S Q",
    "100 100 m", "100 100 m 200 200 l", "100 100 m h", "q 40 w 100 600 m 300 600 l 1 1 1 RG S Q", "% a comment", "T*",
    "BT ET",
    "q 0 0 0 rg 100 100 200 200 re f* Q", "q 1 1 1 rg 100 100 m 300 100 l 300 300 l b Q", "300 400 1 1 re f",
    "/F2+0 30 Tf",
    "q 0.5 0.5 0.5 RG 0.2 w 0 0 m 600 850 l 20 0 m 600 800 l 40 0 m 600 760 l 60 0 m 600 700 l S Q",
    "q 1 1 1 RG 9 w 0 600 m 600 600 l S Q",
)  # fmt: skip
OF_PAGES = (
    "/Rotate 90", "/Rotate 180", "/UserUnit 2", "/UserUnit 1.02", "/CropBox [50 50 500 700]",
    "/CropBox [0 0 595.2756 841.8898]",
    "/MediaBox [0 0 612 792]", "/MediaBox [9 0 604 841]", "/MediaBox [0 0 595 842]",
    "/MediaBox [595.2756 841.8898 0 0]",
    "/TrimBox [50 50 500 700]", "/BleedBox [0 0 9 9]", "/ArtBox [0 0 9 9]", "/Group << /S /Transparency /K true >>",
    "/Dur 5",
    "/Annots [ << /Type /Annot /Subtype /Square /Rect [100 500 300 700] /C [1 0 0] /IC [1 1 1] >> ]", "/Tabs /S",
    "/PZ 2",
    "/Annots [ << /Type /Annot /Subtype /FreeText /Rect [100 500 300 700] /Contents (X) /DA (/Helv 40 Tf 0 g) >> ]",
    "/Annots [ << /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /URI /URI (http://localhost) >> >> ]",
    "/Annots []", "/AA << /O << /S /JavaScript /JS (1) >> >>", "/Thumb 1 0 R", "/StructParents 0", "/Contents 1 0 R",
    "/Contents []", "/Contents null", "/Resources << >>", "/Resources 1 0 R", "/Metadata 1 0 R", "/X 1", "/Type /Pages",
    "/LastModified (D:2026)", "/VP [ << /BBox [0 0 9 9] >> ]", "/PieceInfo << >>", "/BoxColorInfo << >>",
)  # fmt: skip
OF_CATALOGS = (
    "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>", "/OpenAction << /S /Launch /F (x) >>",
    "/PageLayout /TwoColumnLeft",
    "/AA << /WP << /S /JavaScript /JS (1) >> >>", "/PageMode /FullScreen", "/Lang (de)", "/NeedsRendering true",
    "/Version /2.0",
    "/ViewerPreferences << /PrintScaling /AppDefault >>", "/ViewerPreferences << /NumCopies 5 /PrintPageRange [1 1] >>",
    "/ViewerPreferences << /Duplex /DuplexFlipShortEdge >>",
    "/ViewerPreferences << /Duplex /Simplex /PrintScaling /None >>",
    "/ViewerPreferences << /PrintScaling /None /ViewArea /BleedBox /PrintArea /TrimBox >>",
    "/AcroForm << /Fields [] /XFA (x) >>",
    "/OCProperties << /OCGs [] /D << >> >>", "/PageLabels << /Nums [0 << /S /r >>] >>", "/Names << >>",
    "/Outlines null",
    "/MarkInfo << /Marked true >>", "/Collection << >>", "/Metadata 1 0 R", "/Perms << >>", "/X 1",
    "/URI << /Base (x) >>",
    "/OutputIntents [ << /S /GTS_PDFX /OutputConditionIdentifier (x) >> ]",
    "/Requirements [ << /S /EnableJavaScripts >> ]",
)  # fmt: skip
OF_FORMS = (
    "/Matrix [2 0 0 2 0 0]", "/Matrix [1 0 0 1 9 0]", "/Matrix [1 0 0 1 0 0]", "/Matrix [-1 0 0 1 0 0]",
    "/BBox [0 0 9 9]",
    "/BBox [-9999 -9999 9999 9999]", "/BBox [-9 -9 9 9]", "/OC << /Type /OCG /Name (x) >>",
    "/Group << /S /Transparency >>",
    "/Resources << >>", "/Subtype /Image", "/Subtype /PS", "/FormType 2", "/Ref << >>", "/Metadata 1 0 R", "/X 1",
    "/Matrix [1 0 0.1 1 0 0]", "/Filter /ASCIIHexDecode", "/Matrix [1.01 0 0 1.01 0 0]", "/StructParent 0",
    "/Matrix []",
)  # fmt: skip
OF_FONTS = (
    "/Widths []", "/FirstChar 1", "/BaseFont /Helvetica", "/Subtype /Type1", "/Encoding /WinAnsiEncoding",
    "/Encoding << /Differences [48 /nine /eight /seven] >>", "/ToUnicode null", "/FontDescriptor null", "/LastChar 40",
    "/Name /X", "/Subtype /Type3", "/Encoding /MacRomanEncoding", "/X 1",
)  # fmt: skip
OF_ALL = ("/X 1", "/Type /X", "/Author (another)", "/Title (Another)", "/Creator (another)", "/Producer (x)",
"/Trapped /True",
          "/ModDate (D:20260101)", "/Keywords (x)", "/Subject (x)", "/Creator (quasiprint)")  # fmt: skip
KEYS = {"Page": OF_PAGES, "Catalog": OF_CATALOGS, "form": OF_FORMS, "Font": OF_FONTS, "Pages": OF_PAGES}


def _drawn(r: random.Random, file: File) -> tuple[Held, list[Operation]]:
    one = by_kind(r, [held for held in file.objects if held.draws and held.stream], lambda held: held.sort)
    return one, operations(one.stream or b"")


def _where(file: File, one: Held, at: int, of: int) -> str:
    return f"operator {at} of {of} of object {one.id}, a {one.sort}"


def operator(r: random.Random, file: File) -> tuple[str, str]:
    one, held = _drawn(r, file)
    chosen = by_kind(r, held, lambda operation: operation.name)
    at = next(k for k, operation in enumerate(held) if operation is chosen)
    what = rearranged(r, held, at, Operation.copy)
    one.stream = drawing(held)
    return f"operator {chosen.name} {what} in a {one.sort}", f"{short(chosen)}: {_where(file, one, at, len(held))}"


def operators(r: random.Random, file: File) -> tuple[str, str]:
    """Do something to a run of operators: all that is drawn from here to there."""
    one, held = _drawn(r, file)
    ends = [
        k for k, operation in enumerate(held) if operation.name in ("S", "f", "f*", "Do", "ET", "Q", "B", "b*", "b")
    ]
    if len(ends) < 2:
        raise Nothing
    first, last = sorted(r.sample(range(len(ends)), 2))
    last = min(last, first + r.choice((1, 2, 5, 1000)))
    start, end = ends[first] + 1, ends[last] + 1
    run = [operation.copy() for operation in held[start:end]]
    what = r.choice(("deleted", "doubled", "moved", "put at the beginning", "put at the end", "whitened"))
    if what in ("deleted", "moved", "put at the beginning", "put at the end"):
        del held[start:end]
    if what != "deleted":
        at = {"put at the beginning": 0, "put at the end": len(held), "doubled": end, "whitened": start}.get(what)
        at = r.choice([0, *[k + 1 for k, o in enumerate(held) if o.name == "Q"]]) if at is None else at
        if what == "whitened":
            held.insert(start, Operation(["1", "1", "1"], "rg"))
            held.insert(start, Operation(["1", "1", "1"], "RG"))
        else:
            held[at:at] = run
    one.stream = drawing(held)
    return f"run of operators {what} in a {one.sort}", f"{len(run)}: {_where(file, one, start, len(held))}"


def operand(r: random.Random, file: File) -> tuple[str, str]:
    one, held = _drawn(r, file)
    fit = [operation for operation in held if any(PDF_NUMBER.fullmatch(word) for word in operation.words)]
    chosen = by_kind(r, fit, lambda operation: operation.name)
    k = r.choice([k for k, word in enumerate(chosen.words) if PDF_NUMBER.fullmatch(word)])
    before = str(chosen)
    if chosen.name in ("rg", "RG", "g", "G") and r.random() < 0.6:
        chosen.words[k] = r.choice(("0", "1", "0.5", "0.01", "0.99"))
    else:
        chosen.words[k] = number(r, chosen.words[k])
    one.stream = drawing(held)
    return f"number of {chosen.name} in a {one.sort}", f"{short(before)} → {short(chosen)} in object {one.id}"


def other(r: random.Random, file: File) -> tuple[str, str]:
    """Give an operator the operands of another of its kind, or another name."""
    one, held = _drawn(r, file)
    chosen = by_kind(r, held, lambda operation: operation.name)
    before = str(chosen)
    if r.random() < 0.5:
        alike = [operation for operation in held if operation.name == chosen.name and operation.words != chosen.words]
        if not alike:
            raise Nothing
        chosen.words = list(r.choice(alike).words)
        kind = f"operands of {chosen.name} another's"
    else:
        old, chosen.name = (
            chosen.name,
            r.choice(sorted({operation.name for operation in held} | {"n", "f", "f*", "S", "W", "b"})),
        )
        kind = f"operator {old} made {chosen.name}"
    one.stream = drawing(held)
    return f"{kind} in a {one.sort}", f"{short(before)} → {short(chosen)} in object {one.id}"


def snippet(r: random.Random, file: File) -> tuple[str, str]:
    one, held = _drawn(r, file)
    fresh = r.choice(SNIPPETS)
    at = r.choice((0, len(held), r.randint(0, len(held)), r.randint(0, len(held))))
    held.insert(at, Operation([], fresh))
    one.stream = drawing(held)
    return f"put in: {fresh} in a {one.sort}", _where(file, one, at, len(held))


def paint(r: random.Random, file: File) -> tuple[str, str]:
    """Paint something somewhere: white over what is there, or in a colour that is there, or write it."""
    one, held = _drawn(r, file)
    size = (595.0, 841.0) if one.sort != "form" else (90.0, 90.0)
    name, corners = figure(r, *size)
    own = [
        " ".join(operation.words) for operation in held if operation.name in ("rg", "RG") and len(operation.words) == 3
    ]
    colour = r.choice(("1 1 1", "0 0 0", *own, *own, "0.99 0.99 0.99"))
    data = " l ".join(f"{x:.4f} {y:.4f}" for x, y in corners).replace(" l ", " m ", 1) + " l"
    how = r.choice(("f", "f*", "S", "B", "text", "W n", "h S"))
    fresh = f"q {colour} rg {colour} RG {r.choice((0.1, 0.3402, 3, 20))} w {data} {how} Q"
    if how == "text":
        fonts = [operation.words[0] for operation in held if operation.name == "Tf" and operation.words] or ["/F1+0"]
        x, y = corners[0]
        fresh = f"q {colour} rg BT {r.choice(fonts)} {r.choice((2, 9, 40, 300))} Tf {x:.2f} {y:.2f} Td (013) Tj ET Q"
    elif how == "W n":
        fresh = f"{data} W n"
    at = r.choice((0, len(held), r.randint(0, len(held))))
    held.insert(at, Operation([], fresh))
    one.stream = drawing(held)
    return f"a {name} painted by {how} in a {one.sort}", f"{short(fresh, 80)}: {_where(file, one, at, len(held))}"


def word(r: random.Random, file: File) -> tuple[str, str]:
    """Change a name or a string that is drawn."""
    one, held = _drawn(r, file)
    fit = [operation for operation in held if any(text[:1] in "/(<" for text in operation.words)]
    chosen = by_kind(r, fit, lambda operation: operation.name)
    k = r.choice([k for k, text in enumerate(chosen.words) if text[:1] in "/(<"])
    before = str(chosen)
    others = [text for operation in held for text in operation.words if text[:1] == chosen.words[k][:1]]
    chosen.words[k] = r.choice(
        (*others, "(X)", "()", chosen.words[k].replace("0", "1"), chosen.words[k].replace("(", "(X"))
    )
    one.stream = drawing(held)
    return f"word of {chosen.name} in a {one.sort}", f"{short(before)} → {short(chosen)} in object {one.id}"


def key(r: random.Random, file: File) -> tuple[str, str]:
    """Put a key into a dictionary, in the place of its own or beside it."""
    one = by_kind(r, [held for held in file.objects if held.head.startswith("<<")], lambda held: held.sort)
    fresh = r.choice(KEYS.get(one.sort, ()) or OF_ALL)
    name = fresh.split()[0]
    before = one.head
    if r.random() < 0.7:
        one.head = re.sub(
            rf"{name}\s+(?:\[[^\]]*\]|<<.*?>>|\([^)]*\)|\d+ 0 R|[^\s/<>]+|/[^\s/<>]+)", "", one.head, count=1
        )
    inner = one.head.rstrip()
    one.head = f"{inner[:-2]} {fresh} >>" if r.random() < 0.8 else f"<< {fresh} {inner[2:]}"
    return f"{fresh} in a {one.sort}", f"object {one.id}: {short(before)}"


def key_gone(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.objects if held.head.startswith("<<")], lambda held: held.sort)
    names = list(re.finditer(r"/([A-Za-z]\w*)\s*(?=[\[(<\d-]|/|true|false)", one.head))
    if not names:
        raise Nothing
    found = r.choice(names)
    fresh = r.choice((f"/X{found[1]} ", f"/{r.choice(names)[1]} "))
    one.head = one.head[: found.start()] + fresh + one.head[found.end() :]
    return f"/{found[1]} called otherwise in a {one.sort}", f"{fresh} in object {one.id}"


def key_number(r: random.Random, file: File) -> tuple[str, str]:
    fit = [held for held in file.objects if PDF_NUMBER.search(LENGTH.sub(b"", bytes_of(held.head)).decode("latin-1"))]
    one = by_kind(r, fit, lambda held: held.sort)
    found = r.choice(
        [m for m in PDF_NUMBER.finditer(one.head) if not one.head[: m.start()].rstrip().endswith("/Length")] or [None]
    )
    if found is None:
        raise Nothing
    fresh = number(r, found[0])
    before = one.head
    one.head = one.head[: found.start()] + fresh + one.head[found.end() :]
    names = re.findall(r"/\w+", before[: found.start()])
    return (
        f"number of {names[-1] if names else 'an object'} in a {one.sort}",
        f"{found[0]} → {fresh} in object {one.id}",
    )


def link(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.objects if re.search(r"\d+ 0 R", held.head)], lambda held: held.sort)
    found = r.choice(list(re.finditer(r"(\d+) 0 R", one.head)))
    sort = next((held.sort for held in file.objects if held.id == int(found[1])), "")
    alike = [held.id for held in file.objects if held.sort == sort and held.id != int(found[1])]
    fresh = r.choice((*r.sample(alike, min(len(alike), 3)), r.choice(file.objects).id))
    one.head = f"{one.head[: found.start()]}{fresh} 0 R{one.head[found.end() :]}"
    return f"reference to a {sort} in a {one.sort}", f"{found[1]} → {fresh} in object {one.id}"


def pages(r: random.Random, file: File) -> tuple[str, str]:
    tree = next(one for one in file.objects if re.search(r"/Type\s*/Pages", one.head))
    kids = re.search(r"/Kids\s*\[([^\]]*)\]", tree.head)
    if kids is None:
        raise Nothing
    ids = re.findall(r"\d+ 0 R", kids[1])
    what = r.choice(("rearranged", "rearranged", "blank first", "blank last", "reversed", "copied twice"))
    at = r.randrange(len(ids))
    page = file.get(int(ids[at].split()[0]))
    if what == "rearranged":
        what = rearranged(r, ids, at, str)
    elif what == "reversed":
        ids = ids[::-1]
    elif what == "copied twice":
        ids.insert(r.randint(0, len(ids)), f"{file.add(page.head)} 0 R")
    else:
        blank = file.add(re.sub(r"/Contents\s+\d+ 0 R", f"/Contents {file.add('<< /Length 0 >>', b'')} 0 R", page.head))
        ids.insert(0 if what == "blank first" else len(ids), f"{blank} 0 R")
    fresh = tree.head[: kids.start(1)] + " ".join(ids) + tree.head[kids.end(1) :]
    tree.head = re.sub(r"/Count\s+\d+", f"/Count {len(ids)}", fresh)
    return f"page {what}", f"page {at + 1}"


def hidden(r: random.Random, file: File) -> tuple[str, str]:
    """Let a page draw by means that are not in its own stream: states, patterns, layers, further streams, forms."""
    page = r.choice(file.pages())
    content = re.search(r"/Contents\s+(\d+) 0 R", page.head)
    if content is None:
        raise Nothing
    stream = file.get(int(content[1]))
    what = r.choice(("clear", "multiplied", "layer off", "layer printed", "streams", "white stream", "form", "mask",
    "appearance",
                     "overprint", "smooth", "split stream", "unused object", "unused form", "function"))  # fmt: skip
    states = {
        "clear": "/ca 0 /CA 0",
        "multiplied": "/BM /Multiply /ca 0.3",
        "mask": "/SMask << /S /Alpha /G 9 0 R >>",
        "overprint": "/OP true /op true /OPM 1",
        "smooth": "/SM 1 /FL 100 /LW 9",
        "function": "/TR /Identity /HT /Default",
    }

    def resource(kind: str, entry: str) -> None:
        if re.search(rf"/{kind}\s*<<", page.head):
            page.head = re.sub(rf"(/{kind}\s*<<)", rf"\1 {entry} ", page.head, count=1)
        else:
            page.head = re.sub(r"(/Resources\s*<<)", rf"\1 /{kind} << {entry} >> ", page.head, count=1)

    held = operations(stream.stream or b"")
    if what in states:
        resource("ExtGState", f"/GS9 << /Type /ExtGState {states[what]} >>")
        held.insert(r.choice((0, r.randint(0, len(held)))), Operation(["/GS9"], "gs"))
        stream.stream = drawing(held)
    elif what in ("layer off", "layer printed"):
        usage = (
            "/OFF [{0} 0 R]"
            if what == "layer off"
            else "/AS [ << /Event /Print /Category [/Print] /OCGs [{0} 0 R] >> ]"
        )
        group = file.add("<< /Type /OCG /Name (x) /Usage << /Print << /PrintState /OFF >> >> >>")
        root = next(one for one in file.objects if re.search(r"/Type\s*/Catalog", one.head))
        layers = f"/OCProperties << /OCGs [{group} 0 R] /D << {usage.format(group)} >> >>"
        root.head = f"{root.head.rstrip()[:-2]} {layers} >>"
        resource("Properties", f"/MC0 {group} 0 R")
        held = [Operation(["/OC", "/MC0"], "BDC"), *held, Operation([], "EMC")]
        stream.stream = drawing(held)
    elif what in ("streams", "white stream"):
        paint = b"q 1 1 1 rg 0 0 600 850 re f Q" if what == "white stream" else b"q 0 0 0 RG 0 0 m 600 850 l S Q"
        extra = file.add("<< /Length 0 /Filter [ /FlateDecode ] >>", paint)
        ids = [f"{extra} 0 R", f"{stream.id} 0 R"]
        page.head = page.head.replace(content[0], f"/Contents [{' '.join(ids[:: r.choice((1, -1))])}]")
    elif what == "split stream":
        half = len(held) // 2
        extra = file.add("<< /Length 0 /Filter [ /FlateDecode ] >>", drawing(held[half:]))
        stream.stream = drawing(held[:half])
        page.head = page.head.replace(content[0], f"/Contents [{stream.id} 0 R {extra} 0 R]")
    elif what in ("form", "unused form"):
        form = file.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 600 850] /Length 0 /Filter [ /FlateDecode ] >>",
            r.choice((b"1 1 1 rg 0 0 600 850 re f", b"0 0 0 rg 300 400 9 9 re f")),
        )
        resource("XObject", f"/X9 {form} 0 R")
        if what == "form":
            held.insert(r.choice((0, len(held))), Operation(["/X9"], "Do"))
            stream.stream = drawing(held)
    elif what == "appearance":
        form = file.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 200 200] /Length 0 /Filter [ /FlateDecode ] >>",
            b"1 1 1 rg 0 0 200 200 re f",
        )
        flag = r.choice((4, 2, 32, 0))
        note = f"<< /Type /Annot /Subtype /Stamp /Rect [100 500 300 700] /F {flag} /AP << /N {form} 0 R >> >>"
        page.head = f"{page.head.rstrip()[:-2]} /Annots [ {note} ] >>"
    else:
        file.add("<< /Length 0 >>", b"unused")
    return f"page drawn by: {what}", f"object {page.id}"


def objects(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, file.objects, lambda held: held.sort)
    what = rearranged(r, file.objects, next(k for k, held in enumerate(file.objects) if held is one), Held.copy)
    return f"object {one.sort} {what}", f"object {one.id}: {short(one.head)}"


def streams(r: random.Random, file: File) -> tuple[str, str]:
    one = by_kind(r, [held for held in file.objects if held.stream is not None], lambda held: held.sort)
    alike = [held for held in file.objects if held.stream is not None and held.sort == one.sort and held is not one]
    what = r.choice(("emptied", "another's", "cut off", "uncompressed", "a letter changed", "doubled"))
    data = one.stream or b""
    if what == "another's":
        if not alike:
            raise Nothing
        one.stream = r.choice(alike).stream
    elif what == "uncompressed":
        one.packed, one.head = False, re.sub(r"/Filter\s*(?:\[[^\]]*\]|/\w+)", "", one.head)
    elif what == "a letter changed" and data:
        at = r.randrange(len(data))
        one.stream = data[:at] + r.randbytes(1) + data[at + 1 :]
    else:
        one.stream = {"emptied": b"", "doubled": data + b"\n" + data}.get(what, data[: len(data) // 2])
    return f"stream of a {one.sort} {what}", f"object {one.id}"


HANDS = (operator, operator, operator, operators, operators, operand, operand, operand, other, snippet, snippet, paint,
         paint, word,
         key, key, key, key_gone, key_number, key_number, link, pages, hidden, hidden, objects, streams)  # fmt: skip


def _bytes(r: random.Random, content: bytes) -> Drawn:
    """Change what stands outside of objects: the head, the end, a later version of an object appended."""
    what = r.choice(("version", "bytes before", "bytes behind", "object appended", "comment", "cut off", "twice"))
    if what == "version":
        return Drawn(b"%PDF-" + r.choice((b"1.0", b"2.0", b"9.9", b"x.y")) + content[8:], what, "")
    if what == "bytes before":
        return Drawn(r.choice((b"\n", b"text\n", b"%!PS\n")) + content, what, "")
    if what == "bytes behind":
        return Drawn(content + r.choice((b"\n", b"text\n%%EOF\n", b"\0" * 9, b"%%EOF\n")), what, "")
    if what == "comment":
        at = content.index(b"\n", 9) + 1
        return Drawn(content[:at] + b"%x\n" + content[at:], what, "references no longer right")
    if what == "cut off":
        return Drawn(content[: -r.choice((1, 6, 30, 900))], what, "")
    if what == "twice":
        return Drawn(content + content, what, "")
    file = parsed(content)  # an update, as editors append it
    one = by_kind(r, [held for held in file.objects if held.draws], lambda held: held.sort)
    data = r.choice(
        (b"", b"q 1 1 1 rg 0 0 600 850 re f Q\n" + (one.stream or b""), (one.stream or b"") + b"\n0 0 600 850 re f")
    )
    head = bytes_of(re.sub(r"/Filter\s*(?:\[[^\]]*\]|/\w+)", "", one.head))
    at = len(content) + 1
    body = b"\n%d 0 obj\n%s\nstream\n%s\nendstream\nendobj\n" % (
        one.id,
        LENGTH.sub(b"/Length %d" % len(data), head),
        data,
    )
    start = content.rfind(b"startxref")
    before = int(content[start + 9 :].split()[0])
    trailer = bytes_of(re.sub(r">>\s*$", f"/Prev {before} >>", file.trailer))
    table = b"xref\n%d 1\n%010d 00000 n \ntrailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (
        one.id,
        at,
        trailer,
        len(content) + len(body),
    )
    return Drawn(content + body + table, f"{what}: a {one.sort}", f"object {one.id}")


def mutated(r: random.Random, content: bytes) -> Drawn:
    """Draw a mutation of a PDF file."""
    if r.random() < 0.06:
        return _bytes(r, content)
    file = parsed(content)
    before = written(file)
    kind, says = r.choice(HANDS)(r, file)
    after = written(file)
    if after == before:
        raise Nothing
    return Drawn(after, kind, says)
