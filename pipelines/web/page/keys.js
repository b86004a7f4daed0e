// SPDX-License-Identifier: LGPL-2.1-or-later
// The keyboard: which action a key does, and a cursor that draws cells without a mouse.

import {actionLabel, actionOf, actions, actionWithControl, keyOf} from './actions.js';
import {text} from './words.js';

const field = 'input, select, textarea, dialog[open]';
const ownKeys = 'button, summary, a';

/** Does the actions of keys with act(name) unless a field or one of `modes` handles them: {isOn, press(event)}. */
export function listenToKeys(act, modes) {
  addEventListener('keydown', event => {
    if (event.altKey || event.defaultPrevented || event.target.closest?.(field)) return;
    if (event.ctrlKey || event.metaKey) {
      const controlled = actionWithControl(event);

      if (controlled) event.preventDefault();
      if (controlled) act(controlled);
      return;
    }
    if ([' ', 'Enter'].includes(event.key) && event.target.closest?.(ownKeys)) return;
    if (modes.some(mode => mode.isOn && mode.press(event))) {
      event.preventDefault();
      return;
    }

    const name = event.key === 'Escape' ? 'close-panel' : actionOf(event.key);

    if (!name) return;
    event.preventDefault();
    act(name);
  });
}

/** Fills a list with keys and what they do. */
export function listKeys(list) {
  for (const name of Object.keys(actions)) {
    const {keys, isListed = true} = actions[name];

    if (!keys || !isListed) continue;

    const item = document.createElement('li');
    const key = document.createElement('kbd');

    key.textContent = keyOf(name);
    item.append(key, actionLabel(name));
    list.append(item);
  }
}

/** A point in the film that arrow keys move by a cell and at which Enter draws. */
export class Cursor {
  #mark;
  #picture;
  #send;
  #announce;
  #point = null;
  #column = 0;
  #row = 0;
  /** Pixels of the film per cell. */
  cell = 8;
  /** The state that drawing sets. */
  state = 1;

  constructor(mark, picture, send, announce) {
    this.#mark = mark;
    this.#picture = picture;
    this.#send = send;
    this.#announce = announce;
    picture.addEventListener('lay', () => this.#show());
  }

  get isOn() {
    return this.#point !== null;
  }

  toggle(on = !this.isOn) {
    if (on === this.isOn) return;
    if (on) {
      const [x, y] = this.#picture.middle;

      // Not on a border of two cells, wherever in a cell the middle of the film is.
      this.#point = [x + this.#step / 4, y + this.#step / 4];
      this.#column = this.#row = 0;
    } else {
      this.#point = null;
    }
    this.#show();
    this.#announce(text(on ? 'cursor-on' : 'cursor-off'));
  }

  get #step() {
    return Math.max(1, this.cell);
  }

  /** Handles a key of the cursor; whether it is one. */
  press(event) {
    const by = event.shiftKey ? 10 : 1;

    switch (event.key) {
      case 'ArrowLeft': return this.#move(-by, 0);
      case 'ArrowRight': return this.#move(by, 0);
      case 'ArrowUp': return this.#move(0, -by);
      case 'ArrowDown': return this.#move(0, by);
      case 'Enter': return this.#draw(this.state);
      case 'Backspace': case 'Delete': return this.#draw(0);
      case 'Escape': this.toggle(false); return true;
      default: return false;
    }
  }

  #move(columns, rows) {
    const point = [this.#point[0] + columns * this.#step, this.#point[1] + rows * this.#step];

    if (this.#picture.contains(point)) {
      this.#point = point;
      this.#column += columns;
      this.#row += rows;
      this.#show();
    }
    this.#announce(this.#currentPosition());
    return true;
  }

  #draw(state) {
    this.#send({type: 'draw', from: this.#point, to: this.#point, state, continues: false});
    this.#announce(text(state ? 'cursor-drawn' : 'cursor-erased', {place: this.#currentPosition()}));
    return true;
  }

  #currentPosition() {
    const [column, row] = [this.#column, this.#row];

    return [text(column < 0 ? 'place-left' : 'place-right', {count: Math.abs(column)}),
      text(row < 0 ? 'place-up' : 'place-down', {count: Math.abs(row)})].join(', ');
  }

  #show() {
    this.#mark.hidden = !this.isOn;
    if (!this.isOn) return;

    const [x, y] = this.#picture.toWindow(...this.#point);

    this.#mark.style.left = `${x}px`;
    this.#mark.style.top = `${y}px`;
  }
}
