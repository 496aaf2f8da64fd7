#!/bin/bash
# frontend-leaf1: leaf of the frontend fabric, Cumulus Linux 5.15.
# The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.
# Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.
# Print it through Ansible first: it refers to clustergen_tacacs_key, clustergen_snmp_auth_passphrase, clustergen_snmp_priv_passphrase.
set -eu
nv set acl FRONTEND-COMPUTE rule 1503 action deny
nv set acl FRONTEND-COMPUTE rule 1503 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1503 match ip source-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE rule 1503 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 1943 action deny
nv set acl FRONTEND-COMPUTE rule 1943 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1943 match ip source-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE rule 1943 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 5409 action deny
nv set acl FRONTEND-COMPUTE rule 5409 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 5409 match ip source-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE rule 5409 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 6712 action deny
nv set acl FRONTEND-COMPUTE rule 6712 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 6712 match ip source-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE rule 6712 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 6754 action deny
nv set acl FRONTEND-COMPUTE rule 6754 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 6754 match ip source-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE rule 6754 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 7170 action deny
nv set acl FRONTEND-COMPUTE rule 7170 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 7170 match ip source-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE rule 7170 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 7280 action deny
nv set acl FRONTEND-COMPUTE rule 7280 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 7280 match ip source-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE rule 7280 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 9011 action deny
nv set acl FRONTEND-COMPUTE rule 9011 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 9011 match ip source-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE rule 9011 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 9955 action deny
nv set acl FRONTEND-COMPUTE rule 9955 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 9955 match ip source-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE rule 9955 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 11065 action deny
nv set acl FRONTEND-COMPUTE rule 11065 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 11065 match ip source-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE rule 11065 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 11076 action deny
nv set acl FRONTEND-COMPUTE rule 11076 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 11076 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-COMPUTE rule 11076 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 12637 action deny
nv set acl FRONTEND-COMPUTE rule 12637 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 12637 match ip source-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE rule 12637 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 13134 action permit
nv set acl FRONTEND-COMPUTE rule 13134 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 13134 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 13134 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 13134 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-COMPUTE rule 13134 remark 'srun to inband/login'
nv set acl FRONTEND-COMPUTE rule 13174 action permit
nv set acl FRONTEND-COMPUTE rule 13174 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 13174 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 13174 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 13174 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 13174 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 13174 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 13517 action permit
nv set acl FRONTEND-COMPUTE rule 13517 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 13517 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 13517 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 13517 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 13517 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 13631 action permit
nv set acl FRONTEND-COMPUTE rule 13631 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 13631 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 13631 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 13631 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 13897 action permit
nv set acl FRONTEND-COMPUTE rule 13897 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 13897 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 13897 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 13897 match ip tcp dest-port 514
nv set acl FRONTEND-COMPUTE rule 13897 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE rule 13999 action permit
nv set acl FRONTEND-COMPUTE rule 13999 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-COMPUTE rule 13999 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 13999 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 13999 match ip tcp dest-port 2049
nv set acl FRONTEND-COMPUTE rule 13999 remark 'nfs to inband/storage'
nv set acl FRONTEND-COMPUTE rule 14556 action permit
nv set acl FRONTEND-COMPUTE rule 14556 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 14556 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 14556 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 14556 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 14556 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 14868 action permit
nv set acl FRONTEND-COMPUTE rule 14868 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 14868 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 14868 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 14868 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 14868 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 14868 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 15005 action permit
nv set acl FRONTEND-COMPUTE rule 15005 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 15005 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 15005 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 15005 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 15310 action permit
nv set acl FRONTEND-COMPUTE rule 15310 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 15310 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 15310 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 15310 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 15310 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 15310 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 15311 action permit
nv set acl FRONTEND-COMPUTE rule 15311 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 15311 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 15311 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 15311 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 15311 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 15311 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 15678 action permit
nv set acl FRONTEND-COMPUTE rule 15678 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 15678 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 15678 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 15678 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 15678 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 15788 action permit
nv set acl FRONTEND-COMPUTE rule 15788 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 15788 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 15788 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 15788 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 15788 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 15788 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 16991 action permit
nv set acl FRONTEND-COMPUTE rule 16991 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 16991 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 16991 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 16991 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 16991 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 17411 action permit
nv set acl FRONTEND-COMPUTE rule 17411 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 17411 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 17411 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 17411 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 17873 action permit
nv set acl FRONTEND-COMPUTE rule 17873 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 17873 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 17873 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 17873 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 17873 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 18181 action permit
nv set acl FRONTEND-COMPUTE rule 18181 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 18181 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 18181 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 18181 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 18181 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 18294 action permit
nv set acl FRONTEND-COMPUTE rule 18294 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 18294 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 18294 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 18294 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 18294 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 18345 action permit
nv set acl FRONTEND-COMPUTE rule 18345 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 18345 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 18345 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 18345 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 18345 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 19339 action permit
nv set acl FRONTEND-COMPUTE rule 19339 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 19339 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 19339 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 19339 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 19339 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 19452 action permit
nv set acl FRONTEND-COMPUTE rule 19452 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 19452 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 19452 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 19452 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 19452 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 19452 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 20103 action permit
nv set acl FRONTEND-COMPUTE rule 20103 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 20103 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 20103 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 20103 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 20103 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 20547 action permit
nv set acl FRONTEND-COMPUTE rule 20547 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 20547 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 20547 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 20547 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 20547 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 20824 action permit
nv set acl FRONTEND-COMPUTE rule 20824 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 20824 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 20824 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 20824 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 20824 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 20824 remark 'answers of slurmd to inband/control'
nv set acl FRONTEND-COMPUTE rule 20980 action permit
nv set acl FRONTEND-COMPUTE rule 20980 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 20980 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 20980 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 20980 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 20980 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 21205 action permit
nv set acl FRONTEND-COMPUTE rule 21205 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 21205 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 21205 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 21205 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 21205 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 21838 action permit
nv set acl FRONTEND-COMPUTE rule 21838 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 21838 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 21838 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 21838 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 21838 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 21838 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 22873 action permit
nv set acl FRONTEND-COMPUTE rule 22873 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 22873 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 22873 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 22873 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 22873 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 23153 action permit
nv set acl FRONTEND-COMPUTE rule 23153 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 23153 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 23153 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 23153 match ip tcp source-port 60001:63000
nv set acl FRONTEND-COMPUTE rule 23153 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 23153 remark 'answers of srun to inband/control'
nv set acl FRONTEND-COMPUTE rule 23177 action permit
nv set acl FRONTEND-COMPUTE rule 23177 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 23177 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 23177 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 23177 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 23417 action permit
nv set acl FRONTEND-COMPUTE rule 23417 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 23417 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 23417 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 23417 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 24201 action permit
nv set acl FRONTEND-COMPUTE rule 24201 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 24201 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 24201 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 24201 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 24201 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 24438 action permit
nv set acl FRONTEND-COMPUTE rule 24438 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 24438 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 24438 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 24438 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 24438 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 24997 action permit
nv set acl FRONTEND-COMPUTE rule 24997 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 24997 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 24997 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 24997 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 25506 action permit
nv set acl FRONTEND-COMPUTE rule 25506 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 25506 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 25506 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 25506 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 25506 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 25506 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 25616 action permit
nv set acl FRONTEND-COMPUTE rule 25616 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 25616 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 25616 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 25616 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 25616 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 25756 action permit
nv set acl FRONTEND-COMPUTE rule 25756 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 25756 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 25756 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 25756 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 25756 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 25756 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 25799 action permit
nv set acl FRONTEND-COMPUTE rule 25799 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 25799 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 25799 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 25799 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 26084 action permit
nv set acl FRONTEND-COMPUTE rule 26084 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 26084 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 26084 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 26084 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 26084 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 27222 action permit
nv set acl FRONTEND-COMPUTE rule 27222 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 27222 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 27222 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 27222 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 27222 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 27461 action permit
nv set acl FRONTEND-COMPUTE rule 27461 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 27461 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 27461 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 27461 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 27461 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 27661 action permit
nv set acl FRONTEND-COMPUTE rule 27661 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 27661 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 27661 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 27661 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 27661 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 27932 action permit
nv set acl FRONTEND-COMPUTE rule 27932 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 27932 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 27932 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 27932 match ip tcp dest-port 6514
nv set acl FRONTEND-COMPUTE rule 27932 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE rule 28578 action permit
nv set acl FRONTEND-COMPUTE rule 28578 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 28578 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 28578 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 28578 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 28578 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 28578 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 28605 action permit
nv set acl FRONTEND-COMPUTE rule 28605 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 28605 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 28605 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 28605 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 28605 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 28863 action permit
nv set acl FRONTEND-COMPUTE rule 28863 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 28863 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 28863 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 28863 match ip udp dest-port 123
nv set acl FRONTEND-COMPUTE rule 28863 remark 'ntp to inband/control'
nv set acl FRONTEND-COMPUTE rule 28878 action permit
nv set acl FRONTEND-COMPUTE rule 28878 match ip dest-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE rule 28878 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 28878 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 28878 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 29526 action permit
nv set acl FRONTEND-COMPUTE rule 29526 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 29526 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 29526 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 29526 match ip tcp dest-port 4460
nv set acl FRONTEND-COMPUTE rule 29526 remark 'nts-ke to inband/control'
nv set acl FRONTEND-COMPUTE rule 29854 action permit
nv set acl FRONTEND-COMPUTE rule 29854 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 29854 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 29854 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 29854 match ip tcp source-port 9400
nv set acl FRONTEND-COMPUTE rule 29854 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 29854 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE rule 29995 action permit
nv set acl FRONTEND-COMPUTE rule 29995 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 29995 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 29995 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 29995 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 29995 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 30073 action permit
nv set acl FRONTEND-COMPUTE rule 30073 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 30073 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 30073 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30073 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 30073 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 30152 action permit
nv set acl FRONTEND-COMPUTE rule 30152 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 30152 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 30152 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30152 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 30152 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 30152 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 30212 action permit
nv set acl FRONTEND-COMPUTE rule 30212 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 30212 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 30212 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30212 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 30212 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 30212 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 30221 action permit
nv set acl FRONTEND-COMPUTE rule 30221 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 30221 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 30221 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30221 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 30313 action permit
nv set acl FRONTEND-COMPUTE rule 30313 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 30313 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 30313 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30313 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 30313 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 30313 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 30428 action permit
nv set acl FRONTEND-COMPUTE rule 30428 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 30428 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 30428 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30428 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 30428 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 30678 action permit
nv set acl FRONTEND-COMPUTE rule 30678 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 30678 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 30678 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30678 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 30982 action permit
nv set acl FRONTEND-COMPUTE rule 30982 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 30982 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 30982 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 30982 match ip tcp dest-port 6819
nv set acl FRONTEND-COMPUTE rule 30982 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-COMPUTE rule 31160 action permit
nv set acl FRONTEND-COMPUTE rule 31160 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 31160 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 31160 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 31160 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 31160 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 31160 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 31977 action permit
nv set acl FRONTEND-COMPUTE rule 31977 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 31977 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 31977 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 31977 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 31977 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 31977 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 32012 action permit
nv set acl FRONTEND-COMPUTE rule 32012 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 32012 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 32012 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 32012 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 32348 action permit
nv set acl FRONTEND-COMPUTE rule 32348 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 32348 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 32348 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 32348 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 32348 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 32348 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 32356 action permit
nv set acl FRONTEND-COMPUTE rule 32356 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 32356 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 32356 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 32356 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 32356 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 32356 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 32360 action permit
nv set acl FRONTEND-COMPUTE rule 32360 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 32360 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 32360 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 32360 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 32360 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 32360 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 32715 action permit
nv set acl FRONTEND-COMPUTE rule 32715 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 32715 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 32715 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 32715 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 32715 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 32715 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 33431 action permit
nv set acl FRONTEND-COMPUTE rule 33431 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 33431 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 33431 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 33431 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 33431 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 33431 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 33544 action permit
nv set acl FRONTEND-COMPUTE rule 33544 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 33544 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 33544 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 33544 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 33544 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 33621 action permit
nv set acl FRONTEND-COMPUTE rule 33621 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 33621 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 33621 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 33621 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 33621 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 33621 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 33849 action permit
nv set acl FRONTEND-COMPUTE rule 33849 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 33849 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 33849 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 33849 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 33849 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 33849 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 33876 action permit
nv set acl FRONTEND-COMPUTE rule 33876 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 33876 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 33876 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 33876 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 33876 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 34713 action permit
nv set acl FRONTEND-COMPUTE rule 34713 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 34713 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 34713 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 34713 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 34846 action permit
nv set acl FRONTEND-COMPUTE rule 34846 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 34846 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 34846 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 34846 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 34846 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 34983 action permit
nv set acl FRONTEND-COMPUTE rule 34983 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 34983 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 34983 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 34983 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 35186 action permit
nv set acl FRONTEND-COMPUTE rule 35186 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 35186 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 35186 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 35186 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 35186 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 35186 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 35429 action permit
nv set acl FRONTEND-COMPUTE rule 35429 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 35429 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 35429 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 35429 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 35429 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 35429 remark 'answers of slurmd to inband/login'
nv set acl FRONTEND-COMPUTE rule 35524 action permit
nv set acl FRONTEND-COMPUTE rule 35524 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 35524 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 35524 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 35524 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 35545 action permit
nv set acl FRONTEND-COMPUTE rule 35545 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 35545 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 35545 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 35545 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 35545 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 35545 remark 'answers of ssh to inband/login'
nv set acl FRONTEND-COMPUTE rule 36249 action permit
nv set acl FRONTEND-COMPUTE rule 36249 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 36249 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 36249 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 36249 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 36249 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 36249 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 36386 action permit
nv set acl FRONTEND-COMPUTE rule 36386 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 36386 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 36386 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 36386 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 36386 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 36622 action permit
nv set acl FRONTEND-COMPUTE rule 36622 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 36622 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 36622 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 36622 match ip tcp dest-port 53
nv set acl FRONTEND-COMPUTE rule 36622 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-COMPUTE rule 36717 action permit
nv set acl FRONTEND-COMPUTE rule 36717 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 36717 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 36717 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 36717 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 36717 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 36717 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 37336 action permit
nv set acl FRONTEND-COMPUTE rule 37336 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 37336 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 37336 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 37336 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 37336 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 37336 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 38124 action permit
nv set acl FRONTEND-COMPUTE rule 38124 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 38124 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 38124 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 38124 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 38259 action permit
nv set acl FRONTEND-COMPUTE rule 38259 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 38259 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 38259 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 38259 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 38259 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 38575 action permit
nv set acl FRONTEND-COMPUTE rule 38575 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 38575 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 38575 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 38575 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 38679 action permit
nv set acl FRONTEND-COMPUTE rule 38679 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 38679 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 38679 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 38679 match ip tcp source-port 8888
nv set acl FRONTEND-COMPUTE rule 38679 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 38679 remark 'answers of tcp/8888 to inband/login'
nv set acl FRONTEND-COMPUTE rule 38839 action permit
nv set acl FRONTEND-COMPUTE rule 38839 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 38839 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 38839 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 38839 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 38892 action permit
nv set acl FRONTEND-COMPUTE rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE rule 38892 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 38892 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-COMPUTE rule 38892 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE rule 38983 action permit
nv set acl FRONTEND-COMPUTE rule 38983 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 38983 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 38983 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 38983 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 38983 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 38983 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 38995 action permit
nv set acl FRONTEND-COMPUTE rule 38995 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 38995 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 38995 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 38995 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 38995 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 38995 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 39067 action permit
nv set acl FRONTEND-COMPUTE rule 39067 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 39067 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 39067 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 39067 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 39067 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 39067 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-COMPUTE rule 39297 action permit
nv set acl FRONTEND-COMPUTE rule 39297 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 39297 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 39297 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 39297 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 39297 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 39297 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 39379 action permit
nv set acl FRONTEND-COMPUTE rule 39379 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 39379 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 39379 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 39379 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 39379 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 39379 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 39726 action permit
nv set acl FRONTEND-COMPUTE rule 39726 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 39726 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 39726 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 39726 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 39726 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 40052 action permit
nv set acl FRONTEND-COMPUTE rule 40052 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 40052 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 40052 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 40052 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 40052 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 40052 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 40184 action permit
nv set acl FRONTEND-COMPUTE rule 40184 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 40184 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 40184 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 40184 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 40184 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 40699 action permit
nv set acl FRONTEND-COMPUTE rule 40699 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 40699 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 40699 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 40699 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 40699 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 40699 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 41260 action permit
nv set acl FRONTEND-COMPUTE rule 41260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 41260 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 41260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 41260 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE rule 41260 remark 'dhcp to inband/control'
nv set acl FRONTEND-COMPUTE rule 41310 action permit
nv set acl FRONTEND-COMPUTE rule 41310 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 41310 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 41310 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 41310 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 41310 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 41724 action permit
nv set acl FRONTEND-COMPUTE rule 41724 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 41724 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 41724 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 41724 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 41724 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 43145 action permit
nv set acl FRONTEND-COMPUTE rule 43145 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 43145 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 43145 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 43145 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 43145 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 43422 action permit
nv set acl FRONTEND-COMPUTE rule 43422 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 43422 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 43422 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 43422 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 43422 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 43422 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 43642 action permit
nv set acl FRONTEND-COMPUTE rule 43642 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 43642 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 43642 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 43642 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 43642 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 43642 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 43733 action permit
nv set acl FRONTEND-COMPUTE rule 43733 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 43733 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 43733 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 43733 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 43733 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 43999 action permit
nv set acl FRONTEND-COMPUTE rule 43999 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 43999 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 43999 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 43999 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 43999 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 43999 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 44057 action permit
nv set acl FRONTEND-COMPUTE rule 44057 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 44057 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 44057 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 44057 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 44057 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 44057 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 44091 action permit
nv set acl FRONTEND-COMPUTE rule 44091 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 44091 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 44091 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 44091 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 44091 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 44379 action permit
nv set acl FRONTEND-COMPUTE rule 44379 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 44379 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 44379 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 44379 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 44379 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 44723 action permit
nv set acl FRONTEND-COMPUTE rule 44723 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 44723 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 44723 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 44723 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 44723 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 45530 action permit
nv set acl FRONTEND-COMPUTE rule 45530 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 45530 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 45530 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 45530 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 46011 action permit
nv set acl FRONTEND-COMPUTE rule 46011 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 46011 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 46011 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 46011 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 46011 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 46096 action permit
nv set acl FRONTEND-COMPUTE rule 46096 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 46096 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 46096 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 46096 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 46096 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 46206 action permit
nv set acl FRONTEND-COMPUTE rule 46206 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 46206 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 46206 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 46206 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 46206 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 46206 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 46643 action permit
nv set acl FRONTEND-COMPUTE rule 46643 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 46643 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 46643 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 46643 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 46643 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 46643 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 47238 action permit
nv set acl FRONTEND-COMPUTE rule 47238 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 47238 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 47238 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 47238 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 47238 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 47238 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 47286 action permit
nv set acl FRONTEND-COMPUTE rule 47286 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE rule 47286 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 47286 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 47286 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE rule 47286 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE rule 47370 action permit
nv set acl FRONTEND-COMPUTE rule 47370 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 47370 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 47370 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 47370 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 47370 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 47370 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 48104 action permit
nv set acl FRONTEND-COMPUTE rule 48104 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 48104 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 48104 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 48104 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 48104 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 48104 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 48428 action permit
nv set acl FRONTEND-COMPUTE rule 48428 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 48428 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 48428 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 48428 match ip tcp source-port 9100
nv set acl FRONTEND-COMPUTE rule 48428 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 48428 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE rule 48585 action permit
nv set acl FRONTEND-COMPUTE rule 48585 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 48585 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 48585 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 48585 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 48585 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 48607 action permit
nv set acl FRONTEND-COMPUTE rule 48607 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 48607 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 48607 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 48607 match ip tcp dest-port 80
nv set acl FRONTEND-COMPUTE rule 48607 remark 'http to inband/control'
nv set acl FRONTEND-COMPUTE rule 49215 action permit
nv set acl FRONTEND-COMPUTE rule 49215 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 49215 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49215 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49215 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 49215 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 49223 action permit
nv set acl FRONTEND-COMPUTE rule 49223 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 49223 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49223 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49223 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 49223 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 49223 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 49239 action permit
nv set acl FRONTEND-COMPUTE rule 49239 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 49239 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49239 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49239 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 49239 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 49239 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 49280 action permit
nv set acl FRONTEND-COMPUTE rule 49280 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 49280 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49280 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49280 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 49280 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 49296 action permit
nv set acl FRONTEND-COMPUTE rule 49296 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 49296 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49296 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49296 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 49296 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 49296 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 49306 action permit
nv set acl FRONTEND-COMPUTE rule 49306 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 49306 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49306 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49306 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 49306 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 49783 action permit
nv set acl FRONTEND-COMPUTE rule 49783 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 49783 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49783 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49783 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 49783 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 49783 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 49926 action permit
nv set acl FRONTEND-COMPUTE rule 49926 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 49926 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 49926 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 49926 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 49926 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 49926 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 50196 action permit
nv set acl FRONTEND-COMPUTE rule 50196 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 50196 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 50196 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 50196 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 50196 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 50274 action permit
nv set acl FRONTEND-COMPUTE rule 50274 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 50274 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 50274 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 50274 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 50274 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 50274 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 50469 action permit
nv set acl FRONTEND-COMPUTE rule 50469 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 50469 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 50469 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 50469 match ip udp dest-port 53
nv set acl FRONTEND-COMPUTE rule 50469 remark 'dns to inband/control'
nv set acl FRONTEND-COMPUTE rule 51119 action permit
nv set acl FRONTEND-COMPUTE rule 51119 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 51119 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 51119 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 51119 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 51119 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 51162 action permit
nv set acl FRONTEND-COMPUTE rule 51162 match ip dest-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE rule 51162 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 51162 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 51162 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE rule 52347 action permit
nv set acl FRONTEND-COMPUTE rule 52347 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 52347 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 52347 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 52347 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 52347 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 52347 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 52380 action permit
nv set acl FRONTEND-COMPUTE rule 52380 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 52380 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 52380 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 52380 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 52380 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 52511 action permit
nv set acl FRONTEND-COMPUTE rule 52511 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 52511 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 52511 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 52511 match ip tcp dest-port 6817
nv set acl FRONTEND-COMPUTE rule 52511 remark 'slurmctld to inband/control'
nv set acl FRONTEND-COMPUTE rule 52759 action permit
nv set acl FRONTEND-COMPUTE rule 52759 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 52759 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 52759 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 52759 match ip udp dest-port 514
nv set acl FRONTEND-COMPUTE rule 52759 remark 'syslog to inband/control'
nv set acl FRONTEND-COMPUTE rule 59062 action deny
nv set acl FRONTEND-COMPUTE rule 59062 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-COMPUTE rule 59062 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 59062 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 59294 action deny
nv set acl FRONTEND-COMPUTE rule 59294 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-COMPUTE rule 59294 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 59294 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 59560 action deny
nv set acl FRONTEND-COMPUTE rule 59560 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-COMPUTE rule 59560 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 59560 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 59857 action deny
nv set acl FRONTEND-COMPUTE rule 59857 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 59857 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 59857 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 59901 action deny
nv set acl FRONTEND-COMPUTE rule 59901 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-COMPUTE rule 59901 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 59901 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 60964 action deny
nv set acl FRONTEND-COMPUTE rule 60964 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-COMPUTE rule 60964 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 60964 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 61564 action permit
nv set acl FRONTEND-COMPUTE rule 61564 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 61564 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 61564 remark 'any to the site'
nv set acl FRONTEND-COMPUTE rule 65535 action deny
nv set acl FRONTEND-COMPUTE rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE type ipv4
nv set acl FRONTEND-COMPUTE-BLUE rule 1383 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 1383 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 1383 match ip source-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE-BLUE rule 1383 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 2368 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 2368 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 2368 match ip source-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE-BLUE rule 2368 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 2385 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 2385 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 2385 match ip source-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE-BLUE rule 2385 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 3141 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 3141 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 3141 match ip source-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE-BLUE rule 3141 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 3905 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 3905 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 3905 match ip source-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE-BLUE rule 3905 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 6712 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 6712 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 6712 match ip source-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 6712 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 6754 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 6754 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 6754 match ip source-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-BLUE rule 6754 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 9633 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 9633 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 9633 match ip source-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE-BLUE rule 9633 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 11065 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 11065 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 11065 match ip source-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-BLUE rule 11065 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 11076 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 11076 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 11076 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-COMPUTE-BLUE rule 11076 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 11385 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 11385 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 11385 match ip source-ip 10.160.32.8/29
nv set acl FRONTEND-COMPUTE-BLUE rule 11385 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 11585 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 11585 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 11585 match ip source-ip 10.160.32.16/28
nv set acl FRONTEND-COMPUTE-BLUE rule 11585 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 11676 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 11676 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 11676 match ip source-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE-BLUE rule 11676 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 12349 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 12349 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 12349 match ip source-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE-BLUE rule 12349 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 12445 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 12445 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 12445 match ip source-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE-BLUE rule 12445 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 12637 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 12637 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 12637 match ip source-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-BLUE rule 12637 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 13093 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 13093 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 13093 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 13093 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 13093 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 13093 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 13093 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 13134 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 13134 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 13134 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 13134 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 13134 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-COMPUTE-BLUE rule 13134 remark 'srun to inband/login'
nv set acl FRONTEND-COMPUTE-BLUE rule 13897 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 13897 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 13897 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 13897 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 13897 match ip tcp dest-port 514
nv set acl FRONTEND-COMPUTE-BLUE rule 13897 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 13999 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 13999 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 13999 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 13999 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 13999 match ip tcp dest-port 2049
nv set acl FRONTEND-COMPUTE-BLUE rule 13999 remark 'nfs to inband/storage'
nv set acl FRONTEND-COMPUTE-BLUE rule 19505 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 19505 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 19505 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 19505 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 19505 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-BLUE rule 20824 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 20824 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 20824 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 20824 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 20824 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 20824 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 20824 remark 'answers of slurmd to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 21005 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 21005 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 21005 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 21005 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 21005 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 21005 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 21943 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 21943 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 21943 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 21943 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 21943 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 21943 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 21943 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 23153 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 23153 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 23153 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 23153 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 23153 match ip tcp source-port 60001:63000
nv set acl FRONTEND-COMPUTE-BLUE rule 23153 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 23153 remark 'answers of srun to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 23269 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 23269 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 23269 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 23269 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 23269 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 23269 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 27932 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 27932 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 27932 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 27932 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 27932 match ip tcp dest-port 6514
nv set acl FRONTEND-COMPUTE-BLUE rule 27932 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 28863 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 28863 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 28863 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 28863 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 28863 match ip udp dest-port 123
nv set acl FRONTEND-COMPUTE-BLUE rule 28863 remark 'ntp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 28878 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 28878 match ip dest-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-BLUE rule 28878 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 28878 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 28878 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-BLUE rule 29526 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 29526 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 29526 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 29526 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 29526 match ip tcp dest-port 4460
nv set acl FRONTEND-COMPUTE-BLUE rule 29526 remark 'nts-ke to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 29854 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 29854 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 29854 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 29854 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 29854 match ip tcp source-port 9400
nv set acl FRONTEND-COMPUTE-BLUE rule 29854 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 29854 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 30004 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 30004 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 30004 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 30004 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 30004 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 30004 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 30004 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 30286 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 30286 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 30286 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 30286 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 30286 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 30286 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 30286 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 30929 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 30929 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 30929 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 30929 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 30929 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 30929 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 30982 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 30982 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 30982 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 30982 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 30982 match ip tcp dest-port 6819
nv set acl FRONTEND-COMPUTE-BLUE rule 30982 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 33478 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 33478 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 33478 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 33478 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 33478 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 33478 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 33478 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 33524 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 33524 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 33524 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 33524 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 33524 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 33524 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 33856 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 33856 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 33856 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 33856 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 33856 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 33856 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 33856 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 35429 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 35429 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 35429 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 35429 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 35429 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 35429 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 35429 remark 'answers of slurmd to inband/login'
nv set acl FRONTEND-COMPUTE-BLUE rule 35545 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 35545 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 35545 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 35545 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 35545 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 35545 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 35545 remark 'answers of ssh to inband/login'
nv set acl FRONTEND-COMPUTE-BLUE rule 36156 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 36156 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 36156 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 36156 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 36156 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 36156 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 36622 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 36622 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 36622 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 36622 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 36622 match ip tcp dest-port 53
nv set acl FRONTEND-COMPUTE-BLUE rule 36622 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 37629 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 37629 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 37629 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 37629 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 37629 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-BLUE rule 38575 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 38575 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 38575 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 38575 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 38575 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-BLUE rule 38679 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 38679 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 38679 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 38679 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 38679 match ip tcp source-port 8888
nv set acl FRONTEND-COMPUTE-BLUE rule 38679 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 38679 remark 'answers of tcp/8888 to inband/login'
nv set acl FRONTEND-COMPUTE-BLUE rule 38788 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 38788 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 38788 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 38788 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 38788 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 38788 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 38788 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 38892 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-BLUE rule 38892 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 38892 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-COMPUTE-BLUE rule 38892 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-BLUE rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE-BLUE rule 39067 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 39067 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 39067 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 39067 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 39067 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 39067 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 39067 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 39104 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 39104 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 39104 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 39104 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 39104 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-BLUE rule 41260 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 41260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 41260 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 41260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 41260 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-BLUE rule 41260 remark 'dhcp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 42834 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 42834 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 42834 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 42834 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 42834 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 42834 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 43148 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 43148 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 43148 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 43148 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 43148 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 43148 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 45153 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 45153 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 45153 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 45153 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 45153 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 45153 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 45153 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 47286 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 47286 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-BLUE rule 47286 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 47286 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 47286 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-BLUE rule 47286 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE-BLUE rule 48428 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 48428 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 48428 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 48428 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 48428 match ip tcp source-port 9100
nv set acl FRONTEND-COMPUTE-BLUE rule 48428 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 48428 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 48607 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 48607 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 48607 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 48607 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 48607 match ip tcp dest-port 80
nv set acl FRONTEND-COMPUTE-BLUE rule 48607 remark 'http to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 50044 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 50044 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 50044 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 50044 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 50044 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 50044 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 50044 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 50317 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 50317 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 50317 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 50317 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 50317 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 50317 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 50469 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 50469 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 50469 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 50469 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 50469 match ip udp dest-port 53
nv set acl FRONTEND-COMPUTE-BLUE rule 50469 remark 'dns to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 51162 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 51162 match ip dest-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 51162 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 51162 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 51162 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-BLUE rule 51491 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 51491 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 51491 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 51491 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 51491 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 51491 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-BLUE rule 52511 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 52511 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 52511 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 52511 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 52511 match ip tcp dest-port 6817
nv set acl FRONTEND-COMPUTE-BLUE rule 52511 remark 'slurmctld to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 52759 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 52759 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 52759 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 52759 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 52759 match ip udp dest-port 514
nv set acl FRONTEND-COMPUTE-BLUE rule 52759 remark 'syslog to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 59062 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 59062 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-COMPUTE-BLUE rule 59062 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 59062 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 59294 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 59294 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-COMPUTE-BLUE rule 59294 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 59294 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 59560 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 59560 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-COMPUTE-BLUE rule 59560 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 59560 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 59857 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 59857 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 59857 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 59857 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 59901 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 59901 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-COMPUTE-BLUE rule 59901 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 59901 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 60964 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 60964 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-COMPUTE-BLUE rule 60964 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 60964 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 61564 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 61564 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 61564 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 61564 remark 'any to the site'
nv set acl FRONTEND-COMPUTE-BLUE rule 65535 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE type ipv4
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 10 action permit
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 20 action permit
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 30 action permit
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 65535 action deny
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE-V6 type ipv6
nv set acl FRONTEND-COMPUTE-RED rule 1383 action deny
nv set acl FRONTEND-COMPUTE-RED rule 1383 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 1383 match ip source-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE-RED rule 1383 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 1424 action deny
nv set acl FRONTEND-COMPUTE-RED rule 1424 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 1424 match ip source-ip 10.160.32.0/30
nv set acl FRONTEND-COMPUTE-RED rule 1424 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 2341 action deny
nv set acl FRONTEND-COMPUTE-RED rule 2341 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 2341 match ip source-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE-RED rule 2341 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 2368 action deny
nv set acl FRONTEND-COMPUTE-RED rule 2368 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 2368 match ip source-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE-RED rule 2368 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 2385 action deny
nv set acl FRONTEND-COMPUTE-RED rule 2385 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 2385 match ip source-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE-RED rule 2385 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 3141 action deny
nv set acl FRONTEND-COMPUTE-RED rule 3141 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 3141 match ip source-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE-RED rule 3141 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 3229 action deny
nv set acl FRONTEND-COMPUTE-RED rule 3229 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 3229 match ip source-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE-RED rule 3229 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 3667 action deny
nv set acl FRONTEND-COMPUTE-RED rule 3667 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 3667 match ip source-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE-RED rule 3667 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 3905 action deny
nv set acl FRONTEND-COMPUTE-RED rule 3905 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 3905 match ip source-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE-RED rule 3905 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 5019 action deny
nv set acl FRONTEND-COMPUTE-RED rule 5019 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 5019 match ip source-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE-RED rule 5019 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 5909 action deny
nv set acl FRONTEND-COMPUTE-RED rule 5909 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 5909 match ip source-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE-RED rule 5909 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 6712 action deny
nv set acl FRONTEND-COMPUTE-RED rule 6712 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 6712 match ip source-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-RED rule 6712 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 7170 action deny
nv set acl FRONTEND-COMPUTE-RED rule 7170 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 7170 match ip source-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-RED rule 7170 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 7472 action deny
nv set acl FRONTEND-COMPUTE-RED rule 7472 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 7472 match ip source-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE-RED rule 7472 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 9633 action deny
nv set acl FRONTEND-COMPUTE-RED rule 9633 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 9633 match ip source-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE-RED rule 9633 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 11076 action deny
nv set acl FRONTEND-COMPUTE-RED rule 11076 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 11076 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-COMPUTE-RED rule 11076 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 11676 action deny
nv set acl FRONTEND-COMPUTE-RED rule 11676 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 11676 match ip source-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE-RED rule 11676 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 12225 action deny
nv set acl FRONTEND-COMPUTE-RED rule 12225 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 12225 match ip source-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE-RED rule 12225 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 12349 action deny
nv set acl FRONTEND-COMPUTE-RED rule 12349 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 12349 match ip source-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE-RED rule 12349 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 12637 action deny
nv set acl FRONTEND-COMPUTE-RED rule 12637 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 12637 match ip source-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-RED rule 12637 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 13134 action permit
nv set acl FRONTEND-COMPUTE-RED rule 13134 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 13134 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 13134 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 13134 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-COMPUTE-RED rule 13134 remark 'srun to inband/login'
nv set acl FRONTEND-COMPUTE-RED rule 13897 action permit
nv set acl FRONTEND-COMPUTE-RED rule 13897 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 13897 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 13897 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 13897 match ip tcp dest-port 514
nv set acl FRONTEND-COMPUTE-RED rule 13897 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 13999 action permit
nv set acl FRONTEND-COMPUTE-RED rule 13999 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-COMPUTE-RED rule 13999 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 13999 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 13999 match ip tcp dest-port 2049
nv set acl FRONTEND-COMPUTE-RED rule 13999 remark 'nfs to inband/storage'
nv set acl FRONTEND-COMPUTE-RED rule 14889 action permit
nv set acl FRONTEND-COMPUTE-RED rule 14889 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 14889 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 14889 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 14889 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 14889 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 14889 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 15770 action permit
nv set acl FRONTEND-COMPUTE-RED rule 15770 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 15770 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 15770 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 15770 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 15770 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 17221 action permit
nv set acl FRONTEND-COMPUTE-RED rule 17221 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 17221 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 17221 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 17221 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 17221 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 19278 action permit
nv set acl FRONTEND-COMPUTE-RED rule 19278 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 19278 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 19278 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 19278 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 19278 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 19278 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 20125 action permit
nv set acl FRONTEND-COMPUTE-RED rule 20125 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 20125 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 20125 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 20125 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 20125 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 20125 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 20824 action permit
nv set acl FRONTEND-COMPUTE-RED rule 20824 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 20824 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 20824 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 20824 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 20824 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 20824 remark 'answers of slurmd to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 22703 action permit
nv set acl FRONTEND-COMPUTE-RED rule 22703 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 22703 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 22703 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 22703 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 22703 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 23153 action permit
nv set acl FRONTEND-COMPUTE-RED rule 23153 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 23153 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 23153 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 23153 match ip tcp source-port 60001:63000
nv set acl FRONTEND-COMPUTE-RED rule 23153 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 23153 remark 'answers of srun to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 23212 action permit
nv set acl FRONTEND-COMPUTE-RED rule 23212 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 23212 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 23212 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 23212 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 23217 action permit
nv set acl FRONTEND-COMPUTE-RED rule 23217 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 23217 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 23217 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 23217 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 23217 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 23217 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 26566 action permit
nv set acl FRONTEND-COMPUTE-RED rule 26566 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 26566 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 26566 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 26566 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 26566 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 27442 action permit
nv set acl FRONTEND-COMPUTE-RED rule 27442 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 27442 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 27442 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 27442 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 27442 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 27551 action permit
nv set acl FRONTEND-COMPUTE-RED rule 27551 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 27551 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 27551 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 27551 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 27551 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 27551 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 27932 action permit
nv set acl FRONTEND-COMPUTE-RED rule 27932 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 27932 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 27932 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 27932 match ip tcp dest-port 6514
nv set acl FRONTEND-COMPUTE-RED rule 27932 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 27965 action permit
nv set acl FRONTEND-COMPUTE-RED rule 27965 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 27965 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 27965 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 27965 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 27965 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 28690 action permit
nv set acl FRONTEND-COMPUTE-RED rule 28690 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 28690 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 28690 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 28690 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 28863 action permit
nv set acl FRONTEND-COMPUTE-RED rule 28863 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 28863 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 28863 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 28863 match ip udp dest-port 123
nv set acl FRONTEND-COMPUTE-RED rule 28863 remark 'ntp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 28870 action permit
nv set acl FRONTEND-COMPUTE-RED rule 28870 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 28870 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 28870 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 28870 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 28870 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 28870 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 28878 action permit
nv set acl FRONTEND-COMPUTE-RED rule 28878 match ip dest-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-RED rule 28878 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 28878 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 28878 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 29526 action permit
nv set acl FRONTEND-COMPUTE-RED rule 29526 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 29526 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 29526 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 29526 match ip tcp dest-port 4460
nv set acl FRONTEND-COMPUTE-RED rule 29526 remark 'nts-ke to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 29854 action permit
nv set acl FRONTEND-COMPUTE-RED rule 29854 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 29854 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 29854 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 29854 match ip tcp source-port 9400
nv set acl FRONTEND-COMPUTE-RED rule 29854 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 29854 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 29921 action permit
nv set acl FRONTEND-COMPUTE-RED rule 29921 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 29921 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 29921 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 29921 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 30982 action permit
nv set acl FRONTEND-COMPUTE-RED rule 30982 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 30982 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 30982 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 30982 match ip tcp dest-port 6819
nv set acl FRONTEND-COMPUTE-RED rule 30982 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 34542 action permit
nv set acl FRONTEND-COMPUTE-RED rule 34542 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 34542 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 34542 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 34542 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 34542 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 34542 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 35036 action permit
nv set acl FRONTEND-COMPUTE-RED rule 35036 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 35036 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 35036 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 35036 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 35036 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 35090 action permit
nv set acl FRONTEND-COMPUTE-RED rule 35090 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 35090 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 35090 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 35090 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 35090 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 35090 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 35429 action permit
nv set acl FRONTEND-COMPUTE-RED rule 35429 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 35429 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 35429 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 35429 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 35429 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 35429 remark 'answers of slurmd to inband/login'
nv set acl FRONTEND-COMPUTE-RED rule 35545 action permit
nv set acl FRONTEND-COMPUTE-RED rule 35545 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 35545 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 35545 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 35545 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 35545 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 35545 remark 'answers of ssh to inband/login'
nv set acl FRONTEND-COMPUTE-RED rule 36622 action permit
nv set acl FRONTEND-COMPUTE-RED rule 36622 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 36622 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 36622 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 36622 match ip tcp dest-port 53
nv set acl FRONTEND-COMPUTE-RED rule 36622 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 37506 action permit
nv set acl FRONTEND-COMPUTE-RED rule 37506 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 37506 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 37506 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 37506 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 37506 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 37506 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 37928 action permit
nv set acl FRONTEND-COMPUTE-RED rule 37928 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 37928 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 37928 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 37928 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 37928 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 38386 action permit
nv set acl FRONTEND-COMPUTE-RED rule 38386 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 38386 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 38386 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 38386 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 38386 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 38575 action permit
nv set acl FRONTEND-COMPUTE-RED rule 38575 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 38575 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 38575 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 38575 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 38679 action permit
nv set acl FRONTEND-COMPUTE-RED rule 38679 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 38679 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 38679 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 38679 match ip tcp source-port 8888
nv set acl FRONTEND-COMPUTE-RED rule 38679 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 38679 remark 'answers of tcp/8888 to inband/login'
nv set acl FRONTEND-COMPUTE-RED rule 38834 action permit
nv set acl FRONTEND-COMPUTE-RED rule 38834 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 38834 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 38834 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 38834 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 38834 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 38834 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 38859 action permit
nv set acl FRONTEND-COMPUTE-RED rule 38859 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 38859 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 38859 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 38859 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 38859 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 38859 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 38892 action permit
nv set acl FRONTEND-COMPUTE-RED rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-RED rule 38892 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 38892 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-COMPUTE-RED rule 38892 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-RED rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE-RED rule 39067 action permit
nv set acl FRONTEND-COMPUTE-RED rule 39067 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 39067 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 39067 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 39067 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 39067 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 39067 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 39438 action permit
nv set acl FRONTEND-COMPUTE-RED rule 39438 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 39438 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 39438 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 39438 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 39438 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 40742 action permit
nv set acl FRONTEND-COMPUTE-RED rule 40742 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 40742 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 40742 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 40742 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 40742 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 40742 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 41260 action permit
nv set acl FRONTEND-COMPUTE-RED rule 41260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 41260 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 41260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 41260 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-RED rule 41260 remark 'dhcp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 41413 action permit
nv set acl FRONTEND-COMPUTE-RED rule 41413 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 41413 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 41413 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 41413 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 41413 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 41413 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 41489 action permit
nv set acl FRONTEND-COMPUTE-RED rule 41489 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 41489 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 41489 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 41489 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 41489 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 41523 action permit
nv set acl FRONTEND-COMPUTE-RED rule 41523 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 41523 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 41523 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 41523 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 41671 action permit
nv set acl FRONTEND-COMPUTE-RED rule 41671 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 41671 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 41671 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 41671 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 43049 action permit
nv set acl FRONTEND-COMPUTE-RED rule 43049 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 43049 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 43049 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 43049 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 43049 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 43049 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 43221 action permit
nv set acl FRONTEND-COMPUTE-RED rule 43221 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 43221 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 43221 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 43221 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 43221 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 43221 remark 'answers of ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 45017 action permit
nv set acl FRONTEND-COMPUTE-RED rule 45017 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 45017 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 45017 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 45017 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 45364 action permit
nv set acl FRONTEND-COMPUTE-RED rule 45364 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 45364 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 45364 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 45364 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 45364 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 45502 action permit
nv set acl FRONTEND-COMPUTE-RED rule 45502 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 45502 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 45502 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 45502 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 45502 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 45502 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 45643 action permit
nv set acl FRONTEND-COMPUTE-RED rule 45643 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 45643 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 45643 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 45643 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 45643 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 45806 action permit
nv set acl FRONTEND-COMPUTE-RED rule 45806 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 45806 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 45806 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 45806 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 45806 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 45806 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 47159 action permit
nv set acl FRONTEND-COMPUTE-RED rule 47159 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 47159 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 47159 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 47159 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 47159 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 47286 action permit
nv set acl FRONTEND-COMPUTE-RED rule 47286 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-RED rule 47286 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 47286 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 47286 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-RED rule 47286 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE-RED rule 48428 action permit
nv set acl FRONTEND-COMPUTE-RED rule 48428 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 48428 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 48428 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 48428 match ip tcp source-port 9100
nv set acl FRONTEND-COMPUTE-RED rule 48428 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 48428 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 48607 action permit
nv set acl FRONTEND-COMPUTE-RED rule 48607 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 48607 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 48607 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 48607 match ip tcp dest-port 80
nv set acl FRONTEND-COMPUTE-RED rule 48607 remark 'http to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 49146 action permit
nv set acl FRONTEND-COMPUTE-RED rule 49146 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 49146 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 49146 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 49146 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 49146 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 50469 action permit
nv set acl FRONTEND-COMPUTE-RED rule 50469 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 50469 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 50469 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 50469 match ip udp dest-port 53
nv set acl FRONTEND-COMPUTE-RED rule 50469 remark 'dns to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 50590 action permit
nv set acl FRONTEND-COMPUTE-RED rule 50590 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 50590 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 50590 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 50590 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 50590 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 51162 action permit
nv set acl FRONTEND-COMPUTE-RED rule 51162 match ip dest-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-RED rule 51162 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 51162 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 51162 remark 'icmp to inband'
nv set acl FRONTEND-COMPUTE-RED rule 52185 action permit
nv set acl FRONTEND-COMPUTE-RED rule 52185 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 52185 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 52185 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 52185 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 52185 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 52349 action permit
nv set acl FRONTEND-COMPUTE-RED rule 52349 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 52349 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 52349 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 52349 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 52349 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 52511 action permit
nv set acl FRONTEND-COMPUTE-RED rule 52511 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 52511 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 52511 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 52511 match ip tcp dest-port 6817
nv set acl FRONTEND-COMPUTE-RED rule 52511 remark 'slurmctld to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 52759 action permit
nv set acl FRONTEND-COMPUTE-RED rule 52759 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 52759 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 52759 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 52759 match ip udp dest-port 514
nv set acl FRONTEND-COMPUTE-RED rule 52759 remark 'syslog to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 52808 action permit
nv set acl FRONTEND-COMPUTE-RED rule 52808 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 52808 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 52808 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 52808 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 52808 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 52808 remark 'answers of slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE-RED rule 59062 action deny
nv set acl FRONTEND-COMPUTE-RED rule 59062 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-COMPUTE-RED rule 59062 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 59062 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 59294 action deny
nv set acl FRONTEND-COMPUTE-RED rule 59294 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-COMPUTE-RED rule 59294 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 59294 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 59560 action deny
nv set acl FRONTEND-COMPUTE-RED rule 59560 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-COMPUTE-RED rule 59560 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 59560 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 59857 action deny
nv set acl FRONTEND-COMPUTE-RED rule 59857 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 59857 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 59857 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 59901 action deny
nv set acl FRONTEND-COMPUTE-RED rule 59901 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-COMPUTE-RED rule 59901 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 59901 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 60964 action deny
nv set acl FRONTEND-COMPUTE-RED rule 60964 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-COMPUTE-RED rule 60964 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 60964 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 61564 action permit
nv set acl FRONTEND-COMPUTE-RED rule 61564 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 61564 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 61564 remark 'any to the site'
nv set acl FRONTEND-COMPUTE-RED rule 65535 action deny
nv set acl FRONTEND-COMPUTE-RED rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-RED rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-RED type ipv4
nv set acl FRONTEND-COMPUTE-RED-V6 rule 10 action permit
nv set acl FRONTEND-COMPUTE-RED-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-COMPUTE-RED-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-RED-V6 rule 20 action permit
nv set acl FRONTEND-COMPUTE-RED-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-COMPUTE-RED-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-RED-V6 rule 30 action permit
nv set acl FRONTEND-COMPUTE-RED-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-COMPUTE-RED-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-RED-V6 rule 65535 action deny
nv set acl FRONTEND-COMPUTE-RED-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-RED-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-RED-V6 type ipv6
nv set acl FRONTEND-COMPUTE-V6 rule 10 action permit
nv set acl FRONTEND-COMPUTE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-COMPUTE-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-V6 rule 20 action permit
nv set acl FRONTEND-COMPUTE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-COMPUTE-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-V6 rule 30 action permit
nv set acl FRONTEND-COMPUTE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-COMPUTE-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-V6 rule 65535 action deny
nv set acl FRONTEND-COMPUTE-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-V6 type ipv6
nv set acl FRONTEND-CONTROL rule 8709 action deny
nv set acl FRONTEND-CONTROL rule 8709 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 8709 match ip source-ip 10.160.0.0/18
nv set acl FRONTEND-CONTROL rule 8709 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 8746 action deny
nv set acl FRONTEND-CONTROL rule 8746 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 8746 match ip source-ip 10.170.4.0/23
nv set acl FRONTEND-CONTROL rule 8746 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 10831 action deny
nv set acl FRONTEND-CONTROL rule 10831 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 10831 match ip source-ip 10.170.0.0/22
nv set acl FRONTEND-CONTROL rule 10831 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 11076 action deny
nv set acl FRONTEND-CONTROL rule 11076 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 11076 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-CONTROL rule 11076 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 11440 action deny
nv set acl FRONTEND-CONTROL rule 11440 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 11440 match ip source-ip 10.160.64.0/19
nv set acl FRONTEND-CONTROL rule 11440 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 13134 action permit
nv set acl FRONTEND-CONTROL rule 13134 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 13134 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 13134 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 13134 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-CONTROL rule 13134 remark 'srun to inband/login'
nv set acl FRONTEND-CONTROL rule 13155 action permit
nv set acl FRONTEND-CONTROL rule 13155 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 13155 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 13155 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 13155 match ip tcp source-port 6817
nv set acl FRONTEND-CONTROL rule 13155 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 13155 remark 'answers of slurmctld to inband/login'
nv set acl FRONTEND-CONTROL rule 13897 action permit
nv set acl FRONTEND-CONTROL rule 13897 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 13897 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 13897 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 13897 match ip tcp dest-port 514
nv set acl FRONTEND-CONTROL rule 13897 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-CONTROL rule 13999 action permit
nv set acl FRONTEND-CONTROL rule 13999 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-CONTROL rule 13999 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 13999 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 13999 match ip tcp dest-port 2049
nv set acl FRONTEND-CONTROL rule 13999 remark 'nfs to inband/storage'
nv set acl FRONTEND-CONTROL rule 16024 action permit
nv set acl FRONTEND-CONTROL rule 16024 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 16024 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 16024 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 16024 match ip tcp source-port 514
nv set acl FRONTEND-CONTROL rule 16024 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 16024 remark 'answers of syslog-tcp to inband'
nv set acl FRONTEND-CONTROL rule 17562 action permit
nv set acl FRONTEND-CONTROL rule 17562 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 17562 match ip protocol icmp
nv set acl FRONTEND-CONTROL rule 17562 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 17562 remark 'icmp to inband'
nv set acl FRONTEND-CONTROL rule 17656 action permit
nv set acl FRONTEND-CONTROL rule 17656 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 17656 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 17656 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 17656 match ip tcp source-port 514
nv set acl FRONTEND-CONTROL rule 17656 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 17656 remark 'answers of syslog-tcp to inband'
nv set acl FRONTEND-CONTROL rule 17928 action permit
nv set acl FRONTEND-CONTROL rule 17928 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 17928 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 17928 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 17928 match ip tcp source-port 6817
nv set acl FRONTEND-CONTROL rule 17928 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 17928 remark 'answers of slurmctld to inband/compute'
nv set acl FRONTEND-CONTROL rule 19265 action permit
nv set acl FRONTEND-CONTROL rule 19265 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 19265 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 19265 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 19265 match ip tcp source-port 80
nv set acl FRONTEND-CONTROL rule 19265 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 19265 remark 'answers of http to inband'
nv set acl FRONTEND-CONTROL rule 20824 action permit
nv set acl FRONTEND-CONTROL rule 20824 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 20824 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 20824 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 20824 match ip tcp source-port 6818
nv set acl FRONTEND-CONTROL rule 20824 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 20824 remark 'answers of slurmd to inband/control'
nv set acl FRONTEND-CONTROL rule 21589 action permit
nv set acl FRONTEND-CONTROL rule 21589 match ip dest-ip 10.170.4.0/22
nv set acl FRONTEND-CONTROL rule 21589 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-CONTROL rule 21589 remark 'any to backup'
nv set acl FRONTEND-CONTROL rule 24024 action permit
nv set acl FRONTEND-CONTROL rule 24024 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 24024 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 24024 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 24024 match ip udp source-port 514
nv set acl FRONTEND-CONTROL rule 24024 remark 'answers of syslog to inband'
nv set acl FRONTEND-CONTROL rule 25073 action permit
nv set acl FRONTEND-CONTROL rule 25073 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 25073 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 25073 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 25073 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-CONTROL rule 25073 remark 'jobs to inband/control'
nv set acl FRONTEND-CONTROL rule 25976 action permit
nv set acl FRONTEND-CONTROL rule 25976 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 25976 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 25976 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 25976 match ip tcp source-port 4460
nv set acl FRONTEND-CONTROL rule 25976 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 25976 remark 'answers of nts-ke to inband'
nv set acl FRONTEND-CONTROL rule 27153 action permit
nv set acl FRONTEND-CONTROL rule 27153 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 27153 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 27153 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 27153 match ip tcp source-port 80
nv set acl FRONTEND-CONTROL rule 27153 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 27153 remark 'answers of http to inband'
nv set acl FRONTEND-CONTROL rule 27624 action permit
nv set acl FRONTEND-CONTROL rule 27624 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 27624 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 27624 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 27624 match ip tcp dest-port 6818
nv set acl FRONTEND-CONTROL rule 27624 remark 'slurmd to inband/compute'
nv set acl FRONTEND-CONTROL rule 27932 action permit
nv set acl FRONTEND-CONTROL rule 27932 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 27932 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 27932 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 27932 match ip tcp dest-port 6514
nv set acl FRONTEND-CONTROL rule 27932 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-CONTROL rule 28863 action permit
nv set acl FRONTEND-CONTROL rule 28863 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 28863 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 28863 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 28863 match ip udp dest-port 123
nv set acl FRONTEND-CONTROL rule 28863 remark 'ntp to inband/control'
nv set acl FRONTEND-CONTROL rule 29160 action permit
nv set acl FRONTEND-CONTROL rule 29160 match ip dest-ip 10.170.0.0/23
nv set acl FRONTEND-CONTROL rule 29160 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-CONTROL rule 29160 remark 'any to backup'
nv set acl FRONTEND-CONTROL rule 29492 action permit
nv set acl FRONTEND-CONTROL rule 29492 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 29492 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 29492 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 29492 match ip tcp dest-port 22
nv set acl FRONTEND-CONTROL rule 29492 remark 'ssh to inband'
nv set acl FRONTEND-CONTROL rule 29526 action permit
nv set acl FRONTEND-CONTROL rule 29526 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 29526 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 29526 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 29526 match ip tcp dest-port 4460
nv set acl FRONTEND-CONTROL rule 29526 remark 'nts-ke to inband/control'
nv set acl FRONTEND-CONTROL rule 29854 action permit
nv set acl FRONTEND-CONTROL rule 29854 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 29854 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 29854 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 29854 match ip tcp source-port 9400
nv set acl FRONTEND-CONTROL rule 29854 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 29854 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-CONTROL rule 30163 action permit
nv set acl FRONTEND-CONTROL rule 30163 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 30163 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 30163 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 30163 match ip tcp dest-port 22
nv set acl FRONTEND-CONTROL rule 30163 remark 'ssh to inband'
nv set acl FRONTEND-CONTROL rule 30356 action permit
nv set acl FRONTEND-CONTROL rule 30356 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 30356 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 30356 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 30356 match ip tcp dest-port 9100
nv set acl FRONTEND-CONTROL rule 30356 remark 'metrics to inband'
nv set acl FRONTEND-CONTROL rule 30982 action permit
nv set acl FRONTEND-CONTROL rule 30982 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 30982 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 30982 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 30982 match ip tcp dest-port 6819
nv set acl FRONTEND-CONTROL rule 30982 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-CONTROL rule 31100 action permit
nv set acl FRONTEND-CONTROL rule 31100 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 31100 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 31100 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 31100 match ip tcp source-port 6514
nv set acl FRONTEND-CONTROL rule 31100 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 31100 remark 'answers of syslog-tcp to inband'
nv set acl FRONTEND-CONTROL rule 31472 action permit
nv set acl FRONTEND-CONTROL rule 31472 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 31472 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 31472 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 31472 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-CONTROL rule 31472 remark 'srun to inband/compute'
nv set acl FRONTEND-CONTROL rule 32040 action permit
nv set acl FRONTEND-CONTROL rule 32040 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 32040 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 32040 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 32040 match ip udp source-port 123
nv set acl FRONTEND-CONTROL rule 32040 remark 'answers of ntp to inband'
nv set acl FRONTEND-CONTROL rule 33145 action permit
nv set acl FRONTEND-CONTROL rule 33145 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 33145 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 33145 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 33145 match ip tcp dest-port 9093:9094
nv set acl FRONTEND-CONTROL rule 33145 remark 'alertmanager to inband/control'
nv set acl FRONTEND-CONTROL rule 35173 action permit
nv set acl FRONTEND-CONTROL rule 35173 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 35173 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 35173 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 35173 match ip udp source-port 67
nv set acl FRONTEND-CONTROL rule 35173 remark 'answers of dhcp to inband'
nv set acl FRONTEND-CONTROL rule 35311 action permit
nv set acl FRONTEND-CONTROL rule 35311 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 35311 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 35311 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 35311 match ip udp source-port 514
nv set acl FRONTEND-CONTROL rule 35311 remark 'answers of syslog to inband'
nv set acl FRONTEND-CONTROL rule 36622 action permit
nv set acl FRONTEND-CONTROL rule 36622 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 36622 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 36622 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 36622 match ip tcp dest-port 53
nv set acl FRONTEND-CONTROL rule 36622 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-CONTROL rule 36709 action permit
nv set acl FRONTEND-CONTROL rule 36709 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-CONTROL rule 36709 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 36709 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 36709 match ip udp source-port 67
nv set acl FRONTEND-CONTROL rule 36709 remark 'offers of dhcp to who has no address yet (RFC 2131)'
nv set acl FRONTEND-CONTROL rule 36757 action permit
nv set acl FRONTEND-CONTROL rule 36757 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 36757 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 36757 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 36757 match ip tcp source-port 6819
nv set acl FRONTEND-CONTROL rule 36757 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 36757 remark 'answers of slurmdbd to inband/compute'
nv set acl FRONTEND-CONTROL rule 38492 action permit
nv set acl FRONTEND-CONTROL rule 38492 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 38492 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 38492 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 38492 match ip tcp source-port 6819
nv set acl FRONTEND-CONTROL rule 38492 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 38492 remark 'answers of slurmdbd to inband/login'
nv set acl FRONTEND-CONTROL rule 38575 action permit
nv set acl FRONTEND-CONTROL rule 38575 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 38575 match ip protocol icmp
nv set acl FRONTEND-CONTROL rule 38575 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 38575 remark 'icmp to inband'
nv set acl FRONTEND-CONTROL rule 38892 action permit
nv set acl FRONTEND-CONTROL rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-CONTROL rule 38892 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 38892 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-CONTROL rule 38892 match ip udp dest-port 67
nv set acl FRONTEND-CONTROL rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-CONTROL rule 39067 action permit
nv set acl FRONTEND-CONTROL rule 39067 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 39067 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 39067 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 39067 match ip tcp source-port 22
nv set acl FRONTEND-CONTROL rule 39067 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 39067 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-CONTROL rule 39630 action permit
nv set acl FRONTEND-CONTROL rule 39630 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 39630 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 39630 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 39630 match ip tcp source-port 53
nv set acl FRONTEND-CONTROL rule 39630 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 39630 remark 'answers of dns-tcp to inband'
nv set acl FRONTEND-CONTROL rule 40227 action permit
nv set acl FRONTEND-CONTROL rule 40227 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 40227 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 40227 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 40227 match ip tcp source-port 53
nv set acl FRONTEND-CONTROL rule 40227 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 40227 remark 'answers of dns-tcp to inband'
nv set acl FRONTEND-CONTROL rule 40260 action permit
nv set acl FRONTEND-CONTROL rule 40260 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 40260 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 40260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 40260 match ip tcp source-port 6514
nv set acl FRONTEND-CONTROL rule 40260 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 40260 remark 'answers of syslog-tcp to inband'
nv set acl FRONTEND-CONTROL rule 40409 action permit
nv set acl FRONTEND-CONTROL rule 40409 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 40409 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 40409 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 40409 match ip tcp dest-port 9400
nv set acl FRONTEND-CONTROL rule 40409 remark 'metrics to inband'
nv set acl FRONTEND-CONTROL rule 40475 action permit
nv set acl FRONTEND-CONTROL rule 40475 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 40475 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 40475 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 40475 match ip udp source-port 53
nv set acl FRONTEND-CONTROL rule 40475 remark 'answers of dns to inband'
nv set acl FRONTEND-CONTROL rule 41260 action permit
nv set acl FRONTEND-CONTROL rule 41260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 41260 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 41260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 41260 match ip udp dest-port 67
nv set acl FRONTEND-CONTROL rule 41260 remark 'dhcp to inband/control'
nv set acl FRONTEND-CONTROL rule 42581 action permit
nv set acl FRONTEND-CONTROL rule 42581 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 42581 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 42581 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 42581 match ip tcp source-port 6817
nv set acl FRONTEND-CONTROL rule 42581 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 42581 remark 'answers of slurmctld to inband/control'
nv set acl FRONTEND-CONTROL rule 43445 action permit
nv set acl FRONTEND-CONTROL rule 43445 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 43445 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 43445 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 43445 match ip tcp source-port 9093:9094
nv set acl FRONTEND-CONTROL rule 43445 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 43445 remark 'answers of alertmanager to inband/control'
nv set acl FRONTEND-CONTROL rule 45047 action permit
nv set acl FRONTEND-CONTROL rule 45047 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 45047 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 45047 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 45047 match ip udp dest-port 9094
nv set acl FRONTEND-CONTROL rule 45047 remark 'alertmanager-udp to inband/control'
nv set acl FRONTEND-CONTROL rule 46003 action permit
nv set acl FRONTEND-CONTROL rule 46003 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 46003 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 46003 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 46003 match ip tcp dest-port 6818
nv set acl FRONTEND-CONTROL rule 46003 remark 'slurmd to inband/control'
nv set acl FRONTEND-CONTROL rule 46558 action permit
nv set acl FRONTEND-CONTROL rule 46558 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 46558 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 46558 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 46558 match ip tcp source-port 6819
nv set acl FRONTEND-CONTROL rule 46558 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 46558 remark 'answers of slurmdbd to inband/control'
nv set acl FRONTEND-CONTROL rule 47286 action permit
nv set acl FRONTEND-CONTROL rule 47286 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-CONTROL rule 47286 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 47286 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 47286 match ip udp dest-port 67
nv set acl FRONTEND-CONTROL rule 47286 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-CONTROL rule 47495 action permit
nv set acl FRONTEND-CONTROL rule 47495 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 47495 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 47495 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 47495 match ip udp source-port 123
nv set acl FRONTEND-CONTROL rule 47495 remark 'answers of ntp to inband'
nv set acl FRONTEND-CONTROL rule 47816 action permit
nv set acl FRONTEND-CONTROL rule 47816 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 47816 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 47816 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 47816 match ip udp source-port 9094
nv set acl FRONTEND-CONTROL rule 47816 remark 'answers of alertmanager-udp to inband/control'
nv set acl FRONTEND-CONTROL rule 48339 action permit
nv set acl FRONTEND-CONTROL rule 48339 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 48339 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 48339 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 48339 match ip udp source-port 53
nv set acl FRONTEND-CONTROL rule 48339 remark 'answers of dns to inband'
nv set acl FRONTEND-CONTROL rule 48421 action permit
nv set acl FRONTEND-CONTROL rule 48421 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 48421 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 48421 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 48421 match ip tcp source-port 1024:65535
nv set acl FRONTEND-CONTROL rule 48421 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 48421 remark 'answers of jobs to inband/control'
nv set acl FRONTEND-CONTROL rule 48428 action permit
nv set acl FRONTEND-CONTROL rule 48428 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 48428 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 48428 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 48428 match ip tcp source-port 9100
nv set acl FRONTEND-CONTROL rule 48428 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 48428 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-CONTROL rule 48607 action permit
nv set acl FRONTEND-CONTROL rule 48607 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 48607 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 48607 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 48607 match ip tcp dest-port 80
nv set acl FRONTEND-CONTROL rule 48607 remark 'http to inband/control'
nv set acl FRONTEND-CONTROL rule 50469 action permit
nv set acl FRONTEND-CONTROL rule 50469 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 50469 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 50469 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 50469 match ip udp dest-port 53
nv set acl FRONTEND-CONTROL rule 50469 remark 'dns to inband/control'
nv set acl FRONTEND-CONTROL rule 50720 action permit
nv set acl FRONTEND-CONTROL rule 50720 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 50720 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 50720 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 50720 match ip tcp dest-port 9100
nv set acl FRONTEND-CONTROL rule 50720 remark 'metrics to inband'
nv set acl FRONTEND-CONTROL rule 51101 action permit
nv set acl FRONTEND-CONTROL rule 51101 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 51101 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 51101 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 51101 match ip udp source-port 67
nv set acl FRONTEND-CONTROL rule 51101 remark 'answers of dhcp to inband'
nv set acl FRONTEND-CONTROL rule 51479 action permit
nv set acl FRONTEND-CONTROL rule 51479 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 51479 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 51479 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 51479 match ip tcp dest-port 9400
nv set acl FRONTEND-CONTROL rule 51479 remark 'metrics to inband'
nv set acl FRONTEND-CONTROL rule 51830 action permit
nv set acl FRONTEND-CONTROL rule 51830 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 51830 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 51830 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 51830 match ip tcp source-port 4460
nv set acl FRONTEND-CONTROL rule 51830 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 51830 remark 'answers of nts-ke to inband'
nv set acl FRONTEND-CONTROL rule 52511 action permit
nv set acl FRONTEND-CONTROL rule 52511 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 52511 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 52511 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 52511 match ip tcp dest-port 6817
nv set acl FRONTEND-CONTROL rule 52511 remark 'slurmctld to inband/control'
nv set acl FRONTEND-CONTROL rule 52759 action permit
nv set acl FRONTEND-CONTROL rule 52759 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 52759 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 52759 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 52759 match ip udp dest-port 514
nv set acl FRONTEND-CONTROL rule 52759 remark 'syslog to inband/control'
nv set acl FRONTEND-CONTROL rule 59062 action deny
nv set acl FRONTEND-CONTROL rule 59062 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-CONTROL rule 59062 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 59062 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 59294 action deny
nv set acl FRONTEND-CONTROL rule 59294 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-CONTROL rule 59294 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 59294 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 59560 action deny
nv set acl FRONTEND-CONTROL rule 59560 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-CONTROL rule 59560 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 59560 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 59857 action deny
nv set acl FRONTEND-CONTROL rule 59857 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 59857 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 59857 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 59901 action deny
nv set acl FRONTEND-CONTROL rule 59901 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-CONTROL rule 59901 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 59901 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 60964 action deny
nv set acl FRONTEND-CONTROL rule 60964 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-CONTROL rule 60964 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 60964 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 61564 action permit
nv set acl FRONTEND-CONTROL rule 61564 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 61564 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 61564 remark 'any to the site'
nv set acl FRONTEND-CONTROL rule 65535 action deny
nv set acl FRONTEND-CONTROL rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-CONTROL rule 65535 match ip source-ip ANY
nv set acl FRONTEND-CONTROL type ipv4
nv set acl FRONTEND-CONTROL-V6 rule 10 action permit
nv set acl FRONTEND-CONTROL-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-CONTROL-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-CONTROL-V6 rule 20 action permit
nv set acl FRONTEND-CONTROL-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-CONTROL-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-CONTROL-V6 rule 30 action permit
nv set acl FRONTEND-CONTROL-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-CONTROL-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-CONTROL-V6 rule 65535 action deny
nv set acl FRONTEND-CONTROL-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-CONTROL-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-CONTROL-V6 type ipv6
nv set acl FRONTEND-LOGIN rule 1447 action deny
nv set acl FRONTEND-LOGIN rule 1447 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 1447 match ip source-ip 10.160.0.0/17
nv set acl FRONTEND-LOGIN rule 1447 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-LOGIN rule 3803 action deny
nv set acl FRONTEND-LOGIN rule 3803 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 3803 match ip source-ip 10.160.160.0/19
nv set acl FRONTEND-LOGIN rule 3803 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-LOGIN rule 6716 action deny
nv set acl FRONTEND-LOGIN rule 6716 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 6716 match ip source-ip 10.160.192.0/18
nv set acl FRONTEND-LOGIN rule 6716 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-LOGIN rule 13472 action permit
nv set acl FRONTEND-LOGIN rule 13472 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 13472 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 13472 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 13472 match ip tcp dest-port 22
nv set acl FRONTEND-LOGIN rule 13472 remark 'ssh to inband/compute'
nv set acl FRONTEND-LOGIN rule 13897 action permit
nv set acl FRONTEND-LOGIN rule 13897 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 13897 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 13897 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 13897 match ip tcp dest-port 514
nv set acl FRONTEND-LOGIN rule 13897 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-LOGIN rule 13999 action permit
nv set acl FRONTEND-LOGIN rule 13999 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-LOGIN rule 13999 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 13999 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 13999 match ip tcp dest-port 2049
nv set acl FRONTEND-LOGIN rule 13999 remark 'nfs to inband/storage'
nv set acl FRONTEND-LOGIN rule 17562 action permit
nv set acl FRONTEND-LOGIN rule 17562 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-LOGIN rule 17562 match ip protocol icmp
nv set acl FRONTEND-LOGIN rule 17562 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 17562 remark 'icmp to inband'
nv set acl FRONTEND-LOGIN rule 23153 action permit
nv set acl FRONTEND-LOGIN rule 23153 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 23153 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 23153 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 23153 match ip tcp source-port 60001:63000
nv set acl FRONTEND-LOGIN rule 23153 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 23153 remark 'answers of srun to inband/control'
nv set acl FRONTEND-LOGIN rule 27624 action permit
nv set acl FRONTEND-LOGIN rule 27624 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 27624 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 27624 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 27624 match ip tcp dest-port 6818
nv set acl FRONTEND-LOGIN rule 27624 remark 'slurmd to inband/compute'
nv set acl FRONTEND-LOGIN rule 27932 action permit
nv set acl FRONTEND-LOGIN rule 27932 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 27932 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 27932 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 27932 match ip tcp dest-port 6514
nv set acl FRONTEND-LOGIN rule 27932 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-LOGIN rule 28863 action permit
nv set acl FRONTEND-LOGIN rule 28863 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 28863 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 28863 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 28863 match ip udp dest-port 123
nv set acl FRONTEND-LOGIN rule 28863 remark 'ntp to inband/control'
nv set acl FRONTEND-LOGIN rule 29526 action permit
nv set acl FRONTEND-LOGIN rule 29526 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 29526 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 29526 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 29526 match ip tcp dest-port 4460
nv set acl FRONTEND-LOGIN rule 29526 remark 'nts-ke to inband/control'
nv set acl FRONTEND-LOGIN rule 29854 action permit
nv set acl FRONTEND-LOGIN rule 29854 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 29854 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 29854 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 29854 match ip tcp source-port 9400
nv set acl FRONTEND-LOGIN rule 29854 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 29854 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-LOGIN rule 30982 action permit
nv set acl FRONTEND-LOGIN rule 30982 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 30982 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 30982 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 30982 match ip tcp dest-port 6819
nv set acl FRONTEND-LOGIN rule 30982 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-LOGIN rule 36622 action permit
nv set acl FRONTEND-LOGIN rule 36622 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 36622 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 36622 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 36622 match ip tcp dest-port 53
nv set acl FRONTEND-LOGIN rule 36622 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-LOGIN rule 37506 action permit
nv set acl FRONTEND-LOGIN rule 37506 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 37506 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 37506 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 37506 match ip tcp source-port 60001:63000
nv set acl FRONTEND-LOGIN rule 37506 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 37506 remark 'answers of srun to inband/compute'
nv set acl FRONTEND-LOGIN rule 38575 action permit
nv set acl FRONTEND-LOGIN rule 38575 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-LOGIN rule 38575 match ip protocol icmp
nv set acl FRONTEND-LOGIN rule 38575 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 38575 remark 'icmp to inband'
nv set acl FRONTEND-LOGIN rule 38892 action permit
nv set acl FRONTEND-LOGIN rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-LOGIN rule 38892 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 38892 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-LOGIN rule 38892 match ip udp dest-port 67
nv set acl FRONTEND-LOGIN rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-LOGIN rule 39008 action permit
nv set acl FRONTEND-LOGIN rule 39008 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 39008 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 39008 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 39008 match ip tcp dest-port 8888
nv set acl FRONTEND-LOGIN rule 39008 remark 'tcp/8888 to inband/compute'
nv set acl FRONTEND-LOGIN rule 39067 action permit
nv set acl FRONTEND-LOGIN rule 39067 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 39067 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 39067 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 39067 match ip tcp source-port 22
nv set acl FRONTEND-LOGIN rule 39067 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 39067 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-LOGIN rule 41260 action permit
nv set acl FRONTEND-LOGIN rule 41260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 41260 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 41260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 41260 match ip udp dest-port 67
nv set acl FRONTEND-LOGIN rule 41260 remark 'dhcp to inband/control'
nv set acl FRONTEND-LOGIN rule 47286 action permit
nv set acl FRONTEND-LOGIN rule 47286 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-LOGIN rule 47286 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 47286 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 47286 match ip udp dest-port 67
nv set acl FRONTEND-LOGIN rule 47286 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-LOGIN rule 48428 action permit
nv set acl FRONTEND-LOGIN rule 48428 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 48428 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 48428 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 48428 match ip tcp source-port 9100
nv set acl FRONTEND-LOGIN rule 48428 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 48428 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-LOGIN rule 48607 action permit
nv set acl FRONTEND-LOGIN rule 48607 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 48607 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 48607 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 48607 match ip tcp dest-port 80
nv set acl FRONTEND-LOGIN rule 48607 remark 'http to inband/control'
nv set acl FRONTEND-LOGIN rule 50469 action permit
nv set acl FRONTEND-LOGIN rule 50469 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 50469 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 50469 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 50469 match ip udp dest-port 53
nv set acl FRONTEND-LOGIN rule 50469 remark 'dns to inband/control'
nv set acl FRONTEND-LOGIN rule 52511 action permit
nv set acl FRONTEND-LOGIN rule 52511 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 52511 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 52511 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 52511 match ip tcp dest-port 6817
nv set acl FRONTEND-LOGIN rule 52511 remark 'slurmctld to inband/control'
nv set acl FRONTEND-LOGIN rule 52759 action permit
nv set acl FRONTEND-LOGIN rule 52759 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 52759 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 52759 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 52759 match ip udp dest-port 514
nv set acl FRONTEND-LOGIN rule 52759 remark 'syslog to inband/control'
nv set acl FRONTEND-LOGIN rule 59062 action deny
nv set acl FRONTEND-LOGIN rule 59062 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-LOGIN rule 59062 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 59062 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 59294 action deny
nv set acl FRONTEND-LOGIN rule 59294 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-LOGIN rule 59294 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 59294 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 59560 action deny
nv set acl FRONTEND-LOGIN rule 59560 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-LOGIN rule 59560 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 59560 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 59857 action deny
nv set acl FRONTEND-LOGIN rule 59857 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 59857 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 59857 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 59901 action deny
nv set acl FRONTEND-LOGIN rule 59901 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-LOGIN rule 59901 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 59901 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 60964 action deny
nv set acl FRONTEND-LOGIN rule 60964 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-LOGIN rule 60964 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 60964 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 61564 action permit
nv set acl FRONTEND-LOGIN rule 61564 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 61564 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 61564 remark 'any to the site'
nv set acl FRONTEND-LOGIN rule 65535 action deny
nv set acl FRONTEND-LOGIN rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-LOGIN rule 65535 match ip source-ip ANY
nv set acl FRONTEND-LOGIN type ipv4
nv set acl FRONTEND-LOGIN-V6 rule 10 action permit
nv set acl FRONTEND-LOGIN-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-LOGIN-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-LOGIN-V6 rule 20 action permit
nv set acl FRONTEND-LOGIN-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-LOGIN-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-LOGIN-V6 rule 30 action permit
nv set acl FRONTEND-LOGIN-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-LOGIN-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-LOGIN-V6 rule 65535 action deny
nv set acl FRONTEND-LOGIN-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-LOGIN-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-LOGIN-V6 type ipv6
nv set acl FRONTEND-STORAGE rule 7535 action deny
nv set acl FRONTEND-STORAGE rule 7535 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 7535 match ip source-ip 10.170.6.0/23
nv set acl FRONTEND-STORAGE rule 7535 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 7983 action deny
nv set acl FRONTEND-STORAGE rule 7983 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 7983 match ip source-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 7983 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 8709 action deny
nv set acl FRONTEND-STORAGE rule 8709 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 8709 match ip source-ip 10.160.0.0/18
nv set acl FRONTEND-STORAGE rule 8709 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 10831 action deny
nv set acl FRONTEND-STORAGE rule 10831 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 10831 match ip source-ip 10.170.0.0/22
nv set acl FRONTEND-STORAGE rule 10831 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 11076 action deny
nv set acl FRONTEND-STORAGE rule 11076 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 11076 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-STORAGE rule 11076 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 13897 action permit
nv set acl FRONTEND-STORAGE rule 13897 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 13897 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 13897 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 13897 match ip tcp dest-port 514
nv set acl FRONTEND-STORAGE rule 13897 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-STORAGE rule 16673 action permit
nv set acl FRONTEND-STORAGE rule 16673 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-STORAGE rule 16673 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 16673 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 16673 match ip tcp source-port 2049
nv set acl FRONTEND-STORAGE rule 16673 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 16673 remark 'answers of nfs to inband/login'
nv set acl FRONTEND-STORAGE rule 17562 action permit
nv set acl FRONTEND-STORAGE rule 17562 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-STORAGE rule 17562 match ip protocol icmp
nv set acl FRONTEND-STORAGE rule 17562 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 17562 remark 'icmp to inband'
nv set acl FRONTEND-STORAGE rule 21589 action permit
nv set acl FRONTEND-STORAGE rule 21589 match ip dest-ip 10.170.4.0/22
nv set acl FRONTEND-STORAGE rule 21589 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-STORAGE rule 21589 remark 'any to backup'
nv set acl FRONTEND-STORAGE rule 24732 action permit
nv set acl FRONTEND-STORAGE rule 24732 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-STORAGE rule 24732 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 24732 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 24732 match ip tcp source-port 2049
nv set acl FRONTEND-STORAGE rule 24732 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 24732 remark 'answers of nfs to inband/compute'
nv set acl FRONTEND-STORAGE rule 27932 action permit
nv set acl FRONTEND-STORAGE rule 27932 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 27932 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 27932 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 27932 match ip tcp dest-port 6514
nv set acl FRONTEND-STORAGE rule 27932 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-STORAGE rule 28863 action permit
nv set acl FRONTEND-STORAGE rule 28863 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 28863 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 28863 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 28863 match ip udp dest-port 123
nv set acl FRONTEND-STORAGE rule 28863 remark 'ntp to inband/control'
nv set acl FRONTEND-STORAGE rule 29160 action permit
nv set acl FRONTEND-STORAGE rule 29160 match ip dest-ip 10.170.0.0/23
nv set acl FRONTEND-STORAGE rule 29160 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-STORAGE rule 29160 remark 'any to backup'
nv set acl FRONTEND-STORAGE rule 29526 action permit
nv set acl FRONTEND-STORAGE rule 29526 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 29526 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 29526 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 29526 match ip tcp dest-port 4460
nv set acl FRONTEND-STORAGE rule 29526 remark 'nts-ke to inband/control'
nv set acl FRONTEND-STORAGE rule 29854 action permit
nv set acl FRONTEND-STORAGE rule 29854 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 29854 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 29854 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 29854 match ip tcp source-port 9400
nv set acl FRONTEND-STORAGE rule 29854 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 29854 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-STORAGE rule 29857 action permit
nv set acl FRONTEND-STORAGE rule 29857 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 29857 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 29857 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 29857 match ip tcp source-port 2049
nv set acl FRONTEND-STORAGE rule 29857 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 29857 remark 'answers of nfs to inband/control'
nv set acl FRONTEND-STORAGE rule 36622 action permit
nv set acl FRONTEND-STORAGE rule 36622 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 36622 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 36622 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 36622 match ip tcp dest-port 53
nv set acl FRONTEND-STORAGE rule 36622 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-STORAGE rule 38575 action permit
nv set acl FRONTEND-STORAGE rule 38575 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-STORAGE rule 38575 match ip protocol icmp
nv set acl FRONTEND-STORAGE rule 38575 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 38575 remark 'icmp to inband'
nv set acl FRONTEND-STORAGE rule 38892 action permit
nv set acl FRONTEND-STORAGE rule 38892 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-STORAGE rule 38892 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 38892 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-STORAGE rule 38892 match ip udp dest-port 67
nv set acl FRONTEND-STORAGE rule 38892 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-STORAGE rule 39067 action permit
nv set acl FRONTEND-STORAGE rule 39067 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 39067 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 39067 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 39067 match ip tcp source-port 22
nv set acl FRONTEND-STORAGE rule 39067 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 39067 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-STORAGE rule 41260 action permit
nv set acl FRONTEND-STORAGE rule 41260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 41260 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 41260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 41260 match ip udp dest-port 67
nv set acl FRONTEND-STORAGE rule 41260 remark 'dhcp to inband/control'
nv set acl FRONTEND-STORAGE rule 47286 action permit
nv set acl FRONTEND-STORAGE rule 47286 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-STORAGE rule 47286 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 47286 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 47286 match ip udp dest-port 67
nv set acl FRONTEND-STORAGE rule 47286 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-STORAGE rule 48428 action permit
nv set acl FRONTEND-STORAGE rule 48428 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 48428 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 48428 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 48428 match ip tcp source-port 9100
nv set acl FRONTEND-STORAGE rule 48428 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 48428 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-STORAGE rule 48607 action permit
nv set acl FRONTEND-STORAGE rule 48607 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 48607 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 48607 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 48607 match ip tcp dest-port 80
nv set acl FRONTEND-STORAGE rule 48607 remark 'http to inband/control'
nv set acl FRONTEND-STORAGE rule 50469 action permit
nv set acl FRONTEND-STORAGE rule 50469 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 50469 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 50469 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 50469 match ip udp dest-port 53
nv set acl FRONTEND-STORAGE rule 50469 remark 'dns to inband/control'
nv set acl FRONTEND-STORAGE rule 52759 action permit
nv set acl FRONTEND-STORAGE rule 52759 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 52759 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 52759 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 52759 match ip udp dest-port 514
nv set acl FRONTEND-STORAGE rule 52759 remark 'syslog to inband/control'
nv set acl FRONTEND-STORAGE rule 59062 action deny
nv set acl FRONTEND-STORAGE rule 59062 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-STORAGE rule 59062 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 59062 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 59294 action deny
nv set acl FRONTEND-STORAGE rule 59294 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-STORAGE rule 59294 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 59294 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 59560 action deny
nv set acl FRONTEND-STORAGE rule 59560 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-STORAGE rule 59560 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 59560 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 59857 action deny
nv set acl FRONTEND-STORAGE rule 59857 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 59857 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 59857 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 59901 action deny
nv set acl FRONTEND-STORAGE rule 59901 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-STORAGE rule 59901 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 59901 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 60964 action deny
nv set acl FRONTEND-STORAGE rule 60964 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-STORAGE rule 60964 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 60964 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 61564 action permit
nv set acl FRONTEND-STORAGE rule 61564 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 61564 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 61564 remark 'any to the site'
nv set acl FRONTEND-STORAGE rule 65535 action deny
nv set acl FRONTEND-STORAGE rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-STORAGE rule 65535 match ip source-ip ANY
nv set acl FRONTEND-STORAGE type ipv4
nv set acl FRONTEND-STORAGE-V6 rule 10 action permit
nv set acl FRONTEND-STORAGE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-STORAGE-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-STORAGE-V6 rule 20 action permit
nv set acl FRONTEND-STORAGE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-STORAGE-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-STORAGE-V6 rule 30 action permit
nv set acl FRONTEND-STORAGE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-STORAGE-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-STORAGE-V6 rule 65535 action deny
nv set acl FRONTEND-STORAGE-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-STORAGE-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-STORAGE-V6 type ipv6
nv set bridge domain br_default type vlan-aware
nv set bridge domain br_default vlan 200 vni 10200
nv set bridge domain br_default vlan 300 vni 10300
nv set evpn state enabled
nv set interface eth0 ipv4 address 10.192.1.23/24
nv set interface eth0 ipv4 dhcp-client state disabled
nv set interface eth0 ipv4 gateway 10.192.1.254
nv set interface eth0 type eth
nv set interface eth0 vrf mgmt
nv set interface lo ipv4 address 10.228.0.1/32
nv set interface lo ipv4 address 10.229.128.1/32
nv set interface lo type loopback
nv set interface swp1 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp1 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp1 bridge domain br_default access 200
nv set interface swp1 bridge domain br_default stp admin-edge enabled
nv set interface swp1 bridge domain br_default stp bpdu-guard enabled
nv set interface swp1 description 'gpu01 frontend0'
nv set interface swp1 link fec rs
nv set interface swp1 link mtu 9216
nv set interface swp1 link speed 100G
nv set interface swp1 link state up
nv set interface swp1 type swp
nv set interface swp2 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp2 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp2 bridge domain br_default access 200
nv set interface swp2 bridge domain br_default stp admin-edge enabled
nv set interface swp2 bridge domain br_default stp bpdu-guard enabled
nv set interface swp2 description 'gpu02 frontend0'
nv set interface swp2 link fec rs
nv set interface swp2 link mtu 9216
nv set interface swp2 link speed 100G
nv set interface swp2 link state up
nv set interface swp2 type swp
nv set interface swp3 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp3 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp3 bridge domain br_default access 200
nv set interface swp3 bridge domain br_default stp admin-edge enabled
nv set interface swp3 bridge domain br_default stp bpdu-guard enabled
nv set interface swp3 description 'gpu03 frontend0'
nv set interface swp3 link fec rs
nv set interface swp3 link mtu 9216
nv set interface swp3 link speed 100G
nv set interface swp3 link state up
nv set interface swp3 type swp
nv set interface swp4 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp4 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp4 bridge domain br_default access 200
nv set interface swp4 bridge domain br_default stp admin-edge enabled
nv set interface swp4 bridge domain br_default stp bpdu-guard enabled
nv set interface swp4 description 'gpu04 frontend0'
nv set interface swp4 link fec rs
nv set interface swp4 link mtu 9216
nv set interface swp4 link speed 100G
nv set interface swp4 link state up
nv set interface swp4 type swp
nv set interface swp5 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp5 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp5 bridge domain br_default access 200
nv set interface swp5 bridge domain br_default stp admin-edge enabled
nv set interface swp5 bridge domain br_default stp bpdu-guard enabled
nv set interface swp5 description 'gpu05 frontend0'
nv set interface swp5 link fec rs
nv set interface swp5 link mtu 9216
nv set interface swp5 link speed 100G
nv set interface swp5 link state up
nv set interface swp5 type swp
nv set interface swp6 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp6 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp6 bridge domain br_default access 200
nv set interface swp6 bridge domain br_default stp admin-edge enabled
nv set interface swp6 bridge domain br_default stp bpdu-guard enabled
nv set interface swp6 description 'gpu06 frontend0'
nv set interface swp6 link fec rs
nv set interface swp6 link mtu 9216
nv set interface swp6 link speed 100G
nv set interface swp6 link state up
nv set interface swp6 type swp
nv set interface swp7 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp7 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp7 bridge domain br_default access 200
nv set interface swp7 bridge domain br_default stp admin-edge enabled
nv set interface swp7 bridge domain br_default stp bpdu-guard enabled
nv set interface swp7 description 'gpu07 frontend0'
nv set interface swp7 link fec rs
nv set interface swp7 link mtu 9216
nv set interface swp7 link speed 100G
nv set interface swp7 link state up
nv set interface swp7 type swp
nv set interface swp8 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp8 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp8 bridge domain br_default access 200
nv set interface swp8 bridge domain br_default stp admin-edge enabled
nv set interface swp8 bridge domain br_default stp bpdu-guard enabled
nv set interface swp8 description 'gpu08 frontend0'
nv set interface swp8 link fec rs
nv set interface swp8 link mtu 9216
nv set interface swp8 link speed 100G
nv set interface swp8 link state up
nv set interface swp8 type swp
nv set interface swp9 acl FRONTEND-COMPUTE inbound
nv set interface swp9 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp9 bridge domain br_default access 200
nv set interface swp9 bridge domain br_default stp admin-edge enabled
nv set interface swp9 bridge domain br_default stp bpdu-guard enabled
nv set interface swp9 description 'gpu09 frontend0'
nv set interface swp9 link fec rs
nv set interface swp9 link mtu 9216
nv set interface swp9 link speed 100G
nv set interface swp9 link state up
nv set interface swp9 type swp
nv set interface swp10 acl FRONTEND-COMPUTE inbound
nv set interface swp10 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp10 bridge domain br_default access 200
nv set interface swp10 bridge domain br_default stp admin-edge enabled
nv set interface swp10 bridge domain br_default stp bpdu-guard enabled
nv set interface swp10 description 'gpu10 frontend0'
nv set interface swp10 link fec rs
nv set interface swp10 link mtu 9216
nv set interface swp10 link speed 100G
nv set interface swp10 link state up
nv set interface swp10 type swp
nv set interface swp11 acl FRONTEND-COMPUTE inbound
nv set interface swp11 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp11 bridge domain br_default access 200
nv set interface swp11 bridge domain br_default stp admin-edge enabled
nv set interface swp11 bridge domain br_default stp bpdu-guard enabled
nv set interface swp11 description 'gpu11 frontend0'
nv set interface swp11 link fec rs
nv set interface swp11 link mtu 9216
nv set interface swp11 link speed 100G
nv set interface swp11 link state up
nv set interface swp11 type swp
nv set interface swp12 acl FRONTEND-COMPUTE inbound
nv set interface swp12 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp12 bridge domain br_default access 200
nv set interface swp12 bridge domain br_default stp admin-edge enabled
nv set interface swp12 bridge domain br_default stp bpdu-guard enabled
nv set interface swp12 description 'gpu12 frontend0'
nv set interface swp12 link fec rs
nv set interface swp12 link mtu 9216
nv set interface swp12 link speed 100G
nv set interface swp12 link state up
nv set interface swp12 type swp
nv set interface swp13 acl FRONTEND-COMPUTE inbound
nv set interface swp13 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp13 bridge domain br_default access 200
nv set interface swp13 bridge domain br_default stp admin-edge enabled
nv set interface swp13 bridge domain br_default stp bpdu-guard enabled
nv set interface swp13 description 'gpu13 frontend0'
nv set interface swp13 link fec rs
nv set interface swp13 link mtu 9216
nv set interface swp13 link speed 100G
nv set interface swp13 link state up
nv set interface swp13 type swp
nv set interface swp14 acl FRONTEND-COMPUTE inbound
nv set interface swp14 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp14 bridge domain br_default access 200
nv set interface swp14 bridge domain br_default stp admin-edge enabled
nv set interface swp14 bridge domain br_default stp bpdu-guard enabled
nv set interface swp14 description 'gpu14 frontend0'
nv set interface swp14 link fec rs
nv set interface swp14 link mtu 9216
nv set interface swp14 link speed 100G
nv set interface swp14 link state up
nv set interface swp14 type swp
nv set interface swp15 acl FRONTEND-COMPUTE inbound
nv set interface swp15 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp15 bridge domain br_default access 200
nv set interface swp15 bridge domain br_default stp admin-edge enabled
nv set interface swp15 bridge domain br_default stp bpdu-guard enabled
nv set interface swp15 description 'gpu15 frontend0'
nv set interface swp15 link fec rs
nv set interface swp15 link mtu 9216
nv set interface swp15 link speed 100G
nv set interface swp15 link state up
nv set interface swp15 type swp
nv set interface swp16 acl FRONTEND-COMPUTE inbound
nv set interface swp16 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp16 bridge domain br_default access 200
nv set interface swp16 bridge domain br_default stp admin-edge enabled
nv set interface swp16 bridge domain br_default stp bpdu-guard enabled
nv set interface swp16 description 'gpu16 frontend0'
nv set interface swp16 link fec rs
nv set interface swp16 link mtu 9216
nv set interface swp16 link speed 100G
nv set interface swp16 link state up
nv set interface swp16 type swp
nv set interface swp17 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp17 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp17 bridge domain br_default access 200
nv set interface swp17 bridge domain br_default stp admin-edge enabled
nv set interface swp17 bridge domain br_default stp bpdu-guard enabled
nv set interface swp17 description 'gpu17 frontend0'
nv set interface swp17 link fec rs
nv set interface swp17 link mtu 9216
nv set interface swp17 link speed 100G
nv set interface swp17 link state up
nv set interface swp17 type swp
nv set interface swp18 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp18 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp18 bridge domain br_default access 200
nv set interface swp18 bridge domain br_default stp admin-edge enabled
nv set interface swp18 bridge domain br_default stp bpdu-guard enabled
nv set interface swp18 description 'gpu18 frontend0'
nv set interface swp18 link fec rs
nv set interface swp18 link mtu 9216
nv set interface swp18 link speed 100G
nv set interface swp18 link state up
nv set interface swp18 type swp
nv set interface swp19 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp19 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp19 bridge domain br_default access 200
nv set interface swp19 bridge domain br_default stp admin-edge enabled
nv set interface swp19 bridge domain br_default stp bpdu-guard enabled
nv set interface swp19 description 'gpu19 frontend0'
nv set interface swp19 link fec rs
nv set interface swp19 link mtu 9216
nv set interface swp19 link speed 100G
nv set interface swp19 link state up
nv set interface swp19 type swp
nv set interface swp20 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp20 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp20 bridge domain br_default access 200
nv set interface swp20 bridge domain br_default stp admin-edge enabled
nv set interface swp20 bridge domain br_default stp bpdu-guard enabled
nv set interface swp20 description 'gpu20 frontend0'
nv set interface swp20 link fec rs
nv set interface swp20 link mtu 9216
nv set interface swp20 link speed 100G
nv set interface swp20 link state up
nv set interface swp20 type swp
nv set interface swp21 acl FRONTEND-COMPUTE inbound
nv set interface swp21 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp21 bridge domain br_default access 200
nv set interface swp21 bridge domain br_default stp admin-edge enabled
nv set interface swp21 bridge domain br_default stp bpdu-guard enabled
nv set interface swp21 description 'gpu21 frontend0'
nv set interface swp21 link fec rs
nv set interface swp21 link mtu 9216
nv set interface swp21 link speed 100G
nv set interface swp21 link state up
nv set interface swp21 type swp
nv set interface swp22 acl FRONTEND-COMPUTE inbound
nv set interface swp22 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp22 bridge domain br_default access 200
nv set interface swp22 bridge domain br_default stp admin-edge enabled
nv set interface swp22 bridge domain br_default stp bpdu-guard enabled
nv set interface swp22 description 'gpu22 frontend0'
nv set interface swp22 link fec rs
nv set interface swp22 link mtu 9216
nv set interface swp22 link speed 100G
nv set interface swp22 link state up
nv set interface swp22 type swp
nv set interface swp23 acl FRONTEND-COMPUTE inbound
nv set interface swp23 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp23 bridge domain br_default access 200
nv set interface swp23 bridge domain br_default stp admin-edge enabled
nv set interface swp23 bridge domain br_default stp bpdu-guard enabled
nv set interface swp23 description 'gpu23 frontend0'
nv set interface swp23 link fec rs
nv set interface swp23 link mtu 9216
nv set interface swp23 link speed 100G
nv set interface swp23 link state up
nv set interface swp23 type swp
nv set interface swp24 acl FRONTEND-COMPUTE inbound
nv set interface swp24 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp24 bridge domain br_default access 200
nv set interface swp24 bridge domain br_default stp admin-edge enabled
nv set interface swp24 bridge domain br_default stp bpdu-guard enabled
nv set interface swp24 description 'gpu24 frontend0'
nv set interface swp24 link fec rs
nv set interface swp24 link mtu 9216
nv set interface swp24 link speed 100G
nv set interface swp24 link state up
nv set interface swp24 type swp
nv set interface swp25 acl FRONTEND-COMPUTE inbound
nv set interface swp25 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp25 bridge domain br_default access 200
nv set interface swp25 bridge domain br_default stp admin-edge enabled
nv set interface swp25 bridge domain br_default stp bpdu-guard enabled
nv set interface swp25 description 'gpu25 frontend0'
nv set interface swp25 link fec rs
nv set interface swp25 link mtu 9216
nv set interface swp25 link speed 100G
nv set interface swp25 link state up
nv set interface swp25 type swp
nv set interface swp26 acl FRONTEND-COMPUTE inbound
nv set interface swp26 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp26 bridge domain br_default access 200
nv set interface swp26 bridge domain br_default stp admin-edge enabled
nv set interface swp26 bridge domain br_default stp bpdu-guard enabled
nv set interface swp26 description 'gpu26 frontend0'
nv set interface swp26 link fec rs
nv set interface swp26 link mtu 9216
nv set interface swp26 link speed 100G
nv set interface swp26 link state up
nv set interface swp26 type swp
nv set interface swp27 acl FRONTEND-COMPUTE inbound
nv set interface swp27 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp27 bridge domain br_default access 200
nv set interface swp27 bridge domain br_default stp admin-edge enabled
nv set interface swp27 bridge domain br_default stp bpdu-guard enabled
nv set interface swp27 description 'gpu27 frontend0'
nv set interface swp27 link fec rs
nv set interface swp27 link mtu 9216
nv set interface swp27 link speed 100G
nv set interface swp27 link state up
nv set interface swp27 type swp
nv set interface swp28 acl FRONTEND-COMPUTE inbound
nv set interface swp28 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp28 bridge domain br_default access 200
nv set interface swp28 bridge domain br_default stp admin-edge enabled
nv set interface swp28 bridge domain br_default stp bpdu-guard enabled
nv set interface swp28 description 'gpu28 frontend0'
nv set interface swp28 link fec rs
nv set interface swp28 link mtu 9216
nv set interface swp28 link speed 100G
nv set interface swp28 link state up
nv set interface swp28 type swp
nv set interface swp29 acl FRONTEND-COMPUTE inbound
nv set interface swp29 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp29 bridge domain br_default access 200
nv set interface swp29 bridge domain br_default stp admin-edge enabled
nv set interface swp29 bridge domain br_default stp bpdu-guard enabled
nv set interface swp29 description 'gpu29 frontend0'
nv set interface swp29 link fec rs
nv set interface swp29 link mtu 9216
nv set interface swp29 link speed 100G
nv set interface swp29 link state up
nv set interface swp29 type swp
nv set interface swp30 acl FRONTEND-COMPUTE inbound
nv set interface swp30 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp30 bridge domain br_default access 200
nv set interface swp30 bridge domain br_default stp admin-edge enabled
nv set interface swp30 bridge domain br_default stp bpdu-guard enabled
nv set interface swp30 description 'gpu30 frontend0'
nv set interface swp30 link fec rs
nv set interface swp30 link mtu 9216
nv set interface swp30 link speed 100G
nv set interface swp30 link state up
nv set interface swp30 type swp
nv set interface swp31 acl FRONTEND-COMPUTE inbound
nv set interface swp31 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp31 bridge domain br_default access 200
nv set interface swp31 bridge domain br_default stp admin-edge enabled
nv set interface swp31 bridge domain br_default stp bpdu-guard enabled
nv set interface swp31 description 'gpu31 frontend0'
nv set interface swp31 link fec rs
nv set interface swp31 link mtu 9216
nv set interface swp31 link speed 100G
nv set interface swp31 link state up
nv set interface swp31 type swp
nv set interface swp32 acl FRONTEND-COMPUTE inbound
nv set interface swp32 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp32 bridge domain br_default access 200
nv set interface swp32 bridge domain br_default stp admin-edge enabled
nv set interface swp32 bridge domain br_default stp bpdu-guard enabled
nv set interface swp32 description 'gpu32 frontend0'
nv set interface swp32 link fec rs
nv set interface swp32 link mtu 9216
nv set interface swp32 link speed 100G
nv set interface swp32 link state up
nv set interface swp32 type swp
nv set interface swp33 acl FRONTEND-STORAGE inbound
nv set interface swp33 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp33 bridge domain br_default stp admin-edge enabled
nv set interface swp33 bridge domain br_default stp bpdu-guard enabled
nv set interface swp33 bridge domain br_default untagged 200
nv set interface swp33 bridge domain br_default vlan 200,300
nv set interface swp33 description 'storage1 frontend0'
nv set interface swp33 link fec rs
nv set interface swp33 link mtu 9216
nv set interface swp33 link speed 100G
nv set interface swp33 link state up
nv set interface swp33 type swp
nv set interface swp34 acl FRONTEND-STORAGE inbound
nv set interface swp34 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp34 bridge domain br_default stp admin-edge enabled
nv set interface swp34 bridge domain br_default stp bpdu-guard enabled
nv set interface swp34 bridge domain br_default untagged 200
nv set interface swp34 bridge domain br_default vlan 200,300
nv set interface swp34 description 'storage2 frontend0'
nv set interface swp34 link fec rs
nv set interface swp34 link mtu 9216
nv set interface swp34 link speed 100G
nv set interface swp34 link state up
nv set interface swp34 type swp
nv set interface swp35 acl FRONTEND-STORAGE inbound
nv set interface swp35 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp35 bridge domain br_default stp admin-edge enabled
nv set interface swp35 bridge domain br_default stp bpdu-guard enabled
nv set interface swp35 bridge domain br_default untagged 200
nv set interface swp35 bridge domain br_default vlan 200,300
nv set interface swp35 description 'storage3 frontend0'
nv set interface swp35 link fec rs
nv set interface swp35 link mtu 9216
nv set interface swp35 link speed 100G
nv set interface swp35 link state up
nv set interface swp35 type swp
nv set interface swp36 acl FRONTEND-STORAGE inbound
nv set interface swp36 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp36 bridge domain br_default stp admin-edge enabled
nv set interface swp36 bridge domain br_default stp bpdu-guard enabled
nv set interface swp36 bridge domain br_default untagged 200
nv set interface swp36 bridge domain br_default vlan 200,300
nv set interface swp36 description 'storage4 frontend0'
nv set interface swp36 link fec rs
nv set interface swp36 link mtu 9216
nv set interface swp36 link speed 100G
nv set interface swp36 link state up
nv set interface swp36 type swp
nv set interface swp37 acl FRONTEND-STORAGE inbound
nv set interface swp37 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp37 bridge domain br_default stp admin-edge enabled
nv set interface swp37 bridge domain br_default stp bpdu-guard enabled
nv set interface swp37 bridge domain br_default untagged 200
nv set interface swp37 bridge domain br_default vlan 200,300
nv set interface swp37 description 'storage5 frontend0'
nv set interface swp37 link fec rs
nv set interface swp37 link mtu 9216
nv set interface swp37 link speed 100G
nv set interface swp37 link state up
nv set interface swp37 type swp
nv set interface swp38 acl FRONTEND-STORAGE inbound
nv set interface swp38 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp38 bridge domain br_default stp admin-edge enabled
nv set interface swp38 bridge domain br_default stp bpdu-guard enabled
nv set interface swp38 bridge domain br_default untagged 200
nv set interface swp38 bridge domain br_default vlan 200,300
nv set interface swp38 description 'storage6 frontend0'
nv set interface swp38 link fec rs
nv set interface swp38 link mtu 9216
nv set interface swp38 link speed 100G
nv set interface swp38 link state up
nv set interface swp38 type swp
nv set interface swp39 acl FRONTEND-STORAGE inbound
nv set interface swp39 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp39 bridge domain br_default stp admin-edge enabled
nv set interface swp39 bridge domain br_default stp bpdu-guard enabled
nv set interface swp39 bridge domain br_default untagged 200
nv set interface swp39 bridge domain br_default vlan 200,300
nv set interface swp39 description 'storage7 frontend0'
nv set interface swp39 link fec rs
nv set interface swp39 link mtu 9216
nv set interface swp39 link speed 100G
nv set interface swp39 link state up
nv set interface swp39 type swp
nv set interface swp40 acl FRONTEND-STORAGE inbound
nv set interface swp40 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp40 bridge domain br_default stp admin-edge enabled
nv set interface swp40 bridge domain br_default stp bpdu-guard enabled
nv set interface swp40 bridge domain br_default untagged 200
nv set interface swp40 bridge domain br_default vlan 200,300
nv set interface swp40 description 'storage8 frontend0'
nv set interface swp40 link fec rs
nv set interface swp40 link mtu 9216
nv set interface swp40 link speed 100G
nv set interface swp40 link state up
nv set interface swp40 type swp
nv set interface swp41 acl FRONTEND-CONTROL inbound
nv set interface swp41 acl FRONTEND-CONTROL-V6 inbound
nv set interface swp41 bridge domain br_default stp admin-edge enabled
nv set interface swp41 bridge domain br_default stp bpdu-guard enabled
nv set interface swp41 bridge domain br_default untagged 200
nv set interface swp41 bridge domain br_default vlan 200,300
nv set interface swp41 description 'control1 frontend0'
nv set interface swp41 link fec rs
nv set interface swp41 link mtu 9216
nv set interface swp41 link speed 100G
nv set interface swp41 link state up
nv set interface swp41 type swp
nv set interface swp42 acl FRONTEND-CONTROL inbound
nv set interface swp42 acl FRONTEND-CONTROL-V6 inbound
nv set interface swp42 bridge domain br_default stp admin-edge enabled
nv set interface swp42 bridge domain br_default stp bpdu-guard enabled
nv set interface swp42 bridge domain br_default untagged 200
nv set interface swp42 bridge domain br_default vlan 200,300
nv set interface swp42 description 'control2 frontend0'
nv set interface swp42 link fec rs
nv set interface swp42 link mtu 9216
nv set interface swp42 link speed 100G
nv set interface swp42 link state up
nv set interface swp42 type swp
nv set interface swp43 acl FRONTEND-CONTROL inbound
nv set interface swp43 acl FRONTEND-CONTROL-V6 inbound
nv set interface swp43 bridge domain br_default stp admin-edge enabled
nv set interface swp43 bridge domain br_default stp bpdu-guard enabled
nv set interface swp43 bridge domain br_default untagged 200
nv set interface swp43 bridge domain br_default vlan 200,300
nv set interface swp43 description 'control3 frontend0'
nv set interface swp43 link fec rs
nv set interface swp43 link mtu 9216
nv set interface swp43 link speed 100G
nv set interface swp43 link state up
nv set interface swp43 type swp
nv set interface swp44 acl FRONTEND-LOGIN inbound
nv set interface swp44 acl FRONTEND-LOGIN-V6 inbound
nv set interface swp44 bridge domain br_default access 200
nv set interface swp44 bridge domain br_default stp admin-edge enabled
nv set interface swp44 bridge domain br_default stp bpdu-guard enabled
nv set interface swp44 description 'login1 frontend0'
nv set interface swp44 link fec rs
nv set interface swp44 link mtu 9216
nv set interface swp44 link speed 100G
nv set interface swp44 link state up
nv set interface swp44 type swp
nv set interface swp45 acl FRONTEND-LOGIN inbound
nv set interface swp45 acl FRONTEND-LOGIN-V6 inbound
nv set interface swp45 bridge domain br_default access 200
nv set interface swp45 bridge domain br_default stp admin-edge enabled
nv set interface swp45 bridge domain br_default stp bpdu-guard enabled
nv set interface swp45 description 'login2 frontend0'
nv set interface swp45 link fec rs
nv set interface swp45 link mtu 9216
nv set interface swp45 link speed 100G
nv set interface swp45 link state up
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
nv set interface swp63 description 'frontend-leaf2 swp63'
nv set interface swp63 link fec rs
nv set interface swp63 link mtu 9216
nv set interface swp63 link speed 100G
nv set interface swp63 link state up
nv set interface swp63 type swp
nv set interface swp64 description 'frontend-leaf2 swp64'
nv set interface swp64 link fec rs
nv set interface swp64 link mtu 9216
nv set interface swp64 link speed 100G
nv set interface swp64 link state up
nv set interface swp64 type swp
nv set interface vlan200 ipv4 address 10.160.0.2/16
nv set interface vlan200 ipv4 vrr address 10.160.0.1/16
nv set interface vlan200 ipv4 vrr state enabled
nv set interface vlan200 ipv4 vrr vrr-state up
nv set interface vlan200 type svi
nv set interface vlan200 vlan 200
nv set interface vlan300 ipv4 address 10.170.0.2/20
nv set interface vlan300 ipv4 vrr address 10.170.0.1/20
nv set interface vlan300 ipv4 vrr state enabled
nv set interface vlan300 ipv4 vrr vrr-state up
nv set interface vlan300 type svi
nv set interface vlan300 vlan 300
nv set nve vxlan arp-nd-suppress enabled
nv set nve vxlan decapsulation dscp action preserve
nv set nve vxlan encapsulation dscp action copy
nv set nve vxlan source address 10.229.128.1
nv set nve vxlan state enabled
nv set router bfd profile FABRIC
nv set router bfd state enabled
nv set router bgp autonomous-system 4220000001
nv set router bgp router-id 10.228.0.1
nv set router bgp state enabled
nv set router policy prefix-list FABRIC rule 5 action permit
nv set router policy prefix-list FABRIC rule 5 match 10.228.0.0/15 max-prefix-len 32
nv set router policy prefix-list FABRIC rule 5 match 10.228.0.0/15 min-prefix-len 32
nv set router policy prefix-list FABRIC type ipv4
nv set router policy prefix-list OWN rule 5 action permit
nv set router policy prefix-list OWN rule 5 match 10.228.0.1/32
nv set router policy prefix-list OWN rule 10 action permit
nv set router policy prefix-list OWN rule 10 match 10.229.128.1/32
nv set router policy prefix-list OWN type ipv4
nv set router policy route-map ACCEPT rule 10 action permit
nv set router policy route-map ACCEPT rule 10 match ip-prefix-list FABRIC
nv set router policy route-map ACCEPT rule 10 match type ipv4
nv set router policy route-map ANNOUNCE rule 10 action permit
nv set router policy route-map ANNOUNCE rule 10 match ip-prefix-list OWN
nv set router policy route-map ANNOUNCE rule 10 match type ipv4
nv set router vrr state enabled
nv set system aaa authentication order tacacs local
nv set system aaa tacacs server 192.0.2.49 priority 1
nv set system aaa tacacs server 192.0.2.49 secret '{{clustergen_tacacs_key}}'
nv set system aaa tacacs vrf mgmt
nv set system control-plane acl acl-default-dos inbound
nv set system control-plane acl acl-default-whitelist inbound
nv set system dns server 192.0.2.53 vrf mgmt
nv set system gnmi-server certificate gnmi
nv set system gnmi-server listening-address 10.192.1.23
nv set system gnmi-server mtls ca-certificate gnmi-clients
nv set system gnmi-server port 9339
nv set system gnmi-server state enabled
nv set system hostname frontend-leaf1
nv set system ntp server ntp1.example.net iburst enabled
nv set system ntp server ntp2.example.net iburst enabled
nv set system ntp state enabled
nv set system ntp vrf mgmt
nv set system snmp-server listening-address 10.192.1.23 vrf mgmt
nv set system snmp-server state enabled
nv set system snmp-server username clustergen auth-sha '{{clustergen_snmp_auth_passphrase}}' encrypt-aes '{{clustergen_snmp_priv_passphrase}}'
nv set system syslog server 192.0.2.54 vrf mgmt
nv set system timezone Etc/UTC
nv set vrf default router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf default router bgp address-family ipv4-unicast network 10.228.0.1/32
nv set vrf default router bgp address-family ipv4-unicast network 10.229.128.1/32
nv set vrf default router bgp address-family ipv4-unicast state enabled
nv set vrf default router bgp address-family l2vpn-evpn state enabled
nv set vrf default router bgp autonomous-system 4220000001
nv set vrf default router bgp neighbor swp63 peer-group PEERS
nv set vrf default router bgp neighbor swp63 type unnumbered
nv set vrf default router bgp neighbor swp64 peer-group PEERS
nv set vrf default router bgp neighbor swp64 type unnumbered
nv set vrf default router bgp path-selection multipath aspath-ignore enabled
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy inbound route-map ACCEPT
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy outbound route-map ANNOUNCE
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast prefix-limits inbound maximum 12
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast state enabled
nv set vrf default router bgp peer-group PEERS address-family l2vpn-evpn state enabled
nv set vrf default router bgp peer-group PEERS bfd profile FABRIC
nv set vrf default router bgp peer-group PEERS remote-as external
nv set vrf default router bgp router-id 10.228.0.1
nv set vrf default router bgp state enabled
