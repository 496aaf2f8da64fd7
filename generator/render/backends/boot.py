"""boot: what hosts fetch that start from the network, and what serves it: iPXE's scripts, answers for installers, a web server's configuration."""

import hashlib
from collections.abc import Iterable, Iterator

from generator.plan.plan import Plan
from generator.plan.provisioning.places import INSTALL
from generator.plan.provisioning.records import ENTRY
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.provisioning.seeds import FILES, seeds
from generator.render.templates import Templates

NAME = "boot"
_HOME = "provisioning/boot"
_WEB = "provisioning/web"
_SERVED = "/var/www/clustergen"
"""The folder of the files on a control host: one that SELinux lets a web server read on Red Hat's family."""
_OWN = "/etc/clustergen/boot"
_RUN = "/run/clustergen-boot"
_IPXE = Proof(Grade.APPLIED, "iPXE 1.0")
_NGINX = Proof(Grade.APPLIED, "nginx 1.22")
_PROOFS = {
    INSTALL: _IPXE,
    "user-data": UNPROVEN,
    "meta-data": UNPROVEN,
    "preseed.cfg": Proof(Grade.PARSED, "debconf-set-selections -c"),
    "ks.cfg": Proof(Grade.PARSED, "pykickstart"),
}


def paths(plan: Plan) -> Iterable[str]:
    """Yield the entry, the files of each host that can be installed, and a configuration for each control host."""
    serving = plan.provisioning.serving
    if serving is None:
        return
    if serving.places.boot:
        yield f"{_HOME}/{ENTRY}"
    for host in serving.hosts:
        yield from (f"{_HOME}/hosts/{host.name}/{file}" for file in (INSTALL, *FILES[host.family]))
    yield from (f"{_WEB}/{server.host}.conf" for server in serving.web)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them."""
    serving = plan.provisioning.serving
    if serving is None:
        return
    domain = plan.domain
    if serving.places.boot:
        text = templates.render("provisioning/boot.ipxe.j2", base=serving.places.boot, domain=domain, install=INSTALL)
        yield Artifact(f"{_HOME}/{ENTRY}", text, _IPXE)
    for host in serving.hosts:
        answers = tuple(seeds(host, templates))
        script = templates.render("provisioning/install.ipxe.j2", host=host, checksum=_md5(answers[0][1]))
        for file, text in ((INSTALL, script), *answers):
            yield Artifact(f"{_HOME}/hosts/{host.name}/{file}", text, _PROOFS[file])
    for server in serving.web:
        text = templates.render("provisioning/nginx.conf.j2", server=server, home=_SERVED, tls=_OWN, run=_RUN)
        yield Artifact(f"{_WEB}/{server.host}.conf", text, _NGINX)


def _md5(text: str) -> str:
    """Return the digest that Debian's installer compares its answers with; it supports no other (debian-installer-utils, fetch-url)."""
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
