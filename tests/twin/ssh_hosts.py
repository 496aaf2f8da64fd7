"""Hosts of a rendered tree for Ansible: real systemd, real sshd and real apt in namespaces, reached by SSH from a controller's network.

    @pytest.fixture(scope="module")
    def hosts(rendered, program):
        require(program)                        # fails in CI where something is missing, skips at a desk
        with SshHosts(rendered("roce-16"), ["gpu01", "gpu02"]) as hosts:
            yield hosts

    def test_role(hosts, proven):
        hosts.playbook("ansible/playbooks/site.yml", "--tags", "time").must()
        assert hosts.playbook("ansible/playbooks/site.yml", "--tags", "time").must().changed == {}
        assert hosts["gpu01"].unit("chrony")["ActiveState"] == "active"
        proven("ansible over SSH", f"... stand-ins called: {hosts.used()}")

Runs: `playbook`, `ansible` give a `Play` (ssh_play.py: `must`, `counts`, `changed`, `failed`, `of`); `start` gives a `Run` (ssh_run.py: `wait_for` a
task, `kill`, `finish`). Without `--limit` they are for the hosts that were started. Host key checking is on; the key is made for the run.

Hosts (ssh_host.py), past SSH and so while it is broken: `run`, `must`, `read`, `write`, `exists`, `unit`, `log`, `boots`. Faults: `cut` and `join`
its cable, `stop_ssh` and `start_ssh`, `forget_key` and `know_key`, `change_host_key` (after which `trust` takes the new one), `fill` and `empty` a file
system. Stand-ins (ssh_stand_ins.py): `stand_in`, `script`, `calls`; `package` lets apt find an empty package. `systemctl reboot` and
ansible.builtin.reboot are real: the same root, a new boot id, `boots` counts. So is `systemctl poweroff` (`wait_off`), after which `exchange` puts another
machine in the host's place.

A host begins as one newly installed: called "debian", with a machine id, a host key and an empty /root, /home, /opt, /srv and /usr/local of its own,
with this machine's Debian packages, of which only ssh is enabled. It has the interface `ansible0` with its `ansible_host`, and no way out: no mirror, no
name servers. The controller is 192.0.2.1, or as `controller` says: a control host's address where hosts load a firewall.

What is not real is named in ssh_root.py: udevd, sysctls other than net's, the clock, modules; and the commands in ssh_stand_ins.COMMANDS. Modules
that one run has packed serve the next (callbacks/noted.py), Python on hosts keeps what it compiled of them (kept_code.py), and a fork of one that has imported
Ansible's library runs them (forked_modules.py): a third of the processor time.
Measured on 2 cores: 2 hosts up in 0.8 s when nothing else runs. Beside some twenty busy processes: 8 hosts in 23 s and pinged in 9 s, 32 hosts in 45 s
and 18 s. A host takes 14 MiB.
"""

from __future__ import annotations

import contextlib
import functools
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Self

import yaml

from generator.twin import threads
from generator.twin.bottle import Bottle
from tests.twin import ssh_root, ssh_stand_ins
from tests.twin.ssh_host import SshHost
from tests.twin.ssh_needs import require, room_for_watchers
from tests.twin.ssh_run import CONFIGURATION, Run, environment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from types import TracebackType

    from tests.twin.cores import Core
    from tests.twin.ssh_play import Play
    from tests.twin.systems import System

__all__ = ["SshHosts", "require"]
_KEPT_CODE = [Path(__file__).with_name(f"{name}.py") for name in ("kept_code", "forked_modules", "module_server")]

_CONTROLLER = "192.0.2.1"
_CGROUPS = "/run/cgroup"


