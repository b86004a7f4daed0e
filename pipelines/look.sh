# SPDX-License-Identifier: LGPL-2.1-or-later
# The colors of what the scripts here make, where nothing else says them. Sourced, not
# run; the servers do the same (common/source.c).

# choose_look PROPERTY...: sets $look to what lifesrc gets beside these properties. A file
# or another rule may have more states than two, which trails would not show.
choose_look () {
  look=@preset=phosphor
  for property; do
    case $property in
      @preset=* | color-mode=* | palette=* | alive-color=* | dead-color=*) look=; return ;;
      rule=* | location=* | pattern=*!*) look='@preset=phosphor color-mode=auto' ;;
    esac
  done
}
