"""A made host for exporters: folders as /proc and /sys are, with a NIC of two sensors, RDMA counters, and a mount and a server of NFS."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_MOUNT = "10.128.0.5:/export/home"
_STATS = f"""device {_MOUNT} mounted on /home with fstype nfs4 statvers=1.1
\topts:\trw,vers=4.2,proto=tcp,timeo=600,retrans=2,sec=sys,mountaddr=10.128.0.5
\tage:\t13968
\tcaps:\tcaps=0xfff7,wtmult=512,dtsize=32768,bsize=0,namlen=255
\tnfsv4:\tbm0=0xfdffafff,bm1=0xf9be3e,acl=0x0
\tsec:\tflavor=1,pseudoflavor=1
\tevents:\t{"0 " * 27}
\tbytes:\t1207640230 0 0 0 1210214218 0 295483 0
\tRPC iostats version: 1.0  p/v: 100003/4 (nfs)
\txprt:\ttcp 832 0 1 0 11 6428 6428 0 12154 0 24 26 5726
\tper-op statistics
\t        READ: 1298 1298 0 207680 1210292152 6 79386 79407
\t       WRITE: 10 12 2 1000 2000 5 9000 9100
"""
_FILES = {
    "proc/stat": "cpu  1 0 1 1 0 0 0 0 0 0\nbtime 1500000000\n",
    "proc/4242/mountinfo": f"44 25 0:40 / /home rw - nfs4 {_MOUNT} rw\n",
    "proc/4242/mountstats": _STATS,
    "proc/net/rpc/nfs": "net 70 70 69 45\nrpc 1218785755 374636 1218815394\nproc4 3 1 2 3\n",
    "proc/net/rpc/nfsd": f"rc 0 6 18622\nfh 0 0 0 0 0\nio 157286400 0\nth 8 0{' 0.000' * 10}\nra 32{' 0' * 11}\nnet 18628 0 18628 6\nrpc 18628 0 0 0 0\n",
    "sys/devices/pci0000:00/0000:18:00.0/hwmon/hwmon3/name": "mlx5\n",
    "sys/devices/pci0000:00/0000:18:00.0/hwmon/hwmon3/temp1_input": "55000\n",
    "sys/devices/pci0000:00/0000:18:00.0/hwmon/hwmon3/temp1_crit": "105000\n",
    "sys/devices/pci0000:00/0000:18:00.0/hwmon/hwmon3/temp1_label": "asic\n",
}
_COUNTERS = (
    ("out_of_sequence", 12), ("packet_seq_err", 1), ("local_ack_timeout_err", 2), ("rnr_nak_retry_err", 0), ("out_of_buffer", 0), ("np_cnp_sent", 3),
    ("np_ecn_marked_roce_packets", 4), ("rp_cnp_handled", 5), ("rp_cnp_ignored", 0), ("roce_adp_retrans", 0), ("rx_icrc_encapsulated", 0),
)  # fmt: skip


def make_host(folder: Path) -> Path:
    """Make the folders `proc` and `sys` of a host below a folder, and return it."""
    counters = {f"sys/class/infiniband/mlx5_0/ports/1/hw_counters/{name}": f"{value}\n" for name, value in _COUNTERS}
    for path, text in (_FILES | counters).items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="ascii")
    (folder / "proc/self").symlink_to("4242")
    chip = folder / "sys/devices/pci0000:00/0000:18:00.0/hwmon/hwmon3"
    (chip / "device").symlink_to("../..")
    (folder / "sys/class/hwmon").mkdir(parents=True)
    (folder / "sys/class/hwmon/hwmon3").symlink_to("../../devices/pci0000:00/0000:18:00.0/hwmon/hwmon3")
    return folder
