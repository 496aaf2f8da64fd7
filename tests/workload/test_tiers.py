"""Storage tiers: what each must do, and how many hosts that takes, worked out by hand beside each figure."""

import re
from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from generator.catalog.model import Host
from generator.spec.cluster import ClusterSpec
from generator.workload.tier_counts import TierCount, needed_hosts, with_counts
from generator.workload.tier_figures import ServedTier, figures, least_hosts
from generator.workload.tier_hosts import TierHost, counted, tier_host, with_reserve
from generator.workload.tiers import TierNeed, tier_needs
from tests.ours import CATALOG
from tests.specs import Spec, cluster
from tests.workload.test_explained import KNOWN

PORTS = 504 / 8
"""GB/s of a storage-2u: both ports of 400 Gb/s share a slot of 504."""
DRIVES = 24 * 15.36
RAID: Spec = {"data": 8, "parity": 2, "spread": "drives"}


def spec_with(tier: Spec, gpu: int = 2, most: int = 32, **more: Any) -> ClusterSpec:
    """Return a cluster whose parallel file system `fast` has these keys; `more` replaces keys of the spec."""
    data = deepcopy(cluster(gpu, most))
    data["storage"]["fast"] |= tier
    return ClusterSpec.model_validate(data | more)


def fast(spec: ClusterSpec, *, most: bool = False) -> TierNeed:
    return next(need for need in tier_needs(spec, CATALOG, most=most) if need.name == "fast")


def served(spec: ClusterSpec, name: str = "fast") -> ServedTier:
    needs = tier_needs(spec, CATALOG)
    need = next(each for each in needs if each.name == name)
    group = spec.hosts[need.group]
    host = tier_host(need, CATALOG.get(Host, group.model), CATALOG)
    return ServedTier(need=need, host=host, hosts=group.count, most=group.max or group.count, sharing=needs)


def run(**more: Any) -> Spec:
    return {"workloads": {"llm": {"params": "70B", "tokens": "1T", **more}}}


def test_without_a_word_of_it_a_tier_is_what_the_maker_recommends() -> None:
    """40 and 20 GB/s for 256 GPUs; 2 hosts have 16 GPUs, 32 have 256."""
    now, most = fast(spec_with({})), fast(spec_with({}), most=True)
    assert [now.value("read"), now.value("write")] == pytest.approx([2.56, 1.28])
    assert [most.value("read"), most.value("write")] == pytest.approx([40.96, 20.48])
    assert set(now.basis.values()) == {"guidance"}
    assert not now.designed


def test_gpus_of_hosts_that_do_not_mount_a_tier_recommend_nothing_for_it() -> None:
    """Two of the hosts, of 30 in the envelope, mount it; three of the same model have another role, and two serve it from drives of their own."""
    spec = spec_with({}, most=30)
    more: Spec = {"dev": {"model": "dgx-h100", "role": "login", "count": 3, "max": 40}}
    hosts = {name: group.model_dump(exclude_unset=True) for name, group in spec.hosts.items()}
    both = spec_with({}, most=30, hosts=hosts | more)
    for most in (False, True):
        assert fast(both, most=most).value("read") == fast(spec, most=most).value("read") > 0
    wider = spec_with({"clients": ["compute", "login"]}, most=30, hosts=hosts | more)
    assert fast(wider).value("read") == pytest.approx(0.16 * 8 * 5)
    assert fast(wider, most=True).value("read") == pytest.approx(0.16 * 8 * 70)
    own: Spec = {"own": {"model": "dgx-h100", "count": 2}}
    serving = spec_with({"hosts": "own"}, most=30, hosts=hosts | own)
    assert fast(serving).value("read") == pytest.approx(0.16 * 8 * 2)


def test_checkpoints_and_data_sets_ask_for_room_and_rates() -> None:
    """14 bytes x 70e9 are 0.98 TB: 20 of them and 900 TB of data stay; a restart reads one in 300 s; 16 GPUs write 0.08 GB/s each."""
    need = fast(spec_with({}, **run(data={"tb": 900})))
    assert need.value("capacity") == pytest.approx(20 * 0.98 + 900)
    assert need.value("read") == pytest.approx(980 / 300)
    assert need.value("write") == pytest.approx(16 * 0.08)
    assert set(need.basis.values()) == {"workloads"}


