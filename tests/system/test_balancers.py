"""Gateways of an object store that share addresses: HAProxy and keepalived read the rendered files, and requests pass while a gateway, a balancer or a host is away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.render.backends import host_balancer, host_firewall
from tests.balancer_specs import ADDRESSES, balanced
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.balancer_bed import BalancerBed
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

ONE, OTHER = ADDRESSES
HAPROXY, KEEPALIVED, FIREWALL = (
    "etc/haproxy/haproxy.cfg",
    "etc/keepalived/keepalived.conf",
    "etc/clustergen/firewall.nft",
)
CONFIG_TEST = ("unshare", "--pid", "--fork", "keepalived", "--config-test")
"""As the role runs it."""
PROGRAMS = ("gateway", "haproxy", "keepalived")
CONNECT = 3.0
"""Seconds after which a balancer passes over a gateway that does not answer (`timeout connect`)."""
MOVED = 6.0
"""Seconds within which an address moves: two checks of a second that fail, of two seconds each at most, or three silent intervals of VRRP; and one interval more."""
HELD, UP = (
    'clustergen_s3_address_held{{tier="objects",address="{}"}}',
    'clustergen_s3_gateway_up{{tier="objects",gateway="{}"}}',
)

_LEAF = """
table bridge leaf {
  chain forward {
    type filter hook forward priority filter
    ip protocol 112 drop
  }
}
"""


@pytest.fixture
def bed(tmp_path: Path, program: Callable[[str], str]) -> BalancerBed:
    """The gateways of a store, with their files."""
    require(program)
    for name in ("haproxy", "keepalived", "nft", "curl", "openssl"):
        program(name)
    plan = plan_data(balanced(), tmp_path)
    closed = close(plan)
    firewalls = made_for(plan, host_firewall.render(closed, TEMPLATES))
    files = made_for(plan, host_balancer.render(closed, TEMPLATES))
    return BalancerBed(plan, {host: texts | firewalls[host] for host, texts in files.items()}, tmp_path / "bed")


def started(bed: BalancerBed) -> None:
    """Start all programs of all gateways, and wait until each holds its address."""
    for host in bed.names:
        for each in PROGRAMS:
            bed.start(host, each)
    usual(bed)


def usual(bed: BalancerBed) -> None:
    """Wait until each gateway holds its address, and both balancers find both gateways."""
    bed.until(
        30, lambda: [bed.held(each) for each in ADDRESSES] == [[name] for name in bed.names], "an address for each"
    )
    bed.until(15, lambda: all(bed.report(host)[UP.format(each)] for host in bed.names for each in bed.names), "both up")


def test_requests_pass_while_something_is_away(bed: BalancerBed, proven: Callable[[str, str], None]) -> None:
    with bed:
        for host in bed.names:
            bed.must(host, "haproxy", "-c", "-f", f"/{HAPROXY}")
            bed.must(host, *CONFIG_TEST)
        started(bed)
        for each in ADDRESSES:
            assert {bed.ask(each) for _ in range(8)} == {*bed.names}

        bed.stop("storage1", "gateway")
        without_gateway = bed.silence(ONE, 6, CONNECT)
        assert without_gateway < CONNECT
        assert bed.held(ONE) == ["storage1"]
        assert [bed.report(host)[UP.format("storage1")] for host in bed.names] == [0, 0]
        bed.start("storage1", "gateway")
        usual(bed)

        bed.stop("storage1", "haproxy")
        without_balancer = bed.silence(ONE, 8)
        assert without_balancer < MOVED
        assert [bed.held(each) for each in ADDRESSES] == [["storage2"], ["storage2"]]
        bed.start("storage1", "haproxy")
        usual(bed)

        bed.bottle.must("ip", "link", "set", "storage1", "down")
        without_host = bed.silence(ONE, 10, CONNECT + 1)
        assert without_host < MOVED + CONNECT
        assert "storage2" in bed.held(ONE)
        bed.bottle.must("ip", "link", "set", "storage1", "up")
        usual(bed)

        for host in bed.names:
            bed.stop(host, "gateway")
        bed.until(
            12,
            lambda: not any(bed.report(host)[UP.format(each)] for host in bed.names for each in bed.names),
            "both down",
        )
        assert [bed.held(each) for each in ADDRESSES] == [[name] for name in bed.names]
        assert bed.ask(ONE) == ""
    times = f"{without_gateway:.1f} s without a gateway, {without_balancer:.1f} s without a balancer, {without_host:.1f} s without a host"
    proven("HAProxy, keepalived", f"addresses of an object store: the longest time between two answers was {times}")


def test_faults_that_are_planted_are_found(bed: BalancerBed) -> None:
    """A leaf that stops VRRP gives an address two holders, and a certificate without the name of the store takes its gateway out: the report has both."""
    bed.sign("storage2", "DNS:storage2")
    with bed:
        bed.bottle.must("nft", "-f", "-", stdin=_LEAF)
        for host in bed.names:
            for each in PROGRAMS:
                bed.start(host, each)
        bed.until(20, lambda: bed.held(ONE) == bed.names, "two holders")
        assert sum(bed.report(host)[HELD.format(ONE)] for host in bed.names) == len(bed.names)
        bed.until(15, lambda: not bed.report("storage1")[UP.format("storage2")], "storage2 is out")
        # With two holders, some requests fail
        assert {bed.ask(ONE) for _ in range(6)} <= {"storage1", ""}


@pytest.mark.parametrize(
    ("path", "planted", "instead", "command"),
    [
        (HAPROXY, "balance leastconn", "balance leastcon", ("haproxy", "-c", "-f", f"/{HAPROXY}")),
        (
            HAPROXY,
            "/etc/clustergen/tls/authority.crt",
            "/etc/clustergen/tls/other.crt",
            ("haproxy", "-c", "-f", f"/{HAPROXY}"),
        ),
        (HAPROXY, "default_backend gateways", "default_backend gateway", ("haproxy", "-c", "-f", f"/{HAPROXY}")),
        (KEEPALIVED, "virtual_router_id 2", "virtual_router_id 1", CONFIG_TEST),
        (KEEPALIVED, "interface bond0", "interface bond9", CONFIG_TEST),
        (KEEPALIVED, "    ready\n", "    reddy\n", CONFIG_TEST),
    ],
)
def test_programs_refuse_files_with_faults(
    bed: BalancerBed, path: str, planted: str, instead: str, command: tuple[str, ...]
) -> None:
    file = bed.folder / "storage1" / path
    text = file.read_text(encoding="utf-8")
    assert planted in text
    file.write_text(text.replace(planted, instead), encoding="utf-8")
    with bed:
        assert bed.run("storage1", *command).returncode != 0
        bed.must("storage2", *command)
