"""Servers of names, addresses and boot files, and the URLs of these files.

Control hosts serve, each by its address in the segment of the client. This is the one place for the URLs that DHCP hands out, that scripts and seeds
name, and that the web server serves. Hosts use in-band HTTP, or HTTPS if stated in the spec; the matrix allows the stated one. With HTTP, the URL
has a numeric address, as firmware may have no resolver. Switches use HTTPS out of band, with the name of the certificate.
"""

from collections.abc import Mapping

from generator.plan.plan import Plan
from generator.plan.provisioning.names import Named
from generator.plan.provisioning.records import Places, ServerPort, Servers

INSTALL = "install.ipxe"
"""A host's own script, in a folder of its name with the answers for its installer."""
FIRST_FILES = {"sonic": "ztp.json", "cumulus": "cumulus-ztp", "eos": "running.cfg"}
"""The first file of a switch, by its system; its folder has the files that it refers to. The role `boot` fills it."""
ALONE = frozenset({"eos"})
"""Systems that only load a configuration at the first start, which has login keys; the others get them beside it."""
KEYS_TAKEN = {"eos": 2}
"""Login keys of a user that a configuration takes (Arista AVD 6.4.0 schema: local_users ssh_key, secondary_ssh_key)."""


def servers_of(plan: Plan, named: Mapping[str, Named]) -> Servers:
    """Return the control hosts' ports; `named` gives each address its name."""
    ports: dict[str, list[ServerPort]] = {"bond": [], "access": []}
    for host in plan.hosts_of.get("control", []):
        for port in plan.interfaces_of[host.name]:
            if port.kind in ports and port.address:
                label = named[port.address].label
                ports[port.kind].append(
                    ServerPort(host=host.name, interface=port.name, label=label, address=port.address)
                )
    return Servers(inband=tuple(ports["bond"]), management=tuple(ports["access"]))


def places_of(plan: Plan, servers: Servers) -> Places:
    """Return the roots on the first control host: by its name where a certificate vouches for it, else by its address."""
    return Places(
        boot=_boot(plan, servers.inband[0]) if servers.inband else "",
        ztp=f"https://{servers.management[0].label}.{plan.domain}/ztp" if servers.management else "",
    )


def _boot(plan: Plan, port: ServerPort) -> str:
    if plan.site.services.boot == "https":
        return f"https://{port.label}.{plan.domain}/boot"
    return f"http://{port.address}/boot"
