"""The list of checks of a host, in the order in which they run: it follows from the host's model and the spec, for both schedulers."""

from collections.abc import Iterable, Iterator

from generator.plan.health.check import HOST, NOTICE, PORT, RAIL, REPORT, Check, words
from generator.plan.health.gpu_checks import gpu_checks
from generator.plan.health.hardware import HealthyHost, PortCheck
from generator.plan.health.link_errors import link_checks

_FULL_PERCENT = 95
"""Where the alert of full file systems begins (catalog/alerts/hosts)."""
_SYSTEM_PATHS = ("/", "/var")
"""Not what jobs fill: /tmp and local tiers."""


def checks_of(host: HealthyHost) -> Iterator[Check]:
    """Yield every check of a group's hosts."""
    yield from gpu_checks(host)
    yield from port_checks(host.ports)
    yield from link_checks(host.ports)
    yield from _firmware(host)
    for mount in host.mounts:
        yield Check(
            name=f"mount{mount.replace('/', '-')}",
            probe=f"mounted {mount}",
            limit="mounted, and answers in time",
            source="the plan: the host's mount units",
            seconds=8,
            step="requeue",
            condition=HOST,
        )
    yield Check(
        name="clock",
        probe="clock",
        limit="chrony is synchronised",
        source="chronyc(1), tracking: Leap status",
        seconds=5,
        step="requeue",
        condition=HOST,
        failures=3,
        runs=5,
    )
    yield Check(
        name="space",
        probe=f"space {_FULL_PERCENT} {' '.join(_SYSTEM_PATHS)}",
        limit=f"less than {_FULL_PERCENT} per cent used",
        source="clustergen's alert of full file systems",
        seconds=5,
        step="hold",
        condition=HOST,
        failures=3,
        runs=5,
    )


def port_checks(ports: Iterable[PortCheck]) -> Iterator[Check]:
    """Yield the checks of rails, then those of other ports. Ports of one speed share a check."""
    every = tuple(ports)
    for rail in (True, False):
        asked = [port for port in every if port.rail is rail]
        kind, condition = ("rail", RAIL) if rail else ("port", PORT)
        yield from _links(asked, kind, condition)
        yield from _lanes(asked, kind, condition)


def _links(ports: list[PortCheck], kind: str, condition: str) -> Iterator[Check]:
    for infiniband, probe, unit, factor in ((False, "ethernet", "Mb/s", 1000), (True, "infiniband", "Gb/s", 1)):
        asked = [port for port in ports if port.infiniband is infiniband]
        for speed in dict.fromkeys(port.speed_gbps for port in asked):
            names = " ".join(_words(port) for port in asked if port.speed_gbps == speed)
            yield Check(
                name=f"{kind}-{probe}-{speed}",
                probe=f"{probe} {speed * factor} {names}",
                limit=f"up at {speed * factor} {unit}",
                source="the plan: speed of the port's cable",
                seconds=10,
                step="hold",
                condition=condition,
            )


def _lanes(ports: list[PortCheck], kind: str, condition: str) -> Iterator[Check]:
    """The catalog has no width of slots. What a port needs is certain: lanes times their speed are not less than its own."""
    asked = [port for port in ports if port.pci]
    for speed in dict.fromkeys(port.speed_gbps for port in asked):
        yield Check(
            name=f"{kind}-pcie-{speed}",
            probe=f"lanes {speed} {' '.join(_words(port) for port in asked if port.speed_gbps == speed)}",
            limit=f"lanes times GT/s are {speed} or more",
            source="the plan: speed of the port; sysfs-bus-pci, current_link_width and current_link_speed",
            seconds=5,
            step="reboot",
            condition=condition,
            failures=2,
            runs=3,
        )


def _firmware(host: HealthyHost) -> Iterator[Check]:
    """Yield a check for each adapter whose release the spec states. Another one is a difference from the plan, which a rollout of firmware has by itself: no fault."""
    for model, release in host.firmware:
        asked = [port for port in host.ports if port.nic == model and (port.device or port.pci)]
        if asked:
            yield Check(
                name=f"nic-firmware-{model}",
                probe=f"firmware {model} {release} {' '.join(map(_words, asked))}",
                limit=f"firmware {release}",
                source="the spec: hosts.<group>.firmware; Linux, Documentation/ABI/stable/sysfs-class-infiniband, fw_ver",
                seconds=5,
                step=REPORT,
                condition=NOTICE,
            )


def _words(port: PortCheck) -> str:
    """A port as the program reads it."""
    return words(port.name, port.pci, port.device)
