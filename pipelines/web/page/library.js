// SPDX-License-Identifier: LGPL-2.1-or-later
// The library: patterns with pictures, in groups, searched by name.

import {element} from './controls.js';
import {text} from './words.js';

const byId = id => document.getElementById(id);

/** Shows the patterns of a server; choose(name) is called for the one that is chosen. */
export class Library {
  #request;
  #choose;
  #groups = null;
  #pictures = new Map(); // names: addresses of pictures
  #wanted = new Map(); // names: images in sight that have no picture
  #isDrawing = false;
  #sight = new IntersectionObserver(seen => this.#see(seen), {root: byId('library-list'), rootMargin: '100px'});

  /** @param {Function} request sends a message and returns a promise of its reply */
  constructor(request, choose) {
    this.#request = request;
    this.#choose = choose;
    byId('library-search').addEventListener('input', () => this.#show());
    byId('library-group').addEventListener('change', () => this.#show());
    byId('library').addEventListener('close', () => this.#wanted.clear());
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
    const group = byId('library-group').value;
    const words = byId('library-search').value.toLowerCase().split(/\s+/);
    const names = this.#groups.filter(({name}) => group === '*' || name === group).flatMap(({patterns}) => patterns)
      .filter(name => words.every(word => name.toLowerCase().includes(word)));

    this.#sight.disconnect();
    this.#wanted.clear();
    byId('library-list').replaceChildren(...names.map(name => this.#card(name)));
    byId('library-count').textContent = text('library-count', {count: names.length});
  }

  #card(name) {
    const image = element('img', {alt: '', width: 96, height: 72});
    const card = element('button', {type: 'button', className: 'card', title: name}, image,
      element('span', {textContent: name.split('/').at(-1).replace(/\.\w+$/, '').replaceAll('-', ' ')}));

    card.dataset.pattern = name;
    card.addEventListener('click', () => {
      byId('library').close();
      this.#choose(name);
    });
    if (this.#pictures.has(name)) image.src = this.#pictures.get(name);
    else this.#sight.observe(card);
    return card;
  }

  #see(seen) {
    for (const {target, isIntersecting} of seen) {
      if (isIntersecting) this.#wanted.set(target.dataset.pattern, target.querySelector('img'));
      else this.#wanted.delete(target.dataset.pattern);
    }
    this.#drawAll();
  }

  // One at a time: what the user does meanwhile waits for one picture at most.
  async #drawAll() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    for (let next = this.#wanted.entries().next(); !next.done; next = this.#wanted.entries().next()) {
      const [name, image] = next.value;

      this.#wanted.delete(name);
      try {
        this.#pictures.set(name, `data:image/png;base64,${(await this.#request({type: 'picture', name})).png}`);
        image.src = this.#pictures.get(name);
      } catch {
        image.classList.add('none'); // too large, or of a rule that is not installed
      }
    }
    this.#isDrawing = false;
  }
}
