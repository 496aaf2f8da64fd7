"""The sandbox of templates: which calls they may make, how much they may reckon, and how long they may take.

Templates may come with a pull request (docs/ci.md), so Jinja's own sandbox is narrowed to a short list: macros, loops, a few
methods of text and mappings. What a compiled template cannot be kept from doing (endless loops, text that doubles) is ended
by the limits of the process.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import BuiltinMethodType, MappingProxyType, MethodType
from typing import Any

from jinja2 import StrictUndefined, filters
from jinja2.exceptions import SecurityError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner, Namespace
from markupsafe import Markup

from generator.render.plain import Fields, kind_of, read_field
from generator.source.limits import memory_limit, processor_seconds, time_limit

SECONDS = 3.0
"""Processor time that one template may take."""
_USUAL_SECONDS = 0.05
"""The average limit of seconds, so that many slow ones end, too."""
MORE_BYTES = 192 * 1024 * 1024
"""Memory that a template may take beyond what was there."""
_LONGEST_PRODUCT = 100_000
_LARGEST_FACTOR = 10**18
_DIGITS = 15
_NO_FIELD = object()
_KINDS = {
    list: "a list",
    tuple: "a list",
    dict: "a mapping",
    MappingProxyType: "a mapping",
    type(None): "an empty value",
    str: "a text",
    int: "a number",
    float: "a number",
    bool: "a truth value",
}

TEXT_METHODS = frozenset(
    [
        "capitalize", "count", "endswith", "find", "isalpha", "isdigit", "join", "lower", "lstrip", "partition",
        "removeprefix", "removesuffix", "replace", "rpartition", "rsplit", "rstrip", "split", "splitlines",
        "startswith", "strip", "title", "upper",
    ]
)  # fmt: skip
MAPPING_METHODS = frozenset({"get", "items", "keys", "values"})
_OF_MAPPINGS = frozenset(dir(MappingProxyType))
"""Names that are attributes of a mapping before they are entries."""
_COUNTERS = frozenset({"index", "index0", "first", "last"})
"""Attributes of a loop that are numbers."""
_CALLABLE = (Macro, BlockReference, LoopContext, Cycler, Joiner)
_PRINTED = (str, int, float, Markup)


class _Missing(StrictUndefined):
    """An undefined name: the message names the object on which it was read."""

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        if isinstance(self._undefined_obj, Fields):
            return f"a record of kind {kind_of(self._undefined_obj)} has no field `{self._undefined_name}`"
        return f"nothing is called `{self._undefined_name}` here"


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja with a short list of calls, arithmetic that cannot run away, and output that is text or a number."""

    intercepted_binops = frozenset({"*", "**"})

    def __init__(self, **options: Any) -> None:
        super().__init__(undefined=_Missing, finalize=_printed, **options)
        for name in ("lipsum",):  # made by chance
            del self.globals[name]
        del self.filters["random"]
        self.filters["round"] = _round
        self.globals["dict"] = _dict

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return a field of a record, an entry of a mapping or a number of a loop at once: these are safe. All else uses Jinja's own look-up."""
        kind, found = type(obj), _NO_FIELD
        if kind is Fields:
            found = read_field(obj, attribute, _NO_FIELD)
        elif kind is MappingProxyType and attribute not in _OF_MAPPINGS:
            found = obj.get(attribute, _NO_FIELD)
        elif kind is LoopContext and attribute in _COUNTERS:
            found = getattr(obj, attribute)
        return super().getattr(obj, attribute) if found is _NO_FIELD else found

    def is_safe_callable(self, obj: Any) -> bool:
        """Whether a template may call this: macros, loops, and a few methods of text and mappings."""
        if isinstance(obj, _CALLABLE) or any(
            obj is each for each in (Namespace, Cycler, Joiner, _dict, self.globals["range"])
        ):
            return True
        if isinstance(obj, BuiltinMethodType | MethodType):
            owner = obj.__self__
            if isinstance(owner, str):
                return obj.__name__ in TEXT_METHODS
            if isinstance(owner, dict | MappingProxyType):
                return obj.__name__ in MAPPING_METHODS
            return isinstance(owner, LoopContext | Cycler) and not obj.__name__.startswith("_")
        return False

    def call(self, context: Context, obj: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what is on the short list. Raises SecurityError: it is not."""
        if isinstance(obj, StrictUndefined):
            str(obj)  # raises its error
        if not self.is_safe_callable(obj):
            raise SecurityError(f"{_named(obj)} is not called in templates")
        return context.call(obj, *args, **kwargs)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Multiply numbers of a sane size, and text up to a length; powers are not reckoned."""
        del context
        if operator == "**":
            raise SecurityError("powers are not reckoned in templates")
        for text, times in ((left, right), (right, left)):
            if isinstance(text, str | tuple | list) and isinstance(times, int) and len(text) * times > _LONGEST_PRODUCT:
                raise SecurityError(f"a text of {len(text)} is repeated {times:,} times")
        if isinstance(left, int) and isinstance(right, int) and max(abs(left), abs(right)) > _LARGEST_FACTOR:
            raise SecurityError("a number is too large to be multiplied")
        return left * right


def limited() -> Callable[[], AbstractContextManager[None]]:
    """Return a context for each print: `Limit` or `MemoryError` ends it where a template, or all of them together, take too much."""
    spent, prints = 0.0, 0

    @contextmanager
    def one() -> Iterator[None]:
        nonlocal spent, prints
        prints += 1
        begun = processor_seconds()
        with memory_limit(MORE_BYTES), time_limit(min(SECONDS, max(0.01, SECONDS + _USUAL_SECONDS * prints - spent))):
            try:
                yield
            finally:
                spent += processor_seconds() - begun

    return one


def _printed(value: Any) -> Any:
    """Return a printable value: text or a number. Printing a record, a list or a function is an error."""
    if isinstance(value, _PRINTED):
        return value
    if isinstance(value, StrictUndefined):
        return value  # printing it raises its error
    if isinstance(value, Fields):
        raise SecurityError(f"a record of kind {kind_of(value)} is printed whole: print one of its fields")
    if callable(value):
        raise SecurityError(f"{_named(value)} is printed, and not what it returns: call it")
    raise SecurityError(f"{_named(value)} is printed whole: print what it holds")


def _named(value: Any) -> str:
    """Return what a value is, for messages."""
    name = getattr(value, "__name__", "")
    return f"`{name}`" if name else _KINDS.get(type(value), "a value")


def _round(value: float, precision: int = 0, method: str = "common") -> float:
    """Round as Jinja does; limited to the digits that a number has."""
    if abs(precision) > _DIGITS:
        raise SecurityError(f"a number has no {precision} digits")
    return filters.do_round(value, precision, method)  # type: ignore[arg-type]


def _dict(**entries: Any) -> dict[str, Any]:
    return entries
