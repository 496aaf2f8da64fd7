"""Arista EOS as structured configuration, one file per subject: keys and shapes as in Arista's AVD schema, text by pyavd."""

from typing import Any

Section = dict[str, Any]
Sections = dict[str, Any]

MGMT = "mgmt"
"""The routing instance of the management port."""


def source_of(managed: bool) -> tuple[str, str]:
    """Return the interface that a switch's own requests leave from, and its instance: an out-of-band leaf has its loopback alone."""
    return ("Management1", MGMT) if managed else ("Loopback0", "default")


def stated(section: Section) -> Section:
    """Return a section without empty keys: those with None, or an empty text, list or section."""
    return {key: value for key, value in section.items() if value is not None and value not in ("", [], {})}
