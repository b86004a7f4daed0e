// SPDX-License-Identifier: LGPL-2.1-or-later
// The population of the last minutes as a curve on a small canvas.

import {number, text} from './words.js';

const span = 180; // seconds

/** Draws the values passed to add(). */
export class Curve {
  #canvas;
  #low;
  #high;
  #time;
  #seen = []; // {time, population}, oldest first
  #frame = 0;

  constructor(canvas, {low, high, time}) {
    this.#canvas = canvas;
    this.#low = low;
    this.#high = high;
    this.#time = time;
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  add(population, time = performance.now() / 1000) {
    const first = this.#seen.findIndex(point => point.time >= time - span);

    if (first > 0) this.#seen.splice(0, first);
    this.#seen.push({time, population});
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
  }

  /** The curve described in words. */
  get words() {
    if (!this.#seen.length) return text('curve-nothing');

    const [low, high] = this.#range();
    const seconds = Math.round(this.#length());

    return text('curve-words', {seconds, low: format(low), high: format(high),
      now: format(this.#seen.at(-1).population)});
  }

  #length() {
    return this.#seen.at(-1).time - this.#seen[0].time;
  }

  #range() {
    let low = Infinity;
    let high = -Infinity;

    for (const {population} of this.#seen) {
      low = Math.min(low, population);
      high = Math.max(high, population);
    }
    return [low, high];
  }

  draw() {
    const canvas = this.#canvas;
    const ratio = devicePixelRatio;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);

    if (!width || !height) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});

    const context = canvas.getContext('2d');

    context.clearRect(0, 0, width, height);
    if (this.#seen.length < 2) return;

    const [low, high] = this.#range();
    const first = this.#seen[0].time;
    const perSecond = width / Math.max(5, this.#length());
    const rise = high > low ? (height - 5 * ratio) / (high - low) : 0;
    const base = high > low ? height - 2.5 * ratio : height / 2;
    const path = new Path2D();

    for (const {time, population} of this.#seen)
      path.lineTo((time - first) * perSecond, base - (population - low) * rise);

    const {color} = getComputedStyle(canvas);
    const area = new Path2D(path);

    area.lineTo((this.#seen.at(-1).time - first) * perSecond, height);
    area.lineTo(0, height);
    context.fillStyle = color;
    context.globalAlpha = 0.16;
    context.fill(area);
    context.globalAlpha = 1;
    context.strokeStyle = color;
    context.lineWidth = 1.5 * ratio;
    context.lineJoin = 'round';
    context.stroke(path);
    this.#low.textContent = text('curve-low', {count: format(low)});
    this.#high.textContent = text('curve-high', {count: format(high)});
    this.#time.textContent = ago(this.#length());
  }
}

/** A count as people read it. */
export function format(count) {
  return typeof count === 'number' ? number(count) : String(count);
}

function ago(seconds) {
  return seconds < 90 ? text('curve-seconds', {count: Math.round(seconds)})
    : text('curve-minutes', {count: Math.round(seconds / 60)});
}
