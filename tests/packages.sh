#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Makes Debian's packages and tries them; see --help. The last line is "N passed, N failed,
# N skipped".
set -eu

usage () {
  cat <<'USAGE'
Usage: tests/packages.sh [--cuda | --arm64] [RELEASE...]

For each release of Debian (bookworm and trixie, if none is named): builds the packages twice
in a root of that release and compares their bytes, runs lintian, installs them in a
clean root, runs the README's launch lines there with no variable set, and purges
them. The packages are stored in build-packages/RELEASE.

  --cuda   with the CUDA toolkit of that release, from its sections contrib and non-free:
           the package with the GPU engine is made too, and installed and tried in the position of
           the one without; all are stored in build-packages/RELEASE-cuda
  --arm64  for arm64, with a cross compiler: all but life-doc, which is for every architecture;
           they are installed and tried in a root of arm64, whose programs qemu runs; all are
           stored in build-packages/RELEASE-arm64

Needs root and debootstrap, and --arm64 binfmt_misc with qemu, which it installs; where a root
cannot be made, that is skipped. Without either, dpkg-buildpackage -b in this folder makes the
packages.

Environment:
  LIFE_ROOTS, LIFE_MIRROR  as tests/distributions.sh has them
  DEB_BUILD_OPTIONS        of dpkg-buildpackage: noopt builds soon, to try the rest
USAGE
}

# What sets folders apart, the build profiles, and the architecture of packages if it is another.
suffix= profiles= architecture=
case ${1-} in
  -h | --help) usage; exit 0 ;;
  --cuda) suffix=-cuda profiles=pkg.life.cuda; shift ;;
  --arm64) suffix=-arm64 profiles='cross nocheck' architecture=arm64; shift ;;
  -*) echo "packages.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
