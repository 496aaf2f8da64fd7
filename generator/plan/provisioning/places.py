"""Where boot files are: the one place for the URLs that DHCP hands out, that scripts and seeds name, and that the web server answers at.

Hosts ask in-band, by HTTP unless the spec says HTTPS; the matrix lets them ask control hosts by the one that it says. By HTTP the address is a number, as
firmware need not know a resolver. Switches ask out of band, where there is HTTPS alone; the name is what a certificate is for.
"""

from generator.plan.plan import Plan
from generator.plan.provisioning.records import Places, ServerPort, Servers

INSTALL = "install.ipxe"
"""A host's own script, in a folder of its name with the answers for its installer."""
FIRST_FILES = {"sonic": "ztp.json", "cumulus": "cumulus-ztp", "eos": "running.cfg"}
"""What a switch is told to fetch first, by its system; its folder has what that refers to. The role `boot` fills it."""
ALONE = frozenset({"eos"})
"""Systems whose configuration is all that a first start brings; the others get the keys of those who may log in, too."""


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
