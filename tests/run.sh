#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Installs what the tests need, builds, and runs them: a quick round, all, or those
# that are named; see --help. The last line is "N passed, N failed, N skipped".
set -eu

usage () {
  cat <<'USAGE'
Usage: ./tests/run.sh [--all | --release | NAME...]

Installs from Debian what is missing, builds, runs tests, and prints how many passed
and where the time went. Without arguments it takes about 14 minutes on two cores, and
10 more where nothing was built before: every test in a release build, the parsers and
the elements under the address and undefined-behavior sanitizers, and each fuzz target
for 5 s.

  --all  25 to 40 minutes: in addition every test that can depend on vectors with
         narrower ones; under those sanitizers all tests but those that run scripts, play
         launch lines, compute for long, play long patterns as in Golly, or show pages in
         a browser; tests of shared memory under the thread sanitizer; each fuzz target for
         10 s; a build for arm64, some tests of which an emulator runs (tests/arm64.sh); and
         the first command of the README in a clone, which builds
  --release
         every test in a release build, about 9 minutes, and no other build; nothing that is not
         Debian's is installed
  NAME   only tests of that name, in a release build: ./tests/run.sh rule 'lifestep*'
USAGE
}

all= release=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --all) all=yes ;;
    --release) release=yes ;;
    -*) echo "run.sh: unknown option $1" >&2; usage >&2; exit 2 ;;
    *) break ;;
  esac
  shift
done
[ -z "$all$release" ] || [ $# -eq 0 ] || { echo "run.sh: either names or an option: $*" >&2; exit 2; }
[ -z "$all" ] || [ -z "$release" ] || { echo 'run.sh: either --all or --release' >&2; exit 2; }

cd "$(dirname "$0")/.."
. tools/prepare.sh

test_packages="ccache clang clang-format libclang-rt-dev golly ffmpeg gstreamer1.0-plugins-bad
  gstreamer1.0-libav gstreamer1.0-gl gstreamer1.0-x python3 openssl xdotool xvfb x11-utils chromium chromium-driver
  fonts-dejavu-core man-db bash-completion valgrind python3-gi python3-numpy gir1.2-gst-plugins-base-1.0 ges1.0-tools"
# For the page's accessibility; some have both from elsewhere than Debian.
case $release$* in
  '' | *page*) command -v npm >/dev/null || test_packages="$test_packages nodejs npm" ;;
esac
steps=$(mktemp)
trap 'rm -f "$steps"' EXIT
doing=

# step [WHAT]: the time from here on counts for WHAT.
step () {
  now=$(date +%s)
  [ -z "$doing" ] || printf '%s\t%s\n' $((now - since)) "$doing" >>"$steps"
  since=$now doing=${1-}
}

# For one kind of GPU only. (In the clone the script builds for all kinds.)
build_release () {
  step 'building the release'
  build build-test --buildtype=release --werror -Dplugin=enabled -Dtests=enabled -Dcuda-arch=90
  rm -f build-test/meson-logs/testlog*.json
}

# With vectors for the reference, which takes most of the sanitized tests' time.
build_sanitized () {
  step 'building with the address and undefined-behavior sanitizers'
  build build-asan --buildtype=debugoptimized -Dplugin=enabled -Dtests=enabled -Dcuda=disabled \
    -Db_sanitize=address,undefined -Db_lundef=false -Dc_args=-fvect-cost-model=dynamic
  rm -f build-asan/meson-logs/testlog*.json
}

# run_tests WHAT FOLDER [OPTION...]: runs every test of that build, or those that
# options of meson test choose; failures are counted at the end. Some wait for others'
# frames, or for time to pass, so there is one more at a time than there are cores.
run_tests () {
  step "$1"
  folder=$2
  shift 2
  echo "Testing $folder $*"
  meson test -C "$folder" --num-processes $(($(nproc) + 1)) --no-rebuild --print-errorlogs "$@" >"$folder/test.log" 2>&1 ||
    sed -n '/^=* *[0-9]*\/[0-9]*.*\(FAIL\|TIMEOUT\|ERROR\)/,/^$/p' "$folder/test.log" | tail -n 200
}

# run_named NAME...: runs only these tests.
run_named () {
  # Only a configured build lists the tests of a changed meson.build.
  [ ! -e build-test/build.ninja ] || ninja -C build-test build.ninja >/dev/null || fail 'meson.build is wrong'
  [ -e build-test/build.ninja ] || build_release
  names=$(python3 tests/find-tests.py build-test "$@") || exit 2
  build_release
  # shellcheck disable=SC2086 # names are words
  run_tests 'testing the release' build-test $names
}

