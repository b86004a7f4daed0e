# SPDX-License-Identifier: LGPL-2.1-or-later
# The default colors of these scripts. Sourced, not run; the servers do the same
# (common/source.c).

# choose_colors PROPERTY...: sets $colors to the properties of the colors that lifesrc gets in
# addition to these. A file or another rule may have more states than two, which trails would
# not show.
choose_colors () {
  colors=@preset=phosphor
  for property; do
    case $property in
      @preset=* | color-mode=* | palette=* | alive-color=* | dead-color=*) colors=; return ;;
      rule=* | location=* | pattern=*!*) colors='@preset=phosphor color-mode=auto' ;;
    esac
  done
}
