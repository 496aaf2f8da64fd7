"""First starts: what is rendered says what the plan says, and whatever a URL names is where it leads to."""

import hashlib
import json
import re
from pathlib import Path

import pytest
import yaml

from generator.analysis.close import close
from generator.pipeline.waiting import waiting_for
from generator.plan.draft import Draft
from generator.render.backends import boot, cumulus, dhcp, eos, first_start, sonic
from generator.spec.load import DocumentError
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data, with_site_services

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICiLxzCn+lozrSuRAg+1E4+kUrkaSATaAC0rSxPdkpjn"
OTHER = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPK7mnhOpfmuzjFFVGZlOMBExTwUMnNFcQ9pI8BqkFkO"
DISK = "/dev/disk/by-path/pci-0000:01:00.0-nvme-1"
_URL = re.compile(r"https?://[^\s\"';|<>]+")
_BROUGHT = re.compile(r"/(boot/boot(x64|aa64)\.efi)$")
"""What the role `boot` brings from elsewhere: packages."""


def known(systems: tuple[str, str] = ("ubuntu-24.04", "debian-13")) -> Spec:
    """Return a cluster of which two hosts can be installed and two switches are known."""
    spec = cluster()
    spec["hosts"]["gpu"] |= {"system_disk": DISK, "os": systems[0]}
    spec["hosts"]["login"] |= {"system_disk": DISK, "os": systems[1]}
    spec["fabrics"]["storage"] |= {"leaf": {"model": "sn5600", "os": "cumulus"}}
    spec["scheduler"] = {"kubernetes": {}}
    spec = with_site_services(spec, {"root_keys": [f"{KEY} ada@desk", OTHER]})
    spec["assets"] = {
        "gpu01": {"serial": "GPU-0001", "macs": {"frontend0": "3c:6d:66:00:00:01"}},
        "login1": {"serial": "A serial-2.x", "macs": {"frontend0": "3c:6d:66:00:00:02"}},
        "compute-leaf1": {"macs": {"mgmt0": "3c:6d:66:00:00:03"}},
        "storage-leaf1": {"macs": {"mgmt0": "3c:6d:66:00:00:04"}},
    }
    return spec


def files(plan: Draft) -> dict[str, str]:
    """Render what has to do with first starts, the switches' own files among it."""
    closed, backends = close(plan), (boot, first_start, dhcp, sonic, cumulus, eos)
    found = {backend: list(backend.render(closed, TEMPLATES)) for backend in backends}
    for backend in (boot, first_start):
        assert [each.path for each in found[backend]] == list(backend.paths(closed))
    return {each.path: each.content for artifacts in found.values() for each in artifacts}


def _served(tree: dict[str, str]) -> set[str]:
    """Return the paths that the web server has of these files: scripts, answers, and each switch's files in its folder."""
    paths = {
        path.removeprefix("provisioning")
        for path in tree
        if path.startswith(("provisioning/boot/", "provisioning/ztp/"))
    }
    return paths | {path.replace("switches/", "/ztp/") for path in tree if path.startswith("switches/")}


def test_every_url_leads_to_a_file(tmp_path: Path) -> None:
    """Those of leases, of scripts, and of answers: one place makes them all."""
    spec = known()
    arista = {"model": "7060x6-64pe", "os": "eos"}
    spec["fabrics"]["compute"] |= {"leaf": arista, "spine": arista}
    spec["assets"]["frontend-leaf1"] = {"macs": {"mgmt0": "3c:6d:66:00:00:05"}}
    plan = plan_data(spec, tmp_path)
    tree = files(plan)
    control = next(host for host in plan.hosts if host.name == "control1")
    roots = (f"http://{control.inband}", f"https://control1-mgmt0.{plan.domain}")
    for number, key in enumerate((KEY, OTHER)):
        order = "secondary " * number
        assert (
            f"username admin ssh-key {order}{' '.join(key.split(' ')[:2])}\n"
            in tree["switches/compute-leaf1/running.cfg"]
        )
    named = set()
    for path, text in tree.items():
        if path.startswith("provisioning/") and "/web/" not in path:
            named |= {url for url in _URL.findall(text) if url not in {f"{roots[0]}/boot", f"{roots[1]}/ztp"}}
    assert all(url.startswith(roots) for url in named)
    paths = {url.partition("://")[2].partition("/")[2] for url in named}
    whole = _served(tree)
    for path in sorted(f"/{each}".rstrip("/") for each in paths):
        folder = any(each.startswith(f"{path}/") for each in whole)
        assert path in whole or folder or _BROUGHT.search(path), path
    assert {
        "boot/boot.ipxe",
        "ztp/frontend-leaf1/ztp.json",
        "ztp/storage-leaf1/cumulus-ztp",
        "ztp/compute-leaf1/running.cfg",
    } <= paths


