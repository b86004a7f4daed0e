#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs every test program of a build on a host with a GPU that has neither meson
# nor GStreamer's packages: the built folder, this source tree and a GStreamer
# run-time in the library path are enough.
#
#   tests/gpu.sh BUILD-FOLDER
#
# The last line is "N passed, N failed, N skipped". JOBS=n runs n programs at a time,
# on the GPUs in turn; GPU_REQUIRED=no lets the tests of CUDA be skipped where there is
# none; FOLDERS='unit elements' runs only the programs of these folders of tests/. Those of
# tests/engine/cuda.tsv run a second time with their worlds on the GPU, as NAME-cuda.
set -u
cd "$(dirname "$0")/.." || exit 1
source=$PWD
build=$(cd "${1:?usage: tests/gpu.sh BUILD-FOLDER}" && pwd) || exit 1
logs=$(mktemp -d "${TMPDIR:-/tmp}/life-gpu-tests.XXXXXX")
trap 'rm -rf "$logs"' EXIT
program_seconds=${PROGRAM_SECONDS:-600}

# What tests/meson.build sets.
export GST_PLUGIN_PATH_1_0=$build/plugin GST_REGISTRY_1_0=$logs/registry.bin
export GST_PRESET_PATH=$build/plugin/presets GST_REGISTRY_FORK=no G_DEBUG=fatal-criticals
export LIFE_TEST_DATA=$source/tests/data LIFE_SOURCE_ROOT=$source LIFE_BUILD_ROOT=$build
export LIFE_COMPILER=$build/cuda/compile/life-compile
export LD_LIBRARY_PATH=$build/life${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
[ "${GPU_REQUIRED:-yes}" = no ] || export LIFE_REQUIRE_CUDA=1

# run NAME: runs one program; its output and its exit status go to $logs.
run () {
  local started=$SECONDS list command=("$build"/tests/*/test-"$1" --tap -k)
  case $1 in
    golden) command=(tests/golden/golden.py "$build") ;;
    launch-lines) command=(tests/elements/stream/test-launch-lines.py "$elements") ;;
  esac
  read -ra list <<<"$gpus"
  echo "$several" | grep -qx "$1" || export CUDA_VISIBLE_DEVICES=${list[SLOT % ${#list[@]}]}
  if [ "$1" != "${1%-cuda}" ]; then
    export LIFE_TEST_ENGINE=cuda
    read -ra list <<<"$(awk -F '\t' -v name="${1%-cuda}" '$1 == name { print $2 }' tests/engine/cuda.tsv)"
    command=("$build"/tests/*/test-"${1%-cuda}" --tap -k "${list[@]/#/-s=}")
  fi
  timeout -k 10 "$program_seconds" "${command[@]}" >"$logs/$1.tap" 2>"$logs/$1.err"
  echo $? >"$logs/$1.status"
  echo "$((SECONDS - begun)) s: $1" >"$logs/$1.time"
}
export -f run
elements=lifesrc,lifestep
[ ! -x "$build/tests/elements/test-lifevis" ] || elements=$elements,lifevis
export build elements logs program_seconds

# Programs take turns at the GPUs, but for those that use several.
gpus=${CUDA_VISIBLE_DEVICES:-$(nvidia-smi --query-gpu=index --format=csv,noheader 2>/dev/null | tr '\n' ' ')}
gpus=${gpus//,/ }
[ -n "$gpus" ] || gpus=0
several=$(printf '%s\n' bad-input cut parts parts-draw properties)
export gpus several

# No two programs have the same name.
# shellcheck disable=SC2086 # folders are words
programs=$(cd "$build/tests" && find ${FOLDERS:-*} -mindepth 1 -type f -perm -u+x -name 'test-*' | sed 's,.*/test-,,' | sort)
case " ${FOLDERS:-golden} " in *' golden '*) programs="$programs"$'\n'golden ;; esac
case " ${FOLDERS:-elements} " in *' elements '*) programs="$programs"$'\n'launch-lines ;; esac
case " ${FOLDERS:-engine} " in
  *' engine '*) programs="$programs"$'\n'$(sed '/^#/d; s/\t.*//; s/$/-cuda/' tests/engine/cuda.tsv) ;;
esac
[ -n "$programs" ] || { echo "no test programs in $build/tests" >&2; exit 1; }

# Those that take minutes begin first.
long='cuda|golly-plays|golly-plays-cuda|caps|cuda-draw|families-cuda|topology-engines-cuda|bad-input|camera|lifestep|crossfade|lifestep-output|cuda-random|cuda-resident|launch-lines'
programs=$(echo "$programs" | grep -xE "$long"; echo "$programs" | grep -vxE "$long")

# These measure the GPU's memory, which others must not take meanwhile.
alone='cut|cuda-errors'

nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv,noheader 2>/dev/null
# GStreamer scans all plugins before the tests, not in one of them.
[ ! -x "$build/tests/support/fill-registry" ] || "$build/tests/support/fill-registry" >/dev/null 2>&1
# run_all: runs all programs.
run_all () {
  echo "$programs" | grep -vxE "$alone" | xargs -P "${JOBS:-4}" --process-slot-var=SLOT -I{} bash -c 'run {}'
  echo "$programs" | grep -xE "$alone" | xargs --process-slot-var=SLOT -I{} bash -c 'run {}'
}

# A run that is ended prints what is known by then.
set -m
run_all &
all=$!
trap 'kill -- -$all' TERM INT
while kill -0 $all 2>/dev/null; do wait $all; done

# points PATTERN NAME: how many lines of the program's TAP match.
points () {
  grep -cE "$1" "$logs/$2.tap"
}

passed=0 failed=0 skipped=0
for name in $programs; do
  touch "$logs/$name.tap" "$logs/$name.err"
  skips=$(points '^ok .*# *SKIP' "$name")
  fails=$(points '^not ok' "$name")
  status=$(cat "$logs/$name.status" 2>/dev/null || echo 'unknown, the run being ended,')
  passed=$((passed + $(points '^ok' "$name") - skips))
  skipped=$((skipped + skips))
  failed=$((failed + fails))
  sed -nE "s/^ok [0-9]+ (.*# *SKIP)/skipped: $name: \\1/p" "$logs/$name.tap"
  if [ "$fails" -gt 0 ]; then
    # A program's messages come before the line of TAP that they belong to.
    awk -v name="$name" '/^not ok/ { printf "%sfailed: %s: %s\n", messages, name, $0 } /^(not )?ok/ { messages = ""; next }
      /^#/ { messages = messages $0 "\n" }' "$logs/$name.tap"
  elif [ "$status" != 0 ] || [ "$(points '^ok' "$name")" -eq 0 ]; then
    # It crashed, timed out or found no library.
    failed=$((failed + 1))
    echo "failed: $name: ended with status $status after: $(tail -n 1 "$logs/$name.tap")"
    tail -n 20 "$logs/$name.err"
  fi
done
echo 'The slowest:'
sort -rn "$logs"/*.time | head -n 12
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
