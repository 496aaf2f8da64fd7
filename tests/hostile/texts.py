"""What a text may try in the formats that we write: formulas, markup, shells, comments that end, lines that go on."""

import re
from typing import Any

from pydantic import TypeAdapter, ValidationError

FAMILIES = (
    "=cmd|' /C calc'!A1 {mark} \"><script>alert(1)</script> $(touch CANARY) `touch CANARY` \\",
    "+1 {mark} '; touch CANARY; ' [x](javascript:alert(1)) | a | <b onclick=x> %n%s ::error::x \"",
    '@SUM(1) {mark} "; } flush ruleset; # ]]> --> */ ${IFS} \\nExecStart=/x "]; x -> y; \'',
    "-- {mark} &lt;b&gt; *b* _i_ !!python/object:x - &a *b: ~;=1+1 ![x](https://x.example/x) https://x.example",
    "# {mark} ]] os.execute('x') --[[ <https://x.example> www.x.example ::set-output name=x::y $ORIGIN \\\"",
    "``` {mark} ' || '' \\' \" <!-- <svg/onload=x> /* //x ÄÖ \u2014 \u4e2d =1",
)
"""All of them are one line of printable characters without braces in pairs, as the door lets them in."""
PLAIN = "Plain {mark} words"
"""The same place with a text that no format takes for anything else."""
MARK = re.compile(r"Zq(\d{3})z")
_LONGEST_NAME = 80
_NAMELESS = re.compile(r"[:,=]")


def mark(number: int) -> str:
    """Return the mark of a place, which stands in its text wherever that goes."""
    return f"Zq{number:03d}z"


def text_for(allowed: TypeAdapter[Any], form: str, number: int) -> str | None:
    """Return a form with its mark, or what of it a person's name may have where only that is let in; None where neither is."""
    text = form.replace("{mark}", mark(number))
    name = _NAMELESS.sub("", text)
    for each in (text, name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + name[-1]):
        try:
            allowed.validate_python(each)
        except ValidationError:
            continue
        return each
    return None
