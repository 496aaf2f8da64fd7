"""Lineage of a plan: the generation of its numbering, its baseline, and the history of renames and releases."""

import hashlib
from typing import Literal

from msgspec import Struct


class Lineage(Struct, frozen=True, kw_only=True):
    """The record `lineage` of `plan.json`. Generations count numberings: a plan that is numbered as the one before it is of the same generation.

    Digests are SHA-256 in hexadecimal: the plan's own is known once it is printed, and `parent` is empty where a plan was numbered afresh.
    """

    generation: int = 1
    digest: str = ""
    parent: str = ""


class Event(Struct, frozen=True, omit_defaults=True):
    """A row of `history`: what was renamed or released, in the order in which it was done. `of` and `to` are names as the spec had them, of groups or of devices."""

    what: Literal["rename", "release"]
    of: str
    to: str = ""


def sealed(text: bytearray) -> bytearray:
    """Write its digest into the text of a `plan.json` that is printed with an empty one."""
    at = text.index(_said("").encode()) + len(_said("")) - 1
    text[at:at] = hashlib.sha256(text).hexdigest().encode()
    return text


def digest_of(raw: bytes, said: str = "") -> str:
    """Return the actual digest of a `plan.json`; `said` is the one that it states, empty before format 4."""
    before, found, after = raw.partition(_said(said).encode()) if said else (raw, b"", b"")
    digest = hashlib.sha256(before)
    digest.update(_said("").encode() if found else b"")
    digest.update(after)
    return digest.hexdigest()


def _said(digest: str) -> str:
    return f'"digest": "{digest}"'
