"""What is wrong by the error of a reader or of a program that was started: in our own words, without those of Python and of libraries."""

import json
import re
from pathlib import Path
from subprocess import TimeoutExpired
from xml.etree.ElementTree import ParseError

import yaml

_QUOTED = re.compile(r"'([^']{0,80})'")
_NO_NUMBER = "invalid literal for int"


class StatedError(ValueError):
    """A file that a reader of ours refuses; the message is in our own words."""


def said_of(error: BaseException) -> str:
    """Return what is wrong with a file, to be put after its name or after `it`."""
    match error:
        case OSError():
            return f"cannot be opened: {_by_system(error)}"
        case StatedError():
            return f"is not as clustergen writes it: {error}"
        case UnicodeDecodeError():
            return "is not UTF-8"
        case json.JSONDecodeError():
            return f"is not JSON (line {error.lineno})"
        case yaml.YAMLError():
            mark = getattr(error, "problem_mark", None)
            return f"is not YAML (line {mark.line + 1})" if mark else "is not YAML"
        case ParseError():
            return f"is not valid XML (line {error.position[0]})"
        case KeyError(args=(key, *_)):
            return f"has no `{str(key)[:80]}` where one is needed"
        case RecursionError():
            return "is nested too deep"
        case ValueError() if quoted := _QUOTED.search(str(error)):
            return f"has `{quoted[1]}` where {'a number' if _NO_NUMBER in str(error) else 'another value'} is expected"
        case _:
            return "has a value of another kind than clustergen writes"


def why_not_run(error: Exception) -> str:
    """Return why a program has not come to its end, or a file of the system could not be used."""
    match error:
        case TimeoutExpired(cmd=[program, *_]):
            return f"{Path(str(program)).name} did not end within {error.timeout:g} s"
        case OSError():
            return f"{error.filename}: {_by_system(error)}" if error.filename else _by_system(error)
        case ValueError():
            return f"a file {said_of(error)}"
        case _:
            return "a program was stopped"


def _by_system(error: OSError) -> str:
    return (error.strerror or "no reason is given").lower()
