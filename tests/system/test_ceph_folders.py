"""Folders of the user ceph: the program for an object store, run as root, follows no link that this user plants there. Real Ceph makes the keys."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from generator.analysis.close import close
from generator.render.backends import host_ceph
from tests.ceph_specs import stored
from tests.conftest import missing
from tests.ours import TEMPLATES
from tests.specs import plan_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

_HOST = """
set -e
umask 022
mount --make-rprivate /
getent passwd ceph >/dev/null || { echo 'ceph:x:64903:64903::/:/bin/false' >>etc/passwd; echo 'ceph:x:64903:' >>etc/group; }
mount --bind etc /etc
mount -t tmpfs lib /var/lib
mount -t tmpfs -o mode=755 other /mnt
me=$(hostname -s) home=/var/lib/ceph
install -d -o ceph -g ceph $home $home/mgr $home/bootstrap-osd $home/mon $home/mon/ceph-$me $home/mon/ceph-$me/store.db
mkdir -p /etc/clustergen/ceph
printf 'fsid 00000000-0000-4000-8000-000000000000\\nmon %s 127.0.0.1\\n' "$me" >/etc/clustergen/ceph/cluster
echo '#' >/etc/clustergen/ceph/drives
for each in client.bootstrap-osd mgr.$me client.clustergen-health; do printf '[%s]\\n\\tkey = %s\\n' $each "$(ceph-authtool --gen-print-key)"; done >/mnt/keys
mkdir /mnt/root && echo root >/mnt/root/file && chmod -R go= /mnt/root
unharmed() { [ "$(cat /mnt/root/file) $(find /mnt/root | wc -l)" = 'root 2' ] && [ "$(find /mnt/root -not -user root)" = '' ]; }
as_ceph() { runuser -u ceph -- "$@"; }
join() { sh ./program join </mnt/keys; }
"""
_LINKS = """
as_ceph ln -s /mnt/root/file $home/bootstrap-osd/ceph.keyring.new
join || true
unharmed
as_ceph sh -c "rm -rf $home/mgr && ln -s /mnt/root $home/mgr"
if join; then exit 1; fi
unharmed
as_ceph rm $home/mgr $home/bootstrap-osd/ceph.keyring.new
join
for each in $home/bootstrap-osd/ceph.keyring $home/mgr $home/mgr/ceph-$me/keyring; do [ "$(stat -c %U $each)" = ceph ]; done
[ "$(stat -c '%U %a' $home/mgr/ceph-$me/keyring /etc/clustergen/ceph/health.keyring)" = 'ceph 600
root 600' ]
"""


def test_no_link_leads_root_away(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Planted where a key is placed, and for the folder of the manager; without them the keys are the daemons'."""
    if os.geteuid():
        missing("root", "only root can act as the user ceph")
    for name in ("ceph-authtool", "runuser", "unshare"):
        program(name)
    files = {each.path: each.content for each in host_ceph.render(close(plan_data(stored(), tmp_path)), TEMPLATES)}
    (tmp_path / "program").write_text(files["host_groups/storage/usr/local/sbin/clustergen-ceph.sh"])
    subprocess.run(["cp", "-a", "/etc", tmp_path / "etc"], check=True)
    done = subprocess.run(
        ["unshare", "--mount", "bash", "-c", _HOST + _LINKS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    proven("ceph-authtool", "links in the folders of ceph lead the program of an object store nowhere")
