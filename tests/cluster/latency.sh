#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Measures how worlds scale over processes that hear of each other late: each is a host of its
# own as far as the network goes, a namespace. Not part of the tests, which depend on no speed.
set -eu

usage () {
  cat <<'USAGE'
Usage: tests/cluster/latency.sh BUILD-FOLDER PROCESSES MILLISECONDS [BENCH-OPTION...]

Runs "tools/bench.py scale --cluster=mpi" over so many processes, each in a network namespace,
with packets between them that take so long. Needs root, iproute2 and Open MPI.

  tests/cluster/latency.sh build-test 8 1 --threads 1 --size 4096x16384
USAGE
}

# skip WHY: nothing can be measured here.
skip () {
  echo "SKIP: $*"
  exit 77
}

[ $# -ge 3 ] || { usage >&2; exit 2; }
build=$(cd "$1" && pwd) processes=$2 delay=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)

[ "$(id -u)" = 0 ] || skip 'namespaces and their devices need root'
for program in ip mpirun python3; do
  command -v "$program" >/dev/null || skip "$program is not installed"
done
[ -c /dev/net/tun ] || skip 'there is no /dev/net/tun'
[ -x "$build/tools/life-bench" ] && [ -x "$build/pipelines/worker/life-worker" ] ||
  skip "life-bench and life-worker are not built in $build"

folder=$(mktemp -d)
names= network= run=
finish () {
  [ -z "$run" ] || kill "$run" 2>/dev/null || true
  [ -z "$network" ] || kill "$network" 2>/dev/null || true
  for name in $names; do ip netns delete "$name" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

# mpirun reaches a host as if by ssh: its number is the last one of its address.
cat >"$folder/reach" <<REACH
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
number=\${1##*.}
shift
exec ip netns exec life${$}n\$number unshare --uts sh -c "hostname life\$number; \$*"
REACH
chmod +x "$folder/reach"

i=0 workers=
while [ "$i" -lt "$processes" ]; do
  i=$((i + 1))
  ip netns add "life${$}n$i" 2>"$folder/error" || skip "ip netns add fails: $(cat "$folder/error")"
  names="$names life${$}n$i"
  [ "$i" = 1 ] || workers=${workers:+$workers,}10.77.0.$i:1
done
"$here/delay-packets.py" "$delay" $names >"$folder/network" 2>&1 &
network=$!
until grep -q ready "$folder/network"; do
  kill -0 "$network" 2>/dev/null || skip "no network of namespaces: $(tail -n 1 "$folder/network")"
  sleep 0.1
done

# Without shared memory, and by these devices alone.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export LIFE_MPI_MODULE="$build/life/parts/mpi/life-mpi.so"
launch="$folder/reach 10.77.0.1 exec mpirun --mca plm_rsh_agent $folder/reach --mca btl tcp,self
  --mca btl_tcp_if_include tun0 --mca oob_tcp_if_include tun0 --mca plm_rsh_no_tree_spawn 1
  -x LIFE_MPI_MODULE --host 10.77.0.1:1 -np 1 {row} :
  --host $workers -np {workers} $build/pipelines/worker/life-worker"
"$here/../../tools/bench.py" scale --life-bench "$build/tools/life-bench" --cluster=mpi --parts="$processes" \
  --launch="$launch" "$@" &
run=$!
status=0
wait "$run" || status=$?
run=
exit "$status"
