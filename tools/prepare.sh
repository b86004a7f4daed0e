# SPDX-License-Identifier: LGPL-2.1-or-later
# What the scripts share: installing Debian packages and building. Sourced, not
# run; the caller's working directory is the project's top folder.

# Packages for building the library and the plugin, for running it (plain) and for
# encoding with it (stream).
build_packages="gcc libc6-dev meson ninja-build pkg-config libglib2.0-dev zlib1g-dev libzip-dev
  libpango1.0-dev libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev"
# Where there is a CUDA toolkit, for frames in CUDA memory.
if command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; then
  build_packages="$build_packages libgstreamer-plugins-bad1.0-dev"
fi
plain_packages="gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good"
stream_packages="$plain_packages gstreamer1.0-plugins-ugly"
# And for building life-rtsp-server.
rtsp_packages="libgstrtspserver-1.0-dev"
# And for building and running life-web, and for running life-control, a program in Python.
web_packages="libsoup-3.0-dev libjson-glib-dev libgnutls28-dev glib-networking gstreamer1.0-plugins-bad
  python3 python3-websockets"

# And for building and running life-worker.
mpi_packages="libopenmpi-dev openmpi-bin"

fail () {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# await COMMAND [ARGUMENT...]: runs a command that takes long. pipelines/launch.sh
# redefines it, so that a signal ends the command and the script at once.
await () {
  "$@"
}

# Not every release of Debian has these; tests that need them are skipped there.
rare_packages="golly"

# without_absent NAME...: prints the names without rare packages that apt does not have.
without_absent () {
  for package; do
    case " $rare_packages " in
      *" $package "*) apt-cache show "$package" >/dev/null 2>&1 || continue ;;
    esac
    printf '%s ' "$package"
  done
}

# need_packages NAME...: prints and installs those that are missing. Signals do not
# interrupt apt-get, and programs that it starts inherit no locks of this script.
need_packages () {
  command -v dpkg-query >/dev/null || {
    echo "This is not Debian: make sure that these packages, or similar ones, are installed:" "$@" >&2
    return 0
  }
  missing=
  for package; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0

  if [ "$(id -u)" = 0 ]; then sudo=; else
    command -v sudo >/dev/null || fail "root or sudo is needed to install:$missing"
    sudo=sudo
  fi
  echo "Installing from Debian, this once:$missing"
  [ -z "$sudo" ] || echo "sudo may ask for your password"
  log=$(mktemp)
  $sudo apt-get update >"$log" 2>&1 5>&- 8>&- &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      $(without_absent $missing) >>"$log" 2>&1 5>&- 8>&- || {
    tail -n 20 "$log" >&2
    fail "apt-get could not install:$missing (its whole output: $log)"
  }
  rm -f "$log"
}

# report_build LOG: prints how far ninja is every few seconds, until it is ended or the script has.
report_build () {
  last=
  while sleep 5 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    step=$(sed -n 's|^\[\([0-9]*\)/\([0-9]*\)\].*|\1 of \2|p' "$1" 2>/dev/null | tail -n 1)
    [ -z "$step" ] || [ "$step" = "$last" ] || echo "  $step files"
    last=$step
  done
}

# build FOLDER [MESON-OPTION...]: configures FOLDER once and builds what changed. A
# second script waits for the first, and for its ninja if the script was killed.
build () {
  folder=$1
  once=
  shift
  mkdir -p "$folder"
  exec 9>"$folder/lock"
  flock -n 9 || {
    echo "Waiting for another script that is building $folder"
    await flock 9
  }
  if [ ! -e "$folder/build.ninja" ]; then
    once=", which takes some minutes this once"
    echo "Configuring $folder"
    rm -rf "$folder/meson-private" # left by an interrupted run
    await meson setup "$folder" "$@" >"$folder/setup.log" 2>&1 || {
      cat "$folder/setup.log" >&2
      fail "meson setup $folder failed"
    }
  fi
  if ! ninja -C "$folder" -n 2>/dev/null | grep -q 'no work to do'; then
    echo "Building $folder$once"
    : >"$folder/build.log"
    report_build "$folder/build.log" 5>&- 8>&- 9>&- &
    reporter=$!
    built=yes
    await ninja -C "$folder" >"$folder/build.log" 2>&1 || built=
    kill "$reporter" 2>/dev/null || :
    wait "$reporter" 2>/dev/null || :
    [ -n "$built" ] || {
      grep -v '^\[' "$folder/build.log" | tail -n 60 >&2
      fail "building $folder failed"
    }
  fi
  exec 9>&-
}

# build_plugin [OPTION PROGRAM]: builds the release that all scripts share, and uses its plugin. A
# folder that was configured before the packages of OPTION were installed has no PROGRAM yet. Kernels
# for a GPU take most of a build, so they are left out where there is none.
build_plugin () {
  if [ $# -gt 0 ] && [ -e build-release/build.ninja ] && [ ! -e "$2" ]; then
    ninja -C build-release build.ninja >/dev/null
    meson configure build-release "-D$1=enabled"
  fi
  without_gpu=
  [ -e /dev/nvidiactl ] || [ -e /dev/dxg ] || without_gpu=-Dcuda=disabled
  build build-release --buildtype=release -Dplugin=enabled -Dtests=disabled $without_gpu ${1:+"-D$1=enabled"}
  use_plugin build-release
}

# Makes GStreamer find the plugin and its presets in FOLDER, with a registry of its own,
# so that the user's does not change, and the plugin its compiler for GPUs.
use_plugin () {
  export GST_PLUGIN_PATH_1_0="$PWD/$1/plugin${GST_PLUGIN_PATH_1_0:+:$GST_PLUGIN_PATH_1_0}"
  export GST_PRESET_PATH="$PWD/$1/plugin/presets${GST_PRESET_PATH:+:$GST_PRESET_PATH}"
  export GST_REGISTRY_1_0="$PWD/$1/registry.bin"
  export LIFE_COMPILER="$PWD/$1/cuda/compile/life-compile"
}
