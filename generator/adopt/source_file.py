"""Files of a site and their readers: found below folders, identified by their contents."""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from generator.adopt.survey import Place, Survey
from generator.source.diagnostic import Diagnostic, SpecError
from generator.source.document import Document, read_document
from generator.source.reading import ReadingError, read_regular

MOST_BYTES = 512 * 1024 * 1024
"""Of one source: some times what NetBox's interfaces of 16,384 GPUs take."""
MOST_FILES = 100_000
_YAML = {".yml", ".yaml"}
_CHECKED = {".json", *_YAML}
_OF_INVENTORY = re.compile(r"^[ \t]+(hosts|children) *:[ \r]*(#.*)?$|^- topology *:", re.MULTILINE)
"""What an inventory of Ansible or a topology of Slurm has, and other YAML rarely."""
_SPACE = re.compile(r"[\s,]*")


class SourceFile(Struct, dict=True):
    """One text of a site. `device` is the device of its name: `leaf01.json` is of leaf01."""

    path: Path
    name: str
    text: str

    @property
    def device(self) -> str:
        """The file's name without its endings, or its folder's where the file is called as on the device."""
        stem = self.path.name.partition(".")[0]
        return self.path.parent.name if stem in {"config_db", "lldp", "neighbors"} else stem

    @cached_property
    def data(self) -> Any:
        """The value of a JSON file; None where it is not JSON."""
        if not self.text.lstrip().startswith(("{", "[")):
            return None
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return None

    @cached_property
    def document(self) -> Document | None:
        """The values of YAML of another program; None where it is not YAML."""
        try:
            return read_document(self.name, self.text.encode(), foreign=True)
        except SpecError:
            return None

    @cached_property
    def _lines(self) -> list[int]:
        return [at for at, letter in enumerate(self.text) if letter == "\n"] if "\n" in self.text else []

    def items(self) -> Iterator[tuple[Any, Place]]:
        """Yield the values of the first list of a JSON file, each with the line that it begins in, and its number where others are in that line."""
        decoder, at = json.JSONDecoder(), self.text.index("[", max(self.text.find('"results"'), 0)) + 1
        for number in count(1):
            gap = _SPACE.match(self.text, at)
            before, at = at, gap.end() if gap else at
            if self.text[at] == "]":
                return
            value, end = decoder.raw_decode(self.text, at)
            place = self.at(at)
            yield value, place if "\n" in self.text[before:at] else Place(self.name, place.line, number)
            at = end

    def place(self, line: int) -> Place:
        """Return a line of this file."""
        return Place(self.name, line)

    def at(self, offset: int) -> Place:
        """Return the line that a letter of the text is in."""
        return Place(self.name, bisect_right(self._lines, offset - 1) + 1)

    def find(self, *words: str) -> Place:
        """Return the line of a key of JSON, the last of some that follow each other."""
        offset = 0
        for word in words:
            offset = max(offset, self.text.find(json.dumps(word), offset))
        return self.at(offset)


class Options(Struct, frozen=True):
    """The user's options for sources: the columns of a cabling list, by meaning, and the only format that counts (any if empty)."""

    columns: Mapping[str, str] = field(default_factory=dict)
    only: str = ""


Read = Callable[[SourceFile, Survey, Options], None]


class Format(Struct, frozen=True):
    """A format: its name, its test of a file, and its reader.

    `read` raises ValueError or LookupError with a sentence where the file is malformed.
    """

    name: str
    title: str
    recognises: Callable[[SourceFile, Options], bool]
    read: Read


def read_sources(paths: Sequence[Path], options: Options, every: Sequence[Format], survey: Survey) -> dict[str, str]:
    """Read all sources into the survey; return the format of each file, empty for other files of a folder.

    Raises SpecError: files that cannot be read, and named ones that are of no known format: all of them.
    """
    problems: list[Diagnostic] = []
    found: dict[str, str] = {}
    every = [each for each in every if options.only in {"", each.name}]
    for file, named in _files(paths, problems):
        kind = next((each for each in every if each.recognises(file, options)), None)
        found[file.name] = kind.name if kind else ""
        if kind is not None:
            try:
                kind.read(file, survey, options)
            except SourceError as error:
                problems.append(unreadable(file, str(error), error.line))
            except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
                problems.append(
                    unreadable(file, f"is read as {kind.title}, and is incomplete or has another structure")
                )
        elif named or (file.path.suffix in _CHECKED and file.text.strip() and _broken(file)):
            problems.append(unreadable(file, *_unknown(file, every, options)))
    if not problems and not any(found.values()):
        problems = [_nothing(paths, found, every, options)]
    if problems:
        raise SpecError(problems)
    return found


