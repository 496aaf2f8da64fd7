"""FRR reads every frr.conf, and the compute fabrics of three examples run: real daemons, hosts with their own files, routes and pings."""

from __future__ import annotations

import itertools
import subprocess
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Network
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from generator.analysis.analyse import analyse_fabric
from generator.analysis.close import close
from generator.render.backends import sonic
from generator.twin import echoes
from generator.twin.frr import check_syntax
from generator.twin.kernel_tables import lookup
from generator.twin.tree import Tree
from generator.twin.twin import Twin
from tests.conftest import HALLS
from tests.ours import TEMPLATES
from tests.twin import counters, failing, flows
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof

EXAMPLES = sorted({path.parent.name for path in Path(__file__).parents[2].glob("examples/*/cluster.yaml")} - set(HALLS))

# Measured at 11 s on two cores; the rest is room for a busy machine.
CONVERGE_S = 120.0
BY_BFD = {"Cease/BFD Down"}
# So many flows for each path, and so far may a path's share be from its part: chance alone strays by 7 % (1 / sqrt(200)), six times that never.
FLOWS_A_PATH = 200
BAND = 0.42
ROCE_BYTES = 4096
# After a failure so many hosts ping all others: a NIC that is gone costs every one that asks it 1.2 s.
ASKING_HOSTS = 4


@pytest.mark.parametrize("example", EXAMPLES)
def test_frr_takes_every_file(example: str, rendered: Callable[[str], Path], program: Callable[[str], str]) -> None:
    program("vtysh")
    directories = Tree(rendered(example)).frr_dirs()
    assert directories, "every example has a fabric that FRR routes"
    with ThreadPoolExecutor() as pool:
        refused = {
            path.name: said for path, said in zip(directories, pool.map(check_syntax, directories), strict=True) if said
        }
    assert not refused


@pytest.mark.parametrize("example", HALLS)
def test_frr_takes_files_of_a_hall(
    example: str, plans: Callable[[str], Draft], program: Callable[[str], str], tmp_path: Path
) -> None:
    """Every sixteenth: a thousand switches differ in their numbers alone."""
    program("vtysh")
    made = (each for each in sonic.render(plans(example), TEMPLATES) if each.path.endswith("frr.conf"))
    directories = []
    for artifact in itertools.islice(made, 0, None, 16):
        directories.append((tmp_path / artifact.path).parent)
        directories[-1].mkdir(parents=True)
        (tmp_path / artifact.path).write_text(artifact.content, encoding="utf-8")
    assert len(directories) > 16
    with ThreadPoolExecutor() as pool:
        assert not [said for said in pool.map(check_syntax, directories) if said]


def test_frr_refuses_a_typo(rendered: Callable[[str], Path], program: Callable[[str], str], tmp_path: Path) -> None:
    program("vtysh")
    directory = Tree(rendered("roce-16")).frr_dirs()[0]
    text = (directory / "frr.conf").read_text(encoding="utf-8")
    (tmp_path / "frr.conf").write_text(text.replace(" bgp router-id", " bgp roter-id", 1), encoding="utf-8")
    (problem,) = check_syntax(tmp_path)
    assert "Unknown command" in problem
    assert "roter-id" in problem


@pytest.fixture(scope="module", params=["roce-16", "roce-64", "roce-256"])
def twin(
    request: pytest.FixtureRequest, rendered: Callable[[str], Path], program: Callable[[str], str]
) -> Iterator[Twin]:
    """The example's compute fabric, wired and started; every test leaves it whole."""
    require(program)
    with Twin(rendered(request.param), "compute") as twin:
        twin.up()
        yield twin


@pytest.fixture
def spine(twin: Twin) -> str:
    return next(name for name in twin.switches if name not in twin.leaves)


@pytest.fixture(scope="module")
def frr(program: Callable[[str], str]) -> str:
    """FRR and its version, as zebra tells it."""
    said = subprocess.run((program("zebra"), "--version"), capture_output=True, text=True, check=True)
    return f"FRR {said.stdout.split()[2]}"


def test_it_converges(twin: Twin, frr: str, proven: Callable[[str, str], None]) -> None:
    seconds = twin.wait_converged(CONVERGE_S)
    size = f"{len(twin.switches)} switches, {len(twin.links)} BGP and BFD sessions"
    proven(frr, f"{twin.tree.root.name}: {size}, converged in {seconds:.1f} s")
    assert len(twin.leaves) > 1
    assert not twin.notes


def test_both_ends_of_a_host_cable_agree(twin: Twin) -> None:
    """The host's address, by its own file, and the leaf port's are the two of one prefix, and no packet of the host is too long for the port."""
    for rail in twin.rails:
        (port,) = (
            each for each in twin.tree.config(rail.leaf.device).port_addresses(rail.leaf.interface) if each.version == 4
        )
        assert isinstance(port.network, IPv4Network)
        assert set(port.network.hosts()) == {port.ip, rail.address.ip}
        assert twin.tree.host(rail.nic.device)[rail.nic.interface].mtu_bytes <= twin.tree.mtu_bytes(rail.leaf)


