"""Advice for answers without a valid spec: changes of one answer that give one."""

import itertools
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.cli.starter.answers import AUTO, TIERS, Answers
from generator.cli.starter.questions import written
from generator.cli.starter.spec import make_starter
from generator.data import SWITCH_SYSTEMS
from generator.spec.load import DocumentError

_ENOUGH = 2
"""Changes that are named."""
_LARGE = 16_384
"""GPUs of the largest envelope that changes are tried for; each change plans the cluster once."""


def why_none(answers: Answers, catalog: Catalog) -> str:
    """Return the error for these answers, with up to two changes of one answer that were tried and give a valid spec."""
    found = [] if answers.max_gpus > _LARGE else itertools.islice(_helping(answers, catalog), _ENOUGH)
    choose = " or ".join(f"--{option.replace('_', '-')} {written(value)}" for option, value in found)
    advice = f"choose {choose}" if choose else "change what the problems above name"
    return f"these answers make no valid spec, for the reasons above, and nothing was written; {advice}"


def _helping(answers: Answers, catalog: Catalog) -> Iterator[tuple[str, Any]]:
    for option, value in _changes(answers):
        try:
            make_starter(replace(answers, **{option: value}), catalog)
        except DocumentError:
            continue
        yield option, value


def _changes(answers: Answers) -> Iterator[tuple[str, Any]]:
    """Return other answers, each with its option; those first that change least of the cluster."""
    if answers.switch != AUTO:
        yield "switch", AUTO
    yield from (("os", system) for system in reversed(SWITCH_SYSTEMS) if system != answers.os)
    for option in ("storage_fabric", "fabric"):
        yield option, "roce" if getattr(answers, option) == "infiniband" else "infiniband"
    if answers.max_gpus > answers.gpus:
        yield "max_gpus", answers.gpus
    yield "topology", "fat-tree"
    yield from (("storage", kinds) for kinds in (tuple(TIERS)[:1], ()) if kinds != answers.storage)
    yield from ((option, ()) for option in ("generations", "tenants") if getattr(answers, option))
