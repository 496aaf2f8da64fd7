"""Resolvers of hosts: those of the site, else the control hosts, which answer for the zones of the plan."""

from msgspec import Struct

from generator.plan.hosts.asked import asked_by_hosts
from generator.plan.hosts.network_choices import default_gateway
from generator.plan.hosts.records import HostInterface
from generator.plan.plan import Plan
from generator.plan.states import PLANNED

_MOST = 3
"""The most entries of a resolv.conf (resolv.conf(5), MAXNS): BIND on every control host has the same zones."""


class Resolvers(Struct, frozen=True):
    """Addresses of DNS resolvers, and the domain that is searched."""

    addresses: tuple[str, ...]
    domain: str

    def asked_on(self, interface: HostInterface) -> bool:
        """Return whether an interface's settings name them: where the default route is, and on the in-band bond of a border host, whose default route is the site's."""
        inband = interface.kind == "bond" and bool(interface.address)
        return bool(self.addresses) and (inband or bool(default_gateway(interface)))


def resolvers(plan: Plan) -> Resolvers:
    """Return the resolvers in a host's own files: without `services.dns` the first control hosts of the envelope, so that hosts keep their files when more come."""
    envelope = tuple(name.address for name in plan.known.by_role.get("control", ()))
    addresses = _stated(plan) or (envelope[:_MOST] if control_resolvers(plan) else ())
    return Resolvers(addresses, plan.domain if addresses else "")


def resolvers_inband(plan: Plan) -> tuple[str, ...]:
    """Return the current resolvers: those of `services.dns`, or the installed control hosts; empty where there are neither."""
    return _stated(plan) or control_resolvers(plan)


def control_resolvers(plan: Plan) -> tuple[str, ...]:
    """Return the in-band addresses of the installed control hosts, which run BIND, three at most."""
    control = plan.hosts_of.get("control", [])
    return tuple(host.inband for host in control if host.inband and host.state != PLANNED)[:_MOST]


def _stated(plan: Plan) -> tuple[str, ...]:
    return asked_by_hosts(plan, plan.site.services.dns)
