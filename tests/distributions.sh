#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Builds and tests with other releases of Debian, each in a root of its own; see --help.
# The last line is "N passed, N failed, N skipped".
set -eu

usage () {
  cat <<'USAGE'
Usage: tests/distributions.sh [--compiler NAME]... [--cuda] [RELEASE...] [-- ARGUMENT-OF-run.sh...]

Makes a root of each release by debootstrap, copies the source into it, builds there
with -Werror, and runs tests/run.sh --release, or with the arguments after --. Without
a RELEASE these are bookworm (GStreamer 1.22), trixie (1.26) and forky (1.28), and
afterwards what bookworm built is tested in trixie. Builds and packages are stored, so that the next
run takes less.

  --compiler NAME  only gcc or clang; both otherwise
  --cuda           with the CUDA toolkit of that release, from its sections contrib and
                   non-free (11.8 in bookworm, 12.4 in trixie); in a root next to the
                   other one

Needs root and debootstrap; where a root cannot be made, that is skipped.

Environment:
  LIFE_ROOTS   where roots are stored (~/.cache/life/roots; 4 GB each, 10 with a toolkit)
  LIFE_MIRROR  where Debian comes from; where this machine's packages do, if not set
USAGE
}

compilers= releases= kind=tests
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --compiler) compilers="$compilers ${2:?--compiler needs a name}"; shift ;;
    --cuda) kind=cuda ;;
    --) shift; break ;;
    -*) echo "distributions.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
    *) releases="$releases $1" ;;
  esac
  shift
done
[ $# -gt 0 ] || set -- --release
: "${compilers:=gcc clang}"

cd "$(dirname "$0")/.."
. tests/support/roots.sh

passed=0 failed=0 skipped=0

# count LINE: adds a line "N passed, N failed, N skipped"; any other is a failure.
count () {
  case $1 in
    *\ passed,\ *\ failed,\ *\ skipped)
      # shellcheck disable=SC2046 # its words
      set -- $(echo "$1" | tr -d ,)
      passed=$((passed + $1)) failed=$((failed + $3)) skipped=$((skipped + $5))
      ;;
    *) failed=$((failed + 1)) ;;
  esac
}

# skip RELEASE WHY
skip () {
  echo "$1: SKIPPED: $2"
  skipped=$((skipped + 1))
}

# in_source RELEASE FOLDER COMMAND...: runs it in a copy of the source, with the compiler
# that $compiler names.
in_source () {
  # shellcheck disable=SC2016 # the inner shell expands them
  in_root "$1" "$kind" CC="ccache $compiler" CCACHE_DIR=/life/ccache sh -euc 'cd "/life/$2"; shift 2; exec "$@"' sh "$@"
}

# report RELEASE LOG: prints it, and counts its last line.
report () {
  sed "s/^/$1: /" "$2"
  count "$(tail -n 1 "$2")"
}

# make_root RELEASE: fails where it cannot be made.
make_root () {
  make_base "$1" || { skip "$1" 'its root could not be made; is there a network?'; return 1; }
  [ ! -e "$roots/$1/$kind/etc/life-root" ] || return 0
  copy_base "$1" "$kind"
  [ "$kind" = tests ] || echo "$1: installing its CUDA toolkit"
  [ "$kind" = tests ] || install_toolkit "$1" "$kind" >"$roots/$1/toolkit.log" 2>&1 || { skip "$1" "its CUDA toolkit could not be installed; see $roots/$1/toolkit.log"; return 1; }
  touch "$roots/$1/$kind/etc/life-root"
}

# test_release RELEASE ARGUMENT-OF-run.sh...: builds and tests with each compiler.
test_release () {
  release=$1
  shift
  make_root "$release" || return 0
  for compiler in $compilers; do
    echo "$release: building and testing with $compiler"
    copy_source "$roots/$release/$kind/life/$release-$compiler"
    log=$roots/$release/$kind-$compiler.log
    in_source "$release" "$release-$compiler" ./tests/run.sh "$@" >"$log" 2>&1 || true
    report "$release: $compiler" "$log"
  done
}

# test_older: the elements and servers that bookworm built, in trixie with its GStreamer.
test_older () {
  built=$roots/bookworm/$kind/life/bookworm-gcc
  [ -e "$built/build-test/build.ninja" ] && [ -e "$roots/trixie/$kind" ] || return 0
  echo 'trixie: testing what was built in bookworm'
  rm -rf "$roots/trixie/$kind/life/bookworm-gcc"
  cp -a "$built" "$roots/trixie/$kind/life"
  # The only library that has another number there.
  rm -rf "$roots/trixie/$kind/life/older"
  mkdir "$roots/trixie/$kind/life/older"
  cp -a "$roots/bookworm/$kind"/usr/lib/*/libzip.so.4* "$roots/trixie/$kind/life/older"
  log=$roots/trixie/$kind-bookworm.log
  compiler=gcc
  in_source trixie bookworm-gcc env LD_LIBRARY_PATH=/life/older GPU_REQUIRED=no JOBS=2 FOLDERS='elements rtsp' ./tests/gpu.sh build-test >"$log" 2>&1 || true
  report 'trixie: built in bookworm' "$log"
}

: "${releases:=bookworm trixie forky}"
why=$(why_no_roots)
for release in $releases; do
  if [ -n "$why" ]; then
    skip "$release" "$why"
  else
    test_release "$release" "$@"
  fi
done
case " $releases " in
  *' bookworm'*' trixie '*) [ -n "$why" ] || test_older ;;
esac
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