def test_what_runs_need_is_apart_from_what_is_recommended() -> None:
    """16 GPUs: 0.98 TB in 300 s are more than 2.56 GB/s; one in 50,700 / 16 hours of failures writes 0.98 TB in 0.00125 of that, 14,260 s."""
    need = fast(spec_with({}, **run()))
    assert need.needed("read") == need.value("read") == pytest.approx(980 / 300)
    assert need.needed("write") == pytest.approx(980 / (50_700 / 16 * 3600 * 0.05**2 / 2), rel=0.02)
    assert need.needed("write") < need.value("write") == pytest.approx(1.28)
    stated = fast(spec_with({"write_gbs": 5}, **run()))
    assert stated.needed("write") == 5


def test_copies_of_a_data_set_are_read_within_an_hour() -> None:
    """2 hosts copy 90 TB each in 3,600 s."""
    assert fast(spec_with({}, **run(data={"tb": 90, "local": True}))).value("read") == pytest.approx(50)


@pytest.mark.parametrize(("share", "runs"), [(0.5, 2), (1.0, 1)])
def test_runs_that_fit_beside_each_other_read_at_once(share: float, runs: int) -> None:
    """Two restarts of 980 GB in 300 s: both at once where each has half of the hosts, else one after the other. Room is for both."""
    one = {"params": "70B", "tokens": "1T", "share": share}
    need = fast(spec_with({}, workloads={"one": one, "two": one}))
    assert need.value("read") == pytest.approx(runs * 980 / 300)
    assert need.value("capacity") == pytest.approx(2 * 20 * 0.98)


def test_what_is_stated_comes_first() -> None:
    need = fast(spec_with({"read_gbs": 150}, **run()))
    assert need.basis == {"capacity": "workloads", "read": "stated", "write": "workloads"}
    assert need.value("read") == 150
    assert need.designed


def test_checkpoints_are_where_the_launch_says() -> None:
    home = {"kind": "nfs", "mount": "/home", "hosts": "storage"}
    tiers = {"fast": cluster()["storage"]["fast"], "home": home}
    spec = spec_with({}, storage=tiers, **run(launch={"checkpoints": "home"}))
    basis = {need.name: set(need.basis.values()) for need in tier_needs(spec, CATALOG)}
    assert basis == {"fast": {"guidance"}, "home": {"workloads"}}


@pytest.mark.parametrize(
    ("tier", "hosts", "decides"),
    [
        # 150 / (63 / 1.1) = 2.6: three hosts, and one more
        ({"read_gbs": 150}, 4, "read"),
        # 900 / (368.64 x 0.8 x 8/10) = 3.8: four, and one more
        ({"capacity_tb": 900, "protection": RAID}, 5, "capacity"),
        # Each of ten parts on another host, and one more; pairs are twice as many
        ({"capacity_tb": 900, "protection": {"data": 8, "parity": 2}}, 11, "protection"),
        ({"capacity_tb": 900, "protection": {"data": 8, "parity": 2}, "failure_domain": 2}, 22, "protection"),
        ({"capacity_tb": 900, "protection": {"data": 8, "parity": 2}, "product": "Lustre"}, 5, "capacity"),
        # 8e9 files of 4,096 bytes are 32.8 TB: 875 + 32.8 = 907.8 / 294.9 (raw) = 3.08
        ({"capacity_tb": 875, "files": 8_000_000_000, "product": "Lustre"}, 5, "capacity"),
        ({"capacity_tb": 875, "files": 8_000_000_000, "product": "WEKA"}, 4, "capacity"),
        # 8e11 files alone are 3,277 TB / 294.9 = 11.1
        ({"files": 800_000_000_000, "product": "Lustre"}, 13, "capacity"),
        # What is installed does not hold what is to come
        ({"capacity_tb": 880, "growth": {"tb_a_year": 100, "years": 3}}, 4, "capacity"),
        # 900 / (368.64 x 0.8) = 3.1: of raw capacity, as no protection is stated
        ({"capacity_tb": 900}, 5, "capacity"),
        ({"capacity_tb": 880}, 4, "capacity"),
        # Pairs: four and one pair more
        ({"capacity_tb": 900, "protection": RAID, "failure_domain": 2}, 6, "capacity"),
        # Three and a pair are five, and pairs are whole
        ({"read_gbs": 150, "failure_domain": 2}, 6, "read"),
        # 57.27 GB/s is what one host is counted by
        ({"write_gbs": 57.2}, 2, "write"),
        ({"write_gbs": 57.3}, 3, "write"),
    ],
)  # fmt: skip
def test_hosts_are_counted(tier: Spec, hosts: int, decides: str) -> None:
    assert needed_hosts(spec_with(tier), CATALOG) == {"storage": TierCount(hosts, decides)}


