"""burst.py as it is rendered, with stand-ins of scontrol and of the provider's program: what it orders, gives back and keeps."""

import json
import os
import stat
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.render.backends import slurm
from tests.conftest import missing
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

CLOUD = {
    "provider": "google", "machine": "m", "image": "i", "place": "p", "project": "q", "network": "n", "credentials": "/etc/clustergen/burst-credentials",
    "call_seconds": 5,
}  # fmt: skip
PROVIDER = """#!/usr/bin/python3
# Hosts are files; `fault` is what each call answers.
import json, os, pathlib, sys
home = pathlib.Path(os.environ["TEST"])
with (home / "calls").open("a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
fault, action = home / "fault", sys.argv[3]
if fault.exists() and fault.read_text().partition(" ")[0] == action:
    sys.exit(fault.read_text().partition(" ")[2])
if action == "list":
    print(json.dumps([{"name": each.name} for each in sorted((home / "there").iterdir())]))
if action == "create":
    (home / "there" / sys.argv[4]).touch()
if action == "delete":
    (home / "there" / sys.argv[4]).unlink()
"""
SCONTROL = """#!/usr/bin/python3
import os, pathlib, socket, sys
home = pathlib.Path(os.environ["TEST"])
with (home / "slurm").open("a") as told:
    told.write(" ".join(sys.argv[1:]) + "\\n")
if any(len(each) > 131071 for each in sys.argv):
    sys.exit("too long")
if sys.argv[1] == "ping":
    print(f"Slurmctld(primary) at {socket.gethostname().partition('.')[0]} is UP")
if sys.argv[1:3] == ["show", "hostnames"]:
    print("\\n".join(sys.argv[3].split(",")))
if sys.argv[1:3] == ["show", "nodes"]:
    print((home / "nodes").read_text())
if "State=RESUME" in sys.argv and (home / "deaf").exists():
    sys.exit("slurm_update error: timed out")
"""


class Bed:
    """A folder with the rendered program, its state, and hosts of the provider as files."""

    def __init__(self, home: Path, count: int = 3, **cloud: Any) -> None:
        self.home = home
        spec = cluster(4)
        burst = {"count": count, "cpus": 8, "memory_gib": 64, "ready_minutes": 5, "cloud": CLOUD | cloud}
        spec["scheduler"] = {"slurm": {"burst": burst}}
        for each in slurm.render(close(plan_data(spec, home)), TEMPLATES):
            if each.path.startswith("slurm/burst"):
                (home / each.path.removeprefix("slurm/")).write_text(each.content)
        (home / "bin").mkdir()
        (home / "there").mkdir()
        (home / "nodes").touch()
        for name, text in (("provider", PROVIDER), ("scontrol", SCONTROL)):
            (home / "bin" / name).write_text(text)
            (home / "bin" / name).chmod(0o755)
        self.settings = json.loads((home / "burst.json").read_text())
        self.settings |= {
            "state": str(home / "state"),
            "home": str(home),
            "metrics": str(home / "metrics"),
            "program": str(home / "bin/provider"),
        }
        self.settings["environment"]["TEST"] = str(home)
        self.configure()

    def configure(self, **settings: Any) -> None:
        self.settings |= settings
        (self.home / "burst.json").write_text(json.dumps(self.settings))

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self._python("burst.py", *words)

    def say(self, line: str) -> subprocess.CompletedProcess[str]:
        return self._python("-c", f"import burst; {line}")

    def _python(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PATH": f"{self.home}/bin:/usr/bin:/bin", "TEST": str(self.home)}
        command = ("/usr/bin/python3", "-B", *words)
        return subprocess.run(command, cwd=self.home, env=environment, capture_output=True, text=True, timeout=60, check=False)  # fmt: skip

    def there(self) -> set[str]:
        return {each.name for each in (self.home / "there").iterdir()}

    def told(self, name: str = "slurm") -> list[str]:
        path = self.home / name
        return path.read_text().splitlines() if path.exists() else []

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.home / "state" / "state.json").read_text())
        return found

    def keep(self, **values: Any) -> None:
        (self.home / "state").mkdir(exist_ok=True)
        empty: dict[str, Any] = {"hosts": {}, "held": {}, "seconds": {}, "orders": 0}
        (self.home / "state" / "state.json").write_text(json.dumps(empty | values))

    def nodes(self, **states: str) -> None:
        lines = (f"NodeName={name} Arch=x86_64 State={state}" for name, state in states.items())
        (self.home / "nodes").write_text("\n".join(lines))


def up(age: float = 0, **more: Any) -> dict[str, Any]:
    now = int(time.time() - age)
    return {"ordered": now, "counted": now, "token": "t"} | more


