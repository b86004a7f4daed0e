// SPDX-License-Identifier: LGPL-2.1-or-later
// Places a pattern where one points: its ghost follows the pointer or the arrow keys.

import {flip, rotate, writePlaced} from './rle.js';
import {text} from './words.js';

const byId = id => document.getElementById(id);
const largestGhost = 4096; // cells along a side

/** Calls place(text, x, y) with RLE and the cell of its top left corner. */
export class Placer {
  #stage;
  #picture;
  #grid;
  #place;
  #announce;
  #pattern = null;
  #cell = [0, 0]; // in the pattern's middle

  /** @param {Function} grid returns how cells lie in the film: {cell, column, row}, of its middle */
  constructor(stage, picture, {grid, place, announce}) {
    this.#stage = stage;
    this.#picture = picture;
    this.#grid = grid;
    this.#place = place;
    this.#announce = announce;
    // Before those of the tools, which do nothing meanwhile.
    for (const type of ['pointerdown', 'pointermove', 'pointerup'])
      stage.addEventListener(type, event => this.#point(event), {capture: true});
    picture.addEventListener('lay', () => this.show());
  }

  get isOn() {
    return this.#pattern !== null;
  }

  begin(pattern) {
    const {column, row} = this.#grid();

    this.#pattern = pattern;
    this.#cell = [Math.floor(column), Math.floor(row)];
    byId('placing').hidden = false;
    this.#draw();
    this.#stage.focus({preventScroll: true});
    this.#announce(text('placing-help'));
  }

  end() {
    this.#pattern = null;
    byId('placing').hidden = byId('ghost').hidden = true;
  }

  rotate() {
    if (this.isOn) this.#turn(rotate);
  }

  flip() {
    if (this.isOn) this.#turn(flip);
  }

  put() {
    const {pattern, x, y} = writePlaced(this.#pattern, ...this.#corner);

    this.#place(pattern, x, y);
  }

  /** Handles a key; whether it is one of these. */
  press(event) {
    const by = event.shiftKey ? 10 : 1;
    const steps = {ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by]};

    if (steps[event.key]) {
      this.#cell = this.#cell.map((at, axis) => at + steps[event.key][axis]);
      this.show();
    } else if (event.key === 'Enter') {
      this.put();
    } else if (event.key === 'r') {
      this.rotate();
    } else if (event.key === 'f') {
      this.flip();
    } else if (event.key === 'Escape') {
      this.end();
    } else {
      return false;
    }
    return true;
  }

  /** Moves the ghost to where its cells are in the window. */
  show() {
    if (!this.isOn) return;

    const {cell, column, row} = this.#grid();
    const [x, y] = this.#corner;
    const [left, top] = this.#picture.toWindow(
      this.#picture.width / 2 + (x - column) * cell, this.#picture.height / 2 + (y - row) * cell);
    const {style} = byId('ghost');

    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${this.#pattern.width * cell * this.#picture.scale}px`;
    style.height = `${this.#pattern.height * cell * this.#picture.scale}px`;
  }

  get #corner() {
    return [this.#cell[0] - Math.floor(this.#pattern.width / 2), this.#cell[1] - Math.floor(this.#pattern.height / 2)];
  }

  #turn(change) {
    this.#pattern = change(this.#pattern);
    this.#draw();
  }

  #point(event) {
    if (!this.isOn || event.button > 0) return;

    const {cell, column, row} = this.#grid();
    const [x, y] = this.#picture.toFilm(event.clientX, event.clientY);

    this.#cell = [Math.floor(column + (x - this.#picture.width / 2) / cell),
      Math.floor(row + (y - this.#picture.height / 2) / cell)];
    this.show();
    if (event.type === 'pointerup') this.put();
    if (event.type !== 'pointermove' || event.buttons) event.stopImmediatePropagation();
  }

  // A pixel per cell; CSS enlarges it.
  #draw() {
    const {width, height, cells} = this.#pattern;
    const ghost = byId('ghost');

    ghost.width = Math.max(1, Math.min(largestGhost, width));
    ghost.height = Math.max(1, Math.min(largestGhost, height));

    const context = ghost.getContext('2d');

    context.fillStyle = '#fff';
    for (const [x, y] of cells) context.fillRect(x * ghost.width / width, y * ghost.height / height, 1, 1);
    ghost.hidden = false;
    this.show();
  }
}