def test_the_server_listens_where_urls_lead(tmp_path: Path) -> None:
    """Each control host at its own two addresses, to the planned prefixes, a switch to its own folder; the first is whom URLs name."""
    plan = plan_data(known(), tmp_path)
    tree = files(plan)
    ports = {each.kind: each.address for each in plan.interfaces_of["control1"]}
    conf = tree["provisioning/web/control1.conf"]
    assert re.findall(r"listen (\S+?)(?: ssl)?;", conf) == [f"{ports['bond']}:80", f"{ports['access']}:443"]
    assert f"set base http://{ports['bond']}/boot\n" in tree["provisioning/boot/boot.ipxe"]
    inband = [prefix for zone in plan.access.zones if zone.segment == "inband" for prefix in zone.prefixes]
    assert sorted(re.findall(r"^    allow (\S+);", conf, re.MULTILINE)) == sorted(inband)
    switches = {switch.name: switch.management for switch in plan.switches}
    folders = dict(re.findall(r"^    (\S+) (\S+);$", conf.partition("geo")[2].partition("}")[0], re.MULTILINE))
    assert folders == {"default": '""'} | {switches[n]: n for n in ("compute-leaf1", "storage-leaf1")}
    assert len([path for path in tree if "/web/" in path]) == 3


def test_answers_have_the_planned_address_and_no_secret(tmp_path: Path) -> None:
    plan = plan_data(known(), tmp_path)
    tree = files(plan)
    gpu = next(host for host in plan.hosts if host.name == "gpu01")
    text = tree["provisioning/boot/hosts/gpu01/user-data"]
    assert text.startswith("#cloud-config\n")
    answers = yaml.safe_load(text)["autoinstall"]
    (port,) = answers["network"]["ethernets"].values()
    assert port["match"] == {"macaddress": "3c:6d:66:00:00:01"}
    assert port["addresses"] == [f"{gpu.inband}/16"]
    assert answers["storage"]["layout"]["match"]["path"] == "SYSTEM_DISK"
    assert answers["storage"]["swap"] == {"size": 0}, "kubelet ends on a host with swap"
    assert f"readlink -f {DISK}" in answers["early-commands"][0]
    assert "http" not in "".join(answers["late-commands"])
    assert "identity" not in answers
    assert "BEGIN" not in text
    assert "$6$" not in text


def test_a_host_is_itself_before_anything_is_fetched(tmp_path: Path) -> None:
    """By its serial number where that is plain, and by its MAC address; before the kernel."""
    tree = files(plan_data(known(), tmp_path))
    script = tree["provisioning/boot/hosts/gpu01/install.ipxe"].splitlines()
    checks = [line for line in script if line.startswith("iseq")]
    assert checks == [
        'iseq "${serial}" "GPU-0001" || goto stranger',
        'iseq "${netX/mac}" "3c:6d:66:00:00:01" || goto stranger',
    ]
    kernel = next(n for n, line in enumerate(script) if line.startswith("kernel"))
    assert max(map(script.index, checks)) < kernel
    assert '${serial}" "' not in tree["provisioning/boot/hosts/login1/install.ipxe"]


@pytest.mark.parametrize("system", ["ubuntu-22.04", "debian-12", "rocky-9", "rhel-10"])
def test_each_system_has_answers_of_its_family(system: str, tmp_path: Path) -> None:
    tree = files(plan_data(known((system, system)), tmp_path))
    folder = {Path(path).name: text for path, text in tree.items() if "/hosts/login1/" in path}
    answers = {"ubuntu": {"user-data", "meta-data"}, "debian": {"preseed.cfg"}}.get(
        system.partition("-")[0], {"ks.cfg"}
    )
    assert set(folder) == answers | {"install.ipxe"}
    assert f"set from ${{images}}/{system}-${{arch}}\n" in folder["install.ipxe"]
    assert DISK.removeprefix("/dev/") in "".join(folder[each] for each in answers)


def test_without_a_drive_nobody_is_installed(tmp_path: Path) -> None:
    """And the plan says whose drive nobody has named."""
    spec = known()
    del spec["hosts"]["gpu"]["system_disk"]
    plan = plan_data(spec, tmp_path)
    assert {path.split("/")[3] for path in files(plan) if "/boot/hosts/" in path} == {"login1"}
    (line,) = [line for line in waiting_for(plan) if "system_disk" in line]
    assert line.startswith("hosts.gpu.system_disk: no drive is stated")


