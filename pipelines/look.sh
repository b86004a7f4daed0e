# SPDX-License-Identifier: LGPL-2.1-or-later
# The default colors of these scripts. Sourced, not run; the servers do the same
# (common/source.c).

# choose_look PROPERTY...: sets $look to the properties of the colors that lifesrc gets in
# addition to these. A file or another rule may have more states than two, which trails would
# not show.
choose_look () {
  look=@preset=phosphor
  for property; do
    case $property in
      @preset=* | color-mode=* | palette=* | alive-color=* | dead-color=*) look=; return ;;
      rule=* | location=* | pattern=*!*) look='@preset=phosphor color-mode=auto' ;;
    esac
  done
}

# choose_scene WIDTH FROM PROPERTY...: sets $scene and $tour, its waypoints, in frames of that width
# for the gun that is shown if nothing else is: its stream crosses the frame from the first one, and
# the camera goes back slowly. Both are empty if these choose another world or view.
choose_scene () {
  scene='' tour=''
  width=$1
  shift
  [ "$1" = 'pattern="gosper-gun"' ] || return 0
  shift
  for property; do
    case $property in
      zoom=* | view* | camera* | waypoints=* | rotation=* | topology=* | world-* | pattern* | location=* | text=* | \
        rule=* | start-* | generations* | hold=* | events=*) return 0 ;;
    esac
  done
  scene='topology=unbounded pattern-x=0 pattern-y=0 start-frame=240'
  tour="240f 23,14 zoom=$((width * 18 / 1000)); 840f 29,17 zoom=$((width * 15 / 1000)) ease"
}
