"""What the end of a run says of a host on which a stage has failed: the task, Ansible's message for it, and what the program printed."""

import json
import sys
from typing import Any

import pytest

from tests.playbooks.plays import ansible_playbook
from tests.playbooks.roles import filters

FAULT = filters("waves")["waves_fault"]
SECRET = "planted-in-slurmdbd"
_PRINTS = ["sh", "-c", f"echo ERROR 1064 near {SECRET} >&2; exit 1"]
_WORK: dict[str, dict[str, Any]] = {
    "refused": {
        "ansible.builtin.copy": {
            "content": "x",
            "dest": "{{ playbook_dir }}/unit",
            "validate": "sh -c 'echo line 3 has no path >&2; exit 1' judge %s",
        }
    },
    "printed": {"ansible.builtin.command": {"argv": ["sh", "-c", "echo no such key >&2; exit 1"]}},
    "looped": {
        "ansible.builtin.command": {
            "argv": ["sh", "-c", "[ {{ item }} = 1 ] || { echo {{ item }} is wrong; exit 1; }"]
        },
        "loop": [1, 2],
    },
    "secret": {"ansible.builtin.command": {"argv": _PRINTS}, "no_log": True},
    "secrets": {"ansible.builtin.command": {"argv": [*_PRINTS, "{{ item }}"]}, "loop": [1, 2], "no_log": True},
}


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Have each task fail on a host of its name, and return what the role `waves` keeps of it."""
    place = tmp_path_factory.mktemp("faults")
    role = {"name": "clustergen.cluster.waves", "tasks_from": "fault.yml"}
    given = {"waves_stage": "slurm", "waves_max_fail_percentage": 100}
    show = {"name": "Show it", "ansible.builtin.debug": {"msg": "FAULT {{ inventory_hostname }} {{ waves_fault }} END"}}
    plays = [
        {
            "hosts": host,
            "gather_facts": False,
            "vars": given,
            "tasks": [
                {"block": [{"name": "Work", **task}], "rescue": [{"ansible.builtin.include_role": role}]},
                show,
            ],
        }
        for host, task in _WORK.items()
    ]
    here = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    hosts = dict.fromkeys(_WORK, here)
    (place / "hosts.json").write_text(json.dumps({"all": {"hosts": hosts}}), encoding="utf-8")
    (place / "book.yml").write_text(json.dumps(plays), encoding="utf-8")
    done = ansible_playbook("-i", place / "hosts.json", place / "book.yml")
    shown = [part.partition(" END")[0] for part in done.stdout.split('"FAULT ')[1:]]
    faults = dict(part.split(" ", 1) for part in shown)
    assert faults.keys() == _WORK.keys(), done.stdout + done.stderr
    return faults


@pytest.mark.parametrize(
    ("host", "text"),
    [
        pytest.param("refused", "Work: failed to validate: line 3 has no path", id="a-file-that-its-program-refuses"),
        pytest.param("printed", "Work: non-zero return code: no such key", id="a-command"),
        pytest.param("looped", "Work: non-zero return code: 2 is wrong", id="the-first-that-fails-of-a-loop"),
        pytest.param("secret", "Work: non-zero return code", id="nothing-of-a-task-with-secrets"),
    ],
)
def test_a_fault_has_the_words_of_the_program(said: dict[str, str], host: str, text: str) -> None:
    assert said[host] == text


def test_no_output_of_a_task_with_secrets_is_kept(said: dict[str, str]) -> None:
    assert [host for host, text in said.items() if SECRET in text] == []


def test_what_a_message_has_is_not_said_twice() -> None:
    assert FAULT({"msg": "apt-get failed: E: no space\n", "stderr": "E: no space\n"}, "Install") == (
        "Install: apt-get failed: E: no space"
    )


def test_a_fault_is_one_line_of_limited_length_without_control_characters() -> None:
    text = FAULT({"msg": "non-zero return code", "stderr": "\x1b[31mbad\n" + "x" * 5000}, "Work")
    assert text.startswith("Work: non-zero return code:  [31mbad xxx")
    assert text.isprintable()
    assert len(text) < 1100
