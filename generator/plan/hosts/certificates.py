"""Certificates of hosts: their names, and the paths of their files. Both ends of every connection over TLS have these paths."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.plan.hosts.gateways import gateway_addresses, moving_addresses, shared_names
from generator.plan.hosts.names import Names
from generator.plan.plan import Plan
from generator.plan.records import Host

_FOLDER = "/etc/clustergen/tls"
AUTHORITY = f"{_FOLDER}/authority.crt"
"""Whom every host believes."""
CERTIFICATE = f"{_FOLDER}/host.crt"
"""The certificate of a host, for all of its services."""
KEY = f"{_FOLDER}/host.key"
"""Its key, which root alone reads."""
_LOCAL_NAME, _LOCAL_ADDRESS = "localhost", "127.0.0.1"
_ASKED_LOCALLY = "control"
"""The role whose hosts have programs that connect to each other within the host."""
DATABASE_AUTHORITY = f"{_FOLDER}/database.crt"
"""Whom slurmdbd believes where the site has its database: the site's certificate of it, which the role `slurm` places."""
RENEWED_BEFORE_DAYS = 45
"""Days before the end of a certificate from which a run renews it. Alerts begin later (`catalog/alerts/certificates.yaml`)."""
SYSLOG_USER = "syslog"
"""The user and group of rsyslogd on Ubuntu; elsewhere it runs as root (the packages' rsyslog.conf, `$PrivDropToUser`)."""
KEYS: Mapping[str, str] = {"prometheus": "prometheus", "mysql": "mysql"}
"""Copies of a host's key by the name of the file, each for the group whose programs read it."""


class Certificate(Struct, frozen=True, kw_only=True):
    """The names of a host's certificate: a client that uses another name or address refuses it."""

    names: tuple[str, ...]
    addresses: tuple[str, ...]


def host_key_of() -> str:
    """Return the key of a host itself, which root alone reads."""
    return f"{_FOLDER}/host.key"


def key_of(user: str) -> str:
    """Return the copy of a host's key that the programs of a user read."""
    return f"{_FOLDER}/{user}.key"


def has_tls(plan: Plan) -> bool:
    """Whether services of the cluster are reached over TLS."""
    return plan.site.services.tls is not None


def authority_option(plan: Plan) -> str:
    """Return the option of a run that issues certificates to hosts without one: the folder of the authority; empty without TLS."""
    return f" -e certificates_authority=~/{plan.name}-authority" if has_tls(plan) else ""


def certificate_of(plan: Plan, host: Host) -> Certificate:
    """Return the names of a host's certificate: its names and addresses in-band, out of band, and as a gateway of buckets. It names no other host, so growth renews none; gateways of an object store share a name, and addresses that move."""
    asked = {host.inband, host.management, *gateway_addresses(plan, host)} - {""}
    mine = [name for name in Names(plan).own(host) if name.address in asked]
    names = [host.name, *(each for own in mine for each in own.names)]
    names += [name for each in shared_names(plan, host) for name in (f"{each}.{plan.domain}", each)]
    addresses = [*(own.address for own in mine), *moving_addresses(plan, host)]
    if host.role == _ASKED_LOCALLY:
        names, addresses = [*names, _LOCAL_NAME], [*addresses, _LOCAL_ADDRESS]
    return Certificate(names=tuple(dict.fromkeys(names)), addresses=tuple(dict.fromkeys(addresses)))


def certificate_facts(plan: Plan) -> Mapping[str, Any]:
    """Return what the role `certificates` reads of the whole cluster; nothing where no service has TLS."""
    tls = plan.site.services.tls
    if tls is None:
        return {}
    return {
        "tls": {
            "authority": AUTHORITY,
            "certificate": CERTIFICATE,
            "database_authority": DATABASE_AUTHORITY,
            "key_copies": {**KEYS, **_of_logs(plan)},
            "days": tls.days,
            "renewed_before_days": RENEWED_BEFORE_DAYS,
        }
    }


def _of_logs(plan: Plan) -> Mapping[str, str]:
    """Return the copy that rsyslogd reads where it runs without root, as on Ubuntu, if hosts send logs over TLS."""
    own = {address for host in plan.hosts_of.get("control", []) for address in (host.management, host.inband)}
    sent = any(str(address) in own for address in plan.site.services.syslog)
    return {SYSLOG_USER: SYSLOG_USER} if sent else {}


def host_certificate_facts(plan: Plan, host: Host) -> Mapping[str, Any]:
    """Return what the role `certificates` reads of a host."""
    if not has_tls(plan):
        return {}
    found = certificate_of(plan, host)
    return {"tls_names": list(found.names), "tls_addresses": list(found.addresses)}
