"""Reading a drawing back: where its texts lie, with what is drawn by reference put where it is drawn."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from generator.render.drawing.text import text_width

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"t": 18, "s": 11}
"""Sizes of text by class, where a drawing has a style sheet."""
Box = tuple[float, float, float, float, str]


def texts(svg: str) -> Iterator[Box]:
    """Yield the box of every text: left, top, right, bottom, and its words."""
    root = ET.fromstring(svg)
    shapes = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    yield from _walk(root, shapes, (0.0, 0.0), "start")


def _walk(
    element: ET.Element, shapes: dict[str, ET.Element], offset: tuple[float, float], anchor: str
) -> Iterator[Box]:
    for child in element:
        (dx, dy), kind = offset, child.tag.removeprefix(SVG)
        if kind == "text":
            yield _box(child, offset, anchor)
        elif kind == "use":
            target = shapes[child.get("href", "")[1:]]
            at = (dx + float(child.get("x", "0")), dy + float(child.get("y", "0")))
            yield from _walk(target, shapes, at, anchor)
        elif kind == "g":
            moved = re.match(r"translate\(([\d.]+),([\d.]+)\)", child.get("transform", ""))
            at = (dx + float(moved[1]), dy + float(moved[2])) if moved else offset
            yield from _walk(child, shapes, at, "middle" if child.get("class") == "c" else anchor)


def _box(text: ET.Element, offset: tuple[float, float], anchor: str) -> Box:
    words = "".join(text.itertext())
    size = int(text.get("font-size", SIZES.get(text.get("class", ""), 10)))
    width = text_width(words, size)
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", anchor)]
    left = offset[0] + float(text.get("x", "0")) - share * width
    base = offset[1] + float(text.get("y", "0"))
    return left, base - 0.72 * size, left + width, base + 0.15 * size, words


def overlaps(svg: str) -> list[tuple[str, str]]:
    """Find texts that lie on each other."""
    found: list[tuple[str, str]] = []
    active: list[Box] = []
    for box in sorted(texts(svg), key=lambda box: box[1]):
        active = [other for other in active if other[3] > box[1]]
        found += [(other[4], box[4]) for other in active if other[0] < box[2] and box[0] < other[2]]
        active.append(box)
    return found


def outside(svg: str) -> list[str]:
    """Find texts that leave the picture."""
    root = ET.fromstring(svg)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    return [
        words
        for left, top, right, bottom, words in texts(svg)
        if left < 0 or right > width or top < 0 or bottom > height
    ]


def faults(svg: str) -> list[str]:
    """Report what keeps a drawing from standing alone on white paper: its parts, its references, its ground."""
    root = ET.fromstring(svg)
    found = [tag for tag, child in zip(("title", "desc"), root, strict=False) if child.tag != SVG + tag]
    ground = next(iter(root.findall(f"{SVG}rect")), None)
    if ground is None or ground.get("fill") != "#ffffff" or ground.get("width") != root.get("width"):
        found.append("no white ground")
    if root.get("viewBox") != f"0 0 {root.get('width')} {root.get('height')}":
        found.append("no view box")
    ids = {element.get("id") for element in root.iter()}
    found += [ref for ref in re.findall(r'href="([^"]*)"', svg) if ref[0] != "#" or ref[1:] not in ids]
    found += re.findall(r"url\([^)]*\)|<script|<image|<foreignObject| on[a-z]+=", svg)
    return found
