#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Builds for another processor and tests that with an emulator; see --help. The last line is
# "N passed, N failed, N skipped".
set -eu

usage () {
  cat <<'USAGE'
Usage: tests/arm64.sh [--short] [ARCHITECTURE [NAME...]]

Builds the library and the plugin with a cross compiler for another architecture of Debian
(arm64, or s390x, which has the other order of bytes; arm64 if none is named), and runs their
tests with qemu, which needs neither root nor a change of the system once the compiler and qemu
are installed. Libraries of that architecture are downloaded by apt and unpacked in a folder, and
nothing of them is installed. Golden hashes are those of every other processor.

  --short  what depends on vectors and on the order of bytes, an element and some golden
           frames: 3 to 4 minutes on two cores
  NAME     only tests of that name; golden is the frames

All tests take an hour on two cores. Those that run scripts, browsers, servers or other programs are left out.

Environment:
  LIFE_ROOTS  folder for the unpacked libraries, ~/.cache/life/roots if it is not set
USAGE
}

short=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --short) short=yes ;;
    -*) echo "arm64.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
    *) break ;;
  esac
  shift
done

# As Debian, GNU, and qemu and Meson name it.
architecture=${1:-arm64}
[ $# -eq 0 ] || shift
case $architecture in
  arm64) triplet=aarch64-linux-gnu processor=aarch64 endian=little ;;
  s390x) triplet=s390x-linux-gnu processor=s390x endian=big ;;
  *) echo "arm64.sh: unknown architecture $architecture" >&2; usage >&2; exit 2 ;;
esac

cd "$(dirname "$0")/.."
. tools/prepare.sh
. tests/support/roots.sh

folder=build-$architecture
root=$roots/$architecture
emulator="qemu-$processor-static"

# Of the target; python3 plays golden frames.
target_packages="libc6-dev libglib2.0-dev zlib1g-dev libzip-dev libpango1.0-dev libgstreamer1.0-dev
  libgstreamer-plugins-base1.0-dev $plain_packages fonts-dejavu-core python3"

# Every test but those that run other programs, or that look at the source.
whole_suites='--no-suite golly --no-suite slow --no-suite scripts --no-suite clone --no-suite source
  --no-suite page --no-suite memory --no-suite golden --no-suite tools'
# What depends on vectors, the order of bytes, the width of size_t, and char without a sign.
short_tests='registry extent checksum pages pattern checkpoint-files sample-kernels lifesrc'

# skip WHY: ends the script; the result is written where meson would have left it.
skip () {
  echo "$architecture: SKIPPED: $*"
  printf '{"name": "%s", "stdout": "ok 1 # SKIP %s", "result": "SKIP"}\n' "$architecture" "$*" \
    >"$folder/meson-logs/testlog.json"
  echo '0 passed, 0 failed, 1 skipped'
  exit 0
}

# apt_of_target COMMAND...: apt-get with state of its own, so that this system does not hear of the
# architecture; sources and keys are this system's.
apt_of_target () {
  APT_CONFIG=$root/apt/apt.conf apt-get -q -y "$@"
}

# write_programs: programs that tests start and that have to be of the target, and emulate, which
# runs a program by a script of the same name, so that one that starts itself starts that script.
write_programs () {
  mkdir -p "$root/programs" "$root/started"
  for program in python3 gst-inspect-1.0; do
    printf '#!/bin/sh\nexec %s -L "%s" "%s/usr/bin/%s" "$@"\n' "$emulator" "$root" "$root" "$program" \
      >"$root/programs/$program"
    chmod +x "$root/programs/$program"
  done
  cat >"$root/programs/emulate" <<EMULATE
#!/bin/sh
program=\$1 script=$root/started/\$(basename "\$1")
shift
printf '#!/bin/sh\nexec %s -L "%s" -0 "\$0" "%s" "\$@"\n' "$emulator" "$root" "\$program" >"\$script"
chmod +x "\$script"
exec "\$script" "\$@"
EMULATE
  chmod +x "$root/programs/emulate"
}

write_cross_file () {
  compiler="'$triplet-gcc'"
  ! command -v ccache >/dev/null || compiler="'ccache', $compiler"
  cat >"$root/cross.ini" <<INI
[binaries]
c = [$compiler]
ar = '$triplet-ar'
strip = '$triplet-strip'
pkgconfig = 'pkg-config'
exe_wrapper = '$root/programs/emulate'
[built-in options]
c_args = ['--sysroot=$root']
c_link_args = ['--sysroot=$root']
[properties]
sys_root = '$root'
pkg_config_libdir = ['$root/usr/lib/$triplet/pkgconfig', '$root/usr/share/pkgconfig']
[host_machine]
system = 'linux'
cpu_family = '$processor'
cpu = '$processor'
endian = '$endian'
INI
}

