"""Files of API servers: what they record, and how Secrets are encrypted. The keys are not in them."""

from generator.plan.kubernetes.audit import AUDIT_DAYS, AUDIT_FILES, AUDIT_LOG, AUDIT_MB, audit_rules
from generator.plan.kubernetes.encryption import ENCRYPTION_FILE, encryption_configuration
from generator.render.artifact import UNPROVEN
from generator.render.kubernetes.file import ManifestFile, Thing
from generator.render.yaml_text import Script, yaml_text
from generator.spec.scheduler import KubernetesSpec

_KEY = "KEY"
"""The word in the place of the key."""
_AUDIT = """\
{path} of every control host, before {before} there. What API servers record, the first rule that matches a request; bodies of
changes of rights and of admission alone. They write {log}: {size} MB, then another file; {files} of these are kept, for {days} days.
A change needs a restart of the API servers."""
_ENCRYPTION = """\
How Secrets are encrypted in etcd, without the key. On the first control host, before kubeadm runs there; it leaves an existing file as it is:
  test -e {path} || sed -e '/^#/d' -e "s|{key}|$(head -c 32 /dev/urandom | base64)|" encryption.yaml | install -D -m 0600 /dev/stdin {path}
Other control hosts get it with the rest of /etc/kubernetes/pki. Keep a copy in the vault: without it, no Secret in etcd or in its backups can be read."""


def audit_policy(path: str, place: str, before: str) -> ManifestFile:
    """Return the policy of all API servers; `place` is its path on control hosts."""
    header = _AUDIT.format(path=place, before=before, log=AUDIT_LOG, size=AUDIT_MB, files=AUDIT_FILES, days=AUDIT_DAYS)
    policy: Thing = {"apiVersion": "audit.k8s.io/v1", "kind": "Policy", "rules": audit_rules()}
    return ManifestFile(path=path, header=header, proof=UNPROVEN, documents=[policy], applied=False)


def rules_text() -> Script:
    """Return the rules as a text, as kubespray takes them."""
    return Script(yaml_text(audit_rules()).removeprefix("---\n"))


def encryption_file(path: str, kubernetes: KubernetesSpec) -> ManifestFile:
    """Return the configuration of encryption, with the command that makes the key."""
    header = _ENCRYPTION.format(path=ENCRYPTION_FILE, key=_KEY)
    configuration = encryption_configuration(kubernetes, _KEY)
    return ManifestFile(path=path, header=header, proof=UNPROVEN, documents=[configuration], applied=False)
