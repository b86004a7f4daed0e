// SPDX-License-Identifier: LGPL-2.1-or-later
// Plays pieces of fragmented MP4 as they come, close to the newest one. Knows Media
// Source Extensions and nothing of the connection.

const Source = self.ManagedMediaSource && !self.MediaSource ? self.ManagedMediaSource : self.MediaSource;

// Seconds behind the newest picture: as near as playing is smooth, so every stall moves
// the target away, and time moves it back.
const nearest = 0.07;
const farthest = 0.3;
const afterStall = 0.04;
const perFragment = 0.001;
// While a page begins, stalls say nothing of the line.
const beginning = 1500; // milliseconds
// More than this is not caught up by playing faster, but jumped.
const longestLag = 3;
// What lies longer than this behind is removed.
const kept = 4;

const isKey = 2; // a flag of a fragment

/** Whether this browser can play such a film at all. */
export function canPlay(mime) {
  return Boolean(Source?.isTypeSupported(mime));
}

/**
 * A film in a video element. Events: "ack" (detail: a fragment's number) when all up to it were
 * taken, "refused" when the browser wants a click before it plays, "picture" when it plays,
 * "failed" (detail: why) when the film must begin anew.
 */
export class Film extends EventTarget {
  #video;
  #source = null;
  #buffer = null;
  #address = '';
  #queue = []; // fragments that wait
  #taken = null; // number of the last one that is being appended
  #keys = []; // times at which key frames begin
  #target = nearest;
  #stalls = 0;
  #begun = 0; // when
  #isRefused = false; // and waits for a click

  constructor(video) {
    super();
    this.#video = video;
    video.disableRemotePlayback = true; // ManagedMediaSource asks for it
    video.addEventListener('waiting', () => this.#stalled());
    video.addEventListener('error', () => this.#fail(video.error?.message || 'The film cannot be decoded.'));
    video.addEventListener('playing', () => this.dispatchEvent(new Event('picture')));
  }

  /** Seconds between the picture that is seen and the newest one. */
  get lag() {
    const ranges = this.#video.buffered;

    return ranges.length ? ranges.end(ranges.length - 1) - this.#video.currentTime : 0;
  }

  get figures() {
    const quality = this.#video.getVideoPlaybackQuality?.();

    return {lag: this.lag, target: this.#target, stalls: this.#stalls, rate: this.#video.playbackRate,
      frames: quality?.totalVideoFrames, dropped: quality?.droppedVideoFrames};
  }

  /** Begins a film; its first fragment is an initialisation segment. */
  start(mime) {
    this.stop();

    const source = new Source();

    this.#source = source;
    this.#begun = performance.now();
    this.#target = nearest;
    this.#address = URL.createObjectURL(source);
    source.addEventListener('sourceopen', () => {
      if (source !== this.#source) return;
      this.#buffer = source.addSourceBuffer(mime);
      this.#buffer.addEventListener('updateend', () => this.#appended());
      this.#pump();
    }, {once: true});
    this.#video.src = this.#address;
    this.play();
  }

  stop() {
    if (!this.#source) return;
    this.#source = this.#buffer = null;
    this.#queue = [];
    this.#taken = null;
    this.#keys = [];
    this.#video.removeAttribute('src');
    this.#video.load();
    URL.revokeObjectURL(this.#address);
  }

  /** Plays, or says that the browser refuses to. */
  async play() {
    try {
      await this.#video.play();
      this.#isRefused = false;
    } catch (error) {
      if (error.name !== 'NotAllowedError' || this.#isRefused) return;
      this.#isRefused = true;
      this.dispatchEvent(new Event('refused'));
    }
  }

  /** Takes a binary message: its number, its flags and a part of an MP4. */
  receive(message) {
    if (!this.#source) return;

    const head = new DataView(message);

    this.#queue.push({number: head.getUint32(0), flags: head.getUint8(4), data: new Uint8Array(message, 8)});
    this.#pump();
  }

  // Appends all that waits at once: an append costs more than a fragment.
  #pump() {
    if (!this.#buffer || this.#buffer.updating || !this.#queue.length) return;

    const pieces = this.#queue;
    const ranges = this.#video.buffered;
    const whole = new Uint8Array(pieces.reduce((size, {data}) => size + data.length, 0));
    let at = 0;

    for (const {data} of pieces) {
      whole.set(data, at);
      at += data.length;
    }
    this.#queue = [];
    this.#taken = pieces.at(-1).number;
    if (ranges.length && pieces[0].flags & isKey) this.#keys.push(ranges.end(ranges.length - 1));
    try {
      this.#buffer.appendBuffer(whole);
    } catch (error) {
      this.#fail(error.message);
    }
  }

  #appended() {
    if (!this.#buffer) return;
    if (this.#taken !== null) this.dispatchEvent(new CustomEvent('ack', {detail: this.#taken}));
    this.#taken = null;
    this.#follow();
    this.#trim();
    this.#pump();
  }

  // Stays close to the newest picture: by playing a little faster or slower, else by a jump.
  #follow() {
    const video = this.#video;
    const ranges = video.buffered;

    if (!ranges.length) return;

    const start = ranges.start(ranges.length - 1);
    const {lag} = this;

    this.#target = Math.max(nearest, this.#target - perFragment);
    if (video.currentTime < start || lag > longestLag) {
      video.currentTime = Math.max(start, video.currentTime + lag - this.#target);
      return;
    }

    const excess = lag - this.#target;
    let rate = 1;

    if (excess > 0.04) rate = 1 + Math.min(3, 0.05 + excess);
    else if (excess < -0.03) rate = 0.93;
    if (Math.abs(rate - video.playbackRate) > 0.02) video.playbackRate = rate;
    if (video.paused && !document.hidden && !this.#isRefused) this.play();
  }

  #stalled() {
    if (!this.#buffer || this.#video.seeking || !this.#video.buffered.length) return;
    this.#stalls += 1;
    if (performance.now() - this.#begun < beginning) return;
    this.#target = Math.min(farthest, this.#target + afterStall);
  }

  // Removing ends at a key frame in any case: what is removed up to a place between two
  // goes up to the later one, and that may be what is being played.
  #trim() {
    const {currentTime} = this.#video;
    let key = 0;

    while (this.#keys.length && this.#keys[0] < currentTime - kept) key = this.#keys.shift();
    if (key > 0.1 && !this.#buffer.updating) this.#buffer.remove(0, key - 0.05);
  }

  #fail(why) {
    if (!this.#source) return;
    this.stop();
    this.dispatchEvent(new CustomEvent('failed', {detail: why}));
  }
}
