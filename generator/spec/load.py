"""The one door: a file becomes a `ClusterSpec`, or every problem in it at once."""

import copy
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from pydantic import BaseModel, TypeAdapter, ValidationError

from generator.source.diagnostic import Diagnostic, Note, SpecError
from generator.source.document import MAX_BYTES, Document, read_document
from generator.source.reading import STANDARD_INPUT, ReadingError, read_regular, read_standard_input
from generator.source.rule import register
from generator.source.span import Loc
from generator.spec.assets import AssetsSpec
from generator.spec.cluster import ClusterSpec
from generator.spec.compiled import validator
from generator.spec.empty_keys import empty_keys
from generator.spec.pins import NO_PINS, PinsSpec
from generator.spec.prices import NO_PRICES, PricesSpec
from generator.spec.words import translate

register(
    "no-such-file",
    title="A file that cannot be read",
    stage="source",
    why="The file is required.",
    fix="Check the path and its permissions.",
)
register(
    "not-a-mapping",
    title="A spec that is not a mapping",
    stage="source",
    why="A spec is a YAML mapping of keys and values.",
    fix="Start from `clustergen init`.",
)
BESIDE: dict[str, Any] = {"assets": AssetsSpec, "pins": PinsSpec, "prices": PricesSpec}
"""Keys of the spec that may be in a separate file beside it, `<key>.yaml`."""
Model = TypeVar("Model", bound=BaseModel)


class LoadedSpec(Struct, frozen=True):
    """A valid spec and the documents that it came from."""

    spec: ClusterSpec
    document: Document
    beside: dict[str, Document] = field(default_factory=dict)
    """The documents of the files beside it by key, their places below it."""


class DocumentError(SpecError):
    """A `SpecError` with the document of its places."""

    def __init__(self, document: Document, problems: Iterable[Diagnostic], partial: ClusterSpec | None = None) -> None:
        """Take the problems and their document; `partial` is the spec without the faulty parts, if it is still valid."""
        super().__init__(problems)
        self.document = document
        self.partial = partial


def load_spec(path: Path, name: str | None = None) -> LoadedSpec:
    """Read the spec at `path`, and `assets.yaml`, `pins.yaml` and `prices.yaml` beside it where they are.

    The path `-` is standard input, which has nothing beside it.

    Raises DocumentError: every problem that the text and the models' own rules show.
    """
    document = read_file(path, name or shown_name(path))
    try:
        spec = validate(document, ClusterSpec)
    except DocumentError as error:
        raise DocumentError(document, error.problems, _partial(document.data, error)) from None
    if unread := misnamed_beside(path):
        raise DocumentError(document, unread)
    found = {key: _load_beside(file, key) for key, file in files_beside(path).items()}
    more = {key: value for key, (value, _) in found.items()}
    stated = {"pins": spec.pins != NO_PINS, "prices": spec.prices != NO_PRICES}
    twice = [_stated_twice(key) for key, is_stated in stated.items() if key in more and is_stated]
    if "assets" in more:
        where = found["assets"][1]
        twice += [_device_twice(name, where) for name in spec.assets if name in more["assets"]]
        more["assets"] = {**spec.assets, **more["assets"]}
    if twice:
        raise DocumentError(document, twice)
    return LoadedSpec(spec.model_copy(update=more), document, {key: where for key, (_, where) in found.items()})


def files_beside(path: Path) -> dict[str, Path]:
    """Return the files beside a spec that belong to it, by the key that they state."""
    if path == STANDARD_INPUT:
        return {}
    return {key: file for key in BESIDE if os.path.lexists(file := path.parent / f"{key}.yaml")}


def misnamed_beside(path: Path) -> list[Diagnostic]:
    """Return a problem for each file beside a spec that would be read if its name ended in `.yaml`."""
    if path == STANDARD_INPUT:
        return []
    files = [path.parent / f"{key}.yml" for key in BESIDE]
    return [
        Diagnostic(
            code="no-such-file",
            message=f"{file} would not be read, as its name ends in .yml",
            help=f"call it {file.stem}.yaml",
            document=Document(str(file), ""),
        )
        for file in files
        if os.path.lexists(file) and file != path
    ]


def shown_name(path: Path) -> str:
    """Return the name of a spec in messages."""
    return "<stdin>" if path == STANDARD_INPUT else str(path)