def test_hosts_have_the_settings_of_their_files(twin: Twin) -> None:
    """What sysctl.d says stands in the kernel of the host's namespace, for keys that a namespace has."""
    host = twin.hosts[0]
    said = twin.bottle.must("sysctl", "-n", "net.ipv4.conf.all.arp_ignore", "net.ipv4.conf.all.rp_filter", netns=host)
    assert said.split() == ["1", "2"]


def test_every_switch_answers_every_leaf(twin: Twin) -> None:
    """With the longest packet that the ports take; one byte more does not leave."""
    twin.wait_converged(CONVERGE_S)
    mtu = min(twin.tree.mtu_bytes(end) for link in twin.links for end, _ in link.ends())
    longest = mtu - echoes.HEADERS_BYTES[4]
    assert twin.silent_loopbacks(size_bytes=longest) == []
    leaf = twin.leaves[0]
    others = [twin.tree.loopback(name).ip for name in twin.leaves if name != leaf]
    assert twin.ping(leaf, twin.tree.loopback(leaf).ip, others, size_bytes=longest + 1) == set(others)


def test_the_kernel_uses_every_cable(twin: Twin) -> None:
    """Counted from the rows of cables.csv alone: all uplinks to another leaf, all cables of a pair to a spine."""
    twin.wait_converged(CONVERGE_S)
    pairs = Counter((near.device, far.device) for link in twin.links for near, far in link.ends())
    for leaf in twin.leaves:
        fib = twin.fib(leaf)
        uplinks = {near.interface for link in twin.links for near, _ in link.ends() if near.device == leaf}
        for other in set(twin.switches) - {leaf}:
            wanted = len(uplinks) if other in twin.leaves else pairs[leaf, other]
            assert len(fib[twin.tree.loopback(other).network]) == wanted, f"{leaf} to {other}"
        for rail in twin.rails:
            if rail.leaf.device != leaf:
                assert lookup(fib, rail.address.ip) == uplinks, f"{leaf} to {rail.address}"


def test_every_rail_answers_every_rail(twin: Twin, frr: str, proven: Callable[[str, str], None]) -> None:
    """All pairs of NICs of unlike hosts, on one rail and across rails, with the longest packet that the hosts send; one byte more is refused."""
    twin.wait_converged(CONVERGE_S)
    mtu = min(twin.tree.host(rail.nic.device)[rail.nic.interface].mtu_bytes for rail in twin.rails)
    longest = mtu - echoes.HEADERS_BYTES[4]
    begin = time.monotonic()
    assert twin.silent_rails(size_bytes=longest) == []
    seconds = time.monotonic() - begin
    rail = twin.rails[0]
    far = {each.nic for each in twin.rails if each.nic.device != rail.nic.device}
    assert twin.silent_pairs([rail], size_bytes=longest + 1, retries=0) == {(rail.nic, nic) for nic in far}
    pairs = sum(1 for near in twin.rails for far in twin.rails if near.nic.device != far.nic.device)
    proven(frr, f"{twin.tree.root.name}: {pairs:,} pairs of NICs, on a rail and across, {mtu} bytes, {seconds:.1f} s")


def test_flows_spread_over_all_equal_paths(twin: Twin, frr: str, proven: Callable[[str, str], None]) -> None:
    """Between two NICs, each flow from a source port of its own: the leaf's uplinks, and on the way down all spines' ports."""
    twin.wait_converged(CONVERGE_S)
    up, down = _spread(twin, FLOWS_A_PATH)
    assert max(abs(share - 1) for share in up) < BAND, up
    assert max(abs(share - 1) for share in down) < BAND, down
    name = twin.tree.root.name
    proven(
        frr,
        f"{name}: {FLOWS_A_PATH * len(up):,} flows, each of {len(up)} uplinks {min(up):.2f} to {max(up):.2f} of an even share",
    )
    proven(frr, f"{name}: the same on {len(down)} ports of the spines, {min(down):.2f} to {max(down):.2f}")


def test_the_spread_is_measured(twin: Twin) -> None:
    """A leaf that hashes by addresses alone sends all flows of two NICs one way, and the counters say so."""
    twin.wait_converged(CONVERGE_S)
    policy = "net.ipv4.fib_multipath_hash_policy"
    leaf = twin.rails[0].leaf.device
    twin.bottle.must("sysctl", "-qw", f"{policy}=0", netns=leaf)
    try:
        up, _ = _spread(twin, 10)
    finally:
        twin.bottle.must("sysctl", "-qw", f"{policy}=1", netns=leaf)
    assert max(up) > 0.9 * len(up)


def test_a_cut_cable_is_missed_and_found_again(twin: Twin) -> None:
    """One uplink flaps: the twin sees it, and FRR 8.4, which may lose paths here for good, must not."""
    twin.wait_converged(CONVERGE_S)
    end = next(near for link in twin.links for near, _ in link.ends() if near.device == twin.leaves[0])
    twin.set_port(end, "down")
    try:
        assert twin.differences()
    finally:
        twin.set_port(end, "up")
    twin.wait_converged(CONVERGE_S)


