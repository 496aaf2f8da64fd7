"""The module that looks at a host: what programs print becomes facts, and a missing or failing one is no answer, not a wrong one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.playbooks.roles import module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LOOK = module("host_state")
UNITS = """\
Id=chrony.service
LoadState=loaded
ActiveState=active
ConditionResult=yes
ConditionTimestampMonotonic=8000000

Id=nope.service
LoadState=not-found
ActiveState=inactive
ConditionResult=no
ConditionTimestampMonotonic=0
"""


@pytest.fixture
def host(tmp_path: Path) -> Callable[..., Any]:
    """Return a host on which these programs are: `host(dcb="echo ...")`."""

    def make(**programs: str) -> Any:
        for name, body in programs.items():
            (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
            (tmp_path / name).chmod(0o755)
        return LOOK.Host(lambda name: str(tmp_path / name) if name in programs else None)

    return make


def test_units_are_those_that_were_asked_for(host: Callable[..., Any]) -> None:
    names = ["chrony.service", "nope.service"]
    found = LOOK.read_units(host(systemctl=f"cat <<'END'\n{UNITS}END"), names)
    assert {name: each["ActiveState"] for name, each in found.items()} == {
        "chrony.service": "active",
        "nope.service": "inactive",
    }
    assert LOOK.read_units(host(systemctl="exit 1"), names) is None
    assert LOOK.read_units(host(), names) is None
    assert LOOK.read_units(host(systemctl="exit 1"), []) == {}


def test_classes_of_a_port_are_read_from_dcb(host: Callable[..., Any]) -> None:
    """The keys are those of iproute2's dcb; where it does not tell, there is no answer."""
    say = "case $3 in pfc) echo '{\"prio_pfc\":[false,false,false,true,false,false,false,false]}';; app) echo '{\"dscp_prio\":[[26,3],[48,6]]}';; esac"
    told = LOOK.read_roce(host(dcb=say), {"rail0": 3})["rail0"]
    assert told == {"pfc": [0, 0, 0, 1, 0, 0, 0, 0], "dscp": {"26": 3, "48": 6}, "traffic_class": None, "marking": None}
    silent = host()
    assert set(LOOK.read_roce(silent, {"rail0": 3})["rail0"].values()) == {None}
    assert "dcb" in silent.missing
    assert LOOK.read_roce(host(dcb="echo nonsense"), {"rail0": 3})["rail0"]["pfc"] is None


def test_pings_tell_silence_from_a_small_mtu(host: Callable[..., Any]) -> None:
    """A payload of 8972 bytes is a packet of 9000; what answers 1252 only has a smaller MTU on the way; IPv6 has longer headers."""
    ask = [{"target": f"192.0.2.{n}", "source": "192.0.2.9", "bytes": 9000} for n in (1, 2, 3)]
    ping = (
        'case "$*" in *"-s 8972"*"192.0.2.1") exit 0;; *"-s 1252"*"192.0.2.2") exit 0;; esac\n'
        "echo 'PING x'; echo 'From 192.0.2.9 icmp_seq=1 Destination Host Unreachable'; exit 1"
    )
    assert LOOK.read_pings(host(ping=ping), ask) == [
        "ok",
        "small",
        "From 192.0.2.9 icmp_seq=1 Destination Host Unreachable",
    ]
    six = [{"target": "2001:db8::1", "source": "2001:db8::2", "bytes": 9000}]
    assert LOOK.read_pings(host(ping='case "$*" in *"-6 "*"-s 8952"*) exit 0;; esac; exit 1'), six) == ["ok"]
    assert LOOK.read_pings(host(), ask[:1]) == ["no ping program"]


def test_firewall_and_schedulers(host: Callable[..., Any]) -> None:
    chains = '{"nftables":[{"metainfo":{}},{"chain":{"name":"input","policy":"drop"}},{"chain":{"name":"from_pods"}},{"rule":{}}]}'
    assert LOOK.read_firewall(host(nft=f"echo '{chains}'"), "inet clustergen") == {"input": "drop", "from_pods": ""}
    assert LOOK.read_firewall(host(nft="echo 'No such file' >&2; exit 1"), "inet clustergen") is None
    assert LOOK.read_schedulers(host(sinfo="echo 'gpu01 idle'; echo 'gpu02 down*'"))["slurm"] == {
        "gpu01": "idle",
        "gpu02": "down*",
    }
    assert LOOK.read_schedulers(host()) == {"slurm": None, "kubernetes": None}


def test_the_machine_itself_answers(host: Callable[..., Any]) -> None:
    assert LOOK.read_sysctls(["net.ipv4.ip_forward", "net.no.such.key"])["net.no.such.key"] == ""
    assert LOOK.read_sysctls(["kernel.ostype"]) == {"kernel.ostype": "Linux"}
    say = 'echo \'[{"ifname":"lo","mtu":65536,"addr_info":[{"local":"127.0.0.1","prefixlen":8}]}]\''
    found = LOOK.read_interfaces(host(ip=say), ["lo", "rail0"])
    assert (found["lo"]["mtu"], found["lo"]["addresses"]) == (65536, ["127.0.0.1/8"])
    assert "rail0" not in found


def test_rdma_devices_have_their_ports(tmp_path: Path) -> None:
    for key, value in {"link_layer": "InfiniBand", "state": "4: ACTIVE", "rate": "400 Gb/sec (4X NDR)"}.items():
        place = tmp_path / "mlx5_0" / "ports" / "1" / key
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"{value}\n", encoding="utf-8")
    told = {"link_layer": "InfiniBand", "state": "4: ACTIVE", "rate": "400 Gb/sec (4X NDR)"}
    assert LOOK.read_rdma(str(tmp_path)) == {"mlx5_0": [told]}
