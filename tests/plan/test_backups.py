"""Backups in the plan: each control host's state, only what the cluster has, and nothing that a playbook makes again."""

from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.plan.backups.records import BackupsPlan
from generator.plan.secrets import collected, used
from generator.source.diagnostic import Severity
from generator.spec.backups import kind_of
from generator.spec.load import DocumentError
from tests.specs import Spec, cluster, plan_data, with_site_services

HOME = {"home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["compute", "login", "control"]}}


def _spec(repository: str = "/home/backups/atlas", **keys: Any) -> Spec:
    return cluster() | {"storage": HOME, "scheduler": {"slurm": {}}} | {"backups": {"repository": repository} | keys}


def _backups(spec: Spec, folder: Path) -> BackupsPlan:
    found = close(plan_data(spec, folder)).backups
    assert found is not None
    return found


def _parts(spec: Spec, folder: Path) -> dict[str, tuple[str, ...]]:
    return {state.host: tuple(item.name for item in state.items) for state in _backups(spec, folder).hosts}


def test_no_spec_no_backups(tmp_path: Path) -> None:
    spec = cluster() | {"storage": HOME, "scheduler": {"slurm": {}}}
    plan = plan_data(spec, tmp_path)
    assert close(plan).backups is None
    assert not [name for name in used(plan) if name.startswith("backup_")]


def test_each_state_has_one_host(tmp_path: Path) -> None:
    """The database and the queue are on the first control host; leases and measurements on each."""
    control, *others = _parts(_spec(), tmp_path).items()
    assert control == ("control1", ("slurmdbd", "slurmctld", "kea", "prometheus", "alertmanager"))
    assert others
    assert {parts for _, parts in others} == {("kea", "prometheus", "alertmanager")}


@pytest.mark.parametrize(
    ("keys", "gone", "come"),
    [
        ({"scheduler": {"slurm": {"accounting": False}}}, {"slurmdbd"}, set()),
        ({"scheduler": {"slurm": {"database": "db.example.net"}}}, {"slurmdbd"}, set()),
        ({"scheduler": {"kubernetes": {}}}, {"slurmdbd", "slurmctld"}, {"kubernetes-keys", "etcd"}),
        ({"scheduler": {"kubernetes": {"installer": "rke2"}}}, {"slurmdbd", "slurmctld"}, {"kubernetes-keys", "etcd"}),
        (
            {"scheduler": {"kubernetes": {"installer": "kubeadm", "api_address": "10.160.127.254"}}},
            {"slurmdbd", "slurmctld"},
            {"kubernetes-keys", "etcd"},
        ),
        ({"scheduler": {"slurm": {"include": True}}}, set(), {"slurm-site"}),
        ({"monitoring": {"enabled": False}}, {"prometheus", "alertmanager"}, set()),
    ],
)
def test_only_what_the_cluster_has(keys: Spec, gone: set[str], come: set[str], tmp_path: Path) -> None:
    (tmp_path / "usual").mkdir()
    usual = set(_parts(_spec(), tmp_path / "usual")["control1"])
    assert set(_parts(_spec() | keys, tmp_path)["control1"]) == usual - gone | come


@pytest.mark.parametrize(("system", "kea"), [("ubuntu-24.04", "_kea"), ("rocky-9", "kea")])
def test_each_part_is_its_owners(system: str, kea: str, tmp_path: Path) -> None:
    """Who reads and writes it: the user of the daemon whose folder it is, by the names of its package."""
    spec = _spec()
    spec["hosts"]["control"]["os"] = system
    users = {item.name: item.user for item in _backups(spec, tmp_path).hosts[0].items}
    assert users == {
        "slurmdbd": "root", "slurmctld": "slurm", "kea": kea, "prometheus": "prometheus", "alertmanager": "prometheus",
    }  # fmt: skip


def test_a_queue_that_controllers_share_is_restored_by_its_name(tmp_path: Path) -> None:
    """The page says so; that of one controller is a part like others, also where it is on a tier."""
    (tmp_path / "alone").mkdir()
    alone = _spec()
    alone["hosts"]["control"]["count"] = 1
    queues = [
        next(item for item in _backups(spec, folder).hosts[0].items if item.name == "slurmctld")
        for spec, folder in ((_spec(), tmp_path), (alone, tmp_path / "alone"))
    ]
    assert ["only by its name" in queue.what for queue in queues] == [True, False]


def test_what_nothing_copies_is_said(tmp_path: Path) -> None:
    """A database of the site, and logs; keys of Kubernetes are a part."""
    scheduler = {
        "slurm": {"database": "db.example.net"},
        "kubernetes": {"installer": "kubeadm", "api_address": "10.160.127.254"},
    }
    spec = with_site_services(_spec() | {"scheduler": scheduler}, {"syslog": ["192.0.2.9"]})
    uncovered = " ".join(_backups(spec, tmp_path).uncovered)
    for word in ("db.example.net", "Logs", "storage tiers", "vault"):
        assert word in uncovered
    assert "Kubernetes" not in uncovered


def test_keys_of_kubernetes_come_before_etcd(tmp_path: Path) -> None:
    """In the order of a restore: etcd and the API find their certificates. A control host that is no member of etcd has keys as well."""
    spec = _spec() | {"scheduler": {"kubernetes": {}}}
    spec["hosts"]["control"]["count"] = 4
    first, *_, last = _parts(spec, tmp_path).values()
    assert first[:2] == ("kubernetes-keys", "etcd")
    assert last[:2] == ("kubernetes-keys", "kea")


@pytest.mark.parametrize(("hours", "parts", "last"), [(1, 168, 24), (6, 28, 4), (7, 24, 4), (24, 7, 1), (168, 1, 1)])
def test_all_of_the_repository_is_read_within_a_week(hours: int, parts: int, last: int, tmp_path: Path) -> None:
    """Each part in some run, by the sum that the program does; the backups of a day are all kept."""
    found = _backups(_spec(every_hours=hours), tmp_path)
    assert (found.parts, found.keep["keep-last"]) == (parts, last)
    first = 495_000
    assert {now // hours % parts + 1 for now in range(first, first + 168, hours)} == set(range(1, parts + 1))


def test_the_tier_of_the_repository_is_the_deepest(tmp_path: Path) -> None:
    """And none where the repository is no path."""
    deep = HOME | {"deep": HOME["home"] | {"mount": "/home/backups"}}
    assert _backups(_spec() | {"storage": deep}, tmp_path).mount == "/home/backups"
    (tmp_path / "far").mkdir()
    assert _backups(_spec("rest:https://backup.example.net/atlas"), tmp_path / "far").mount == ""


@pytest.mark.parametrize("server", ["control1", "control1.atlas.example.net", "inband"])
def test_a_control_host_keeps_no_backups(server: str, tmp_path: Path) -> None:
    """By its name and by its address; another server is none of them."""
    plan = plan_data(_spec("sftp:atlas@backup.example.net:/srv/atlas"), tmp_path)
    address = next(host.inband for host in plan.hosts if host.name == "control1") if server == "inband" else server
    (tmp_path / "own").mkdir()
    with pytest.raises(DocumentError) as told:
        plan_data(_spec(f"sftp:atlas@{address}:/srv/atlas"), tmp_path / "own")
    assert [problem.code for problem in told.value.problems if problem.severity is Severity.ERROR] == [
        "backups-on-control-host"
    ]


SECRETS = {
    "/home/backups/atlas": set(),
    "sftp:atlas@backup.example.net:/srv/atlas": {"backup_ssh_key"},
    "rest:https://backup.example.net:8000/atlas": {"backup_rest_login"},
    "s3:https://s3.example.net/atlas": {"backup_s3_key_id", "backup_s3_secret_key"},
}


@pytest.mark.parametrize("repository", SECRETS)
def test_each_kind_asks_for_its_secrets(repository: str, tmp_path: Path) -> None:
    plan = plan_data(_spec(repository), tmp_path)
    assert {name for name in used(plan) if name.startswith("backup_")} == {"backup_password"} | SECRETS[repository]
    vault = dict(_backups(_spec(repository), tmp_path).vault)
    assert "clustergen_backup_password" in vault
    assert "clustergen_munge_key" in vault
    assert kind_of(repository) == (repository.partition(":")[0] if ":" in repository else "path")


@pytest.mark.parametrize(
    ("repository", "words"),
    [
        ("rest:https://atlas:secret@backup.example.net/atlas", "must not have a login"),
        ("s3:https://key@s3.example.net/atlas", "must not have a login"),
        ("sftp:atlas:secret@backup.example.net:/srv", "must not have a login"),
        ("rest:http://backup.example.net/atlas", "must be reached by https"),
        ("/home", "is not the address of a repository"),
        ("/home/../etc", "is not the address of a repository"),
        ("/home/$(reboot)", "is not the address of a repository"),
        ("sftp:-oProxyCommand=x@backup:/srv", "is not the address of a repository"),
        ("rclone:anything", "is not the address of a repository"),
    ],
)
def test_no_address_has_a_secret_or_a_word_of_a_shell(repository: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as told:
        plan_data(_spec(repository), tmp_path)
    assert words in " ".join(problem.message for problem in told.value.problems)


def test_the_first_control_host_reads_switches_if_asked(tmp_path: Path) -> None:
    """With a key of its own, and the secrets of a push; otherwise the page says that nobody keeps them."""
    spec = with_site_services(_spec(), {"tacacs": ["192.0.2.9"]})
    (tmp_path / "off").mkdir()
    off = plan_data(spec, tmp_path / "off")
    assert "backup_switches_ssh_key" not in used(off)
    made = close(off).backups
    assert made is not None
    assert made.reading is None
    assert "backups.switches" in " ".join(made.uncovered)
    spec["backups"]["switches"] = True
    plan = plan_data(spec, tmp_path)
    parts = _parts(spec, tmp_path)
    assert [host for host, each in parts.items() if "switches" in each] == ["control1"]
    made = _backups(spec, tmp_path)
    assert made.reading is not None
    assert (made.reading.host, made.reading.secrets) == ("control1", ("clustergen_tacacs_key",))
    assert "backups.switches" not in " ".join(made.uncovered)
    assert "clustergen_backup_switches_ssh_key" in dict(made.vault)
    asked = [(name, stage) for name, (stage, _) in collected(plan)]
    assert ("tacacs_key", ("backups",)) in asked
