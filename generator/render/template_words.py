"""What is wrong with a template of the user's, as a clause in our words: no text of Jinja or Python is shown."""

import re
from collections.abc import Callable

from jinja2 import TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError

from generator.render.sandbox import MORE_BYTES, SECONDS
from generator.source.limits import Limit

_OTHER_SYNTAX = "the line cannot be read as a template: compare its brackets, quotes and tags"
_OTHER_USE = "a value is of another kind than its use on this line takes, such as text in place of a number"
_TOKENS = {
    "end of print statement": "the end of `{{ ... }}`",
    "end of statement block": "the end of `{% ... %}`",
    "name": "a name",
    "string": "a text",
    "integer": "a number",
    "float": "a number",
}
_SYNTAX: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"Unexpected end of template\..*closed is '(\w+)'", lambda tag: f"`{{% {tag} %}}` has no `{{% end{tag} %}}`"),
    (r"Encountered unknown tag '(\w+)'", lambda tag: _unclosed(tag) or f"there is no tag `{{% {tag} %}}`"),
    (r"unexpected end of template", lambda: "the file ends within `{{ ... }}` or `{% ... %}`"),
    (r"Missing end of comment tag", lambda: "a comment `{# ... #}` has no end"),
    (r"Missing end of raw", lambda: "`{% raw %}` has no `{% endraw %}`"),
    (r"No (filter|test) named '(\w+)'", lambda kind, name: f"there is no {kind} `{name}`"),
    (r"Expected an expression, got '(.+)'", lambda got: f"a value is missing before {_token(got)}"),
    (r"expected token '(.+)', got '(.+)'", lambda want, got: f"{_token(got)} is where {_token(want)} is expected"),
    (r"unexpected '(.+)', expected '(.+)'", lambda got, want: f"{_token(got)} is where {_token(want)} is expected"),
    (r"unexpected '(.+)'$", lambda got: f"{_token(got)} is not expected here"),
    (
        r"unexpected char ['\"](.)['\"]",
        lambda char: f"`{char}` is no part of an expression, or opens a text without end",
    ),
    (r"block '(\w+)' defined twice", lambda name: f"the block `{name}` is defined twice"),
)
_USE: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"access to attribute '(\w+)'", lambda name: f"`{name}` is not read in templates"),
    (r"the template '(.+)' \(.*requested name '(\w+)'", lambda file, name: f"`{file}` has no macro `{name}`"),
    (r"parameter '(\w+)' was not provided", lambda name: f"a macro is called without its `{name}`"),
    (r"macro '(\w+)' takes", lambda name: f"the macro `{name}` is called with more arguments than it has"),
    (
        r"can only concatenate|unsupported operand",
        lambda: "a text and a value of another kind are added: join them by `~`",
    ),
    (r"'\S+' object is not iterable", lambda: "a value that is no list is used as one"),
    (r"'\S+' not supported between", lambda: "values of different kinds are compared"),
    (
        r".*values to unpack|cannot unpack",
        lambda: "a loop takes another number of values than each entry of its list has",
    ),
    (r".*positional argument|.*keyword argument", lambda: "a filter or a call has wrong arguments"),
    (r"Range too big", lambda: "a range is longer than 100,000"),
)


def template_words(name: str, error: BaseException) -> str:
    """Return what went wrong with a template as a sentence, by its name and the error that printing it ended with."""
    if isinstance(error, Limit):
        return f"{name} was stopped: it took more than {SECONDS:g} s, or all templates together took too long; a loop may have no end"
    if isinstance(error, MemoryError):
        return f"{name} was stopped: it took more than {MORE_BYTES // 2**20} MiB of memory"
    if isinstance(error, RecursionError):
        return f"{name} was stopped: a macro or an include calls itself without end"
    return f"{name} cannot be printed: {_clause(error)}"


def _clause(error: BaseException) -> str:
    text = str(error.message if isinstance(error, TemplateSyntaxError) else error)
    if isinstance(error, TemplateSyntaxError):
        return _matched(_SYNTAX, text) or _OTHER_SYNTAX
    if isinstance(error, SecurityError | UndefinedError):  # texts of the sandbox are ours
        return _matched(_USE, text) or text or _OTHER_USE
    if isinstance(error, ZeroDivisionError):
        return "a number is divided by zero"
    return _matched(_USE, text) or _OTHER_USE


def _matched(patterns: tuple[tuple[str, Callable[..., str]], ...], text: str) -> str:
    for pattern, words in patterns:
        if found := re.match(pattern, text, re.DOTALL):
            return words(*found.groups())
    return ""


def _unclosed(tag: str) -> str:
    if tag.startswith("end") or tag in {"else", "elif"}:
        return f"no tag is open that `{{% {tag} %}}` belongs to"
    return ""


def _token(text: str) -> str:
    return _TOKENS.get(text, f"`{text}`")
