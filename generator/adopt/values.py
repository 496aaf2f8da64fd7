"""Parsing of values in sources; None for an invalid value."""

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Any

_LONGEST = 12
_COMMA = re.compile(r"^([0-9]+),([0-9]{1,2})(?![0-9])")
"""A decimal comma; three digits after it could be thousands."""
_VLAN = re.compile(r"(?:(?i:vlan) ?|.+\.)0*([1-9][0-9]{0,3})(?:-v0)?")


def names_vlan(port: str) -> int | None:
    """Return the VLAN that an interface is called by: `Vlan210`, `bond0.210`."""
    found = _VLAN.fullmatch(port)
    return int(found[1]) if found else None


def address(text: Any) -> str | None:
    """Read an IPv4 address, with or without its length."""
    try:
        return str(IPv4Address(str(text).partition("/")[0].strip()))
    except AddressValueError:
        return None


def address6(text: Any) -> str | None:
    """Read an IPv6 address, with or without its length."""
    try:
        return str(IPv6Address(str(text).partition("/")[0].strip()))
    except AddressValueError:
        return None


def is_link_local(text: Any) -> bool:
    """Whether a text is a link-local IPv6 address."""
    return (value := address6(text)) is not None and IPv6Address(value).is_link_local


def whole(value: Any) -> int | None:
    """Read a whole number: `10`, `10.0`, `"10"`."""
    try:
        number = float(value) if len(str(value)) <= _LONGEST else None
    except (TypeError, ValueError):
        return None
    return int(number) if number is not None and number.is_integer() else None


def metres(value: Any, unit: str = "m") -> float | None:
    """Read a length: `3`, `3 m`, `300 cm`, `10 ft`, `2,5`."""
    text = _COMMA.sub(r"\1.\2", str(value or "").strip().lower())
    number = text.rstrip("abcdefghijklmnopqrstuvwxyz ")
    unit = text[len(number) :].strip() or unit
    factor = {
        "m": 1.0,
        "meters": 1.0,
        "metres": 1.0,
        "cm": 0.01,
        "centimeters": 0.01,
        "ft": 0.3048,
        "feet": 0.3048,
    }.get(unit)
    try:
        return round(float(number) * factor, 2) if factor and len(number) <= _LONGEST else None
    except ValueError:
        return None
