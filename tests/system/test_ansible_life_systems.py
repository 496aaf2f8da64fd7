"""A host's life on Debian 13 and Ubuntu 24.04, and on Debian 12 with the newest ansible-core; with every release of ansible-core in the full run (`make proof-full`)."""

import os

import pytest

from tests.system.test_ansible_life import Cell, Life
from tests.twin.cores import NEWEST, OLDEST

FULL = pytest.mark.skipif(os.environ.get("CLUSTERGEN_FULL") != "1", reason="in the full run alone: CLUSTERGEN_FULL=1")


class TestDebian13(Life):
    cell = Cell(os="debian-13")


class TestUbuntuNewest(Life):
    cell = Cell(os="ubuntu-24.04", core=NEWEST)


@FULL
class TestDebian12Newest(Life):
    cell = Cell(os="debian-12", core=NEWEST)


@FULL
class TestDebian13Oldest(Life):
    cell = Cell(os="debian-13", core=OLDEST)


@FULL
class TestDebian13Newest(Life):
    cell = Cell(os="debian-13", core=NEWEST)


@FULL
class TestUbuntuOldest(Life):
    cell = Cell(os="ubuntu-24.04", core=OLDEST)


@FULL
class TestUbuntu(Life):
    cell = Cell(os="ubuntu-24.04")
