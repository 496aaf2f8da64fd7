"""Who a host asks for names: the site's resolvers, over the interface with the default route."""

from msgspec import Struct

from generator.plan.plan import Plan


class Resolvers(Struct, frozen=True):
    """Addresses of DNS resolvers, and the domain that is searched."""

    addresses: tuple[str, ...]
    domain: str


def resolvers(plan: Plan) -> Resolvers:
    """Return what `services.dns` and `domain` say; without resolvers there is nothing to search either."""
    addresses = tuple(str(each) for each in plan.site.services.dns)
    return Resolvers(addresses, plan.domain if addresses else "")
