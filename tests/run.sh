#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Installs what the tests need, builds, and runs every test: as a release, as far as
# vectors matter also with narrower ones than the processor may have, under the
# address and undefined-behaviour sanitizers (but what builds or plays for long by
# itself), what threads share under the thread
# sanitizer, and the fuzz targets for 20 s each. The last line is
# "N passed, N failed, N skipped".
set -eu
cd "$(dirname "$0")/.."
. tools/prepare.sh

test_packages="clang clang-format libclang-rt-14-dev golly ffmpeg gstreamer1.0-plugins-bad
  gstreamer1.0-libav gstreamer1.0-gl gstreamer1.0-x python3 xvfb x11-utils"
fuzz_seconds=20

# run_tests FOLDER [OPTION...]: every test of that build, or those that options of
# meson test name; failures are counted at the end.
run_tests () {
  echo "Testing $*"
  folder=$1
  shift
  meson test -C "$folder" --no-rebuild --print-errorlogs "$@" >"$folder/test.log" 2>&1 ||
    sed -n '/^=* *[0-9]*\/[0-9]*.*\(FAIL\|TIMEOUT\|ERROR\)/,/^$/p' "$folder/test.log" | tail -n 200
}

# test_threads FOLDER: builds and runs nothing but the tests of what threads share.
test_threads () {
  [ -e "$1/build.ninja" ] || meson setup "$1" --buildtype=debugoptimized -Dtests=enabled -Dcuda=disabled \
    -Db_sanitize=thread -Db_lundef=false >/dev/null
  echo "Building and testing $1"
  ninja -C "$1" thread-tests >"$1/build.log" 2>&1 || { tail -n 60 "$1/build.log" >&2; fail "building $1 failed"; }
  meson test -C "$1" --no-rebuild --print-errorlogs --suite threads >"$1/test.log" 2>&1 || tail -n 100 "$1/test.log"
}

# fuzz_target FOLDER TARGET: for a while, from its seed corpus, as one test. The
# result stands where meson would have left it.
fuzz_target () {
  echo "Fuzzing $2 for $fuzz_seconds s"
  mkdir -p "$1/corpus-$2"
  if "$1/tests/fuzz/fuzz-$2" -max_total_time=$fuzz_seconds -timeout=10 -rss_limit_mb=2048 \
    -artifact_prefix="$1/" "$1/corpus-$2" "tests/fuzz/corpus/$2" >"$1/fuzz-$2.log" 2>&1
  then result=OK line="ok 1 fuzz-$2"
  else result=FAIL line="not ok 1 fuzz-$2"; tail -n 40 "$1/fuzz-$2.log"
  fi
  printf '{"name": "fuzz-%s", "stdout": "%s", "result": "%s"}\n' "$2" "$line" "$result" \
    >>"$1/meson-logs/testlog.json"
}

# fuzz FOLDER: every target, two at a time.
fuzz () {
  mkdir -p "$1/meson-logs"
  : >"$1/meson-logs/testlog.json"
  for pair in 'rule rule-table' 'pattern macrocell' 'mcell dblife' 'image zip'; do
    for target in $pair; do
      fuzz_target "$1" "$target" &
    done
    wait
  done
}

need_packages $build_packages $stream_packages $rtsp_packages gstreamer1.0-rtsp $test_packages

# For one kind of GPU (the scripts build for all); with vectors for the oracle, which
# takes most of the sanitized tests' time.
build build-test --buildtype=release -Dtests=enabled -Dcuda-arch=90
build build-asan --buildtype=debugoptimized -Dtests=enabled -Dcuda=disabled -Db_sanitize=address,undefined -Db_lundef=false \
  -Dc_args=-fvect-cost-model=dynamic
CC=clang build build-fuzz --buildtype=debugoptimized -Dtests=disabled -Dfuzz=enabled -Dcuda=disabled \
  -Db_sanitize=address,undefined -Db_lundef=false

rm -f build-test/meson-logs/testlog*.json build-asan/meson-logs/testlog*.json build-tsan/meson-logs/testlog*.json
run_tests build-test
run_tests build-test --setup portable
# Without AVX-512 the first run was with AVX2, if there is that.
! grep -qw avx512dq /proc/cpuinfo || run_tests build-test --setup avx2
run_tests build-asan --no-suite golly --no-suite scripts --no-suite source
test_threads build-tsan
fuzz build-fuzz
python3 tests/count.py build-test build-asan build-tsan build-fuzz
