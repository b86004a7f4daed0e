// SPDX-License-Identifier: LGPL-2.1-or-later
// Actions by name: the label of buttons and of the list of keys, the keys, and whether the
// action changes the world. The keys are those of a GStreamer window. main.js runs actions.

export const actions = {
  'pause': {label: 'Pause', keys: [' '], shown: 'Space', writes: true},
  'step': {label: 'One generation', keys: ['.'], writes: true},
  'faster': {label: 'Faster', keys: ['+', '='], shown: '+', writes: true},
  'slower': {label: 'Slower', keys: ['-'], writes: true},
  'undo': {label: 'Undo', keys: ['u'], writes: true},
  'random': {label: 'Random cells', keys: ['r'], writes: true},
  'clear': {label: 'Clear', keys: ['c'], writes: true},
  'tool-draw': {label: 'Draw', keys: ['d'], writes: true},
  'tool-erase': {label: 'Erase', keys: ['e'], writes: true},
  'tool-pan': {label: 'Drag the view', keys: ['m'], writes: true},
  'pan-left': {label: 'Move the view', keys: ['ArrowLeft'], shown: '← → ↑ ↓', writes: true},
  'pan-right': {label: 'Move the view', keys: ['ArrowRight'], isListed: false, writes: true},
  'pan-up': {label: 'Move the view', keys: ['ArrowUp'], isListed: false, writes: true},
  'pan-down': {label: 'Move the view', keys: ['ArrowDown'], isListed: false, writes: true},
  'zoom-in': {label: 'Zoom in', keys: ['PageUp'], shown: 'Page ↑', writes: true},
  'zoom-out': {label: 'Zoom out', keys: ['PageDown'], shown: 'Page ↓', writes: true},
  'fit': {label: 'Show everything', keys: ['0'], writes: true},
  'grid': {label: 'Grid', keys: ['g'], writes: true},
  'palette': {label: 'Next palette', keys: ['p'], writes: true},
  'load': {label: 'Start with this pattern', writes: true},
  'add': {label: 'Add this pattern', writes: true},
  'open': {label: 'Open a pattern', keys: ['o'], writes: true},
  'save': {label: 'Save as RLE', keys: ['s']},
  'screenshot': {label: 'Screenshot', keys: ['x']},
  'full-screen': {label: 'Full screen', keys: ['f']},
  'panel': {label: 'Settings', keys: [','], shown: ','},
  'close-panel': {label: 'Close settings'},
  'cursor': {label: 'Draw by keyboard', keys: ['k'], writes: true},
  'announce': {label: 'Announce the figures', keys: ['i']},
  'theme': {label: 'Dark or light'},
  'help': {label: 'Keys and gestures', keys: ['?'], shown: '?'},
};

/** The action of a key, or undefined. */
export function actionOf(key) {
  const name = key.length === 1 ? key.toLowerCase() : key;

  return Object.keys(actions).find(one => actions[one].keys?.includes(name));
}

/** How a key is written on a button or in a list. */
export function keyOf(name) {
  const {keys, shown} = actions[name];

  return shown ?? keys?.[0].toUpperCase();
}