class SshHosts:
    """Hosts of a rendered tree, booted and reachable by SSH from a controller's network."""

    def __init__(
        self,
        tree: Path,
        names: Iterable[str],
        *,
        controller: str = _CONTROLLER,
        user: str = "root",
        stand_ins: Mapping[str, str] = ssh_stand_ins.COMMANDS,
        face: str = ssh_root.FACE,
        system: System | None = None,
        core: Core | None = None,
        kept: bool = True,
    ) -> None:
        """Name hosts of the tree's inventory. `user` is whom Ansible comes as, root or debian; `stand_ins` what each command prints.

        `face` is the interface by which it comes: as the rendered files have it (`bond0`), where these are to be in effect.
        `system` is the distribution that hosts have; without it, this machine's own packages. `core` is the ansible-core of the controller; without it, .venv's.
        `kept` is whether modules that one run has packed, and code that one task has compiled and imported, serve the next: nothing but time, which is wrong where time is measured.
        """
        self._kept = kept
        self.tree, self.user, self.controller = tree, user, controller
        self._stand_ins, self._face, self._system, self._core = stand_ins, face, system, core
        self.inventory = tree / "ansible" / "inventory"
        addresses = {name: self._address(name) for name in names}
        self._bottle = Bottle()
        self.hosts = {name: SshHost(self._bottle, name, address) for name, address in addresses.items()}
        self._stack = contextlib.ExitStack()
        self._runs = 0

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as stack:
            self.scratch = Path(tempfile.mkdtemp(prefix="clustergen-ssh-"))
            stack.enter_context(room_for_watchers())
            self._group = self._sweep(stack)
            stack.enter_context(self._bottle)
            self._prepare()
            known = threads.each(self._boot, self.hosts.values())
            (self.scratch / "known_hosts").write_text("".join(known), encoding="ascii")
            (self.scratch / "ansible.cfg").write_text(CONFIGURATION, encoding="ascii")
            threads.each(SshHost.wait, self.hosts.values())
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def __getitem__(self, name: str) -> SshHost:
        return self.hosts[name]

    def __iter__(self) -> Iterator[SshHost]:
        return iter(self.hosts.values())

    # Ansible

    def ansible(self, *arguments: str, **options: str) -> Play:
        """Run `ansible` on the hosts: `ansible("all", "-m", "ping")`."""
        return self.start("ansible", *arguments, **options).finish()

    def playbook(self, playbook: str | Path, *arguments: str, **options: str) -> Play:
        """Run `ansible-playbook`, a path of the tree: `playbook("ansible/playbooks/site.yml", "--check", "--diff")`."""
        return self.start("ansible-playbook", str(self.tree / playbook), *arguments, **options).finish()

    def start(self, program: str, *arguments: str, **options: str) -> Run:
        """Start one of Ansible's programs, to be killed or waited for; options are variables of its environment."""
        self._runs += 1
        notes = self.scratch / f"notes-{self._runs}"
        given = any(each in {"-l", "--limit"} or each.startswith("--limit=") for each in arguments)
        limit = [] if given else ["--limit", ",".join(self.hosts)]
        found = (
            self._core.command(program, self.scratch) if self._core else [str(Path(sys.executable).parent / program)]
        )
        command = [*found, "-i", str(self.inventory), *limit, *arguments]
        packed = str(self.scratch / "packed") if self._kept else ""
        variables = {
            **environment(self.scratch, self.user),
            "CLUSTERGEN_NOTED": str(notes),
            "CLUSTERGEN_PACKED": packed,
            **options,
        }
        return Run(self._bottle, command, variables, notes, self.scratch)

    def ssh(self, name: str, *command: str, user: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command by plain ssh from the controller."""
        known = [
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=5",
            *shlex.split(environment(self.scratch, self.user)["ANSIBLE_SSH_COMMON_ARGS"]),
        ]
        who = f"{user or self.user}@{self.hosts[name].address}"
        return self._bottle.run("ssh", "-i", str(self.scratch / "key"), *known, who, *command, netns="controller")

    def shown(self, *command: str) -> int:
        """Run a command in the controller's network with Ansible's settings for these hosts, on the terminal of whoever asks; returns how it ended."""
        variables = {
            **environment(self.scratch, self.user),
            "CLUSTERGEN_NOTED": str(self.scratch / "notes"),
            "TERM": os.environ.get("TERM", "dumb"),
        }
        values = [f"{name}={value}" for name, value in variables.items()]
        return subprocess.run(
            self._bottle.inside(("env", "-i", *values, *command), "controller"), check=False
        ).returncode

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the controller's network."""
        return self._bottle.run(*command, netns="controller")

    def trust(self, name: str) -> None:
        """Add the host's present key to the controller's known hosts."""
        host, known = self.hosts[name], self.scratch / "known_hosts"
        key = host.read("/etc/ssh/ssh_host_ed25519_key.pub")
        others = [line for line in known.read_text("ascii").splitlines() if line.split()[0] != host.address]
        known.write_text("\n".join([*others, f"{host.address} {key}"]), encoding="ascii")

    def exchange(self, name: str) -> None:
        """Put another machine of the same name in the place of a host that is off: fresh drives, another host key, other NICs, cabled to the controller alone."""
        self._bottle.must("ip", "netns", "del", name)
        self._bottle.must("rm", "-r", f"/run/hosts/{name}")
        self._boot(self.hosts[name])
        self.hosts[name].wait()

    def used(self) -> dict[str, int]:
        """Which stand-ins were called on any host, and how often."""
        calls = [line.split(" ", 1)[0] for each in threads.each(SshHost.calls, self) for line in each]
        return {name: calls.count(name) for name in sorted(set(calls))}

    # How it is made

    def _address(self, name: str) -> str:
        return str(yaml.safe_load((self.inventory / "host_vars" / f"{name}.yml").read_text("utf-8"))["ansible_host"])

    def _sweep(self, stack: contextlib.ExitStack) -> str:
        """Choose a cgroup, and start what removes it and the temporary files at the end of this process, whatever end that is."""
        mine = next(line[3:] for line in Path("/proc/self/cgroup").read_text("ascii").splitlines() if line[:3] == "0::")
        group = f"{mine.strip('/')}/{self.scratch.name}".lstrip("/")
        sweep = ("unshare", "--mount", "sh", "-c", ssh_root.SWEEP, "sweep", group, str(self.scratch))
        started = subprocess.Popen(sweep, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        stack.callback(started.communicate)
        return group

    def _prepare(self) -> None:
        """Make the key, the controller's network and what all hosts have in common."""
        key = self.scratch / "key"
        self._bottle.must("sh", "-c", ssh_root.OUTER, "outer", str(self._system.root if self._system else "/"))
        length, family = (128, "-6") if ":" in self.controller else (32, "-4")
        self._bottle.must("ip", "-n", "controller", "addr", "add", f"{self.controller}/{length}", "dev", "br0")
        for each in {"-4", family}:
            self._bottle.must("ip", "-n", "controller", each, "route", "add", "default", "dev", "br0")
        self._bottle.must("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
        fresh = ssh_root.FRESH_SYSTEM if self._system else ssh_root.FRESH
        self._bottle.must("sh", "-c", fresh, stdin=key.with_suffix(".pub").read_text("ascii"))
        if self._kept:
            code = (each.read_text("utf-8") for each in _KEPT_CODE)
            self._bottle.must("sh", "-c", ssh_root.KEPT_CODE, "kept", *code)
        commands = {name: ssh_stand_ins.command(prints) for name, prints in self._stand_ins.items()}
        self._bottle.must("chroot", "/run/fresh-root", "sh", stdin=ssh_stand_ins.place(commands))
        if self._system:
            self._system.serve(self._bottle)
        self._bottle.must("umount", "/run/fresh-root")
        if self._core:
            self._core.serve(self._bottle)

    @functools.cached_property
    def _keys(self) -> tuple[str, ...]:
        """The keys of /proc/sys that hosts are to have."""
        files = self.tree.glob("host*/*/etc/sysctl.d/*.conf")
        return ssh_root.wanted(line for path in files for line in path.read_text("utf-8").splitlines())

    def _boot(self, host: SshHost) -> str:
        """Make and boot one host; returns its line of known_hosts."""
        length, family = (128, "6") if ":" in host.address else (32, "4")
        made = (host.name, f"{host.address}/{length}", family, self._face)
        known = self._bottle.must("sh", "-c", ssh_root.HOST, "host", *made)
        life = (host.name, ssh_root.BOOT, f"{_CGROUPS}/{self._group}/{host.name}", *self._keys)
        start = f'"$@" </dev/null >/run/hosts/{host.name}/said 2>&1 &'
        variables = ("env", f"BOOTED={ssh_root.BOOTED}", f"CAGE={ssh_root.CAGE}")
        self._bottle.must("sh", "-c", start, "start", *variables, "sh", "-c", ssh_root.LIVE, "live", *life)
        return known
