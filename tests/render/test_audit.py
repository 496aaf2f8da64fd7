"""Linux audit: off unless stated; what is recorded follows from the host, and growth changes none of it."""

from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from generator.plan.hosts.setup import Setups
from generator.plan.hosts.software import host_packages, host_units
from generator.render.backends import host_system
from generator.render.inventory_access import connection_facts
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data, with_site_services

FOLDER, RULES = "etc/audit/", "etc/audit/rules.d/60-clustergen.rules"
PLUGIN = "etc/audit/plugins.d/syslog.conf"


def recorded(audit: dict[str, int] | None = None, **others: Any) -> Spec:
    return cluster(2) | {"services": {"audit": audit or {}} | others}


def files_of(plan: Draft) -> dict[str, dict[str, str]]:
    return made_for(plan, host_system.render(plan, TEMPLATES))


def test_without_the_key_nothing_is_recorded(tmp_path: Path) -> None:
    plan = plan_data(cluster(2), tmp_path)
    assert not [path for files in files_of(plan).values() for path in files if "audit" in path]
    setups = [Setups(plan).of(host) for host in plan.hosts]
    assert not [name for setup in setups for name in (*host_packages(setup), *host_units(setup).run) if "audit" in name]
    assert not [path for path in connection_facts(plan)["file_modes"] if "audit" in path]


@pytest.mark.parametrize(("system", "package", "group"), [("debian-12", "auditd", "adm"), ("rocky-9", "audit", "root")])
def test_each_family_has_its_package_and_its_group(system: str, package: str, group: str, tmp_path: Path) -> None:
    spec = recorded()
    spec["hosts"]["login"]["os"] = system
    plan = plan_data(spec, tmp_path)
    setup = Setups(plan).of(plan.hosts_of["login"][0])
    assert package in host_packages(setup)
    assert "auditd.service" in host_units(setup).run
    assert f"log_group = {group}\n" in files_of(plan)["login1"][f"{FOLDER}auditd.conf"]
    assert connection_facts(plan)["file_modes"]["etc/audit/*"] == "0600"


def test_growth_changes_no_rule(tmp_path: Path) -> None:
    small, grown = (files_of(plan_data(recorded() | cluster(gpu=gpu, most=32) | {"services": {"audit": {}}}, tmp_path)) for gpu in (2, 20))  # fmt: skip
    for host, files in small.items():
        mine = {path: text for path, text in files.items() if path.startswith(FOLDER)}
        assert mine
        assert mine == {path: text for path, text in grown[host].items() if path.startswith(FOLDER)}


def test_records_are_sent_where_logs_are(tmp_path: Path) -> None:
    """Over TLS to collectors of the cluster, by syslog; else they stay on the host. Red Hat's family has the plugin in a package of its own."""
    sent = recorded(syslog=["10.192.1.9"], tls={})
    sent["hosts"]["login"]["os"] = "rocky-9"
    plan = plan_data(sent, tmp_path)
    having = {host for host, files in files_of(plan).items() if PLUGIN in files}
    assert having == {host.name for host in plan.hosts} - {"control1"}  # the only collector
    packages = {host.name: host_packages(Setups(plan).of(host)) for host in plan.hosts}
    assert {host for host, names in packages.items() if "audispd-plugins" in names} == {"login1"}
    for others in ({}, {"syslog": ["192.0.2.54"], "tls": {}}, {"syslog": ["10.192.1.9"]}):
        assert not [
            files
            for files in files_of(plan_data(with_site_services(cluster(2), {"audit": {}} | others), tmp_path)).values()
            if PLUGIN in files
        ]


def test_limits_are_those_of_the_spec(tmp_path: Path) -> None:
    files = files_of(plan_data(recorded({"records_per_s": 1000, "keep_mb": 4096}), tmp_path))["gpu01"]
    assert "-r 1000\n" in files[RULES]
    assert "max_log_file = 512\nnum_logs = 8\n" in files[f"{FOLDER}auditd.conf"]


def test_programs_that_jobs_start_are_left_out(tmp_path: Path) -> None:
    """nvidia-modprobe is root by its file, and programs that use a GPU start it: before the rule that records such programs, as the first one counts."""
    files = files_of(plan_data(recorded(), tmp_path))
    lines = files["gpu01"][RULES].splitlines()
    (quiet, *_) = (number for number, line in enumerate(lines) if "nvidia-modprobe" in line)
    assert quiet < next(number for number, line in enumerate(lines) if "uid!=euid" in line)
    assert "nvidia-modprobe" not in files["login1"][RULES]


def test_folders_of_a_host_are_those_that_it_has(tmp_path: Path) -> None:
    """Those that come later stand behind `-i`: the kernel refuses a rule whose folder is not there, and reads on."""
    spec = recorded(syslog=["10.192.1.9"], tls={}) | {"scheduler": {"slurm": {}}}
    files = files_of(plan_data(spec, tmp_path))
    later = {host: texts[RULES].partition("\n-i\n")[2] for host, texts in files.items()}
    for host in ("gpu01", "control1", "login1"):
        assert "dir=/etc/munge -F perm=r -F auid!=unset -F key=secrets" in later[host]
    assert "/etc/munge" not in files["storage1"][RULES]
    assert all("/etc/clustergen/tls" in text for text in later.values())
    assert not [text for text in later.values() if "/etc/kubernetes" in text or "/etc/wireguard" in text]


def test_arm_has_no_calls_of_32_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its kernels run none on Grace, and auditctl may be built without their names."""
    monkeypatch.setattr("generator.plan.hosts.audit.architecture_of", lambda *_: "arm64")
    rules = files_of(plan_data(recorded(), tmp_path))["gpu01"][RULES]
    assert "arch=b64" in rules
    assert "arch=b32" not in rules
