#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Makes Debian's packages and tries them; see --help. The last line is "N passed, N failed,
# N skipped".
set -eu

usage () {
  cat <<'USAGE'
Usage: tests/packages.sh [--cuda] [RELEASE...]

For each release of Debian (bookworm and trixie, if none is named): builds the packages twice
in a root of that release and compares their bytes, runs lintian, installs them in a
clean root, runs the README's launch lines there with no variable set, and purges
them. The packages are stored in build-packages/RELEASE.

  --cuda  with the CUDA toolkit of that release, from its sections contrib and non-free:
          the package with the GPU engine is made too, and installed and tried in the position of
          the one without; all are stored in build-packages/RELEASE-cuda

Needs root and debootstrap; where a root cannot be made, that is skipped. Without either,
dpkg-buildpackage -b in this folder makes the packages.

Environment:
  LIFE_ROOTS, LIFE_MIRROR  as tests/distributions.sh has them
  DEB_BUILD_OPTIONS        of dpkg-buildpackage: noopt builds soon, to try the rest
USAGE
}

# What sets folders apart, and the build profile.
cuda= profile=
case ${1-} in
  -h | --help) usage; exit 0 ;;
  --cuda) cuda=-cuda profile=pkg.life.cuda; shift ;;
  -*) echo "packages.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
esac
[ $# -gt 0 ] || set -- bookworm trixie

cd "$(dirname "$0")/.."
. tests/support/roots.sh

# The roots in which packages are made and installed.
packages=packages$cuda clean=clean$cuda

passed=0 failed=0 skipped=0

# try RELEASE WHAT COMMAND...: counts whether the command succeeds; prints its output where not.
try () {
  release=$1 what=$2
  shift 2
  if "$@" >"$log" 2>&1; then
    echo "ok: $release: $what"
    passed=$((passed + 1))
  else
    echo "not ok: $release: $what"
    tail -n 40 "$log"
    failed=$((failed + 1))
    return 1
  fi
}

# build_packages RELEASE FOLDER: into /life/FOLDER of its root; the source is always in /life/source.
build_packages () {
  copy_source "$roots/$1/$packages/life/source"
  in_root "$1" "$packages" DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-}" DEB_BUILD_PROFILES="$profile" sh -euc 'cd /life/source; rm -rf "../$1"; dpkg-buildpackage -us -uc
    mkdir "../$1"; mv ../*.deb ../life_* "../$1"' sh "$2"
}

compare_builds () {
  for package in "$roots/$1/$packages/life/first"/*.deb; do
    cmp "$package" "$roots/$1/$packages/life/second/$(basename "$package")" || return 1
  done
}

# Lintian of a release does not know later versions of the policy.
run_lintian () {
  in_root "$1" "$packages" sh -c 'lintian --allow-root --fail-on error,warning --suppress-tags newer-standards-version \
    /life/first/*.changes'
}

install_tools () {
  in_root "$1" "$packages" DEB_BUILD_PROFILES="$profile" sh -euc 'apt-get update
    apt-get install -y --no-install-recommends build-essential fakeroot lintian
    cd /life/source; apt-get build-dep -y --no-install-recommends ./'
}

# install_packages RELEASE: all but those for debugging, as a user does.
install_packages () {
  rm -rf "$roots/$1/$clean/packages"
  mkdir "$roots/$1/$clean/packages"
  cp "$roots/$1/$packages/life/first"/*.deb "$roots/$1/$clean/packages"
  rm -f "$roots/$1/$clean/packages"/*-dbgsym_*
  [ -z "$cuda" ] || rm -f "$roots/$1/$clean/packages"/gstreamer1.0-life_* "$roots/$1/$clean/packages"/liblife-0-0_*
  in_root "$1" "$clean" sh -euc 'apt-get update; cd /packages; apt-get install -y ./*.deb'
}

# Paths in the root that bear the name of a package or of what is in it.
list_paths () {
  (cd "$roots/$1/$clean" && find . -xdev -path ./packages -prune -o -path ./tmp -prune -o -path ./proc -prune -o -path ./var/cache/apt -prune \
    -o \( -name 'gstreamer1.0-life*' -o -iname '*gstlife*' -o -name 'liblife*' -o -name 'life-*' -o -name life \) -print | sort)
}

# play_readme RELEASE: each launch line, on a screen and with the variable that sinks for
# screens expect of any session; endless ones for 30 frames.
play_readme () {
  sed -n 's/^    \(gst-launch-1.0 .*\)/\1/p' README.md |
    sed '/num-buffers/!s/ lifesrc / lifesrc num-buffers=30 /' >"$roots/$1/$clean/launch-lines"
  in_root "$1" "$clean" apt-get install -y --no-install-recommends xvfb xauth
  in_root "$1" "$clean" XDG_RUNTIME_DIR=/tmp xvfb-run -a sh -euc 'cd /tmp; n=0
    while read -r line; do
      echo "$line"
      eval "timeout 120 $line" </dev/null || exit 1
      n=$((n + 1))
    done </launch-lines
    test $n -ge 4; test -s gun.mp4'
}

# Every program prints its help, and its manual page is there.
run_programs () {
  in_root "$1" "$clean" sh -euc 'for program in /usr/bin/life-*; do
      "$program" --help >/dev/null
      test -e "/usr/share/man/man1/${program##*/}.1.gz" || test ! -e /usr/share/man/man1
    done'
}

