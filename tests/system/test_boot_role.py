"""The role `boot` over real SSH: nginx serves what was named and nothing else, predicted, once, and a second run changes nothing."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.backends import ansible, boot, cumulus, first_start, sonic
from tests.depth import FULL
from tests.ours import TEMPLATES
from tests.render.test_boot import KEY
from tests.specs import Spec, cluster, plan_data, with_site_services
from tests.twin.certificate import SELF_SIGNED
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

HOST = "control1"
PLAYBOOK = "ansible/playbooks/provision.yml"
HOME = "/var/www/clustergen"
SECRET = "correct horse"
DISK = "/dev/disk/by-path/pci-0000:01:00.0-nvme-1"
AFTERWARDS = {
    f"clustergen.cluster.boot : {each}"
    for each in (
        "Place boot files of the packages",
        "Restart clustergen-boot",
        "Start and enable it",
        "Record its roles, so that an interrupted run can be resumed",
    )
}
"""What a first run does with places and a unit that a prediction has shown before."""
_NEIGHBOURS = """
set -e
ip -n control1 link add dev bond0 type bridge; ip -n control1 addr add "$1" dev bond0; ip -n control1 link set dev bond0 up
ip -n control1 link add dev mgmt0 type bridge; ip -n control1 addr add "$2" dev mgmt0; ip -n control1 link set dev mgmt0 up
shift 2
while [ $# -gt 0 ]; do
  ip netns add "$1"
  ip link add dev eth0 netns "$1" type veth peer name "to$#" netns control1
  ip -n control1 link set dev "to$#" master "$2" up
  ip -n "$1" addr add "$3" dev eth0; ip -n "$1" link set dev eth0 up
  ip -n "$1" route add default dev eth0
  shift 3
done
"""
"""A control host's two segments, and who asks on them: name, segment, address."""


@dataclass(frozen=True, slots=True)
class Site:
    """A control host, and neighbours that ask it."""

    plan: Draft
    tree: Path
    hosts: SshHosts

    def boot(self, *arguments: str, who: str = "", **variables: Any) -> Play:
        given = {"boot_for": who, **variables}
        secrets = {"CLUSTERGEN_TACACS_KEY": SECRET}
        return self.hosts.playbook(PLAYBOOK, "--tags", "boot", "--diff", "-e", json.dumps(given), *arguments, **secrets)

    def get(self, neighbour: str, url: str, *more: str) -> tuple[int, str]:
        """Ask as a neighbour; gives status and text."""
        return self.verified(neighbour, url, "-k", *more)

    def verified(self, neighbour: str, url: str, *more: str) -> tuple[int, str]:
        """Ask as a neighbour that wants to know whom it asks; gives status, 0 where there is no answer, and text."""
        curl = ("curl", "-s", "-m", "5", "-w", "\n%{http_code}", *more, url)
        said = self.hosts.run("nsenter", f"--net=/run/netns/{neighbour}", *curl).stdout
        text, _, status = said.rpartition("\n")
        return int(status), text

    @property
    def inband(self) -> str:
        return next(host.inband for host in self.plan.hosts if host.name == HOST)

    @property
    def management(self) -> str:
        return next(port.address for port in self.plan.interfaces_of[HOST] if port.kind == "access")


def _spec() -> Spec:
    """Return a cluster of which two hosts can be installed and two switches are known."""
    spec = cluster()
    spec["hosts"]["gpu"] |= {"system_disk": DISK}
    spec["fabrics"]["storage"] |= {"leaf": {"model": "sn5600", "os": "cumulus"}}
    spec = with_site_services(spec, {"tacacs": ["192.0.2.50"], "root_keys": [KEY]})
    spec["assets"] = {
        "gpu01": {"macs": {"frontend0": "3c:6d:66:00:00:01"}},
        "gpu02": {"macs": {"frontend0": "3c:6d:66:00:00:02"}},
        "compute-leaf1": {"macs": {"mgmt0": "3c:6d:66:00:00:03"}},
        "storage-leaf1": {"macs": {"mgmt0": "3c:6d:66:00:00:04"}},
    }
    return spec


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Site]:
    require(program)
    for name in ("nginx", "curl", "openssl"):
        program(name)
    spec = _spec()
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    tree = tmp_path_factory.mktemp("boot") / "tree"
    templates = TEMPLATES
    backends = (ansible, boot, cumulus, first_start, sonic)
    write_tree([each for backend in backends for each in backend.render(close(plan), templates)], tree)
    ports = {port.kind: port for port in plan.interfaces_of[HOST]}
    own = [f"{ports[kind].address}/{ports[kind].length}" for kind in ("bond", "access")]
    inband = {host.name: host.inband for host in plan.hosts}
    management = {switch.name: switch.management for switch in plan.switches}
    length = ports["access"].length
    asking = (
        *("gpu01", "bond0", f"{inband['gpu01']}/16", "stranger", "bond0", "10.160.250.9/16"),
        *("compute-leaf1", "mgmt0", f"{management['compute-leaf1']}/{length}"),
        *("storage-leaf1", "mgmt0", f"{management['storage-leaf1']}/{length}"),
    )
    with SshHosts(tree, [HOST]) as hosts:
        done = hosts.run("sh", "-c", _NEIGHBOURS, "neighbours", *own, *asking)
        assert done.returncode == 0, done.stderr
        yield Site(plan, tree, hosts)


