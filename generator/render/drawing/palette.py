"""Colours: one a fabric for its switches and links, a light one a role for hosts. All hold 4.5:1 to their text."""

from dataclasses import dataclass

INK = "#1b1b1b"
QUIET = "#595959"
ALARM = "#b3261e"
PANEL = "#fafafa"
EDGE = "#c8c8c8"
BLANK = "#ffffff"


@dataclass(frozen=True, slots=True)
class Paint:
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
}
KEPT = Paint(BLANK, "#9a9a9a", QUIET)
"""A place of the envelope where nothing stands yet."""
