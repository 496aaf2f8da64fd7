"""snmp.yml of Prometheus' SNMP exporter: which columns are read and what rows are called. Passphrases are references, which Ansible fills in."""

from typing import Any

from generator.catalog.exporter import Exporter, read_exporter
from generator.plan.monitoring.jobs import SNMP_AUTH, SNMP_MODULE
from generator.plan.secrets import reference
from generator.render.yaml_text import yaml_text

AUTHS, MODULES = "auths", "modules"
"""The forms of the file, by what stands on its first level: from release 0.23 on, and before."""
_REPETITIONS = 50
_HEAD = """written by clustergen; change the spec, not this file
its references are filled in on the host, whose user of the exporter alone may read it"""


def configurations(user: str) -> dict[str, str]:
    """Return the file in each of its forms, by its name: both ask the same of every switch, and a table that an agent lacks gives no series."""
    facts = read_exporter("snmp")
    credentials = {
        "username": user,
        "security_level": "authPriv",
        "auth_protocol": "SHA",
        "password": reference("snmp_auth_passphrase"),
        "priv_protocol": "AES",
        "priv_password": reference("snmp_priv_passphrase"),
    }
    module = {
        "walk": [*_names(facts), *(each.oid for each in facts.metrics.values() if each.oid)],
        "max_repetitions": _REPETITIONS,
        "metrics": [_metric(facts, name) for name, each in facts.metrics.items() if each.oid],
    }
    return {
        AUTHS: _text({"auths": {SNMP_AUTH: {"version": 3, **credentials}}, "modules": {SNMP_MODULE: module}}),
        MODULES: _text({SNMP_MODULE: {"version": 3, "auth": credentials, **module}}),
    }


def _names(facts: Exporter) -> list[str]:
    return [oid for columns in facts.lookups.values() for oid in columns.values()]


def _metric(facts: Exporter, name: str) -> dict[str, Any]:
    metric = facts.metrics[name]
    return {
        "name": name,
        "oid": metric.oid,
        "type": metric.kind,
        "help": metric.meaning,
        "indexes": [{"labelname": metric.index, "type": "gauge"}],
        "lookups": [
            {"labels": [metric.index], "labelname": label, "oid": oid, "type": "DisplayString"}
            for label, oid in facts.lookups[metric.index].items()
        ],
    }


def _text(value: dict[str, Any]) -> str:
    return yaml_text(value, _HEAD)
