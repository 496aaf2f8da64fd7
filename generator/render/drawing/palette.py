"""Colours: one a fabric for its switches and links, a light one a role for hosts. All hold 4.5:1 to their text."""

from msgspec import Struct

INK = "#1b1b1b"
QUIET = "#595959"
ALARM = "#b3261e"
PANEL = "#fafafa"
EDGE = "#c8c8c8"
BLANK = "#ffffff"


class Paint(Struct, frozen=True):
    """Fill, edge and text of a box."""

    fill: str
    stroke: str
    ink: str


FABRICS = {
    "compute": Paint("#2e6b33", "#1d4a21", BLANK),
    "storage": Paint("#9a4f00", "#6b3700", BLANK),
    "frontend": Paint("#1f5fa8", "#143f70", BLANK),
    "oob": Paint("#5a5a5a", "#3a3a3a", BLANK),
}
ROLES = {
    "compute": Paint("#dcefdd", "#2e6b33", INK),
    "storage": Paint("#fde6cc", "#9a4f00", INK),
    "control": Paint("#e9dff5", "#6a3fa0", INK),
    "login": Paint("#fbdde6", "#ad1457", INK),
    "manager": Paint("#d5eef0", "#00695c", INK),
    "gateway": Paint("#fff4b8", "#7a6200", INK),
    "border": Paint("#e4d7cf", "#5d4037", INK),
    "nvsw": Paint("#dfe8c8", "#4b6b00", INK),
}
KEPT = Paint(BLANK, "#9a9a9a", QUIET)
"""A free place of the envelope."""
RESERVED = Paint("#f4f1e4", "#9a9a9a", QUIET)
"""Units of a rack that the spec reserves."""


class PortPaint(Struct, frozen=True):
    """Fill and edge of a port in a port map (its text is ink), and its text in the key."""

    fill: str
    stroke: str
    says: str


PORTS = {
    "host": PortPaint("#dcefdd", "#2e6b33", "to a host"),
    "appliance": PortPaint("#fbdde6", "#ad1457", "to an appliance"),
    "management": PortPaint("#e6e6e6", "#5a5a5a", "to a switch's management port"),
    "uplink": PortPaint("#fde6cc", "#9a4f00", "up, to the next tier"),
    "downlink": PortPaint("#d8e7f7", "#1f5fa8", "down, to the tier below"),
    "peer": PortPaint("#e9dff5", "#6a3fa0", "to its peer"),
    "free": PortPaint(BLANK, "#9a9a9a", "free"),
    "dark": PortPaint("#8c8c8c", "#5a5a5a", "unusable: the divided cage before it disables it"),
    "service": PortPaint("#f4f1e4", "#9a9a9a", "service, not planned"),
}
"""Uses of switch ports, in the order of the key."""
