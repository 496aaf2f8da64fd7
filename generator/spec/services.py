"""`services`: what hosts and switches ask the site for."""

from generator.spec.base import Address4, HostOrAddress, SpecModel


class ServicesSpec(SpecModel):
    """Site services; left out, the control hosts' own addresses are used where a client needs one."""

    dns: tuple[Address4, ...] = ()
    """DNS resolvers."""
    ntp: tuple[HostOrAddress, ...] = ()
    """Time sources."""
    syslog: tuple[Address4, ...] = ()
    """Log collectors."""
