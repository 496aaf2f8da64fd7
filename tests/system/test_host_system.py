"""What hosts are told beside their network, given to the programs that will read it. NIC vendors' programs are stand-ins that record."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from math import ceil
from pathlib import Path

import pytest

from generator.plan.draft import Draft
from generator.render.backends import host_firewall
from tests.judges.stand_ins import MLXCONFIG, FakeHost
from tests.ours import TEMPLATES
from tests.render.test_host_system import files, mounted
from tests.specs import cluster, plan_data

pytestmark = pytest.mark.proof
Program = Callable[[str], str]
Proven = Callable[[str, str], None]
_SCRIPT = "usr/local/sbin/clustergen-host.sh"
_UNITS = "etc/systemd/system"
_PORT = ("rail0", "0000:18:00.0", "mlx5_0")


def unpack(found: dict[str, str], root: Path) -> Path:
    """Write a host's files below a root."""
    for path, text in found.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
        if path.endswith(".sh"):
            (root / path).chmod(0o755)
    return root


def apart(program: Program, script: str, *kinds: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a shell script in namespaces of its own."""
    users = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = [program("unshare"), *users, *kinds, "sh", "-c", script]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=60, check=False)  # fmt: skip


def verify(program: Program, root: Path, unit: str) -> subprocess.CompletedProcess[str]:
    """Check a unit of a host with systemd, with the host's own scripts in their places."""
    script = (
        f"mount --bind {root}/usr/local/sbin /usr/local/sbin && {program('systemd-analyze')} verify --man=no '{unit}'"
    )
    return apart(program, f"cd {root}/{_UNITS} && {script}", "--mount", SYSTEMD_UNIT_PATH=f"{root}/{_UNITS}:")


def test_systemd_accepts_the_units(program: Program, tmp_path: Path, proven: Proven) -> None:
    """Services, mounts of every kind and the drop-in; a misspelt section, a wrong name and a missing program are refused."""
    tiers = {
        "home": {"kind": "nfs", "mount": "/home", "hosts": "storage"},
        "scratch": {"kind": "local-nvme", "mount": "/local/fast-scratch"},
        "fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "Lustre", "source": "10.128.0.1@tcp:/fast"},
    }  # fmt: skip
    _, plan = mounted(tiers, tmp_path)
    root = unpack(files(plan, "gpu01"), tmp_path / "root")
    units = ["clustergen-firewall.service", "clustergen-acs.service", "clustergen-roce@rail0.service", "home.mount", "fast.mount", "local-fast\\x2dscratch.mount"]  # fmt: skip
    for unit in units:
        done = verify(program, root, unit)
        assert (done.returncode, done.stderr) == (0, ""), unit
    folder = root / _UNITS
    (folder / "nvidia-persistenced.service").write_text("[Service]\nType=forking\nExecStart=/bin/true\n")
    said = verify(program, root, "nvidia-persistenced.service").stderr
    assert "Command /usr/bin/nvidia-persistenced is not executable" in said
    assert len(said.splitlines()) == 1
    (folder / "slow.mount").write_text((folder / "fast.mount").read_text())
    assert verify(program, root, "slow.mount").returncode != 0
    (folder / "home.mount").write_text((folder / "home.mount").read_text().replace("Type=", "Tpye="))
    assert "Tpye" in verify(program, root, "home.mount").stderr
    (root / _SCRIPT).unlink()
    assert "not executable" in verify(program, root, "clustergen-acs.service").stderr
    proven("systemd-analyze verify", f"{len(units)} units of a host and its drop-in; four planted faults refused")


def test_the_firewall_unit_touches_our_table_alone(
    program: Program, plans: Callable[[str], Draft], tmp_path: Path, proven: Proven
) -> None:
    """Its commands, run in a network namespace: started and started again there is our table, stopped it is gone, and another's stays."""
    plan = plans("roce-16")
    found = {a.path: a.content for a in host_firewall.render(plan, TEMPLATES)}
    rules = tmp_path / "firewall.nft"
    rules.write_text(found["host_groups/gpu/etc/clustergen/firewall.nft"])
    unit = files(plan, "gpu01")[f"{_UNITS}/clustergen-firewall.service"]
    ours = unit.replace("/usr/sbin/nft", program("nft")).replace("/etc/clustergen/", f"{tmp_path}/")
    commands = {
        verb: " && ".join(re.findall(rf"^Exec{verb}=-?(.*)$", ours, re.MULTILINE))
        for verb in ("Start", "Reload", "Stop")
    }
    listed = f"{program('nft')} list tables"
    script = f"{program('nft')} add table ip kube-proxy && {commands['Start']} && {commands['Reload']} && {listed} && echo -- && {commands['Stop']} && {listed}"  # fmt: skip
    done = apart(program, f"set -e; {script}", "--net")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n") == ["table ip kube-proxy", "table inet clustergen", "--", "table ip kube-proxy", ""]
    proven("nft", "clustergen-firewall.service: started, loaded anew and stopped beside a table of another's")


def test_presets_enable_what_they_say(
    program: Program, plans: Callable[[str], Draft], tmp_path: Path, proven: Proven
) -> None:
    """`systemctl preset` of a host's root hangs a RoCE unit to every port, and mounts to their targets."""
    root = unpack(files(plans("roce-16"), "gpu01"), tmp_path)
    units = [path.name for path in (root / _UNITS).iterdir() if path.is_file()]
    theirs = ("chrony", "lldpad", "nvidia-fabricmanager", "nftables", "ufw", "systemd-networkd", "systemd-resolved")
    for name in theirs:
        (root / _UNITS / f"{name}.service").write_text(
            "[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n"
        )
    every = [*units, *(f"{name}.service" for name in theirs)]
    subprocess.run([program("systemctl"), f"--root={root}", "preset", *every], check=True, capture_output=True)
    links = {f"{path.parent.name}/{path.name}" for path in (root / _UNITS).rglob("*") if path.is_symlink()}
    ports = [f"rail{n}" for n in range(8)] + ["storage0", "storage1"]
    assert links == {
        *(f"sys-subsystem-net-devices-{port}.device.wants/clustergen-roce@{port}.service" for port in ports),
        "sysinit.target.wants/clustergen-firewall.service",
        "multi-user.target.wants/systemd-networkd.service",
        "multi-user.target.wants/systemd-resolved.service",
        "multi-user.target.wants/clustergen-acs.service",
        "multi-user.target.wants/chrony.service",
        "multi-user.target.wants/nvidia-fabricmanager.service",
        "remote-fs.target.wants/home.mount",
        "local-fs.target.wants/scratch.mount",
    }
    proven("systemctl preset", f"{len(links)} units of a host enabled in its root; lldpad, nftables and ufw left off")


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_the_script_sets_what_the_leaf_expects(
    shell: str,
    program: Program,
    plans: Callable[[str], Draft],
    rendered: Callable[[str], Path],
    tmp_path: Path,
    proven: Proven,
) -> None:
    """Called for a port, it asks the NIC for just the classes that config_db.json of the leaf at the other end has."""
    plan = plans("roce-16")
    host = FakeHost(tmp_path, files(plan, "gpu01"))
    host.port(*_PORT)
    subprocess.run([program(shell), "-n", tmp_path / _SCRIPT], check=True)
    done = host.run("roce", "rail0", shell=program(shell))
    assert (done.returncode, done.stderr) == (0, "")
    link = next(link for link in plan.links_of["gpu01"] if link.a.interface == "rail0")
    leaf = json.loads((rendered("roce-16") / "switches" / link.b.device / "config_db.json").read_text())
    qos = leaf["PORT_QOS_MAP"][link.b.interface]
    classes = leaf["DSCP_TO_TC_MAP"][qos["dscp_to_tc_map"]]
    paused = qos["pfc_enable"].split(",")
    assert host.calls == [
        "mlnx_qos -i rail0 --dcbx=os",
        "mlnx_qos -i rail0 --trust=dscp",
        f"mlnx_qos -i rail0 --cable_len={ceil(link.length_m)} --pfc="
        + ",".join("1" if str(n) in paused else "0" for n in range(8)),
        f"mlnx_qos -i rail0 --dscp2prio=set,26,{classes['26']}",
        f"mlnx_qos -i rail0 --dscp2prio=set,48,{classes['48']}",
        "mlnx_qos -i rail0 --prio_tc=0,0,0,3,0,0,6,0 --tsa=ets,strict,strict,ets,strict,strict,strict,strict --tcbw=50,0,0,50,0,0,0,0",
        "cma_roce_mode -d mlx5_0 -p 1 -m 2",
        "cma_roce_tos -d mlx5_0 -p 1 -t 106",
        "setpci -s 0000:18:00.0 CAP_EXP+8.w=5000:7000",
    ]
    assert host.read("class/infiniband/mlx5_0/tc/1/traffic_class") == "106"
    assert host.read("class/net/rail0/ecn/roce_np/cnp_dscp") == "48"
    assert host.read("class/net/rail0/ecn/roce_np/cnp_802p_prio") == classes["48"]
    assert [host.read(f"class/net/rail0/ecn/{point}/enable/3") for point in ("roce_np", "roce_rp")] == ["1", "1"]
    proven(
        f"clustergen-host.sh in {shell}",
        "asks the NIC for the classes that its leaf has (vendor programs are stand-ins)",
    )


def test_the_script_says_what_fails(plans: Callable[[str], Draft], tmp_path: Path) -> None:
    """A driver without ecn/ and tc/, a program that refuses, a port of no line: named, and the end is not 0."""
    host = FakeHost(tmp_path, files(plans("roce-16"), "gpu01"))
    host.port(*_PORT)
    (tmp_path / "sys/class/infiniband/mlx5_0/tc/1/traffic_class").unlink()
    host.program("cma_roce_mode", "#!/bin/sh\nexit 3\n")
    done = host.run("roce", "rail0")
    assert done.returncode == 1
    assert "traffic_class is not there" in done.stderr
    assert "cma_roce_mode -d mlx5_0 -p 1 -m 2 ended with 3" in done.stderr
    assert host.read("class/net/rail0/ecn/roce_np/cnp_dscp") == "48"
    (tmp_path / "sys/devices/0000:18:00.0/infiniband/mlx5_0").rmdir()
    host.program("sleep", "#!/bin/sh\n")
    assert "rail0 has no RDMA device" in host.run("roce", "rail0").stderr
    assert "rail9 is not in" in host.run("roce", "rail9").stderr
    assert host.run("roce").returncode == 2


def test_the_script_waits_for_the_rdma_device(plans: Callable[[str], Draft], tmp_path: Path) -> None:
    """A port comes before its RDMA device: three seconds later it is there, and all is set without a fault."""
    host = FakeHost(tmp_path, files(plans("roce-16"), "gpu01"))
    host.port(*_PORT)
    card = tmp_path / "sys/devices/0000:18:00.0/infiniband"
    (card / "mlx5_0").rmdir()
    host.program("sleep", f'#!/bin/sh\necho "$1" >>{tmp_path}/slept\n[ $(wc -l <{tmp_path}/slept) -lt 3 ] || mkdir {card}/mlx5_0\n')  # fmt: skip
    done = host.run("roce", "rail0")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "slept").read_text().split() == ["1", "1", "1"]
    assert "cma_roce_tos -d mlx5_0 -p 1 -t 106" in host.calls


