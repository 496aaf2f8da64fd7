#!/bin/bash
# oob-leaf1: leaf of the oob fabric, Cumulus Linux 5.15.
# The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.
# Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.
# Print it through Ansible first: it refers to clustergen_tacacs_key, clustergen_snmp_auth_passphrase, clustergen_snmp_priv_passphrase.
set -eu
nv set acl OOB-BMC rule 14022 action permit
nv set acl OOB-BMC rule 14022 match ip dest-ip 255.255.255.255/32
nv set acl OOB-BMC rule 14022 match ip protocol udp
nv set acl OOB-BMC rule 14022 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 14022 match ip udp dest-port 67
nv set acl OOB-BMC rule 14022 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl OOB-BMC rule 15424 action permit
nv set acl OOB-BMC rule 15424 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 15424 match ip protocol udp
nv set acl OOB-BMC rule 15424 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 15424 match ip udp dest-port 53
nv set acl OOB-BMC rule 15424 remark 'dns to management/control'
nv set acl OOB-BMC rule 16798 action permit
nv set acl OOB-BMC rule 16798 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 16798 match ip protocol tcp
nv set acl OOB-BMC rule 16798 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 16798 match ip tcp dest-port 443
nv set acl OOB-BMC rule 16798 remark 'https to management/control'
nv set acl OOB-BMC rule 17573 action permit
nv set acl OOB-BMC rule 17573 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 17573 match ip protocol udp
nv set acl OOB-BMC rule 17573 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 17573 match ip udp dest-port 514
nv set acl OOB-BMC rule 17573 remark 'syslog to management/control'
nv set acl OOB-BMC rule 18564 action permit
nv set acl OOB-BMC rule 18564 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 18564 match ip protocol udp
nv set acl OOB-BMC rule 18564 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 18564 match ip udp dest-port 53
nv set acl OOB-BMC rule 18564 remark 'dns to management/control'
nv set acl OOB-BMC rule 21852 action permit
nv set acl OOB-BMC rule 21852 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 21852 match ip protocol udp
nv set acl OOB-BMC rule 21852 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 21852 match ip udp dest-port 67
nv set acl OOB-BMC rule 21852 remark 'dhcp to management/control'
nv set acl OOB-BMC rule 24285 action permit
nv set acl OOB-BMC rule 24285 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 24285 match ip protocol tcp
nv set acl OOB-BMC rule 24285 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 24285 match ip tcp source-port 443
nv set acl OOB-BMC rule 24285 match ip tcp state established
nv set acl OOB-BMC rule 24285 remark 'answers of https to management/control'
nv set acl OOB-BMC rule 25446 action permit
nv set acl OOB-BMC rule 25446 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 25446 match ip protocol tcp
nv set acl OOB-BMC rule 25446 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 25446 match ip tcp source-port 22
nv set acl OOB-BMC rule 25446 match ip tcp state established
nv set acl OOB-BMC rule 25446 remark 'answers of ssh to management/control'
nv set acl OOB-BMC rule 26772 action permit
nv set acl OOB-BMC rule 26772 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 26772 match ip protocol tcp
nv set acl OOB-BMC rule 26772 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 26772 match ip tcp dest-port 443
nv set acl OOB-BMC rule 26772 remark 'https to management/control'
nv set acl OOB-BMC rule 30261 action permit
nv set acl OOB-BMC rule 30261 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 30261 match ip protocol icmp
nv set acl OOB-BMC rule 30261 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 30261 remark 'answers of icmp to management/control'
nv set acl OOB-BMC rule 31306 action permit
nv set acl OOB-BMC rule 31306 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 31306 match ip protocol tcp
nv set acl OOB-BMC rule 31306 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 31306 match ip tcp source-port 22
nv set acl OOB-BMC rule 31306 match ip tcp state established
nv set acl OOB-BMC rule 31306 remark 'answers of ssh to management/control'
nv set acl OOB-BMC rule 33145 action permit
nv set acl OOB-BMC rule 33145 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 33145 match ip protocol tcp
nv set acl OOB-BMC rule 33145 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 33145 match ip tcp source-port 443
nv set acl OOB-BMC rule 33145 match ip tcp state established
nv set acl OOB-BMC rule 33145 remark 'answers of https to management/control'
nv set acl OOB-BMC rule 38892 action permit
nv set acl OOB-BMC rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl OOB-BMC rule 38892 match ip protocol udp
nv set acl OOB-BMC rule 38892 match ip source-ip 0.0.0.0/32
nv set acl OOB-BMC rule 38892 match ip udp dest-port 67
nv set acl OOB-BMC rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl OOB-BMC rule 41091 action permit
nv set acl OOB-BMC rule 41091 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 41091 match ip protocol icmp
nv set acl OOB-BMC rule 41091 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 41091 remark 'answers of icmp to management/control'
nv set acl OOB-BMC rule 41702 action permit
nv set acl OOB-BMC rule 41702 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 41702 match ip protocol udp
nv set acl OOB-BMC rule 41702 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 41702 match ip udp dest-port 162
nv set acl OOB-BMC rule 41702 remark 'snmp-trap to management/control'
nv set acl OOB-BMC rule 44580 action permit
nv set acl OOB-BMC rule 44580 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 44580 match ip protocol udp
nv set acl OOB-BMC rule 44580 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 44580 match ip udp dest-port 123
nv set acl OOB-BMC rule 44580 remark 'ntp to management/control'
nv set acl OOB-BMC rule 46417 action permit
nv set acl OOB-BMC rule 46417 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 46417 match ip protocol udp
nv set acl OOB-BMC rule 46417 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 46417 match ip udp dest-port 123
nv set acl OOB-BMC rule 46417 remark 'ntp to management/control'
nv set acl OOB-BMC rule 48358 action permit
nv set acl OOB-BMC rule 48358 match ip dest-ip 10.192.1.9/32
nv set acl OOB-BMC rule 48358 match ip protocol udp
nv set acl OOB-BMC rule 48358 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 48358 match ip udp dest-port 162
nv set acl OOB-BMC rule 48358 remark 'snmp-trap to management/control'
nv set acl OOB-BMC rule 48530 action permit
nv set acl OOB-BMC rule 48530 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 48530 match ip protocol udp
nv set acl OOB-BMC rule 48530 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 48530 match ip udp dest-port 67
nv set acl OOB-BMC rule 48530 remark 'dhcp to management/control'
nv set acl OOB-BMC rule 50661 action permit
nv set acl OOB-BMC rule 50661 match ip dest-ip 10.192.1.10/31
nv set acl OOB-BMC rule 50661 match ip protocol udp
nv set acl OOB-BMC rule 50661 match ip source-ip 10.196.0.0/14
nv set acl OOB-BMC rule 50661 match ip udp dest-port 514
nv set acl OOB-BMC rule 50661 remark 'syslog to management/control'
nv set acl OOB-BMC rule 65535 action deny
nv set acl OOB-BMC rule 65535 match ip dest-ip ANY
nv set acl OOB-BMC rule 65535 match ip source-ip ANY
nv set acl OOB-BMC type ipv4
nv set acl OOB-BMC-V6 rule 10 action permit
nv set acl OOB-BMC-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl OOB-BMC-V6 rule 10 match ip protocol icmpv6
nv set acl OOB-BMC-V6 rule 20 action permit
nv set acl OOB-BMC-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl OOB-BMC-V6 rule 20 match ip protocol icmpv6
nv set acl OOB-BMC-V6 rule 30 action permit
nv set acl OOB-BMC-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl OOB-BMC-V6 rule 30 match ip protocol icmpv6
nv set acl OOB-BMC-V6 rule 65535 action deny
nv set acl OOB-BMC-V6 rule 65535 match ip dest-ip ANY
nv set acl OOB-BMC-V6 rule 65535 match ip source-ip ANY
nv set acl OOB-BMC-V6 type ipv6
nv set acl OOB-SWITCH rule 15082 action permit
nv set acl OOB-SWITCH rule 15082 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 15082 match ip protocol udp
nv set acl OOB-SWITCH rule 15082 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 15082 match ip udp dest-port 123
nv set acl OOB-SWITCH rule 15082 remark 'ntp to management/control'
nv set acl OOB-SWITCH rule 15617 action permit
nv set acl OOB-SWITCH rule 15617 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 15617 match ip protocol tcp
nv set acl OOB-SWITCH rule 15617 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 15617 match ip tcp source-port 9339
nv set acl OOB-SWITCH rule 15617 match ip tcp state established
nv set acl OOB-SWITCH rule 15617 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 16351 action permit
nv set acl OOB-SWITCH rule 16351 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 16351 match ip protocol udp
nv set acl OOB-SWITCH rule 16351 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 16351 match ip udp dest-port 53
nv set acl OOB-SWITCH rule 16351 remark 'dns to management/control'
nv set acl OOB-SWITCH rule 18987 action permit
nv set acl OOB-SWITCH rule 18987 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 18987 match ip protocol tcp
nv set acl OOB-SWITCH rule 18987 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 18987 match ip tcp dest-port 443
nv set acl OOB-SWITCH rule 18987 remark 'https to management/control'
nv set acl OOB-SWITCH rule 19856 action permit
nv set acl OOB-SWITCH rule 19856 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 19856 match ip protocol udp
nv set acl OOB-SWITCH rule 19856 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 19856 match ip udp dest-port 514
nv set acl OOB-SWITCH rule 19856 remark 'syslog to management/control'
nv set acl OOB-SWITCH rule 19912 action permit
nv set acl OOB-SWITCH rule 19912 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 19912 match ip protocol icmp
nv set acl OOB-SWITCH rule 19912 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 19912 remark 'icmp to management/control'
nv set acl OOB-SWITCH rule 21508 action permit
nv set acl OOB-SWITCH rule 21508 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 21508 match ip protocol udp
nv set acl OOB-SWITCH rule 21508 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 21508 match ip udp source-port 161
nv set acl OOB-SWITCH rule 21508 remark 'answers of snmp to management/control'
nv set acl OOB-SWITCH rule 24862 action permit
nv set acl OOB-SWITCH rule 24862 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 24862 match ip protocol tcp
nv set acl OOB-SWITCH rule 24862 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 24862 match ip tcp dest-port 49
nv set acl OOB-SWITCH rule 24862 remark 'tacacs to management/control'
nv set acl OOB-SWITCH rule 25911 action permit
nv set acl OOB-SWITCH rule 25911 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 25911 match ip protocol tcp
nv set acl OOB-SWITCH rule 25911 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 25911 match ip tcp source-port 6030
nv set acl OOB-SWITCH rule 25911 match ip tcp state established
nv set acl OOB-SWITCH rule 25911 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 26093 action permit
nv set acl OOB-SWITCH rule 26093 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 26093 match ip protocol tcp
nv set acl OOB-SWITCH rule 26093 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 26093 match ip tcp dest-port 53
nv set acl OOB-SWITCH rule 26093 remark 'dns-tcp to management/control'
nv set acl OOB-SWITCH rule 26219 action permit
nv set acl OOB-SWITCH rule 26219 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 26219 match ip protocol tcp
nv set acl OOB-SWITCH rule 26219 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 26219 match ip tcp source-port 22
nv set acl OOB-SWITCH rule 26219 match ip tcp state established
nv set acl OOB-SWITCH rule 26219 remark 'answers of ssh to management/control'
nv set acl OOB-SWITCH rule 26446 action permit
nv set acl OOB-SWITCH rule 26446 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 26446 match ip protocol tcp
nv set acl OOB-SWITCH rule 26446 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 26446 match ip tcp dest-port 6514
nv set acl OOB-SWITCH rule 26446 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 28180 action permit
nv set acl OOB-SWITCH rule 28180 match ip dest-ip 255.255.255.255/32
nv set acl OOB-SWITCH rule 28180 match ip protocol udp
nv set acl OOB-SWITCH rule 28180 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 28180 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 28180 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl OOB-SWITCH rule 29213 action permit
nv set acl OOB-SWITCH rule 29213 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 29213 match ip protocol udp
nv set acl OOB-SWITCH rule 29213 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 29213 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 29213 remark 'dhcp to management/control'
nv set acl OOB-SWITCH rule 29770 action permit
nv set acl OOB-SWITCH rule 29770 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 29770 match ip protocol tcp
nv set acl OOB-SWITCH rule 29770 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 29770 match ip tcp source-port 443
nv set acl OOB-SWITCH rule 29770 match ip tcp state established
nv set acl OOB-SWITCH rule 29770 remark 'answers of https to management/control'
nv set acl OOB-SWITCH rule 30256 action permit
nv set acl OOB-SWITCH rule 30256 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 30256 match ip protocol icmp
nv set acl OOB-SWITCH rule 30256 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 30256 remark 'icmp to management/control'
nv set acl OOB-SWITCH rule 30765 action permit
nv set acl OOB-SWITCH rule 30765 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 30765 match ip protocol tcp
nv set acl OOB-SWITCH rule 30765 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 30765 match ip tcp source-port 443
nv set acl OOB-SWITCH rule 30765 match ip tcp state established
nv set acl OOB-SWITCH rule 30765 remark 'answers of https to management/control'
nv set acl OOB-SWITCH rule 33459 action permit
nv set acl OOB-SWITCH rule 33459 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 33459 match ip protocol udp
nv set acl OOB-SWITCH rule 33459 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 33459 match ip udp dest-port 162
nv set acl OOB-SWITCH rule 33459 remark 'snmp-trap to management/control'
nv set acl OOB-SWITCH rule 34509 action permit
nv set acl OOB-SWITCH rule 34509 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 34509 match ip protocol udp
nv set acl OOB-SWITCH rule 34509 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 34509 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 34509 remark 'dhcp to management/control'
nv set acl OOB-SWITCH rule 34946 action permit
nv set acl OOB-SWITCH rule 34946 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 34946 match ip protocol tcp
nv set acl OOB-SWITCH rule 34946 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 34946 match ip tcp dest-port 514
nv set acl OOB-SWITCH rule 34946 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 35075 action permit
nv set acl OOB-SWITCH rule 35075 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 35075 match ip protocol tcp
nv set acl OOB-SWITCH rule 35075 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 35075 match ip tcp source-port 9339
nv set acl OOB-SWITCH rule 35075 match ip tcp state established
nv set acl OOB-SWITCH rule 35075 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 36907 action permit
nv set acl OOB-SWITCH rule 36907 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 36907 match ip protocol tcp
nv set acl OOB-SWITCH rule 36907 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 36907 match ip tcp dest-port 49
nv set acl OOB-SWITCH rule 36907 remark 'tacacs to management/control'
nv set acl OOB-SWITCH rule 37673 action permit
nv set acl OOB-SWITCH rule 37673 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 37673 match ip protocol udp
nv set acl OOB-SWITCH rule 37673 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 37673 match ip udp dest-port 53
nv set acl OOB-SWITCH rule 37673 remark 'dns to management/control'
nv set acl OOB-SWITCH rule 38042 action permit
nv set acl OOB-SWITCH rule 38042 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 38042 match ip protocol tcp
nv set acl OOB-SWITCH rule 38042 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 38042 match ip tcp source-port 22
nv set acl OOB-SWITCH rule 38042 match ip tcp state established
nv set acl OOB-SWITCH rule 38042 remark 'answers of ssh to management/control'
nv set acl OOB-SWITCH rule 38892 action permit
nv set acl OOB-SWITCH rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl OOB-SWITCH rule 38892 match ip protocol udp
nv set acl OOB-SWITCH rule 38892 match ip source-ip 0.0.0.0/32
nv set acl OOB-SWITCH rule 38892 match ip udp dest-port 67
nv set acl OOB-SWITCH rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl OOB-SWITCH rule 41657 action permit
nv set acl OOB-SWITCH rule 41657 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 41657 match ip protocol tcp
nv set acl OOB-SWITCH rule 41657 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 41657 match ip tcp source-port 8080
nv set acl OOB-SWITCH rule 41657 match ip tcp state established
nv set acl OOB-SWITCH rule 41657 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 42382 action permit
nv set acl OOB-SWITCH rule 42382 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 42382 match ip protocol tcp
nv set acl OOB-SWITCH rule 42382 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 42382 match ip tcp dest-port 443
nv set acl OOB-SWITCH rule 42382 remark 'https to management/control'
nv set acl OOB-SWITCH rule 43754 action permit
nv set acl OOB-SWITCH rule 43754 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 43754 match ip protocol tcp
nv set acl OOB-SWITCH rule 43754 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 43754 match ip tcp dest-port 6514
nv set acl OOB-SWITCH rule 43754 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 44899 action permit
nv set acl OOB-SWITCH rule 44899 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 44899 match ip protocol tcp
nv set acl OOB-SWITCH rule 44899 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 44899 match ip tcp dest-port 53
nv set acl OOB-SWITCH rule 44899 remark 'dns-tcp to management/control'
nv set acl OOB-SWITCH rule 45751 action permit
nv set acl OOB-SWITCH rule 45751 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 45751 match ip protocol udp
nv set acl OOB-SWITCH rule 45751 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 45751 match ip udp source-port 161
nv set acl OOB-SWITCH rule 45751 remark 'answers of snmp to management/control'
nv set acl OOB-SWITCH rule 45797 action permit
nv set acl OOB-SWITCH rule 45797 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 45797 match ip protocol tcp
nv set acl OOB-SWITCH rule 45797 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 45797 match ip tcp source-port 6030
nv set acl OOB-SWITCH rule 45797 match ip tcp state established
nv set acl OOB-SWITCH rule 45797 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 46978 action permit
nv set acl OOB-SWITCH rule 46978 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 46978 match ip protocol udp
nv set acl OOB-SWITCH rule 46978 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 46978 match ip udp dest-port 514
nv set acl OOB-SWITCH rule 46978 remark 'syslog to management/control'
nv set acl OOB-SWITCH rule 49328 action permit
nv set acl OOB-SWITCH rule 49328 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 49328 match ip protocol tcp
nv set acl OOB-SWITCH rule 49328 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 49328 match ip tcp dest-port 514
nv set acl OOB-SWITCH rule 49328 remark 'syslog-tcp to management/control'
nv set acl OOB-SWITCH rule 51176 action permit
nv set acl OOB-SWITCH rule 51176 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 51176 match ip protocol udp
nv set acl OOB-SWITCH rule 51176 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 51176 match ip udp dest-port 123
nv set acl OOB-SWITCH rule 51176 remark 'ntp to management/control'
nv set acl OOB-SWITCH rule 51816 action permit
nv set acl OOB-SWITCH rule 51816 match ip dest-ip 10.192.1.9/32
nv set acl OOB-SWITCH rule 51816 match ip protocol udp
nv set acl OOB-SWITCH rule 51816 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 51816 match ip udp dest-port 162
nv set acl OOB-SWITCH rule 51816 remark 'snmp-trap to management/control'
nv set acl OOB-SWITCH rule 52173 action permit
nv set acl OOB-SWITCH rule 52173 match ip dest-ip 10.192.1.10/31
nv set acl OOB-SWITCH rule 52173 match ip protocol tcp
nv set acl OOB-SWITCH rule 52173 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 52173 match ip tcp source-port 8080
nv set acl OOB-SWITCH rule 52173 match ip tcp state established
nv set acl OOB-SWITCH rule 52173 remark 'answers of gnmi to management/control'
nv set acl OOB-SWITCH rule 59062 action deny
nv set acl OOB-SWITCH rule 59062 match ip dest-ip 10.0.0.0/9
nv set acl OOB-SWITCH rule 59062 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 59062 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 59294 action deny
nv set acl OOB-SWITCH rule 59294 match ip dest-ip 10.170.0.0/20
nv set acl OOB-SWITCH rule 59294 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 59294 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 59560 action deny
nv set acl OOB-SWITCH rule 59560 match ip dest-ip 10.224.0.0/12
nv set acl OOB-SWITCH rule 59560 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 59560 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 59857 action deny
nv set acl OOB-SWITCH rule 59857 match ip dest-ip 10.160.0.0/16
nv set acl OOB-SWITCH rule 59857 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 59857 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 59901 action deny
nv set acl OOB-SWITCH rule 59901 match ip dest-ip 10.192.0.0/11
nv set acl OOB-SWITCH rule 59901 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 59901 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 60964 action deny
nv set acl OOB-SWITCH rule 60964 match ip dest-ip 10.128.0.0/11
nv set acl OOB-SWITCH rule 60964 match ip source-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 60964 remark 'all else within the cluster'
nv set acl OOB-SWITCH rule 61214 action permit
nv set acl OOB-SWITCH rule 61214 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 61214 match ip protocol udp
nv set acl OOB-SWITCH rule 61214 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 61214 match ip udp dest-port 123
nv set acl OOB-SWITCH rule 61214 remark 'ntp to the site'
nv set acl OOB-SWITCH rule 62507 action permit
nv set acl OOB-SWITCH rule 62507 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 62507 match ip protocol udp
nv set acl OOB-SWITCH rule 62507 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 62507 match ip udp dest-port 514
nv set acl OOB-SWITCH rule 62507 remark 'syslog to the site'
nv set acl OOB-SWITCH rule 62619 action permit
nv set acl OOB-SWITCH rule 62619 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 62619 match ip protocol udp
nv set acl OOB-SWITCH rule 62619 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 62619 match ip udp dest-port 53
nv set acl OOB-SWITCH rule 62619 remark 'dns to the site'
nv set acl OOB-SWITCH rule 63430 action permit
nv set acl OOB-SWITCH rule 63430 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 63430 match ip protocol tcp
nv set acl OOB-SWITCH rule 63430 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 63430 match ip tcp dest-port 53
nv set acl OOB-SWITCH rule 63430 remark 'dns-tcp to the site'
nv set acl OOB-SWITCH rule 63940 action permit
nv set acl OOB-SWITCH rule 63940 match ip dest-ip 0.0.0.0/0
nv set acl OOB-SWITCH rule 63940 match ip protocol tcp
nv set acl OOB-SWITCH rule 63940 match ip source-ip 10.192.0.0/14
nv set acl OOB-SWITCH rule 63940 match ip tcp dest-port 49
nv set acl OOB-SWITCH rule 63940 remark 'tacacs to the site'
nv set acl OOB-SWITCH rule 65535 action deny
nv set acl OOB-SWITCH rule 65535 match ip dest-ip ANY
nv set acl OOB-SWITCH rule 65535 match ip source-ip ANY
nv set acl OOB-SWITCH type ipv4
nv set acl OOB-SWITCH-V6 rule 10 action permit
nv set acl OOB-SWITCH-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl OOB-SWITCH-V6 rule 10 match ip protocol icmpv6
nv set acl OOB-SWITCH-V6 rule 20 action permit
nv set acl OOB-SWITCH-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl OOB-SWITCH-V6 rule 20 match ip protocol icmpv6
nv set acl OOB-SWITCH-V6 rule 30 action permit
nv set acl OOB-SWITCH-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl OOB-SWITCH-V6 rule 30 match ip protocol icmpv6
nv set acl OOB-SWITCH-V6 rule 65535 action deny
nv set acl OOB-SWITCH-V6 rule 65535 match ip dest-ip ANY
nv set acl OOB-SWITCH-V6 rule 65535 match ip source-ip ANY
nv set acl OOB-SWITCH-V6 type ipv6
nv set bridge domain br_default type vlan-aware
nv set bridge domain br_default vlan 100
nv set bridge domain br_default vlan 110
nv set interface eth0 ipv4 address 10.192.1.48/24
nv set interface eth0 ipv4 dhcp-client state disabled
nv set interface eth0 ipv4 gateway 10.192.1.254
nv set interface eth0 type eth
nv set interface eth0 vrf mgmt
nv set interface lo ipv4 address 10.230.0.1/32
nv set interface lo type loopback
nv set interface swp1 acl OOB-BMC inbound
nv set interface swp1 acl OOB-BMC-V6 inbound
nv set interface swp1 bridge domain br_default access 110
nv set interface swp1 bridge domain br_default stp admin-edge enabled
nv set interface swp1 bridge domain br_default stp bpdu-guard enabled
nv set interface swp1 description 'gpu01 bmc'
nv set interface swp1 link mtu 9216
nv set interface swp1 link speed 1G
nv set interface swp1 link state up
nv set interface swp1 type swp
nv set interface swp2 acl OOB-BMC inbound
nv set interface swp2 acl OOB-BMC-V6 inbound
nv set interface swp2 bridge domain br_default access 110
nv set interface swp2 bridge domain br_default stp admin-edge enabled
nv set interface swp2 bridge domain br_default stp bpdu-guard enabled
nv set interface swp2 description 'gpu02 bmc'
nv set interface swp2 link mtu 9216
nv set interface swp2 link speed 1G
nv set interface swp2 link state up
nv set interface swp2 type swp
nv set interface swp3 acl OOB-BMC inbound
nv set interface swp3 acl OOB-BMC-V6 inbound
nv set interface swp3 bridge domain br_default access 110
nv set interface swp3 bridge domain br_default stp admin-edge enabled
nv set interface swp3 bridge domain br_default stp bpdu-guard enabled
nv set interface swp3 description 'gpu03 bmc'
nv set interface swp3 link mtu 9216
nv set interface swp3 link speed 1G
nv set interface swp3 link state up
nv set interface swp3 type swp
nv set interface swp4 acl OOB-BMC inbound
nv set interface swp4 acl OOB-BMC-V6 inbound
nv set interface swp4 bridge domain br_default access 110
nv set interface swp4 bridge domain br_default stp admin-edge enabled
nv set interface swp4 bridge domain br_default stp bpdu-guard enabled
nv set interface swp4 description 'gpu04 bmc'
nv set interface swp4 link mtu 9216
nv set interface swp4 link speed 1G
nv set interface swp4 link state up
nv set interface swp4 type swp
nv set interface swp5 acl OOB-BMC inbound
nv set interface swp5 acl OOB-BMC-V6 inbound
nv set interface swp5 bridge domain br_default access 110
nv set interface swp5 bridge domain br_default stp admin-edge enabled
nv set interface swp5 bridge domain br_default stp bpdu-guard enabled
nv set interface swp5 description 'gpu05 bmc'
nv set interface swp5 link mtu 9216
nv set interface swp5 link speed 1G
nv set interface swp5 link state up
nv set interface swp5 type swp
nv set interface swp6 acl OOB-BMC inbound
nv set interface swp6 acl OOB-BMC-V6 inbound
nv set interface swp6 bridge domain br_default access 110
nv set interface swp6 bridge domain br_default stp admin-edge enabled
nv set interface swp6 bridge domain br_default stp bpdu-guard enabled
nv set interface swp6 description 'gpu06 bmc'
nv set interface swp6 link mtu 9216
nv set interface swp6 link speed 1G
nv set interface swp6 link state up
nv set interface swp6 type swp
nv set interface swp7 acl OOB-BMC inbound
nv set interface swp7 acl OOB-BMC-V6 inbound
nv set interface swp7 bridge domain br_default access 110
nv set interface swp7 bridge domain br_default stp admin-edge enabled
nv set interface swp7 bridge domain br_default stp bpdu-guard enabled
nv set interface swp7 description 'gpu07 bmc'
nv set interface swp7 link mtu 9216
nv set interface swp7 link speed 1G
nv set interface swp7 link state up
nv set interface swp7 type swp
nv set interface swp8 acl OOB-BMC inbound
nv set interface swp8 acl OOB-BMC-V6 inbound
nv set interface swp8 bridge domain br_default access 110
nv set interface swp8 bridge domain br_default stp admin-edge enabled
nv set interface swp8 bridge domain br_default stp bpdu-guard enabled
nv set interface swp8 description 'gpu08 bmc'
nv set interface swp8 link mtu 9216
nv set interface swp8 link speed 1G
nv set interface swp8 link state up
nv set interface swp8 type swp
nv set interface swp9 acl OOB-BMC inbound
nv set interface swp9 acl OOB-BMC-V6 inbound
nv set interface swp9 bridge domain br_default access 110
nv set interface swp9 bridge domain br_default stp admin-edge enabled
nv set interface swp9 bridge domain br_default stp bpdu-guard enabled
nv set interface swp9 description 'gpu09 bmc'
nv set interface swp9 link mtu 9216
nv set interface swp9 link speed 1G
nv set interface swp9 link state up
nv set interface swp9 type swp
nv set interface swp10 acl OOB-BMC inbound
nv set interface swp10 acl OOB-BMC-V6 inbound
nv set interface swp10 bridge domain br_default access 110
nv set interface swp10 bridge domain br_default stp admin-edge enabled
nv set interface swp10 bridge domain br_default stp bpdu-guard enabled
nv set interface swp10 description 'gpu10 bmc'
nv set interface swp10 link mtu 9216
nv set interface swp10 link speed 1G
nv set interface swp10 link state up
nv set interface swp10 type swp
nv set interface swp11 acl OOB-BMC inbound
nv set interface swp11 acl OOB-BMC-V6 inbound
nv set interface swp11 bridge domain br_default access 110
nv set interface swp11 bridge domain br_default stp admin-edge enabled
nv set interface swp11 bridge domain br_default stp bpdu-guard enabled
nv set interface swp11 description 'gpu11 bmc'
nv set interface swp11 link mtu 9216
nv set interface swp11 link speed 1G
nv set interface swp11 link state up
nv set interface swp11 type swp
nv set interface swp12 acl OOB-BMC inbound
nv set interface swp12 acl OOB-BMC-V6 inbound
nv set interface swp12 bridge domain br_default access 110
nv set interface swp12 bridge domain br_default stp admin-edge enabled
nv set interface swp12 bridge domain br_default stp bpdu-guard enabled
nv set interface swp12 description 'gpu12 bmc'
nv set interface swp12 link mtu 9216
nv set interface swp12 link speed 1G
nv set interface swp12 link state up
nv set interface swp12 type swp
nv set interface swp13 acl OOB-BMC inbound
nv set interface swp13 acl OOB-BMC-V6 inbound
nv set interface swp13 bridge domain br_default access 110
nv set interface swp13 bridge domain br_default stp admin-edge enabled
nv set interface swp13 bridge domain br_default stp bpdu-guard enabled
nv set interface swp13 description 'gpu13 bmc'
nv set interface swp13 link mtu 9216
nv set interface swp13 link speed 1G
nv set interface swp13 link state up
nv set interface swp13 type swp
nv set interface swp14 acl OOB-BMC inbound
nv set interface swp14 acl OOB-BMC-V6 inbound
nv set interface swp14 bridge domain br_default access 110
nv set interface swp14 bridge domain br_default stp admin-edge enabled
nv set interface swp14 bridge domain br_default stp bpdu-guard enabled
nv set interface swp14 description 'gpu14 bmc'
nv set interface swp14 link mtu 9216
nv set interface swp14 link speed 1G
nv set interface swp14 link state up
nv set interface swp14 type swp
nv set interface swp15 acl OOB-BMC inbound
nv set interface swp15 acl OOB-BMC-V6 inbound
nv set interface swp15 bridge domain br_default access 110
nv set interface swp15 bridge domain br_default stp admin-edge enabled
nv set interface swp15 bridge domain br_default stp bpdu-guard enabled
nv set interface swp15 description 'gpu15 bmc'
nv set interface swp15 link mtu 9216
nv set interface swp15 link speed 1G
nv set interface swp15 link state up
nv set interface swp15 type swp
nv set interface swp16 acl OOB-BMC inbound
nv set interface swp16 acl OOB-BMC-V6 inbound
nv set interface swp16 bridge domain br_default access 110
nv set interface swp16 bridge domain br_default stp admin-edge enabled
nv set interface swp16 bridge domain br_default stp bpdu-guard enabled
nv set interface swp16 description 'gpu16 bmc'
nv set interface swp16 link mtu 9216
nv set interface swp16 link speed 1G
nv set interface swp16 link state up
nv set interface swp16 type swp
nv set interface swp17 acl OOB-BMC inbound
nv set interface swp17 acl OOB-BMC-V6 inbound
nv set interface swp17 bridge domain br_default access 110
nv set interface swp17 bridge domain br_default stp admin-edge enabled
nv set interface swp17 bridge domain br_default stp bpdu-guard enabled
nv set interface swp17 description 'gpu17 bmc'
nv set interface swp17 link mtu 9216
nv set interface swp17 link speed 1G
nv set interface swp17 link state up
nv set interface swp17 type swp
nv set interface swp18 acl OOB-BMC inbound
nv set interface swp18 acl OOB-BMC-V6 inbound
nv set interface swp18 bridge domain br_default access 110
nv set interface swp18 bridge domain br_default stp admin-edge enabled
nv set interface swp18 bridge domain br_default stp bpdu-guard enabled
nv set interface swp18 description 'gpu18 bmc'
nv set interface swp18 link mtu 9216
nv set interface swp18 link speed 1G
nv set interface swp18 link state up
nv set interface swp18 type swp
nv set interface swp19 acl OOB-BMC inbound
nv set interface swp19 acl OOB-BMC-V6 inbound
nv set interface swp19 bridge domain br_default access 110
nv set interface swp19 bridge domain br_default stp admin-edge enabled
nv set interface swp19 bridge domain br_default stp bpdu-guard enabled
nv set interface swp19 description 'gpu19 bmc'
nv set interface swp19 link mtu 9216
nv set interface swp19 link speed 1G
nv set interface swp19 link state up
nv set interface swp19 type swp
nv set interface swp20 acl OOB-BMC inbound
nv set interface swp20 acl OOB-BMC-V6 inbound
nv set interface swp20 bridge domain br_default access 110
nv set interface swp20 bridge domain br_default stp admin-edge enabled
nv set interface swp20 bridge domain br_default stp bpdu-guard enabled
nv set interface swp20 description 'gpu20 bmc'
nv set interface swp20 link mtu 9216
nv set interface swp20 link speed 1G
nv set interface swp20 link state up
nv set interface swp20 type swp
nv set interface swp21 acl OOB-BMC inbound
nv set interface swp21 acl OOB-BMC-V6 inbound
nv set interface swp21 bridge domain br_default access 110
nv set interface swp21 bridge domain br_default stp admin-edge enabled
nv set interface swp21 bridge domain br_default stp bpdu-guard enabled
nv set interface swp21 description 'gpu21 bmc'
nv set interface swp21 link mtu 9216
nv set interface swp21 link speed 1G
nv set interface swp21 link state up
nv set interface swp21 type swp
nv set interface swp22 acl OOB-BMC inbound
nv set interface swp22 acl OOB-BMC-V6 inbound
nv set interface swp22 bridge domain br_default access 110
nv set interface swp22 bridge domain br_default stp admin-edge enabled
nv set interface swp22 bridge domain br_default stp bpdu-guard enabled
nv set interface swp22 description 'gpu22 bmc'
nv set interface swp22 link mtu 9216
nv set interface swp22 link speed 1G
nv set interface swp22 link state up
nv set interface swp22 type swp
nv set interface swp23 acl OOB-BMC inbound
nv set interface swp23 acl OOB-BMC-V6 inbound
nv set interface swp23 bridge domain br_default access 110
nv set interface swp23 bridge domain br_default stp admin-edge enabled
nv set interface swp23 bridge domain br_default stp bpdu-guard enabled
nv set interface swp23 description 'gpu23 bmc'
nv set interface swp23 link mtu 9216
nv set interface swp23 link speed 1G
nv set interface swp23 link state up
nv set interface swp23 type swp
nv set interface swp24 acl OOB-BMC inbound
nv set interface swp24 acl OOB-BMC-V6 inbound
nv set interface swp24 bridge domain br_default access 110
nv set interface swp24 bridge domain br_default stp admin-edge enabled
nv set interface swp24 bridge domain br_default stp bpdu-guard enabled
nv set interface swp24 description 'gpu24 bmc'
nv set interface swp24 link mtu 9216
nv set interface swp24 link speed 1G
nv set interface swp24 link state up
nv set interface swp24 type swp
nv set interface swp25 acl OOB-BMC inbound
nv set interface swp25 acl OOB-BMC-V6 inbound
nv set interface swp25 bridge domain br_default access 110
nv set interface swp25 bridge domain br_default stp admin-edge enabled
nv set interface swp25 bridge domain br_default stp bpdu-guard enabled
nv set interface swp25 description 'gpu25 bmc'
nv set interface swp25 link mtu 9216
nv set interface swp25 link speed 1G
nv set interface swp25 link state up
nv set interface swp25 type swp
nv set interface swp26 acl OOB-BMC inbound
nv set interface swp26 acl OOB-BMC-V6 inbound
nv set interface swp26 bridge domain br_default access 110
nv set interface swp26 bridge domain br_default stp admin-edge enabled
nv set interface swp26 bridge domain br_default stp bpdu-guard enabled
nv set interface swp26 description 'gpu26 bmc'
nv set interface swp26 link mtu 9216
nv set interface swp26 link speed 1G
nv set interface swp26 link state up
nv set interface swp26 type swp
nv set interface swp27 acl OOB-BMC inbound
nv set interface swp27 acl OOB-BMC-V6 inbound
nv set interface swp27 bridge domain br_default access 110
nv set interface swp27 bridge domain br_default stp admin-edge enabled
nv set interface swp27 bridge domain br_default stp bpdu-guard enabled
nv set interface swp27 description 'gpu27 bmc'
nv set interface swp27 link mtu 9216
nv set interface swp27 link speed 1G
nv set interface swp27 link state up
nv set interface swp27 type swp
nv set interface swp28 acl OOB-BMC inbound
nv set interface swp28 acl OOB-BMC-V6 inbound
nv set interface swp28 bridge domain br_default access 110
nv set interface swp28 bridge domain br_default stp admin-edge enabled
nv set interface swp28 bridge domain br_default stp bpdu-guard enabled
nv set interface swp28 description 'gpu28 bmc'
nv set interface swp28 link mtu 9216
nv set interface swp28 link speed 1G
nv set interface swp28 link state up
nv set interface swp28 type swp
nv set interface swp29 acl OOB-BMC inbound
nv set interface swp29 acl OOB-BMC-V6 inbound
nv set interface swp29 bridge domain br_default access 110
nv set interface swp29 bridge domain br_default stp admin-edge enabled
nv set interface swp29 bridge domain br_default stp bpdu-guard enabled
nv set interface swp29 description 'gpu29 bmc'
nv set interface swp29 link mtu 9216
nv set interface swp29 link speed 1G
nv set interface swp29 link state up
nv set interface swp29 type swp
nv set interface swp30 acl OOB-BMC inbound
nv set interface swp30 acl OOB-BMC-V6 inbound
nv set interface swp30 bridge domain br_default access 110
nv set interface swp30 bridge domain br_default stp admin-edge enabled
nv set interface swp30 bridge domain br_default stp bpdu-guard enabled
nv set interface swp30 description 'gpu30 bmc'
nv set interface swp30 link mtu 9216
nv set interface swp30 link speed 1G
nv set interface swp30 link state up
nv set interface swp30 type swp
nv set interface swp31 acl OOB-BMC inbound
nv set interface swp31 acl OOB-BMC-V6 inbound
nv set interface swp31 bridge domain br_default access 110
nv set interface swp31 bridge domain br_default stp admin-edge enabled
nv set interface swp31 bridge domain br_default stp bpdu-guard enabled
nv set interface swp31 description 'gpu31 bmc'
nv set interface swp31 link mtu 9216
nv set interface swp31 link speed 1G
nv set interface swp31 link state up
nv set interface swp31 type swp
nv set interface swp32 acl OOB-BMC inbound
nv set interface swp32 acl OOB-BMC-V6 inbound
nv set interface swp32 bridge domain br_default access 110
nv set interface swp32 bridge domain br_default stp admin-edge enabled
nv set interface swp32 bridge domain br_default stp bpdu-guard enabled
nv set interface swp32 description 'gpu32 bmc'
nv set interface swp32 link mtu 9216
nv set interface swp32 link speed 1G
nv set interface swp32 link state up
nv set interface swp32 type swp
nv set interface swp33 link state down
nv set interface swp33 type swp
nv set interface swp34 link state down
nv set interface swp34 type swp
nv set interface swp35 link state down
nv set interface swp35 type swp
nv set interface swp36 link state down
nv set interface swp36 type swp
nv set interface swp37 link state down
nv set interface swp37 type swp
nv set interface swp38 link state down
nv set interface swp38 type swp
nv set interface swp39 link state down
nv set interface swp39 type swp
nv set interface swp40 link state down
nv set interface swp40 type swp
nv set interface swp41 link state down
nv set interface swp41 type swp
nv set interface swp42 link state down
nv set interface swp42 type swp
nv set interface swp43 link state down
nv set interface swp43 type swp
nv set interface swp44 link state down
nv set interface swp44 type swp
nv set interface swp45 link state down
nv set interface swp45 type swp
nv set interface swp46 link state down
nv set interface swp46 type swp
nv set interface swp47 link state down
nv set interface swp47 type swp
nv set interface swp48 acl OOB-SWITCH inbound
nv set interface swp48 acl OOB-SWITCH-V6 inbound
nv set interface swp48 bridge domain br_default access 100
nv set interface swp48 bridge domain br_default stp admin-edge enabled
nv set interface swp48 bridge domain br_default stp bpdu-guard enabled
nv set interface swp48 description 'oob-leaf2 eth0'
nv set interface swp48 link mtu 9216
nv set interface swp48 link speed 1G
nv set interface swp48 link state up
nv set interface swp48 type swp
nv set interface swp49 link state down
nv set interface swp49 type swp
nv set interface swp50 link state down
nv set interface swp50 type swp
nv set interface swp51 description 'oob-leaf2 swp51'
nv set interface swp51 link fec rs
nv set interface swp51 link mtu 9216
nv set interface swp51 link speed 100G
nv set interface swp51 link state up
nv set interface swp51 type swp
nv set interface swp52 description 'oob-leaf2 swp52'
nv set interface swp52 link fec rs
nv set interface swp52 link mtu 9216
nv set interface swp52 link speed 100G
nv set interface swp52 link state up
nv set interface swp52 type swp
nv set interface vlan100 ipv4 address 10.192.0.254/24
nv set interface vlan100 type svi
nv set interface vlan100 vlan 100
nv set interface vlan110 ipv4 address 10.196.0.254/24
nv set interface vlan110 type svi
nv set interface vlan110 vlan 110
nv set router bfd profile FABRIC
nv set router bfd state enabled
nv set router bgp autonomous-system 4230000001
nv set router bgp router-id 10.230.0.1
nv set router bgp state enabled
nv set router policy prefix-list FABRIC rule 5 action permit
nv set router policy prefix-list FABRIC rule 5 match 10.230.0.0/15 max-prefix-len 32
nv set router policy prefix-list FABRIC rule 5 match 10.230.0.0/15 min-prefix-len 32
nv set router policy prefix-list FABRIC rule 10 action permit
nv set router policy prefix-list FABRIC rule 10 match 10.192.0.0/11 max-prefix-len 24
nv set router policy prefix-list FABRIC rule 10 match 10.192.0.0/11 min-prefix-len 24
nv set router policy prefix-list FABRIC type ipv4
nv set router policy prefix-list OWN rule 5 action permit
nv set router policy prefix-list OWN rule 5 match 10.230.0.1/32
nv set router policy prefix-list OWN rule 10 action permit
nv set router policy prefix-list OWN rule 10 match 10.192.0.0/24
nv set router policy prefix-list OWN rule 15 action permit
nv set router policy prefix-list OWN rule 15 match 10.196.0.0/24
nv set router policy prefix-list OWN type ipv4
nv set router policy route-map ACCEPT rule 10 action permit
nv set router policy route-map ACCEPT rule 10 match ip-prefix-list FABRIC
nv set router policy route-map ACCEPT rule 10 match type ipv4
nv set router policy route-map ANNOUNCE rule 10 action permit
nv set router policy route-map ANNOUNCE rule 10 match ip-prefix-list OWN
nv set router policy route-map ANNOUNCE rule 10 match type ipv4
nv set service dhcp-relay default downstream-interface vlan100 server-group-name control
nv set service dhcp-relay default downstream-interface vlan110 server-group-name control
nv set service dhcp-relay default server-group control server 10.192.1.9
nv set service dhcp-relay default server-group control server 10.192.1.10
nv set service dhcp-relay default server-group control server 10.192.1.11
nv set service dhcp-relay default server-group control upstream-interface swp51
nv set service dhcp-relay default server-group control upstream-interface swp52
nv set service dhcp-relay default source-ip gateway
nv set system aaa authentication order tacacs local
nv set system aaa tacacs server 192.0.2.49 priority 1
nv set system aaa tacacs server 192.0.2.49 secret '{{clustergen_tacacs_key}}'
nv set system aaa tacacs vrf mgmt
nv set system control-plane acl acl-default-dos inbound
nv set system control-plane acl acl-default-whitelist inbound
nv set system dns server 192.0.2.53 vrf mgmt
nv set system gnmi-server certificate gnmi
nv set system gnmi-server listening-address 10.192.1.48
nv set system gnmi-server mtls ca-certificate gnmi-clients
nv set system gnmi-server port 9339
nv set system gnmi-server state enabled
nv set system hostname oob-leaf1
nv set system ntp server ntp1.example.net iburst enabled
nv set system ntp server ntp2.example.net iburst enabled
nv set system ntp state enabled
nv set system ntp vrf mgmt
nv set system snmp-server listening-address 10.192.1.48 vrf mgmt
nv set system snmp-server state enabled
nv set system snmp-server username clustergen auth-sha '{{clustergen_snmp_auth_passphrase}}' encrypt-aes '{{clustergen_snmp_priv_passphrase}}'
nv set system syslog server 192.0.2.54 vrf mgmt
nv set system timezone Etc/UTC
nv set vrf default router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf default router bgp address-family ipv4-unicast network 10.192.0.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.196.0.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.230.0.1/32
nv set vrf default router bgp address-family ipv4-unicast state enabled
nv set vrf default router bgp autonomous-system 4230000001
nv set vrf default router bgp neighbor swp51 peer-group PEERS
nv set vrf default router bgp neighbor swp51 type unnumbered
nv set vrf default router bgp neighbor swp52 peer-group PEERS
nv set vrf default router bgp neighbor swp52 type unnumbered
nv set vrf default router bgp path-selection multipath aspath-ignore enabled
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy inbound route-map ACCEPT
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy outbound route-map ANNOUNCE
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast prefix-limits inbound maximum 14
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast state enabled
nv set vrf default router bgp peer-group PEERS bfd profile FABRIC
nv set vrf default router bgp peer-group PEERS remote-as external
nv set vrf default router bgp router-id 10.230.0.1
nv set vrf default router bgp state enabled