@pytest.fixture
def bed(tmp_path: Path) -> Bed:
    return Bed(tmp_path)


def test_a_host_is_ordered_once_and_given_back(bed: Bed) -> None:
    for _ in range(2):
        assert bed.run("resume", "burst0001").returncode == 0
    assert bed.there() == {"burst0001"}
    assert sum(" create " in line for line in bed.told("calls")) == 1
    assert len(bed.state()["hosts"]["burst0001"]["token"]) <= 64
    assert bed.run("suspend", "burst0001").returncode == 0
    assert bed.there() == set()
    assert bed.state()["hosts"] == {}


def test_names_that_are_gone_from_the_settings_are_given_back(bed: Bed) -> None:
    """By Slurm's order, and by the watch where Slurm does not know them any more."""
    bed.run("resume", "burst0002,burst0003")
    bed.configure(hosts=["burst0001"])
    assert bed.run("suspend", "burst0002").returncode == 0
    assert bed.there() == {"burst0003"}
    kept = bed.state()
    bed.keep(hosts={"burst0003": kept["hosts"]["burst0003"] | {"ordered": 1}})
    bed.run("watch")
    assert bed.there() == set()


def test_strays_are_counted_and_kept_until_several_listings_lack_them(bed: Bed) -> None:
    (bed.home / "there" / "burst0001").touch()
    bed.nodes(burst0001="IDLE+CLOUD", burst0002="IDLE+CLOUD")
    bed.keep(hosts={"burst0002": up(3600)})
    bed.run("watch")
    assert set(bed.state()["hosts"]) == {"burst0001", "burst0002"}
    bed.run("watch")
    assert "burst0002" in bed.state()["hosts"]
    bed.run("watch")
    assert set(bed.state()["hosts"]) == {"burst0001"}
    assert bed.there() == {"burst0001"}


def test_what_an_earlier_order_left_is_stopped_before_a_new_one(bed: Bed) -> None:
    (bed.home / "there" / "burst0001").touch()
    bed.keep(hosts={"burst0001": up(3600)})
    bed.run("resume", "burst0001")
    actions = [line.split()[2] for line in bed.told("calls")]
    assert actions == ["list", "delete", "create"]


def test_no_order_for_a_host_that_is_being_given_back(bed: Bed) -> None:
    """Its job returns to the queue, and the next watch gives it back."""
    bed.run("resume", "burst0001")
    (bed.home / "fault").write_text("delete no")
    assert bed.run("suspend", "burst0001").returncode == 1
    (bed.home / "fault").unlink()
    creates = sum(" create " in line for line in bed.told("calls"))
    bed.run("resume", "burst0001")
    assert sum(" create " in line for line in bed.told("calls")) == creates
    assert any("State=DOWN" in line and "still being given back" in line for line in bed.told())
    bed.nodes(burst0001="DOWN+CLOUD+POWERED_DOWN")
    bed.run("watch")
    assert bed.there() == set()


def test_no_order_after_slurm_has_given_up(bed: Bed) -> None:
    late = bed.say("burst.order('burst0001', {}, burst.now() - 301)")
    assert "no longer waited" in late.stderr
    bed.keep(held={"burst0001": {"since": int(time.time()), "why": "x"}})
    assert "no longer waited" in bed.say("burst.order('burst0001', {}, burst.now() - 10)").stderr
    assert bed.there() == set()
    assert bed.say("burst.order('burst0001', {}, burst.now() + 10)").returncode == 0
    assert bed.there() == {"burst0001"}


def test_a_host_that_was_given_back_while_it_was_ordered_does_not_stay(bed: Bed) -> None:
    line = (
        "begin = burst.call\n"
        "def call(*words):\n"
        "    begin(*words)\n"
        "    if 'create' in words: burst.note(lambda kept: kept['hosts'].clear())\n"
        "burst.call = call\n"
        "burst.order('burst0001', {}, burst.now())"
    )
    done = bed.say(f"exec({line!r})")
    assert "given back while it was ordered" in done.stderr
    assert bed.there() == set()


def test_no_error_of_the_state_stops_giving_back(bed: Bed) -> None:
    """A disk that is full, for each action that gives back."""
    for action in ("suspend", "fail"):
        bed.run("resume", "burst0001,burst0002")
        (bed.home / "state" / "state.new").symlink_to("/dev/full")
        bed.run(action, "burst0001,burst0002")
        assert bed.there() == set(), action
        (bed.home / "state" / "state.new").unlink()
        bed.keep()


