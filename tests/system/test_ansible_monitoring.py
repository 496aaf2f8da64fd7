"""`monitoring` over real SSH on hosts with systemd: Prometheus asks their exporters, says which cable is missing, and takes no file that its check refuses."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.backends import ansible, monitoring
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require
from tests.twin.ssh_hosts import SshHosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

WATCHER, HOST = "control1", "gpu01"
PLAYBOOK = "ansible/playbooks/monitoring.yml"
SECRET = "https://hooks.example.net/services/T0/B0/top-secret"
UNITS = ("prometheus", "prometheus-alertmanager", "prometheus-blackbox-exporter", "prometheus-node-exporter")


@dataclass(frozen=True, slots=True)
class Site:
    """A control host and a GPU host of a small cluster, with systemd and without links."""

    plan: Draft
    tree: Path
    hosts: SshHosts

    def play(self, *arguments: str) -> Play:
        return self.hosts.playbook(PLAYBOOK, "--diff", *arguments, CLUSTERGEN_SLACK_URL=SECRET)

    def ask(self, expression: str) -> list[dict[str, Any]]:
        """Ask Prometheus on the control host: the labels of every series of the answer, with its value under an empty name."""
        command = ("promtool", "query", "instant", "--format", "json", "http://127.0.0.1:9090", expression)
        said = json.loads(self.hosts[WATCHER].must(*command))
        return [{**row["metric"], "": row["value"][1]} for row in said]

    def started(self) -> dict[str, str]:
        """When each program was started on the control host."""
        return {unit: self.hosts[WATCHER].unit(unit)["ExecMainStartTimestampMonotonic"] for unit in UNITS}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Site]:
    require(program)
    for name in ("sshd", "promtool", "amtool", *UNITS):
        program(name)
    receivers = {"slack": {"channel": "#atlas"}}
    spec = cluster(gpu=1, storage=1) | {"monitoring": {"interval_seconds": 5, "receivers": receivers}}
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    tree = tmp_path_factory.mktemp("monitoring") / "tree"
    templates = TEMPLATES
    write_tree([each for backend in (ansible, monitoring) for each in backend.render(close(plan), templates)], tree)
    with SshHosts(tree, [WATCHER, HOST]) as hosts:
        yield Site(plan, tree, hosts)


def test_hosts_are_watched_and_a_second_run_changes_nothing(site: Site, proven: Callable[[str, str], None]) -> None:
    """Predicted, done, verified by the role itself; the secret is in one file that Alertmanager alone reads."""
    predicted = site.play("--check").must()
    assert not site.hosts[WATCHER].exists("/etc/prometheus/rules")
    done = site.play().must()
    for name in (WATCHER, HOST):
        assert set(predicted.changed[name]) <= set(done.changed[name])
    told = done.stdout.partition("do not answer: ")[2].partition("\n")[0]
    assert "host storage1" in told
    assert "host gpu01" not in told
    assert [row["instance"] for row in site.ask('up{job="host"} == 1')] == [WATCHER, HOST]
    down = {row["device"]: row["cable"] for row in site.ask('ALERTS{alertname="LinkDown",instance="gpu01"}')}
    assert down.items() >= {
        (link.a.interface, link.cable) for link in site.plan.links_of[HOST] if link.fabric == "compute"
    }
    for unit in UNITS:
        found = site.hosts[WATCHER].unit(unit)
        assert (found["ActiveState"], found["UnitFileState"]) == ("active", "enabled"), unit
    assert site.hosts[WATCHER].unit("prometheus-blackbox-exporter")["AmbientCapabilities"] == "cap_net_raw"
    secret = "/etc/prometheus/secrets/slack_url"
    assert site.hosts[WATCHER].read(secret) == f"{SECRET}\n"
    assert site.hosts[WATCHER].must("stat", "-c", "%U %a", secret).split() == ["prometheus", "600"]
    assert SECRET not in predicted.stdout + done.stdout
    second = site.play().must()
    assert second.changed == {}
    assert {counts.changed for counts in second.counts.values()} == {0}
    proven(
        "ansible-playbook over SSH",
        "monitoring: two hosts watched, missing links named with their cables; second run changed=0",
    )


def test_what_changed_is_reloaded_and_nothing_else(site: Site) -> None:
    """A rule is read anew by a program that goes on; options need it to start again."""
    before = site.started()
    rule = site.tree / "monitoring/prometheus/rules/hosts.yml"
    rule.write_text(rule.read_text("utf-8").replace("does not answer", "is silent"), encoding="utf-8")
    test = site.tree / "monitoring/prometheus/tests/hosts.yml"
    test.write_text(test.read_text("utf-8").replace("does not answer", "is silent"), encoding="utf-8")
    site.play("--tags", "prometheus").must()
    assert site.started() == before
    rules = site.hosts[WATCHER].must("curl", "-s", "http://127.0.0.1:9090/api/v1/rules")
    assert "is silent" in rules
    options = site.tree / "monitoring/options/prometheus"
    options.write_text(options.read_text("utf-8").replace("30d", "31d"), encoding="utf-8")
    site.play("--tags", "prometheus").must()
    after = site.started()
    assert {unit for unit in UNITS if after[unit] != before[unit]} == {"prometheus"}


def test_a_run_that_was_killed_is_taken_up_again(site: Site) -> None:
    """Killed between the files and their reload: the next run has them in effect, and the one after finds nothing."""
    for path in ("rules/hosts.yml", "tests/hosts.yml"):
        file = site.tree / "monitoring/prometheus" / path
        file.write_text(file.read_text("utf-8").replace("is silent", "has gone"), encoding="utf-8")
    book = str(site.tree / PLAYBOOK)
    run = site.hosts.start("ansible-playbook", book, "--tags", "prometheus", CLUSTERGEN_SLACK_URL=SECRET)
    run.wait_for("clustergen.cluster.monitoring : Place Prometheus' files")
    run.kill()
    assert "has gone" in site.hosts[WATCHER].read("/etc/prometheus/rules/hosts.yml")
    site.play("--tags", "prometheus").must()
    assert "has gone" in site.hosts[WATCHER].must("curl", "-s", "http://127.0.0.1:9090/api/v1/rules")
    assert site.play("--tags", "prometheus").must().changed == {}


def test_a_file_that_is_refused_never_arrives(site: Site) -> None:
    """A rule that says something else than its test; put right, only what was staged is written again."""
    rule = site.tree / "monitoring/prometheus/rules/links.yml"
    text = rule.read_text("utf-8")
    planted = text.replace("node_network_carrier == 1", "node_network_carrier == 0")
    assert planted != text
    rule.write_text(planted, encoding="utf-8")
    done = site.play("--tags", "prometheus")
    assert set(done.failed) == {WATCHER}
    assert "LinkDown" in done.stdout
    assert site.hosts[WATCHER].read("/etc/prometheus/rules/links.yml") == text
    rule.write_text(text, encoding="utf-8")
    again = site.play("--tags", "prometheus").must()
    assert [task.rpartition(" : ")[2] for task in again.changed[WATCHER]] == ["Stage Prometheus' files"]


def test_a_value_that_the_prober_does_not_know_never_arrives(site: Site) -> None:
    """Its own check refuses the file."""
    file = site.tree / "monitoring/blackbox/blackbox.yml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("preferred_ip_protocol", "prefered_ip_protocol"), encoding="utf-8")
    done = site.play("--tags", "prometheus")
    file.write_text(text, encoding="utf-8")
    assert set(done.failed) == {WATCHER}
    assert "field prefered_ip_protocol not found" in done.stdout
    assert site.hosts[WATCHER].read("/etc/prometheus/blackbox.yml") == text
