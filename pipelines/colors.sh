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

# Those of a lit volume.
volume_colors='alive-color=0xfff4f7fb background-top=0xff27568f background-bottom=0xffb7cfe4
  light-elevation=40 antialias=true'

# choose_view PROPERTY...: makes $colors show a world in 3D as a lit volume that turns, unless these
# choose a view or a preset. The built-in patterns in 3D get a world of their size.
choose_view () {
  view=
  turning="view=volume orbit=0.5 $volume_colors"
  for property; do
    case $property in
      view=* | @preset=*) return ;;
      pattern=*-5766*) view="$turning world-width=24 world-height=24 world-depth=24" ;;
      world-depth=[2-9]* | world-depth=1?*) view=${view:-$turning} ;;
    esac
  done
  colors=${view:-$colors}
}
