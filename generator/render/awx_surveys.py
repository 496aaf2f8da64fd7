"""Surveys of AWX for the launch of a playbook: a question for each variable of a role that an operator sets, with the role's default.

A default is of the type of its question, or AWX refuses the survey (JobTemplateSurveySpec of its API).
"""

from collections.abc import Mapping
from typing import Any

Asset = Mapping[str, Any]
_BOOTS: Asset = {
    "question_name": "Boots of hosts that are in use",
    "variable": "hosts_may_reboot",
    "type": "multiplechoice",
    "choices": ["fresh", "always", "never"],
    "default": "fresh",
}
_NO_YES: Asset = {"type": "multiplechoice", "choices": ["false", "true"], "default": "false"}
"""A question for yes or no: surveys have no type for it."""
SURVEYS: Mapping[str, tuple[Asset, ...]] = {
    "site": (_BOOTS,),
    "hosts": (_BOOTS,),
    "upgrade": (
        {
            "question_name": "Boots after the upgrade",
            "variable": "upgrade_boot",
            "type": "multiplechoice",
            "choices": ["changed", "always", "never"],
            "default": "changed",
        },
    ),
    "decommission": (
        {"question_name": "The host that leaves, as in the limit", "variable": "decommission_sure", "type": "text"},
        {
            "question_name": "Hosts whose Lustre targets are empty",
            "question_description": "Those of the limit that serve Lustre, after lfs_migrate and lctl del_ost",
            "variable": "decommission_emptied",
            "type": "text",
            "default": "",
            "required": False,
        },
    ),
    "restore": (
        {
            "question_name": "The control host whose state is replaced by its backups",
            "variable": "restore_host",
            "type": "text",
        },
        {"question_name": "The same host once more", "variable": "restore_sure", "type": "text"},
        {
            "question_name": "Parts to restore",
            "question_description": "Separated by commas; all of the host without an answer",
            "variable": "restore_parts",
            "type": "text",
            "default": "",
            "required": False,
        },
        {
            "question_name": "Parts without a backup, which are left as they are",
            "variable": "restore_without",
            "type": "text",
            "default": "",
            "required": False,
        },
        {
            "question_name": "Control hosts whose member of etcd is lost, and that are powered off",
            "variable": "restore_lost",
            "type": "text",
            "default": "",
            "required": False,
        },
    ),
    "poweroff": (
        {
            "question_name": "The cluster and the number of hosts that are powered off, CLUSTER:HOSTS",
            "question_description": "docs/shutdown.md has it for the whole room; a run without it prints it for the limit",
            "variable": "poweroff_sure",
            "type": "text",
        },
        {
            "question_name": "Jobs that run",
            "question_description": "They end by themselves, batch jobs go back to the queue, or the shutdown ends them",
            "variable": "poweroff_jobs",
            "type": "multiplechoice",
            "choices": ["wait", "requeue", "end"],
            "default": "wait",
        },
        {
            "question_name": "Hosts that are not reached as they are off",
            "variable": "poweroff_lost",
            "type": "text",
            "default": "",
            "required": False,
        },
        {
            "question_name": "Servers that are powered off although others may use them",
            "variable": "poweroff_servers",
            "type": "text",
            "default": "",
            "required": False,
        },
        {
            "question_name": "Tiers whose product was stopped",
            "variable": "poweroff_stopped",
            "type": "text",
            "default": "",
            "required": False,
        },
    ),
    "acceptance": (
        {
            "question_name": "Burn-in, hours",
            "question_description": "How long the tests of each host are repeated; 0 runs them once",
            "variable": "acceptance_hours",
            "type": "float",
            "default": 0.0,  # AWX refuses an integer here
        },
        {
            "question_name": "Reservation of Slurm that has the hosts",
            "question_description": "Without one only idle hosts are tested",
            "variable": "acceptance_reservation",
            "type": "text",
            "default": "",
            "required": False,
        },
        {
            "question_name": "Time limit of a job, as sbatch reads it",
            "question_description": "By default a day more than the burn-in, otherwise that of the partition",
            "variable": "acceptance_time",
            "type": "text",
            "required": False,
        },
        {
            "question_name": "Folder of each storage tier in which root may write",
            "question_description": "Without one, tiers are not measured",
            "variable": "acceptance_tiers_below",
            "type": "text",
            "default": "",
            "required": False,
        },
        {
            "question_name": "Cancel the jobs of the run",
            "question_description": "Those of Slurm, before their results are collected (tag collect)",
            "variable": "acceptance_cancel",
            **_NO_YES,
        },
        {
            "question_name": "Make this run the baseline",
            "question_description": "Later runs are compared with it (tag judge)",
            "variable": "acceptance_rebaseline",
            **_NO_YES,
        },
    ),
}
"""By playbook, the questions of its job template, of the form that AWX stores."""
