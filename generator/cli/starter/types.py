"""How answers are written: one form for flags and for the conversation, with a reason where a text is not in it.

Each function reads a text, and raises `click.BadParameter` where it is not in that form.
"""

import re
from collections.abc import Callable
from typing import TypeVar

import click

from generator.cli.starter.answers import NONE, TIERS, Generation, Share

MOST_GPUS = 1_000_000
Item = TypeVar("Item")
_NAME = re.compile(r"[a-z]([a-z0-9-]{0,30}[a-z0-9])?")
_NO_TEXT = {"true", "false", "null"}
"""Words that YAML does not read as text."""
_DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
_GENERATION = re.compile(r"(?P<model>[a-z0-9][a-z0-9.-]*)=(?P<gpus>[0-9]{1,12})(:(?P<most>[0-9]{1,12}))?")
_SHARE = re.compile(r"(?P<name>[^=]+)=(?P<hosts>[0-9]{1,6})")


def generations(text: str) -> tuple[Generation, ...]:
    """Read further generations, `MODEL=GPUS[:MAX]` with commas, or `none`; an envelope that is not stated is 0."""
    return _listed(text, _generation)


def tenants(text: str) -> tuple[Share, ...]:
    """Read tenants, `NAME=HOSTS` with commas, or `none`."""
    return _listed(text, _share)


def tiers(text: str) -> tuple[str, ...]:
    """Read kinds of storage tiers with commas, or `none`."""
    return _listed(text, _tier)


def name(text: str) -> str:
    """Read a name: of a cluster, or of a tenant."""
    if not _NAME.fullmatch(text) or text in _NO_TEXT:
        raise click.BadParameter(
            f"{text!r} is not a valid name: a letter first, then a-z, 0-9 and inner dashes, at most 32 characters, and none of {', '.join(sorted(_NO_TEXT))}"
        )
    return text


def domain(text: str) -> str:
    """Read a DNS domain."""
    if not _DOMAIN.fullmatch(text) or len(text) > 200 or text in _NO_TEXT:
        raise click.BadParameter(f"{text!r} is not a DNS domain in lower case; write for example atlas.example.net")
    return text


def _listed(text: str, read: Callable[[str], Item]) -> tuple[Item, ...]:
    items = [item for item in re.split(r"[,\s]+", text) if item]
    return () if items == [NONE] else tuple(map(read, items))


def _generation(text: str) -> Generation:
    found = _GENERATION.fullmatch(text)
    if found is None:
        raise click.BadParameter(
            f"{text!r} is not MODEL=GPUS or MODEL=GPUS:MAX; write for example dgx-b200=64:256, or none"
        )
    gpus, most = int(found["gpus"]), int(found["most"] or 0)
    if not 1 <= gpus <= MOST_GPUS or most > MOST_GPUS or (found["most"] and most < gpus):
        raise click.BadParameter(f"{text!r}: GPUS is from 1 to {MOST_GPUS}, and MAX is not less than GPUS")
    return Generation(found["model"], gpus, most)


def _share(text: str) -> Share:
    found = _SHARE.fullmatch(text)
    if found is None or int(found["hosts"]) < 1:
        raise click.BadParameter(f"{text!r} is not NAME=HOSTS; write for example blue=4, or none")
    return Share(name(found["name"]), int(found["hosts"]))


def _tier(text: str) -> str:
    if text not in TIERS:
        raise click.BadParameter(f"{text!r} is not a kind of storage tier; choose from {', '.join(TIERS)}, or none")
    return text
