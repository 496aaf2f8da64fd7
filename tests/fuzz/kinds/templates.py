"""Templates: expressions, loops and macros put together by chance from what Jinja has, with the ways out that are known."""

import random

from tests.fuzz.bend import bite
from tests.fuzz.ground import Case

_NAMES = (
    "name",
    "self",
    "loop",
    "namespace",
    "range",
    "dict",
    "cycler",
    "joiner",
    "x",
    "caller",
    "varargs",
    "kwargs",
    "true",
    "none",
    "1",
    "'a'",
    "[1]",
    "{'a': 1}",
    "''",
    "()",
    "2.5",
)
_ATTRIBUTES = (
    "__class__", "__init__", "__globals__", "__mro__", "__subclasses__()", "__builtins__", "_record", "_func", "_environment", "environment", "format('x')", "format_map({})", "join(['a'])",
    "items()", "upper()", "mro()", "name", "x", "__dict__", "__reduce_ex__(2)", "gi_frame", "f_globals", "real", "copy()", "pop()", "append(1)", "cycle(1)", "__call__()", "encode()", "__self__",
)  # fmt: skip
_FILTERS = (
    "attr('__class__')", "map(attribute='__class__')|list", "map('attr', '__init__')|list", "list", "length", "join", "first", "string", "tojson", "pprint", "center(99999999999)", "indent(99999999)",
    "batch(99999999)|list", "round(99999)", "format(1)", "replace('a', 'b')", "xmlattr", "sort", "groupby('x')", "select('x')|list", "random", "sum", "urlize", "wordwrap(0)", "int", "default(1, true)",
)  # fmt: skip
_PATHS = ("'/etc/passwd'", "'../../etc/passwd'", "'ansible/ansible.cfg.j2'", "'no.j2'", "['a', 'b']", "name", "1")


def make(case: Case) -> list[list[str]]:
    """Write a template over one of ours, and give the command that prints it."""
    dice = case.dice
    case.write("cluster.yaml", case.ground.specs[0])
    text = "\n".join(_piece(dice, 0) for _ in range(dice.randint(1, 4)))
    case.write("templates/ansible/ansible.cfg.j2", bite(text, dice) if dice.random() < 0.15 else text)
    if dice.random() < 0.1:
        (case.spec.parent / "templates" / "link.j2").symlink_to("/etc/passwd")
    return [["render", str(case.spec), "-o", f"{case.folder}/build", "-j1", "--only", "ansible"]]


def _expression(dice: random.Random, depth: int) -> str:
    text = dice.choice(_NAMES)
    for _ in range(dice.randint(0, 3)):
        match dice.randrange(5):
            case 0 | 1:
                text = f"{text}.{dice.choice(_ATTRIBUTES)}"
            case 2:
                text = f"({text})|{dice.choice(_FILTERS)}"
            case 3:
                text = f"({text} {dice.choice(['*', '+', '-', '~', '**', '//', '%', '==', 'in'])} {_expression(dice, depth + 1) if depth < 2 else '9'})"
            case _:
                text = f"{text}[{dice.choice((repr(dice.choice(_ATTRIBUTES)), '0', ':'))}]"
    return text


def _piece(dice: random.Random, depth: int) -> str:
    inner = _piece(dice, depth + 1) if depth < 3 and dice.random() < 0.6 else f"{{{{ {_expression(dice, 0)} }}}}"
    match dice.randrange(9):
        case 0:
            return f"{{% for x in {dice.choice(('range(99999)', 'range(9)', _expression(dice, 0)))} %}}{inner}{{% endfor %}}"
        case 1:
            return f"{{% macro m{depth}(x) %}}{inner}{{{{ m{depth}(1) }}}}{{% endmacro %}}{{{{ m{depth}(1) }}}}"
        case 2:
            return f"{{% set n = namespace(x={_expression(dice, 0)}) %}}{{% for i in range(99) %}}{{% set n.x = n.x {dice.choice('+*~')} n.x %}}{{% endfor %}}"
        case 3:
            return f"{{% include {dice.choice(_PATHS)} %}}"
        case 4:
            return f"{{% import {dice.choice(_PATHS)} as m %}}{{{{ m.x }}}}"
        case 5:
            return f"{{% if {_expression(dice, 0)} %}}{inner}{{% endif %}}"
        case 6:
            return f"{{% set x = {_expression(dice, 0)} %}}{inner}"
    return f"{{{{ {_expression(dice, 0)} }}}}"
