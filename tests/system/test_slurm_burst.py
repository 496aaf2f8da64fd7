"""Burst hosts are ordered by real slurmctld with the provider's own program, whose API is a stand-in on the controller's loopback."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.system.test_slurm_cluster import PROGRAMS, running, spec_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.twin.slurm import SlurmCluster

pytestmark = pytest.mark.proof
API = """
# EC2's query API as far as three actions go: instances live in a file, and a plan of faults is read before each answer.
import http.server, json, re, time, urllib.parse
HOME = "/var/spool/ec2"
NS = 'xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"'

def read(name, default):
    try: return json.load(open(f"{HOME}/{name}"))
    except OSError: return default

class Api(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        asked = dict(urllib.parse.parse_qsl(body))
        signed = self.headers.get("Authorization", "")
        if "AWS4-HMAC-SHA256 Credential=AKIASTANDIN/" not in signed: return self.answer(401, "<Response><Errors><Error><Code>AuthFailure</Code><Message>not signed</Message></Error></Errors></Response>")
        open(f"{HOME}/log", "a").write(json.dumps(asked) + "\\n")
        fault, there, action = read("fault", {}), read("instances", []), asked["Action"]
        if fault.get("action") == action:
            time.sleep(fault.get("seconds", 0))
            if "code" in fault:
                return self.answer(400, f"<Response><Errors><Error><Code>{fault['code']}</Code><Message>{fault['message']}</Message></Error></Errors></Response>")
        if action == "RunInstances":
            tags = {asked[f"TagSpecification.1.Tag.{n}.Key"]: asked[f"TagSpecification.1.Tag.{n}.Value"] for n in range(1, 9) if f"TagSpecification.1.Tag.{n}.Key" in asked}
            there.append({"id": f"i-{len(there) + 1:017x}", "tags": tags, "token": asked["ClientToken"], "state": "running"})
        if action == "TerminateInstances":
            for each in there:
                if each["id"] == asked["InstanceId.1"]: each["state"] = "terminated"
        json.dump(there, open(f"{HOME}/instances", "w"))
        items = "".join(
            f"<item><instanceId>{each['id']}</instanceId><tagSet>" + "".join(f"<item><key>{k}</key><value>{v}</value></item>" for k, v in each["tags"].items()) + "</tagSet></item>"
            for each in there if each["state"] == "running" and (action != "RunInstances" or each is there[-1]))
        inner = f"<reservationSet><item><instancesSet>{items}</instancesSet></item></reservationSet>" if action == "DescribeInstances" else f"<instancesSet>{items if action == 'RunInstances' else ''}</instancesSet>"
        self.answer(200, f"<{action}Response {NS}><requestId>r</requestId>{inner}</{action}Response>")
    def answer(self, code, text):
        self.send_response(code); self.send_header("Content-Type", "text/xml"); self.send_header("Content-Length", str(len(text))); self.end_headers(); self.wfile.write(text.encode())

http.server.ThreadingHTTPServer(("127.0.0.1", 8099), Api).serve_forever()
"""
CLOUD = {
    "provider": "aws", "machine": "g5.12xlarge", "image": "ami-0abc", "place": "eu-central-1", "network": "subnet-0abc",
    "firewall": "sg-0abc", "tags": {"team": "research"}, "endpoint": "http://127.0.0.1:8099", "credentials": "/var/spool/aws-credentials",
    "call_seconds": 20, "retry_minutes": 1,
}  # fmt: skip
BURST = {"count": 3, "cpus": 8, "memory_gib": 64, "gpus": 4, "gpu_type": "l40s", "idle_minutes": 1, "ready_minutes": 5}
STATE = "/home/slurmctld/burst"
ADDRESSES = {f"burst000{number}": f"10.200.0.{number}" for number in (1, 2, 3)}
"""No name server is in the bed, and slurmctld 22.05 waits for one while it looks for a host without an address."""


@pytest.fixture
def programs(program: Callable[[str], str]) -> None:
    for name in (*PROGRAMS, "/usr/bin/aws"):
        program(name)


class Cloud:
    """A cluster whose controller reaches the stand-in; times of Slurm are shortened."""

    def __init__(self, cluster: SlurmCluster) -> None:
        self.cluster = cluster
        conf = cluster.home / "slurm" / "slurm.conf"
        text = conf.read_text()
        for key, seconds, short in (("SuspendTime", 60, 5), ("SuspendTimeout", 120, 5)):
            text, count = re.subn(rf" {key}={seconds}\b", f" {key}={short}", text)
            assert count == 1, key
        conf.write_text(text)
        (cluster.home / "api.py").write_text(API)
        credentials = "[default]\naws_access_key_id = AKIASTANDIN\naws_secret_access_key = of-the-test\n"
        self.sh(
            f"mkdir -p /var/spool/ec2; printf '{credentials}' >/var/spool/aws-credentials; chown slurm /var/spool/aws-credentials; chmod 400 /var/spool/aws-credentials;"
            " install -d -o slurm -m 700 /var/lib/clustergen-burst"
        )
        cluster.start("control1", "python3", str(cluster.home / "api.py"))
        cluster.start_database("control1")
        cluster.start_controllers(["control1"])

    def sh(self, line: str) -> str:
        return self.cluster.on("control1", "sh", "-c", line)

    def job(self, *options: str) -> str:
        return self.cluster.on("login1", "sbatch", "--parsable", "--partition=burst", *options).strip()

    def asked(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.sh("cat /var/spool/ec2/log 2>/dev/null || true").splitlines()]

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.sh("python3 -B /etc/slurm/burst.py state"))
        return found

    def fault(self, **fault: Any) -> None:
        (self.cluster.home / "fault").write_text(json.dumps(fault))
        self.sh(f"cp {self.cluster.home}/fault /var/spool/ec2/fault")

    def wait(self, what: str, line: str, until: str, seconds: float = 60) -> str:
        return self.cluster.wait(what, "control1", "sh", "-c", line, until=until, seconds=seconds)


def test_aws_cli_orders_a_host_and_gives_it_back(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """The thinnest way: one job, one host ordered with its tags and first start, its job, and its end; nothing is ordered twice."""
    spec = spec_of("roce-16", burst=BURST | {"cloud": CLOUD})
    with running(spec, tmp_path, others=ADDRESSES) as cluster:
        cloud = Cloud(cluster)
        job = cloud.job("-w", "burst0001", "--gpus=4", "--wrap=sleep 3")
        cloud.wait("an order", "cat /var/spool/ec2/log", until="RunInstances")
        order = next(each for each in cloud.asked() if each["Action"] == "RunInstances")
        assert order["InstanceType"] == "g5.12xlarge"
        assert order["SecurityGroupId.1"] == "sg-0abc"
        cloud.wait("what is kept", f"cat {STATE}/state.json", until='"burst0001"')
        again = cluster.try_on(
            "control1",
            "setpriv",
            "--reuid=slurm",
            "--regid=slurm",
            "--clear-groups",
            "/etc/slurm/resume.sh",
            "burst0001",
        )
        assert again.returncode == 0, again.stderr
        assert sum(each["Action"] == "RunInstances" for each in cloud.asked()) == 1
        cluster.start("burst0001", "slurmd", "-D", "-b", "--conf-server", "control1")
        cloud.wait("the job", f"squeue -h --jobs={job} -o '%T %N'", until="RUNNING burst0001")
        cloud.wait("its end", "cat /var/spool/ec2/log", until='"TerminateInstances"', seconds=120)
        cloud.wait("no host", f"cat {STATE}/state.json", until='"hosts": {}')
        cluster.kill("burst0001", "slurmd")
    proven(
        "aws-cli",
        "orders, lists and gives back a burst host, started by slurmctld 22.05, against a stand-in of EC2's API",
    )


WATCH = "setpriv --reuid=slurm --regid=slurm --clear-groups python3 -B /etc/slurm/burst.py watch"


def test_faults_of_the_provider_leave_jobs_in_the_queue(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Quota, error and silence: the job waits and says why, the host is held and comes back."""
    spec = spec_of("roce-16", burst=BURST | {"cloud": CLOUD | {"hours_per_month": 9, "call_seconds": 15}})
    with running(spec, tmp_path, others=ADDRESSES) as cluster:
        cloud = Cloud(cluster)
        quota = {"code": "VcpuLimitExceeded", "message": "You have requested more vCPU capacity than your limit of 0"}
        cloud.fault(action="RunInstances", **quota)
        job = cloud.job("-w", "burst0001", "--wrap=true")
        said = cloud.wait(
            "a reason", "scontrol show node burst0001", until=r"Reason=burst: Amazon EC2: a quota or limit is reached"
        )
        assert "limit of 0" not in said
        assert "limit of 0" in cloud.state()["held"]["burst0001"]["why"]
        assert "PENDING" in cloud.wait("the queue", f"squeue -h --jobs={job} -o '%T'", until="PENDING")
        cloud.wait("what the job says", f"scontrol show job {job}", until="AdminComment=burst: .* quota or limit")
        cloud.fault(action="RunInstances", code="InternalError", message='An "internal" error\nNodeName=burst0003')
        cloud.job("-w", "burst0002", "--wrap=true")
        cloud.wait("a reason", "scontrol show node burst0002", until=r"Reason=burst: Amazon EC2: an error")
        assert "'internal' error NodeName=burst0003" in cloud.state()["held"]["burst0002"]["why"]
        cloud.fault(action="DescribeInstances", seconds=60)
        cloud.job("-w", "burst0003", "--wrap=true")
        cloud.wait("a reason", "scontrol show node burst0003", until="did not answer within 15 s")
        assert not [each for each in cloud.asked() if each["Action"] == "RunInstances" and "burst0003" in str(each)]
        cloud.fault()
        assert set(cloud.state()["held"]) == {"burst0001", "burst0002", "burst0003"}
        for host in ("burst0001", "burst0002", "burst0003"):
            cloud.wait("its power", f"scontrol show node {host}", until="State=DOWN.*POWERED_DOWN", seconds=90)
        cloud.sh("scancel --partition=burst")
        _let_pass(cloud, 120)
        cloud.sh(WATCH)
        assert cloud.state()["held"] == {}
        cloud.wait("their return", "sinfo -h -N -p burst -o '%N %T %t'", until=r"burst0001 idle~?")
    proven(
        "aws-cli",
        "quota, error and silence of the provider: the job stays queued with the reason, the host is powered down and returns",
    )


def _let_pass(cloud: Cloud, seconds: int) -> None:
    """Make everything that is kept that much older."""
    path = cloud.cluster.home / "shared" / "slurmctld" / "burst" / "state.json"
    aged = re.sub(
        r'("(?:since|ordered|counted)": )(\d+)', lambda found: f"{found[1]}{int(found[2]) - seconds}", path.read_text()
    )
    path.write_text(aged)


def test_a_host_without_slurmd_and_the_cap(programs: None, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """A host that does not register is given back, and an order above the cap is refused with the arithmetic."""
    spec = spec_of("roce-16", burst=BURST | {"cloud": CLOUD | {"hours_per_month": 2}})
    with running(spec, tmp_path, others=ADDRESSES) as cluster:
        conf = cluster.home / "slurm" / "slurm.conf"
        text, found = re.subn(r" ResumeTimeout=300\b", " ResumeTimeout=15", conf.read_text())
        assert found == 1
        conf.write_text(text)
        cloud = Cloud(cluster)
        job = cloud.job("-w", "burst0001", "--wrap=true")
        cloud.wait("an order", "cat /var/spool/ec2/log", until="RunInstances")
        cloud.wait("a reason", "scontrol show node burst0001", until="Reason=burst: .*did not register", seconds=120)
        cloud.wait("its end", "cat /var/spool/ec2/log", until='"TerminateInstances"')
        cloud.wait("the queue", f"squeue -h --jobs={job} -o '%T'", until="PENDING")
        cloud.wait("no host", f"cat {STATE}/state.json", until='"hosts": {}')
        path = cluster.home / "shared" / "slurmctld" / "burst" / "state.json"
        kept = json.loads(path.read_text())
        path.write_text(json.dumps(kept | {"seconds": dict.fromkeys(kept["seconds"], 5400)}))
        orders = sum(each["Action"] == "RunInstances" for each in cloud.asked())
        second = cloud.job("-w", "burst0002", "--wrap=true")
        said = cloud.wait(
            "a reason", "scontrol show node burst0002", until="Reason=burst: the cap is 2 host hours a month"
        )
        assert "1.5 used + 1 for each of 0 hosts that are up + 1 for 1 more = 2.5" in said
        cloud.wait("the queue", f"squeue -h --jobs={second} -o '%T'", until="PENDING")
        assert sum(each["Action"] == "RunInstances" for each in cloud.asked()) == orders
    proven(
        "slurmctld 22.05",
        "gives a burst host back whose slurmd does not come, and orders none above the cap of host hours",
    )
