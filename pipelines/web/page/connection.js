// SPDX-License-Identifier: LGPL-2.1-or-later
// The WebSocket to the server: requests and their replies, messages that are no replies,
// and the reconnection after it was lost. What messages mean is in docs/reference/web-messages.md.

import {translate} from './reports.js';
import {text} from './words.js';

const protocol = 'life.1';
const minWait = 500; // milliseconds, doubled after each attempt
const maxWait = 15000;

/**
 * Events: "state" (detail: {state: 'connecting' | 'live' | 'waiting' | 'asleep', wait, reason}),
 * "hello", "frame", "changed" (detail: the message) and "film" (detail: an ArrayBuffer).
 */
export class Connection extends EventTarget {
  #address;
  #video;
  #socket = null;
  #pending = new Map();
  #nextId = 1;
  #attempts = 0;
  #timer = 0;

  /** @param {boolean} video whether the film is requested */
  constructor(address, video) {
    super();
    this.#address = address;
    this.#video = video;
    addEventListener('online', () => this.#socket || this.open());
  }

  open() {
    clearTimeout(this.#timer);
    this.close();
    this.#report('connecting');

    const socket = new WebSocket(this.#address, protocol);
    let opened = false;

    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      opened = true;
      this.#sendHello();
    };
    socket.onmessage = ({data}) => this.#receive(data);
    socket.onclose = async ({code, reason}) => {
      if (socket !== this.#socket) return;

      const why = translate(reason || (opened ? '' : await this.#refusal()));

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
      this.#report('asleep');
    }
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a message that needs no reply, if the connection is open. */
  send(message) {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** Sends a message and returns a promise of its reply; an "error" rejects it. */
  request(message) {
    if (!this.isOpen) return Promise.reject(new Error(text('not-connected')));

    const id = this.#nextId++;

    return new Promise((resolve, reject) => {
      this.#pending.set(id, {resolve, reject});
      this.#socket.send(JSON.stringify({...message, id}));
    });
  }

  async #sendHello() {
    const socket = this.#socket;

    try {
      const hello = await this.request({type: 'hello', video: this.#video});

      if (socket !== this.#socket) return;
      this.#attempts = 0;
      this.dispatchEvent(new CustomEvent('hello', {detail: hello}));
      this.#report('live');
    } catch (error) {
      if (socket !== this.#socket) return;
      this.#lost(0, error.message);
    }
  }

  /** The reason of a full server, which browsers do not report for a WebSocket. */
  async #refusal() {
    try {
      const response = await fetch(this.#address.replace(/^ws/, 'http'));

      return response.status === 503 ? await response.text() : '';
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
    const request = this.#pending.get(message.id);

    if (request) {
      this.#pending.delete(message.id);
      if (message.type === 'error') request.reject(new Error(translate(message.message)));
      else request.resolve(message);
    } else {
      if (message.message) message.message = translate(message.message);
      this.dispatchEvent(new CustomEvent(message.type, {detail: message}));
    }
  }

  #lost(code, reason) {
    const wait = Math.min(maxWait, minWait * 2 ** this.#attempts);

    this.#socket = null;
    this.#refuseAll(text('lost'));
    this.#attempts += 1;
    this.#report('waiting', {wait, code, reason});
    this.#timer = setTimeout(() => this.open(), wait);
  }

  #refuseAll(why) {
    for (const {reject} of this.#pending.values()) reject(new Error(why));
    this.#pending.clear();
  }

  #report(state, more = {}) {
    this.dispatchEvent(new CustomEvent('state', {detail: {state, ...more}}));
  }
}
