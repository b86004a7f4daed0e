// SPDX-License-Identifier: LGPL-2.1-or-later
// Records the film in the browser, as mp4 where it can write that, else as WebM.

const kinds = [['video/mp4;codecs=avc1.42E01E', 'mp4'], ['video/webm;codecs=vp9', 'webm'], ['video/webm', 'webm']];
const longest = 1 << 28; // bytes, which are held until the end
const interval = 1000; // milliseconds between pieces

/** Records a video element. Event: "end" (detail: {blob, ending}) when a recording is complete. */
export class Recorder extends EventTarget {
  #video;
  #recorder = null;

  constructor(video) {
    super();
    this.#video = video;
  }

  /** Whether this browser can record at all. */
  get isAble() {
    return Boolean(self.MediaRecorder && this.#capture && this.#kind);
  }

  get isOn() {
    return this.#recorder !== null;
  }

  start() {
    const [type, ending] = this.#kind;
    const parts = [];
    const stream = this.#capture.call(this.#video);
    const recorder = new MediaRecorder(stream, {mimeType: type, videoBitsPerSecond: 8e6});
    let size = 0;

    this.#recorder = recorder;
    recorder.ondataavailable = ({data}) => {
      parts.push(data);
      size += data.size;
      if (size > longest) this.stop();
    };
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      this.#recorder = null;
      this.dispatchEvent(new CustomEvent('end', {detail: {blob: new Blob(parts, {type}), ending}}));
    };
    recorder.start(interval);
  }

  stop() {
    if (this.#recorder?.state === 'recording') this.#recorder.stop();
  }

  get #capture() {
    return this.#video.captureStream ?? this.#video.mozCaptureStream;
  }

  get #kind() {
    return kinds.find(([type]) => MediaRecorder.isTypeSupported(type));
  }
}
