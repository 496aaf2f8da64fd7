"""Hosts that run pods, as Cilium's BGP control plane speaks for them: GoBGP, whose library Cilium has, by the custom resources of a rendered tree."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from pathlib import Path

    from generator.twin.bottle import Bottle

ESTABLISHED = 6
"""A session that is up, as GoBGP counts its states."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Whom every host calls, and with which numbers."""

    local_asn: int
    peer_asn: int
    peer: str
    hold_s: int
    keepalive_s: int
    retry_s: int


def read_calls(bgp: Path) -> Calls:
    """Read the one peer of the one instance, and the timers that its configuration has."""
    documents = {each["kind"]: each for each in yaml.safe_load_all(bgp.read_text(encoding="utf-8"))}
    (instance,) = documents["CiliumBGPClusterConfig"]["spec"]["bgpInstances"]
    (peer,) = instance["peers"]
    settings = documents["CiliumBGPPeerConfig"]
    assert peer["peerConfigRef"]["name"] == settings["metadata"]["name"]
    timers = settings["spec"]["timers"]
    return Calls(
        local_asn=instance["localASN"],
        peer_asn=peer["peerASN"],
        peer=peer["peerAddress"],
        hold_s=timers["holdTimeSeconds"],
        keepalive_s=timers["keepAliveTimeSeconds"],
        retry_s=timers["connectRetryTimeSeconds"],
    )


def start_speaker(bottle: Bottle, host: str, address: str, calls: Calls, folder: Path) -> None:
    """Start GoBGP on a host: it calls and does not listen, as Cilium's does."""
    timers = {"connect-retry": calls.retry_s, "hold-time": calls.hold_s, "keepalive-interval": calls.keepalive_s}
    settings = {
        "global": {"config": {"as": calls.local_asn, "router-id": address, "port": -1}},
        "neighbors": [
            {
                "config": {"neighbor-address": calls.peer, "peer-as": calls.peer_asn},
                "timers": {"config": timers},
                "afi-safis": [{"config": {"afi-safi-name": "ipv4-unicast"}}],
            }
        ],
    }
    file = folder / f"{host}.json"
    file.write_text(json.dumps(settings), encoding="utf-8")
    run = f"gobgpd -t json -f {file} --api-hosts 127.0.0.1:50051 >/run/gobgp-{host}.log 2>&1 & echo $! >/run/gobgp-{host}.pid"
    bottle.must("sh", "-c", run, netns=host)


def announce(bottle: Bottle, host: str, prefix: str, next_hop: str) -> None:
    """Announce a prefix, once the speaker answers."""
    add = f"gobgp global rib add {prefix} nexthop {next_hop} -a ipv4"
    bottle.must("sh", "-c", f"for n in $(seq 50); do {add} 2>/dev/null && exit 0; sleep 0.1; done; {add}", netns=host)


def withdraw(bottle: Bottle, host: str, *prefixes: str) -> None:
    """Take announced prefixes back."""
    for prefix in prefixes:
        bottle.must("gobgp", "global", "rib", "del", prefix, "-a", "ipv4", netns=host)


def stop_speaker(bottle: Bottle, host: str) -> None:
    """End a host's speaker, with a goodbye."""
    bottle.must(
        "sh",
        "-c",
        f"kill $(cat /run/gobgp-{host}.pid); while kill -0 $(cat /run/gobgp-{host}.pid) 2>/dev/null; do sleep 0.1; done",
    )


def neighbour(bottle: Bottle, host: str) -> dict[str, Any]:
    """What the host's speaker says of its one peer."""
    (found,) = json.loads(bottle.must("gobgp", "neighbor", "-j", netns=host))
    return dict(found)


def give_pod(bottle: Bottle, host: str, prefix: str, mtu_bytes: int) -> str:
    """Start a pod on the host: a namespace behind it with the third address of its prefix; gives the address."""
    base = prefix.rsplit(".", 1)[0]
    pod = f"{host}-pod"
    lines = [
        f"netns add {pod}",
        f"link add dev lxc0 mtu {mtu_bytes} netns {host} type veth peer name eth0 mtu {mtu_bytes} netns {pod}",
    ]
    bottle.must("ip", "-batch", "-", stdin="\n".join(lines) + "\n")
    inside = (
        f"link set dev lo up\nlink set dev eth0 up\naddr add {base}.2/24 dev eth0\nroute add default via {base}.1\n"
    )
    outside = f"link set dev lxc0 up\naddr add {base}.1/24 dev lxc0\n"
    bottle.must("ip", "-batch", "-", netns=pod, stdin=inside)
    bottle.must("ip", "-batch", "-", netns=host, stdin=outside)
    bottle.must("sysctl", "-qw", "net.ipv4.ip_forward=1", netns=host)
    return f"{base}.2"
