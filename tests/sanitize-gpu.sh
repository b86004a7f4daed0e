#!/bin/bash
# SPDX-License-Identifier: LGPL-2.1-or-later
# Runs every kernel, edits, drawing and arriving pictures on small worlds under
# compute-sanitizer: memcheck, racecheck and synccheck.
#
#   tests/sanitize-gpu.sh BUILD-FOLDER
#
# TOOLS chooses other tools of it. The last line is "N passed, N failed, N skipped";
# a tool that finds something counts as one more failure.
set -u
cd "$(dirname "$0")/.." || exit 1
build=$(cd "${1:?usage: tests/sanitize-gpu.sh BUILD-FOLDER}" && pwd) || exit 1
log=$(mktemp "${TMPDIR:-/tmp}/life-sanitizer.XXXXXX")
trap 'rm -f "$log"' EXIT
export LD_LIBRARY_PATH=$build/life${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LIFE_COMPILER=$build/cuda/compile/life-compile LIFE_REQUIRE_CUDA=1
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
[ -x "$sanitizer" ] || { echo 'compute-sanitizer is not installed; it comes with the CUDA toolkit' >&2; exit 1; }

passed=0 failed=0 skipped=0
for tool in ${TOOLS:-memcheck racecheck synccheck}; do
  options=
  [ "$tool" != memcheck ] || options='--leak-check full'
  names='cuda-draw cuda-errors cuda-frames cuda-interleaved cuda-random'
  # synccheck objects to the barriers of worlds on the chip: workers and halo warps wait at different
  # instructions, but in the form for warps that are together.
  [ "$tool" = synccheck ] || names="$names cuda-resident"
  for name in $names; do
    # shellcheck disable=SC2086 # options are words
    "$sanitizer" --tool "$tool" $options --error-exitcode 99 \
      "$build/tests/cuda/test-$name" --tap -k -p "/$name/small" >"$log" 2>&1
    status=$?
    skips=$(grep -cE '^ok .*# *SKIP' "$log")
    fails=$(grep -c '^not ok' "$log")
    oks=$(($(grep -c '^ok' "$log") - skips))
    passed=$((passed + oks)) failed=$((failed + fails)) skipped=$((skipped + skips))
    if [ "$status" -ne 0 ] || [ "$oks" -eq 0 ]; then
      [ "$fails" -gt 0 ] || failed=$((failed + 1))
      echo "failed: $tool: test-$name ended with status $status"
      grep -E '^not ok|^=========|^#|^Bail' "$log" | head -n "${LINES_SHOWN:-60}"
    else
      echo "clean: $tool: test-$name, $(grep -E '^========= .*SUMMARY' "$log" | tail -n 1 | sed 's/^========= //')"
    fi
  done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
