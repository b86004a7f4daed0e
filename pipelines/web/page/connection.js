// SPDX-License-Identifier: LGPL-2.1-or-later
// The WebSocket to the server: questions and their answers, what the server says unasked,
// and coming back after it was lost. What messages mean is in docs/control.md.

const protocol = 'life.1';
const firstWait = 500; // milliseconds, doubled after each attempt
const longestWait = 15000;

/**
 * Events: "state" (detail: {state: 'connecting' | 'live' | 'waiting' | 'asleep', wait, reason}),
 * "hello", "frame", "changed" (detail: the message) and "film" (detail: an ArrayBuffer).
 */
export class Connection extends EventTarget {
  #address;
  #video;
  #socket = null;
  #answers = new Map();
  #nextId = 1;
  #attempts = 0;
  #timer = 0;

  /** @param {boolean} video whether the film is wanted */
  constructor(address, video) {
    super();
    this.#address = address;
    this.#video = video;
    addEventListener('online', () => this.#socket || this.open());
  }

  open() {
    clearTimeout(this.#timer);
    this.close();
    this.#say('connecting');

    const socket = new WebSocket(this.#address, protocol);
    let opened = false;

    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      opened = true;
      this.#greet();
    };
    socket.onmessage = ({data}) => this.#receive(data);
    socket.onclose = async ({code, reason}) => {
      if (socket !== this.#socket) return;

      const why = reason || (opened ? '' : await this.#refusal());

      if (socket === this.#socket) this.#lost(code, why);
    };
  }

  /** Closes until open() is called again. */
  close(why = 'closed') {
    const socket = this.#socket;

    clearTimeout(this.#timer);
    this.#socket = null;
    this.#refuseAll(why);
    if (socket) {
      socket.onmessage = null;
      socket.close();
      this.#say('asleep');
    }
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message that needs no answer, if it can be sent now. */
  send(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** Sends a message and returns a promise of its answer; an "error" rejects it. */
  ask(message) {
    if (!this.isOpen) return Promise.reject(new Error('The server is not connected.'));

    const id = this.#nextId++;

    return new Promise((resolve, reject) => {
      this.#answers.set(id, {resolve, reject});
      this.#socket.send(JSON.stringify({...message, id}));
    });
  }

  async #greet() {
    const socket = this.#socket;

    try {
      const hello = await this.ask({type: 'hello', video: this.#video});

      if (socket !== this.#socket) return;
      this.#attempts = 0;
      this.dispatchEvent(new CustomEvent('hello', {detail: hello}));
      this.#say('live');
    } catch (error) {
      if (socket !== this.#socket) return;
      this.#lost(0, error.message);
    }
  }

  /** What a full server says, which browsers do not tell of a WebSocket. */
  async #refusal() {
    try {
      const answer = await fetch(this.#address.replace(/^ws/, 'http'));

      return answer.status === 503 ? await answer.text() : '';
    } catch {
      return '';
    }
  }

  #receive(data) {
    if (data instanceof ArrayBuffer) {
      this.dispatchEvent(new CustomEvent('film', {detail: data}));
      return;
    }

    const message = JSON.parse(data);
    const waiting = this.#answers.get(message.id);

    if (waiting) {
      this.#answers.delete(message.id);
      if (message.type === 'error') waiting.reject(new Error(message.message));
      else waiting.resolve(message);
    } else {
      this.dispatchEvent(new CustomEvent(message.type, {detail: message}));
    }
  }

  #lost(code, reason) {
    const wait = Math.min(longestWait, firstWait * 2 ** this.#attempts);

    this.#socket = null;
    this.#refuseAll('The connection was lost.');
    this.#attempts += 1;
    this.#say('waiting', {wait, code, reason});
    this.#timer = setTimeout(() => this.open(), wait);
  }

  #refuseAll(why) {
    for (const {reject} of this.#answers.values()) reject(new Error(why));
    this.#answers.clear();
  }

  #say(state, more = {}) {
    this.dispatchEvent(new CustomEvent('state', {detail: {state, ...more}}));
  }
}
