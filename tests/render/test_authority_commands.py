"""With TLS, each command of a tree's pages that issues certificates names the folder of the authority: a host without a certificate is refused one otherwise."""

import re
from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.data import data_texts
from generator.render.backends import backups, host_ceph, readme
from tests.ceph_specs import stored
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

_IMPORTS = "import_playbook: certificates.yml"
_COMMAND = re.compile(r"ansible-playbook playbooks/(\w+\.yml)[^`\n]*")
_CHANGES_NOTHING = ("--check", "replace_part=out")
OPTION = "-e certificates_authority=~/atlas-authority"


def issuing() -> set[str]:
    """Return the playbooks that issue certificates, themselves or by one that they import."""
    return {"certificates.yml"} | {path for path, text in data_texts("playbooks").items() if _IMPORTS in text}


def pages(folder: Path, *, tls: bool) -> list[str]:
    """Return what people read of the playbooks and of backups."""
    services: dict[str, object] = {"services": {"tls": {}}} if tls else {}
    plan = close(plan_data(cluster(2) | {"backups": {"repository": "/home/backups/atlas"}} | services, folder))
    files = [each for backend in (readme, backups) for each in backend.render(plan, TEMPLATES)]
    return [each.content for each in files if each.path in {"ansible/README.md", "backups/README.md"}]


@pytest.mark.parametrize("tls", [True, False])
def test_the_folder_is_named_where_certificates_are_issued(tls: bool, tmp_path: Path) -> None:
    found = {
        command[0]: command[1]
        for page in pages(tmp_path, tls=tls)
        for command in _COMMAND.finditer(page)
        if command[1] in issuing() and not any(word in command[0] for word in _CHANGES_NOTHING)
    }
    assert {*found.values()} == {"site.yml", "grow.yml"} | ({"certificates.yml"} if tls else set())
    assert [command for command in found if (OPTION in command) is not tls] == []


def test_a_replaced_host_gets_one_when_it_returns(tmp_path: Path) -> None:
    """Its line has two runs, of which the second one issues certificates."""
    assert f"`-e replace_part=in {OPTION}`" in pages(tmp_path, tls=True)[0]


def test_a_store_names_it_for_a_first_host_that_is_lost(tmp_path: Path) -> None:
    """It is installed again, and has no certificate."""
    plan = close(plan_data(stored() | {"services": {"tls": {}}}, tmp_path))
    (page,) = [each.content for each in host_ceph.render(plan, TEMPLATES) if each.path.endswith(".md")]
    assert f"`playbooks/hosts.yml`, `playbooks/certificates.yml {OPTION}`, then `playbooks/storage.yml`" in page
