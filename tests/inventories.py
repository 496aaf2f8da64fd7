"""Write `inventories/<example>/`, the Ansible inventories that people read, anew (`make generated`)."""

from tests.conftest import example, plan_of, tree_of
from tests.golden_files import INVENTORIES, INVENTORY, write_below

if __name__ == "__main__":
    for folder in sorted(each for each in INVENTORIES.iterdir() if example(each.name).exists()):  # others are a site's
        tree = tree_of(plan_of(example(folder.name)))
        write_below(
            folder, {path.removeprefix(INVENTORY): text for path, text in tree.items() if path.startswith(INVENTORY)}
        )
