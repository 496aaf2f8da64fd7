"""The tunnel to burst hosts with real WireGuard: wg-quick and wireguard-go bring both ends up from the rendered files, and the gateway's nftables judge what passes."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.backends import host_firewall
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.system.test_slurm_burst import BURST, Cloud
from tests.system.test_slurm_burst import CLOUD as AWS
from tests.system.test_slurm_cluster import PROGRAMS as OF_SLURM
from tests.system.test_slurm_cluster import running
from tests.system.test_slurm_cluster import spec_of as slurm_spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.specs import Spec
    from tests.twin.slurm import SlurmCluster

pytestmark = pytest.mark.proof
PROGRAMS = ("wg", "wg-quick", "wireguard-go", "nft", "ip", "unshare", "ping", "python3")
ENDPOINT, INTERNET = "198.51.100.1", "198.51.100.{}/24"
"""The site's public address (RFC 5737), behind which the gateway is."""
SECRETS = {
    "wireguard/wg-burst.key": "aLaJhXiRFkcVgFK1cPp0nNUYPWUx2nxQFOZqZ1r1RHE=",
    "clustergen/burst-tunnel.key": "dGhpcyBpcyBhIHNlY3JldCBvZiB0aGUgdGVzdCBvbmx5IQ==",
}
WIRES = """
set -e
ip link add inband type bridge && ip link set inband up
ip link add internet type bridge && ip link set internet up
"""
WIRE = """
set -e
ip netns add $1 2>/dev/null || true
ip link add $1-$2 type veth peer name $2 netns $1 && ip link set $1-$2 master $4 up
nsenter --net=/run/netns/$1 sh -c "ip link set lo up; ip address add $3 dev $2; ip link set $2 up"
"""
# A host: its own /etc over this machine's, and its own sockets of wireguard-go.
HOST = """
set -e
own=$1; shift
mkdir -p $own/run /run/wireguard && mount --bind $own/run /run/wireguard
mount -t tmpfs tmpfs $own/layer && mkdir $own/layer/upper $own/layer/work && cp -a $own/etc/. $own/layer/upper
mount -t overlay -o lowerdir=/etc,upperdir=$own/layer/upper,workdir=$own/layer/work overlay /etc
exec "$@"
"""
SITE = """
table ip site {{
  chain in {{ type nat hook prerouting priority dstnat; ip daddr {endpoint} udp dport {port} dnat to {gateway}; }}
}}
"""
SERVER = "import socket; s = socket.create_server(('', {port})); print('listens', flush=True)\nwhile True: c = s.accept()[0]; c.sendall(c.getpeername()[0].encode()); c.close()"
CLIENT = "import socket; s = socket.create_connection(('{to}', {port}), 3); print(s.recv(99).decode(), end='')"
CLOUD = {
    "provider": "google", "machine": "m", "image": "i", "place": "p", "project": "q", "network": "n", "credentials": "/etc/clustergen/burst-credentials",
    "wireguard": {"endpoint": ENDPOINT},
}  # fmt: skip


def spec_of() -> Spec:
    spec = cluster(2, 4)
    spec["addressing"] = {"way_out": "10.160.0.2"}
    spec["scheduler"] = {"slurm": {"burst": {"count": 3, "cpus": 8, "memory_gib": 64, "cloud": CLOUD}}}
    return spec