_RDMA = """\
#!/bin/sh
# `rdma dev set OLD name NEW`, which refuses a name that another device has, as the kernel does; a device is a folder named like it
mkdir "$RDMA_DEVICES/.lock.$5" 2>/dev/null || exit 1
{ [ ! -e "$RDMA_DEVICES/$5" ] && mv -T "$RDMA_DEVICES/$3" "$RDMA_DEVICES/$5"; } 2>/dev/null
ended=$?
rmdir "$RDMA_DEVICES/.lock.$5"
exit $ended
"""


@pytest.mark.parametrize(
    "found",
    [
        {"mlx5_0": "mlx5_0", "mlx5_1": "mlx5_2", "mlx5_2": "mlx5_3", "mlx5_3": "mlx5_4"},
        {"mlx5_0": "mlx5_1", "mlx5_1": "mlx5_2", "mlx5_2": "mlx5_0"},
    ],
    ids=["a card is missing", "another order"],
)
def test_rdma_devices_get_their_own_names(
    found: dict[str, str], program: Program, plans: Callable[[str], Draft], tmp_path: Path
) -> None:
    """Whatever the kernel called them, and though udev renames them at the same time, each ends with the name of its address."""
    host = FakeHost(tmp_path, files(plans("roce-16"), "gpu01"))
    devices = tmp_path / "rdma"
    for now, right in found.items():
        (devices / now).mkdir(parents=True)
        (devices / now / "right").write_text(right)
    host.program("rdma", _RDMA)
    environment = {"PATH": f"{host.programs}:{os.environ['PATH']}", "RDMA_DEVICES": str(devices)}
    running = [subprocess.Popen([program("sh"), tmp_path / _SCRIPT, "name", *each], env=environment) for each in found.items()]  # fmt: skip
    assert [each.wait(timeout=60) for each in running] == [0] * len(found)
    assert {path.name: (path / "right").read_text() for path in devices.iterdir()} == {n: n for n in found.values()}
    (devices / "mlx5_9").mkdir()
    kept = min(found.values())
    host.program("sleep", "#!/bin/sh\n")
    done = subprocess.run([program("sh"), tmp_path / _SCRIPT, "name", "mlx5_9", kept], env=environment, capture_output=True, text=True, check=False)  # fmt: skip
    assert done.returncode == 1
    assert f"mlx5_9 cannot be {kept}: another device keeps that name" in done.stderr
    assert (devices / "mlx5_9").is_dir()


