"""Waves by the inventory's own steps: a canary, a tenth, then all; who is held back after failures; and no wave without a switch."""

import re
from typing import Any

import pytest
import yaml
from ansible.errors import AnsibleFilterError  # type: ignore[import-untyped]

from generator.render import awx
from generator.render.inventory import WAVES
from tests.conftest import ROOT
from tests.playbooks.roles import filters

FILTERS = filters("waves")
HOSTS = [f"gpu{number:02d}" for number in range(1, 51)]
STATED = {name: dict(WAVES) for name in HOSTS}


def sizes(groups: dict[str, list[str]], without: str = "") -> list[int]:
    """Return the sizes of a stage's batches, as a play's `serial` has them."""
    found: list[int] = FILTERS["wave_sizes"]({"all": HOSTS, **groups}, STATED, "managed", "all", without)
    return found


def held(failed: list[str], batch: list[str], most_percent: float) -> list[str]:
    """Return the failed hosts for which a batch of stage `hosts` is not begun."""
    groups = {"waves_in_use": HOSTS, "waves_failed_hosts": failed, "waves_failed_gpu": HOSTS}
    found: list[str] = FILTERS["waves_over"](groups, "hosts", "waves_in_use", HOSTS, batch, most_percent)
    return found


def test_hosts_in_use_come_as_a_canary_a_tenth_and_the_others() -> None:
    assert sizes({"managed": HOSTS, "waves_in_use": HOSTS}) == [1, 5, 50]


@pytest.mark.parametrize(
    ("seen", "given", "said"),
    [
        (["adopted", "slurmd.service"], "", True),
        (["adopted"], "network,switches", True),
        (["adopted", "slurmd.service"], "network, boot", False),
        (["up", "adopted", "slurmd.service"], "", False),
        (["slurmd.service"], "", False),
        ([], "", False),
    ],
)
def test_an_adopted_host_stays_as_it_is_without_its_word(seen: list[str], given: str, said: bool) -> None:
    """A host on which a role of ours has placed something is not one, whatever it runs."""
    assert FILTERS["waves_untouched"](seen, given) is said


def test_every_stage_that_changes_hosts_asks_for_the_word() -> None:
    """By its gate, or where it has reached the host; stage `hosts` decides for itself, and these three change no host."""
    books = ROOT / "playbooks"
    stages = re.findall(r"import_playbook: (\w+)\.yml$", (books / "site.yml").read_text("utf-8"), re.MULTILINE)
    by_word = {*yaml.safe_load((books / "roles/waves/vars/main.yml").read_text("utf-8"))["waves_by_word"]}
    asks = {stage for stage in stages if "tasks_from: word.yml" in (books / f"{stage}.yml").read_text("utf-8")}
    plays = {"announce", "secrets", "result"}
    assert {*stages} - plays - by_word - asks == {"preflight", "verify", "switches", "hosts"}
    for stage in by_word:
        # the play of scripts leaves adopted hosts out by itself; those of pairs, object stores and BeeGFS are for hosts that have passed the gate of the play before
        bare = {"slurm": 1, "storage": 3}.get(stage, 0)
        text = (books / f"{stage}.yml").read_text("utf-8")
        assert text.count("tasks_from: gate.yml") == text.count(f"waves_stage: {stage}\n") - bare, stage


def test_playbooks_beside_site_ask_for_the_word_as_well() -> None:
    """Every stage with a gate, whether site.yml has it or not, but for those above."""
    books = sorted((ROOT / "playbooks").glob("*.yml"))
    by_word = {*yaml.safe_load((ROOT / "playbooks/roles/waves/vars/main.yml").read_text("utf-8"))["waves_by_word"]}
    gated = {
        stage
        for text in (book.read_text("utf-8") for book in books)
        if "tasks_from: gate.yml" in text and "tasks_from: word.yml" not in text
        for stage in re.findall(r"waves_stage: (\w+)$", text, re.MULTILINE)
    }
    assert gated - by_word == {"preflight", "verify", "switches", "hosts"}


def test_fresh_hosts_come_at_once_and_before_those_in_use() -> None:
    groups = {"managed": HOSTS, "waves_fresh": HOSTS[:20], "waves_in_use": HOSTS[20:]}
    assert sizes(groups) == [20, 1, 3, 30]


@pytest.mark.parametrize("groups", [{}, {"managed": HOSTS}, {"managed": [], "waves_in_use": HOSTS}])
def test_a_play_without_a_host_has_one_size(groups: dict[str, list[str]]) -> None:
    """`serial` takes no empty list."""
    assert sizes(groups) == [1]


def test_hosts_of_another_play_of_the_stage_are_not_counted() -> None:
    groups = {"managed": HOSTS, "waves_in_use": HOSTS, "slurm_controller": HOSTS[:30]}
    assert sizes(groups, "slurm_controller") == [1, 2, 20]


@pytest.mark.parametrize(
    ("failed", "most_percent", "said"),
    [
        ([], 0, []),
        (["gpu01"], 0, ["gpu01"]),
        (["gpu01"], 20, []),
        (["gpu01", "gpu02"], 20, ["gpu01", "gpu02"]),
        (["gpu40"], 0, []),
    ],
)
def test_later_waves_are_held_back_where_more_have_failed_than_may(
    failed: list[str], most_percent: float, said: list[str]
) -> None:
    """Of those begun, here six; who failed in another stage, or has not had its turn, does not count."""
    assert held(failed, HOSTS[6:], most_percent) == said


