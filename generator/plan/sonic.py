"""Values of SONiC switches in addition to their files: certificates, and those that SONiC's own tables lack."""

from collections.abc import Iterator

from generator.catalog.model import FeatureName, SonicPlatform, SwitchSystem
from generator.catalog.model import Switch as SwitchModel
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.qos.headroom import PortHeadroom, headroom
from generator.plan.qos.watchdog import lossless_ports
from generator.plan.records import Switch, SwitchPort
from generator.plan.routing import MAX_PATHS

BASE_MAC = "base"
"""The name under which `assets.yaml` gives a switch's base MAC address."""
GNMI_CA = "/etc/sonic/telemetry/ca.cer"
GNMI_CERTIFICATE = "/etc/sonic/telemetry/server.cer"
GNMI_KEY = "/etc/sonic/telemetry/server.key"
"""The certificate files of the gNMI server: /etc/sonic is mounted into its container, and the YANG requires these suffixes."""


def gnmi_client(plan: Plan) -> str:
    """Return the name that the collector's certificate must have (its CN)."""
    return f"telemetry.{plan.domain}"


def platform_of(plan: Plan, switch: Switch) -> SonicPlatform | None:
    """Return the platform of a switch under SONiC, in the SKU that divides cages like the ports of its envelope."""
    platform = plan.hardware.get(SwitchModel, switch.model).os.sonic
    if platform is None or not platform.others:
        return platform
    divided = divisions(plan, switch)
    made = _platforms(plan)
    if (switch.model, divided) not in made:
        made[switch.model, divided] = platform.divided(divided)
    return made[switch.model, divided]


def equal_paths(plan: Plan, switch: Switch) -> int:
    """Return the number of equal paths for routing: the common value, limited by the SKU."""
    return paths_within(platform_of(plan, switch))


def paths_within(platform: SonicPlatform | None) -> int:
    """Return the number of equal paths for routing, limited by the SKU."""
    return min(MAX_PATHS, platform.ecmp_members or MAX_PATHS) if platform else MAX_PATHS


def divisions(plan: Plan, switch: Switch) -> frozenset[int]:
    """Return the numbers of ports that the cages in use by a switch's envelope are divided into."""
    return frozenset(port.ports for port in plan.reserved_of[switch.name])


@once
def _platforms(plan: Plan) -> dict[tuple[str, frozenset[int]], SonicPlatform]:
    """Return the place where platforms are kept that were made for a plan's switches."""
    del plan
    return {}


def waits_for_install(plan: Plan, switch: Switch) -> bool:
    """Return whether a switch announces a route once its ASIC has it, by FRR and the switch's own processes together.

    Not where its sessions carry EVPN: FRR without its commit 4d616f022fdd holds these routes back for good, as nothing installs them on a
    spine, and FRR 8.4 installs nothing in routing instances.
    """
    return _has(plan, switch, "wait-install") and not switch.overlay


def has_anycast(plan: Plan, switch: Switch) -> bool:
    """Whether a gateway that all leaves share is one of the release's static anycast gateways."""
    return _has(plan, switch, "anycast-gateway")


def _has(plan: Plan, switch: Switch, feature: FeatureName) -> bool:
    system = plan.hardware.get(SwitchSystem, "sonic")
    return switch.version in system.versions and system.has(feature, switch.version, switch.model)


def port_headroom(platform: SonicPlatform, port: SwitchPort) -> PortHeadroom | None:
    """Return a lossless port's headroom where it is to be stated: not where the switch computes it, nor where it has no pool to take it from."""
    if platform.buffer_model == "dynamic" or platform.buffers is None:
        return None
    return headroom(platform, port.speed_gbps, port.length_m, port.mtu_bytes)


def computed_headroom(plan: Plan) -> Iterator[tuple[str, PortHeadroom]]:
    """Yield each platform's headroom that is computed and not tabled, once, by speed and length."""
    found: dict[tuple[str, float, int], PortHeadroom] = {}
    for switch in plan.switches:
        platform = platform_of(plan, switch) if switch.os == "sonic" else None
        if platform is None or platform.buffer_model == "dynamic":
            continue
        for port in lossless_ports(plan, switch):
            each = port_headroom(platform, port)
            if each and each.origin == "formula":
                found[platform.hwsku, each.speed_gbps, each.length_m] = each
    for (hwsku, _, _), each in sorted(found.items(), key=lambda entry: entry[0]):
        yield hwsku, each


def unhashed_models(plan: Plan) -> list[str]:
    """Return the SONiC switch models without configured hash fields, as no document states those of their silicon."""
    models = {
        s.model for s in plan.switches if s.os == "sonic" and (p := platform_of(plan, s)) and p.hash_fields is None
    }
    return sorted(models)


def unsized_models(plan: Plan) -> list[str]:
    """Return the SONiC switch models with lossless ports whose buffer pools no document sizes, and how their cages are divided where that decides."""
    lossless = [s for s in plan.switches if s.os == "sonic" and lossless_ports(plan, s)]
    return sorted({_unsized(plan, s) for s in lossless if (p := platform_of(plan, s)) and p.buffers is None})


def _unsized(plan: Plan, switch: Switch) -> str:
    platform = platform_of(plan, switch)
    if platform is None or not platform.others:
        return switch.model
    divided = " and ".join(f"{each} ports" if each > 1 else "whole" for each in sorted(divisions(plan, switch)))
    return f"{switch.model} with cages of {divided} ({platform.hwsku if platform.divides else 'no SKU of the catalog divides them so'})"
