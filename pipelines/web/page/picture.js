// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the film is in the window, and which of its pixels a pointer is over.

/** A film of a size, fitted into an element: whole, or so that it fills it. */
export class Picture {
  #stage;
  #video;
  width = 1280;
  height = 720;
  scale = 1; // CSS pixels per pixel of the film
  left = 0; // of the film, in the window
  top = 0;
  #fills = null; // null: as suits the window's shape

  constructor(stage, video) {
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

    this.scale = choose(box.width / this.width, box.height / this.height);
    this.left = box.left + (box.width - this.width * this.scale) / 2;
    this.top = box.top + (box.height - this.height * this.scale) / 2;
    style.width = `${this.width * this.scale}px`;
    style.height = `${this.height * this.scale}px`;
    style.left = `${this.left - box.left}px`;
    style.top = `${this.top - box.top}px`;
    // Cells are squares: enlarged they stay sharp, reduced they are smoothed.
    this.#video.classList.toggle('sharp', this.scale * devicePixelRatio >= 1.5);
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
    return [this.width / 2, this.height / 2];
  }
}
