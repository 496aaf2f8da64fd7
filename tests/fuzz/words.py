"""What is put where it does not belong: payloads for everything that reads our text, and values of odd kinds and sizes."""

import random
from typing import Any

PAYLOADS = (
    "{{{{ lookup('pipe', 'touch {canary}') }}}}", "{{%% for x in y %%}}", "{{# x", "$(touch {canary})", "`touch {canary}`", "; touch {canary} #", "' ; touch {canary} ; '",
    '"; touch {canary}; "', "| touch {canary}", "&& touch {canary}", "x\ntouch {canary}\n", "x\r\nProlog=/tmp/x", "=cmd|' /C touch {canary}'!A1", "@SUM(1)", "+1+1", "-1-1", "\t=1",
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "]]><x/>", "&lt;", "[x](javascript:alert(1))", "| a | b |", "::error::x", "%0A::error::x", "\x1b[2J\x1b]0;x\x07",
    "\u202etxt", "\u2028", "\x00", "\x7f", "\x9b31m", "$INCLUDE /etc/passwd", "%include /etc/passwd", "!include /etc/passwd", "!!python/object/apply:os.system [touch {canary}]",
    "../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:1/", "%s%s%n", "${{jndi:ldap://127.0.0.1:1/x}}", "a" * 300, "a" * 70_000, "Ä", "名", "\ud7ff", "\U0010ffff",
    "localhost", "all", "~", "null", "yes", "0x1f", "1e400", ".inf", "-", "--help", "-o", "*", "?", "\\", "'", '"', "", " ", "  x  ", "x y", "CON", ".", "..", "a..b", "-a", "a-",
)  # fmt: skip
"""Texts; {canary} is a file that must never come to be."""
ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 7, 63, 64, 65, 127, 128, 200, 4094, 4095, 65_535, 65_536, 1_000_000, 10**9, 10**18, 10**30, -(10**12), 3.5, -0.0, 1e308, 1e-300,
    [], {}, [[]], [None], [1, 1], {"": 1}, {"a": {"b": {"c": {}}}}, "10.0.0.0/8", "10.0.0.0/30", "10.0.0.0/31", "0.0.0.0/0", "::/0", "fd00::/8", "127.0.0.1", "224.0.0.1", "255.255.255.255",
    "10.0.0.1/33", "fe80::1", "02:00:00:00:00:01", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00", "0x0c42a103008b3bd0", "sn5600", "sn2201", "sn4600c", "dgx-h100", "server-1u", "roce", "infiniband",
    "ethernet", "sonic", "cumulus", "eos", "fat-tree", "rail-only", "rail-optimized", "single-switch", "compute", "storage", "frontend", "oob", "/usr", "/", "/data", "/a/../b", "rw,suid",
)  # fmt: skip


def payload(dice: random.Random, canary: str) -> str:
    """Return a text that somebody could want executed."""
    return dice.choice(PAYLOADS).format(canary=canary)


def odd(dice: random.Random, canary: str) -> Any:
    """Return any value: a payload half of the time."""
    return payload(dice, canary) if dice.random() < 0.5 else dice.choice(ODD)