# The plugin has the GPU engine: what it misses here is a GPU.
find_gpu_engine () {
  in_root "$1" "$clean" sh -c 'gst-launch-1.0 lifesrc engine=cuda num-buffers=1 ! fakesink 2>&1; true' |
    grep 'engine=cuda: .*NVIDIA'
}

purge () {
  # shellcheck disable=SC2016 # the inner shell expands them
  in_root "$1" "$clean" sh -euc 'apt-get purge -y $(dpkg-query -W -f "\${source:Package} \${Package}\n" | sed -n "s/^life //p")'
  list_paths "$1" | diff "$roots/$1/$clean-paths" -
}

# try_release RELEASE: stops at what the rest needs.
try_release () {
  make_base "$1" || { echo "$1: SKIPPED: its root could not be made; is there a network?"; skipped=$((skipped + 1)); return 0; }
  log=$roots/$1/$packages.log
  [ -e "$roots/$1/$packages" ] || copy_base "$1" "$packages"
  [ -z "$cuda" ] || try "$1" 'a CUDA toolkit is installed' install_toolkit "$1" "$packages" || return 0
  copy_source "$roots/$1/$packages/life/source"
  try "$1" 'what the build needs is installed' install_tools "$1" || return 0
  try "$1" 'the packages are built' build_packages "$1" first || return 0
  mkdir -p "build-packages/$1$cuda"
  cp "$roots/$1/$packages/life/first"/* "build-packages/$1$cuda"
  try "$1" 'lintian finds no error and no warning' run_lintian "$1" || true
  copy_base "$1" "$clean"
  list_paths "$1" >"$roots/$1/$clean-paths"
  if try "$1" 'the packages are installed' install_packages "$1"; then
    try "$1" 'the launch lines of the README play' play_readme "$1" || true
    try "$1" 'the programs and their manual pages are there' run_programs "$1" || true
    [ -z "$cuda" ] || try "$1" 'the plugin has the GPU engine' find_gpu_engine "$1" || true
    try "$1" 'a purge leaves nothing' purge "$1" || true
  fi
  try "$1" 'the packages are built again' build_packages "$1" second || return 0
  try "$1" 'both builds have the same bytes' compare_builds "$1" || true
}

version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
head -n 1 debian/changelog | grep -qF "life ($version)" || {
  echo "not ok: debian/changelog does not begin with version $version"
  failed=1
}
why=$(why_no_roots)
for release; do
  if [ -n "$why" ]; then
    echo "$release: SKIPPED: $why"
    skipped=$((skipped + 1))
  else
    try_release "$release"
  fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