class Site:
    """Namespaces of the gateway, another controller, a login host, the site's firewall, and two hosts of the provider."""

    def __init__(self, bottle: Bottle, tree: Path, home: Path) -> None:
        self.bottle, self.tree, self.home = bottle, tree, home
        self.plan: dict[str, Any] = json.loads((tree / "plan.json").read_text())
        self.settings: dict[str, Any] = json.loads((tree / "slurm/burst.json").read_text())
        self.inband = {host["name"]: host["inband"] for host in self.plan["hosts"] if host["inband"]}
        self.tunnel = self.settings["tunnel"]["addresses"]
        self.servers: list[subprocess.Popen[str]] = []
        bottle.must("sh", "-c", WIRES)
        for host in ("control1", "control2", "login1"):
            self._wire(host, "bond0", f"{self.inband[host]}/16", "inband")
            self._configure(host)
        self._wire("site", "bond0", "10.160.0.1/16", "inband")
        self._wire("site", "eth1", INTERNET.format(1), "internet")
        nat = SITE.format(endpoint=ENDPOINT, port=51820, gateway=self.inband["control1"])
        self.on("site", "sh", "-c", "sysctl -qw net.ipv4.ip_forward=1; nft -f -", stdin=nat)
        for number in (1, 2, 3):
            self._wire(f"burst000{number}", "eth0", INTERNET.format(10 + number), "internet")

    def _wire(self, host: str, interface: str, address: str, bridge: str) -> None:
        self.bottle.must("sh", "-c", WIRE, "sh", host, interface, address, bridge)
        for folder in ("etc/wireguard", "etc/clustergen", "layer", "run"):
            (self.home / host / folder).mkdir(parents=True, exist_ok=True)

    def _configure(self, host: str) -> None:
        """Load the rendered firewall and what sysctl.d sets; add the routes of the rendered netplan."""
        root = {
            path: host_file(self.tree, host, path)
            for path in ("etc/clustergen/firewall.nft", "etc/sysctl.d/90-clustergen.conf")
        }
        self.on(host, "nft", "-f", "-", stdin=root["etc/clustergen/firewall.nft"].read_text())
        lines = [
            line
            for line in root["etc/sysctl.d/90-clustergen.conf"].read_text().splitlines()
            if "ip_forward" in line or "rp_filter" in line
        ]
        self.on(host, "sysctl", "-qw", *(line.replace(" ", "") for line in lines))
        netplan = yaml.safe_load(host_file(self.tree, host, "etc/netplan/60-clustergen.yaml").read_text())
        for route in netplan["network"]["bonds"]["bond0"]["routes"]:
            if "via" in route:
                self.on(host, "ip", "route", "add", route["to"], "via", route["via"])

    def run(self, host: str, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        own = ("unshare", "--mount", "sh", "-c", HOST, "sh", str(self.home / host))
        return self.bottle.run(*own, *command, netns=host, stdin=stdin)

    def on(self, host: str, *command: str, stdin: str = "") -> str:
        done = self.run(host, *command, stdin=stdin)
        assert done.returncode == 0, f"{host}: {command}: {done.stdout} {done.stderr}"
        return done.stdout

    def up(self, host: str) -> str:
        return self.on(host, "env", "WG_QUICK_USERSPACE_IMPLEMENTATION=wireguard-go", "wg-quick", "up", "wg-burst")

    def gateway(self) -> None:
        """Bring the gateway up from its files, with the secrets that the vault would have."""
        etc = self.home / "control1" / "etc"
        for name, secret in SECRETS.items():
            (etc / name).write_text(f"{secret}\n")
        (etc / "wireguard/wg-burst.conf").write_bytes((self.tree / "slurm/wg-burst.conf").read_bytes())
        for name in ("burst_tunnel.py", "burst-tunnel.json"):
            (etc / "clustergen" / name).write_bytes((self.tree / "slurm" / name).read_bytes())
        self.up("control1")

    def first_start(self, host: str, secret: str = SECRETS["clustergen/burst-tunnel.key"]) -> None:
        """Do what cloud-init does with the tunnel's files, which burst.py has completed, on an image that has the secret."""
        key = self.on("control1", "sh", "-c", "wg pubkey </etc/wireguard/wg-burst.key").strip()
        text = (self.tree / "slurm/burst-host.yaml").read_text().replace("@name@", host)
        first = yaml.safe_load(text.replace("@address@", self.tunnel[host]).replace("@gateway_key@", key))
        for file in first["write_files"]:
            if file["path"].startswith(("/etc/wireguard/", "/etc/clustergen/")):
                (self.home / host / file["path"].lstrip("/")).write_text(file["content"])
        (self.home / host / "etc/clustergen/burst-tunnel.key").write_text(f"{secret}\n")

    def serve(self, host: str, port: int) -> None:
        server = self.bottle.start("python3", "-u", "-c", SERVER.format(port=port), netns=host)
        assert server.stdout is not None
        assert server.stdout.readline() == "listens\n"
        self.servers.append(server)

    def call(self, host: str, to: str, port: int) -> str:
        """Return the address that a server saw, or nothing where no conversation came about."""
        return self.run(host, "python3", "-c", CLIENT.format(to=to, port=port)).stdout

    def handshakes(self) -> dict[str, int]:
        """Return the second of the last handshake of each burst host, by its address in the tunnel."""
        rows = [line.split("\t") for line in self.on("control1", "wg", "show", "wg-burst", "dump").splitlines()[1:]]
        return {row[3].partition("/")[0]: int(row[4]) for row in rows}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tunnel")
    write_tree(render_tree(plan_data(spec_of(), folder), TEMPLATES), folder / "tree")
    return folder / "tree"


@pytest.fixture
def site(program: Callable[[str], str], tree: Path, tmp_path: Path) -> Iterator[Site]:
    for name in PROGRAMS:
        program(name)
    with Bottle() as bottle:
        site = Site(bottle, tree, tmp_path)
        try:
            yield site
        finally:
            bottle.close()
            for server in site.servers:
                server.communicate()


def test_what_the_matrix_allows_passes_the_tunnel(site: Site, proven: Callable[[str, str], None]) -> None:
    """Both ends come up from the rendered files; allowed flows pass in both directions, and no others."""
    site.gateway()
    site.first_start("burst0001")
    site.up("burst0001")
    site.on("burst0001", "ping", "-c1", "-W5", site.inband["control1"])
    assert site.handshakes()[site.tunnel["burst0001"]] > 0
    for host, ports in {
        "control1": (6817, 22),
        "control2": (6817, 22, 53),
        "login1": (60001, 22),
        "burst0001": (6818, 22),
    }.items():
        for port in ports:
            site.serve(host, port)
    own = site.tunnel["burst0001"]
    # to controllers, the gateway and the other one, with the address of the tunnel as the source
    for host in ("control1", "control2"):
        assert site.call("burst0001", site.inband[host], 6817) == own
        assert site.call("burst0001", site.inband[host], 22) == ""
    assert site.call("burst0001", site.inband["control2"], 53) == ""
    assert site.call("burst0001", site.inband["login1"], 60001) == own
    assert site.call("burst0001", site.inband["login1"], 22) == ""
    # to the burst host, behind no port that is open to the internet
    assert site.call("control1", own, 6818) == "172.29.0.1"
    assert site.call("control2", own, 6818) == site.inband["control2"]
    assert site.call("login1", own, 6818) == site.inband["login1"]
    for host in ("control2", "login1"):
        assert site.call(host, own, 22) == ""
    mtu = json.loads(site.on("burst0001", "ip", "-j", "link", "show", "wg-burst"))[0]["mtu"]
    assert mtu == 1460 - 80
    site.on("burst0001", "ping", "-c1", "-W5", "-M", "do", "-s", str(mtu - 28), site.inband["control2"])
    proven("wireguard-go", "both ends of the tunnel to burst hosts; allowed flows pass, others do not")


def test_a_host_of_another_key_or_name_gets_no_handshake(site: Site, proven: Callable[[str, str], None]) -> None:
    """Another secret in the image, and a host that is not planned, stay outside; a host that is added keeps the tunnel of the others up."""
    site.gateway()
    site.first_start("burst0001")
    site.up("burst0001")
    site.first_start("burst0002", secret="YW5vdGhlciBzZWNyZXQsIG9mIHRoZSB0ZXN0IGFzIHdlbGw=")
    site.up("burst0002")
    listed = site.home / "control1/etc/clustergen/burst-tunnel.json"
    hosts = json.loads(listed.read_text())["hosts"]
    listed.write_text(json.dumps({"hosts": {name: hosts[name] for name in ("burst0001", "burst0002")}}))
    reload = site.tree / "slurm/burst-tunnel.conf"
    command = reload.read_text().rpartition("ExecReload=/usr/bin/")[2].split()
    site.on("control1", *command)
    site.first_start("burst0003")
    site.up("burst0003")
    site.on("burst0001", "ping", "-c1", "-W5", site.inband["control1"])
    for host in ("burst0002", "burst0003"):
        assert site.run(host, "ping", "-c2", "-W2", site.inband["control1"]).returncode != 0
    first = site.handshakes()
    assert first[site.tunnel["burst0001"]] > 0
    assert first == {site.tunnel["burst0001"]: first[site.tunnel["burst0001"]], site.tunnel["burst0002"]: 0}
    listed.write_bytes((site.tree / "slurm/burst-tunnel.json").read_bytes())
    site.on("control1", *command)
    _until(lambda: site.handshakes().get(site.tunnel["burst0003"], 0) > 0)
    assert site.handshakes()[site.tunnel["burst0001"]] == first[site.tunnel["burst0001"]]
    proven("wireguard-go", "no handshake with another key or an unknown host; more hosts leave the tunnel up")


def _until(done: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.5)


class Orders(Cloud):
    """A cluster with real Slurm whose gateway is the controller, and an ordered host that has what its first start says and no other way to it."""

    def __init__(self, cluster: SlurmCluster, firewall: str) -> None:
        super().__init__(cluster)
        self.bottle, self.files = cluster._bottle, cluster.home / "slurm"
        self.bottle.must("sh", "-c", "ip link add internet type bridge && ip link set internet up")
        cluster.on("login1", "true")
        for host, address in (("burst0001", INTERNET.format(11)), ("site", INTERNET.format(1))):
            self.bottle.must("sh", "-c", WIRE, "sh", host, "eth1", address, "internet")
            cluster._wired.add(host)
        self.bottle.must("sh", "-c", WIRE, "sh", "site", "eth0", "10.160.0.1/8", "inband")
        nat = SITE.format(endpoint=ENDPOINT, port=51820, gateway=GATEWAY)
        self.at("site", "sh", "-c", "sysctl -qw net.ipv4.ip_forward=1; nft -f -", stdin=nat)
        self.at(
            "control1",
            "sh",
            "-c",
            "ip link set eth0 down; ip link set eth0 name bond0; ip link set bond0 up; ip route add default via 10.160.0.1; sysctl -qw net.ipv4.ip_forward=1",
        )
        self.at("control1", "nft", "-f", "-", stdin=firewall)
        self.at("login1", "ip", "route", "add", "172.29.0.0/18", "via", GATEWAY)
        gateway = {
            "wireguard/wg-burst.conf": "wg-burst.conf",
            "clustergen/burst_tunnel.py": "burst_tunnel.py",
            "clustergen/burst-tunnel.json": "burst-tunnel.json",
        }
        self.up("control1", SECRETS | {path: (self.files / name).read_text() for path, name in gateway.items()})
        key = self.at("control1", "sh", "-c", "wg pubkey </etc/wireguard/wg-burst.key")
        (self.files / "burst-gateway.pub").write_text(key)

    def at(self, host: str, *command: str, stdin: str = "") -> str:
        own = self.cluster.home / "ends" / host
        for folder in ("etc/wireguard", "etc/clustergen", "layer", "run"):
            (own / folder).mkdir(parents=True, exist_ok=True)
        return self.bottle.must(
            "unshare", "--mount", "sh", "-c", HOST, "sh", str(own), *command, netns=host, stdin=stdin
        )

    def up(self, host: str, files: dict[str, str]) -> None:
        self.at(host, "true")
        for path, text in files.items():
            (self.cluster.home / "ends" / host / "etc" / path).write_text(text)
        self.at(host, "env", "WG_QUICK_USERSPACE_IMPLEMENTATION=wireguard-go", "wg-quick", "up", "wg-burst")

    def first_start(self) -> dict[str, str]:
        """Return the files of the one host that was ordered, from the order itself."""
        order = next(each for each in self.asked() if each["Action"] == "RunInstances")
        first = yaml.safe_load(base64.b64decode(order["UserData"]))
        found = {each["path"].removeprefix("/etc/"): each["content"] for each in first["write_files"]}
        image = {"clustergen/burst-tunnel.key": SECRETS["clustergen/burst-tunnel.key"]}
        return image | {path: text for path, text in found.items() if path.startswith(("wireguard/", "clustergen/"))}


GATEWAY = "10.160.96.1"


def test_slurmd_of_an_ordered_host_registers_by_the_tunnel(
    program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """From the job to its end: slurmctld orders a host, its user data bring the tunnel up, and its slurmd has no other way to the controller."""
    for name in (*PROGRAMS, *OF_SLURM, "/usr/bin/aws"):
        program(name)
    cloud = {key: value for key, value in AWS.items() if key != "retry_minutes"} | {"wireguard": {"endpoint": ENDPOINT}}
    spec = slurm_spec_of("roce-16", burst=BURST | {"cloud": cloud})
    spec["addressing"] = spec.get("addressing", {}) | {"way_out": "10.160.0.2"}
    (tmp_path / "plan").mkdir()
    rules = host_firewall.render(close(plan_data(spec, tmp_path / "plan")), TEMPLATES)
    firewall = next(str(each.content) for each in rules if each.path == "hosts/control1/etc/clustergen/firewall.nft")
    with running(spec, tmp_path) as cluster:
        orders = Orders(cluster, firewall)
        job = orders.job("-w", "burst0001", "--wrap=sleep 2")
        orders.wait("an order", "cat /var/spool/ec2/log", until="RunInstances")
        orders.up("burst0001", orders.first_start())
        assert not re.search(r"inet 10\.", orders.at("burst0001", "ip", "address"))
        cluster.start("burst0001", "slurmd", "-D", "-b", "--conf-server", "control1")
        orders.wait("the job", f"squeue -h --jobs={job} -o '%T %N'", until="RUNNING burst0001")
        seen = cluster.on("control1", "scontrol", "show", "node", "burst0001")
        assert "NodeAddr=172.29.0.16 " in seen
        assert "burst0001" in cluster.on("login1", "srun", "--partition=burst", "-w", "burst0001", "hostname")
        cluster.kill("burst0001", "slurmd")
    proven(
        "wireguard-go",
        "slurmctld 22.05 orders a host; its slurmd registers, and srun of a login host runs a step, by the tunnel alone",
    )