@pytest.mark.parametrize("twin", ["roce-64", "roce-256"], indirect=True)
@pytest.mark.parametrize("kind", ["host link", "leaf to spine link", "leaf", "spine"])
def test_a_failure_costs_what_the_analysis_says(
    kind: str, twin: Twin, plans: Callable[[str], Draft], frr: str, proven: Callable[[str, str], None]
) -> None:
    """The worst of its kind fails: Gb/s that go dark, hosts touched and cut off, parts left, and which NICs answer, are as predicted."""
    name = twin.tree.root.name
    (predicted,) = (each for each in analyse_fabric(close(plans(name)), "compute").failures if each.kind == kind)
    twin.wait_converged(CONVERGE_S)
    with failing.failed(twin, kind, failing.names(kind, predicted.worst)):
        lost_s = twin.wait_converged(CONVERGE_S)
        outcome, wrong = failing.measure(twin, ASKING_HOSTS)
        assert outcome == failing.Outcome(
            gbps=predicted.gbps,
            hosts_touched=predicted.hosts_touched,
            host_part=predicted.host_part,
            hosts_cut_off=predicted.hosts_cut_off,
            parts=predicted.parts,
        )
        assert twin.silent_loopbacks() == []
        assert wrong == []
    back_s = twin.wait_converged(CONVERGE_S)
    assert twin.silent_rails(sources={twin.hosts[0], twin.hosts[-1]}) == []
    cost = f"{predicted.gbps:g} Gb/s, hosts touched {predicted.hosts_touched}, cut off {predicted.hosts_cut_off}, as predicted"
    proven(
        frr,
        f"{name}: {kind} {predicted.worst} fails, {cost}; routes right after {lost_s:.1f} s, back after {back_s:.1f} s",
    )


def test_a_silent_spine_is_left_by_bfd(twin: Twin, spine: str, frr: str, proven: Callable[[str, str], None]) -> None:
    """Its links stay up and nothing answers: without BFD the leaves would send into it for the whole hold time."""
    twin.wait_converged(CONVERGE_S)
    for leaf in twin.leaves:
        counters.note_farewells(twin.bottle, leaf)
    twin.freeze(spine)
    try:
        seconds = twin.wait_converged(CONVERGE_S)
        assert twin.silent_rails(sources=set(twin.hosts[::8])) == []
        # Told by the switches: how long it takes depends on what else the machine does
        assert {reason for leaf in twin.leaves for reason in counters.farewells(twin.bottle, leaf)} == BY_BFD
    finally:
        twin.thaw(spine)
    twin.wait_converged(CONVERGE_S)
    proven(frr, f"{twin.tree.root.name}: {spine} falls silent, left by BFD after {seconds:.1f} s")


def test_nothing_is_left_behind(rendered: Callable[[str], Path], program: Callable[[str], str]) -> None:
    """Namespaces and daemons die with the bottle's first process."""
    require(program)
    ports = _ports_here()
    with Twin(rendered("roce-16"), "compute") as twin:
        twin.up()
        daemons = twin.bottle.processes()
    assert len(daemons) > 3 * len(twin.switches)
    assert not [pid for pid in daemons if Path(f"/proc/{pid}").exists()]
    assert _ports_here() == ports


def _ports_here() -> set[str]:
    return {path.name for path in Path("/sys/class/net").iterdir()}


def _spread(twin: Twin, flows_a_path: int) -> tuple[list[float], list[float]]:
    """Send flows from the first NIC to one on another leaf: each uplink's part of an even share, and each spine port's towards that leaf."""
    near = twin.rails[0]
    far = next(
        rail for rail in twin.rails if near.nic.device != rail.nic.device and near.leaf.device != rail.leaf.device
    )
    spines = [name for name in twin.switches if name not in twin.leaves]
    ways = {near.leaf.device: twin.expected(near.leaf.device)[far.leaf.device]}
    ways |= {spine: twin.expected(spine)[far.leaf.device] for spine in spines}
    paths = len(ways[near.leaf.device])
    before = {switch: counters.sent_bytes(twin.bottle, switch) for switch in ways}
    words = (str(near.address.ip), str(far.address.ip), str(flows_a_path * paths), str(ROCE_BYTES))
    twin.bottle.must("python3", flows.__file__, *words, netns=near.nic.device)
    after = {switch: counters.sent_bytes(twin.bottle, switch) for switch in ways}
    sent = {switch: [after[switch][port] - before[switch][port] for port in ports] for switch, ports in ways.items()}
    up, down = sent.pop(near.leaf.device), [each for ports in sent.values() for each in ports]
    # The least is what nothing lost comes to; BGP and BFD on the same ports add a little.
    assert sum(up) >= flows_a_path * paths * ROCE_BYTES
    return [each * len(up) / sum(up) for each in up], [each * len(down) / sum(down) for each in down]
