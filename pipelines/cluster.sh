#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs a pipeline whose world several hosts share.
set -eu

usage () {
  cat <<'USAGE'
Usage: ./pipelines/cluster.sh HOST[:N][,HOST[:N]...] -- WORD ...

Runs "gst-launch-1.0 lifesrc cluster=mpi WORD ..." on this host, and N processes of
life-worker on each HOST, 1 if left out, that share its world (docs/how-to/gpus-and-hosts.md). The first
run installs missing packages from Debian and builds a release.

  ./pipelines/cluster.sh one,two:2 -- world-width=40000 world-height=40000 ! fakesink

Each host needs this folder at the same path, as on a shared file system, openmpi-bin, and
access by ssh without a password. As root, mpirun also requires
OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1.

  LIFE_BUILD_ROOT  a build to run, instead of one that is made here
USAGE
}

cd "$(dirname "$0")/.."
. tools/prepare.sh
. pipelines/launch.sh

# refuse WHY: for wrong arguments.
refuse () {
  echo "cluster.sh: $*" >&2
  usage >&2
  exit 2
}

# count_workers HOST[:N],...: how many there are in all.
count_workers () {
  all=0
  for host in $(printf '%s' "$1" | tr ',' ' '); do
    n=1
    case $host in *:*) n=${host##*:} ;; esac
    case ${host%%:*}/$n in
      /* | -* | */ | */*[!0-9]* | */0* | */?????*) refuse "$host is no HOST or HOST:N" ;;
    esac
    all=$((all + n))
  done
  [ "$all" -gt 0 ] || refuse 'name a host at least'
}

case ${1-} in
  -h | --help) usage; exit 0 ;;
  -*) refuse "unknown option $1" ;;
esac
[ "${2-}" = -- ] || refuse 'expected hosts, then --, then what gst-launch-1.0 gets'
hosts=$1
shift 2
count_workers "$hosts"

folder=${LIFE_BUILD_ROOT-}
if [ -z "$folder" ]; then
  folder=$PWD/build-release
  need_packages $build_packages $stream_packages $mpi_packages
  build_plugin mpi "$folder/pipelines/worker/life-worker"
fi
worker=$folder/pipelines/worker/life-worker
export LIFE_MPI_MODULE="$folder/life/parts/mpi/life-mpi.so"
[ -x "$worker" ] || fail "$worker is not there: configure $folder with -Dmpi=enabled"
# Open MPI 6 accepts no host twice.
hosts=$(printf 'localhost,%s\n' "$hosts" | tr ',' '\n' | awk -F: '
  !($1 in n) { names[++all] = $1 }
  { n[$1] += NF > 1 ? $2 : 1 }
  END { for (i = 1; i <= all; i++) printf "%s%s:%d", (i > 1 ? "," : ""), names[i], n[names[i]] }')
# Each process has threads for all of its host, so none is bound to a core.
# One program for mpirun: that of Open MPI 5.0.7, which Debian 13 has, crashes with two.
# shellcheck disable=SC2016 # the inner shell expands them
await mpirun --oversubscribe --bind-to none -x LIFE_MPI_MODULE --host "$hosts" -np $((all + 1)) \
  sh -c '[ "$OMPI_COMM_WORLD_RANK" = 0 ] || exec "$0"; exec gst-launch-1.0 lifesrc cluster=mpi "$@"' "$worker" "$@"
