"""Both forms read back as the words of `nv set`, for checks of a rendered tree."""

import re
import shlex
from collections.abc import Mapping
from typing import Any

import yaml

from generator.render.cumulus.grammar import Words, fault
from generator.render.cumulus.tree import flatten
from generator.source.broken import said_of

_RELEASE = re.compile(r"^# .*, Cumulus Linux (\d+(?:\.\d+)*)\.$", re.MULTILINE)
_PLAIN = re.compile(r"[\w ./:,@%+=-]+", re.ASCII)
"""Text that needs no quotes in the shell (shlex.quote)."""
_COMMAND = ("nv", "set")


def words_of_yaml(text: str) -> list[Words]:
    """Read startup.yaml. Every scalar stays the text that it is, so `on` is no truth value here. Raises ValueError: it is not a list with one `set`."""
    try:
        given: Any = yaml.load(text, Loader=yaml.CBaseLoader)  # noqa: S506  (a loader of plain text alone)
    except yaml.YAMLError as error:
        raise ValueError(said_of(error).removeprefix("is ")) from None
    if not isinstance(given, list) or len(given) != 1 or not isinstance(given[0], Mapping) or set(given[0]) != {"set"}:
        message = "not a list with one `set`"
        raise ValueError(message)
    return list(flatten(given[0]["set"]))


def words_of_script(text: str) -> list[Words]:
    """Read the `nv set` lines of a script as the shell does; a line of plain letters is its words."""
    said = (line for line in text.splitlines() if line.startswith("nv set "))
    lines = (tuple(line.split() if _PLAIN.fullmatch(line) else shlex.split(line)) for line in said)
    return [words[len(_COMMAND) :] for words in lines]


def faults_of(startup: str, script: str) -> list[str]:
    """Hold both files of a switch against the grammar of the release in their head, and against each other."""
    said = _RELEASE.search(startup)
    if said is None:
        return ["startup.yaml does not state its release"]
    try:
        ours = words_of_yaml(startup)
    except ValueError as error:
        return [f"startup.yaml is {error}"]
    theirs = words_of_script(script)
    found = [said_of for words in ours if (said_of := fault(words, said[1]))]
    found += [f"only in startup.yaml: {' '.join(words)}" for words in sorted(set(ours) - set(theirs))]
    return found + [f"only in nv-set.sh: {' '.join(words)}" for words in sorted(set(theirs) - set(ours))]
