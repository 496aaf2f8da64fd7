"""Partitions, accounts and reservations of `scheduler.slurm`: who may run what, where, and for how long."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StrictInt

from generator.spec.base import Count, Flag, Line, Slug, SpecModel, own_error
from generator.spec.tenants import HostRange
from generator.spec.users import UserName

JobHours = Annotated[StrictInt, Field(ge=1, le=8760)]
"""How long a job may take, hours: at most a year."""
_MOMENT = "%Y-%m-%dT%H:%M"


def _moment(value: Any) -> str:
    try:
        given = datetime.strptime(value, _MOMENT) if isinstance(value, str) else None  # noqa: DTZ007 - of the controllers' own time zone
    except ValueError:
        given = None
    if given is None or given.strftime(_MOMENT) != value:
        raise own_error(f"{str(value)[:40]!r} is not a date with a time; write 2027-01-31T08:00")
    return str(value)


Moment = Annotated[str, BeforeValidator(_moment)]
"""A day and a time in the time zone of the controllers: `2027-01-31T08:00`."""


class SlurmPartitionSpec(SpecModel):
    """A partition of the site. One with the name of a host group replaces the group's own."""

    hosts: tuple[HostRange, ...] | None = None
    """Its hosts, by name, by range, or a whole group by its name; those yet to come may be named. By default all, or all of its tenant."""
    tenant: Slug | None = None
    """Whose it is. Where there are tenants, every partition is one's, and its hosts are that tenant's."""
    default_hours: JobHours | None = None
    """How long a job that does not say runs here, hours; by default as `scheduler.slurm.default_hours`, or `max_hours` where that is less."""
    max_hours: JobHours | None = None
    """The longest job here, hours; by default as `scheduler.slurm.max_hours`."""
    max_hosts: Count | None = None
    """The most hosts of one job."""
    tier: Annotated[StrictInt, Field(ge=1, le=65_532)] = 1
    """Jobs of a partition with a higher tier are considered before all of those with a lower one (PriorityTier)."""


class SlurmAccountSpec(SpecModel):
    """An account: who uses the cluster together, and how much of it is theirs. One with a tenant's name is that tenant's."""

    users: tuple[UserName, ...] = ()
    """Whose jobs are counted here. Of those in several accounts, the first by name is what a job runs under that names none."""
    share: Count = 1
    """Its part of the cluster beside the shares of the others."""
    description: Line = ""
    """Who they are."""


class ReservationSpec(SpecModel):
    """Hosts that are kept for somebody at a time (scontrol(1), reservations)."""

    start: Moment
    """When it begins, in the time zone of the controllers: `2027-01-31T08:00`."""
    hours: JobHours
    """How long it lasts, hours."""
    hosts: tuple[HostRange, ...] | None = None
    """Its hosts, by name, by range, or a whole group by its name; by default all."""
    repeats: Literal["never", "daily", "weekly"] = "never"
    """Whether it comes again."""
    maintenance: Flag = False
    """Whether people work on the hosts: the time does not count as idle."""
    accounts: tuple[Slug, ...] = ()
    """Accounts or tenants that may run jobs in it."""
    users: tuple[UserName, ...] = ()
    """Users that may run jobs in it. Without accounts and users, root alone."""
