"""What the role `users` finds to do, from lines as getent prints them."""

from __future__ import annotations

from typing import Any

from tests.playbooks.roles import filters

ADA = {"name": "ada", "uid": 2001, "who": "Ada L", "groups": ["ops"], "home": "/home/ada", "sudo": True}
OPS = {"name": "ops", "gid": 3000}
PASSWD = ["ada:x:2001:2001:Ada L:/home/ada:/bin/bash"]
GROUP = ["root:x:0:", "ada:x:2001:", "ops:x:3000:ada,bob", "adm:x:4:ada,syslog"]


def _steps(
    passwd: list[str] = PASSWD, group: list[str] = GROUP, left: tuple[str, ...] = (), **other: Any
) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = filters("account_steps")["account_steps"](passwd, group, [ADA | other], [OPS], left)
    return found


def test_nothing_is_done_where_all_is_so() -> None:
    """Whatever other groups somebody has put it in."""
    assert _steps() == {"faults": [], "groups": [], "accounts": [], "lock": []}


def test_a_fresh_host_is_given_all() -> None:
    """Groups first: that of the account has its number."""
    steps = _steps([], ["root:x:0:"])
    assert steps["groups"] == [OPS, {"name": "ada", "gid": 2001}]
    assert [(each["name"], each["groups"]) for each in steps["accounts"]] == [("ada", ["ops"])]


def test_what_differs_is_changed_and_strangers_stay() -> None:
    """A membership that the plan does not have in a group of the plan goes; one in another group stays."""
    (account,) = _steps(groups=[])["accounts"]
    assert account["groups"] == ["adm"]
    for line in ("ada:x:2001:2001::/home/ada:/bin/bash", "ada:x:2001:2001:Ada L:/home/ada:/usr/sbin/nologin"):
        assert _steps([line])["accounts"], line
    assert _steps(["ada:x:2001:100:Ada L:/home/ada:/bin/bash"])["accounts"]


def test_numbers_that_others_have_are_told() -> None:
    """By name, with the way out."""
    assert (
        "ada has the uid 1005 here, but the plan has 2001"
        in _steps(["ada:x:1005:1005::/home/ada:/bin/sh"])["faults"][0]
    )
    assert _steps(["old:x:2001:2001::/:/bin/sh"])["faults"] == [
        "old has the uid 2001 here, which the plan assigns to ada: set another one for ada"
    ]
    assert "groupmod --gid 3000 ops" in _steps(group=["ops:x:999:", "ada:x:2001:"])["faults"][0]
    assert _steps(group=["old:x:3000:", "ada:x:2001:"])["faults"] == [
        "the group old has the gid 3000 here, which the plan assigns to ops: set another one for ops"
    ]


def test_who_has_left_is_locked_once() -> None:
    """Who was never here, and who is locked, needs nothing; an account of the system is never locked."""
    bob = "bob:x:2002:2002::/home/bob:"
    assert _steps([*PASSWD, bob + "/bin/bash"], left=("bob", "carol"))["lock"] == ["bob"]
    assert _steps([*PASSWD, bob + "/usr/sbin/nologin"], left=("bob",))["lock"] == []
    assert "cannot be locked" in _steps([*PASSWD, "www:x:33:33::/:/bin/sh"], left=("www",))["faults"][0]
