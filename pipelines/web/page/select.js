// SPDX-License-Identifier: LGPL-2.1-or-later
// Selects a rectangle of cells by dragging or by keys; what is done to it is up to the buttons.

const byId = id => document.getElementById(id);
const maxSide = 1024; // cells
const firstSide = 8; // of a selection that a key begins

/** A selection on the stage; `act(name)` does the actions of its keys. */
export class Selection {
  #stage;
  #picture;
  #grid;
  #act;
  #first = null; // the cell at which it began, and the one across
  #last = null;
  #isDragged = false;
  /** Whether dragging selects. */
  isOn = false;

  /** @param {Function} grid returns how cells lie in the film: {cell, column, row}, of its middle */
  constructor(stage, picture, {grid, act}) {
    this.#stage = stage;
    this.#picture = picture;
    this.#grid = grid;
    this.#act = act;
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'])
      stage.addEventListener(type, event => this.#point(event), {capture: true});
    picture.addEventListener('lay', () => this.show());
  }

  begin() {
    this.isOn = true;
    this.#first = this.#last = null;
    byId('selecting').hidden = false;
    this.show();
  }

  end() {
    this.isOn = this.#isDragged = false;
    byId('selecting').hidden = byId('selection').hidden = true;
  }

  /** The selected cells: {x, y, width, height}, or null. */
  get cells() {
    if (!this.isOn || !this.#first) return null;

    const [x, y] = this.#first.map((at, axis) => Math.min(at, this.#last[axis]));
    const [width, height] = this.#first.map((at, axis) => Math.min(maxSide, Math.abs(at - this.#last[axis]) + 1));

    return {x, y, width, height};
  }

  /** Handles a key; whether it is one of these. */
  press(event) {
    const by = event.shiftKey ? 10 : 1;
    const steps = {ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by]};
    const names = {c: 'selection-copy', x: 'selection-cut', v: 'selection-move', Delete: 'selection-clear', s: 'selection-soup'};

    if (steps[event.key]) this.#step(steps[event.key]);
    else if (event.key === 'Enter') this.#anchor();
    else if (event.key === 'Escape') this.#act('end-selecting');
    else if (names[event.key]) this.#act(names[event.key]);
    else return false;
    return true;
  }

  // Arrow keys move the last corner; Enter starts anew there.
  #step(by) {
    if (!this.#first) {
      const {column, row} = this.#grid();

      this.#first = [Math.floor(column), Math.floor(row)];
      this.#last = this.#first.map(at => at + firstSide - 1);
    } else {
      this.#last = this.#last.map((at, axis) => at + by[axis]);
    }
    this.show();
  }

  #anchor() {
    if (this.#first) this.#first = [...this.#last];
    this.show();
  }

  show() {
    const {cells} = this;

    byId('selection').hidden = !cells;
    if (!cells) return;

    const {cell, column, row} = this.#grid();
    const {width, height, scale} = this.#picture;
    const [left, top] = this.#picture.toWindow(width / 2 + (cells.x - column) * cell, height / 2 + (cells.y - row) * cell);

    Object.assign(byId('selection').style, {left: `${left}px`, top: `${top}px`,
      width: `${cells.width * cell * scale}px`, height: `${cells.height * cell * scale}px`});
  }

  #point(event) {
    if (!this.isOn || event.button > 0) return;

    const {cell, column, row} = this.#grid();
    const [x, y] = this.#picture.toFilm(event.clientX, event.clientY);
    const at = [Math.floor(column + (x - this.#picture.width / 2) / cell),
      Math.floor(row + (y - this.#picture.height / 2) / cell)];

    if (event.type === 'pointerdown') {
      this.#stage.setPointerCapture(event.pointerId);
      this.#stage.focus({preventScroll: true});
      this.#isDragged = true;
      this.#first = at;
    }
    if (!this.#isDragged) return;
    this.#last = at;
    if (event.type === 'pointerup' || event.type === 'pointercancel') this.#isDragged = false;
    event.stopImmediatePropagation();
    this.show();
  }
}
