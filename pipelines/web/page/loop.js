// SPDX-License-Identifier: LGPL-2.1-or-later
// Collects the frames of one period from the film as it plays. Those that the browser misses come
// again a period later.

import {writeGif} from './gif.js';
import {text} from './words.js';

const maxFrames = 900;
const maxPixels = 48e6; // of all frames
const patience = 1000; // milliseconds in which a frame that is made arrives, and the next one is shown
const timeout = 12; // periods, and so many seconds more

// The frames of a period of so many generations at `tempo`, generations per frame; 0: too many.
function framesOf(period, tempo) {
  for (let frames = 1; frames <= maxFrames; frames++) {
    const generations = frames * tempo / period;

    if (generations > 0.5 && Math.abs(generations - Math.round(generations)) < 1e-9) return frames;
  }
  return 0;
}

// How long each frame is shown, in hundredths of a second: whole ones, without drift.
function delaysOf(count, rate) {
  const at = i => Math.round(100 * i / rate);

  return Array.from({length: count}, (_, i) => at(i + 1) - at(i));
}

/** Makes GIFs of a video's periods. `request` sends a message and returns a promise of its reply. */
export class Loop {
  #video;
  #request;
  #canvas = document.createElement('canvas');
  #isOn = false;

  constructor(video, request) {
    this.#video = video;
    this.#request = request;
  }

  get isOn() {
    return this.#isOn;
  }

  stop() {
    this.#isOn = false;
  }

  /**
   * A promise of a Blob with a GIF of exactly one period. `tempo`: generations per frame; `rate`: frames
   * per second; `generation`: a function that returns the present one; `announce`: is told how far it is.
   */
  async make({tempo, rate, generation, announce}) {
    if (!self.VideoFrame || !this.#video.requestVideoFrameCallback) throw new Error(text('loop-unable'));
    this.#isOn = true;
    try {
      const period = await this.#request({type: 'period'});
      const count = framesOf(period.generations, tempo);

      if (!count) throw new Error(text('loop-too-long', {generations: period.generations}));
      announce(text('loop-collecting', {count}));
      await this.#settle(generation, generation() + period.from);

      const frames = await this.#collect(count, rate);
      const now = frames && await this.#request({type: 'period'});

      if (now?.generations !== period.generations || now.from > 0) throw new Error(text('loop-failed'));
      return writeGif(frames, delaysOf(count, rate));
    } finally {
      this.#isOn = false;
    }
  }

  // Waits for a generation, and until the film shows it.
  async #settle(generation, wanted) {
    while (this.#isOn && generation() < wanted) await this.#next();
    await new Promise(resolve => setTimeout(resolve, patience));

    const {buffered} = this.#video;
    const newest = buffered.length ? buffered.end(buffered.length - 1) : 0;

    while (this.#isOn && this.#video.currentTime < newest) await this.#next();
  }

  // ImageData of successive frames, or null if it was stopped or took too long.
  async #collect(count, rate) {
    const {videoWidth, videoHeight} = this.#video;
    const scale = Math.min(1, Math.sqrt(maxPixels / (count * videoWidth * videoHeight)));
    const frames = [];
    const end = performance.now() + 1000 * (timeout * count / rate + timeout);
    let found = 0;

    this.#canvas.width = Math.max(1, Math.round(videoWidth * scale));
    this.#canvas.height = Math.max(1, Math.round(videoHeight * scale));
    while (found < count && this.#isOn && performance.now() < end) {
      const time = await this.#next();

      if (time === null) continue;

      // The frame itself has the time: a later one may be shown by now. Firefox lacks it.
      const frame = new VideoFrame(this.#video);
      const own = frame.timestamp / 1e6;
      const slot = Math.round(own * rate) % count;

      if (Math.abs(own - time) > 0.5) {
        frame.close();
        throw new Error(text('loop-unable'));
      }
      if (!frames[slot]) found += 1;
      frames[slot] ??= this.#draw(frame);
      frame.close();
    }
    return found === count ? frames : null;
  }

  // The film's time when another frame is shown, or null if there is none for a while.
  #next() {
    return new Promise(resolve => {
      const timer = setTimeout(() => resolve(null), patience);

      this.#video.requestVideoFrameCallback((_, {mediaTime}) => {
        clearTimeout(timer);
        resolve(mediaTime);
      });
    });
  }

  #draw(frame) {
    const {width, height} = this.#canvas;
    const context = this.#canvas.getContext('2d', {willReadFrequently: true});

    context.drawImage(frame, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  }
}
