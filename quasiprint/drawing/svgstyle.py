"""The words of SVG: style sheets, properties, lengths, colours and path data, in their simplest form.

svgelements takes what it does not know for black, for zero, or for the end of a path. Here each
value is checked first and written in the one form that it surely knows. What is not understood
raises ValueError, with what was found and what is allowed.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
PIXELS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "q": 2.4 / 2.54}
LENGTH = re.compile(rf"({NUMBER})([A-Za-z]*|%)")
ARGUMENT = re.compile(rf"({NUMBER}[A-Za-z]*)|[\s,]+")
ACROSS = {"x", "width", "cx", "rx", "x1", "x2"}
UP = {"y", "height", "cy", "ry", "y1", "y2"}
POSITIVE = {"width", "height", "r", "rx", "ry", "stroke-width"}
SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")
TRANSFORM = re.compile(r"\s*([A-Za-z]+)\s*\(([^()]*)\)\s*,?")
ARGUMENTS = {
    "matrix": (6,), "translate": (1, 2), "translatex": (1,), "translatey": (1,), "scale": (1, 2), "scalex": (1,),
    "scaley": (1,), "rotate": (1, 3), "skewx": (1,), "skewy": (1,),
}  # fmt: skip
CURRENT = "current"  # currentColor, which svgelements would resolve where it stands, not where it is used
LONGEST = 64  # characters of a number
TRANSFORMS = 1_000  # one after the other
POINTS = 40_000  # of a path; twice what a drawing may have
PATH_TOKEN = re.compile(rf"([MmZzLlHhVvCcSsQqTtAa])|({NUMBER})|[ ,\t\r\n\f]+")
# numbers to a segment; an arc's two flags may run together with what follows them
ARITY = {"m": 2, "l": 2, "t": 2, "h": 1, "v": 1, "s": 4, "q": 4, "c": 6, "a": 5, "z": 1}
PER_POINT = max(ARITY.values())
CHOICES = {
    "fill-rule": ("nonzero", "evenodd"),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel", "miter-clip", "arcs"),
    "visibility": ("visible", "hidden", "collapse"),
}
REMEDIES = {
    **dict.fromkeys(("clip-path", "mask", "mask-image"), "cut the shapes themselves"),
    "filter": "take the filter out",
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "turn markers into paths"),
    "stroke-dasharray": "turn the dashes into paths",
    "vector-effect": "turn the stroke into a path",
    "mix-blend-mode": "take it out",
    **dict.fromkeys(
        ("transform-origin", "transform-box", "translate", "rotate", "scale", "offset-path"),
        "apply the transform to the shapes",
    ),
}
GEOMETRY = ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2", "d", "points")
PAINT = ("fill", "stroke", "color", "opacity", "fill-opacity", "stroke-opacity", "stroke-width", "stroke-miterlimit")
KNOWN = {*GEOMETRY, *PAINT, *CHOICES, *REMEDIES, "display", "paint-order", "transform", "overflow"}
RULES = 500  # selectors of all style sheets
HARMLESS = ("", "none", "normal", "0", "0 0", "0px 0px", "view-box")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a style sheet for elements with this tag ('' for any), these ids and classes."""

    weight: tuple[int, int, int, int]  # the heavier rule wins: ids, classes, tags, place in the file
    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    declarations: dict[str, str]


def rules(sheet: str, place: int) -> list[Rule]:
    """Return the rules of a style sheet. place: how many rules stand before it."""
    sheet = re.sub(r"/\*.*?(\*/|\Z)", " ", sheet, flags=re.DOTALL).replace("<!--", " ").replace("-->", " ")
    if at := re.search(r"@[\w-]*", sheet):
        raise ValueError(
            f"the style sheet has {at.group()[:20]}, but only plain rules are read; write styles as attributes"
        )
    found: list[Rule] = []
    blocks = sheet.split("}")
    if blocks.pop().strip():
        raise ValueError("the style sheet ends in the midst of a rule; write styles as attributes")
    for block in blocks:
        selectors, brace, body = block.partition("{")
        if not brace or "{" in body:
            raise ValueError(f"the style sheet cannot be read at {block.strip()[:30]!r}; write styles as attributes")
        declared = _declarations(body)
        for selector in selectors.split(","):
            match = SELECTOR.fullmatch(selector.strip())
            if not match or not selector.strip():
                raise ValueError(
                    f"the style sheet has the selector {selector.strip()[:30]!r}, but only a tag, .class or #id is "
                    "read; write styles as attributes"
                )
            tag = (match[1] or "").replace("*", "")
            ids, classes = re.findall(r"#([\w-]+)", match[2]), re.findall(r"\.([\w-]+)", match[2])
            weight = (len(ids), len(classes), bool(tag), place + len(found))
            found.append(Rule(weight, tag, frozenset(ids), frozenset(classes), declared))
            if place + len(found) > RULES:
                raise ValueError(f"the style sheets have more than {RULES} rules; write styles as attributes")
    return found