def test_udev_reads_the_names(program: Program, plans: Callable[[str], Draft], tmp_path: Path, proven: Proven) -> None:
    """udev takes every line of the rules; a key that it does not have is named with its line."""
    name = "60-rdma-persistent-naming.rules"
    text = files(plans("roce-16"), "gpu01")[f"etc/udev/rules.d/{name}"]

    def said(rules: str) -> list[str]:
        (tmp_path / name).write_text(rules)
        script = (
            f"mount --bind {tmp_path} /etc/udev/rules.d && {program('udevadm')} test --action=add /sys/class/net/lo"
        )
        done = apart(program, script, "--mount")
        assert f"/etc/udev/rules.d/{name}" in done.stdout + done.stderr, done.stderr
        return re.findall(rf"^.*{name}:\d+.*$", done.stdout + done.stderr, re.MULTILINE)

    assert said(text) == []
    assert any("KERMELS" in line for line in said(text.replace("KERNELS", "KERMELS", 1)))
    assert said(text.replace('LABEL="clustergen_rdma_end"', "")) != []
    proven("udevadm test", f"{text.count('PROGRAM')} rules that name a host's RDMA devices")


@pytest.mark.parametrize(
    ("priority", "cnp_priority", "said"),
    [
        (5, 7, "--prio_tc=0,0,0,0,0,5,0,7 --tsa=ets,strict,strict,strict,strict,ets,strict,strict --tcbw=50,0,0,0,0,50,0,0"),
        (0, 6, "--prio_tc=0,0,0,0,0,0,6,0 --tsa=ets,strict,strict,strict,strict,strict,strict,strict --tcbw=100,0,0,0,0,0,0,0"),
        (3, 0, "--prio_tc=0,0,0,3,0,0,0,0 --tsa=strict,strict,strict,ets,strict,strict,strict,strict --tcbw=0,0,0,100,0,0,0,0"),
    ],
)  # fmt: skip
def test_weights_add_up(
    priority: int, cnp_priority: int, said: str, plans: Callable[[str], Draft], tmp_path: Path
) -> None:
    """Whatever the priorities are, what is shared by weight comes to 100, as the driver demands."""
    found = files(plans("roce-16"), "gpu01")
    table = (
        found["etc/clustergen/roce.conf"]
        .replace(" 26 3 ", f" 26 {priority} ")
        .replace(" 48 6 ", f" 48 {cnp_priority} ")
    )
    host = FakeHost(tmp_path, found | {"etc/clustergen/roce.conf": table})
    host.port(*_PORT)
    host.run("roce", "rail0")
    assert f"mlnx_qos -i rail0 {said}" in host.calls


