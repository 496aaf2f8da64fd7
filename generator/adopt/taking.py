"""Checks of values from formats: invalid ones are reported with their line, and nothing is dropped silently."""

from collections.abc import Callable
from typing import Any

from generator.adopt.survey import Fact, Key, Place, Survey
from generator.adopt.values import address, address6, is_link_local

_NAMES = {"loopback0": "loopback", "lo": "loopback", "loopback1": "vtep"}
_LINK_LOCAL = "link-local addresses (interfaces make them by themselves)"


def take(survey: Survey, key: Key, said: Any, read: Callable[[Any], Any], place: Place) -> None:
    """State a value that a source has as text."""
    value = read(said)
    if value is None and str(said if said is not None else "").strip():
        _refuse(survey, key, said, place)
    survey.state(key, value, place)


def take_address(survey: Survey, device: str, port: str, said: Any, place: Place) -> None:
    """State an address of an interface, of whichever family; a switch's loopback and tunnel end are facts of the switch."""
    what = _NAMES.get(port.lower(), "")
    if is_link_local(said):
        survey.leave(_LINK_LOCAL, place)
    elif value := address6(said):
        survey.facts.setdefault(("address6", device, "" if what else port, value), Fact(value, place))
    elif what:
        take(survey, (what, device), said, address, place)
    elif (found := address(said)) is not None:
        survey.address(device, port, found, place)
    elif str(said or "").strip():
        _refuse(survey, ("address", device, port), said, place)


def _refuse(survey: Survey, key: Key, said: Any, place: Place) -> None:
    about = " ".join((*key[1:], key[0]))
    survey.remark(f"{about}: {str(said)[:40]!r} is none that is read", place, "correct it in the source", key[1])
