# SPDX-License-Identifier: LGPL-2.1-or-later
# What the scripts here share: the words that they are called with, and writing
# aside. Sourced, not run, by a script that has set `pattern`, `out` (where it
# makes something) and `usage`. It reads the words, leaves the properties in "$@"
# and goes to the project's top folder.

# refuse WHY: for words that make no sense.
refuse () {
  echo "$(basename "$0"): $*" >&2
  usage >&2
  exit 2
}

# quoted TEXT: as gst-launch-1.0 reads it, whatever characters are in it.
quoted () {
  printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"
}

# write_aside file|folder: what stands at OUT is to be whole or not there, so
# $part is written first, and gone afterwards whatever happens.
write_aside () {
  [ -d "$(dirname "$out")" ] || fail "there is no folder $(dirname "$out")"
  [ -w "$(dirname "$out")" ] || fail "nothing can be written to the folder $(dirname "$out")"
  part=$out.part
  if [ "$1" = folder ]; then
    [ ! -e "$out" ] || fail "$out is there already; remove it or name another folder"
    mkdir "$part" 2>/dev/null || fail "$part is there already, from a run that was killed or still goes on; remove it"
    trap 'rm -rf "$part"' EXIT
  else
    [ ! -d "$out" ] || fail "$out is a folder; name the file to write"
    trap 'rm -f "$part"' EXIT
  fi
  trap 'exit 130' INT TERM
}

given=0
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    -*) refuse "there is no option $1" ;;
  esac
  given=$((given + 1))
  case $given${out:+out} in
    1*) pattern=$1 ;;
    2out) out=$1 ;;
    *) refuse "one word too many: $1 (properties come after --)" ;;
  esac
  shift
done
for property; do
  case $property in
    [a-z]*=*) ;;
    *) refuse "after -- come properties, PROPERTY=VALUE, not $property" ;;
  esac
done

# Names are the caller's, from where the caller stands.
case $pattern in
  /*) from=location=$(quoted "$pattern") ;;
  */* | *.*) from=location=$(quoted "$PWD/$pattern") ;;
  *)
    from=pattern=$(quoted "$pattern")
    [ ! -f "$pattern" ] || from=location=$(quoted "$PWD/$pattern")
    ;;
esac
case ${out-} in /*) ;; *) out=$PWD/${out-} ;; esac

cd "$(dirname "$0")/.."
. tools/prepare.sh