@pytest.mark.parametrize(("lossless", "marking"), [(False, True), (True, False), (False, False)])
def test_legal_variants_reach_the_nic(lossless: bool, marking: bool, tmp_path: Path) -> None:
    """Off is said, not left out: a NIC that was on before is switched off."""
    plan = plan_data(cluster(roce={"lossless": lossless, "marking": marking}), tmp_path)
    host = FakeHost(tmp_path / "root", files(plan, "gpu01"))
    host.port(*_PORT)
    assert host.run("roce", "rail0").returncode == 0
    pfc = "0,0,0,1,0,0,0,0" if lossless else "0,0,0,0,0,0,0,0"
    assert any(call.endswith(f" --pfc={pfc}") for call in host.calls)
    assert host.read("class/net/rail0/ecn/roce_rp/enable/3") == str(int(marking))
    assert host.read("class/infiniband/mlx5_0/tc/1/traffic_class") == ("106" if marking else "104")
    host.firmware("0000:18:00.0", ROCE_CC_PRIO_MASK_P1="255")
    host.run("firmware")
    assert host.kept("0000:18:00.0")["ROCE_CC_PRIO_MASK_P1"] == ("8" if marking else "0")


def test_the_nics_half_of_adaptive_routing_is_set_or_missed(tmp_path: Path) -> None:
    """The register at every boot, the firmware once; firmware that has no such parameter is a fault, not a remark."""
    leaf = {"model": "sn5600", "os": "cumulus"}
    spec = cluster(leaf=leaf, spine=leaf, planes=1)
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    (tmp_path / "spec").mkdir()
    host = FakeHost(tmp_path / "root", files(plan_data(spec, tmp_path / "spec"), "gpu01"))
    host.port(*_PORT)
    assert host.run("roce", "rail0").returncode == 0
    assert "mlxreg -d 0000:18:00.0 --yes --reg_name ROCE_ACCL --set adaptive_routing_forced_en=0x1" in host.calls
    host.firmware("0000:18:00.0", ROCE_ADAPTIVE_ROUTING_EN="False(0)")
    host.run("firmware")
    assert host.kept("0000:18:00.0")["ROCE_ADAPTIVE_ROUTING_EN"] == "1"
    host.firmware("0000:18:00.0", CNP_DSCP_P1="48")
    done = host.run("firmware")
    assert "has no ROCE_ADAPTIVE_ROUTING_EN: its firmware cannot take" in done.stderr
    assert done.returncode == 1


