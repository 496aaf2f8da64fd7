"""The roles of the collection: in a rendered tree `ansible/roles/`, in a checkout `playbooks/roles/`. In a built collection they are beside this file.

Ansible imports a role as a package (`ansible_collections.clustergen.cluster.roles.hosts`), so that Python's own `__path__` says where roles are.
"""

from pathlib import Path

_BOOKS = Path(__file__).resolve().parents[5]
"""The folder of the playbooks, which has `collections/` in it."""
__path__ = [str(place) for place in (_BOOKS.parent / "roles", _BOOKS / "roles") if place.is_dir()]
