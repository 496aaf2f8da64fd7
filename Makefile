# make setup   .venv with the command in it     make render   the 256-GPU example into build/
# make test    what needs minutes and no root    make proof    what needs the real programs, and root
# make lint    the static checks alone            make unit     the tests of `make test` alone
# make golden  rewrite golden files (read the diff before you commit)    make bench   speed, and what growth changes
# make collection   the roles as a collection of Ansible's, into dist/     make docs   the manual as a site, into dist/
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.ready
DEBIAN := bind9 bind9-dnsutils bind9-utils cachefilesd ceph-base ceph-common ceph-mgr ceph-mon ceph-osd chromium chrony containerd containernetworking-plugins curl dbus docker-registry etcd-client etcd-server fio firewalld frr fping gcc git gobgpd graphviz haproxy ibsim-utils ibverbs-utils ibutils infiniband-diags iproute2 iputils-ping ipxe isc-dhcp-relay kea-dhcp4-server keepalived libyang-tools lldpd logrotate mdadm mpich netplan.io network-manager nftables openssh-client openssh-server opensm pciutils perftest procps radosgw rclone rdma-core rsyslog rsyslog-gnutls util-linux \
          slurmctld slurmd slurm-client munge awscli kubernetes-client kmod libc6-dev libpam-slurm-adopt python3-apt sudo systemd systemd-sysv udev udhcpc \
          prometheus prometheus-alertmanager prometheus-blackbox-exporter prometheus-ipmi-exporter prometheus-node-exporter prometheus-snmp-exporter snmpd \
          apt-utils debootstrap gnupg corosync pacemaker pacemaker-cli-utils resource-agents mariadb-server nfs-kernel-server nginx openssl ovmf poppler-utils qemu-system-x86 restic rsync shellcheck skopeo slurmdbd xfsprogs xz-utils \
          cryptsetup-bin ldap-utils libnss-sss libpam-sss slapd sssd-ldap postgresql redis-server swtpm tpm2-tools wireguard-go wireguard-tools

.PHONY: setup setup-system render test unit proof proof-full lint golden generated collection docs bench clean

setup: $(STAMP)

$(STAMP): requirements/dev.lock requirements/pages.lock pyproject.toml
	$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -q && apt-get install -qy python3-venv && $(PYTHON) -m venv $(VENV); \
	  else echo "python3 cannot make a virtual environment: install python3-venv" >&2; exit 1; fi; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements/pages.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q generator  # what an editable install leaves out, for machines where no start may write it
	@$(BIN)/python -m generator.cli.keep
	@touch $@

# The Debian programs of the system tests: installed where this may be done, named where it may not.
# No service is to start: policy-rc.d says so while the packages unpack.
setup-system: setup
	@sh .ci/debian $(DEBIAN)
	@sh .ci/tree noble bookworm trixie
	@sh .ci/core $(CURDIR)/$(BIN)/python
	@sh .ci/nautobot $(CURDIR)/$(BIN)/python
	@sh .ci/cufile $(CURDIR)/$(BIN)/python
	@sh .ci/audit
	@sh .ci/az $(CURDIR)/$(BIN)/python
	@sh .ci/sushy $(CURDIR)/$(BIN)/python

render: setup
	$(BIN)/clustergen render examples/roce-256/cluster.yaml -o build

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clustergen schema --check docs/clustergen.schema.json
	$(BIN)/clustergen schema --format markdown --check docs/reference.md
	$(BIN)/python -m tests.advisories
	$(BIN)/python -m tests.words
	@test -z "$$(git ls-files '*__pycache__*' 2>/dev/null)"  # compiled code is made here, and comes from nobody

# A file of tests at a time in each process: what tests start stands in namespaces and folders of their own.
# Some tests wait, so that three processes share two cores; proofs wait more than they compute, for programs that start: four.
PYTEST := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pytest -p no:cacheprovider --dist loadfile --no-loadscope-reorder

# The linters take one core, and some tests wait: both go on at once. -j of this line is for the two alone
test: setup
	@$(MAKE) --no-print-directory -j2 lint unit

# Every test of tests/system is a proof: each process is spared reading them. What a test that passes has written goes at once
unit: setup
	TMPDIR="$$($(BIN)/python -m tests.scratch)" $(PYTEST) -n 3 -m "not proof" --ignore=tests/system -o tmp_path_retention_policy=failed

proof: setup setup-system
	$(PYTEST) -n 4 -m proof

# Hours: day one with every distribution and Slurm, a host's life with every ansible-core, each kind of step, system and fault where `make proof` has one,
# every host of roce-256 over SSH
proof-full:
	CLUSTERGEN_FULL=1 PYTEST_TIMEOUT=7200 $(MAKE) test proof

golden: setup
	$(BIN)/pytest -q --update-golden tests/test_golden.py tests/test_errors.py

generated: setup
	$(BIN)/clustergen schema > docs/clustergen.schema.json
	$(BIN)/clustergen schema --format markdown > docs/reference.md
	$(BIN)/python -m tests.inventories
	PYTHONPATH=playbooks/collections $(BIN)/python -m tests.role_pages
	$(BIN)/python -m tests.run_lock

# What `ansible-galaxy collection install` takes: in a tree and a checkout roles stand beside the playbooks, here with the plugins.
# Whoever publishes it names where it comes from: make collection REPOSITORY=https://git.example.net/clustergen.git
DIST := dist
collection: setup
	rm -rf $(DIST)/collection
	mkdir -p $(DIST)
	cp -R playbooks/collections/ansible_collections/clustergen/cluster $(DIST)/collection
	rm -r $(DIST)/collection/roles
	cp -R playbooks/roles LICENSE $(DIST)/collection
	sed -i '/^repository:/d' $(DIST)/collection/galaxy.yml
	$(if $(REPOSITORY),echo "repository: $(REPOSITORY)" >>$(DIST)/collection/galaxy.yml)
	$(BIN)/ansible-galaxy collection build $(DIST)/collection --output-path $(DIST) --force
	rm -r $(DIST)/collection

# The manual as a site, dist/manual/site/index.html: it is read, and searched, without a network
docs: setup
	rm -rf $(DIST)/manual
	$(BIN)/python -m tests.manual $(DIST)/manual

bench: setup
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build dist
