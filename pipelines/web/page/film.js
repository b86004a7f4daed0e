// SPDX-License-Identifier: LGPL-2.1-or-later
// Plays fragments of MP4 as they arrive, close to the newest one, through Media Source
// Extensions. The connection does not appear here.

const Source = self.ManagedMediaSource && !self.MediaSource ? self.ManagedMediaSource : self.MediaSource;

// Seconds behind the newest picture: as near as playing is smooth, so every stall moves
// the target away, and time moves it back.
const minTarget = 0.07;
const maxTarget = 0.3;
const afterStall = 0.04;
const perFragment = 0.001;
// While a page starts, stalls do not depend on the network.
const startTime = 1500; // milliseconds
// A longer lag is not caught up by playing faster, but by a jump.
const maxLag = 3;
// Seconds behind the picture after which the film is removed from the buffer.
const maxBuffered = 4;

const isKey = 2; // a flag of a fragment

/** Whether this browser can play such a film at all. */
export function canPlay(mime) {
  return Boolean(Source?.isTypeSupported(mime));
}

/**
 * A film in a video element. Events: "ack" (detail: a fragment's number) when all up to it were
 * appended, "refused" when the browser requires a click before it plays, "picture" when it plays,
 * "failed" (detail: why) when the film has to be restarted.
 */
export class Film extends EventTarget {
  #video;
  #source = null;
  #buffer = null;
  #address = '';
  #queue = []; // fragments that are not appended yet
  #appending = null; // number of the last one that is being appended
  #keys = []; // times at which key frames begin
  #target = minTarget;
  #stalls = 0;
  #startedAt = 0; // when
  #isRefused = false; // and waits for a click

  constructor(video) {
    super();
    this.#video = video;
    video.disableRemotePlayback = true; // ManagedMediaSource requires it
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

  /** Begins a film; its first fragment is an initialization segment. */
  start(mime) {
    this.stop();

    const source = new Source();

    this.#source = source;
    this.#startedAt = performance.now();
    this.#target = minTarget;
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
    this.#appending = null;
    this.#keys = [];
    this.#video.removeAttribute('src');
    this.#video.load();
    URL.revokeObjectURL(this.#address);
  }

  /** Plays, or reports that the browser refuses to. */
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

  /** Receives a binary message: its number, its flags and a part of an MP4. */
  receive(message) {
    if (!this.#source) return;

    const head = new DataView(message);

    this.#queue.push({number: head.getUint32(0), flags: head.getUint8(4), data: new Uint8Array(message, 8)});
    this.#pump();
  }

  // Appends the whole queue at once: an append costs more than a fragment.
  #pump() {
    if (!this.#buffer || this.#buffer.updating || !this.#queue.length) return;

    const fragments = this.#queue;
    const ranges = this.#video.buffered;
    const whole = new Uint8Array(fragments.reduce((size, {data}) => size + data.length, 0));
    let at = 0;

    for (const {data} of fragments) {
      whole.set(data, at);
      at += data.length;
    }
    this.#queue = [];
    this.#appending = fragments.at(-1).number;
    if (ranges.length && fragments[0].flags & isKey) this.#keys.push(ranges.end(ranges.length - 1));
    try {
      this.#buffer.appendBuffer(whole);
    } catch (error) {
      this.#fail(error.message);
    }
  }

  #appended() {
    if (!this.#buffer) return;
    if (this.#appending !== null) this.dispatchEvent(new CustomEvent('ack', {detail: this.#appending}));
    this.#appending = null;
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

    this.#target = Math.max(minTarget, this.#target - perFragment);
    if (video.currentTime < start || lag > maxLag) {
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
    if (performance.now() - this.#startedAt < startTime) return;
    this.#target = Math.min(maxTarget, this.#target + afterStall);
  }

  // Removing ends at a key frame in any case: a removal up to a time between two
  // extends to the later one, which may be playing.
  #trim() {
    const {currentTime} = this.#video;
    let key = 0;

    while (this.#keys.length && this.#keys[0] < currentTime - maxBuffered) key = this.#keys.shift();
    if (key > 0.1 && !this.#buffer.updating) this.#buffer.remove(0, key - 0.05);
  }

  #fail(why) {
    if (!this.#source) return;
    this.stop();
    this.dispatchEvent(new CustomEvent('failed', {detail: why}));
  }
}