def test_a_newcomer_changes_no_answers(tmp_path: Path) -> None:
    """Nor a switch's list: their own files follow from what they are alone."""
    spec = known()
    before = files(plan_data(spec, tmp_path))
    spec["hosts"]["gpu"]["count"] = 12
    spec["assets"] |= {f"gpu{n:02d}": {"macs": {"frontend0": f"3c:6d:66:00:01:{n:02x}"}} for n in range(2, 13)}
    spec["assets"]["compute-leaf2"] = {"macs": {"mgmt0": "3c:6d:66:00:02:01"}}
    after = files(plan_data(spec, tmp_path))
    own = {path for path in before if path.startswith(("provisioning/boot/", "provisioning/ztp/"))}
    assert {path: before[path] for path in own} == {path: after[path] for path in own}
    assert len([path for path in after if path.endswith("/user-data")]) == 12


def test_sonic_gets_routing_before_the_reload_that_reads_it(tmp_path: Path) -> None:
    """Sections run by their names; every file is fetched by HTTPS, and checked."""
    tree = files(plan_data(known(), tmp_path))
    sections = json.loads(tree["provisioning/ztp/compute-leaf1/ztp.json"])["ztp"]
    ordered = sorted(name for name, each in sections.items() if isinstance(each, dict))
    assert [name.partition("-")[2] for name in ordered] == ["download", "access", "configdb-json"]
    first = sections["01-download"]["files"][0]["url"]
    assert (Path(first["source"]).name, first["destination"]) == ("frr.conf", "/etc/sonic/frr/frr.conf")
    text = json.dumps(sections)
    assert "http://" not in text
    assert "insecure" not in text


def test_an_old_cumulus_stops_asking_for_leases(tmp_path: Path) -> None:
    spec = known()
    new = files(plan_data(spec, tmp_path))["provisioning/ztp/storage-leaf1/cumulus-ztp"]
    spec["fabrics"]["storage"]["leaf"]["version"] = "5.14"
    old = files(plan_data(spec, tmp_path))["provisioning/ztp/storage-leaf1/cumulus-ztp"]
    assert "# CUMULUS-AUTOPROVISIONING" in new.splitlines()[1]
    assert set(old.splitlines()) - set(new.splitlines()) == {"nv unset interface eth0 ip address dhcp"}


def test_nothing_without_control_hosts(tmp_path: Path) -> None:
    spec = known() | {"scheduler": {}}
    del spec["hosts"]["control"]
    assert not [path for path in files(plan_data(spec, tmp_path)) if path.startswith("provisioning/")]


@pytest.mark.parametrize("system", ["ubuntu-24.04", "debian-13", "rocky-9"])
def test_roots_keys_are_in_the_answers(system: str, tmp_path: Path) -> None:
    """All of them, without what people call them; no installer fetches a key, and what is served beside the answers has none."""
    tree = files(plan_data(known((system, system)), tmp_path))
    own = {Path(path).name: text for path, text in tree.items() if "/hosts/gpu01/" in path}
    (answers,) = (own[name] for name in ("user-data", "preseed.cfg", "ks.cfg") if name in own)
    assert KEY in answers
    assert OTHER in answers
    assert "ada@desk" not in answers
    assert not _URL.findall(answers)


def test_debians_answers_are_pinned(tmp_path: Path) -> None:
    """The digest on the kernel's command line is that of the file as it is served."""
    tree = files(plan_data(known(("debian-12", "debian-13")), tmp_path))
    for name in ("gpu01", "login1"):
        folder = f"provisioning/boot/hosts/{name}"
        digest = hashlib.md5(tree[f"{folder}/preseed.cfg"].encode(), usedforsecurity=False).hexdigest()
        assert f"/preseed.cfg preseed/url/checksum={digest} " in tree[f"{folder}/install.ipxe"]


@pytest.mark.parametrize("system", ["ubuntu-24.04", "debian-13", "rocky-9"])
def test_no_installer_makes_swap(system: str, tmp_path: Path) -> None:
    """A kubelet does not start where there is some. Debian's own recipes all make a partition of it, so ours is stated in full."""
    tree = files(plan_data(known((system, system)), tmp_path))
    answers = "".join(text for path, text in tree.items() if "/hosts/login1/" in path)
    said = {"ubuntu": "swap:\n", "debian": "no_swap boolean false\n", "rocky": " --noswap\n"}[system.partition("-")[0]]
    assert said in answers
    assert "linux-swap" not in answers
    assert "recipe select atomic" not in answers


