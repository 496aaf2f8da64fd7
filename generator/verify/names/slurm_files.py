"""Names and addresses of hosts in slurm.conf and slurmdbd.conf (their manual pages)."""

import re
from collections.abc import Iterator

from generator.verify.names.words import content_lines, expand

_HOSTS = ("slurmctldhost", "accountingstoragehost", "accountingstoragebackuphost", "accountingstorageexternalhost", "controlmachine", "backupcontroller", "dbdhost", "dbdbackuphost", "dbdaddr", "storagehost", "storagebackuphost")  # fmt: skip


def slurm_names(text: str) -> Iterator[str]:
    """Yield controllers, accounting and every host of a slurm.conf or slurmdbd.conf: jobs find each other by NodeName, slurmctld its hosts by NodeAddr.

    Hosts of a provider (`State=CLOUD`) and those that are still to come (`FUTURE`) have no name before they run.
    """
    for line in content_lines(text):
        said = dict(_pairs(line))
        for key in _HOSTS:
            yield from re.findall(r"[^,()\s]+", said.get(key, ""))
        if said.get("nodename", "DEFAULT") == "DEFAULT" or said.get("state", "").upper() in {"CLOUD", "FUTURE"}:
            continue
        for key in ("nodename", "nodehostname", "nodeaddr"):
            yield from expand(said.get(key, ""))


def slurm_hosts(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the controllers of a slurm.conf, and the hosts that jobs run on."""
    rows = [dict(_pairs(line)) for line in content_lines(text)]
    controllers = {row["slurmctldhost"].partition("(")[0] for row in rows if "slurmctldhost" in row}
    nodes = {name for row in rows for name in expand(row.get("nodename", ""))}
    return frozenset(controllers), frozenset(nodes)


def slurm_addresses(text: str) -> Iterator[tuple[str, str]]:
    """Yield each host of a slurm.conf with its NodeAddr. Raises ValueError: a line has more hosts than addresses, or fewer."""
    for row in (dict(_pairs(line)) for line in content_lines(text)):
        if "nodeaddr" in row:
            yield from zip(expand(row.get("nodename", "")), expand(row["nodeaddr"]), strict=True)


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    for word in line.split():
        key, equals, value = word.partition("=")
        if equals:
            yield key.lower(), value