def test_the_recommendation_counts_hosts_of_a_large_cluster() -> None:
    """2,048 x 8 x 0.16 GB/s = 2,621 / 57.27 = 45.8: 46, and one more."""
    assert needed_hosts(spec_with({}, 2048, 2048), CATALOG)["storage"] == TierCount(47, "read")


def test_tiers_on_the_same_hosts_add_up() -> None:
    """80 + 60 = 140 / 57.27 = 2.4: three, and one more; apart they would be two and two, and one more each."""
    warm = {"kind": "parallel", "mount": "/warm", "hosts": "storage", "write_gbs": 60}
    spec = spec_with({}, storage={"fast": {**warm, "mount": "/fast", "write_gbs": 80}, "warm": warm})
    assert needed_hosts(spec, CATALOG)["storage"].hosts == 4


@pytest.mark.parametrize(
    ("hosts", "together", "found"), [(1.0, 1, 2), (1.01, 1, 3), (3.0, 2, 6), (4.0, 2, 6), (5.0, 4, 12)]
)
def test_one_failure_domain_more(hosts: float, together: int, found: int) -> None:
    assert with_reserve(hosts, together) == found


def host(**more: Any) -> TierHost:
    return replace(served(spec_with({"protection": RAID})).host, **more)


def test_the_narrowest_part_of_a_host_counts() -> None:
    """24 drives of 2 GB/s write 48, of which 8/10 are data; they read 48."""
    assert host().rate("read") == PORTS
    assert host(drive_read_gbs=2.0).rate("read") == 48
    assert host(drive_write_gbs=2.0).rate("write") == pytest.approx(38.4)
    assert host(host_write_gbs=20.0, drive_write_gbs=2.0).rate("write") == 20
    assert host(drive_read_gbs=2.0).planned("read") == 48, "drives have no margin"
    assert host(drive_read_gbs=9.0).planned("read") == pytest.approx(PORTS / 1.1)
    assert (host().knows("read"), host(drive_read_gbs=2.0).knows("read")) == (False, True)


def test_nothing_is_counted_of_what_nobody_knows() -> None:
    need = fast(spec_with({"capacity_tb": 900}))
    empty = replace(host(), drives=0, raw_tb=0.0)
    assert counted([(need, empty)])[1] == "read"
    assert counted([(need, replace(empty, ports_gbps=0.0))]) == (0, "")


def test_a_frontend_bond_carries_by_one_port_unless_leaves_know_it() -> None:
    """Two ports of 100 Gb/s: 12.5 GB/s while one waits, 25 by LACP."""
    spec = spec_with({"fabric": "frontend"})
    assert served(spec).host.rate("read") == 12.5
    data = cluster()
    data["storage"]["fast"]["fabric"] = "frontend"
    data["fabrics"]["frontend"]["bonding"] = "evpn"
    assert served(ClusterSpec.model_validate(data)).host.rate("read") == 25


def test_nfs_is_one_host_until_another_source_is_stated() -> None:
    data = cluster(storage=4)
    assert served(ClusterSpec.model_validate(data), "home").delivered("read", 4) == 12.5
    assert served(ClusterSpec.model_validate(data), "home").reserve == 0
    data["storage"]["home"]["source"] = "filer.example.net:/home"
    assert served(ClusterSpec.model_validate(data), "home").delivered("read", 4) == 50


def test_what_is_stated_is_not_held_against_a_recommendation() -> None:
    """1,600 GPUs: fast should read 256 GB/s, warm must read 30."""
    warm = {"kind": "parallel", "mount": "/warm", "hosts": "storage", "read_gbs": 30}
    tiers = {"fast": cluster()["storage"]["fast"], "warm": warm}
    spec = spec_with({}, 200, 200, storage=tiers)
    assert served(spec, "warm").wanted("read") == 30
    assert served(spec).wanted("read") == pytest.approx(256 + 30)
    assert least_hosts(served(spec, "warm"), "read", 30) == pytest.approx(30 / PORTS)