def test_without_keys_nobody_is_installed(tmp_path: Path) -> None:
    """And the plan says so once; a switch's files lack its keys, so that it changes nothing."""
    spec = known()
    del spec["services"]["root_keys"]
    plan = plan_data(spec, tmp_path)
    assert not [path for path in files(plan) if "/boot/hosts/" in path or path.endswith("/authorized_keys")]
    (line,) = [line for line in waiting_for(plan) if line.startswith("services.root_keys")]
    assert "hosts of gpu, login and 2 switches" in line


def test_installers_ask_the_mirrors_of_the_spec(tmp_path: Path) -> None:
    """Each in its own terms; Debian's by the protocol that the URL has, Red Hat's by TLS."""
    spec = known(("ubuntu-24.04", "debian-13"))
    spec["hosts"]["storage"] |= {"system_disk": DISK, "os": "rocky-9"}
    spec["assets"]["storage1"] = {"macs": {"frontend0": "3c:6d:66:00:00:06"}}
    own = "mirror.example.net"
    spec["services"]["mirror"] = {
        "ubuntu": f"http://{own}/ubuntu",
        "ubuntu_ports": f"http://{own}/ports",
        "debian": f"https://{own}:8443/pub/debian",
        "debian_security": f"http://{own}/debian-security",
        "rocky": f"https://{own}/rocky",
    }
    plan = plan_data(spec, tmp_path)
    tree = {path.removeprefix("provisioning/boot/hosts/"): text for path, text in files(plan).items()}
    apt = yaml.safe_load(tree["gpu01/user-data"])["autoinstall"]["apt"]
    archives = [
        {"arches": ["amd64", "i386"], "uri": f"http://{own}/ubuntu"},
        {"arches": ["arm64"], "uri": f"http://{own}/ports"},
    ]
    assert (apt["primary"], apt["security"]) == (archives, archives)
    assert (
        f"d-i mirror/protocol string https\nd-i mirror/https/hostname string {own}:8443\n" in tree["login1/preseed.cfg"]
    )
    assert "d-i mirror/https/directory string /pub/debian\n" in tree["login1/preseed.cfg"]
    assert f"d-i apt-setup/security_host string {own}\n" in tree["login1/preseed.cfg"]
    assert f"inst.repo=https://{own}/rocky/9/BaseOS/${{basearch}}/os/ " in tree["storage1/install.ipxe"]
    assert not [line for line in waiting_for(plan) if line.startswith("services.mirror")]


@pytest.mark.parametrize("system", ["ubuntu-24.04", "debian-13", "rocky-9"])
def test_a_mirror_that_nobody_named_is_waited_for(system: str, tmp_path: Path) -> None:
    """In one line. Nothing is taken in its place: who needs one for anything is told so before its drive is touched."""
    plan = plan_data(known((system, system)), tmp_path)
    (line,) = [line for line in waiting_for(plan) if line.startswith("services.mirror")]
    assert f"{system.partition('-')[0]} for gpu, login" in line
    tree = files(plan)
    script = tree["provisioning/boot/hosts/gpu01/install.ipxe"].splitlines()
    stops = "goto failed" in script
    assert stops == (system != "ubuntu-24.04")
    if stops:
        assert script.index("goto failed") < next(n for n, each in enumerate(script) if each.startswith("kernel"))


@pytest.mark.parametrize("system", ["ubuntu-24.04", "debian-13", "rocky-9"])
def test_no_signature_is_waived(system: str, tmp_path: Path) -> None:
    tree = files(plan_data(known((system, system)), tmp_path))
    text = "".join(text for path, text in tree.items() if path.startswith("provisioning/"))
    for waiver in (
        "trusted=yes",
        "gpgcheck",
        "allow_unauthenticated",
        "noverifyssl",
        "no-gpg",
        "insecure",
        "AllowUnauth",
    ):
        assert waiver not in text


