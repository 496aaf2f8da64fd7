"""Which release a switch runs, as its image says it, and which releases the files of a tree are for."""

from __future__ import annotations

import pytest

from tests.playbooks.roles import filters
from tests.twin.switch_stand_ins import EOS_VERSION, LSB_RELEASE, SONIC_VERSION

FILTERS = filters("switch_releases")
_OS_RELEASE = (
    'NAME="Cumulus Linux"\nVERSION_ID=5.15.0\nVERSION="Cumulus Linux 5.15.0"\nID=cumulus-linux\nID_LIKE=debian\n'
)


@pytest.mark.parametrize(
    ("system", "said", "release"),
    [
        ("sonic", SONIC_VERSION.format(release="202505"), "202505"),
        ("sonic", "build_version: '202411.77-0a1b2c3'\nrelease: '202505'\n", "202505"),
        ("sonic", "build_version: '202411.77-0a1b2c3'\nrelease: 'none'\n", "202411"),
        ("sonic", "build_version: 'SONiC.20231110.19'\n", "202311"),
        ("sonic", "build_version: 'master.904217-0a1b2c3'\nrelease: 'none'\n", ""),
        ("sonic", "build_version: '4.4.0-Enterprise'\n", ""),
        ("cumulus", LSB_RELEASE.format(release="5.15"), "5.15.1"),
        ("cumulus", _OS_RELEASE, "5.15.0"),
        ("cumulus", 'DISTRIB_ID=Ubuntu\nDISTRIB_RELEASE=24.04\nNAME="Ubuntu"\nVERSION_ID="24.04"\n', ""),
        ("eos", EOS_VERSION.format(release="4.34"), "4.34.1F"),
        ("eos", "Software image version: 4.33.0F-39050855.4330F (engineering build)\n", "4.33.0F-39050855.4330F"),
        ("eos", "Cisco Nexus Operating System (NX-OS) Software\n", ""),
        *((system, said, "") for system in ("sonic", "cumulus", "eos") for said in ("", None, "\x1b[31m", "{{ 1 }}")),
    ],
)
def test_a_release_is_what_the_image_names(system: str, said: object, release: str) -> None:
    assert FILTERS["switch_release"](said, system) == release


@pytest.mark.parametrize("system", ["sonic", "cumulus", "eos"])
def test_what_a_switch_says_is_no_expression_and_has_an_end(system: str) -> None:
    """A switch says what it likes: nothing of it is longer than a release, or has a character that an expression or a terminal would take."""
    head = {
        "sonic": "release: '",
        "cumulus": 'DISTRIB_ID="Cumulus Linux"\nDISTRIB_RELEASE=',
        "eos": "Software image version: ",
    }
    for said in ("4{{ lookup('pipe', 'id') }}", "4" * 100_000, "4\x1b[31m", "4\n" * 100_000):
        found = FILTERS["switch_release"](head[system] + said, system)
        assert len(found) <= 33
        assert not set(found) & set("{}'\x1b\n ")


@pytest.mark.parametrize(
    ("runs", "planned", "fits"),
    [
        ("202505", "202505", True),
        ("202411", "202505", False),
        ("5.15.1", "5.15", True),
        ("5.1.5", "5.15", False),
        ("5.16.0", "5.15", False),
        ("5.15", "5.15.1", False),
        ("4.34.1F", "4.34", True),
        ("4.33.0F-39050855.4330F", "4.34", False),
        ("", "4.34", False),
        ("4.34.1F", "", False),
        ("", "", False),
    ],
)
def test_files_fit_their_release_and_what_maintains_it(runs: str, planned: str, fits: bool) -> None:
    """An unknown one fits none."""
    assert FILTERS["release_fits"](runs, planned) is fits
