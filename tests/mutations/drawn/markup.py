"""XML as a hand sees it: elements with attributes, and what stands between them. Written again, it has its bytes."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mutations.drawn.hands import Nothing, by_kind, rearranged, recoloured, renumbered, short

TOKEN = re.compile(r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<![^>]*>|</[^>]*>|<[^>]*>|[^<]+", re.DOTALL)
ATTRIBUTE = re.compile(r"(\s+)([^\s=]+)(\s*=\s*)(\"[^\"]*\"|'[^']*')")
OPENING = re.compile(r"<([^\s/>]+)(.*?)(\s*/?)>", re.DOTALL)


@dataclass(slots=True)
class Attribute:
    lead: str
    name: str
    equals: str
    quote: str
    value: str

    def __str__(self) -> str:
        return f"{self.lead}{self.name}{self.equals}{self.quote}{self.value}{self.quote}"


@dataclass(slots=True)
class Element:
    name: str
    attributes: list[Attribute]
    tail: str
    children: list[Element | str] = field(default_factory=list)
    closing: str = ""

    def __str__(self) -> str:
        return "".join(self.parts())

    def parts(self) -> Iterator[str]:
        if self.name:
            yield f"<{self.name}{''.join(map(str, self.attributes))}{self.tail}>"
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child.parts()
        yield self.closing

    def walk(self) -> Iterator[tuple[Element, Element]]:
        """Yield every element below with the one that holds it."""
        for child in self.children:
            if isinstance(child, Element):
                yield child, self
                yield from child.walk()

    def head(self) -> str:
        """Return the first tag, for descriptions."""
        return short(f"<{self.name}{''.join(map(str, self.attributes))}>")


def parsed(text: str) -> Element:
    """Return what stands in a text below an element without a name. Raises Nothing for what is no XML."""
    top = Element("", [], "")
    stack = [top]
    for token in TOKEN.findall(text):
        if token.startswith("</"):
            if len(stack) < 2:
                raise Nothing
            stack.pop().closing = token
        elif token.startswith("<") and token[1] not in "!?":
            found = OPENING.fullmatch(token)
            if found is None:
                raise Nothing
            name, inner, tail = found.groups()
            own = [
                Attribute(lead, key, equals, value[0], value[1:-1])
                for lead, key, equals, value in ATTRIBUTE.findall(inner)
            ]
            one = Element(name, own, tail)
            stack[-1].children.append(one)
            if not tail.endswith("/"):
                stack.append(one)
        else:
            stack[-1].children.append(token)
    if len(stack) != 1:
        raise Nothing
    return top


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a format's hands know of it. attributes: such as may be put on any element, with values. elements: such as
    may be put anywhere, as text. wrappers: tags between which elements may be put. names: of elements."""

    attributes: tuple[tuple[str, str], ...]
    elements: tuple[str, ...]
    wrappers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def _pick(r: random.Random, top: Element) -> tuple[Element, Element]:
    return by_kind(r, list(top.walk()), lambda pair: (pair[0].name, pair[1].name, _sort(pair[0])))


def _sort(element: Element) -> str:
    """Tell elements of one name apart by what they are for: the key of a metadata, the group that they are."""
    return next((own.value for own in element.attributes if own.name in ("key", "type") and len(own.value) < 30), "")


def _place(parent: Element, child: Element) -> int:
    return next(k for k, one in enumerate(parent.children) if one is child)