def test_every_figure_is_what_its_formula_gives() -> None:
    tier = {
        "capacity_tb": 300, "read_gbs": 90, "files": 8_000_000_000, "product": "Lustre", "protection": {"data": 8, "parity": 2},
        "growth": {"tb_a_year": 50, "years": 4},
    }  # fmt: skip
    found = {each.name: each for each in figures(served(spec_with(tier, **run())))}
    for each in found.values():
        if set(each.inputs) != {"stated"}:
            assert eval(each.formula, dict(KNOWN), dict(each.inputs)) == pytest.approx(each.value), each.name
        assert each.source
        assert set(re.findall(r"[a-z_]+(?![a-z_(0-9])", re.sub(r"[0-9.]+e-?[0-9]+", "0", each.formula))) - set(
            KNOWN
        ) == set(each.inputs)
    assert found["raw capacity"].value == pytest.approx(2 * DRIVES)
    assert found["usable capacity"].value == pytest.approx(2 * DRIVES * 0.8)
    assert found["full at 80 %"].value == pytest.approx(2 * DRIVES * 0.64)
    assert found["room for metadata"].value == pytest.approx(8e9 * 4096 / 1e12)
    # 300 and 32.8 of metadata are there: what is left of 471.9 lasts for 2.8 years of 50
    assert found["years until the installed hosts are full"].value == pytest.approx(
        (2 * DRIVES * 0.64 - 300 - 32.768) / 50
    )
    assert found["to hold when it has grown"].value == pytest.approx(300 + 32.768 + 200)
    # A drive of 15.36 TB, 80 % full: eight parts are read and one is written; 63 GB/s of the other host
    assert found["rebuild traffic of a lost drive"].value == pytest.approx(15.36 * 0.8 * 9)
    assert found["least time of a rebuild of a lost drive"].value == pytest.approx(15.36 * 0.8 * 9 * 1000 / 63)
    assert found["rebuild traffic of a lost failure domain"].value == pytest.approx(DRIVES * 0.8 * 9)
    assert found["read with one failure domain less"].value == PORTS


def left_out(tier: Spec, gpu: int = 2, **group: Any) -> ClusterSpec:
    """Return the spec with its counts, where `storage` states none."""
    data = cluster(gpu)
    data["hosts"]["storage"] = {"model": "storage-2u", **group}
    data["storage"]["fast"] |= tier
    return with_counts(ClusterSpec.model_validate(data), CATALOG)


def test_a_group_that_states_no_count_has_what_its_tiers_need() -> None:
    group = left_out({"read_gbs": 150}).hosts["storage"]
    assert (group.count, group.max, group.counted) == (4, 4, True)
    group = left_out({"read_gbs": 150}, max=3).hosts["storage"]
    assert (group.count, group.max) == (3, 3), "no more than the envelope: the rules say what is missing"


def test_the_envelope_has_room_for_growth() -> None:
    """880 / 294.9 are three hosts and one more; with 300 more, 1,180 / 294.9 = 4.001 are five and one more."""
    group = left_out({"capacity_tb": 880, "growth": {"tb_a_year": 100, "years": 3}}).hosts["storage"]
    assert (group.count, group.max) == (4, 6)


def test_a_stated_count_stays() -> None:
    assert left_out({"read_gbs": 150}, count=2, max=8).hosts["storage"].count == 2


def test_the_envelope_does_not_follow_the_gpus_that_are_installed() -> None:
    """What is numbered must not move while GPUs come: only those of the envelope decide it."""
    found = {gpu: left_out({}, gpu).hosts["storage"] for gpu in (1, 8, 31, 32)}
    assert {group.max for group in found.values()} == {2}
    sizes = [with_counts(_large(gpu), CATALOG).hosts["storage"] for gpu in (64, 512, 2048)]
    assert [group.count for group in sizes] == [3, 13, 47], "82, 655 and 2,621 GB/s by 57.27, and one more"
    assert {group.max for group in sizes} == {47}


def _large(gpu: int) -> ClusterSpec:
    data = cluster(gpu, 2048)
    data["hosts"]["storage"] = {"model": "storage-2u"}
    return ClusterSpec.model_validate(data)


def test_a_model_that_nobody_knows_is_the_only_problem() -> None:
    data = cluster()
    data["hosts"] |= {"storage": {"model": "storage-2u"}, "gpu": {"model": "dgx-x", "count": 2}}
    assert with_counts(ClusterSpec.model_validate(data), CATALOG).hosts["storage"].counted


def test_gpus_of_hosts_that_no_port_leads_to_a_tier_recommend_nothing_for_it() -> None:
    """Of 16 + 16 GPUs, those of hosts with storage ports count; a run on the others keeps its checkpoints on NFS."""
    light = {"light": {"model": "hgx-h100", "count": 2}}
    spec = spec_with({}, hosts=cluster(2)["hosts"] | light)
    assert fast(spec).value("read") == pytest.approx(2.56)
    keys = {"workloads": {"llm": {"params": "70B", "tokens": "1T", "hosts": "light"}}}
    kept = {
        need.name: need.basis
        for need in tier_needs(
            ClusterSpec.model_validate(spec.model_dump(mode="json", exclude_unset=True) | keys), CATALOG
        )
    }
    assert "workloads" in kept["home"].values()
    assert "workloads" not in kept["fast"].values()
