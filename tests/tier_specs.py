"""A cluster whose tiers fill each other, with what each product has for it."""

from tests.specs import Spec, cluster


def filled() -> Spec:
    """Return a cluster in which an object store fills Storage Scale, and that Lustre, and this the drives of hosts."""
    made = cluster(2, storage=4)
    for group in ("bulk", "objects"):
        made["hosts"][group] = {"model": "storage-2u", "role": "storage", "count": 4, "max": 8}
    made["storage"] |= {
        "fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "Lustre", "lustre": {}, "feeds": {"cache": {}}},
        "bulk": {
            "kind": "parallel", "mount": "/bulk", "hosts": "bulk", "product": "Storage Scale",
            "scale": {"disks": [{"device": "/dev/mapper/a0"}]}, "feeds": {"fast": {"idle_days": 30}},
        },
        "objects": {"kind": "object", "hosts": "objects", "product": "Ceph RGW", "feeds": {"bulk": {"idle_days": 90}}},
        "cache": {"kind": "local-nvme", "mount": "/cache"},
    }  # fmt: skip
    return made


def limited() -> Spec:
    """Return the same with quotas of two tenants on every tier that can have them, and in Kubernetes."""
    made = filled()
    made["tenants"] = {"red": {"hosts": ["gpu[01-08]"]}, "blue": {"hosts": ["gpu[09-16]"]}}
    for name in ("fast", "bulk", "objects", "home"):
        made["storage"][name]["quotas"] = {"red": {"tb": 1.5, "files": 1_000_000}, "blue": {"files": 5}}
    return made


def caching(gpu: int = 2) -> Spec:
    """Return a cluster whose hosts cache a tier of NFS on their drives, and read two tiers straight into memory of GPUs."""
    made = cluster(gpu, storage=4)
    made["hosts"]["gpu"]["packages"] = ["nvidia-gds"]
    made["storage"] = {
        "home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["compute", "control"]},
        "fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "Lustre", "lustre": {}, "gds": True},
        "scratch": {"kind": "local-nvme", "mount": "/scratch", "caches": {"tiers": ["home"]}, "gds": True},
    }  # fmt: skip
    return made


def caching_products(gpu: int = 2) -> Spec:
    """Return the same with Lustre and Storage Scale cached as well."""
    made = caching(gpu)
    made["hosts"]["bulk"] = {"model": "storage-2u", "role": "storage", "count": 4, "max": 8}
    made["storage"]["bulk"] = {
        "kind": "parallel", "mount": "/bulk", "hosts": "bulk", "product": "Storage Scale", "scale": {"disks": [{"device": "/dev/mapper/a0"}]},
    }  # fmt: skip
    made["storage"]["scratch"]["caches"] = {
        "tiers": ["home", "fast", "bulk"],
        "lustre_release": "2.16.1",
        "devices": ["/dev/disk/by-path/pci-0000:c1:00.0-nvme-1", "/dev/disk/by-partlabel/lroc"],
    }
    return made
