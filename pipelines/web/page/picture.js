// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the film is in the window, and which of its pixels a pointer is over.

const maxOwnZoom = 32;

/**
 * A film of a size, fitted into an element: whole, or so that it fills it; and enlarged by a view of
 * one's own. Event: "lay" when the film has another position.
 */
export class Picture extends EventTarget {
  #stage;
  #video;
  width = 1280;
  height = 720;
  scale = 1; // CSS pixels per pixel of the film
  left = 0; // of the film, in the window
  top = 0;
  #fills = null; // null: as suits the window's shape
  #own = {zoom: 1, x: null, y: null}; // x and y: the film's pixel in the middle; null: the film's middle

  constructor(stage, video) {
    super();
    this.#stage = stage;
    this.#video = video;
    new ResizeObserver(() => this.lay()).observe(stage);
  }

  /** Whether the film fills the window and is cut at two sides. */
  get fills() {
    if (this.#fills !== null) return this.#fills;

    const {width, height} = this.#stage.getBoundingClientRect();
    const whole = Math.min(width / this.width, height / this.height);

    // A wide film in a tall window would be a strip, on which no finger hits a cell.
    return whole * whole * this.width * this.height < 0.5 * width * height;
  }

  set fills(fills) {
    this.#fills = fills;
    this.lay();
  }

  resize(width, height) {
    this.width = width;
    this.height = height;
    this.lay();
  }

  lay() {
    const box = this.#stage.getBoundingClientRect();
    const choose = this.fills ? Math.max : Math.min;
    const {style} = this.#video;

    this.scale = choose(box.width / this.width, box.height / this.height) * this.#own.zoom;
    this.left = box.left + box.width / 2 - inside(this.#own.x, this.width, box.width / this.scale) * this.scale;
    this.top = box.top + box.height / 2 - inside(this.#own.y, this.height, box.height / this.scale) * this.scale;
    style.width = `${this.width * this.scale}px`;
    style.height = `${this.height * this.scale}px`;
    style.left = `${this.left - box.left}px`;
    style.top = `${this.top - box.top}px`;
    // Cells are squares: enlarged they stay sharp, reduced they are smoothed.
    this.#video.classList.toggle('sharp', this.scale * devicePixelRatio >= 1.5);
    this.dispatchEvent(new Event('lay'));
  }

  /** The view of one's own: {zoom, x, y}, with the film's pixel in the window's middle. */
  get own() {
    const box = this.#stage.getBoundingClientRect();
    const [x, y] = this.toFilm(box.left + box.width / 2, box.top + box.height / 2);

    return {zoom: this.#own.zoom, x, y};
  }

  get isOwn() {
    return this.#own.x !== null;
  }

  /** Moves one's own view, as a shared one moves: by pixels of the film. */
  pan([columns, rows]) {
    const {zoom, x, y} = this.own;

    this.#look({zoom, x: x - columns, y: y - rows});
  }

  /** Enlarges one's own view about a pixel of the film. */
  zoom(factor, at) {
    const {zoom, x, y} = this.own;
    const next = Math.min(maxOwnZoom, Math.max(1, zoom * factor));

    this.#look({zoom: next, x: at[0] + (x - at[0]) * zoom / next, y: at[1] + (y - at[1]) * zoom / next});
  }

  /** Goes back to the whole film. */
  follow() {
    this.#look({zoom: 1, x: null, y: null});
  }

  #look(own) {
    this.#own = own;
    this.lay();
    // What was out of the film counts no longer.
    if (this.isOwn) this.#own = this.own;
  }

  /** The point in the film's pixels, fractions included, also outside of it. */
  toFilm(x, y) {
    return [(x - this.left) / this.scale, (y - this.top) / this.scale];
  }

  toWindow(x, y) {
    return [this.left + x * this.scale, this.top + y * this.scale];
  }

  contains([x, y]) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** The point of the film in the middle of the window. */
  get middle() {
    return this.isOwn ? [this.own.x, this.own.y] : [this.width / 2, this.height / 2];
  }
}

// The middle of a view of `seen` pixels that leaves a side of the film only where that is shorter.
function inside(middle, side, seen) {
  if (middle === null || seen >= side) return side / 2;
  return Math.min(side - seen / 2, Math.max(seen / 2, middle));
}
