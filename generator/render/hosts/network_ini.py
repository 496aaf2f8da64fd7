"""Files of sections: `[Section]` and `Key=value` lines, as systemd and NetworkManager read them."""

from collections.abc import Iterable

Section = tuple[str, Iterable[tuple[str, object]]]
"""A section's name and its lines; one without lines is left out."""
Lines = list[tuple[str, object]]
TRIED = frozenset({"routed", "access"})
"""Kinds of interfaces that a namespace of the tests has; bonds, VLANs and InfiniBand are read there and not made."""
_HEAD = "# Written by clustergen; change the spec, not this file.\n"


def ini_text(sections: Iterable[Section]) -> str:
    """Print the sections in their order. A section or a key may come more than once."""
    parts = [_HEAD]
    for name, lines in sections:
        body = "".join([f"{key}={value}\n" for key, value in lines])
        if body:
            parts.append(f"[{name}]\n{body}")
    return "\n".join(parts)