def _stated_twice(key: str) -> Diagnostic:
    return Diagnostic(
        code="bad-value",
        loc=(key,),
        at_key=True,
        message=f"{key} are here and in {key}.yaml beside the spec",
        help=f"keep them in one place: {key}.yaml, unless the spec is the only file",
    )


def _device_twice(name: str, where: Document) -> Diagnostic:
    return Diagnostic(
        code="bad-value",
        loc=("assets", name),
        at_key=True,
        message=f"the assets of {name} are here and in {where.name}",
        notes=(Note(f"{where.name} has them here", ("assets", name), where, at_key=True),),
        help="keep those of a device in one place",
    )


def read_file(path: Path, name: str, advice: str = "check the path; `clustergen init` writes a first spec") -> Document:
    """Read one YAML file; every fault is a `DocumentError`."""
    try:
        raw = read_standard_input(MAX_BYTES) if path == STANDARD_INPUT else read_regular(path, MAX_BYTES)
    except ReadingError as error:
        large = error.too_large
        problem = Diagnostic(
            code="file-too-large" if large else "no-such-file",
            message=f"{name} {error.reason}",
            help="one spec is one cluster" if large else advice,
        )
        raise DocumentError(Document(name, ""), [problem]) from None
    try:
        return read_document(name, raw)
    except SpecError as error:
        text = raw.decode("utf-8", errors="replace")
        raise DocumentError(Document(name, text), list(error.problems)) from None


def validate(document: Document, model: type[Model], *, nulls: bool = False) -> Model:
    """Validate a document against a model, with every fault at once. `nulls`: keys may be empty (unknown facts)."""
    problems = [] if nulls else empty_keys(document.data, model)
    if not isinstance(document.data, dict):
        raise DocumentError(
            document,
            [
                Diagnostic(
                    code="not-a-mapping",
                    message=f"{document.name} {'is empty' if document.data is None else 'is not a mapping of keys and values'}",
                    help="start from `clustergen init --gpus 16`"
                    if model is ClusterSpec
                    else f"write `key: value` lines; keys of such a file: {', '.join(model.model_fields)}",
                ),
            ],
        )
    try:
        valid: Model = validator(model).validate_python(document.data)
    except ValidationError as error:
        empty = {problem.loc for problem in problems}
        found = translate(error.errors(include_url=False), model)
        problems += [problem for problem in found if problem.loc not in empty]
    if problems:
        raise DocumentError(document, problems)
    return valid


def _load_beside(path: Path, key: str) -> tuple[Any, Document]:
    """Read a file beside the spec, whose places are then those of a key of the spec."""
    document = read_file(
        path, str(path), f"a file of this name has {key} of the spec: check what it is, and its permissions"
    )
    nested = Document(document.name, document.text, {key: document.data})
    nested.keys = {(key, *loc): span for loc, span in document.keys.items()}
    nested.values = {(key, *loc): span for loc, span in document.values.items()}
    try:
        return TypeAdapter(BESIDE[key]).validate_python({} if document.data is None else document.data), nested
    except ValidationError as error:
        found = error.errors(include_url=False)
        for detail in found:
            detail["loc"] = (key, *detail["loc"])
        raise DocumentError(nested, translate(found, ClusterSpec)) from None


def _partial(data: Any, error: DocumentError) -> ClusterSpec | None:
    """Return the spec without the faulty parts, if it is still valid, so that later rules can run, too. Without a misspelt key, its mapping may be faulty as well."""
    data = copy.deepcopy(data)
    problems: Sequence[Diagnostic] = error.problems
    for _ in range(2):
        for problem in problems:
            _leave_out(data, problem.loc)
        try:
            partial: ClusterSpec = validator(ClusterSpec).validate_python(data)
        except ValidationError as found:
            problems = translate(found.errors(include_url=False), ClusterSpec)
        else:
            return partial
    return None


def _leave_out(data: Any, loc: Loc) -> None:
    if loc in {("name",), ("domain",)}:
        data[loc[0]] = "placeholder"
        return
    for segment in loc[:-1]:
        found = data.get(segment) if isinstance(data, dict) else None
        data = data[segment] if isinstance(data, list) and isinstance(segment, int) else found
    if isinstance(data, dict) and loc:
        data.pop(loc[-1], None)
