"""The paper of pages and drawings: margins with the same printable area on A4 and on Letter, so that a page ends at the same line on both."""

_LONG_MM, _SHORT_MM = 259, 190
"""Room inside 10 mm margins on the smaller of both: Letter is shorter (279.4 mm), A4 is narrower (210 mm)."""
_FOOT_MM = 4
"""Kept free above the lower margin, for the number of the page."""
SHEET = (_LONG_MM, _SHORT_MM - _FOOT_MM)
"""Width and height of the printable area of a landscape page, mm."""
_MARGINS = "margin:calc(50% - {top}mm) calc(50% - {side}mm) calc(50% - {bottom}mm);"


def page_style(*, across: bool, name: str = "") -> str:
    """Return the `@page` rule: no size, so that the printer's paper counts; each page has its number, behind `name`."""
    side, end = (_LONG_MM, _SHORT_MM) if across else (_SHORT_MM, _LONG_MM)
    margins = _MARGINS.format(top=f"{end / 2:g}", side=f"{side / 2:g}", bottom=f"{end / 2 - _FOOT_MM:g}")
    before = f"{name}, " if name else ""
    number = f"@bottom-right{{content:'{before}page ' counter(page) ' of ' counter(pages);font:7pt Arial,sans-serif;vertical-align:top;padding-top:2mm}}"
    return f"@page{{size:{'landscape' if across else 'portrait'};margin:10mm 10mm 14mm;{margins}{number}}}"
