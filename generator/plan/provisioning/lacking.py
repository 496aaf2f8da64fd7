"""Facts of the spec that first starts wait for: accounts, and mirrors of packages."""

from collections.abc import Iterator

from generator.plan.plan import Plan
from generator.plan.provisioning.boot import starting_switches
from generator.plan.provisioning.machines import machines_of
from generator.plan.provisioning.mirrors import mirror_keys
from generator.plan.provisioning.places import ALONE

_NOTHING = "which is not installed without"
_WITHOUT = {
    "ubuntu": "whose installer asks the archive that its image names",
    "ubuntu_ports": "whose installer asks the archive that its image names",
    "debian": _NOTHING,
    "debian_security": "which gets no security updates before their mirror is stated",
    "rocky": _NOTHING,
    "rhel": _NOTHING,
}
"""The behaviour of an installer without a mirror, by key of `services.mirror`."""


def undecided_groups(plan: Plan) -> list[str]:
    """Name the groups of hosts that are in the table and have no drive to be installed on."""
    return sorted(group for group in _processors(plan) if plan.groups[group].system_disk is None)


def first_starts(plan: Plan) -> Iterator[str]:
    """Missing facts of first starts, each once, with the devices that do not start without it."""
    processors = _processors(plan)
    groups = sorted(group for group in processors if plan.groups[group].system_disk is not None)
    switches = [switch for switch, _, _ in starting_switches(plan) if switch.os not in ALONE]
    if not plan.site.services.root_keys and (groups or switches):
        named = [f"hosts of {', '.join(groups)}"] * bool(groups) + [_counted(len(switches))] * bool(switches)
        yield (
            f"services.root_keys: no key can log in after a first start, so {' and '.join(named)} cannot be started from the network"
        )
    wanted: dict[str, list[str]] = {}
    for group in groups:
        for key in mirror_keys(plan.groups[group].os, processors[group]):
            if getattr(plan.site.services.mirror, key) is None:
                wanted.setdefault(key, []).append(group)
    if wanted:
        said = "; ".join(f"{key} for {', '.join(mine)}, {_WITHOUT[key]}" for key, mine in wanted.items())
        yield f"services.mirror: no mirror is stated for {said}"
    if groups and plan.site.services.boot == "http":
        yield (
            f"services.boot: hosts of {', '.join(groups)} fetch loader, scripts, kernel and answers over HTTP, without authentication: an attacker between "
            "them and the control hosts can have them install something else. Keep that segment closed while hosts are installed, or set https"
        )


def _processors(plan: Plan) -> dict[str, set[str]]:
    """Return the groups of the hosts that are in the table, each with the architectures of its hosts."""
    found: dict[str, set[str]] = {}
    for machine in machines_of(plan):
        found.setdefault(machine.group, set()).add(machine.architecture)
    return found


def _counted(switches: int) -> str:
    return "1 switch" if switches == 1 else f"{switches} switches"