def test_without_names_everybody_goes_on_to_their_disks(site: Site, proven: Callable[[str, str], None]) -> None:
    """Predicted, done, and nothing left for a second run."""
    predicted = site.boot("--check").must()
    assert not site.hosts[HOST].exists(HOME)
    done = site.boot().must()
    assert set(done.changed[HOST]) - set(predicted.changed[HOST]) == AFTERWARDS
    assert set(predicted.changed[HOST]) <= set(done.changed[HOST])
    assert site.boot().must().changed == {}
    unit = site.hosts[HOST].unit("clustergen-boot")
    assert (unit["ActiveState"], unit["UnitFileState"]) == ("active", "enabled")
    assert site.hosts[HOST].unit("nginx")["UnitFileState"] == "disabled"
    entry = (site.tree / "provisioning/boot/boot.ipxe").read_text(encoding="utf-8")
    assert site.get("gpu01", f"http://{site.inband}/boot/boot.ipxe") == (200, entry)
    assert site.get("gpu01", f"http://{site.inband}/boot/hosts/gpu01/install.ipxe")[0] == 404
    status, loader = site.get("gpu01", f"http://{site.inband}/boot/bootx64.efi", "-r", "0-1")
    assert (status, loader) == (206, "MZ")
    assert site.get("stranger", f"http://{site.inband}/boot/boot.ipxe")[0] == 403
    assert site.get("compute-leaf1", f"https://{site.management}/ztp/compute-leaf1/ztp.json")[0] == 404
    proven(
        "ansible-playbook over SSH",
        "provision --tags boot: nginx answers the planned segments alone; second run changed=0",
    )


def test_a_unit_that_systemd_refuses_is_not_placed(site: Site) -> None:
    """In systemd's own words; what runs goes on, and the next run is as before."""
    unit = site.tree / "ansible/roles/boot/files/clustergen-boot.service"
    placed = site.hosts[HOST].read("/etc/systemd/system/clustergen-boot.service")
    text = unit.read_text(encoding="utf-8")
    unit.write_text(text.replace("ExecStart=", "ExecStart=relative"), encoding="utf-8")
    said = site.boot()
    unit.write_text(text, encoding="utf-8")
    assert "nor an absolute path" in said.failed[HOST]
    assert site.hosts[HOST].read("/etc/systemd/system/clustergen-boot.service") == placed
    assert site.hosts[HOST].unit("clustergen-boot")["ActiveState"] == "active"
    assert site.boot().must().changed == {}


@FULL
def test_who_is_named_gets_their_own_and_nobody_elses(site: Site) -> None:
    """A host its answers, a switch its configuration with secrets filled in; names that there is nothing for are refused."""
    who = "gpu01,compute-leaf1,storage-leaf1"
    failed = site.boot(who=who)
    assert failed.returncode == 2
    assert "no installer for ubuntu-24.04" in failed.stdout
    site.hosts[HOST].must("mkdir", "-p", f"{HOME}/boot/images/ubuntu-24.04-amd64")
    site.boot(who=who).must()
    assert site.boot(who=who).must().changed == {}
    seed = (site.tree / "provisioning/boot/hosts/gpu01/user-data").read_text(encoding="utf-8")
    assert site.get("gpu01", f"http://{site.inband}/boot/hosts/gpu01/user-data") == (200, seed)
    assert site.get("gpu01", f"http://{site.inband}/boot/hosts/gpu02/user-data")[0] == 404
    assert KEY in seed
    assert site.get("gpu01", f"http://{site.inband}/boot/site/authorized_keys")[0] == 404
    keys = site.get("storage-leaf1", f"https://{site.management}/ztp/storage-leaf1/authorized_keys")
    assert keys == (200, f"{KEY}\n")
    base = f"https://{site.management}/ztp/compute-leaf1"
    status, text = site.get("compute-leaf1", f"{base}/config_db.json")
    assert status == 200
    assert json.loads(text)["TACPLUS"]["global"]["passkey"] == SECRET
    assert site.get("compute-leaf1", f"{base}/ztp.json")[0] == 200
    assert site.get("storage-leaf1", f"{base}/config_db.json")[0] == 403
    assert site.get("storage-leaf1", f"{base}/../storage-leaf1/cumulus-ztp")[0] == 200
    assert SECRET in site.get("storage-leaf1", f"https://{site.management}/ztp/storage-leaf1/startup.yaml")[1]
    assert site.get("gpu01", f"http://{site.inband}/ztp/compute-leaf1/config_db.json")[0] == 404
    site.boot().must()
    assert site.get("gpu01", f"http://{site.inband}/boot/hosts/gpu01/install.ipxe")[0] == 404
    assert not site.hosts[HOST].exists(f"{HOME}/ztp/compute-leaf1")


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("storage1", "hosts.<group>.system_disk"),
        ("nobody1", "has no host, switch or group of that name"),
        ("control2", "install control hosts by hand"),
        ("gpu01,gpu0z", "boot_for has gpu0z"),
    ],
)
def test_a_name_without_files_is_refused(site: Site, who: str, said: str) -> None:
    failed = site.boot(who=who)
    assert failed.returncode == 2
    assert said in failed.stdout
    assert failed.changed == {}


