"""Steps of what no single device has, as sentences."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from generator.change.step import Step
from generator.plan.counts import counted
from generator.render.change.words import folded, shortened


def _naming(step: Step) -> str:
    was, name = step.of
    parts = [f"drain {folded(step.drain)} in slurm"] if step.drain else []
    if "slurm" in step.join:
        parts += [
            f"stop slurmctld on all controllers, and remove the file `clustername` from its StateSaveLocation: slurmctld does not start on the state of {was}",
            f"place the new files of slurm (`slurm.yml`): its database has an empty cluster {name}, and keeps the jobs and accounts of {was} under that name",
        ]
    if "kubernetes" in step.join:
        parts.append(
            f"apply the manifests (`kubernetes.yml`): a workspace {was} of the whole cluster stays, with its pods, until you delete it"
        )
    parts.append(f"place the new files of all others (`site.yml`), so that {was} becomes {name}")
    if step.devices:
        parts.append(f"verify {folded(step.devices)}")
    if step.undrain:
        parts.append(f"undrain {folded(step.undrain)}")
    return "; ".join(parts)


def _owning(step: Step) -> str:
    who = folded(step.of)
    return (
        f"hold the jobs of {who}, and end running jobs and all logins; on {folded(step.devices)}, change the numbers by hand (`groupmod`, `usermod`; `hosts.yml` "
        f"refuses to change them), and then the owner of the files that have the old numbers, on drives and once on each shared file system; place the new files (`hosts.yml`); "
        f"verify that `id` prints the new numbers; release the jobs of {who}"
    )


def _housing(step: Step) -> str:
    who, names = folded(step.of), folded(step.devices)
    return (
        f"hold the jobs of {who}, and end running jobs and all logins; place the new files of {names} (`hosts.yml`), which set the new home directories; "
        f"move the contents of the old ones; verify {names}; release the jobs of {who}"
    )


def _mounting(step: Step) -> str:
    names, where = folded(step.devices), folded(step.of)
    return f"drain {names}; mount {where} by hand as the spec now states, because the spec has no `source` for it; verify {names}; undrain {names}"


def _exporting(step: Step) -> str:
    mount, *copied = step.of
    clients, was, names = folded(step.drain), folded(step.was), folded(step.devices)
    leave = f"drain {clients}, end all logins that use {mount}, and unmount it there"
    if not copied:
        return f"{leave}, as each keeps the address at which it mounted {mount}; place the new files of {names} (`site.yml`), and mount {mount} again; verify {names}; undrain {clients}"
    (device,) = copied
    place = (
        f"to the new file system on {device}, which the first host of the pair creates (`storage.yml -e storage_format_nfs=TIER`)"
        if device
        else "to the first host's own file system"
    )
    return (
        f"{leave}; on {was} copy {mount} to another place, and stop its export; "
        f"place the new files of {names} (`site.yml`), copy the files {place}; verify {names}; undrain {clients}"
    )


def _closing(step: Step) -> str:
    names = folded(step.devices)
    look = "`nft list chain inet clustergen output` counts what is dropped, and the kernel's log names it (`clustergen egress`); state what is missing (`access`, `egress.destinations`)"
    what = (
        f"{', '.join(step.of)} outside of the cluster"
        if step.of
        else "outside of the cluster whatever no flow, no key of the spec and no destination states"
    )
    return (
        f"find out whether programs on {names} still ask {what}: hosts' firewalls drop it from now on; place the new files on one host of each group first "
        f"(`hosts.yml --limit`), then on the others; verify: {look}"
    )


def _asking(step: Step) -> str:
    return (
        f"find out which programs read {counted(len(step.of), 'file')} whose effect is not known ({shortened(step.of)}), "
        "and place the new content while no job runs there; verify these programs"
    )


CLUSTER_STEPS: Mapping[str, Callable[[Step], str]] = MappingProxyType(
    {
        "name": _naming,
        "owner": _owning,
        "home": _housing,
        "mount": _mounting,
        "export": _exporting,
        "egress": _closing,
        "unknown": _asking,
    }
)