def test_a_host_that_fails_is_given_back_before_it_is_held(bed: Bed) -> None:
    bed.run("resume", "burst0001")
    line = "import os; burst.hold = lambda *_: print('held', os.listdir('there')); burst.fail('burst0001')"
    assert bed.say(line).stdout == "held []\n"
    bed.run("resume", "burst0002")
    bed.run("fail", "burst0002")
    assert any("State=DOWN" in line and "did not register" in line for line in bed.told())


def test_a_state_that_cannot_be_read_is_set_aside(bed: Bed) -> None:
    """The version before it counts, and what neither has is found at the provider."""
    bed.run("resume", "burst0001,burst0002")
    kept = bed.home / "state"
    assert (kept / "state.old").exists()
    (kept / "state.json").write_text("{")
    (kept / "state.old").write_text("[]")
    bed.nodes(burst0001="IDLE+CLOUD", burst0002="IDLE+CLOUD")
    done = bed.run("watch")
    assert "was not readable" in done.stderr
    assert (kept / "state.unreadable").exists()
    assert set(bed.state()["hosts"]) == {"burst0001", "burst0002"}
    (kept / "state.json").write_text("{")
    bed.run("suspend", "burst0001")
    assert set(bed.state()["hosts"]) == {"burst0002"}


def test_a_held_host_returns_once_it_is_off_and_slurm_has_done_it(bed: Bed) -> None:
    """What an administrator drained stays so."""
    held = {f"burst000{number}": {"since": 1, "why": "x"} for number in (1, 2, 3)}
    bed.keep(held=held)
    bed.nodes(
        burst0001="DOWN+CLOUD+POWERED_DOWN Reason=burst: x [slurm@now]",
        burst0002="DOWN+CLOUD+POWERING_DOWN Reason=burst: x [slurm@now]",
        burst0003="DOWN+DRAIN+CLOUD+POWERED_DOWN Reason=fan is loud [root@now]",
    )
    (bed.home / "deaf").touch()
    bed.run("watch")
    assert set(bed.state()["held"]) == {"burst0001", "burst0002"}
    (bed.home / "deaf").unlink()
    bed.run("watch")
    assert set(bed.state()["held"]) == {"burst0002"}
    assert not [line for line in bed.told() if "RESUME" in line and "burst0001" not in line]


def test_the_watch_of_many_hosts(tmp_path: Path) -> None:
    """One argument takes 131,072 bytes, and names of this cluster would take more."""
    bed = Bed(tmp_path)
    bed.configure(hosts=[f"burst{number:025d}" for number in range(5000)])
    bed.nodes(burst0001="IDLE+CLOUD")
    done = bed.run("watch")
    assert done.returncode == 0, done.stderr
    assert max(map(len, bed.told())) < 1000


def test_jobs_and_users_read_a_kind_and_not_the_provider_s_words(bed: Bed) -> None:
    (bed.home / "fault").write_text("create Quota 'GPUS' exceeded for account 123456789012")
    path = bed.home / "resume"
    path.write_text(json.dumps({"jobs": [{"job_id": 7, "nodes_resume": "burst0001"}]}))
    line = f"import os; os.environ['SLURM_RESUME_FILE'] = {str(path)!r}; burst.resume('burst0001')"
    done = bed.say(line)
    assert "123456789012" in done.stderr
    assert "JobId=7 AdminComment=burst: Google Compute Engine: a quota or limit is reached" in "\n".join(bed.told())
    assert "123456789012" not in "\n".join(bed.told())
    assert "123456789012" in bed.state()["held"]["burst0001"]["why"]


def test_reading_the_state_writes_nothing(bed: Bed) -> None:
    assert bed.run("state").returncode == 0
    assert not (bed.home / "state").exists()


def test_only_the_owner_of_the_queue_acts(bed: Bed) -> None:
    """Root would leave files that Slurm's user cannot write."""
    if os.geteuid():
        missing("root", "only root can run the program as another user")
    bed.keep()
    os.chown(bed.home / "state", 1, 1)
    done = bed.run("suspend", "burst0001")
    assert done.returncode == 1
    assert "only the owner" in done.stderr
    assert not (bed.home / "state" / "lock").exists()
    assert stat.S_IMODE((bed.home / "state" / "state.json").stat().st_mode) == 0o644


def test_figures_tell_what_still_costs_and_that_the_watch_runs(bed: Bed) -> None:
    (bed.home / "metrics").touch()
    bed.keep(hosts={"burst0001": up(3600, releasing=1), "burst0002": up(10, releasing=int(time.time()))})
    (bed.home / "fault").write_text("list no")
    bed.run("watch")
    figures = dict(line.split() for line in (bed.home / "metrics").read_text().splitlines())
    assert figures["clustergen_burst_unreturned"] == "1"
    assert time.time() - int(figures["clustergen_burst_watched_seconds"]) < 60
