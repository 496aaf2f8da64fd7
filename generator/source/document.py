"""YAML 1.2 read once, into plain values and the place of every key and value.

The scanner is libyaml's (fast); what a plain scalar means follows the YAML 1.2 core schema, so that
`on`, `no`, `1:30` and a MAC address stay the text that the user wrote. Tags, merge keys and keys given
twice are refused: each of them makes a spec mean something other than what it shows.
"""

import math
import re
from typing import Any

import yaml
from msgspec import Struct, field

from generator.source.diagnostic import Diagnostic, Note, SpecError
from generator.source.span import Loc, Span
from generator.source.syntax import invisible_in, syntax_problem

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 32
MAX_VALUES = 200_000

_LONGEST_NUMBER = 40
_OF_OTHERS = {"tag", "template-mark", "merge-key"}
"""Constructs that are refused in a spec, but allowed in files of other programs."""
_MARKS = ("{{", "{%", "{#")
"""The beginnings of expressions, statements and comments in Jinja, and of actions in Go's templates."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?[0-9]+\Z")
_RADIX = re.compile(r"0(?:o[0-7]+|x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that YAML does not allow in a file (YAML 1.2.2, section 5.1). Listed explicitly, as a negated class takes 3 ms to compile."""
_WORDS: dict[str, Any] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    ".nan": math.nan,
    ".inf": math.inf,
    "-.inf": -math.inf,
}


class Document(Struct):
    """One YAML file: its name and text, its data, and the position of each key and value."""

    name: str
    text: str
    data: Any = None
    keys: dict[Loc, Span] = field(default_factory=dict)
    values: dict[Loc, Span] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def span_of(self, loc: Loc, *, at_key: bool = False) -> Span | None:
        """Find the text of a path, or of the nearest ancestor that the user wrote."""
        exact = True
        while loc:
            first, second = (self.keys, self.values) if at_key else (self.values, self.keys)
            if not exact:  # a whole block as an answer: its key points better than its body
                first, second = self.keys, self.values
            span = first.get(loc) or second.get(loc)
            if span:
                return span
            loc, exact = loc[:-1], False
        return None


def read_document(name: str, raw: bytes, *, foreign: bool = False) -> Document:
    """Parse `raw` (UTF-8) as one YAML document. One that is `foreign` was written for another program: its tags and templates are text.

    Raises SpecError: the text is no YAML of ours; every problem the parser could still see is in it.
    """
    if len(raw) > MAX_BYTES:
        message = f"the file has {len(raw):,} bytes, and a spec may have {MAX_BYTES:,}"
        raise SpecError([Diagnostic(code="file-too-large", message=message, help="one spec is one cluster")])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"byte {error.start} (line {line}) is not UTF-8"
        place = Span(line, column, column + 1)
        raise SpecError(
            [Diagnostic(code="not-utf8", message=message, span=place, help="save the file as UTF-8")]
        ) from None
    control = _CONTROL.search(text)
    if control:
        line, column = text.count("\n", 0, control.start()) + 1, control.start() - text.rfind("\n", 0, control.start())
        message = f"this is not YAML: the control character U+{ord(control.group()):04X} is here"
        place = Span(line, column, column + 1)
        raise SpecError([Diagnostic(code="syntax", message=message, span=place, help="remove the character")])
    document = Document(name, text)
    _Builder(document, foreign=foreign).build()
    if document.problems and not (foreign and {each.code for each in document.problems} <= _OF_OTHERS):
        raise SpecError(document.problems)
    return document


def scalar(text: str) -> Any:
    """Return the value of a plain scalar by the YAML 1.2 core schema (section 10.3.2)."""
    if text in _WORDS:
        return _WORDS[text]
    if len(text) > _LONGEST_NUMBER:  # stays text, and is refused as such where a number belongs
        return text
    if _INT.match(text):
        return int(text)
    if _RADIX.match(text):
        return int(text, 0)
    if _FLOAT.match(text):
        return float(text)
    return text