HOSTILE = """a b'c"d`e`$(wicked);f||g&h|i<j>k\\l#m ${net0/ip} {% x %} {{ y }}"""
"""What a shell, a preseed, a kickstart, iPXE, nginx, BIND or a template would read otherwise."""
HOSTILE_LINE = HOSTILE.replace(" {% x %} {{ y }}", "")
"""The same without marks of templates, which no text may have."""
_FREE = {
    "key": lambda spec, text: spec["services"].update(root_keys=[f"{KEY} {text}"]),
    "tenant": lambda spec, text: spec.update(tenants={"blue": {"hosts": ["gpu[01-02]"], "description": text}}),
    "access": lambda spec, text: spec.update(
        access={"door": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8888"], "why": text}}
    ),
}
"""Where people write freely."""
_NARROW = {
    "domain": lambda spec, text: spec.update(domain=text),
    "name": lambda spec, text: spec.update(name=text),
    "group": lambda spec, text: spec["hosts"].update({text: spec["hosts"].pop("gpu")}),
    "system_disk": lambda spec, text: spec["hosts"]["gpu"].update(system_disk=f"/dev/disk/by-id/{text}"),
    "os": lambda spec, text: spec["hosts"]["gpu"].update(os=text),
    "mac": lambda spec, text: spec["assets"]["gpu01"]["macs"].update(frontend0=text),
    "port": lambda spec, text: spec["assets"]["gpu01"]["macs"].update({text: "3c:6d:66:00:00:09"}),
    "dns": lambda spec, text: spec["services"].update(dns=[text]),
    "ntp": lambda spec, text: spec["services"].update(ntp=[text]),
    "mirror": lambda spec, text: spec["services"].update(mirror={"debian": f"http://mirror.example.net/{text}"}),
    "root_keys": lambda spec, text: spec["services"].update(root_keys=[text]),
    "version": lambda spec, text: spec["fabrics"]["storage"]["leaf"].update(version=text),
    "segment": lambda spec, text: spec.update(
        segments={text: {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["control"]}}
    ),
}
"""Where there is a form: text that has another is refused."""


@pytest.mark.parametrize("field", _NARROW)
@pytest.mark.parametrize("text", [HOSTILE, "a\nb", "a b", "$(a)", "a;b", "a'b", 'a"b', "`a`"])
def test_hostile_text_is_refused_where_there_is_a_form(field: str, text: str, tmp_path: Path) -> None:
    spec = known()
    _NARROW[field](spec, text)
    with pytest.raises(DocumentError):
        plan_data(spec, tmp_path)


@pytest.mark.parametrize("text", [HOSTILE, "a\nb", "$(a)", "a;b", "a'b", 'a"b', "`a`", " a", "a" * 65])
def test_a_serial_number_is_what_a_label_says(text: str, tmp_path: Path) -> None:
    spec = known()
    spec["assets"]["gpu01"]["serial"] = text
    with pytest.raises(DocumentError):
        plan_data(spec, tmp_path)


@pytest.mark.parametrize("field", _FREE)
@pytest.mark.parametrize("system", ["ubuntu-24.04", "debian-13", "rocky-9"])
def test_free_text_reaches_no_script(field: str, system: str, tmp_path: Path) -> None:
    """Neither what installers are answered nor what switches run has a word of it; keys that are data alone keep their comments."""
    spec = known((system, system))
    plain = files(plan_data(spec, tmp_path))
    _FREE[field](spec, HOSTILE_LINE)
    tree = files(plan_data(spec, tmp_path))
    changed = {path for path in tree if path.startswith("provisioning/") and tree[path] != plain.get(path)}
    for path in changed:
        if not path.endswith("/authorized_keys"):
            assert not [word for word in ("wicked", "net0/ip") if word in tree[path]], path


def test_over_https_every_url_is_for_a_name(tmp_path: Path) -> None:
    """Of leases, scripts and answers; the server is asked by that name, firewalls let nothing else in, and what vouches for nothing is not waited for."""
    spec = known(("ubuntu-24.04", "rocky-9"))
    plain = files(plan_data(spec, tmp_path))
    assert any(line.startswith("services.boot: hosts of gpu, login") for line in waiting_for(plan_data(spec, tmp_path)))
    spec["services"]["boot"] = "https"
    plan = plan_data(spec, tmp_path)
    tree = files(plan)
    base = "https://control1.atlas.example.net/boot"
    assert f"set base {base}\n" in tree["provisioning/boot/boot.ipxe"]
    assert f"inst.ks={base}/hosts/login1/ks.cfg" in tree["provisioning/boot/hosts/login1/install.ipxe"]
    assert f"s={base}/hosts/gpu01/ " in tree["provisioning/boot/hosts/gpu01/install.ipxe"]
    own = {path: text for path, text in tree.items() if path.startswith("provisioning/")}
    assert not [path for path, text in own.items() if "http://" in text]
    conf = tree["provisioning/web/control2.conf"]
    assert re.findall(r"listen \S+?:(\d+)", conf) == ["443", "443"]
    assert "server_name control2.atlas.example.net control2;" in conf
    assert re.findall("allow .*", conf) == re.findall("allow .*", plain["provisioning/web/control2.conf"])
    assert not any(line.startswith("services.boot") for line in waiting_for(plan))
    asked = {(flow.service.name, flow.why) for flow in plan.access.flows if flow.to == "inband/control"}
    assert ("https", "services") in asked
    assert not [name for name, _ in asked if name == "http"]
