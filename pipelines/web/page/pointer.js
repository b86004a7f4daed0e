// SPDX-License-Identifier: LGPL-2.1-or-later
// Mouse, pen and fingers over the world: strokes, moves of the view, zooms. Messages go out
// with animation frames, however fast the device and the screen are.

const fingerWait = 90; // milliseconds in which a second finger turns a stroke into a pinch
const between = 18; // milliseconds between messages: servers limit their rate
const shortest = 0.4; // minimum length of a line, in pixels of the film
const perPixel = 0.0016; // of the wheel, in powers of e
const perLine = 18; // pixels

/** Listens to `stage` and passes drawing, panning and zooming, in pixels of `picture`, to `send`. */
export class Pointer {
  #stage;
  #picture;
  #send;
  #points = new Map(); // pointers that are down: their last place in the window
  #stroke = null;
  #pinch = null;
  #pan = [0, 0];
  #zoom = 0;
  #zoomAt = [0, 0];
  #frame = 0;
  #sent = 0;
  /** What the left button and one finger do: 'draw', 'erase' or 'pan'. */
  tool = 'draw';
  /** The state that drawing sets. */
  state = 1;
  /** Whether the world may be changed; else all tools move the view. */
  writes = true;

  constructor(stage, picture, send) {
    this.#stage = stage;
    this.#picture = picture;
    this.#send = send;
    stage.addEventListener('pointerdown', event => this.#down(event));
    stage.addEventListener('pointermove', event => this.#move(event));
    stage.addEventListener('pointerup', event => this.#up(event));
    stage.addEventListener('pointercancel', event => this.#up(event));
    stage.addEventListener('contextmenu', event => event.preventDefault());
    stage.addEventListener('auxclick', event => event.preventDefault());
    stage.addEventListener('wheel', event => this.#wheel(event), {passive: false});
  }

  #point(event) {
    return this.#picture.toFilm(event.clientX, event.clientY);
  }

  #down(event) {
    const point = this.#point(event);

    if (event.pointerType === 'mouse') event.preventDefault(); // no drag, no scrolling by the middle button
    this.#stage.focus({preventScroll: true});
    this.#stage.setPointerCapture(event.pointerId);
    this.#points.set(event.pointerId, [event.clientX, event.clientY]);
    if (event.pointerType === 'touch' && this.#points.size === 2) {
      this.#beginPinch();
      return;
    }
    if (this.#points.size > 1) return;

    const tool = !this.writes ? 'pan' : event.button === 1 ? 'pan' : event.button === 2 || event.buttons & 32 ? 'erase' : this.tool;

    this.#stroke = {
      pointer: event.pointerId, tool, points: [point], last: null,
      // A finger waits a moment: it may be the first of two.
      from: event.pointerType === 'touch' && tool !== 'pan' ? performance.now() + fingerWait : 0,
    };
    this.#soon();
  }

  #move(event) {
    if (!this.#points.has(event.pointerId)) return;

    const previous = this.#points.get(event.pointerId);
    const point = [event.clientX, event.clientY];

    this.#points.set(event.pointerId, point);
    if (this.#pinch) {
      this.#movePinch();
    } else if (this.#stroke?.pointer === event.pointerId) {
      if (this.#stroke.tool === 'pan') {
        this.#pan[0] += (point[0] - previous[0]) / this.#picture.scale;
        this.#pan[1] += (point[1] - previous[1]) / this.#picture.scale;
      } else {
        const seen = event.getCoalescedEvents?.() ?? [];

        this.#stroke.points.push(...seen.map(one => this.#point(one)), this.#point(event));
      }
    }
    this.#soon();
  }

  #up(event) {
    this.#points.delete(event.pointerId);
    if (this.#pinch) {
      if (this.#points.size === 0) this.#pinch = null;
      this.#flush();
    } else if (this.#stroke?.pointer === event.pointerId) {
      this.#stroke.from = event.type === 'pointercancel' ? Infinity : 0;
      this.#flush();
      this.#stroke = null;
    }
  }

  #beginPinch() {
    // What the first finger drew before the second touched was no stroke.
    if (this.#stroke?.last) this.#send({type: 'do', action: 'undo'});
    this.#stroke = null;
    this.#pinch = this.#spread();
  }

  #spread() {
    const [[x0, y0], [x1, y1]] = [...this.#points.values()];

    return {x: (x0 + x1) / 2, y: (y0 + y1) / 2, length: Math.max(1, distance([x0, y0], [x1, y1]))};
  }

  #movePinch() {
    if (this.#points.size < 2) return;

    const previous = this.#pinch;
    const now = this.#spread();

    this.#pan[0] += (now.x - previous.x) / this.#picture.scale;
    this.#pan[1] += (now.y - previous.y) / this.#picture.scale;
    this.#zoom += Math.log(now.length / previous.length);
    this.#zoomAt = this.#picture.toFilm(now.x, now.y);
    this.#pinch = now;
  }

  #wheel(event) {
    event.preventDefault();

    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? perLine : 1;

    // A pinch on a touchpad arrives as a wheel with Ctrl, in smaller steps.
    this.#zoom -= event.deltaY * unit * perPixel * (event.ctrlKey ? 6 : 1);
    this.#zoomAt = this.#point(event);
    this.#soon();
  }

  #soon() {
    this.#frame ||= requestAnimationFrame(now => {
      this.#frame = 0;
      if (now - this.#sent < between) this.#soon();
      else this.#flush();
    });
  }

  #flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#sent = performance.now();
    if (this.#pan[0] || this.#pan[1]) {
      this.#send({type: 'pan', by: this.#pan.map(round)});
      this.#pan = [0, 0];
    }
    if (this.#zoom) {
      this.#send({type: 'zoom', factor: Math.exp(this.#zoom), at: this.#zoomAt.map(round)});
      this.#zoom = 0;
    }
    this.#draw();
  }

  #draw() {
    const stroke = this.#stroke;

    if (!stroke || stroke.tool === 'pan') return;
    if (stroke.from > performance.now()) {
      if (stroke.from < Infinity) this.#soon();
      return;
    }
    for (const point of bend(stroke.last, stroke.points)) {
      const from = stroke.last ?? point;

      if (stroke.last && distance(point, from) < shortest) continue;
      this.#send({
        type: 'draw', from: from.map(round), to: point.map(round),
        state: stroke.tool === 'erase' ? 0 : this.state, continues: stroke.last !== null,
      });
      stroke.last = point;
    }
    stroke.points = [];
  }
}

// At most two lines for a path from `start` along `points`: through the point that is farthest
// from the straight line.
function bend(start, points) {
  if (points.length < 2) return points;

  const end = points.at(-1);
  const first = start ?? points[0];
  const length = Math.max(1e-6, distance(first, end));
  let farthest = first;
  let largest = 0;

  for (const [x, y] of points) {
    const off = Math.abs((end[0] - first[0]) * (first[1] - y) - (first[0] - x) * (end[1] - first[1])) / length;

    if (off > largest) [farthest, largest] = [[x, y], off];
  }
  return [...(start ? [] : [first]), ...(largest > shortest ? [farthest] : []), end];
}

function distance([x0, y0], [x1, y1]) {
  return Math.hypot(x1 - x0, y1 - y0);
}

function round(number) {
  return Math.round(number * 100) / 100;
}
