"""Partitions, accounts and reservations of `scheduler.slurm`: who may run what, where, and for how long."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, StrictInt, model_validator

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
    """A partition of the site. A partition with the name of a host group replaces the one that the group has by default."""

    hosts: tuple[HostRange, ...] | None = None
    """Its hosts, by name, by range, or a whole group by its name; hosts that are not installed yet may be listed. By default all hosts, or all of its
    tenant."""
    tenant: Slug | None = None
    """Its tenant. In a cluster with tenants, every partition stated here belongs to one tenant and contains only that tenant's hosts."""
    default_hours: JobHours | None = None
    """Time limit of a job that requests none, hours; by default `scheduler.slurm.default_hours`, or `max_hours` if that is less."""
    max_hours: JobHours | None = None
    """Longest time limit of a job, hours; by default `scheduler.slurm.max_hours`."""
    max_hosts: Count | None = None
    """Maximum number of hosts of a job."""
    tier: Annotated[StrictInt, Field(ge=1, le=65_532)] = 1
    """Jobs of a partition with a higher tier are scheduled before those of partitions with a lower one (PriorityTier)."""


class SlurmAccountSpec(SpecModel):
    """An account: a group of users and their share of the cluster. An account with the name of a tenant belongs to that tenant."""

    users: tuple[UserName, ...] = ()
    """Users whose jobs are charged to it. A user with several accounts has the first of them by name as the default."""
    share: Count = 1
    """Its share of the cluster, relative to the shares of the other accounts."""
    description: Line = ""
    """A description of its users."""


class ReservationSpec(SpecModel):
    """Hosts that are reserved for some time (scontrol(1), reservations)."""

    start: Moment
    """Start time, in the time zone of the controllers: `2027-01-31T08:00`."""
    hours: JobHours
    """Duration, hours."""
    hosts: tuple[HostRange, ...] | None = None
    """Its hosts, by name, by range, or a whole group by its name; by default all."""
    repeats: Literal["never", "daily", "weekly"] = "never"
    """Whether it is repeated; each ends before the next begins."""
    maintenance: Flag = False
    """Whether it is for maintenance: its time does not count as idle."""
    accounts: tuple[Slug, ...] = ()
    """Accounts or tenants that may run jobs in it."""
    users: tuple[UserName, ...] = ()
    """Users that may run jobs in it. Without accounts and users, only root may."""

    @model_validator(mode="after")
    def _ends_before_the_next(self) -> Self:
        period = {"daily": 24, "weekly": 168}.get(self.repeats)
        if period and self.hours > period:
            raise own_error(
                f"it takes {self.hours} hours and begins again after {period}; state {period} hours or fewer"
            )
        return self
