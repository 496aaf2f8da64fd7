"""udev names the ports of hosts: only the right functions, by what the hardware says of itself."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.draft import Draft
from generator.plan.hosts.port_names import port_names
from tests.conftest import EXAMPLES
from tests.judges.host_facts import host_files, ip_over_infiniband, kinds, plan_with
from tests.judges.udev import INFINIBAND, Function, RulesError, renamed
from tests.specs import Spec

pytestmark = pytest.mark.proof
NAMES = "etc/udev/rules.d/70-persistent-net.rules"
Find = Callable[[str], str]


def test_every_port_gets_its_name(
    plans: Callable[[str], Draft], program: Find, proven: Callable[[str, str], None]
) -> None:
    """Each PCI function that the catalog knows is renamed, found in any order."""
    program("udevadm")
    seen: dict[str, int] = {}
    for plan in map(plans, EXAMPLES):
        files = host_files(plan)
        for host in kinds(plan, files):
            rules = files[host.name][NAMES]
            known = [port for port in port_names(plan, host) if port.by == "pci"]
            if known and rules not in seen:
                found = [Function(f"eth{number}", port.key) for number, port in enumerate(reversed(known))]
                expected = {each.interface: port.name for each, port in zip(found, reversed(known), strict=True)}
                assert renamed(rules, found) == expected
                seen[rules] = len(known)
    proven("udevadm test", f"{sum(seen.values())} ports of {len(seen)} kinds of hosts renamed by PCI address")


def test_only_the_port_itself_is_named(plans: Callable[[str], Draft], program: Find) -> None:
    """Virtual functions, representors, subfunctions, and ports of the wrong kind keep their names."""
    program("udevadm")
    rules = host_files(plans("roce-16"))["gpu01"][NAMES]
    others = [
        Function("virtual", "0000:18:00.2"),
        Function("repr", "0000:18:00.0", phys_port_name="pf0vf3"),
        Function("distant", "0000:18:00.0", phys_port_name="c1pf0sf88"),
        Function("subf", "0000:18:00.0", below="mlx5_core.sf.4"),
        Function("ib0", "0000:18:00.0", kind=INFINIBAND),
        Function("bridge9", ""),
    ]
    uplink = Function("up", "0000:40:00.0", phys_port_name="p0")
    expected = {each.interface: each.interface for each in others} | {"up": "rail1"}
    assert renamed(rules, [*others, uplink]) == expected


@pytest.mark.parametrize(
    ("before", "after", "function"),
    [
        ("*pf[0-9]*", "none", Function("eth0", "0000:18:00.0", phys_port_name="pf0vf3")),
        ('SUBSYSTEMS=="auxiliary"', 'SUBSYSTEMS=="none"', Function("eth0", "0000:18:00.0", below="mlx5_core.sf.4")),
        (', ATTR{type}=="1"', "", Function("eth0", "0000:18:00.0", kind=INFINIBAND)),
    ],
)
def test_each_exception_is_needed(
    before: str, after: str, function: Function, plans: Callable[[str], Draft], program: Find
) -> None:
    """Without it the wrong interface takes the rail's name."""
    program("udevadm")
    rules = host_files(plans("roce-16"))["gpu01"][NAMES]
    assert before in rules
    assert renamed(rules.replace(before, after), [function]) == {"eth0": "rail0"}


def test_mac_addresses_and_guids(tmp_path: Path, program: Find) -> None:
    """A port of an unknown place is named by its card; what borrows its address is not."""
    program("udevadm")

    def assets(spec: Spec) -> None:
        ip_over_infiniband(spec)
        macs = {"mgmt0": "02:00:00:00:00:aa", "frontend0": "02:00:00:00:00:01"}
        spec["assets"] = {
            "control1": {"macs": macs},
            "storage1": {"guids": {"storage0": "0x0c42a103008b3bd0"}},
        }

    files = host_files(plan_with("ib-256", "rocky-9", tmp_path, assets))
    functions = [
        Function("eno1", "0000:02:00.0", "02:00:00:00:00:aa"),
        Function("eno2", "0000:03:00.0", "02:00:00:00:00:01"),
        Function("eno3", "0000:03:00.1", "02:00:00:00:00:02"),
        Function("vlan", "", "02:00:00:00:00:aa"),
    ]
    expected = {"eno1": "mgmt0", "eno2": "frontend0", "eno3": "eno3", "vlan": "vlan"}
    assert renamed(files["control1"][NAMES], functions) == expected
    queue = "00:00:10:49:fe:80:00:00:00:00:00:00:"
    ports = [
        Function("ib0", "0000:04:00.0", queue + "0c:42:a1:03:00:8b:3b:d0", INFINIBAND),
        Function("ib0.8001", "0000:04:00.0", queue + "0c:42:a1:03:00:8b:3b:d0", INFINIBAND),
        Function("ib1", "0000:05:00.0", queue + "0c:42:a1:03:00:8b:3b:d1", INFINIBAND),
    ]
    expected = {"ib0": "storage0", "ib0.8001": "ib0.8001", "ib1": "ib1"}
    assert renamed(files["storage1"][NAMES], ports) == expected


def test_udev_says_what_it_cannot_read(plans: Callable[[str], Draft], program: Find) -> None:
    """A planted fault of form is not passed over."""
    program("udevadm")
    rules = host_files(plans("roce-16"))["gpu01"][NAMES]
    for fault in ('KERNELZ=="', 'KERNELS="', 'ATTR{type}="'):
        key = fault.partition("=")[0].replace("KERNELZ", "KERNELS")
        with pytest.raises(RulesError):
            renamed(rules.replace(f'{key}=="', fault), [Function("eth0", "0000:18:00.0")])