def test_firmware_is_set_once(plans: Callable[[str], Draft], tmp_path: Path) -> None:
    """Only what differs is set, a second run sets nothing, and a reboot is asked for just when something was set."""
    host = FakeHost(tmp_path, files(plans("roce-16"), "gpu01"))
    host.port(*_PORT)
    host.port("storage1", "0000:29:00.1", "mlx5_2")
    host.firmware("0000:29:00.1", CNP_DSCP_P1="7", CNP_DSCP_P2="7")
    host.program("mlxconfig", MLXCONFIG + "cat >/dev/null\n")  # a program that asks for input must not take the table's
    host.firmware("0000:18:00.0", LINK_TYPE_P1="IB(1)", ROCE_CC_PRIO_MASK_P1="255", CNP_DSCP_P1="4", CNP_802P_PRIO_P1="6", ATS_ENABLED="True(1)")  # fmt: skip
    done = host.run("firmware")
    assert (
        "mlxconfig -y -d 0000:18:00.0 set LINK_TYPE_P1=2 ROCE_CC_PRIO_MASK_P1=8 CNP_DSCP_P1=48 ATS_ENABLED=0"
        in host.calls
    )
    assert "reboot this host" in done.stdout
    assert host.kept("0000:18:00.0")["CNP_DSCP_P1"] == "48"
    assert host.kept("0000:29:00.1") == {"CNP_DSCP_P1": "7", "CNP_DSCP_P2": "48"}, "the second port of a card"
    assert "storage1 (0000:29:00.1) has no LINK_TYPE_P2" in done.stdout
    assert "rail1 is not there" in done.stderr
    again = host.run("firmware")
    assert not [call for call in host.calls if " set " in call]
    assert "reboot" not in again.stdout


