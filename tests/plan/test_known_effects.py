"""Every file that is rendered has a stated effect: a path that `files.yaml` has forgotten counts as interrupted traffic, and drains hosts for nothing."""

from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.change.file_effects import is_known, rule_of
from generator.render.backend import load_backends
from tests.conftest import EXAMPLES
from tests.golden_files import DIGESTS, GOLDEN
from tests.specs import Spec, cluster, plan_data

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEJ4YW1wbGVrZXlmb3JjbHVzdGVyZ2VudGVzdHM0Mjk5 ada@example.net"
BASE = cluster()


def _hosts(**keys: object) -> Spec:
    return {"hosts": {name: group | keys for name, group in BASE["hosts"].items()}}


def _leaves(**leaf: str) -> Spec:
    return {"fabrics": BASE["fabrics"] | {"storage": {**BASE["fabrics"]["storage"], "leaf": leaf, "spine": leaf}}}


FEATURES: dict[str, Spec] = {
    "accounts that come and go": {"users": {"accounts": {"ada": {"uid": 2001, "keys": [KEY], "sudo": True}, "bob": {"uid": 2002, "state": "absent"}}}},
    "backups in a folder": {"backups": {"repository": "/home/backups/atlas"}},
    "backups in a store": {"backups": {"repository": "s3:https://s3.example.net/atlas"}},
    "backups on a server": {"backups": {"repository": "sftp:backup@backup.example.net:/atlas"}},
    "a directory": {"addressing": {"way_out": "10.160.31.254"}, "services": {"directory": {"kind": "ldap", "uris": ["ldaps://ldap1.example.net"], "base": "dc=example,dc=net", "sudo": ["ops"], "ca": "system", "ssh_keys": True}}},
    "TLS": {"services": {"tls": {}}},
    "audit": {"services": {"audit": {}}},
    "no monitoring": {"monitoring": {"enabled": False}},
    "Slurm alone": {"scheduler": {"slurm": {"include": True}}},
    "Rocky": _hosts(os="rocky-9"),
    "Debian": _hosts(os="debian-12"),
    "Cumulus": _leaves(model="sn5600", os="cumulus"),
    "EOS": _leaves(model="7060dx5-64s", os="eos"),
    "Lustre": {"storage": {"fast": BASE["storage"]["fast"] | {"product": "Lustre", "lustre": {}}}},
    "other installer": {"scheduler": {"kubernetes": {"installer": "rke2"}}},
    "IPv6": {"addressing": {"ipv6": "fd42:c1::/32"}},
    "InfiniBand": {"fabrics": BASE["fabrics"] | {"compute": {"technology": "infiniband", "leaf": {"model": "qm9700"}, "spine": {"model": "qm9700"}}}},
}  # fmt: skip
"""What no example has, or not in every form."""


def test_every_file_of_an_example_has_an_effect() -> None:
    unknown: set[str] = set()
    for name in EXAMPLES:
        folder = GOLDEN / name
        listed = folder / DIGESTS
        paths = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()} - {DIGESTS}
        if listed.is_file():
            paths |= {line.split("  ", 1)[1] for line in listed.read_text(encoding="utf-8").splitlines()}
        assert len(paths) > 200, f"{name} is not held as a whole"
        unknown |= {path for path in paths if not is_known(path)}
    assert not unknown


@pytest.mark.parametrize("feature", FEATURES)
def test_every_file_of_a_feature_has_an_effect(feature: str, tmp_path: Path) -> None:
    plan = close(plan_data(BASE | FEATURES[feature], tmp_path))
    paths = {path for backend in load_backends().values() for path in backend.paths(plan)}
    assert not {path for path in paths if not is_known(path)}


def test_a_file_that_nobody_knows_is_found() -> None:
    for path in ("hosts/gpu1/etc/new.conf", "host_groups/gpu/etc/new.conf", "switches/leaf1/new", "new/file"):
        assert not is_known(path)
        assert rule_of(path).effect.interrupts