def element(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, parent = _pick(r, top)
    return f"element {rearranged(r, parent.children, _place(parent, one), copy.deepcopy)}", one.head()


def element_away(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, parent = _pick(r, top)
    target, _ = _pick(r, top)
    if any(held is target for held, _ in one.walk()) or target is one or target.tail.endswith("/"):
        raise Nothing
    double = r.random() < 0.5
    if not double:
        del parent.children[_place(parent, one)]
    target.children.insert(r.randint(0, len(target.children)), copy.deepcopy(one))
    return f"element {'copied' if double else 'moved'} into another", f"{one.head()} into {target.head()}"


def exchanged(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, parent = _pick(r, top)
    alike = [pair for pair in top.walk() if pair[0].name == one.name and pair[0] is not one]
    if not alike:
        raise Nothing
    other, home = r.choice(alike)
    if any(held is other for held, _ in one.walk()) or any(held is one for held, _ in other.walk()):
        raise Nothing
    a, b = _place(parent, one), _place(home, other)
    parent.children[a], home.children[b] = other, one
    return "elements exchanged", f"{one.head()} with {other.head()}"


def emptied(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, _ = by_kind(r, [pair for pair in top.walk() if pair[0].children], lambda pair: pair[0].name)
    one.children = []
    return "element emptied", one.head()


def unwrapped(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, parent = by_kind(r, [pair for pair in top.walk() if pair[0].children], lambda pair: pair[0].name)
    at = _place(parent, one)
    parent.children[at : at + 1] = one.children
    return "element's children put in its place", one.head()


def wrapped(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, parent = _pick(r, top)
    if not known.wrappers or parent is top:
        raise Nothing
    opening = r.choice(known.wrappers)
    name = opening.split()[0]
    at = _place(parent, one)
    parent.children[at : at + 1] = [f"<{opening}>", one, f"</{name}>"]
    return f"element put into <{short(opening, 40)}>", one.head()


def renamed(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, _ = _pick(r, top)
    fresh = r.choice((*sorted({held.name for held, _ in top.walk()}), *known.names, f"{one.name}x", one.name.upper()))
    before, one.name = one.head(), fresh
    one.closing = one.closing and f"</{fresh}>"
    return f"element called {fresh}", before


def _attribute(r: random.Random, top: Element) -> tuple[Element, Attribute]:
    every = [(one, own) for one, _ in top.walk() for own in one.attributes]
    return by_kind(r, every, lambda pair: (pair[0].name, pair[1].name, _sort(pair[0])))


def attribute(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, own = _attribute(r, top)
    says = f"{short(own)} of {one.head()}"
    what = rearranged(r, one.attributes, one.attributes.index(own), copy.copy)
    return f"attribute {own.name} {what}", says


def attribute_renamed(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, own = _attribute(r, top)
    names = sorted({held.name for element, _ in top.walk() for held in element.attributes})
    before = own.name
    own.name = r.choice((*names, *(name for name, _ in known.attributes), f"x{own.name}", own.name.upper()))
    return f"attribute {before} called {own.name}", one.head()


def attribute_added(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, _ = _pick(r, top)
    name, value = r.choice(known.attributes)
    one.attributes = [own for own in one.attributes if own.name != name]
    one.attributes.insert(r.randint(0, len(one.attributes)), Attribute(" ", name, "=", '"', value))
    return f'attribute {name}="{short(value, 40)}" put on <{one.name}>', one.head()


def value_number(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, own = _attribute(r, top)
    own.value, what = renumbered(r, own.value)
    return f"number in {one.name} {own.name} changed", f"{what} in {own.name} of {one.head()}"


def value_colour(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    every = [(one, own) for one, _ in top.walk() for own in one.attributes if "#" in own.value]
    one, own = by_kind(r, every, lambda pair: (pair[0].name, pair[1].value[:80]))
    own.value, what = recoloured(r, own.value)
    return f"colour in {one.name} {own.name} changed", f"{what} in {own.name} of {one.head()}"


def value_other(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, own = _attribute(r, top)
    others = [held.value for element, _ in top.walk() for held in element.attributes if held.name == own.name]
    others += [value for name, value in known.attributes if name == own.name]
    before, own.value = own.value, r.choice((*others, "", f"{own.value} {own.value}", own.value.upper()))
    return f"value of {one.name} {own.name} changed", f"{short(before)} → {short(own.value)} in {one.head()}"


def value_space(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    one, own = _attribute(r, top)
    own.value = r.choice((f" {own.value}", f"{own.value} ", own.value.replace(" ", "  "), own.value.replace(" ", "\n")))
    return "space in an attribute", f"{own.name} of {one.head()}"


def token(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    """Delete, double, move or exchange one of the words of a long value: a point of a path, a part of a style."""
    every = [(one, own) for one, _ in top.walk() for own in one.attributes if re.search(r"[ ;,]", own.value)]
    one, own = by_kind(r, every, lambda pair: (pair[0].name, pair[1].name))
    mark = ";" if ";" in own.value else " "
    words = own.value.split(mark)
    at = r.randrange(len(words))
    gone = words[at]
    what = rearranged(r, words, at, str)
    own.value = mark.join(words)
    return f"word in {one.name} {own.name} {what}", f"{short(gone)} of {own.name} of {one.head()}"


def inserted(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    homes = [held for held, _ in top.walk() if not held.tail.endswith("/")]
    home = by_kind(r, homes, lambda held: held.name)
    fresh = r.choice(known.elements)
    home.children.insert(r.randint(0, len(home.children)), fresh)
    return f"put in: {short(fresh, 70)}", f"in {home.head()}"


ANYWHERE = ("<!-- a comment -->", "text", "  \n", "&#65;", "<![CDATA[ text ]]>", "<?a b?>", "<foreign/>",
            '<x:y xmlns:x="urn:x" z="1"/>')  # fmt: skip


def between(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    homes = [held for held, _ in top.walk() if not held.tail.endswith("/")]
    home = r.choice((top, by_kind(r, homes, lambda held: held.name)))
    fresh = r.choice(ANYWHERE)
    home.children.insert(r.randint(0, len(home.children)), fresh)
    return f"put in: {short(fresh)}", f"in {home.head() if home.name else 'the document'}"


def between_gone(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    homes = [held for held in (top, *(one for one, _ in top.walk())) if any(isinstance(c, str) for c in held.children)]
    if not homes:
        raise Nothing
    home = r.choice(homes)
    at = r.choice([k for k, child in enumerate(home.children) if isinstance(child, str)])
    gone = home.children.pop(at)
    return "text between elements deleted", f"{short(gone)!r} in {home.head() if home.name else 'the document'}"


def text_changed(r: random.Random, top: Element, known: Vocabulary) -> tuple[str, str]:
    homes = [one for one, _ in top.walk() if any(isinstance(c, str) and c.strip() for c in one.children)]
    home = by_kind(r, homes, lambda held: (held.name, _sort(held)))
    at = r.choice([k for k, child in enumerate(home.children) if isinstance(child, str) and child.strip()])
    before = str(home.children[at])
    fresh = r.choice(("", f"{before} {before}", "another", before[::-1], before[:-1]))
    home.children[at] = fresh
    return f"text of {home.name} changed", f"{short(before)} → {short(fresh)}"


HANDS = (
    element, element, element_away, exchanged, emptied, unwrapped, wrapped, renamed, attribute, attribute_renamed,
    attribute_added, attribute_added, attribute_added, value_number, value_number, value_number, value_colour,
    value_other, value_space, token, token, inserted, inserted, inserted, between, between_gone, text_changed,
)  # fmt: skip


def mutated(r: random.Random, text: str, known: Vocabulary) -> tuple[str, str, str]:
    """Return a text after a mutation, its kind and its description. Raises Nothing."""
    top = parsed(text)
    kind, says = r.choice(HANDS)(r, top, known)
    return str(top), kind, says