# make_root: nothing if its last program is there, else: packages are unpacked, not installed, which
# takes no root; links that name a path from the root of the system are made relative, for the
# linker.
make_root () {
  [ ! -e "$root/programs/emulate" ] || return 0
  rm -rf "$root"
  mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial"
  : >"$root/apt/status"
  cat >"$root/apt/apt.conf" <<CONF
APT::Architecture "$architecture";
APT::Architectures "$architecture";
APT::Install-Recommends "false";
Dir::State "$root/apt";
Dir::State::status "$root/apt/status";
Dir::Cache "$root/apt/cache";
CONF
  echo "Downloading libraries for $architecture into $root"
  # A mirror may lack one of several lists; what is missing then shows when packages are chosen.
  apt_of_target update >"$root/log" 2>&1 || true
  # shellcheck disable=SC2086 # names are words
  apt_of_target install --download-only $target_packages >>"$root/log" 2>&1 || return 1
  for package in "$root"/apt/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$root" || return 1
  done
  rm -rf "$root/apt/cache"
  find "$root/usr/lib" "$root/lib" -type l -lname '/*' -printf '%p\t%l\n' | while IFS='	' read -r link path; do
    [ ! -e "$root$path" ] || ln -sfr "$root$path" "$link"
  done
  write_cross_file
  write_programs
}

# build_tests NAME...: what these tests run, or with no name everything.
build_tests () {
  [ -e "$folder/build.ninja" ] || meson setup "$folder" --cross-file "$root/cross.ini" --buildtype=release --werror \
    -Dplugin=enabled -Dtests=enabled -Dcuda=disabled >"$root/setup.log" 2>&1 || {
    cat "$root/setup.log" >&2
    fail "meson setup $folder failed"
  }
  targets=
  for name; do
    case $name in
      golden | registry) targets="$targets plugin/libgstlife.so tests/support/fill-registry" ;;
      *) targets="$targets $(ninja -C "$folder" -t targets all | sed -n "s/^\(tests\/[a-z]*\/test-$name\): .*/\1/p")" ;;
    esac
  done
  echo "Building $folder"
  # shellcheck disable=SC2086 # names are words
  ninja -C "$folder" $targets >"$folder/build.log" 2>&1 || {
    grep -v '^\[' "$folder/build.log" | tail -n 60 >&2
    fail "building $folder failed"
  }
}

# run_tests ARGUMENT...: of meson test; failures are counted at the end.
run_tests () {
  echo "Testing $folder: $*"
  meson test -C "$folder" --no-rebuild --timeout-multiplier 10 --print-errorlogs "$@" >"$folder/test.log" 2>&1 ||
    sed -n '/^=* *[0-9]*\/[0-9]*.*\(FAIL\|TIMEOUT\|ERROR\)/,/^$/p' "$folder/test.log" | tail -n 200
}

# run_golden ROW...: frames of these rows, or of all, in a Python of the target; the result is
# written where meson would have left it.
run_golden () {
  echo "Testing $folder: golden frames"
  result=OK
  GST_PLUGIN_PATH_1_0="$PWD/$folder/plugin" PATH="$root/programs:$PATH" \
    "$root/programs/python3" tests/golden/golden.py "$folder" "$@" >"$folder/golden.log" 2>&1 || result=FAIL
  python3 -c 'import json, sys
print(json.dumps({"name": "golden", "stdout": sys.stdin.read(), "result": sys.argv[1]}))' "$result" \
    <"$folder/golden.log" >>"$folder/meson-logs/testlog.json"
}

mkdir -p "$folder/meson-logs"
rm -f "$folder"/meson-logs/testlog*.json
[ "$(dpkg --print-architecture)" != "$architecture" ] || skip 'this machine is one, so tests/run.sh tests it'
(need_packages "gcc-$triplet" qemu-user-static meson ninja-build pkg-config libglib2.0-dev-bin) ||
  skip 'its compiler or its emulator could not be installed'
make_root || skip "its libraries could not be downloaded; see $root/log"
if [ -n "$short" ]; then
  # shellcheck disable=SC2086 # names are words
  set -- $short_tests
fi
# shellcheck disable=SC2046,SC2086 # names and suites are words
if [ $# -gt 0 ]; then
  build_tests golden "$@"
  run_tests registry $(echo " $* " | sed 's/ golden / /; s/ registry / /')
else
  build_tests
  run_tests $whole_suites
fi
if [ -n "$short" ]; then
  run_golden cells volume 'unbounded HashLife' 'family Larger than Life, circle' 'format P010_10LE'
else
  case " $* " in
    '  ' | *' golden '*) run_golden ;;
  esac
fi
python3 tests/count.py "$folder"