def test_a_host_that_pulls_knows_the_same_daemons_of_work() -> None:
    """As the stages know them: a host with one of them, and that no run has brought up, carried work before us."""
    roles = ROOT / "playbooks" / "roles"
    known = yaml.safe_load((roles / "waves/vars/main.yml").read_text(encoding="utf-8"))["waves_services"]
    script = (roles / "pull/files/clustergen-pull.sh").read_text(encoding="utf-8")
    asked = re.findall(r"^carries\(\) \{\n  systemctl is-active --quiet (.+)\n\}", script, re.MULTILINE)
    assert [set(line.split()) for line in asked] == [{*known}]


SWITCHES: dict[str, Any] = {
    "switch_wave_2": ["leaf3", "leaf4"],
    "switch_wave_10": ["leaf5"],
    "switch_wave_1": ["leaf1", "leaf2"],
    "switch_wave_singly": ["spine1", "spine2"],
}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["leaf1", "leaf2", "leaf3", "leaf4", "leaf5", "spine1", "spine2"], [1, 1, 1, 1, 1, 1, 1]),
        (["leaf1", "leaf2", "leaf4"], [1, 1, 1]),
        (["spine2"], [1]),
        ([], [1]),
    ],
)
def test_no_wave_of_switches_is_empty(asked: list[str], said: list[int]) -> None:
    """A run that is for one switch has one batch, whatever the inventory's waves are."""
    assert FILTERS["switch_sizes"]({**SWITCHES, "waves_switches": asked}) == said


def test_waves_of_switches_come_by_number_and_one_switch_of_each_first() -> None:
    many = {"switch_wave_1": ["leaf1", "leaf2", "leaf3"], "switch_wave_2": ["leaf4"]}
    every = ["leaf4", "leaf3", "leaf2", "leaf1"]
    assert FILTERS["switch_waves"](many, every) == [["leaf1", "leaf2", "leaf3"], ["leaf4"]]
    assert FILTERS["switch_sizes"]({**many, "waves_switches": every}) == [1, 2, 1]
    assert FILTERS["switch_waves"](SWITCHES, ["spine2", "leaf5", "leaf3"]) == [["leaf3"], ["leaf5"], ["spine2"]]


def test_no_batch_has_switches_of_two_systems() -> None:
    """Its roles would run one after the other, and the first would miss that the switches of the second are well."""
    groups = {
        "switch_wave_1": ["leaf1", "leaf2", "leaf3", "leaf4", "leaf5"],
        "switch_wave_2": ["leaf6", "leaf7"],
        "os_eos": ["leaf2", "leaf5"],
        "os_sonic": ["leaf1", "leaf3", "leaf4", "leaf6", "leaf7"],
    }
    every = [*groups["switch_wave_1"], *groups["switch_wave_2"]]
    queue = [["leaf1", "leaf3", "leaf4", "leaf2", "leaf5"], ["leaf6", "leaf7"]]
    assert FILTERS["switch_waves"](groups, every) == queue
    assert FILTERS["switch_sizes"]({**groups, "waves_switches": [*queue[0], *queue[1]]}) == [1, 2, 2, 1, 1]


@pytest.mark.parametrize("given", ["network, boot", " network ,boot,", ["network", " boot"]])
def test_words_of_allow_may_have_blanks_around_them(given: object) -> None:
    assert FILTERS["allow_refused"](given) == ""
    assert FILTERS["allowed"](given) == ["network", "boot"]


@pytest.mark.parametrize("given", ["", None, " , ", []])
def test_without_a_word_nothing_is_allowed(given: object) -> None:
    assert FILTERS["allow_refused"](given) == ""
    assert FILTERS["allowed"](given) == []


def test_a_word_that_no_run_knows_is_refused() -> None:
    """By every reader, with the words that there are, and the one that may have been meant."""
    known = ", and its words are network, switches, switch_release, boot, release"
    for given, said in {
        "Network,bot": "allow has 'Network' (did you mean network?), 'bot' (did you mean boot?)" + known,
        "boot,everything": "allow has 'everything'" + known,
        True: "allow has 'True'" + known,
    }.items():
        assert FILTERS["allow_refused"](given) == said
        with pytest.raises(AnsibleFilterError, match=re.escape(said)):
            FILTERS["allowed"](given)


def test_the_words_of_allow_are_those_of_awx_and_of_the_page() -> None:
    words = {*FILTERS["allow_refused"]("no").partition("its words are ")[2].split(", ")}
    assert words == {word for some in awx.WORDS.values() for word in some}
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("| permission | without it |")[2]
    assert words == {*re.findall(r"^\| `(\w+)` \|", page.partition("\n\n")[0], re.MULTILINE)}


def test_whoever_reads_allow_checks_it_before_any_other_play() -> None:
    """The playbooks with such a role, and those that import one of them, whose own check is then left out (`stage_follows`)."""
    folder = ROOT / "playbooks"
    reads = "clustergen.cluster.allowed"
    roles = {path.parts[-3] for path in folder.glob("roles/*/defaults/main.yml") if reads in path.read_text("utf-8")}
    assert roles == {"hosts", "gpu", "switch_push", "upgrade"}
    texts = {path.stem: path.read_text("utf-8") for path in folder.glob("*.yml")}
    named = [f"clustergen.cluster.{role}\n" for role in ("hosts", "gpu", "switch_{{ cluster_switch_os }}")]
    first = {name for name, text in texts.items() if reads in text or any(each in text for each in named)}
    first -= {"switch_drift"}  # it changes no switch, whatever is allowed
    assert first == {"hosts", "gpu", "slurm", "switches", "upgrade"}
    for name in ("site", "grow", *first):
        plays = [play.get("ansible.builtin.import_playbook") for play in yaml.safe_load(texts[name])]
        assert "secrets.yml" in plays[: 1 + (plays[0] == "announce.yml")], name
