#!/bin/sh
# SPDX-License-Identifier: LGPL-2.1-or-later
# Stands in for the program that compiles at run time, and does what tests want of it:
#
#   LIFE_TEST_COMPILER   one of the words below; nothing: it compiles
#   LIFE_TEST_REAL       the program that compiles
#   LIFE_TEST_TEXT       to be put before what it compiles
#   LIFE_TEST_BLOCK       a file: while it is there, nothing is compiled
#   LIFE_TEST_DIGEST     of the library's headers (default: those of the program that compiles)

case $LIFE_TEST_COMPILER:$1 in
  'find no NVRTC':*) exit 1 ;;
  :--version) exec "$LIFE_TEST_REAL" --version ;;
  *:--version) echo "99.0 ${LIFE_TEST_DIGEST:-$("$LIFE_TEST_REAL" --version | cut -d ' ' -f 2)}"; exit ;;
  :*)
    while [ -n "$LIFE_TEST_BLOCK" ] && [ -e "$LIFE_TEST_BLOCK" ]; do sleep 0.002; done
    key=$1 option=$2 text=$3
    shift 3
    exec "$LIFE_TEST_REAL" "$key" "$option" "$LIFE_TEST_TEXT$text" "$@" ;;
  crash:*) kill -KILL $$ ;;
  'print garbage':*) head -c 100000 /dev/urandom ;;
  'print half':*) printf %s "$(printf 'name\0code and code' | base64)" ;;
  'print half and crash':*) printf 'bmFtZQBjb2Rl'; kill -KILL $$ ;;
  'print a name without code':*) printf 'name\0' | base64 ;;
  'print a name without end':*) printf name | base64 ;;
  refuse:*) echo 'it does not compile' >&2; exit 1 ;;
  behave:*) printf 'name\0code' | base64 ;;
esac
