"""Jobs that fill a tier from another one: a file for each feed and workspace, with the steps that its user takes."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.kubernetes.tier_volumes import SeenTier
from generator.plan.kubernetes.transfers import TransferJob, transfer_jobs
from generator.plan.plan import Plan
from generator.plan.records import Tier
from generator.render.artifact import Artifact
from generator.render.kubernetes.file import CORE, CRDS, KUSTOMIZE, ManifestFile, kustomization
from generator.render.kubernetes.transfer_pods import (
    CONFIGURATION,
    CONFIGURED,
    NOBODY,
    SECRET,
    TRANSFER,
    TRIES,
    transfer_objects,
)
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text
from generator.spec.scheduler import KubernetesSpec

_FOLDER = "transfer/"
_LIST = "Jobs that fill a tier from another one; each file says how it is run. Applied as they are, they end: no folder is set."
_HEADER = """\
Copy a folder from {source} to {target}, in the namespace {namespace}, on {hosts} of its hosts at the same time. Copy this file, and in it set
  FOLDER: {folder}
  runAsUser, runAsGroup: the numbers of who owns the files; {nobody} is nobody
  args: further arguments of {program}, if any
  kubectl apply -f COPY.yaml
  kubectl --namespace {namespace} get --watch job/{name}
  kubectl --namespace {namespace} logs --prefix --selector {label}={feed}
  kubectl delete -f COPY.yaml
Set another number of hosts at completions, parallelism and HOSTS. A pod that failed runs again {tries} times, and a wrong FOLDER ends the job. {kept}
Nothing may write to the folder meanwhile.{notes}"""
_ALONE = "\nEach pod asks for more than half of the threads of a host, so that no two are on the same one."
_TOGETHER = "\nThe threads of these hosts are not known, and Kueue ignores affinities of pods: two pods may be on the same host."
_WHOLE = "\n{name}: the claim {name} of the namespace, bound to the whole file system (volumes.yaml). Create it first."
_MADE = "\n{name}: the claim {name} of the namespace, of the class {name}, ReadWriteMany. Create it first. It has what pods keep in it, not what hosts have below {mount}."
_STORE = "\n{name}: a remote of rclone has this name. Its endpoint and keys are in the secret `{secret}` of the namespace, and in no file of this tree:\n  kubectl --namespace {namespace} create secret generic {secret} --from-file={file}"
_SITE = "\n{name}: a remote of rclone has this name. Its endpoint is below; its access_key_id and secret_access_key are in the secret `{secret}` of the namespace{authority}, and in no file of this tree:\n  kubectl --namespace {namespace} create secret generic {secret} --from-file={file}"
_CLOSED = "\nThe namespace lets pods reach names and each other alone: add a NetworkPolicy by which pods with the label {label}={feed} reach the endpoint of {name}."
_FILES_KEPT = "Existing files with the same size and time are not copied again, nor are those that are newer there. Hard links become files of their own, and empty folders are not copied."
_OBJECTS_KEPT = "Existing objects are not copied again, nor is what is newer there. Owners, modes, links, ACLs and empty folders are not copied."


class TransferFile(Struct, frozen=True, kw_only=True):
    """The objects of a job, with its program."""

    job: TransferJob
    path: str
    applied: bool = False

    def artifact(self, templates: Templates) -> Artifact:
        """Print them."""
        job = self.job
        form = "objects" if job.feed.objects else "files"
        values = {"whole": bool(job.feed.target.mount), "known": job.known, "authorities": CONFIGURED}
        script = templates.render(f"transfer/pod-{form}.sh.j2", **values)
        things = list(transfer_objects(job, script))
        comment = "".join(f"# {line}".rstrip() + "\n" for line in _header(job).splitlines())
        proof = CRDS if len(things) > 1 and job.gang.by == "volcano" else CORE
        return Artifact(f"kubernetes/{self.path}", comment + "".join(map(yaml_text, things)), proof)


def transfer_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile | TransferFile]:
    """Yield a file for each feed, of tenants in a folder each, and their list."""
    paths = {_path(job): job for job in transfer_jobs(plan, kubernetes)}
    if paths:
        yield ManifestFile(
            path=f"{_FOLDER}kustomization.yaml",
            header=_LIST,
            proof=KUSTOMIZE,
            documents=[kustomization(paths)],
            applied=False,
        )
    for path, job in paths.items():
        yield TransferFile(job=job, path=f"{_FOLDER}{path}")


def _path(job: TransferJob) -> str:
    folder = f"{job.workspace.name}/" if job.workspace.tenant else ""
    return f"{folder}{job.feed.name}.yaml"


def _header(job: TransferJob) -> str:
    feed, namespace = job.feed, job.workspace.name
    sides = list(zip((feed.source, feed.target), feed.seen, strict=True))
    notes = "".join(_side(job, tier, seen) for tier, seen in sides)
    return _HEADER.format(
        source=feed.source.name,
        target=feed.target.name,
        namespace=namespace,
        hosts=job.hosts,
        folder="BUCKET or BUCKET/PREFIX"
        if feed.objects
        else f"a folder of {feed.source.name}, without a slash before it",
        nobody=NOBODY,
        program="rclone" if feed.objects else "rsync",
        name=job.name,
        label=TRANSFER,
        feed=job.name,
        tries=TRIES,
        kept=_OBJECTS_KEPT if feed.objects else _FILES_KEPT,
        notes=notes + _spread(job),
    )


def _spread(job: TransferJob) -> str:
    if job.hosts == 1:
        return ""
    if job.alone:
        return _ALONE
    return _TOGETHER if job.gang.by == "kueue" else ""


def _side(job: TransferJob, tier: Tier, seen: SeenTier) -> str:
    """Return the comments about a tier for the user."""
    if seen.whole:
        return _WHOLE.format(name=tier.name)
    if seen.made_by:
        return _MADE.format(name=tier.name, mount=tier.mount)
    known = next((each for each in job.known if each.tier == tier.name), None)
    files = CONFIGURATION
    told = ""
    if known and known.authority:
        files = f"{CONFIGURATION} --from-file={tier.name}.crt"
        told = f", as the certificate of its authority is ({tier.name}.crt)"
    text = (_SITE if known else _STORE).format(
        name=tier.name, secret=SECRET, namespace=job.workspace.name, file=files, authority=told
    )
    closed = _CLOSED.format(name=tier.name, label=TRANSFER, feed=job.name)
    return text + ("" if any(door.tier == tier.name for door in job.doors) else closed)