def test_a_switch_without_keys_is_refused(site: Site) -> None:
    """Its first start takes the image's password away, and nobody could log in."""
    keys = site.tree / "provisioning/ztp/storage-leaf1/authorized_keys"
    text = keys.read_text(encoding="utf-8")
    keys.unlink()
    try:
        failed = site.boot(who="gpu01,storage-leaf1")
    finally:
        keys.write_text(text, encoding="utf-8")
    assert failed.returncode == 2
    assert "no account could log in to storage-leaf1" in failed.stdout
    assert site.get("gpu01", f"http://{site.inband}/boot/hosts/gpu01/install.ipxe")[0] == 404


@FULL
def test_over_https_hosts_ask_a_name_that_somebody_vouches_for(site: Site, tmp_path: Path) -> None:
    """Refused without a certificate and a loader of the operator's; then a host that trusts who signed it gets its answers, and port 80 is shut."""
    spec = _spec()
    spec["services"]["boot"] = "https"
    templates = TEMPLATES
    made = {each.path: each.content for each in boot.render(close(plan_data(spec, tmp_path)), templates)}
    before = {path: (site.tree / path).read_text(encoding="utf-8") for path in made}
    given: dict[str, Any] = {"boot_certificate": str(tmp_path / "crt"), "boot_certificate_key": str(tmp_path / "key")}
    given["boot_own_loaders"] = {"bootx64.efi": str(tmp_path / "loader")}
    (tmp_path / "loader").write_bytes(b"MZ of ours")
    names = f"subjectAltName=DNS:{HOST}.atlas.example.net,DNS:{HOST}-mgmt0.atlas.example.net"
    files = ("-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "crt"))
    subprocess.run([*SELF_SIGNED, "-addext", names, *files], check=True, capture_output=True)
    try:
        for path, text in made.items():
            (site.tree / path).write_text(text, encoding="utf-8")
        failed = site.boot(who="gpu01")
        assert failed.returncode == 2
        assert "services.boot is https" in failed.stdout
        site.hosts[HOST].must("mkdir", "-p", f"{HOME}/boot/images/ubuntu-24.04-amd64")
        site.boot(who="gpu01", **given).must()
        name = f"{HOST}.atlas.example.net"
        trusting = ("--cacert", str(tmp_path / "crt"), "--resolve", f"{name}:443:{site.inband}")
        seed = f"https://{name}/boot/hosts/gpu01/user-data"
        assert site.verified("gpu01", seed, *trusting) == (200, made["provisioning/boot/hosts/gpu01/user-data"])
        assert site.verified("gpu01", seed, *trusting[2:])[0] == 0
        assert site.get("gpu01", f"http://{site.inband}/boot/boot.ipxe")[0] == 0
        assert site.verified("stranger", seed, *trusting)[0] == 403
    finally:
        for path, text in before.items():
            (site.tree / path).write_text(text, encoding="utf-8")
        site.hosts[HOST].must("rm", "-f", "/etc/clustergen/boot/tls.crt", "/etc/clustergen/boot/tls.key")
        site.boot().must()


@FULL
def test_a_run_that_was_killed_is_taken_up_again(site: Site) -> None:
    """Its configuration is placed, and the server still has the one before."""
    site.boot().must()
    conf = site.tree / f"provisioning/web/{HOST}.conf"
    text = conf.read_text(encoding="utf-8")
    conf.write_text(text.replace("deny all;", "allow 10.160.250.0/24;\n    deny all;", 1), encoding="utf-8")
    run = site.hosts.start("ansible-playbook", str(site.tree / PLAYBOOK), "--tags", "boot")
    run.wait_for("clustergen.cluster.boot : Place its unit, once systemd has read it")
    run.kill()
    assert site.get("stranger", f"http://{site.inband}/boot/boot.ipxe")[0] == 403
    done = site.boot().must()
    assert "clustergen.cluster.boot : Restart clustergen-boot" in done.changed[HOST]
    assert site.get("stranger", f"http://{site.inband}/boot/boot.ipxe")[0] == 200
