"""The directory and the identity provider: a network leads from hosts to their servers."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

from generator.plan.access.directory import directory_servers, identity_provider
from generator.plan.access.records import SITE
from generator.plan.addressing.segments import INBAND
from generator.plan.draft import Draft
from generator.plan.tenants import frontend_home
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding
from generator.spec.directory import server_of
from generator.spec.oidc import issuer_of

_HERE = ("services", "directory", "uris")
_ISSUER = ("scheduler", "kubernetes", "oidc", "issuer")


@plan_rule(
    title="A directory that hosts cannot reach",
    why="Hosts ask the directory over the in-band segment. A server on another network of the cluster, or at the site without a route there, never answers, and people of the directory cannot log in.",
    fix="State `addressing.way_out` or an uplink of the frontend for servers at the site; use in-band addresses or names for servers in the cluster.",
)
def directory_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Every server is in-band, or at the site with a route there."""
    for index, (uri, zone, _) in enumerate(directory_servers(plan.cluster, plan.access.zones)):
        yield from _out_of_reach(plan, uri, server_of(uri)[1], zone, (*_HERE, index))


@plan_rule(
    title="An identity provider that control hosts cannot reach",
    why="The API server fetches the keys of the provider, and accepts none of its tokens before it has them.",
    fix="State `addressing.way_out` or an uplink of the frontend for a provider at the site; use an in-band address or a name for a provider in the cluster.",
)
def oidc_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """The provider is in-band, or at the site with a route there."""
    for url, zone, _ in identity_provider(plan.cluster, plan.access.zones):
        yield from _out_of_reach(plan, url, issuer_of(url)[0], zone, _ISSUER)


def _out_of_reach(plan: Draft, url: str, host: str, zone: str, loc: Loc) -> Iterator[Finding]:
    """Report a server that hosts do not reach in-band."""
    if zone == SITE and _inside(plan, host):
        yield Finding(
            message=f"{url} is an address of the cluster's own pools that no host has",
            loc=loc,
            help="use the in-band address of the host that serves it: ip/addresses.csv has them",
        )
    elif zone == SITE and not leaves_for_site(plan):
        yield Finding(
            message=f"{url} is at the site, and hosts reach nothing outside of the cluster",
            loc=loc,
            notes=(Note("the frontend is here", ("fabrics", "frontend")),) if plan.spec.fabrics.frontend else (),
            help=way_to_site(plan),
        )
    elif zone != SITE and not zone.startswith(f"{INBAND}/"):
        yield Finding(
            message=f"{url} is in {zone.partition('@')[0]}, which is not a network that every host has",
            loc=loc,
            help="use the in-band address of the host: ip/addresses.csv has them",
        )


def leaves_for_site(plan: Draft) -> bool:
    """Whether hosts reach the site in-band."""
    return plan.spec.addressing.way_out is not None or any(
        uplink.tenant == "" and uplink.fabric == frontend_home(plan.cluster) for uplink in plan.site_uplinks
    )


def _inside(plan: Draft, host: str) -> bool:
    try:
        address = IPv4Address(host)
    except ValueError:
        return False
    return any(address in IPv4Network(layout.prefix) for layout in plan.layouts)


def way_to_site(plan: Draft) -> str:
    """Return the advice for a cluster without a way to the site: an uplink is stated where the frontend's leaves are."""
    return f"state addressing.way_out, or fabrics.{frontend_home(plan.cluster)}.edge"
