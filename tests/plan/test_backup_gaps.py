"""Certificates, keys and logins that people place by hand: a control host that is lost loses them, so the page of backups names each."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from generator.analysis.close import close
from generator.plan.hosts.certificates import DATABASE_AUTHORITY
from generator.plan.monitoring.telemetry import CA, CERTIFICATE, KEY
from tests.conftest import ROOT
from tests.plan.test_backups import HOME
from tests.render.test_slurm_burst import CLOUD
from tests.specs import cluster, plan_data, with_site_services

_CREDENTIALS = "/etc/clustergen/burst-credentials"
_SECRET = re.compile(r"auth|cert|cred|crt|key|pass|pem|secret|signed|token", re.IGNORECASE)
_BY_PEOPLE = {
    "{{ monitoring_collector_home }}/{{ item }}": (CA, CERTIFICATE, KEY),
    "{{ slurm_burst.credentials }}": (_CREDENTIALS,),
    "{{ cluster_tls.database_authority }}": (DATABASE_AUTHORITY,),
}
"""What roles only look for, with the files that it stands for."""
_BY_RUNS = {
    "{{ boot_own }}/tls.crt": "role boot signs it, or places the one that a run names",
    "/etc/munge/munge.key": "vault",
    "/etc/wireguard/wg-burst.key": "vault",
    "/etc/corosync/authkey": "vault",
    "/etc/beegfs/connauthfile": "vault",
    "{{ storage_unit.volume.key_file }}": "vault",
    "{{ cluster_storage_ceph.certificate | default('/') }}": "role certificates",
    "{{ cluster_tls.authority }}": "role certificates",
    "{{ cluster_slurm.packages.signed_by }}": "the hosts' image",
}
"""What roles look for and a run of the playbooks or an installation makes again."""


def _tasks(tasks: list[dict[str, Any]] | None) -> Iterator[dict[str, Any]]:
    for each in tasks or []:
        yield each
        for part in ("block", "rescue", "always"):
            yield from _tasks(each.get(part))


def _looked_for() -> Iterator[str]:
    """Yield the paths of files with secrets or certificates that roles look for; the first of a loop."""
    for file in sorted((ROOT / "playbooks/roles").glob("*/tasks/*.yml")):
        for task in _tasks(yaml.safe_load(file.read_text("utf-8"))):
            module = task.get("ansible.builtin.stat") or task.get("ansible.builtin.slurp")
            if module and task.get("delegate_to") != "localhost":
                path, loop = str(module.get("path") or module.get("src")), task.get("loop")
                if _SECRET.search(f"{path} {loop}"):
                    yield str(loop[0]) if path == "{{ item }}" and isinstance(loop, list) else path


def test_each_file_that_roles_look_for_is_known() -> None:
    """One that people place belongs into the plan's list; no entry here is left over."""
    assert {*_looked_for()} == {*_BY_PEOPLE, *_BY_RUNS}


def test_the_page_names_what_people_place(tmp_path: Path) -> None:
    cloud = {"provider": "aws"} | {key: value for key, value in CLOUD.items() if key != "mounts"}
    burst = {"count": 2, "cpus": 8, "memory_gib": 64, "cloud": cloud | {"credentials": _CREDENTIALS}}
    spec = cluster() | {
        "storage": HOME,
        "scheduler": {"slurm": {"database": "db.example.net", "burst": burst}},
        "backups": {"repository": "sftp:atlas@backup.example.net:/srv/atlas"},
    }
    made = close(plan_data(with_site_services(spec, {"tls": {}, "telemetry": "gnmic"}), tmp_path)).backups
    assert made is not None
    assert "hours of burst hosts" in next(item.how for item in made.hosts[0].items if item.name == "slurmctld")
    told = " ".join(made.uncovered)
    wanted = {path for paths in _BY_PEOPLE.values() for path in paths} | {"/etc/ssh/ssh_known_hosts"}
    assert {path for path in wanted if path not in told} == set()