# fuzz_target TARGET: fuzzes for a while, from its seed corpus, as one test. The
# result is written where meson would have left it. What fonts and GLib keep is no leak;
# nor is what threads of the elements hold that are just ending, so that leaks of these
# are looked for at the end, not after each input.
fuzz_target () {
  echo "Fuzzing $1 for $fuzz_seconds s"
  mkdir -p "build-fuzz/corpus-$1"
  leaks=1
  [ "$1" != elements ] || leaks=0
  words=
  [ ! -e "tests/fuzz/$1.dict" ] || words=-dict=tests/fuzz/$1.dict
  if LSAN_OPTIONS=suppressions=tests/data/lsan.supp:print_suppressions=0 \
    "build-fuzz/tests/fuzz/fuzz-$1" -max_total_time="$fuzz_seconds" -timeout=60 -rss_limit_mb=2048 \
    -detect_leaks=$leaks ${words:+"$words"} -artifact_prefix=build-fuzz/ "build-fuzz/corpus-$1" "tests/fuzz/corpus/$1" >"build-fuzz/fuzz-$1.log" 2>&1
  then result=OK line="ok 1 fuzz-$1"
  else result=FAIL line="not ok 1 fuzz-$1"; tail -n 40 "build-fuzz/fuzz-$1.log"
  fi
  printf '{"name": "fuzz-%s", "stdout": "%s", "result": "%s"}\n' "$1" "$line" "$result" \
    >>build-fuzz/meson-logs/testlog.json
}

# fuzz SECONDS: every target, two at a time.
fuzz () {
  fuzz_seconds=$1
  step 'building the fuzz targets'
  compiler=clang
  ! command -v ccache >/dev/null || compiler='ccache clang'
  CC=$compiler build build-fuzz --buildtype=debugoptimized -Dtests=disabled -Dfuzz=enabled -Dcuda=disabled \
    -Db_sanitize=address,undefined -Db_lundef=false
  mkdir -p build-fuzz/meson-logs
  : >build-fuzz/meson-logs/testlog.json
  step 'fuzzing'
  # shellcheck disable=SC2046 # names are words
  set -- $(cd tests/fuzz/corpus && echo *)
  while [ $# -gt 0 ]; do
    fuzz_target "$1" &
    [ $# -eq 1 ] || { shift; fuzz_target "$1" & }
    shift
    wait
  done
}

# Builds only the tests of memory that threads share, and the plugin for them.
build_threads () {
  step 'building with the thread sanitizer'
  [ -e build-tsan/build.ninja ] || meson setup build-tsan --buildtype=debugoptimized -Dtests=enabled \
    -Dplugin=enabled -Dcuda=disabled -Db_sanitize=thread -Db_lundef=false >/dev/null
  echo 'Building build-tsan'
  ninja -C build-tsan thread-tests >build-tsan/build.log 2>&1 || {
    tail -n 60 build-tsan/build.log >&2
    fail 'building build-tsan failed'
  }
  rm -f build-tsan/meson-logs/testlog*.json
}

step 'installing'
need_packages $build_packages $stream_packages $rtsp_packages $web_packages $mpi_packages gstreamer1.0-rtsp $test_packages
if [ $# -gt 0 ]; then
  run_named "$@"
  folders=build-test
elif [ -n "$release" ]; then
  build_release
  run_tests 'testing the release' build-test --no-suite clone
  folders=build-test
elif [ -z "$all" ]; then
  build_release
  run_tests 'testing the release' build-test --no-suite clone
  build_sanitized
  run_tests 'testing under the address and undefined-behavior sanitizers' build-asan --suite parsers --suite elements
  fuzz 5
  folders='build-test build-asan build-fuzz'
else
  build_release
  run_tests 'testing the release' build-test
  run_tests 'testing without vectors' build-test --setup portable
  # Without AVX-512 the first run was with AVX2, if there is that.
  ! grep -qw avx512dq /proc/cpuinfo || run_tests 'testing with AVX2' build-test --setup avx2
  build_sanitized
  run_tests 'testing under the address and undefined-behavior sanitizers' build-asan \
    --no-suite golly --no-suite slow --no-suite scripts --no-suite clone --no-suite source --no-suite page --no-suite cluster
  build_threads
  run_tests 'testing under the thread sanitizer' build-tsan --suite threads
  fuzz 10
  step 'building and testing for arm64'
  ./tests/arm64.sh --short || true
  folders='build-test build-asan build-tsan build-fuzz build-arm64'
fi
step
# shellcheck disable=SC2086 # folders are words
python3 tests/count.py --steps "$steps" $folders
