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

# choose_view PROPERTY...: makes $colors show a world in 3D as a lit volume that turns, unless these
# choose a view or a preset. The built-in patterns in 3D get a world in which they are seen; a file,
# cells and a rule's suffix may decide the sides.
choose_view () {
  view= side=
  for property; do
    case $property in
      view=* | @preset=*) return ;;
      pattern=*-5766* | pattern=*ship-10c-10*) view=volume side=${side:-24} ;;
      world-depth=1) view= ;;
      world-depth=[2-9]* | world-depth=1?*) view=volume ;;
      location=*.rle3 | location=*.rle3\" | location=*.3d | location=*.3d\") view=volume ;;
    esac
    case $property in
      location=* | pattern=*!* | rule=*:*) side=0 ;;
    esac
  done
  if [ ! "$view" ]; then return; fi
  colors="@preset=volume antialias=true${side:+ world-width=$side world-height=$side world-depth=$side}"
}
