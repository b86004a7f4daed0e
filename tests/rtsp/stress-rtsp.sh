#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Puts life-rtsp-server under load, by hand: 50 viewers for 30 s, 49 of them
# ffmpeg, then 500 viewers that vanish one after another while one plays. Prints
# the results; fails where a viewer's frames stop or the server does not free memory.
set -eu

[ $# = 1 ] || {
  echo "Usage: tests/rtsp/stress-rtsp.sh BUILD-FOLDER" >&2
  exit 2
}
build=$(cd "$1" && pwd)
crowd=$build/tests/rtsp/rtsp-crowd
export GST_PLUGIN_PATH_1_0="$build/plugin" GST_REGISTRY_1_0="$build/registry-tests.bin"
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill $server; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM

"$build/pipelines/rtsp-server/life-rtsp-server" --port 0 --width 640 --height 360 >"$folder/url" &
server=$!
while ! [ -s "$folder/url" ]; do
  kill -0 $server
  sleep 0.2
done
url=$(sed 's/^Serving //' "$folder/url")
port=$(echo "$url" | sed 's/.*:\([0-9]*\).*/\1/')

descriptors () { ls /proc/$server/fd | wc -l; }
memory () { awk '/^VmRSS/ {print $2}' /proc/$server/status; }
# Hundredths of a second.
work () { awk '{print $14 + $15}' /proc/$server/stat; }
report () { echo "the server: $(descriptors) descriptors, $(memory) kB"; }

report
echo "One viewer alone:"
"$crowd" "$port" watch 1 20
report

echo "50 viewers, 49 of them ffmpeg:"
from=$(work)
clients=
for i in $(seq 49); do
  timeout 60 ffmpeg -v error -rtsp_transport tcp -i "$url" -c copy -t 30 -f framecrc "$folder/$i" \
    </dev/null 2>"$folder/$i.errors" &
  clients="$clients $!"
done
# By then all have started, which takes CPU time too.
sleep 8
"$crowd" "$port" watch 1 20
failed=0
for client in $clients; do wait "$client" || failed=$((failed + 1)); done
echo "ffmpeg: $failed failed; frames of each: $(for i in $(seq 49); do grep -vc '^#' "$folder/$i"; done | sort -n | sed -n '1p;$p' | paste -sd-)"
cat "$folder"/*.errors | sort | uniq -c | head -n 5
echo "the server worked for $(($(work) - from)) hundredths of a second"
sleep 2
report

echo "500 that vanish, and one that plays:"
"$crowd" "$port" watch 1 60 >"$folder/watch" &
watcher=$!
sleep 1
before=$(descriptors)
"$crowd" "$port" vanish 10
sleep 1
memory_before=$(memory)
"$crowd" "$port" vanish 490
sleep 2
after=$(descriptors)
memory_after=$(memory)
wait $watcher
cat "$folder/watch"
echo "descriptors: $before before, $after after; memory: $memory_before kB, $memory_after kB"

kill $server
wait $server
server=
echo "the server ended with status 0"
[ $failed = 0 ] && [ "$after" -le "$before" ] && [ $((memory_after - memory_before)) -lt 16384 ]
