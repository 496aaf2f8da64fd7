"""Services that switches ask for: whether anything of the plan leads to them."""

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network

from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding


@plan_warning(
    title="Services that switches have no way to",
    why="Switches ask by their management ports; the out-of-band network of this plan ends at the cluster. Logins would wait for a server that never answers.",
    fix="Use addresses of control hosts in the management segment, or join the out-of-band network with the site yourself; the ports' filters let these services out.",
)
def services_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Every address of a service is in the cluster's own out-of-band pool."""
    services = plan.spec.services
    pools = [IPv4Network(layout.prefix) for layout in plan.layouts if layout.pool == "oob"]
    asked: dict[str, Sequence[IPv4Address | str]] = {
        "dns": services.dns,
        "syslog": services.syslog,
        "tacacs": services.tacacs,
        "ntp": services.ntp,
    }
    far = [key for key, each in asked.items() if any(not _inside(address, pools) for address in each)]
    if far and any(switch.management for switch in plan.switches):
        yield Finding(
            message=f"switches find no way to what services.{', services.'.join(far)} name{'s' if len(far) == 1 else ''}: no router joins the out-of-band network with the site",
            loc=("services", far[0]),
            help="name control hosts by their management addresses, or cable the site's out-of-band router to a free port and route there",
        )


def _inside(address: IPv4Address | str, pools: list[IPv4Network]) -> bool:
    return isinstance(address, IPv4Address) and any(address in pool for pool in pools)
