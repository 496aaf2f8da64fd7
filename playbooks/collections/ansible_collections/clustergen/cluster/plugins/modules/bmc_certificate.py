#!/usr/bin/python
"""The certificate that a BMC shows, and whether clients that trust an authority accept it."""

from __future__ import annotations

DOCUMENTATION = r"""
module: bmc_certificate
short_description: Read the certificate of a BMC, or sign its request
description:
  - The module connects to the BMC and reads the certificate that it shows; nothing is sent that needs a login.
  - The action plugin of the same name judges that certificate on the controller, by the authority of a folder there. With C(request), it signs instead.
options:
  url:
    description: The URL of the BMC.
    type: str
    required: true
  name:
    description: The name that the certificate has to have.
    type: str
    required: true
  authority:
    description: The certificates that clients trust.
    type: str
    default: ""
  trusted:
    description: A file of this host by which further requests to the BMC are verified.
    type: path
    default: ""
  timeout:
    description: The time limit of an answer, in seconds.
    type: int
    default: 30
author:
  - clustergen
attributes:
  check_mode: {support: full}
"""

EXAMPLES = r"""
- name: Read the certificate that the BMC shows
  clustergen.cluster.bmc_certificate:
    url: https://10.196.0.1
    authority: "{{ certificates_authority }}"
    cluster: "{{ cluster_name }}"
    tree: "{{ cluster_tree }}"
    names: [gpu01-bmc.cluster.example.net, gpu01-bmc]
    addresses: [10.196.0.1]
    days: 365
    renewed_before_days: 45
    trusted: /etc/clustergen/tls/authority.crt
    timeout: 30
"""

RETURN = r"""
certificate:
  description: The certificate that the BMC shows, or that was signed (PEM).
  returned: always
  type: str
verified:
  description: Whether the file of this host verifies the BMC; nothing where there is no such file.
  returned: without request
  type: bool
  sample: true
lacks:
  description: Why the BMC needs another certificate; empty where the one that it shows serves.
  returned: without request
  type: str
  sample: is not signed by the authority
"""

import os
import socket
import ssl
from urllib.parse import urlsplit

from ansible.module_utils.basic import AnsibleModule

_HTTPS = 443


def main() -> None:
    """Answer with the certificate that is shown, and with the reason for which it is refused."""
    module = AnsibleModule(
        {
            "url": {"type": "str", "required": True},
            "name": {"type": "str", "required": True},
            "authority": {"type": "str", "default": ""},
            "trusted": {"type": "path", "default": ""},
            "timeout": {"type": "int", "default": 30},
        },
        supports_check_mode=True,
    )
    asked = module.params
    to = urlsplit(asked["url"])
    bmc = ((to.hostname, to.port or _HTTPS), asked["name"], asked["timeout"])
    try:
        certificate = _shown(*bmc)
    except (OSError, ValueError) as error:
        module.fail_json(msg=f"{asked['url']} shows no certificate: {error}")
    refused, trusted = _refused(*bmc, asked["authority"]), _text(asked["trusted"])
    verified = not _refused(*bmc, trusted) if trusted else None
    module.exit_json(changed=False, certificate=certificate, refused=refused, verified=verified)


def _shown(address: tuple[str, int], name: str, seconds: int) -> str:
    """Return the certificate whose key the BMC proves to have, whoever signed it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return ssl.DER_cert_to_PEM_cert(_peer(context, address, name, seconds))


def _refused(address: tuple[str, int], name: str, seconds: int, authority: str) -> str:
    if not authority:
        return "there is no authority yet"
    try:
        _peer(ssl.create_default_context(cadata=authority), address, name, seconds)
    except ssl.SSLCertVerificationError as error:
        return str(error.verify_message)
    except (OSError, ValueError) as error:
        return type(error).__name__
    return ""


def _text(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    with open(path, encoding="ascii", errors="replace") as file:
        return file.read()


def _peer(context: ssl.SSLContext, address: tuple[str, int], name: str, seconds: int) -> bytes:
    with socket.create_connection(address, seconds) as plain, context.wrap_socket(plain, server_hostname=name) as tls:
        return tls.getpeercert(binary_form=True)


if __name__ == "__main__":
    main()
