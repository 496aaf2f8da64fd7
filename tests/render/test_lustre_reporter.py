"""The program that asks Lustre by lctl, beside a stand-in that prints what servers and clients print; one that fails, and one that hangs."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.extra import reporters_of
from generator.render.backends import monitoring
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.tier_specs import filled

if TYPE_CHECKING:
    from pathlib import Path

SERVER = {
    "health_check": "health_check=healthy",
    "*.*.recovery_status": """mdt.fast-MDT0000.recovery_status=
status: COMPLETE
recovery_start: 1700000000
completed_clients: 4/4
obdfilter.fast-OST0000.recovery_status=
status: RECOVERING
recovery_start: 1700000001
connected_clients: 3/4
obdfilter.fast-OST0001.recovery_status=status: INACTIVE""",
    "obdfilter.*.num_exports": "obdfilter.fast-OST0000.num_exports=7\nmdt.fast-MDT0000.num_exports=15",
    "obdfilter.*.kbytestotal": "obdfilter.fast-OST0000.kbytestotal=4831716\nosd-ldiskfs.fast-MDT0000.kbytestotal=1819968",
    "obdfilter.*.kbytesavail": "obdfilter.fast-OST0000.kbytesavail=4486468\nosd-ldiskfs.fast-MDT0000.kbytesavail=1531876",
    "obdfilter.*.stats": """obdfilter.fast-OST0000.stats=
snapshot_time             1700000009.719749479 secs.nsecs
read_bytes                5 samples [bytes] 4096 1048576 5242880 99
write_bytes               2 samples [bytes] 1 10 11
statfs                    9 samples [reqs]
evil{name="x"} 1          1 samples [bytes] 1 1 1""",
    "osc.*.import": """osc.fast-OST0000-osc-MDT0000.import=
import:
    name: fast-OST0000-osc-MDT0000
    target: fast-OST0000_UUID
    state: FULL
    connect_flags: [ write_grant, server_lock ]""",
}
CLIENT = {
    "health_check": "health_check=device fast-OST0001 reported unhealthy\nNOT HEALTHY",
    "osc.*.import": """osc.fast-OST0000-osc-ffff8f0c4d0b8000.import=
import:
    state: FULL
osc.fast-OST0001-osc-ffff8f0c4d0b8000.import=
import:
    state: DISCONN
    failover_nids: [ 10.1.2.3@o2ib ]
mdc.fast-MDT0000-mdc-ffff8f0c4d0b8000.import=
import:
    state: FULL""",
}
_HANGS = "#!/bin/sh\nexec sleep 60\n"


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder with the program."""
    plan = plan_data(filled() | {"monitoring": {"exporters": ["lustre"]}}, tmp_path)
    for artifact in monitoring.render(close(plan), TEMPLATES):
        if artifact.path.startswith("monitoring/reporters/"):
            (tmp_path / artifact.path.rpartition("/")[2]).write_text(artifact.content, "utf-8")
    return tmp_path


def lctl(host: Path, answers: dict[str, str]) -> None:
    """Write a stand-in that answers a question by its first pattern, and refuses all others."""
    cases = "".join(f"'{asked}') cat <<'END'\n{answer}\nEND\n;;\n" for asked, answer in answers.items())
    script = f'#!/bin/sh\n[ "$1" = get_param ] || exit 1\ncase $2 in\n{cases}*) echo "error: get_param: param_path \'$2\': No such file" >&2; exit 2;;\nesac\n'
    tool(host, script)


def tool(host: Path, script: str) -> None:
    (host / "bin").mkdir(exist_ok=True)
    (host / "bin/lctl").write_text(script, "utf-8")
    (host / "bin/lctl").chmod(0o755)


def run(host: Path) -> dict[str, float]:
    """Run the program, and return its series."""
    told = os.environ | {"REPORTER_FOLDER": str(host), "PATH": f"{host}/bin:{os.environ['PATH']}"}
    subprocess.run((sys.executable, "-B", str(host / "lustre.py")), env=told, check=True)
    lines = (host / "reporter-lustre.prom").read_text("utf-8").splitlines()
    rows = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name.removeprefix("clustergen_lustre_"): float(value) for name, _, value in rows}


def test_a_server_reports_its_targets(host: Path) -> None:
    lctl(host, SERVER)
    assert run(host) == {
        "up": 1,
        "healthy": 1,
        'recovering{target="fast-MDT0000"}': 0,
        'recovering{target="fast-OST0000"}': 1,
        'recovering{target="fast-OST0001"}': 0,
        'exports{target="fast-MDT0000"}': 15,
        'exports{target="fast-OST0000"}': 7,
        'size_bytes{target="fast-MDT0000"}': 1819968 * 1024,
        'size_bytes{target="fast-OST0000"}': 4831716 * 1024,
        'available_bytes{target="fast-MDT0000"}': 1531876 * 1024,
        'available_bytes{target="fast-OST0000"}': 4486468 * 1024,
        'read_bytes_total{target="fast-OST0000"}': 5242880,
        'written_bytes_total{target="fast-OST0000"}': 11,
        'connected{target="fast-OST0000"}': 1,
    }


def test_every_series_of_the_catalog_is_written(host: Path) -> None:
    lctl(host, SERVER)
    found = {f"clustergen_lustre_{name.partition('{')[0]}" for name in run(host)}
    assert found == set(read_exporter("lustre").metrics)


def test_a_client_reports_what_it_has_lost(host: Path) -> None:
    lctl(host, CLIENT)
    assert run(host) == {
        "up": 1,
        "healthy": 0,
        'connected{target="fast-MDT0000"}': 1,
        'connected{target="fast-OST0000"}': 1,
        'connected{target="fast-OST0001"}': 0,
    }


def test_lustre_that_does_not_answer_is_reported(host: Path) -> None:
    assert run(host) == {"up": 0}, "there is no lctl"
    tool(host, _HANGS)
    text = (host / "lustre.py").read_text("utf-8")
    (host / "lustre.py").write_text(text.replace("SECONDS = 20", "SECONDS = 1"), "utf-8")
    assert run(host) == {"up": 0}


def test_servers_and_clients_run_it(tmp_path: Path) -> None:
    """Those of the tier of Lustre: no hosts of other tiers that do not mount it."""
    plan = plan_data(filled() | {"monitoring": {"exporters": ["lustre"]}}, tmp_path)
    reporter = next(each for each in reporters_of(plan) if each.name == "lustre")
    tier = next(tier for tier in plan.tiers if tier.name == "fast")
    wanted = {host.name for host in plan.hosts if host.group == "storage" or host.role in tier.clients}
    assert set(reporter.hosts) == wanted
    assert not any(name.startswith("bulk") for name in reporter.hosts)