def _declarations(text: str) -> dict[str, str]:
    """Return the declarations that matter to a drawing."""
    found: dict[str, str] = {}
    for part in re.sub(r"/\*.*?(\*/|\Z)", " ", text, flags=re.DOTALL).split(";"):
        key, colon, value = part.partition(":")
        key = key.strip().lower()
        if colon and key in KNOWN:
            if "!" in value:
                raise ValueError(f"the style {part.strip()[:40]!r} overrules others; write styles as attributes")
            found[key] = value.strip()
    return found


def cascade(tag: str, attributes: dict[str, str], sheet: list[Rule]) -> dict[str, str]:
    """Return an element's attributes after the style sheet and its style attribute had their say. sheet: its rules,
    the heaviest last."""
    result = {key: value for key, value in attributes.items() if key not in ("style", "class", "id")}
    classes = set(attributes.get("class", "").split())
    for rule in sheet:
        if rule.tag in ("", tag) and rule.ids <= {attributes.get("id")} and rule.classes <= classes:
            result |= rule.declarations
    result |= _declarations(attributes.get("style", ""))
    return {key: value for key, value in result.items() if value.lower() not in ("inherit", "unset", "revert")}


def properties(given: dict[str, str]) -> dict[str, str]:
    """Return what is to be kept of an element's properties, each in its simplest form."""
    kept = {}
    for key, value in given.items():
        low = value.strip().lower()
        if key in REMEDIES:
            if low not in HARMLESS:
                found = "url(…)" if low.startswith("url") else repr(value[:30])
                raise ValueError(f"{key} ({found}) is not allowed in a symbol; {REMEDIES[key]}")
        elif key in ("fill", "stroke", "color"):
            kept[key] = colour(key, value)
        elif key in ("opacity", "fill-opacity", "stroke-opacity"):
            kept[key] = repr(_fraction(key, low))
        elif key in ("stroke-width", "stroke-miterlimit"):
            kept[key] = length(key, value)
        elif key in CHOICES:
            if low not in CHOICES[key]:
                raise ValueError(f"{key} is {value[:30]!r}, allowed are {', '.join(CHOICES[key])}")
            kept[key] = low
        elif key == "paint-order" or (key == "display" and low == "none"):
            kept[key] = low
        elif key == "transform" and low not in ("", "none"):
            kept[key] = transform(value)
    return kept


def _fraction(key: str, text: str) -> float:
    match = LENGTH.fullmatch(text)
    if not match or match[2] not in ("", "%") or not math.isfinite(float(match[1])):
        raise ValueError(f"{key} is {text[:30]!r}, allowed is a number from 0 to 1")
    return min(1.0, max(0.0, float(match[1]) / (100 if match[2] else 1)))


def length(key: str, text: str, of: tuple[float, float] | None = None) -> str:
    """Return a length in pixels. of: the size that a percentage is of; None: it may be none."""
    match = LENGTH.fullmatch(text.strip())
    unit = match[2].lower() if match else "?"
    pixels = PIXELS
    if of:
        of_what = of[0] if key in ACROSS else of[1] if key in UP else math.hypot(*of) / math.sqrt(2)
        pixels = PIXELS | {"%": of_what / 100}
    if not match or unit not in pixels:
        raise ValueError(f"{key} is {text[:30]!r}, allowed is a number with px, pt, pc, mm, cm, in or no unit")
    value = float(match[1]) * pixels[unit]
    if not math.isfinite(value):
        raise ValueError(f"{key} is {text[:30]!r}, which is not finite")
    if value < 0 and key in POSITIVE:
        raise ValueError(f"{key} is {text[:30]!r}, allowed is 0 or more")
    return repr(value)


def transform(text: str) -> str:
    """Return a list of transforms as one matrix."""
    from svgelements import Matrix

    text = text.strip()
    words: list[str] = []
    end = 0
    while end < len(text):
        match = TRANSFORM.match(text, end)
        name, inner = (match[1].lower(), match[2]) if match else ("", "")
        numbers = [n for n in ARGUMENT.findall(inner) if n]
        # what is left of it once numbers and what parts them are taken out must be nothing
        if not match or ARGUMENT.sub("", inner) or len(numbers) not in ARGUMENTS.get(name, ()):
            raise ValueError(f"the transform cannot be read at {text[end:][:40]!r}")
        end = match.end()
        if len(words) == TRANSFORMS:
            raise ValueError(f"the transform has more than {TRANSFORMS} parts; apply it to the shapes")
        words.append(f"{name}({', '.join(_argument(name, k, n) for k, n in enumerate(numbers))})")
    m = Matrix(" ".join(words))
    cells = [float(x) for x in (m.a, m.b, m.c, m.d, m.e, m.f)]
    if not all(map(math.isfinite, cells)):
        raise ValueError(f"the transform {text[:40]!r} is not finite")
    return f"matrix({', '.join(map(repr, cells))})"