class SourceError(ValueError):
    """A clause that follows a file's name, and its line."""

    def __init__(self, reason: str, line: int = 0) -> None:
        """Keep both."""
        super().__init__(reason)
        self.line = line


def _broken(file: SourceFile) -> bool:
    """Whether a file of a folder is malformed; other tables of NetBox are not, and are skipped, as is YAML of other programs."""
    if file.path.suffix == ".json":
        return file.data is None
    return file.path.suffix in _YAML and bool(_OF_INVENTORY.search(file.text)) and malformed(file) is not None


def malformed(file: SourceFile) -> tuple[str, int] | None:
    """Return why YAML cannot be read, and the line if there is one; None where it can."""
    try:
        read_document(file.name, file.text.encode(), foreign=True)
    except SpecError as error:
        first = error.problems[0]
        return f"cannot be read: {first.message}", first.span.line if first.span else 0
    return None


def _unknown(file: SourceFile, every: Sequence[Format], options: Options) -> tuple[str, int]:
    """Return why a file is not read, and its line if there is one."""
    if file.path.suffix == ".json" and file.data is None:
        return "is not JSON, or is incomplete", 0
    if file.path.suffix in _YAML and (wrong := malformed(file)):
        return wrong
    head = file.text.partition("\n")[0]
    if file.path.suffix == ".csv" and (missing := [each for each in options.columns.values() if each not in head]):
        return f"has no column {missing[0][:80]!r}, which --column names, in its first line", 0
    known = ", ".join(each.title for each in every)
    return f"has none of the formats that clustergen detects by their contents: {known}", 0


def _nothing(paths: Sequence[Path], found: Iterable[str], every: Sequence[Format], options: Options) -> Diagnostic:
    """Return the problem of sources of which nothing is read; a file whose format is clear by its name is reported as such."""
    endings = (*_YAML, ".csv") if options.columns else tuple(_YAML)
    if path := next((Path(name) for name in found if name.endswith(endings)), None):
        file = SourceFile(path, str(path), read_regular(path, MOST_BYTES).decode("utf-8-sig"))
        return unreadable(file, *_unknown(file, every, options))
    nothing = SourceFile(paths[0], ", ".join(map(str, paths[:3])), "")
    return unreadable(nothing, f"has no file of a known format: {', '.join(each.title for each in every)}")


def unreadable(file: SourceFile, reason: str, line: int = 0) -> Diagnostic:
    """Return the problem of a source; `line` from 1 where there is one."""
    from generator.source.span import Span  # noqa: PLC0415  (most sources have no problem)

    rows = file.text.split("\n", line)[:line]
    span = Span(line, 1, len(rows[-1]) + 1) if line and rows else None
    document = Document(file.name, "\n".join(row[:200] for row in rows))
    advice = "export the complete file again, or leave it out; --column names the columns of a cabling list"
    return Diagnostic(code="no-such-file", message=f"{file.name} {reason}", span=span, document=document, help=advice)


def _files(paths: Sequence[Path], problems: list[Diagnostic]) -> Iterator[tuple[SourceFile, bool]]:
    """Yield every file once, those of folders in the order of their names, and whether it was named."""
    seen: set[Path] = set()
    for path in paths:
        folder = path.is_dir()
        for each in _below(path) if folder else (path,):
            if each in seen:
                continue
            seen.add(each)
            name = str(each)
            try:
                text = read_regular(each, MOST_BYTES).decode("utf-8-sig")
            except ReadingError as error:
                problems.append(unreadable(SourceFile(each, name, ""), error.reason))
            except UnicodeDecodeError as error:
                if not folder or each.suffix in _TEXTS:
                    reason = f"is not UTF-8 (byte {error.start}): save it in that encoding (spreadsheets: CSV UTF-8)"
                    problems.append(unreadable(SourceFile(each, name, ""), reason))
            else:
                yield SourceFile(each, name, text), not folder


_TEXTS = {".json", ".csv", ".yml", ".yaml", ".conf", ".ini", ".txt"}


def _below(folder: Path) -> Iterable[Path]:
    found = (
        each
        for each in sorted(folder.rglob("*"))
        if each.is_file()
        and not each.is_symlink()
        and not any(part.startswith(".") for part in each.relative_to(folder).parts)
    )
    return [path for path, _ in zip(found, range(MOST_FILES), strict=False)]