class _Builder:
    """Turns libyaml's events into data and spans, without recursion on the user's depth."""

    def __init__(self, document: Document, *, foreign: bool = False) -> None:
        self.document = document
        self.foreign = foreign
        self.anchors: dict[str, tuple[Any, int, int]] = {}
        """Each anchor's value, how many values it holds, and how deep they are."""
        self.count = 0
        self.deepest = 0

    def build(self) -> None:
        document = self.document
        try:
            events = yaml.parse(document.text, Loader=_LOADER)
            for event in events:
                if isinstance(event, yaml.DocumentStartEvent):
                    document.data = self._value(next(events), events, ())
                    break
            next(events, None)  # the document's end
            after = next(events, None)
        except yaml.YAMLError as error:
            raise SpecError([*document.problems, syntax_problem(error, document.text)]) from None
        if isinstance(after, yaml.DocumentStartEvent):
            document.problems.append(
                Diagnostic(
                    code="more-than-one-document",
                    message="a second YAML document starts here, and a spec is one document",
                    span=_span(after),
                    help="remove the `---` line, or keep the other document in a file of its own",
                )
            )

    def _value(self, event: Any, events: Any, loc: Loc) -> Any:
        before = self.count
        self._grow(event, 1, len(loc))
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, loc)
        self._refuse_tag(event)
        span = _span(event)
        self.document.values[loc] = span
        above, self.deepest = self.deepest, len(loc)
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_marks(event.value, span)
            value: Any = scalar(event.value) if event.implicit[0] else event.value
        elif isinstance(event, yaml.SequenceStartEvent):
            value = []
            while not isinstance(item := next(events), yaml.SequenceEndEvent):
                value.append(self._value(item, events, (*loc, len(value))))
            self._close(loc, event, item)
        else:
            value = {}
            while not isinstance(key_event := next(events), yaml.MappingEndEvent):
                self._entry(value, key_event, events, loc)
            self._close(loc, event, key_event)
        if event.anchor:
            self.anchors[event.anchor] = (value, self.count - before, self.deepest - len(loc))
        self.deepest = max(above, self.deepest)
        return value

    def _grow(self, event: Any, values: int, deepest: int) -> None:
        """Count the nodes, aliases with all their contents, and the depth."""
        self.count += values
        if self.count > MAX_VALUES:
            message = f"the file holds more than {MAX_VALUES:,} values, those behind aliases counted"
            self._stop("too-many-values", message, event, "describe hosts by counts")
        if deepest > MAX_DEPTH:
            message, advice = (
                f"values are nested more than {MAX_DEPTH} deep",
                "nothing in a spec is deeper than eight levels",
            )
            self._stop("nested-too-deep", message, event, advice)

    def _entry(self, into: dict[str, Any], key_event: Any, events: Any, loc: Loc) -> None:
        span = _span(key_event)
        if not isinstance(key_event, yaml.ScalarEvent):
            self._refuse_key(key_event)
        key = str(key_event.value)
        if key_event.implicit[0] and not self.foreign and (found := invisible_in(key)):
            message = f"a key has {found[1]}, which is not a space of YAML"
            self._stop("key-not-text", message, key_event, "write an ordinary space, or remove it")
        self._refuse_marks(key, span)
        here = (*loc, key)
        if key == "<<" and key_event.implicit[0]:
            self._problem("merge-key", "merge keys (`<<`) are not read", span, "write out the keys")
        elif key in into:
            self.document.problems.append(
                Diagnostic(
                    code="duplicate-key",
                    message=f"the key `{key}` appears twice",
                    span=span,
                    notes=(Note("first used here", here, self.document, at_key=True),),
                    help="keep one of the two; a later one never wins silently",
                )
            )
            here = (*loc, f"{key}\0twice{span.line}")  # its values keep their own places
        else:
            self.document.keys[here] = span
        value = self._value(next(events), events, here)
        into.setdefault(key, value)

    def _refuse_key(self, event: Any) -> None:
        text = self.document.text.splitlines()[event.start_mark.line][: event.start_mark.column + 1]
        if text.endswith("{{"):
            self._stop("template-mark", "`{{` begins an expression of a template, and a spec is not a template", event, "write the value itself, in quotes if it has braces")  # fmt: skip
        self._stop("key-not-text", "a key must be a plain word", event, "use a name as the key")

    def _alias(self, event: Any, loc: Loc) -> Any:
        self.document.values[loc] = _span(event)
        if event.anchor not in self.anchors:
            self._stop(
                "unknown-alias",
                f"no anchor `&{event.anchor}` precedes this alias",
                event,
                "define the anchor first, or write the value",
            )
        value, values, depth = self.anchors[event.anchor]
        self._grow(event, values - 1, len(loc) + depth)
        self.deepest = max(self.deepest, len(loc) + depth)
        return value

    def _close(self, loc: Loc, start: Any, end: Any) -> None:
        """Widen a flow collection's span to its closing bracket when it is on one line."""
        if start.flow_style and start.start_mark.line == end.end_mark.line:
            mark = start.start_mark
            self.document.values[loc] = Span(mark.line + 1, mark.column + 1, end.end_mark.column + 1)
        elif not start.flow_style and loc in self.document.keys:
            self.document.values[loc] = self.document.keys[loc]

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            self._problem("tag", f"the tag `{event.tag}` is not read", _span(event), "remove the tag; quote text")

    def _refuse_marks(self, text: str, span: Span) -> None:
        """Refuse template markers of other programs: Ansible, alerts and kubespray would execute them."""
        if mark := next((mark for mark in _MARKS if mark in text), None):
            message = f"a text holds `{mark}`, and programs that read it later would execute it"
            self._problem("template-mark", message, span, "leave the braces out; no text of a cluster needs them")

    def _problem(self, code: str, message: str, span: Span, advice: str) -> None:
        self.document.problems.append(Diagnostic(code=code, message=message, span=span, help=advice))

    def _stop(self, code: str, message: str, event: Any, advice: str) -> None:
        self._problem(code, message, _span(event), advice)
        raise SpecError(self.document.problems)


def _span(event: Any) -> Span:
    start, end = event.start_mark, event.end_mark
    column = start.column + 1
    stop = end.column + 1 if end.line == start.line else column + 1
    return Span(start.line + 1, column, max(stop, column + 1))
