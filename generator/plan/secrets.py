"""Secrets that rendered files refer to: never a value, always the name of an Ansible variable that the site's vault holds."""

from collections.abc import Callable

from generator.plan.plan import Plan

_PREFIX = "clustergen_"

SECRETS: dict[str, str] = {
    "tacacs_key": "the key that switches share with the TACACS+ servers (services.tacacs)",
    "snmp_auth_passphrase": "the authentication passphrase of the SNMPv3 user, 8 characters or more (services.snmp; RFC 3414)",
    "snmp_priv_passphrase": "the privacy passphrase of the SNMPv3 user, 8 characters or more (services.snmp; RFC 3414)",
    "eos_admin_sha512": "the SHA-512 crypt hash ($6$...) of the local user admin's password on Arista EOS, the way in when no server answers",
}
"""Every secret by name, and what it is for."""


def _asks_tacacs(plan: Plan) -> bool:
    return bool(plan.spec.services.tacacs) and _configures_switches(plan)


def _asks_snmp(plan: Plan) -> bool:
    return plan.spec.services.snmp is not None and _configures_switches(plan)


def _configures_switches(plan: Plan) -> bool:
    return any(switch.os for switch in plan.switches)


def _runs_eos(plan: Plan) -> bool:
    return any(switch.os == "eos" for switch in plan.switches)


_ASKED: dict[str, Callable[[Plan], bool]] = {
    "tacacs_key": _asks_tacacs,
    "snmp_auth_passphrase": _asks_snmp,
    "snmp_priv_passphrase": _asks_snmp,
    "eos_admin_sha512": _runs_eos,
}


def reference(name: str) -> str:
    """Write a secret as a file holds it: without blanks, which some formats do not take.

    Raises:
        KeyError: no such secret; every one is listed in SECRETS.
    """
    return "{{" + variable(name) + "}}"


def variable(name: str) -> str:
    """Name the Ansible variable of a secret.

    Raises:
        KeyError: no such secret.
    """
    if name not in SECRETS:
        raise KeyError(name)
    return f"{_PREFIX}{name}"


def used(plan: Plan) -> list[str]:
    """List the secrets that the files of this plan refer to, in the order of SECRETS."""
    return [name for name in SECRETS if _ASKED[name](plan)]
