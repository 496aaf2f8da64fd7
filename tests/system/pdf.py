"""PDF files as poppler reads them: the words of each page with their places, and the sizes of their letters."""

import re
import subprocess
import unicodedata
from html import unescape
from pathlib import Path
from typing import NamedTuple

_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)
_WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')
_SIZE = re.compile(r'<fontspec [^>]*size="(\d+)"')
_ZOOM = 3
"""pdftohtml prints whole numbers: a third of a point each."""


class Word(NamedTuple):
    """A word and its box, points from the upper left corner of the page."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


class Page(NamedTuple):
    """A page: its size, points, and its words."""

    width: float
    height: float
    words: tuple[Word, ...]


def pages_of(path: Path) -> list[Page]:
    """Return the pages of a file."""
    text = _run("pdftotext", "-bbox", path, "-")
    return [
        Page(float(width), float(height), tuple(_word(*found) for found in _WORD.findall(words)))
        for width, height, words in _PAGE.findall(text)
    ]


def least_pt(path: Path) -> float:
    """Return the size of the smallest letters, points, to a third."""
    text = _run("pdftohtml", "-xml", "-i", "-stdout", "-zoom", str(_ZOOM), path)
    return min(map(int, _SIZE.findall(text))) / _ZOOM


def _word(left: str, top: str, right: str, bottom: str, text: str) -> Word:
    return Word(unicodedata.normalize("NFKC", unescape(text)), *map(float, (left, top, right, bottom)))


def _run(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
