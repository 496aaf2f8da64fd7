"""Slurm's and Kubernetes' commands for a control host of the test bed for Ansible: stand-ins that keep each host's state in a file, and note their calls.

They know what role `drain` asks and tells, and show what it makes of the answers. Slurm itself is in test_ansible_slurm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.twin import ssh_stand_ins

if TYPE_CHECKING:
    from tests.twin.ssh_host import SshHost

_AT = "/srv/schedulers"
_START = f"""#!/bin/sh
echo "${{0##*/}} $*" >>{ssh_stand_ins.LOG}
mkdir -p {_AT}
"""
_SCRIPTS = {
    # --noheader --nodes HOST --format %T or %E
    "sinfo": f"""read -r state why 2>/dev/null <{_AT}/$3.slurm || state=idle
case $5 in %T) echo "$state" ;; %E) echo "${{why:-none}}" ;; esac
""",
    # update NodeName=HOST State=DRAIN Reason=... | State=RESUME
    "scontrol": f"""case $3 in
  State=DRAIN) echo "drained ${{4#Reason=}}" ;;
  State=RESUME) echo idle ;;
esac >{_AT}/${{2#NodeName=}}.slurm
""",
    # --noheader --nodelist HOST --format %A
    "squeue": f"cat {_AT}/$3.jobs 2>/dev/null\nexit 0\n",
    # a cordon has a time, as its taint has; a condition that nobody dates is reported now
    "kubectl": f"""close() {{ [ -e {_AT}/$1.closed ] || date -u +%FT%TZ >{_AT}/$1.closed; }}
case "$*" in
  *unschedulable\\"*) cat {_AT}/$3.closed 2>/dev/null ;;
  *unschedulable*) [ ! -e {_AT}/$3.closed ] || printf true ;;
  *annotations.clustergen-drained*) cat {_AT}/$3.note 2>/dev/null ;;
  *"--output name") echo "node/$3" ;;
  *annotations.clustergen-cordoned-at*) cat {_AT}/$3.ours 2>/dev/null ;;
  *status.conditions*) for each in $(cat {_AT}/$3.conditions 2>/dev/null || echo "Ready=True HostFault=False"); do
    printf '%s@%s ' "$each" "$(date -u +%FT%TZ)"; done ;;
  annotate*clustergen-drained-*) rm -f {_AT}/$3.note {_AT}/$3.ours ;;
  annotate*clustergen-drained=*) echo "${{5#*=}}" >{_AT}/$4.note; [ "$6" != clustergen-cordoned-at- ] || rm -f {_AT}/$4.ours ;;
  annotate*) echo "${{5#*=}}" >{_AT}/$4.ours ;;
  *metadata.labels*) cat {_AT}/$3.labels 2>/dev/null ;;
  label*) for each in "$@"; do
    case $each in nvidia.com/*) sed -i "s|\\"${{each%=*}}\\":\\"[^\\"]*\\"|\\"${{each%=*}}\\":\\"${{each#*=}}\\"|" {_AT}/$4.labels ;; esac; done ;;
  "get pods"*"app in ("*) ;;
  "get pods"*app=node-problem-detector*) echo "kube-system node-problem-detector-gpu-x7k2p" ;;
  "exec --namespace=kube-system node-problem-detector-gpu-x7k2p -- /clustergen/health.sh --clear") ;;
  cordon* | drain*) close "$2" ;;
  uncordon*) rm {_AT}/$2.closed ;;
  *) exit 1 ;;
esac
exit 0
""",
}


_SLURMD = "[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"


def schedule(control: SshHost) -> None:
    """Set up a control host with Slurm and Kubernetes, and every host in service."""
    for name, text in _SCRIPTS.items():
        control.script(name, _START + text)


PLUGIN = "nvidia.com/gpu.deploy.device-plugin"
"""The label by which the GPU Operator runs its device plugin on a node."""


def operate(control: SshHost, name: str) -> None:
    """The GPU Operator runs its device plugin on a node."""
    control.write(f"{_AT}/{name}.labels", f'{{"{PLUGIN}":"true"}}')


def in_service(control: SshHost, name: str) -> tuple[bool, bool]:
    """Whether Slurm gives a host jobs, and whether Kubernetes gives it pods."""
    slurm = control.run("grep", "-q", "^drained", f"{_AT}/{name}.slurm").returncode != 0
    return slurm, not control.exists(f"{_AT}/{name}.closed")


def run_job(control: SshHost, name: str) -> None:
    """A job runs on a host."""
    control.write(f"{_AT}/{name}.jobs", "7\n")


def end_job(control: SshHost, name: str) -> None:
    """And is over."""
    control.must("rm", f"{_AT}/{name}.jobs")


def drains(control: SshHost) -> list[str]:
    """Return who was drained (`-gpu01`) and given back (`+gpu01`), in order."""
    words = [line.split() for line in control.calls("scontrol")]
    return [f"{'-' if each[3] == 'State=DRAIN' else '+'}{each[2].partition('=')[2]}" for each in words]


def close(control: SshHost, name: str, why: str) -> None:
    """Somebody else takes a host out of both."""
    control.write(f"{_AT}/{name}.slurm", f"drained {why}\n")
    control.write(f"{_AT}/{name}.closed", "")


def reopen(control: SshHost, name: str) -> None:
    """And back."""
    control.must("rm", "-f", f"{_AT}/{name}.slurm", f"{_AT}/{name}.closed")


def condition(control: SshHost, name: str, said: str) -> None:
    """A node has these conditions; without this it is ready, without a fault."""
    control.write(f"{_AT}/{name}.conditions", said)


def run_jobs(host: SshHost) -> None:
    """Run Slurm's daemon on a host, by which the roles see that it may have jobs."""
    host.write("/etc/systemd/system/slurmd.service", _SLURMD)
    host.must("systemctl", "enable", "--now", "slurmd")