esac
[ $# -gt 0 ] || set -- bookworm trixie

cd "$(dirname "$0")/.."
. tools/prepare.sh
. tests/support/roots.sh

# The roots in which packages are made and installed.
packages=packages$suffix clean=clean$suffix
# Of a cross build. It leaves out life-doc, which is for every architecture, and whose reference
# gst-inspect-1.0 prints of a plugin that it has to load.
build_dep_options=${architecture:+-a $architecture --arch-only}
build_options=${architecture:+-a $architecture -B}

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
  in_root "$1" "$packages" DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS-}" DEB_BUILD_PROFILES="$profiles" sh -euc 'cd /life/source; rm -rf "../$1"; dpkg-buildpackage -us -uc $2
    mkdir "../$1"; mv ../*.deb ../life_* "../$1"' sh "$2" "$build_options"
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

# install_compiler RELEASE: a cross compiler. In bookworm libsoup's headers need libsysprof-4-dev,
# whose dependencies (GTK's headers, gobject-introspection) cannot be installed for a second
# architecture; nothing here uses these, so it is installed without its dependencies.
install_compiler () {
  # shellcheck disable=SC2016 # the inner shell expands them
  in_root "$1" "$packages" sh -euc 'dpkg --add-architecture "$1"
    apt-get update
    apt-get install -y --no-install-recommends "crossbuild-essential-$1"
    [ "$2" = bookworm ] || exit 0
    rm -rf /life/sysprof
    mkdir -p /life/sysprof
    cd /life/sysprof
    apt-get download "libsysprof-4-dev:$1"
    dpkg-deb -R libsysprof-4-dev_*.deb headers
    sed -i "/^Depends:/d" headers/DEBIAN/control
    dpkg-deb -b headers headers.deb
    apt-get install -y ./headers.deb' sh "$architecture" "$1"
}

install_tools () {
  # shellcheck disable=SC2016 # the inner shell expands them
  in_root "$1" "$packages" DEB_BUILD_PROFILES="$profiles" sh -euc 'apt-get update
    apt-get install -y --no-install-recommends build-essential fakeroot lintian
    cd /life/source; apt-get build-dep -y --no-install-recommends $1 ./' sh "$build_dep_options"
}

# install_packages RELEASE: all but those for debugging, as a user does.
install_packages () {
  rm -rf "$roots/$1/$clean/packages"
  mkdir "$roots/$1/$clean/packages"
  cp "$roots/$1/$packages/life/first"/*.deb "$roots/$1/$clean/packages"
  rm -f "$roots/$1/$clean/packages"/*-dbgsym_*
  [ "$suffix" != -cuda ] || rm -f "$roots/$1/$clean/packages"/gstreamer1.0-life_* "$roots/$1/$clean/packages"/liblife-0-0_*
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
      eval "timeout 600 $line" </dev/null || exit 1
      n=$((n + 1))
    done </launch-lines
    test $n -ge 4; test -s gun.mp4'
}

# inspect_plugin RELEASE: with no registry yet, so that gst-plugin-scanner loads every plugin.
inspect_plugin () {
  in_root "$1" "$clean" sh -euc 'rm -rf ~/.cache/gstreamer-1.0
    gst-inspect-1.0 lifesrc 2>/tmp/errors || echo "gst-inspect-1.0 failed" >>/tmp/errors
    ! grep . /tmp/errors'
}

# decode_film RELEASE: every frame of the film that the README's line wrote, as 64 x 36 bytes.
decode_film () {
  frames=$(sed -n 's/^    gst-launch-1.0 .* num-buffers=\([0-9]*\) .* location=gun.mp4$/\1/p' README.md)
  # shellcheck disable=SC2016 # the inner shell expands them
  in_root "$1" "$clean" sh -euc 'cd /tmp
    timeout 600 gst-launch-1.0 filesrc location=gun.mp4 ! decodebin ! videoconvert ! videoscale \
      ! video/x-raw,format=GRAY8,width=64,height=36 ! filesink location=frames
    test "$(stat -c %s frames)" -eq $(($1 * 64 * 36))' sh "$frames"
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

# why_no_emulation: registers qemu, so that programs of arm64 start in any root; prints why it
# cannot, nothing if it can.
why_no_emulation () {
  registered=/proc/sys/fs/binfmt_misc/qemu-aarch64
  if [ "$(dpkg --print-architecture)" = arm64 ]; then
    echo 'this machine is of arm64, so the packages are made without an option'
  elif ! (need_packages qemu-user-static binfmt-support) >&2; then
    echo 'qemu-user-static and binfmt-support could not be installed'
  elif ! [ -e "$registered" ] && ! { update-binfmts --enable qemu-aarch64 >&2 && [ -e "$registered" ]; }; then
    echo 'qemu could not be registered in binfmt_misc, by which programs of arm64 start'
  elif ! grep -q '^flags:.*F' "$registered"; then
    echo "the emulator that $registered names is not found in a root, as it has no flag F"
  fi
}

# try_release RELEASE: stops at what the rest needs.
try_release () {
  make_base "$1" && make_base "$1" "$architecture" || { echo "$1: SKIPPED: its root could not be made; is there a network?"; skipped=$((skipped + 1)); return 0; }
  log=$roots/$1/$packages.log
  [ -e "$roots/$1/$packages" ] || copy_base "$1" "$packages"
  [ "$suffix" != -cuda ] || try "$1" 'a CUDA toolkit is installed' install_toolkit "$1" "$packages" || return 0
  [ -z "$architecture" ] || try "$1" 'a cross compiler is installed' install_compiler "$1" || return 0
  copy_source "$roots/$1/$packages/life/source"
  try "$1" 'what the build needs is installed' install_tools "$1" || return 0
  try "$1" 'the packages are built' build_packages "$1" first || return 0
  mkdir -p "build-packages/$1$suffix"
  cp "$roots/$1/$packages/life/first"/* "build-packages/$1$suffix"
  try "$1" 'lintian finds no error and no warning' run_lintian "$1" || true
  copy_base "$1" "$clean" "$architecture"
  list_paths "$1" >"$roots/$1/$clean-paths"
  if try "$1" 'the packages are installed' install_packages "$1"; then
    try "$1" 'gst-inspect-1.0 prints lifesrc and no error' inspect_plugin "$1" || true
    if try "$1" 'the launch lines of the README play' play_readme "$1"; then
      try "$1" 'the film that one wrote is decoded' decode_film "$1" || true
    fi
    try "$1" 'the programs and their manual pages are there' run_programs "$1" || true
    [ "$suffix" != -cuda ] || try "$1" 'the plugin has the GPU engine' find_gpu_engine "$1" || true
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
[ -n "$why" ] || [ -z "$architecture" ] || why=$(why_no_emulation)
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
