// SPDX-License-Identifier: LGPL-2.1-or-later
// The library: patterns with pictures, in groups, and rules with moving ones, searched by name.

import {element} from './controls.js';
import {text} from './words.js';

const byId = id => document.getElementById(id);
const interval = 130; // milliseconds between the frames of a rule
const still = matchMedia('(prefers-reduced-motion: reduce)');
const stillFrame = 6;

/** Shows the patterns and rules of a server; chosen: {pattern(name), rule(name)}, called for the one that is chosen. */
export class Library {
  #request;
  #rules;
  #chosen;
  #groups = null;
  #pictures = new Map(); // kinds and names: images, one or the frames of a rule
  #wanted = new Map(); // the same: cards in sight that have no picture
  #moving = new Map(); // canvases in sight: frames
  #frame = 0;
  #isDrawing = false;
  #sight = new IntersectionObserver(seen => this.#see(seen), {root: byId('library-list'), rootMargin: '100px'});

  /** @param {Function} request sends a message and returns a promise of its reply
   *  @param {Function} rules returns the names of rules */
  constructor(request, rules, chosen) {
    this.#request = request;
    this.#rules = rules;
    this.#chosen = chosen;
    byId('library-search').addEventListener('input', () => this.#show());
    for (const id of ['library-group', 'library-kind']) byId(id).addEventListener('change', () => this.#show());
    byId('library').addEventListener('close', () => {
      this.#wanted.clear();
      this.#moving.clear();
    });
    setInterval(() => this.#move(), interval);
  }

  async open() {
    this.#groups ??= (await this.#request({type: 'library'})).groups;
    byId('library-group').replaceChildren(new Option(text('library-all'), '*'),
      ...this.#groups.map(({name}) => new Option(name || text('library-built-in'), name)));
    this.#show();
    byId('library').showModal();
    byId('library-search').focus();
  }

  #show() {
    const isRules = byId('library-kind').value === 'rules';
    const group = byId('library-group').value;
    const words = byId('library-search').value.toLowerCase().split(/\s+/);
    const all = isRules ? this.#rules()
      : this.#groups.filter(({name}) => group === '*' || name === group).flatMap(({patterns}) => patterns);
    const names = all.filter(name => words.every(word => name.toLowerCase().includes(word)));

    for (const id of ['library-group', 'library-use']) byId(id).hidden = isRules;
    this.#sight.disconnect();
    this.#wanted.clear();
    this.#moving.clear();
    byId('library-list').replaceChildren(...names.map(name => this.#card(name, isRules ? 'rule' : 'pattern')));
    byId('library-count').textContent = text(isRules ? 'library-rule-count' : 'library-count', {count: names.length});
  }

  #card(name, kind) {
    const card = element('button', {type: 'button', className: 'card', title: name}, element('canvas', {width: 96, height: 72}),
      element('span', {textContent: name.split('/').at(-1).replace(/(\.\w+)+$/, '').replaceAll('-', ' ')}));

    card.dataset[kind] = name;
    card.dataset.key = `${kind} ${name}`;
    card.addEventListener('click', () => {
      byId('library').close();
      this.#chosen[kind](name);
    });
    this.#sight.observe(card);
    return card;
  }

  #see(seen) {
    for (const {target, isIntersecting} of seen) {
      const images = this.#pictures.get(target.dataset.key);

      if (!isIntersecting) {
        this.#wanted.delete(target.dataset.key);
        this.#moving.delete(target.firstChild);
      } else if (images) {
        this.#draw(target, images);
      } else {
        this.#wanted.set(target.dataset.key, target);
      }
    }
    this.#drawAll();
  }

  #draw(card, images) {
    const canvas = card.firstChild;

    card.dataset.drawn = images.length;
    canvas.getContext('2d').drawImage(images[Math.min(stillFrame, images.length - 1)], 0, 0);
    if (images.length > 1) this.#moving.set(canvas, images);
  }

  #move() {
    if (still.matches) return;
    this.#frame += 1;
    for (const [canvas, images] of this.#moving) canvas.getContext('2d').drawImage(images[this.#frame % images.length], 0, 0);
  }

  // One at a time: what the user does meanwhile waits for one picture at most.
  async #drawAll() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    for (let next = this.#wanted.entries().next(); !next.done; next = this.#wanted.entries().next()) {
      const [key, card] = next.value;
      const {pattern, rule} = card.dataset;

      this.#wanted.delete(key);
      try {
        const {png, frames = [png]} = await this.#request({type: 'picture', ...(rule ? {rule} : {name: pattern})});
        const images = await Promise.all(frames.map(decode));

        this.#pictures.set(key, images);
        if (card.isConnected) this.#draw(card, images);
      } catch {
        card.firstChild.classList.add('none'); // too large, or of a rule that is not installed
      }
    }
    this.#isDrawing = false;
  }
}

async function decode(png) {
  const image = new Image();

  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  return image;
}