def test_other_vendors_are_asked_in_their_own_words(tmp_path: Path) -> None:
    """Broadcom's script has modes for PFC and for marking; AMD's nicctl sets the same contract; what is not known is said and left to a hook."""
    found = files(plan_data(cluster(), tmp_path), "gpu01")
    table = found["etc/clustergen/roce.conf"]
    for tool, calls in {
        "bnxt": ["bnxt_setupcc.sh -d bnxt_re0 -i rail0 -m 3 -r 3 -s 26 -c 6 -p 48"],
        "ionic": [
            "nicctl update port --all --pause-type pfc --rx-pause enable --tx-pause enable",
            "nicctl update qos --classification-type dscp",
            "nicctl update qos dscp-to-priority --dscp 0-63 --priority 0",
            "nicctl update qos dscp-to-priority --dscp 26 --priority 3",
            "nicctl update qos dscp-to-priority --dscp 48 --priority 6",
            "nicctl update qos pfc --priority 3 --no-drop enable",
            "nicctl update qos scheduling --priority 3,0,6 --dwrr 50,50,0 --rate-limit 0,0,10",
            "nicctl update dcqcn -r bnxt_re0 -i 1 --cnp-dscp 48",
        ],
        "-": ["hook rail0"],
    }.items():
        root = tmp_path / (tool if tool != "-" else "unknown")
        host = FakeHost(root, found | {"etc/clustergen/roce.conf": table.replace("rail0 mlx5", f"rail0 {tool}")})
        host.port("rail0", "0000:18:00.0", "bnxt_re0")
        if tool == "-":
            assert "no document at hand" in host.run("roce", "rail0").stderr
            hook = root / "etc/clustergen/roce.d/-"
            hook.parent.mkdir()
            hook.write_text('#!/bin/sh\necho "hook $1" >>"$STAND_IN_LOG"\n')
            hook.chmod(0o755)
        assert host.run("roce", "rail0").returncode == 0
        assert host.calls == calls
    quiet = (
        table.replace("rail0 mlx5", "rail0 bnxt")
        .replace("0,0,0,1,0,0,0,0", "0,0,0,0,0,0,0,0")
        .replace(" on 106", " off 104")
    )
    host = FakeHost(tmp_path / "quiet", found | {"etc/clustergen/roce.conf": quiet})
    host.port("rail0", "0000:18:00.0", "bnxt_re0")
    done = host.run("roce", "rail0")
    assert done.returncode == 1
    assert "no document at hand" in done.stderr


def test_access_control_is_cleared_on_bridges_alone(plans: Callable[[str], Draft], tmp_path: Path) -> None:
    """A bridge that has it is written, one without it and a device that is no bridge are not."""
    host = FakeHost(tmp_path, files(plans("roce-16"), "gpu01"))
    for bus, kind in {"0000:00:01.0": "0x060400", "0000:00:02.0": "0x060400", "0000:18:00.0": "0x020000"}.items():
        (tmp_path / "sys/bus/pci/devices" / bus).mkdir(parents=True)
        (tmp_path / "sys/bus/pci/devices" / bus / "class").write_text(f"{kind}\n")
    host.program("setpci", '#!/bin/sh\necho "setpci $*" >>"$STAND_IN_LOG"\n[ "$2" != 0000:00:02.0 ]\n')
    assert host.run("acs").returncode == 0
    assert host.calls == [
        "setpci -s 0000:00:01.0 ECAP_ACS+0x6.w",
        "setpci -s 0000:00:01.0 ECAP_ACS+0x6.w=0000",
        "setpci -s 0000:00:02.0 ECAP_ACS+0x6.w",
    ]


