#!/bin/bash
# storage-leaf2: leaf of the storage fabric, Cumulus Linux 5.15.
# The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.
# Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.
# Print it through Ansible first: it refers to clustergen_tacacs_key, clustergen_snmp_auth_passphrase, clustergen_snmp_priv_passphrase.
set -eu
nv set acl STORAGE-COMPUTE rule 1421 action deny
nv set acl STORAGE-COMPUTE rule 1421 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 1421 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-COMPUTE rule 1421 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 2012 action deny
nv set acl STORAGE-COMPUTE rule 2012 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 2012 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-COMPUTE rule 2012 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 2032 action deny
nv set acl STORAGE-COMPUTE rule 2032 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 2032 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-COMPUTE rule 2032 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 2452 action deny
nv set acl STORAGE-COMPUTE rule 2452 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 2452 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-COMPUTE rule 2452 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 3405 action deny
nv set acl STORAGE-COMPUTE rule 3405 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 3405 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-COMPUTE rule 3405 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 3450 action deny
nv set acl STORAGE-COMPUTE rule 3450 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 3450 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-COMPUTE rule 3450 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 4027 action deny
nv set acl STORAGE-COMPUTE rule 4027 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 4027 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-COMPUTE rule 4027 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 4346 action deny
nv set acl STORAGE-COMPUTE rule 4346 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 4346 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-COMPUTE rule 4346 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 4401 action deny
nv set acl STORAGE-COMPUTE rule 4401 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 4401 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-COMPUTE rule 4401 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 4739 action deny
nv set acl STORAGE-COMPUTE rule 4739 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 4739 match ip source-ip 10.144.0.64/26
nv set acl STORAGE-COMPUTE rule 4739 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 4816 action deny
nv set acl STORAGE-COMPUTE rule 4816 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 4816 match ip source-ip 10.128.0.0/29
nv set acl STORAGE-COMPUTE rule 4816 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 4920 action deny
nv set acl STORAGE-COMPUTE rule 4920 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 4920 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-COMPUTE rule 4920 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 5260 action deny
nv set acl STORAGE-COMPUTE rule 5260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 5260 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-COMPUTE rule 5260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 6117 action deny
nv set acl STORAGE-COMPUTE rule 6117 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 6117 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-COMPUTE rule 6117 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 6171 action deny
nv set acl STORAGE-COMPUTE rule 6171 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 6171 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-COMPUTE rule 6171 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 6645 action deny
nv set acl STORAGE-COMPUTE rule 6645 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 6645 match ip source-ip 10.128.0.64/26
nv set acl STORAGE-COMPUTE rule 6645 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 6705 action deny
nv set acl STORAGE-COMPUTE rule 6705 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 6705 match ip source-ip 10.144.0.0/29
nv set acl STORAGE-COMPUTE rule 6705 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 6723 action deny
nv set acl STORAGE-COMPUTE rule 6723 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 6723 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-COMPUTE rule 6723 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 7323 action deny
nv set acl STORAGE-COMPUTE rule 7323 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 7323 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-COMPUTE rule 7323 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 7585 action deny
nv set acl STORAGE-COMPUTE rule 7585 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 7585 match ip source-ip 10.128.0.8/29
nv set acl STORAGE-COMPUTE rule 7585 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 8149 action deny
nv set acl STORAGE-COMPUTE rule 8149 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 8149 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-COMPUTE rule 8149 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 8221 action deny
nv set acl STORAGE-COMPUTE rule 8221 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 8221 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-COMPUTE rule 8221 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 8523 action deny
nv set acl STORAGE-COMPUTE rule 8523 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 8523 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-COMPUTE rule 8523 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 9229 action deny
nv set acl STORAGE-COMPUTE rule 9229 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 9229 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-COMPUTE rule 9229 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 9703 action deny
nv set acl STORAGE-COMPUTE rule 9703 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 9703 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-COMPUTE rule 9703 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 10058 action deny
nv set acl STORAGE-COMPUTE rule 10058 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 10058 match ip source-ip 10.144.0.32/29
nv set acl STORAGE-COMPUTE rule 10058 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 10528 action deny
nv set acl STORAGE-COMPUTE rule 10528 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 10528 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-COMPUTE rule 10528 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 10659 action deny
nv set acl STORAGE-COMPUTE rule 10659 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 10659 match ip source-ip 10.144.0.8/29
nv set acl STORAGE-COMPUTE rule 10659 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 11344 action deny
nv set acl STORAGE-COMPUTE rule 11344 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 11344 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-COMPUTE rule 11344 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 11394 action deny
nv set acl STORAGE-COMPUTE rule 11394 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 11394 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-COMPUTE rule 11394 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 12298 action deny
nv set acl STORAGE-COMPUTE rule 12298 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 12298 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-COMPUTE rule 12298 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 12649 action deny
nv set acl STORAGE-COMPUTE rule 12649 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 12649 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-COMPUTE rule 12649 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 12822 action deny
nv set acl STORAGE-COMPUTE rule 12822 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 12822 match ip source-ip 10.128.0.32/29
nv set acl STORAGE-COMPUTE rule 12822 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 12976 action deny
nv set acl STORAGE-COMPUTE rule 12976 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE rule 12976 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-COMPUTE rule 12976 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE rule 16964 action permit
nv set acl STORAGE-COMPUTE rule 16964 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE rule 16964 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 16964 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 16964 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 20956 action permit
nv set acl STORAGE-COMPUTE rule 20956 match ip dest-ip 10.144.0.48/28
nv set acl STORAGE-COMPUTE rule 20956 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 20956 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 20956 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 26653 action permit
nv set acl STORAGE-COMPUTE rule 26653 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE rule 26653 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 26653 remark 'any to storage/storage'
nv set acl STORAGE-COMPUTE rule 27356 action permit
nv set acl STORAGE-COMPUTE rule 27356 match ip dest-ip 10.144.0.40/29
nv set acl STORAGE-COMPUTE rule 27356 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 27356 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 27356 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 29165 action permit
nv set acl STORAGE-COMPUTE rule 29165 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE rule 29165 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 29165 remark 'any to storage/storage'
nv set acl STORAGE-COMPUTE rule 29566 action permit
nv set acl STORAGE-COMPUTE rule 29566 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE rule 29566 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 29566 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 29566 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 33384 action permit
nv set acl STORAGE-COMPUTE rule 33384 match ip dest-ip 10.144.0.16/28
nv set acl STORAGE-COMPUTE rule 33384 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 33384 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 33384 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 33653 action permit
nv set acl STORAGE-COMPUTE rule 33653 match ip dest-ip 10.128.0.40/29
nv set acl STORAGE-COMPUTE rule 33653 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 33653 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 33653 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 48171 action permit
nv set acl STORAGE-COMPUTE rule 48171 match ip dest-ip 10.128.0.48/28
nv set acl STORAGE-COMPUTE rule 48171 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 48171 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 48171 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 51791 action permit
nv set acl STORAGE-COMPUTE rule 51791 match ip dest-ip 10.128.0.16/28
nv set acl STORAGE-COMPUTE rule 51791 match ip protocol icmp
nv set acl STORAGE-COMPUTE rule 51791 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE rule 51791 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE rule 65535 action deny
nv set acl STORAGE-COMPUTE rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE type ipv4
nv set acl STORAGE-COMPUTE-BLUE rule 1421 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 1421 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 1421 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-COMPUTE-BLUE rule 1421 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 1843 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 1843 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 1843 match ip source-ip 10.128.0.32/27
nv set acl STORAGE-COMPUTE-BLUE rule 1843 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 2012 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 2012 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 2012 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-COMPUTE-BLUE rule 2012 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 2032 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 2032 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 2032 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-COMPUTE-BLUE rule 2032 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 2452 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 2452 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 2452 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-COMPUTE-BLUE rule 2452 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 3405 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 3405 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 3405 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-COMPUTE-BLUE rule 3405 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 3450 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 3450 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 3450 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-COMPUTE-BLUE rule 3450 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 3949 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 3949 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 3949 match ip source-ip 10.144.0.16/28
nv set acl STORAGE-COMPUTE-BLUE rule 3949 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 4027 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 4027 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 4027 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-COMPUTE-BLUE rule 4027 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 4346 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 4346 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 4346 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-COMPUTE-BLUE rule 4346 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 4401 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 4401 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 4401 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-COMPUTE-BLUE rule 4401 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 4739 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 4739 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 4739 match ip source-ip 10.144.0.64/26
nv set acl STORAGE-COMPUTE-BLUE rule 4739 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 4920 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 4920 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 4920 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-COMPUTE-BLUE rule 4920 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 5260 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 5260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 5260 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-COMPUTE-BLUE rule 5260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 5710 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 5710 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 5710 match ip source-ip 10.144.0.32/27
nv set acl STORAGE-COMPUTE-BLUE rule 5710 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 6117 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 6117 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 6117 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-COMPUTE-BLUE rule 6117 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 6171 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 6171 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 6171 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-COMPUTE-BLUE rule 6171 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 6645 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 6645 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 6645 match ip source-ip 10.128.0.64/26
nv set acl STORAGE-COMPUTE-BLUE rule 6645 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 6723 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 6723 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 6723 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-COMPUTE-BLUE rule 6723 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 7323 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 7323 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 7323 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-COMPUTE-BLUE rule 7323 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 7585 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 7585 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 7585 match ip source-ip 10.128.0.8/29
nv set acl STORAGE-COMPUTE-BLUE rule 7585 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 8149 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 8149 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 8149 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-COMPUTE-BLUE rule 8149 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 8221 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 8221 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 8221 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-COMPUTE-BLUE rule 8221 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 8523 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 8523 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 8523 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-COMPUTE-BLUE rule 8523 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 9229 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 9229 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 9229 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-COMPUTE-BLUE rule 9229 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 9350 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 9350 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 9350 match ip source-ip 10.128.0.16/28
nv set acl STORAGE-COMPUTE-BLUE rule 9350 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 9703 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 9703 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 9703 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-COMPUTE-BLUE rule 9703 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 10528 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 10528 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 10528 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-COMPUTE-BLUE rule 10528 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 10659 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 10659 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 10659 match ip source-ip 10.144.0.8/29
nv set acl STORAGE-COMPUTE-BLUE rule 10659 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 11344 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 11344 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 11344 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-COMPUTE-BLUE rule 11344 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 11394 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 11394 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 11394 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-COMPUTE-BLUE rule 11394 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 12298 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 12298 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 12298 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-COMPUTE-BLUE rule 12298 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 12649 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 12649 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 12649 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-COMPUTE-BLUE rule 12649 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 12976 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 12976 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-BLUE rule 12976 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-COMPUTE-BLUE rule 12976 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-BLUE rule 16964 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 16964 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 16964 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 16964 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 16964 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-BLUE rule 20935 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 20935 match ip dest-ip 10.128.0.0/29
nv set acl STORAGE-COMPUTE-BLUE rule 20935 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 20935 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 20935 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-BLUE rule 26653 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 26653 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 26653 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 26653 remark 'any to storage/storage'
nv set acl STORAGE-COMPUTE-BLUE rule 29165 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 29165 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 29165 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 29165 remark 'any to storage/storage'
nv set acl STORAGE-COMPUTE-BLUE rule 29566 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 29566 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-BLUE rule 29566 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 29566 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 29566 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-BLUE rule 50857 action permit
nv set acl STORAGE-COMPUTE-BLUE rule 50857 match ip dest-ip 10.144.0.0/29
nv set acl STORAGE-COMPUTE-BLUE rule 50857 match ip protocol icmp
nv set acl STORAGE-COMPUTE-BLUE rule 50857 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-BLUE rule 50857 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-BLUE rule 65535 action deny
nv set acl STORAGE-COMPUTE-BLUE rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-BLUE rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-BLUE type ipv4
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 10 action permit
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 20 action permit
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 30 action permit
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 65535 action deny
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-BLUE-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-BLUE-V6 type ipv6
nv set acl STORAGE-COMPUTE-RED rule 1421 action deny
nv set acl STORAGE-COMPUTE-RED rule 1421 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 1421 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-COMPUTE-RED rule 1421 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 2012 action deny
nv set acl STORAGE-COMPUTE-RED rule 2012 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 2012 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-COMPUTE-RED rule 2012 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 2032 action deny
nv set acl STORAGE-COMPUTE-RED rule 2032 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 2032 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-COMPUTE-RED rule 2032 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 2452 action deny
nv set acl STORAGE-COMPUTE-RED rule 2452 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 2452 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-COMPUTE-RED rule 2452 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 2511 action deny
nv set acl STORAGE-COMPUTE-RED rule 2511 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 2511 match ip source-ip 10.144.0.48/28
nv set acl STORAGE-COMPUTE-RED rule 2511 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 3405 action deny
nv set acl STORAGE-COMPUTE-RED rule 3405 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 3405 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-COMPUTE-RED rule 3405 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 3450 action deny
nv set acl STORAGE-COMPUTE-RED rule 3450 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 3450 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-COMPUTE-RED rule 3450 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 3949 action deny
nv set acl STORAGE-COMPUTE-RED rule 3949 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 3949 match ip source-ip 10.144.0.16/28
nv set acl STORAGE-COMPUTE-RED rule 3949 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 4027 action deny
nv set acl STORAGE-COMPUTE-RED rule 4027 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 4027 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-COMPUTE-RED rule 4027 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 4346 action deny
nv set acl STORAGE-COMPUTE-RED rule 4346 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 4346 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-COMPUTE-RED rule 4346 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 4401 action deny
nv set acl STORAGE-COMPUTE-RED rule 4401 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 4401 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-COMPUTE-RED rule 4401 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 4739 action deny
nv set acl STORAGE-COMPUTE-RED rule 4739 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 4739 match ip source-ip 10.144.0.64/26
nv set acl STORAGE-COMPUTE-RED rule 4739 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 4816 action deny
nv set acl STORAGE-COMPUTE-RED rule 4816 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 4816 match ip source-ip 10.128.0.0/29
nv set acl STORAGE-COMPUTE-RED rule 4816 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 4920 action deny
nv set acl STORAGE-COMPUTE-RED rule 4920 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 4920 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-COMPUTE-RED rule 4920 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 5260 action deny
nv set acl STORAGE-COMPUTE-RED rule 5260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 5260 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-COMPUTE-RED rule 5260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 6117 action deny
nv set acl STORAGE-COMPUTE-RED rule 6117 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 6117 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-COMPUTE-RED rule 6117 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 6171 action deny
nv set acl STORAGE-COMPUTE-RED rule 6171 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 6171 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-COMPUTE-RED rule 6171 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 6645 action deny
nv set acl STORAGE-COMPUTE-RED rule 6645 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 6645 match ip source-ip 10.128.0.64/26
nv set acl STORAGE-COMPUTE-RED rule 6645 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 6705 action deny
nv set acl STORAGE-COMPUTE-RED rule 6705 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 6705 match ip source-ip 10.144.0.0/29
nv set acl STORAGE-COMPUTE-RED rule 6705 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 6723 action deny
nv set acl STORAGE-COMPUTE-RED rule 6723 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 6723 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-COMPUTE-RED rule 6723 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 7323 action deny
nv set acl STORAGE-COMPUTE-RED rule 7323 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 7323 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-COMPUTE-RED rule 7323 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 7576 action deny
nv set acl STORAGE-COMPUTE-RED rule 7576 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 7576 match ip source-ip 10.144.0.40/29
nv set acl STORAGE-COMPUTE-RED rule 7576 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 8149 action deny
nv set acl STORAGE-COMPUTE-RED rule 8149 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 8149 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-COMPUTE-RED rule 8149 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 8221 action deny
nv set acl STORAGE-COMPUTE-RED rule 8221 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 8221 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-COMPUTE-RED rule 8221 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 8484 action deny
nv set acl STORAGE-COMPUTE-RED rule 8484 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 8484 match ip source-ip 10.128.0.40/29
nv set acl STORAGE-COMPUTE-RED rule 8484 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 8523 action deny
nv set acl STORAGE-COMPUTE-RED rule 8523 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 8523 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-COMPUTE-RED rule 8523 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 9229 action deny
nv set acl STORAGE-COMPUTE-RED rule 9229 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 9229 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-COMPUTE-RED rule 9229 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 9350 action deny
nv set acl STORAGE-COMPUTE-RED rule 9350 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 9350 match ip source-ip 10.128.0.16/28
nv set acl STORAGE-COMPUTE-RED rule 9350 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 9703 action deny
nv set acl STORAGE-COMPUTE-RED rule 9703 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 9703 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-COMPUTE-RED rule 9703 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 10528 action deny
nv set acl STORAGE-COMPUTE-RED rule 10528 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 10528 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-COMPUTE-RED rule 10528 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 11344 action deny
nv set acl STORAGE-COMPUTE-RED rule 11344 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 11344 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-COMPUTE-RED rule 11344 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 11394 action deny
nv set acl STORAGE-COMPUTE-RED rule 11394 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 11394 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-COMPUTE-RED rule 11394 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 11573 action deny
nv set acl STORAGE-COMPUTE-RED rule 11573 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 11573 match ip source-ip 10.128.0.48/28
nv set acl STORAGE-COMPUTE-RED rule 11573 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 12298 action deny
nv set acl STORAGE-COMPUTE-RED rule 12298 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 12298 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-COMPUTE-RED rule 12298 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 12649 action deny
nv set acl STORAGE-COMPUTE-RED rule 12649 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 12649 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-COMPUTE-RED rule 12649 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 12976 action deny
nv set acl STORAGE-COMPUTE-RED rule 12976 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-COMPUTE-RED rule 12976 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-COMPUTE-RED rule 12976 remark 'somebody else'"'"'s address'
nv set acl STORAGE-COMPUTE-RED rule 16964 action permit
nv set acl STORAGE-COMPUTE-RED rule 16964 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 16964 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 16964 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 16964 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-RED rule 20095 action permit
nv set acl STORAGE-COMPUTE-RED rule 20095 match ip dest-ip 10.144.0.8/29
nv set acl STORAGE-COMPUTE-RED rule 20095 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 20095 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 20095 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-RED rule 23155 action permit
nv set acl STORAGE-COMPUTE-RED rule 23155 match ip dest-ip 10.128.0.8/29
nv set acl STORAGE-COMPUTE-RED rule 23155 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 23155 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 23155 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-RED rule 26653 action permit
nv set acl STORAGE-COMPUTE-RED rule 26653 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 26653 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 26653 remark 'any to storage/storage'
nv set acl STORAGE-COMPUTE-RED rule 29165 action permit
nv set acl STORAGE-COMPUTE-RED rule 29165 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 29165 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 29165 remark 'any to storage/storage'
nv set acl STORAGE-COMPUTE-RED rule 29566 action permit
nv set acl STORAGE-COMPUTE-RED rule 29566 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-COMPUTE-RED rule 29566 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 29566 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 29566 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-RED rule 32447 action permit
nv set acl STORAGE-COMPUTE-RED rule 32447 match ip dest-ip 10.128.0.32/29
nv set acl STORAGE-COMPUTE-RED rule 32447 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 32447 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 32447 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-RED rule 48032 action permit
nv set acl STORAGE-COMPUTE-RED rule 48032 match ip dest-ip 10.144.0.32/29
nv set acl STORAGE-COMPUTE-RED rule 48032 match ip protocol icmp
nv set acl STORAGE-COMPUTE-RED rule 48032 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-COMPUTE-RED rule 48032 remark 'icmp to storage'
nv set acl STORAGE-COMPUTE-RED rule 65535 action deny
nv set acl STORAGE-COMPUTE-RED rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-RED rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-RED type ipv4
nv set acl STORAGE-COMPUTE-RED-V6 rule 10 action permit
nv set acl STORAGE-COMPUTE-RED-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-COMPUTE-RED-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-RED-V6 rule 20 action permit
nv set acl STORAGE-COMPUTE-RED-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-COMPUTE-RED-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-RED-V6 rule 30 action permit
nv set acl STORAGE-COMPUTE-RED-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-COMPUTE-RED-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-RED-V6 rule 65535 action deny
nv set acl STORAGE-COMPUTE-RED-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-RED-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-RED-V6 type ipv6
nv set acl STORAGE-COMPUTE-V6 rule 10 action permit
nv set acl STORAGE-COMPUTE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-COMPUTE-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-V6 rule 20 action permit
nv set acl STORAGE-COMPUTE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-COMPUTE-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-V6 rule 30 action permit
nv set acl STORAGE-COMPUTE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-COMPUTE-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-COMPUTE-V6 rule 65535 action deny
nv set acl STORAGE-COMPUTE-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-COMPUTE-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-COMPUTE-V6 type ipv6
nv set acl STORAGE-STORAGE rule 1027 action deny
nv set acl STORAGE-STORAGE rule 1027 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 1027 match ip source-ip 10.128.0.96/27
nv set acl STORAGE-STORAGE rule 1027 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 1421 action deny
nv set acl STORAGE-STORAGE rule 1421 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 1421 match ip source-ip 10.148.0.0/14
nv set acl STORAGE-STORAGE rule 1421 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 2012 action deny
nv set acl STORAGE-STORAGE rule 2012 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 2012 match ip source-ip 10.128.32.0/19
nv set acl STORAGE-STORAGE rule 2012 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 2032 action deny
nv set acl STORAGE-STORAGE rule 2032 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 2032 match ip source-ip 10.144.32.0/19
nv set acl STORAGE-STORAGE rule 2032 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 2452 action deny
nv set acl STORAGE-STORAGE rule 2452 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 2452 match ip source-ip 10.144.128.0/17
nv set acl STORAGE-STORAGE rule 2452 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 3405 action deny
nv set acl STORAGE-STORAGE rule 3405 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 3405 match ip source-ip 10.144.1.0/24
nv set acl STORAGE-STORAGE rule 3405 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 3450 action deny
nv set acl STORAGE-STORAGE rule 3450 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 3450 match ip source-ip 10.144.16.0/20
nv set acl STORAGE-STORAGE rule 3450 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 4027 action deny
nv set acl STORAGE-STORAGE rule 4027 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 4027 match ip source-ip 10.144.0.128/25
nv set acl STORAGE-STORAGE rule 4027 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 4346 action deny
nv set acl STORAGE-STORAGE rule 4346 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 4346 match ip source-ip 10.128.4.0/22
nv set acl STORAGE-STORAGE rule 4346 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 4401 action deny
nv set acl STORAGE-STORAGE rule 4401 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 4401 match ip source-ip 10.145.0.0/16
nv set acl STORAGE-STORAGE rule 4401 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 4920 action deny
nv set acl STORAGE-STORAGE rule 4920 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 4920 match ip source-ip 10.146.0.0/15
nv set acl STORAGE-STORAGE rule 4920 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 5260 action deny
nv set acl STORAGE-STORAGE rule 5260 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 5260 match ip source-ip 10.128.2.0/23
nv set acl STORAGE-STORAGE rule 5260 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 6117 action deny
nv set acl STORAGE-STORAGE rule 6117 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 6117 match ip source-ip 10.128.0.128/25
nv set acl STORAGE-STORAGE rule 6117 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 6171 action deny
nv set acl STORAGE-STORAGE rule 6171 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 6171 match ip source-ip 10.128.8.0/21
nv set acl STORAGE-STORAGE rule 6171 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 6723 action deny
nv set acl STORAGE-STORAGE rule 6723 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 6723 match ip source-ip 10.144.2.0/23
nv set acl STORAGE-STORAGE rule 6723 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 7012 action deny
nv set acl STORAGE-STORAGE rule 7012 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 7012 match ip source-ip 10.128.0.80/28
nv set acl STORAGE-STORAGE rule 7012 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 7246 action deny
nv set acl STORAGE-STORAGE rule 7246 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 7246 match ip source-ip 10.144.0.80/28
nv set acl STORAGE-STORAGE rule 7246 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 7323 action deny
nv set acl STORAGE-STORAGE rule 7323 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 7323 match ip source-ip 10.129.0.0/16
nv set acl STORAGE-STORAGE rule 7323 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 8149 action deny
nv set acl STORAGE-STORAGE rule 8149 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 8149 match ip source-ip 10.144.64.0/18
nv set acl STORAGE-STORAGE rule 8149 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 8221 action deny
nv set acl STORAGE-STORAGE rule 8221 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 8221 match ip source-ip 10.128.128.0/17
nv set acl STORAGE-STORAGE rule 8221 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 8523 action deny
nv set acl STORAGE-STORAGE rule 8523 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 8523 match ip source-ip 10.130.0.0/15
nv set acl STORAGE-STORAGE rule 8523 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 9229 action deny
nv set acl STORAGE-STORAGE rule 9229 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 9229 match ip source-ip 10.144.8.0/21
nv set acl STORAGE-STORAGE rule 9229 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 9482 action deny
nv set acl STORAGE-STORAGE rule 9482 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 9482 match ip source-ip 10.128.0.0/26
nv set acl STORAGE-STORAGE rule 9482 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 9703 action deny
nv set acl STORAGE-STORAGE rule 9703 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 9703 match ip source-ip 10.128.64.0/18
nv set acl STORAGE-STORAGE rule 9703 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 10041 action deny
nv set acl STORAGE-STORAGE rule 10041 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 10041 match ip source-ip 10.144.0.96/27
nv set acl STORAGE-STORAGE rule 10041 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 10346 action deny
nv set acl STORAGE-STORAGE rule 10346 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 10346 match ip source-ip 10.144.0.0/26
nv set acl STORAGE-STORAGE rule 10346 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 10528 action deny
nv set acl STORAGE-STORAGE rule 10528 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 10528 match ip source-ip 10.136.0.0/13
nv set acl STORAGE-STORAGE rule 10528 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 11344 action deny
nv set acl STORAGE-STORAGE rule 11344 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 11344 match ip source-ip 10.152.0.0/13
nv set acl STORAGE-STORAGE rule 11344 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 11394 action deny
nv set acl STORAGE-STORAGE rule 11394 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 11394 match ip source-ip 10.128.1.0/24
nv set acl STORAGE-STORAGE rule 11394 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 12298 action deny
nv set acl STORAGE-STORAGE rule 12298 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 12298 match ip source-ip 10.132.0.0/14
nv set acl STORAGE-STORAGE rule 12298 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 12649 action deny
nv set acl STORAGE-STORAGE rule 12649 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 12649 match ip source-ip 10.128.16.0/20
nv set acl STORAGE-STORAGE rule 12649 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 12976 action deny
nv set acl STORAGE-STORAGE rule 12976 match ip dest-ip 0.0.0.0/0
nv set acl STORAGE-STORAGE rule 12976 match ip source-ip 10.144.4.0/22
nv set acl STORAGE-STORAGE rule 12976 remark 'somebody else'"'"'s address'
nv set acl STORAGE-STORAGE rule 13491 action permit
nv set acl STORAGE-STORAGE rule 13491 match ip dest-ip 10.144.0.0/26
nv set acl STORAGE-STORAGE rule 13491 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 13491 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 13491 remark 'icmp to storage'
nv set acl STORAGE-STORAGE rule 16964 action permit
nv set acl STORAGE-STORAGE rule 16964 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-STORAGE rule 16964 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 16964 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 16964 remark 'icmp to storage'
nv set acl STORAGE-STORAGE rule 26653 action permit
nv set acl STORAGE-STORAGE rule 26653 match ip dest-ip 10.144.0.64/28
nv set acl STORAGE-STORAGE rule 26653 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 26653 remark 'any to storage/storage'
nv set acl STORAGE-STORAGE rule 29165 action permit
nv set acl STORAGE-STORAGE rule 29165 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-STORAGE rule 29165 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 29165 remark 'any to storage/storage'
nv set acl STORAGE-STORAGE rule 29566 action permit
nv set acl STORAGE-STORAGE rule 29566 match ip dest-ip 10.128.0.64/28
nv set acl STORAGE-STORAGE rule 29566 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 29566 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 29566 remark 'icmp to storage'
nv set acl STORAGE-STORAGE rule 32191 action permit
nv set acl STORAGE-STORAGE rule 32191 match ip dest-ip 10.128.0.0/26
nv set acl STORAGE-STORAGE rule 32191 match ip protocol icmp
nv set acl STORAGE-STORAGE rule 32191 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 32191 remark 'icmp to storage'
nv set acl STORAGE-STORAGE rule 32631 action permit
nv set acl STORAGE-STORAGE rule 32631 match ip dest-ip 10.144.0.0/26
nv set acl STORAGE-STORAGE rule 32631 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 32631 remark 'any to storage/compute'
nv set acl STORAGE-STORAGE rule 33246 action permit
nv set acl STORAGE-STORAGE rule 33246 match ip dest-ip 10.128.0.0/26
nv set acl STORAGE-STORAGE rule 33246 match ip source-ip 10.128.0.0/11
nv set acl STORAGE-STORAGE rule 33246 remark 'any to storage/compute'
nv set acl STORAGE-STORAGE rule 65535 action deny
nv set acl STORAGE-STORAGE rule 65535 match ip dest-ip ANY
nv set acl STORAGE-STORAGE rule 65535 match ip source-ip ANY
nv set acl STORAGE-STORAGE type ipv4
nv set acl STORAGE-STORAGE-V6 rule 10 action permit
nv set acl STORAGE-STORAGE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl STORAGE-STORAGE-V6 rule 10 match ip protocol icmpv6
nv set acl STORAGE-STORAGE-V6 rule 20 action permit
nv set acl STORAGE-STORAGE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl STORAGE-STORAGE-V6 rule 20 match ip protocol icmpv6
nv set acl STORAGE-STORAGE-V6 rule 30 action permit
nv set acl STORAGE-STORAGE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl STORAGE-STORAGE-V6 rule 30 match ip protocol icmpv6
nv set acl STORAGE-STORAGE-V6 rule 65535 action deny
nv set acl STORAGE-STORAGE-V6 rule 65535 match ip dest-ip ANY
nv set acl STORAGE-STORAGE-V6 rule 65535 match ip source-ip ANY
nv set acl STORAGE-STORAGE-V6 type ipv6
nv set interface eth0 ipv4 address 10.192.1.26/24
nv set interface eth0 ipv4 dhcp-client state disabled
nv set interface eth0 ipv4 gateway 10.192.1.254
nv set interface eth0 type eth
nv set interface eth0 vrf mgmt
nv set interface lo ipv4 address 10.226.0.2/32
nv set interface lo type loopback
nv set interface swp1 link breakout 2x
nv set interface swp1 type swp
nv set interface swp1s0 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp1s0 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp1s0 description 'gpu01 storage1'
nv set interface swp1s0 ipv4 address 10.144.0.1/31
nv set interface swp1s0 link fec rs
nv set interface swp1s0 link mtu 9216
nv set interface swp1s0 link speed 400G
nv set interface swp1s0 link state up
nv set interface swp1s0 qos pfc-watchdog state enable
nv set interface swp1s0 type swp
nv set interface swp1s1 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp1s1 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp1s1 description 'gpu02 storage1'
nv set interface swp1s1 ipv4 address 10.144.0.3/31
nv set interface swp1s1 link fec rs
nv set interface swp1s1 link mtu 9216
nv set interface swp1s1 link speed 400G
nv set interface swp1s1 link state up
nv set interface swp1s1 qos pfc-watchdog state enable
nv set interface swp1s1 type swp
nv set interface swp2 link breakout 2x
nv set interface swp2 type swp
nv set interface swp2s0 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp2s0 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp2s0 description 'gpu03 storage1'
nv set interface swp2s0 ipv4 address 10.144.0.5/31
nv set interface swp2s0 link fec rs
nv set interface swp2s0 link mtu 9216
nv set interface swp2s0 link speed 400G
nv set interface swp2s0 link state up
nv set interface swp2s0 qos pfc-watchdog state enable
nv set interface swp2s0 type swp
nv set interface swp2s1 acl STORAGE-COMPUTE-BLUE inbound
nv set interface swp2s1 acl STORAGE-COMPUTE-BLUE-V6 inbound
nv set interface swp2s1 description 'gpu04 storage1'
nv set interface swp2s1 ipv4 address 10.144.0.7/31
nv set interface swp2s1 link fec rs
nv set interface swp2s1 link mtu 9216
nv set interface swp2s1 link speed 400G
nv set interface swp2s1 link state up
nv set interface swp2s1 qos pfc-watchdog state enable
nv set interface swp2s1 type swp
nv set interface swp3 link breakout 2x
nv set interface swp3 type swp
nv set interface swp3s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp3s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp3s0 description 'gpu05 storage1'
nv set interface swp3s0 ipv4 address 10.144.0.9/31
nv set interface swp3s0 link fec rs
nv set interface swp3s0 link mtu 9216
nv set interface swp3s0 link speed 400G
nv set interface swp3s0 link state up
nv set interface swp3s0 qos pfc-watchdog state enable
nv set interface swp3s0 type swp
nv set interface swp3s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp3s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp3s1 description 'gpu06 storage1'
nv set interface swp3s1 ipv4 address 10.144.0.11/31
nv set interface swp3s1 link fec rs
nv set interface swp3s1 link mtu 9216
nv set interface swp3s1 link speed 400G
nv set interface swp3s1 link state up
nv set interface swp3s1 qos pfc-watchdog state enable
nv set interface swp3s1 type swp
nv set interface swp4 link breakout 2x
nv set interface swp4 type swp
nv set interface swp4s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp4s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp4s0 description 'gpu07 storage1'
nv set interface swp4s0 ipv4 address 10.144.0.13/31
nv set interface swp4s0 link fec rs
nv set interface swp4s0 link mtu 9216
nv set interface swp4s0 link speed 400G
nv set interface swp4s0 link state up
nv set interface swp4s0 qos pfc-watchdog state enable
nv set interface swp4s0 type swp
nv set interface swp4s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp4s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp4s1 description 'gpu08 storage1'
nv set interface swp4s1 ipv4 address 10.144.0.15/31
nv set interface swp4s1 link fec rs
nv set interface swp4s1 link mtu 9216
nv set interface swp4s1 link speed 400G
nv set interface swp4s1 link state up
nv set interface swp4s1 qos pfc-watchdog state enable
nv set interface swp4s1 type swp
nv set interface swp5 link breakout 2x
nv set interface swp5 type swp
nv set interface swp5s0 acl STORAGE-COMPUTE inbound
nv set interface swp5s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp5s0 description 'gpu09 storage1'
nv set interface swp5s0 ipv4 address 10.144.0.17/31
nv set interface swp5s0 link fec rs
nv set interface swp5s0 link mtu 9216
nv set interface swp5s0 link speed 400G
nv set interface swp5s0 link state up
nv set interface swp5s0 qos pfc-watchdog state enable
nv set interface swp5s0 type swp
nv set interface swp5s1 acl STORAGE-COMPUTE inbound
nv set interface swp5s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp5s1 description 'gpu10 storage1'
nv set interface swp5s1 ipv4 address 10.144.0.19/31
nv set interface swp5s1 link fec rs
nv set interface swp5s1 link mtu 9216
nv set interface swp5s1 link speed 400G
nv set interface swp5s1 link state up
nv set interface swp5s1 qos pfc-watchdog state enable
nv set interface swp5s1 type swp
nv set interface swp6 link breakout 2x
nv set interface swp6 type swp
nv set interface swp6s0 acl STORAGE-COMPUTE inbound
nv set interface swp6s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp6s0 description 'gpu11 storage1'
nv set interface swp6s0 ipv4 address 10.144.0.21/31
nv set interface swp6s0 link fec rs
nv set interface swp6s0 link mtu 9216
nv set interface swp6s0 link speed 400G
nv set interface swp6s0 link state up
nv set interface swp6s0 qos pfc-watchdog state enable
nv set interface swp6s0 type swp
nv set interface swp6s1 acl STORAGE-COMPUTE inbound
nv set interface swp6s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp6s1 description 'gpu12 storage1'
nv set interface swp6s1 ipv4 address 10.144.0.23/31
nv set interface swp6s1 link fec rs
nv set interface swp6s1 link mtu 9216
nv set interface swp6s1 link speed 400G
nv set interface swp6s1 link state up
nv set interface swp6s1 qos pfc-watchdog state enable
nv set interface swp6s1 type swp
nv set interface swp7 link breakout 2x
nv set interface swp7 type swp
nv set interface swp7s0 acl STORAGE-COMPUTE inbound
nv set interface swp7s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp7s0 description 'gpu13 storage1'
nv set interface swp7s0 ipv4 address 10.144.0.25/31
nv set interface swp7s0 link fec rs
nv set interface swp7s0 link mtu 9216
nv set interface swp7s0 link speed 400G
nv set interface swp7s0 link state up
nv set interface swp7s0 qos pfc-watchdog state enable
nv set interface swp7s0 type swp
nv set interface swp7s1 acl STORAGE-COMPUTE inbound
nv set interface swp7s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp7s1 description 'gpu14 storage1'
nv set interface swp7s1 ipv4 address 10.144.0.27/31
nv set interface swp7s1 link fec rs
nv set interface swp7s1 link mtu 9216
nv set interface swp7s1 link speed 400G
nv set interface swp7s1 link state up
nv set interface swp7s1 qos pfc-watchdog state enable
nv set interface swp7s1 type swp
nv set interface swp8 link breakout 2x
nv set interface swp8 type swp
nv set interface swp8s0 acl STORAGE-COMPUTE inbound
nv set interface swp8s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp8s0 description 'gpu15 storage1'
nv set interface swp8s0 ipv4 address 10.144.0.29/31
nv set interface swp8s0 link fec rs
nv set interface swp8s0 link mtu 9216
nv set interface swp8s0 link speed 400G
nv set interface swp8s0 link state up
nv set interface swp8s0 qos pfc-watchdog state enable
nv set interface swp8s0 type swp
nv set interface swp8s1 acl STORAGE-COMPUTE inbound
nv set interface swp8s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp8s1 description 'gpu16 storage1'
nv set interface swp8s1 ipv4 address 10.144.0.31/31
nv set interface swp8s1 link fec rs
nv set interface swp8s1 link mtu 9216
nv set interface swp8s1 link speed 400G
nv set interface swp8s1 link state up
nv set interface swp8s1 qos pfc-watchdog state enable
nv set interface swp8s1 type swp
nv set interface swp9 link breakout 2x
nv set interface swp9 type swp
nv set interface swp9s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp9s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp9s0 description 'gpu17 storage1'
nv set interface swp9s0 ipv4 address 10.144.0.33/31
nv set interface swp9s0 link fec rs
nv set interface swp9s0 link mtu 9216
nv set interface swp9s0 link speed 400G
nv set interface swp9s0 link state up
nv set interface swp9s0 qos pfc-watchdog state enable
nv set interface swp9s0 type swp
nv set interface swp9s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp9s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp9s1 description 'gpu18 storage1'
nv set interface swp9s1 ipv4 address 10.144.0.35/31
nv set interface swp9s1 link fec rs
nv set interface swp9s1 link mtu 9216
nv set interface swp9s1 link speed 400G
nv set interface swp9s1 link state up
nv set interface swp9s1 qos pfc-watchdog state enable
nv set interface swp9s1 type swp
nv set interface swp10 link breakout 2x
nv set interface swp10 type swp
nv set interface swp10s0 acl STORAGE-COMPUTE-RED inbound
nv set interface swp10s0 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp10s0 description 'gpu19 storage1'
nv set interface swp10s0 ipv4 address 10.144.0.37/31
nv set interface swp10s0 link fec rs
nv set interface swp10s0 link mtu 9216
nv set interface swp10s0 link speed 400G
nv set interface swp10s0 link state up
nv set interface swp10s0 qos pfc-watchdog state enable
nv set interface swp10s0 type swp
nv set interface swp10s1 acl STORAGE-COMPUTE-RED inbound
nv set interface swp10s1 acl STORAGE-COMPUTE-RED-V6 inbound
nv set interface swp10s1 description 'gpu20 storage1'
nv set interface swp10s1 ipv4 address 10.144.0.39/31
nv set interface swp10s1 link fec rs
nv set interface swp10s1 link mtu 9216
nv set interface swp10s1 link speed 400G
nv set interface swp10s1 link state up
nv set interface swp10s1 qos pfc-watchdog state enable
nv set interface swp10s1 type swp
nv set interface swp11 link breakout 2x
nv set interface swp11 type swp
nv set interface swp11s0 acl STORAGE-COMPUTE inbound
nv set interface swp11s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp11s0 description 'gpu21 storage1'
nv set interface swp11s0 ipv4 address 10.144.0.41/31
nv set interface swp11s0 link fec rs
nv set interface swp11s0 link mtu 9216
nv set interface swp11s0 link speed 400G
nv set interface swp11s0 link state up
nv set interface swp11s0 qos pfc-watchdog state enable
nv set interface swp11s0 type swp
nv set interface swp11s1 acl STORAGE-COMPUTE inbound
nv set interface swp11s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp11s1 description 'gpu22 storage1'
nv set interface swp11s1 ipv4 address 10.144.0.43/31
nv set interface swp11s1 link fec rs
nv set interface swp11s1 link mtu 9216
nv set interface swp11s1 link speed 400G
nv set interface swp11s1 link state up
nv set interface swp11s1 qos pfc-watchdog state enable
nv set interface swp11s1 type swp
nv set interface swp12 link breakout 2x
nv set interface swp12 type swp
nv set interface swp12s0 acl STORAGE-COMPUTE inbound
nv set interface swp12s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp12s0 description 'gpu23 storage1'
nv set interface swp12s0 ipv4 address 10.144.0.45/31
nv set interface swp12s0 link fec rs
nv set interface swp12s0 link mtu 9216
nv set interface swp12s0 link speed 400G
nv set interface swp12s0 link state up
nv set interface swp12s0 qos pfc-watchdog state enable
nv set interface swp12s0 type swp
nv set interface swp12s1 acl STORAGE-COMPUTE inbound
nv set interface swp12s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp12s1 description 'gpu24 storage1'
nv set interface swp12s1 ipv4 address 10.144.0.47/31
nv set interface swp12s1 link fec rs
nv set interface swp12s1 link mtu 9216
nv set interface swp12s1 link speed 400G
nv set interface swp12s1 link state up
nv set interface swp12s1 qos pfc-watchdog state enable
nv set interface swp12s1 type swp
nv set interface swp13 link breakout 2x
nv set interface swp13 type swp
nv set interface swp13s0 acl STORAGE-COMPUTE inbound
nv set interface swp13s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp13s0 description 'gpu25 storage1'
nv set interface swp13s0 ipv4 address 10.144.0.49/31
nv set interface swp13s0 link fec rs
nv set interface swp13s0 link mtu 9216
nv set interface swp13s0 link speed 400G
nv set interface swp13s0 link state up
nv set interface swp13s0 qos pfc-watchdog state enable
nv set interface swp13s0 type swp
nv set interface swp13s1 acl STORAGE-COMPUTE inbound
nv set interface swp13s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp13s1 description 'gpu26 storage1'
nv set interface swp13s1 ipv4 address 10.144.0.51/31
nv set interface swp13s1 link fec rs
nv set interface swp13s1 link mtu 9216
nv set interface swp13s1 link speed 400G
nv set interface swp13s1 link state up
nv set interface swp13s1 qos pfc-watchdog state enable
nv set interface swp13s1 type swp
nv set interface swp14 link breakout 2x
nv set interface swp14 type swp
nv set interface swp14s0 acl STORAGE-COMPUTE inbound
nv set interface swp14s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp14s0 description 'gpu27 storage1'
nv set interface swp14s0 ipv4 address 10.144.0.53/31
nv set interface swp14s0 link fec rs
nv set interface swp14s0 link mtu 9216
nv set interface swp14s0 link speed 400G
nv set interface swp14s0 link state up
nv set interface swp14s0 qos pfc-watchdog state enable
nv set interface swp14s0 type swp
nv set interface swp14s1 acl STORAGE-COMPUTE inbound
nv set interface swp14s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp14s1 description 'gpu28 storage1'
nv set interface swp14s1 ipv4 address 10.144.0.55/31
nv set interface swp14s1 link fec rs
nv set interface swp14s1 link mtu 9216
nv set interface swp14s1 link speed 400G
nv set interface swp14s1 link state up
nv set interface swp14s1 qos pfc-watchdog state enable
nv set interface swp14s1 type swp
nv set interface swp15 link breakout 2x
nv set interface swp15 type swp
nv set interface swp15s0 acl STORAGE-COMPUTE inbound
nv set interface swp15s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp15s0 description 'gpu29 storage1'
nv set interface swp15s0 ipv4 address 10.144.0.57/31
nv set interface swp15s0 link fec rs
nv set interface swp15s0 link mtu 9216
nv set interface swp15s0 link speed 400G
nv set interface swp15s0 link state up
nv set interface swp15s0 qos pfc-watchdog state enable
nv set interface swp15s0 type swp
nv set interface swp15s1 acl STORAGE-COMPUTE inbound
nv set interface swp15s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp15s1 description 'gpu30 storage1'
nv set interface swp15s1 ipv4 address 10.144.0.59/31
nv set interface swp15s1 link fec rs
nv set interface swp15s1 link mtu 9216
nv set interface swp15s1 link speed 400G
nv set interface swp15s1 link state up
nv set interface swp15s1 qos pfc-watchdog state enable
nv set interface swp15s1 type swp
nv set interface swp16 link breakout 2x
nv set interface swp16 type swp
nv set interface swp16s0 acl STORAGE-COMPUTE inbound
nv set interface swp16s0 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp16s0 description 'gpu31 storage1'
nv set interface swp16s0 ipv4 address 10.144.0.61/31
nv set interface swp16s0 link fec rs
nv set interface swp16s0 link mtu 9216
nv set interface swp16s0 link speed 400G
nv set interface swp16s0 link state up
nv set interface swp16s0 qos pfc-watchdog state enable
nv set interface swp16s0 type swp
nv set interface swp16s1 acl STORAGE-COMPUTE inbound
nv set interface swp16s1 acl STORAGE-COMPUTE-V6 inbound
nv set interface swp16s1 description 'gpu32 storage1'
nv set interface swp16s1 ipv4 address 10.144.0.63/31
nv set interface swp16s1 link fec rs
nv set interface swp16s1 link mtu 9216
nv set interface swp16s1 link speed 400G
nv set interface swp16s1 link state up
nv set interface swp16s1 qos pfc-watchdog state enable
nv set interface swp16s1 type swp
nv set interface swp17 link breakout 2x
nv set interface swp17 type swp
nv set interface swp17s0 acl STORAGE-STORAGE inbound
nv set interface swp17s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp17s0 description 'storage1 storage1'
nv set interface swp17s0 ipv4 address 10.144.0.65/31
nv set interface swp17s0 link fec rs
nv set interface swp17s0 link mtu 9216
nv set interface swp17s0 link speed 400G
nv set interface swp17s0 link state up
nv set interface swp17s0 qos pfc-watchdog state enable
nv set interface swp17s0 type swp
nv set interface swp17s1 acl STORAGE-STORAGE inbound
nv set interface swp17s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp17s1 description 'storage2 storage1'
nv set interface swp17s1 ipv4 address 10.144.0.67/31
nv set interface swp17s1 link fec rs
nv set interface swp17s1 link mtu 9216
nv set interface swp17s1 link speed 400G
nv set interface swp17s1 link state up
nv set interface swp17s1 qos pfc-watchdog state enable
nv set interface swp17s1 type swp
nv set interface swp18 link breakout 2x
nv set interface swp18 type swp
nv set interface swp18s0 acl STORAGE-STORAGE inbound
nv set interface swp18s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp18s0 description 'storage3 storage1'
nv set interface swp18s0 ipv4 address 10.144.0.69/31
nv set interface swp18s0 link fec rs
nv set interface swp18s0 link mtu 9216
nv set interface swp18s0 link speed 400G
nv set interface swp18s0 link state up
nv set interface swp18s0 qos pfc-watchdog state enable
nv set interface swp18s0 type swp
nv set interface swp18s1 acl STORAGE-STORAGE inbound
nv set interface swp18s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp18s1 description 'storage4 storage1'
nv set interface swp18s1 ipv4 address 10.144.0.71/31
nv set interface swp18s1 link fec rs
nv set interface swp18s1 link mtu 9216
nv set interface swp18s1 link speed 400G
nv set interface swp18s1 link state up
nv set interface swp18s1 qos pfc-watchdog state enable
nv set interface swp18s1 type swp
nv set interface swp19 link breakout 2x
nv set interface swp19 type swp
nv set interface swp19s0 acl STORAGE-STORAGE inbound
nv set interface swp19s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp19s0 description 'storage5 storage1'
nv set interface swp19s0 ipv4 address 10.144.0.73/31
nv set interface swp19s0 link fec rs
nv set interface swp19s0 link mtu 9216
nv set interface swp19s0 link speed 400G
nv set interface swp19s0 link state up
nv set interface swp19s0 qos pfc-watchdog state enable
nv set interface swp19s0 type swp
nv set interface swp19s1 acl STORAGE-STORAGE inbound
nv set interface swp19s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp19s1 description 'storage6 storage1'
nv set interface swp19s1 ipv4 address 10.144.0.75/31
nv set interface swp19s1 link fec rs
nv set interface swp19s1 link mtu 9216
nv set interface swp19s1 link speed 400G
nv set interface swp19s1 link state up
nv set interface swp19s1 qos pfc-watchdog state enable
nv set interface swp19s1 type swp
nv set interface swp20 link breakout 2x
nv set interface swp20 type swp
nv set interface swp20s0 acl STORAGE-STORAGE inbound
nv set interface swp20s0 acl STORAGE-STORAGE-V6 inbound
nv set interface swp20s0 description 'storage7 storage1'
nv set interface swp20s0 ipv4 address 10.144.0.77/31
nv set interface swp20s0 link fec rs
nv set interface swp20s0 link mtu 9216
nv set interface swp20s0 link speed 400G
nv set interface swp20s0 link state up
nv set interface swp20s0 qos pfc-watchdog state enable
nv set interface swp20s0 type swp
nv set interface swp20s1 acl STORAGE-STORAGE inbound
nv set interface swp20s1 acl STORAGE-STORAGE-V6 inbound
nv set interface swp20s1 description 'storage8 storage1'
nv set interface swp20s1 ipv4 address 10.144.0.79/31
nv set interface swp20s1 link fec rs
nv set interface swp20s1 link mtu 9216
nv set interface swp20s1 link speed 400G
nv set interface swp20s1 link state up
nv set interface swp20s1 qos pfc-watchdog state enable
nv set interface swp20s1 type swp
nv set interface swp21 link state down
nv set interface swp21 type swp
nv set interface swp22 link state down
nv set interface swp22 type swp
nv set interface swp23 link state down
nv set interface swp23 type swp
nv set interface swp24 link state down
nv set interface swp24 type swp
nv set interface swp25 link state down
nv set interface swp25 type swp
nv set interface swp26 link state down
nv set interface swp26 type swp
nv set interface swp27 link state down
nv set interface swp27 type swp
nv set interface swp28 link state down
nv set interface swp28 type swp
nv set interface swp29 link state down
nv set interface swp29 type swp
nv set interface swp30 link state down
nv set interface swp30 type swp
nv set interface swp31 link state down
nv set interface swp31 type swp
nv set interface swp32 link state down
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
nv set interface swp48 link state down
nv set interface swp48 type swp
nv set interface swp49 link state down
nv set interface swp49 type swp
nv set interface swp50 link state down
nv set interface swp50 type swp
nv set interface swp51 link state down
nv set interface swp51 type swp
nv set interface swp52 link state down
nv set interface swp52 type swp
nv set interface swp53 link state down
nv set interface swp53 type swp
nv set interface swp54 link state down
nv set interface swp54 type swp
nv set interface swp55 link state down
nv set interface swp55 type swp
nv set interface swp56 link state down
nv set interface swp56 type swp
nv set interface swp57 link state down
nv set interface swp57 type swp
nv set interface swp58 link state down
nv set interface swp58 type swp
nv set interface swp59 link state down
nv set interface swp59 type swp
nv set interface swp60 link state down
nv set interface swp60 type swp
nv set interface swp61 link state down
nv set interface swp61 type swp
nv set interface swp62 link state down
nv set interface swp62 type swp
nv set interface swp63 link breakout 2x
nv set interface swp63 type swp
nv set interface swp63s0 description 'storage-leaf1 swp63s0'
nv set interface swp63s0 link fec rs
nv set interface swp63s0 link mtu 9216
nv set interface swp63s0 link speed 400G
nv set interface swp63s0 link state up
nv set interface swp63s0 qos pfc-watchdog state enable
nv set interface swp63s0 router adaptive-routing state enabled
nv set interface swp63s0 type swp
nv set interface swp63s1 description 'storage-leaf1 swp63s1'
nv set interface swp63s1 link fec rs
nv set interface swp63s1 link mtu 9216
nv set interface swp63s1 link speed 400G
nv set interface swp63s1 link state up
nv set interface swp63s1 qos pfc-watchdog state enable
nv set interface swp63s1 router adaptive-routing state enabled
nv set interface swp63s1 type swp
nv set interface swp64 link breakout 2x
nv set interface swp64 type swp
nv set interface swp64s0 description 'storage-leaf1 swp64s0'
nv set interface swp64s0 link fec rs
nv set interface swp64s0 link mtu 9216
nv set interface swp64s0 link speed 400G
nv set interface swp64s0 link state up
nv set interface swp64s0 qos pfc-watchdog state enable
nv set interface swp64s0 router adaptive-routing state enabled
nv set interface swp64s0 type swp
nv set interface swp64s1 description 'storage-leaf1 swp64s1'
nv set interface swp64s1 link fec rs
nv set interface swp64s1 link mtu 9216
nv set interface swp64s1 link speed 400G
nv set interface swp64s1 link state up
nv set interface swp64s1 qos pfc-watchdog state enable
nv set interface swp64s1 router adaptive-routing state enabled
nv set interface swp64s1 type swp
nv set qos congestion-control default-global traffic-class 3 ecn enable
nv set qos congestion-control default-global traffic-class 3 max-threshold 1500000
nv set qos congestion-control default-global traffic-class 3 min-threshold 150000
nv set qos congestion-control default-global traffic-class 3 probability 100
nv set qos mapping default-global dscp 24 switch-priority 0
nv set qos mapping default-global dscp 25 switch-priority 0
nv set qos mapping default-global dscp 26 switch-priority 3
nv set qos mapping default-global dscp 27 switch-priority 0
nv set qos mapping default-global dscp 28 switch-priority 0
nv set qos mapping default-global dscp 29 switch-priority 0
nv set qos mapping default-global dscp 30 switch-priority 0
nv set qos mapping default-global dscp 31 switch-priority 0
nv set qos mapping default-global dscp 48 switch-priority 6
nv set qos mapping default-global dscp 49 switch-priority 0
nv set qos mapping default-global dscp 50 switch-priority 0
nv set qos mapping default-global dscp 51 switch-priority 0
nv set qos mapping default-global dscp 52 switch-priority 0
nv set qos mapping default-global dscp 53 switch-priority 0
nv set qos mapping default-global dscp 54 switch-priority 0
nv set qos mapping default-global dscp 55 switch-priority 0
nv set qos mapping default-global trust both
nv set qos roce cable-length 15
nv set qos roce mode lossless
nv set qos roce state enabled
nv set router adaptive-routing state enabled
nv set router bfd profile FABRIC
nv set router bfd state enabled
nv set router bgp autonomous-system 4210000002
nv set router bgp router-id 10.226.0.2
nv set router bgp state enabled
nv set router policy prefix-list FABRIC rule 5 action permit
nv set router policy prefix-list FABRIC rule 5 match 10.226.0.0/15 max-prefix-len 32
nv set router policy prefix-list FABRIC rule 5 match 10.226.0.0/15 min-prefix-len 32
nv set router policy prefix-list FABRIC rule 10 action permit
nv set router policy prefix-list FABRIC rule 10 match 10.128.0.0/11 max-prefix-len 24
nv set router policy prefix-list FABRIC rule 10 match 10.128.0.0/11 min-prefix-len 24
nv set router policy prefix-list FABRIC type ipv4
nv set router policy prefix-list OWN rule 5 action permit
nv set router policy prefix-list OWN rule 5 match 10.226.0.2/32
nv set router policy prefix-list OWN rule 10 action permit
nv set router policy prefix-list OWN rule 10 match 10.144.0.0/24
nv set router policy prefix-list OWN type ipv4
nv set router policy route-map ACCEPT rule 10 action permit
nv set router policy route-map ACCEPT rule 10 match ip-prefix-list FABRIC
nv set router policy route-map ACCEPT rule 10 match type ipv4
nv set router policy route-map ANNOUNCE rule 10 action permit
nv set router policy route-map ANNOUNCE rule 10 match ip-prefix-list OWN
nv set router policy route-map ANNOUNCE rule 10 match type ipv4
nv set system aaa authentication order tacacs local
nv set system aaa tacacs server 192.0.2.49 priority 1
nv set system aaa tacacs server 192.0.2.49 secret '{{clustergen_tacacs_key}}'
nv set system aaa tacacs vrf mgmt
nv set system control-plane acl acl-default-dos inbound
nv set system control-plane acl acl-default-whitelist inbound
nv set system dns server 192.0.2.53 vrf mgmt
nv set system gnmi-server certificate gnmi
nv set system gnmi-server listening-address 10.192.1.26
nv set system gnmi-server mtls ca-certificate gnmi-clients
nv set system gnmi-server port 9339
nv set system gnmi-server state enabled
nv set system hostname storage-leaf2
nv set system ntp server ntp1.example.net iburst enabled
nv set system ntp server ntp2.example.net iburst enabled
nv set system ntp state enabled
nv set system ntp vrf mgmt
nv set system snmp-server listening-address 10.192.1.26 vrf mgmt
nv set system snmp-server state enabled
nv set system snmp-server username clustergen auth-sha '{{clustergen_snmp_auth_passphrase}}' encrypt-aes '{{clustergen_snmp_priv_passphrase}}'
nv set system syslog server 192.0.2.54 vrf mgmt
nv set system timezone Etc/UTC
nv set vrf default router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf default router bgp address-family ipv4-unicast network 10.144.0.0/24
nv set vrf default router bgp address-family ipv4-unicast network 10.226.0.2/32
nv set vrf default router bgp address-family ipv4-unicast state enabled
nv set vrf default router bgp autonomous-system 4210000002
nv set vrf default router bgp neighbor swp63s0 peer-group PEERS
nv set vrf default router bgp neighbor swp63s0 type unnumbered
nv set vrf default router bgp neighbor swp63s1 peer-group PEERS
nv set vrf default router bgp neighbor swp63s1 type unnumbered
nv set vrf default router bgp neighbor swp64s0 peer-group PEERS
nv set vrf default router bgp neighbor swp64s0 type unnumbered
nv set vrf default router bgp neighbor swp64s1 peer-group PEERS
nv set vrf default router bgp neighbor swp64s1 type unnumbered
nv set vrf default router bgp path-selection multipath aspath-ignore enabled
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy inbound route-map ACCEPT
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy outbound route-map ANNOUNCE
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast prefix-limits inbound maximum 14
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast state enabled
nv set vrf default router bgp peer-group PEERS bfd profile FABRIC
nv set vrf default router bgp peer-group PEERS remote-as external
nv set vrf default router bgp router-id 10.226.0.2
nv set vrf default router bgp state enabled
nv set vrf default router static 10.144.0.0/24 address-family ipv4-unicast
nv set vrf default router static 10.144.0.0/24 via blackhole type blackhole
