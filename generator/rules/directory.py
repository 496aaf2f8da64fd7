"""The directory: a network leads from every host to its servers."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

from generator.plan.access.directory import directory_servers
from generator.plan.access.records import SITE
from generator.plan.addressing.segments import INBAND
from generator.plan.draft import Draft
from generator.plan.tenants import frontend_home
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding
from generator.spec.directory import server_of

_HERE = ("services", "directory", "uris")


@plan_rule(
    title="A directory that hosts cannot reach",
    why="Hosts ask the directory over the in-band segment. A server on another network of the cluster, or at the site without a route there, never answers, and people of the directory cannot log in.",
    fix="State `addressing.way_out` or an uplink of the frontend for servers at the site; use in-band addresses or names for servers in the cluster.",
)
def directory_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Every server is in-band, or at the site with a route there."""
    leaves = leaves_for_site(plan)
    for index, (uri, zone, _) in enumerate(directory_servers(plan.cluster, plan.access.zones)):
        if zone == SITE and not leaves and not _inside(plan, uri):
            yield Finding(
                message=f"{uri} is at the site, and hosts reach nothing outside of the cluster",
                loc=(*_HERE, index),
                notes=(Note("the frontend is here", ("fabrics", "frontend")),) if plan.spec.fabrics.frontend else (),
                help=way_to_site(plan),
            )
        elif zone != SITE and not zone.startswith(f"{INBAND}/"):
            yield Finding(
                message=f"{uri} is in {zone.partition('@')[0]}, which is not a network that every host has",
                loc=(*_HERE, index),
                help="use the in-band address of the host: ip/addresses.csv has them",
            )
        elif zone == SITE and _inside(plan, uri):
            yield Finding(
                message=f"{uri} is an address of the cluster's own pools that no host has",
                loc=(*_HERE, index),
                help="use the in-band address of the host that serves it: ip/addresses.csv has them",
            )


@plan_rule(
    title="An identity provider that control hosts cannot reach",
    why="The API server fetches the keys of the provider, and accepts none of its tokens before it has them.",
    fix="State `addressing.way_out` or an uplink of the frontend.",
)
def oidc_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """A route leads from control hosts to the site, where the provider is."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is not None and kubernetes.oidc is not None and not leaves_for_site(plan):
        yield Finding(
            message=f"{kubernetes.oidc.issuer} is at the site, and hosts reach nothing outside of the cluster",
            loc=("scheduler", "kubernetes", "oidc", "issuer"),
            help=way_to_site(plan),
        )


def leaves_for_site(plan: Draft) -> bool:
    """Whether hosts reach the site in-band."""
    return plan.spec.addressing.way_out is not None or any(
        uplink.tenant == "" and uplink.fabric == frontend_home(plan.cluster) for uplink in plan.site_uplinks
    )


def _inside(plan: Draft, uri: str) -> bool:
    try:
        address = IPv4Address(server_of(uri)[1])
    except ValueError:
        return False
    return any(address in IPv4Network(layout.prefix) for layout in plan.layouts)


def way_to_site(plan: Draft) -> str:
    """Return the advice for a cluster without a way to the site: an uplink is stated where the frontend's leaves are."""
    return f"state addressing.way_out, or fabrics.{frontend_home(plan.cluster)}.edge"
