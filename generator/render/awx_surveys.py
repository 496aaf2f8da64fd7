"""Surveys of AWX for the launch of a playbook: a question for each variable of a role that an operator sets, with the role's default.

A default is of the type of its question, or AWX refuses the survey (JobTemplateSurveySpec of its API).
"""

from collections.abc import Mapping
from typing import Any

Asset = Mapping[str, Any]
_OPTIONAL: Asset = {"default": "", "required": False}
_NO_YES: Asset = {"choices": ["false", "true"], "default": "false"}
"""Of a question for yes or no: surveys have no type for it."""


def _asked(name: str, variable: str, more: str = "", **fields: Any) -> Asset:
    """Return a question, with a description if there is more to say; it is answered with text unless it has choices or another type."""
    kind = {"type": "multiplechoice" if "choices" in fields else "text"}
    return (
        {"question_name": name, **({"question_description": more} if more else {}), "variable": variable}
        | kind
        | fields
    )


_BOOTS = _asked(
    "Boots of hosts that are in use", "hosts_may_reboot", choices=["fresh", "always", "never"], default="fresh"
)
SURVEYS: Mapping[str, tuple[Asset, ...]] = {
    "site": (_BOOTS,),
    "hosts": (_BOOTS,),
    "upgrade": (
        _asked("Boots after the upgrade", "upgrade_boot", choices=["changed", "always", "never"], default="changed"),
    ),
    "decommission": (
        _asked("The host that leaves, as in the limit", "decommission_sure"),
        _asked(
            "Hosts whose Lustre targets are empty",
            "decommission_emptied",
            "Those of the limit that serve Lustre, after lfs_migrate and lctl del_ost",
            **_OPTIONAL,
        ),
    ),
    "restore": (
        _asked("The control host whose state is replaced by its backups", "restore_host"),
        _asked("The same host once more", "restore_sure"),
        _asked(
            "Parts to restore",
            "restore_parts",
            "Separated by commas; without an answer all of the host but etcd, keys of Kubernetes and a queue that several controllers share",
            **_OPTIONAL,
        ),
        _asked("Parts without a backup, which are left as they are", "restore_without", **_OPTIONAL),
        _asked("Control hosts whose member of etcd is lost, and that are powered off", "restore_lost", **_OPTIONAL),
    ),
    "poweroff": (
        _asked(
            "The cluster and the number of hosts that are powered off, CLUSTER:HOSTS",
            "poweroff_sure",
            "docs/shutdown.md has it for the whole room; a run without it prints it for the limit",
        ),
        _asked(
            "Jobs that run",
            "poweroff_jobs",
            "They end by themselves, batch jobs go back to the queue, or the shutdown ends them",
            choices=["wait", "requeue", "end"],
            default="wait",
        ),
        _asked("Hosts that are not reached as they are off", "poweroff_lost", **_OPTIONAL),
        _asked("Servers that are powered off although others may use them", "poweroff_servers", **_OPTIONAL),
        _asked("Tiers whose product was stopped", "poweroff_stopped", **_OPTIONAL),
    ),
    "acceptance": (
        _asked(
            "Burn-in, hours",
            "acceptance_hours",
            "How long the tests of each host are repeated; 0 runs them once",
            type="float",
            default=0.0,  # AWX refuses an integer here
        ),
        _asked(
            "Reservation of Slurm that has the hosts",
            "acceptance_reservation",
            "Without one only idle hosts are tested",
            **_OPTIONAL,
        ),
        _asked(
            "Time limit of a job, as sbatch reads it",
            "acceptance_time",
            "By default a day more than the burn-in, otherwise that of the partition",
            required=False,
        ),
        _asked(
            "Run the programs of the site",
            "acceptance_programs",
            "HPL and a training that the spec states, as root of the hosts",
            **_NO_YES,
        ),
        _asked(
            "Folder of each storage tier in which root may write",
            "acceptance_tiers_below",
            "Without one, tiers are not measured",
            **_OPTIONAL,
        ),
        _asked(
            "Cancel the jobs of the run",
            "acceptance_cancel",
            "Those of Slurm, before their results are collected (tag collect)",
            **_NO_YES,
        ),
        _asked(
            "Make this run the baseline",
            "acceptance_rebaseline",
            "Later runs are compared with it (tag judge)",
            **_NO_YES,
        ),
    ),
}
"""By playbook, the questions of its job template, of the form that AWX stores."""
