"""snmp.yml of Prometheus' SNMP exporter: which columns are read and what rows are called. Passphrases are references, which Ansible fills in."""

from typing import Any

from generator.catalog.exporter import Exporter, Lookup, read_exporter
from generator.plan.monitoring.jobs import SNMP_AUTH, SNMP_MODULE
from generator.plan.monitoring.pdus import PDU_AUTH, PDU_MODULE
from generator.plan.monitoring.readings import PduReading
from generator.plan.secrets import reference
from generator.render.yaml_text import yaml_text

AUTHS, MODULES = "auths", "modules"
"""The forms of the file, by its keys of the first level: from release 0.23 on, and before."""
_REPETITIONS = 50
_HEAD = """written by clustergen; change the spec, not this file
its references are filled in on the host, whose user of the exporter alone may read it"""


def configurations(switch_user: str, pdus: PduReading | None) -> dict[str, str]:
    """Return the file in each of its forms, by its name: all devices of a kind are queried alike, and a missing table yields no series."""
    asked = {}
    if switch_user:
        asked[SNMP_AUTH, SNMP_MODULE] = (_credentials(switch_user, "snmp"), _module(read_exporter("snmp")))
    if pdus:
        asked[PDU_AUTH, PDU_MODULE] = (_credentials(pdus.user, "pdu"), _module(read_exporter(f"pdu-{pdus.maker}")))
    auths = {auth: {"version": 3, **credentials} for (auth, _), (credentials, _) in asked.items()}
    return {
        AUTHS: _text({"auths": auths, "modules": {name: module for (_, name), (_, module) in asked.items()}}),
        MODULES: _text(
            {name: {"version": 3, "auth": credentials, **module} for (_, name), (credentials, module) in asked.items()}
        ),
    }


def _credentials(user: str, secrets: str) -> dict[str, str]:
    return {
        "username": user,
        "security_level": "authPriv",
        "auth_protocol": "SHA",
        "password": reference(f"{secrets}_auth_passphrase"),
        "priv_protocol": "AES",
        "priv_password": reference(f"{secrets}_priv_passphrase"),
    }


def _module(facts: Exporter) -> dict[str, Any]:
    return {
        "walk": [*_names(facts), *(each.oid for each in facts.metrics.values() if each.oid)],
        "max_repetitions": _REPETITIONS,
        "metrics": [_metric(facts, name) for name, each in facts.metrics.items() if each.oid],
    }


def _names(facts: Exporter) -> list[str]:
    return [_lookup(each).oid for columns in facts.lookups.values() for each in columns.values()]


def _lookup(given: str | Lookup) -> Lookup:
    return given if isinstance(given, Lookup) else Lookup(oid=given)


def _metric(facts: Exporter, name: str) -> dict[str, Any]:
    metric = facts.metrics[name]
    columns = {label: _lookup(each) for label, each in facts.lookups[metric.index].items()}
    return {
        "name": name,
        "oid": metric.oid,
        "type": metric.kind,
        "help": metric.meaning,
        "indexes": [{"labelname": part, "type": "gauge"} for part in metric.index.split()],
        "lookups": [
            {"labels": (each.by or metric.index).split(), "labelname": label, "oid": each.oid, "type": each.kind}
            for label, each in columns.items()
        ],
    }


def _text(value: dict[str, Any]) -> str:
    return yaml_text(value, _HEAD)
