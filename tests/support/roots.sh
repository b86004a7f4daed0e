# SPDX-License-Identifier: LGPL-2.1-or-later
# Debian releases in folders, to build, install and test in as if on another machine.
# Sourced, not run; the caller's working directory is the project's top folder.

# Where they are kept: RELEASE/base as debootstrap made it, base-ARCHITECTURE for another
# processor, copies of these next to them, and Debian's packages in RELEASE/archives.
roots=${LIFE_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/life/roots}
# shellcheck disable=SC2016 # apt-get replaces it
mirror=${LIFE_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | head -n 1)}

# why_no_roots: prints why roots cannot be made here; nothing if they can.
why_no_roots () {
  if [ "$(id -u)" != 0 ]; then
    echo 'only root can make one'
  elif ! command -v debootstrap >/dev/null; then
    echo 'debootstrap is not installed'
  elif [ -z "$mirror" ]; then
    echo 'apt has no source of packages here; name one as LIFE_MIRROR'
  elif ! unshare --mount --pid --fork true 2>/dev/null; then
    echo 'this system allows no namespaces'
  fi
}

# make_base RELEASE [ARCHITECTURE]: downloads a release once, and keeps other scripts from it
# until this one ends or takes another release; fails where there is no network.
make_base () {
  base=base${2:+-$2}
  mkdir -p "$roots/$1"
  exec 9>"$roots/$1/lock"
  flock 9
  [ ! -e "$roots/$1/$base/etc/apt/apt.conf.d/life" ] || return 0
  rm -rf "${roots:?}/$1/$base"
  mkdir -p "$roots/$1/archives"
  # A release that is newer than debootstrap is made as unstable is.
  script=/usr/share/debootstrap/scripts/$1
  [ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
  echo "Making a root of Debian $1${2:+ for $2} in $roots/$1"
  debootstrap ${2:+--arch="$2"} --variant=minbase --cache-dir="$roots/$1/archives" "$1" "$roots/$1/$base" "$mirror" "$script" \
    >"$roots/$1/debootstrap.log" 2>&1 || {
    tail -n 5 "$roots/$1/debootstrap.log"
    return 1
  }
  printf '#!/bin/sh\nexit 101\n' >"$roots/$1/$base/usr/sbin/policy-rc.d" # no services
  chmod +x "$roots/$1/$base/usr/sbin/policy-rc.d"
  # A mirror of a release that changes daily may be some weeks old.
  printf '%s\n' 'Dpkg::Options "--force-unsafe-io";' 'Acquire::Check-Valid-Until "false";' \
    >"$roots/$1/$base/etc/apt/apt.conf.d/life"
}

# copy_base RELEASE NAME [ARCHITECTURE]: makes the root NAME of it anew.
copy_base () {
  rm -rf "${roots:?}/$1/$2"
  cp -a --reflink=auto "$roots/$1/base${3:+-$3}" "$roots/$1/$2"
}

# install_toolkit RELEASE NAME: the CUDA toolkit of that release.
install_toolkit () {
  echo "deb $mirror $1 main contrib non-free" >"$roots/$1/$2/etc/apt/sources.list"
  in_root "$1" "$2" sh -euc 'apt-get update
    apt-get install -y --no-install-recommends g++ nvidia-cuda-toolkit'
}

# copy_source FOLDER: puts the files of the source there that git knows or would add, or
# all where there is no git, in place of what was there but build folders. Times are
# kept, so that these build only what changed.
copy_source () {
  mkdir -p "$1"
  find "$1" -mindepth 1 -maxdepth 1 ! -name 'build*' -exec rm -rf {} +
  if [ -e .git ]; then
    git ls-files -z --cached --others --exclude-standard --deduplicate
  else
    find . -type f ! -path './build*' -print0
  fi | tar --create --null --verbatim-files-from --files-from=- | tar --extract -C "$1"
}

# in_root RELEASE NAME COMMAND [ARGUMENT...]: runs a command there, in namespaces of its
# own: whatever ends it or this shell, its mounts and its processes end too.
in_root () {
  root=$roots/$1/$2 archives=$roots/$1/archives
  shift 2
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # Nothing in Debian 12 makes this, and chromedriver looks for localhost.
  [ -e "$root/etc/hosts" ] || echo '127.0.0.1 localhost' >"$root/etc/hosts"
  # shellcheck disable=SC2016 # the inner shell expands them
  setpriv --pdeathsig KILL unshare --mount --propagation private --pid --fork --kill-child sh -euc '
    root=$1 archives=$2
    shift 2
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount --rbind /dev "$root/dev"
    mount --bind "$archives" "$root/var/cache/apt/archives"
    # Not as the first process of the namespace: Xvfb takes that for no one who waits for it.
    chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" || exit' \
    sh "$root" "$archives" "$@"
}
