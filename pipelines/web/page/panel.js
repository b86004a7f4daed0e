// SPDX-License-Identifier: LGPL-2.1-or-later
// The panel's controls for properties. The server reports which there are; this file sets their
// position, their labels, and which of them have no effect in the world's view.

import {element, makeControl} from './controls.js';
import {text} from './words.js';

const perspective = 'perspective';

// Those that the server does not have are omitted; those that are not in this list are last.
const groups = [
  {title: 'rule', open: true, names: ['rule', 'draw-state', 'density', 'stagnation', 'stagnation-frames']},
  {title: 'colors', open: true, names: ['palette', 'color-mode', 'alive-color', 'dead-color', 'trail',
    'density-gain', 'palette-cycle']},
  {title: 'tempo', open: true, names: ['generations-rate', 'crossfade']},
  {title: 'view', open: false, names: ['view', 'zoom', 'camera', 'camera-margin', 'view-x', 'view-y', 'rotation',
    'scaling', 'cell-shape', 'grid', 'grid-color', 'slice-axis', 'slice', 'slice-step', 'projection-side']},
  {title: perspective, open: true, names: ['azimuth', 'elevation', 'orbit', 'camera-distance', 'camera-fov',
    'look-at-x', 'look-at-y', 'look-at-z', 'cut-x', 'cut-y', 'cut-z', 'light-azimuth', 'light-elevation', 'shadows',
    'occlusion', 'antialias', 'world-box', 'fog', 'background-top', 'background-bottom']},
  {title: 'captions', open: false, names: ['caption', 'caption-corner', 'caption-color', 'caption-font']},
];

const tempos = ['1/16', '1/8', '1/4', '1/2', '1', '2', '4', '8', '16'];

// Numbers that are chosen, not estimated: no sliders.
const typed = ['draw-state', 'camera-distance'];

// The tools set these.
const elsewhere = ['paused', 'generations'];

const bodyViews = ['xray', 'volume', 'spacetime'];
const ofPlanes = ['zoom', 'view-x', 'view-y', 'rotation', 'scaling', 'cell-shape', 'camera', 'camera-margin', 'grid',
  'grid-color'];
const ofSlices = ['slice', 'slice-axis', 'slice-step'];

/** Whether a view shows the world as a body, in which there is no drawing. */
export function isBody({view}) {
  return bodyViews.includes(view);
}

// Whether a property has an effect in a view of a world of that depth.
function isHeeded(name, scene) {
  if (ofSlices.includes(name)) return scene.depth > 1 && !isBody(scene);
  if (name === 'projection-side') return scene.view === 'projection';
  if (groups.find(({names}) => names.includes(name))?.title === perspective) return isBody(scene);
  return !(isBody(scene) && ofPlanes.includes(name));
}

/** The label of a property. */
export function labelOf(name) {
  const words = name.replaceAll('-', ' ');

  return text(`property-${name}`) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export class Panel {
  #form;
  #controls = new Map();

  constructor(form) {
    this.#form = form;
    form.addEventListener('submit', event => event.preventDefault());
  }

  /**
   * Makes the controls that hello lists, if they have an effect in `scene`: {view, depth}.
   * set(name, value) returns a promise.
   */
  build(hello, scene, set) {
    const suggestions = {'rule': hello.rules, 'palette': hello.palettes, 'generations-rate': tempos};
    const rest = new Set(Object.keys(hello.properties));
    const focused = document.activeElement?.id;

    for (const group of this.#form.querySelectorAll('.group')) group.remove();
    this.#controls.clear();
    for (const name of elsewhere) rest.delete(name);
    for (const {names} of groups) for (const name of names) rest.delete(name);
    for (const {title, open, names} of [...groups, {title: 'more', open: false, names: [...rest]}]) {
      const present = names.filter(name => name in hello.properties && isHeeded(name, scene));

      if (!present.length) continue;

      const group = element('details', {className: 'group', open}, element('summary', {textContent: text(`group-${title}`)}));

      for (const name of present) {
        const control = makeControl({
          name, label: labelOf(name), property: {...hello.properties[name], isTyped: typed.includes(name)}, suggestions: suggestions[name],
          set: value => set(name, value),
        });

        this.#controls.set(name, control);
        group.append(control.row);
      }
      this.#form.append(group);
    }
    for (const input of this.#form.querySelectorAll('.group input, .group select'))
      input.disabled = hello['read-only'];
    if (focused) document.getElementById(focused)?.focus();
  }

  update(name, value) {
    this.#controls.get(name)?.show(value);
  }
}
