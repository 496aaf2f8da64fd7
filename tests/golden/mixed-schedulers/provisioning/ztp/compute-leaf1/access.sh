#!/bin/sh
# compute-leaf1: written by clustergen; change the spec, not this file. Runs once, at the first start, as root, after its files were fetched.
set -eu
sed -i '/^snmp_r[ow]communit/d' /etc/sonic/snmp.yml
chown --reference=/etc/sonic/frr /etc/sonic/frr/frr.conf
# From here on, only keys: the image's password is public
install -d -m 0700 -o admin -g admin /home/admin/.ssh
install -m 0600 -o admin -g admin /var/run/ztp/authorized_keys /home/admin/.ssh/authorized_keys
rm -f /var/run/ztp/authorized_keys
usermod -p '*' admin
