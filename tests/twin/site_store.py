"""An object store of a site in namespaces: real Ceph with one drive in memory, and its gateway at two addresses over TLS, with a certificate of the site's own authority.

It is what a site has, and nothing of it is rendered: the store of a cluster of ours is in tests/twin/ceph_bed.py.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from pathlib import Path


ADDRESSES, PORT, NAME = ("192.0.2.10", "192.0.2.11"), 9000, "s3.example.com"
ENDPOINTS = [f"https://{NAME}:{PORT}", f"https://{ADDRESSES[1]}:{PORT}"]
"""Those that a spec names: one by a name, one by an address."""
_IDENTITY = "11111111-2222-4333-8444-555555555555"
_CONF = """[global]
fsid = {identity}
mon host = 127.0.0.1
run dir = {home}/run
admin socket = {home}/run/$cluster-$name.asok
pid file = {home}/run/$name.pid
log file = {home}/run/$name.log
mon data = {home}/mon
mgr data = {home}/mgr
keyring = {home}/keys
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
mon allow pool size one = true
osd crush chooseleaf type = 0
rgw_lc_debug_interval = 3

[client.rgw.site]
rgw data = {home}/rgw
rgw frontends = beast {places} ssl_certificate={home}/store.crt ssl_private_key={home}/store.key
"""
_START = """
set -e
export CEPH_CONF=$1/ceph.conf
for each in ca other; do openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=$each -keyout $1/$each.key -out $1/$each.crt 2>/dev/null; done
openssl req -newkey rsa:2048 -nodes -subj /CN=store -keyout $1/store.key -out $1/request 2>/dev/null
openssl x509 -req -days 2 -in $1/request -CA $1/ca.crt -CAkey $1/ca.key -CAcreateserial -extfile $1/names -out $1/store.crt 2>/dev/null
for address in $3; do ip address add $address/32 dev lo; done
mount --bind $1/hosts /etc/hosts
ceph-authtool --create-keyring $1/keys --gen-key -n mon. --cap mon 'allow *'
ceph-authtool $1/keys --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
monmaptool --create --clobber --fsid $2 --addv a '[v2:127.0.0.1:3300,v1:127.0.0.1:6789]' $1/map
ceph-mon --mkfs -i a --monmap $1/map --keyring $1/keys
ceph-mon -i a
ceph --connect-timeout 60 auth get-or-create mgr.a mon 'allow profile mgr' osd 'allow *' mds 'allow *' >>$1/keys
ceph-mgr -i a
osd="-i 0 --osd-objectstore memstore --osd-data $1/osd --osd-uuid 22222222-2222-4333-8444-555555555555"
ceph osd new 22222222-2222-4333-8444-555555555555
ceph auth get-or-create osd.0 mon 'allow profile osd' mgr 'allow profile osd' osd 'allow *' >>$1/keys
ceph auth get-or-create client.rgw.site mon 'allow rw' osd 'allow rwx' >>$1/keys
ceph-osd $osd --mkfs
ceph-osd $osd
radosgw -n client.rgw.site
for try in $(seq 120); do curl -sf --cacert $1/ca.crt https://$4 >/dev/null && exit; sleep 1; done
cat $1/run/client.rgw.site.log >&2
exit 1
"""
_ADMIN = 'export CEPH_CONF=$1/ceph.conf && shift && exec radosgw-admin "$@"'


def needs(program: Callable[[str], str]) -> None:
    """Ask for the programs of a store."""
    for name in ("ceph-mon", "ceph-mgr", "ceph-osd", "radosgw", "radosgw-admin", "openssl", "curl"):
        program(name)


class SiteStore:
    """The store: files of its authority (`ca.crt`) and of one that nobody has (`other.crt`) are in `home`."""

    def __init__(self, run: Callable[..., subprocess.CompletedProcess[str]], home: Path) -> None:
        """Start it by what runs a command where it is to be, and wait until it answers."""
        self._run, self.home = run, home
        for folder in ("mon", "mgr", "osd", "run", "rgw"):
            (home / folder).mkdir(parents=True)
        places = " ".join(f"ssl_endpoint={each}:{PORT}" for each in ADDRESSES)
        (home / "ceph.conf").write_text(_CONF.format(home=home, identity=_IDENTITY, places=places), "utf-8")
        (home / "names").write_text(
            f"subjectAltName=DNS:{NAME},{','.join(f'IP:{each}' for each in ADDRESSES)}\n", "utf-8"
        )
        (home / "hosts").write_text(f"127.0.0.1 localhost\n{ADDRESSES[0]} {NAME}\n", "utf-8")
        self._must("bash", "-c", _START, "start", str(home), _IDENTITY, " ".join(ADDRESSES), f"{ADDRESSES[0]}:{PORT}")

    def user(self, name: str) -> tuple[str, str]:
        """Create a user, as the administrator of a store does, and return the id and the secret part of the key."""
        said = json.loads(self.admin("user", "create", f"--uid={name}", f"--display-name={name}"))
        return said["keys"][0]["access_key"], said["keys"][0]["secret_key"]

    def admin(self, *words: str) -> str:
        """Run a command of the store's administrator."""
        return self._must("sh", "-c", _ADMIN, "admin", str(self.home), *words)

    def answers(self, address: str, *, answers: bool) -> None:
        """Have an address answer, or not."""
        self._must("ip", "address", "add" if answers else "del", f"{address}/32", "dev", "lo")

    def _must(self, *command: str) -> str:
        done = self._run(*command)
        assert done.returncode == 0, done.stderr
        return done.stdout