def _argument(name: str, k: int, text: str) -> str:
    """Return an argument of a transform: an angle in degrees, a length in pixels or a number."""
    angle = (name == "rotate" and k == 0) or name.startswith("skew")
    match = LENGTH.fullmatch(text)
    units = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0} if angle else {"": 1.0}
    if not angle and name.startswith(("translate", "rotate")):
        units = PIXELS
    if not match or match[2].lower() not in units:
        raise ValueError(f"{name}(…) has {text[:30]!r}, allowed are {'angles' if angle else 'numbers'}")
    value = float(match[1]) * units[match[2].lower()]
    if not math.isfinite(value):
        raise ValueError(f"{name}(…) has {text[:30]!r}, which is not finite")
    return repr(value)


def colour(key: str, text: str) -> str:
    """Return a colour as #rrggbbaa, or none, or CURRENT."""
    from svgelements import Color

    low = text.strip().lower()
    if low in ("none", "currentcolor"):
        return CURRENT if low == "currentcolor" else low
    if "url(" in low:
        raise ValueError(f"{key} is a gradient or a pattern (url(…)), allowed are plain colours; fill it with black")
    found = None
    if re.fullmatch(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", low) or re.fullmatch(r"[a-z]+", low):
        found = Color(low)
        if low[0] != "#" and low not in ("black", "transparent") and found.hex == "#000000":
            found = None  # what svgelements does not know is black to it
    elif match := re.fullmatch(r"(rgb|hsl)a?\(([^()]*)\)", low):
        items = re.split(r"\s*[,/]\s*|\s+", match[2].strip())
        parts = [LENGTH.fullmatch(item) for item in items]
        numbers = [float(p[1]) for p in parts if p and p[2] in ("", "%")]
        if len(numbers) == len(parts) in (3, 4) and all(map(math.isfinite, numbers)):
            alpha = _fraction("opacity", items[3]) if len(items) == 4 else 1.0
            if match[1] == "rgb":
                channels = [n * 2.55 if i[-1] == "%" else n for n, i in zip(numbers[:3], items, strict=False)]
                found = Color(*(round(min(255.0, max(0.0, n))) for n in channels), round(alpha * 255))
            elif items[1][-1] == items[2][-1] == "%":
                plain = f"hsla({numbers[0] % 360:.6f}, {numbers[1]:.6f}%, {numbers[2]:.6f}%, {alpha:.6f})"
                found = Color(plain)
    if found is None:
        raise ValueError(f"{key} is {text[:30]!r}, allowed are none, currentColor, #rrggbb, rgb(…), hsl(…) and names")
    return f"#{found.red:02x}{found.green:02x}{found.blue:02x}{found.alpha:02x}"


def tone(paint: str, opacity: float) -> bool | None:
    """Tell what a colour does: True adds ink, False takes it away, None changes nothing.

    What shines through is mixed with what lies below, white paper or black ink; it is ink if its
    relative luminance (WCAG 2) is below 1/2 then.
    """
    if paint == "none":
        return None
    red, green, blue, alpha = (int(paint[k : k + 2], 16) / 255 for k in (1, 3, 5, 7))
    alpha *= opacity

    def luminance(below: float) -> float:
        mixed = [alpha * x + (1 - alpha) * below for x in (red, green, blue)]
        linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in mixed]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    if luminance(1.0) < 0.5:
        return True
    return False if luminance(0.0) >= 0.5 else None


def path_data(text: str, path: bool) -> tuple[str, int]:
    """Return path data (or the points of a polygon) in a form that is read fast, and how many points it has.

    A line after a closed one starts where that one did; it gets a move of its own, for svgelements
    looks for the start through all that came before.
    """
    words: list[str] = []
    last = ""
    end = numbers = points = 0
    while end < len(text):
        token = PATH_TOKEN.match(text, end)
        if not token or (token[1] and not path) or (not last and token[2] and path) or len(token[2] or "") > LONGEST:
            raise ValueError(f"the {'path' if path else 'list of points'} cannot be read at {text[end:][:20]!r}")
        if path and not last and token[1] and token[1] not in "Mm":
            raise ValueError(f"the path starts with {token[1]!r}, but it must start with a move, M or m")
        end = token.end()
        if numbers > PER_POINT * POINTS or points > POINTS:
            what = "path" if path else "list of points"
            raise ValueError(f"the {what} has more than {POINTS} points; simplify it")
        if token[1]:
            points += _points(last, numbers)
            if last.lower() == token[1].lower() == "z":
                continue
            if last.lower() == "z" and token[1] not in "Mm":
                words.append("m0 0")
            last, numbers = token[1], 0
        if token[2]:
            numbers += 1
        # "5." is a number in SVG 1.1, but not to svgelements
        word = token[1] or token[2] or " "
        words.append(re.sub(r"\.(?![0-9])", "", word) + " " * word.endswith("."))
    return "".join(words), points + (_points(last, numbers) if path else numbers // 2)


def _points(command: str, numbers: int) -> int:
    """Return how many points a command of a path has. Raises ValueError if it lacks numbers, as far as that can be
    counted."""
    size = ARITY.get(command.lower(), 2)
    if command not in ("", "A", "a", "Z", "z") and (numbers % size or not numbers):
        raise ValueError(f"the path has {command!r} with {numbers} of its numbers, allowed are {size} each time")
    return max(1, math.ceil(numbers / size)) if command else 0