def test_chrony_reads_its_file(program: Program, plans: Callable[[str], Draft], tmp_path: Path, proven: Proven) -> None:
    """Both kinds of host; a directive that chrony does not have is refused."""
    chronyd = program("chronyd")
    texts = {host: files(plans("roce-16"), host)["etc/chrony/chrony.conf"] for host in ("control1", "gpu01")}
    for host, text in texts.items():
        (tmp_path / host).write_text(text)
        done = subprocess.run([chronyd, "-p", "-f", tmp_path / host], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.split() == [
            word for line in text.splitlines() if not line.startswith("#") for word in line.split()
        ]
    (tmp_path / "bad").write_text(texts["gpu01"].replace("makestep", "makestop"))
    assert subprocess.run([chronyd, "-p", "-f", tmp_path / "bad"], capture_output=True, check=False).returncode != 0
    proven("chronyd -p", "chrony.conf of a control host and of a client")


def test_modprobe_reads_its_file(
    program: Program, plans: Callable[[str], Draft], tmp_path: Path, proven: Proven
) -> None:
    """Every line is in what modprobe says it has read, and it complains of a line that is none."""
    text = files(plans("roce-16"), "gpu01")["etc/modprobe.d/clustergen.conf"]
    (tmp_path / "clustergen.conf").write_text(text)
    command = [program("modprobe"), "-C", str(tmp_path), "--showconfig"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert [line for line in lines if line not in done.stdout.splitlines()] == []
    assert "clustergen.conf" not in done.stderr
    (tmp_path / "clustergen.conf").write_text("blacklost nouveau\n")
    assert "clustergen.conf" in subprocess.run(command, capture_output=True, text=True, check=True).stderr
    proven("modprobe --showconfig", "modprobe.d of an NVIDIA host")


_OF_THE_MACHINE = ("net.core.", "net.ipv4.neigh.", "net.ipv6.neigh.", "kernel.")
"""Keys that a network namespace has not: that the kernel knows them is all that is tried here."""


def test_sysctl_sets_the_keys(program: Program, plans: Callable[[str], Draft], tmp_path: Path, proven: Proven) -> None:
    """In a network namespace the keys of IP are set and read back; the others are keys of this kernel."""
    text = files(plans("roce-16"), "gpu01")["etc/sysctl.d/90-clustergen.conf"]
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    others = [line.partition(" = ")[0] for line in lines if line.startswith(_OF_THE_MACHINE)]
    unknown = {name for name in others if not Path("/proc/sys", name.replace(".", "/")).exists()}
    assert unknown <= {"kernel.numa_balancing"}, unknown
    ours = [line for line in lines if not line.startswith(_OF_THE_MACHINE)]
    file, sysctl = tmp_path / "keys.conf", program("sysctl")
    file.write_text("\n".join(ours) + "\n")
    names = " ".join(line.partition(" = ")[0] for line in ours)
    done = apart(program, f"{sysctl} -q -p {file} && {sysctl} {names}", "--net")
    assert done.returncode == 0, done.stderr
    assert [" ".join(line.split()) for line in done.stdout.splitlines()] == ours
    file.write_text("net.ipv4.conf.all.rp_flter = 2\n")
    assert apart(program, f"{sysctl} -q -p {file}", "--net").returncode != 0
    proven(
        "sysctl", f"{len(ours)} keys set and read back in a network namespace, {len(others)} others known to the kernel"
    )


def test_names_resolve(program: Program, plans: Callable[[str], Draft], tmp_path: Path, proven: Proven) -> None:
    """glibc finds every name of the file, and nothing else."""
    file = tmp_path / "hosts"
    text = files(plans("roce-16"), "gpu01")["etc/hosts"]
    file.write_text(text)
    rows = [line.split() for line in text.splitlines() if line[:1].isdigit() and not line.startswith("127.")]
    names = " ".join(name for row in rows for name in row[1:])
    getent = program("getent")
    done = apart(program, f"mount --bind {file} /etc/hosts && {getent} -s files ahostsv4 gpu01 && {getent} -s files hosts {names}", "--mount")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {line.split()[0] for line in done.stdout.splitlines()} == {row[0] for row in rows}
    assert apart(program, f"mount --bind {file} /etc/hosts && {getent} -s files hosts gpu02", "--mount").returncode != 0
    proven("getent (glibc)", f"{len(rows)} addresses of a host's /etc/hosts")


def test_boot_arguments_are_added(program: Program, plans: Callable[[str], Draft], tmp_path: Path) -> None:
    """update-grub sources the file: what was there stays, ours comes after."""
    file = tmp_path / "90-clustergen.cfg"
    file.write_text(files(plans("roce-16"), "gpu01")["etc/default/grub.d/90-clustergen.cfg"])
    script = f'GRUB_CMDLINE_LINUX="quiet"; . {file}; echo "$GRUB_CMDLINE_LINUX"'
    done = subprocess.run([program("sh"), "-eu", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "quiet iommu=pt\n"
