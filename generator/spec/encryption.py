"""`storage.<tier>.encryption`: local drives that are encrypted where they are, and what opens them at boot."""

from typing import Literal

from generator.spec.base import SpecModel


class EncryptionSpec(SpecModel):
    """How the local drives of each host are encrypted (LUKS2). It protects drives that leave the room: who is root on a running host reads everything."""

    key: Literal["tpm", "reference"]
    """What opens them at boot: the TPM of the host, while its Secure Boot settings are those of the day it was enrolled (`tpm`), or a file on the system drive that
    only root can read (`reference`). Either way the keys follow from a secret that you provide (`drives_key`), so that no host makes one that only it has."""
