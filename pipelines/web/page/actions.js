// SPDX-License-Identifier: LGPL-2.1-or-later
// Actions by name: the keys, those with Ctrl, and whether the action changes the world. The keys are those of a
// GStreamer window. main.js runs actions.

import {text} from './words.js';

export const actions = {
  'pause': {keys: [' '], shown: text('key-space'), writes: true},
  'step': {keys: ['.'], writes: true},
  'faster': {keys: ['+', '='], shown: '+', writes: true},
  'slower': {keys: ['-'], writes: true},
  'undo': {keys: ['u'], withControl: ['z'], writes: true},
  'redo': {keys: ['y'], withControl: ['y', 'Z'], writes: true},
  'random': {keys: ['r'], writes: true},
  'clear': {keys: ['c'], writes: true},
  'tool-draw': {keys: ['d'], writes: true},
  'tool-erase': {keys: ['e'], writes: true},
  'tool-select': {keys: ['a'], writes: true},
  'selection-copy': {writes: true},
  'selection-cut': {writes: true},
  'selection-move': {writes: true},
  'selection-clear': {writes: true},
  'selection-soup': {writes: true},
  'end-selecting': {writes: true},
  'tool-pan': {keys: ['m'], writes: true},
  'pan-left': {keys: ['ArrowLeft'], shown: '← → ↑ ↓'},
  'pan-right': {keys: ['ArrowRight'], isListed: false},
  'pan-up': {keys: ['ArrowUp'], isListed: false},
  'pan-down': {keys: ['ArrowDown'], isListed: false},
  'zoom-in': {keys: ['PageUp'], shown: 'Page ↑'},
  'zoom-out': {keys: ['PageDown'], shown: 'Page ↓'},
  'fit': {keys: ['0']},
  'own-view': {keys: ['v']},
  'follow': {keys: ['w']},
  'take': {keys: ['t'], writes: true},
  'grid': {keys: ['g'], writes: true},
  'palette': {keys: ['p'], writes: true},
  'load': {writes: true},
  'add': {writes: true},
  'library': {keys: ['l'], writes: true},
  'text': {keys: ['b'], writes: true},
  'rotate': {writes: true},
  'flip': {writes: true},
  'put': {writes: true},
  'end-placing': {writes: true},
  'open': {keys: ['o'], writes: true},
  'save': {keys: ['s']},
  'share': {keys: ['h']},
  'record': {keys: ['q']},
  'loop': {keys: ['z']},
  'screenshot': {keys: ['x']},
  'full-screen': {keys: ['f']},
  'panel': {keys: [','], shown: ','},
  'close-panel': {},
  'cursor': {keys: ['k'], writes: true},
  'announce': {keys: ['i']},
  'theme': {},
  'help': {keys: ['?'], shown: '?'},
};

/** The action of a key, or undefined. */
export function actionOf(key) {
  const name = key.length === 1 ? key.toLowerCase() : key;

  return Object.keys(actions).find(one => actions[one].keys?.includes(name));
}

/** The action of a key that is pressed with Ctrl or ⌘, or undefined; a capital is with Shift. */
export function actionWithControl({key, shiftKey}) {
  const name = shiftKey ? key.toUpperCase() : key.toLowerCase();

  return Object.keys(actions).find(one => actions[one].withControl?.includes(name));
}

/** The words of buttons and of the list of keys. */
export function actionLabel(name) {
  return text(`action-${name}`);
}

/** The keys as aria-keyshortcuts has them: their names in the standard, in any language. */
export function shortcutsOf(name) {
  const {keys = [], withControl = []} = actions[name];
  const named = key => ({' ': 'Space', '+': 'Plus'})[key] ?? (key.length === 1 ? key.toUpperCase() : key);

  return [...keys.map(named), ...withControl.map(key => `Control+${key === key.toUpperCase() ? 'Shift+' : ''}${named(key)}`)].join(' ');
}

/** How a key is written on a button or in a list. */
export function keyOf(name) {
  const {keys, shown} = actions[name];

  return shown ?? keys?.[0].toUpperCase();
}
