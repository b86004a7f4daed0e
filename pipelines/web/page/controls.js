// SPDX-License-Identifier: LGPL-2.1-or-later
// One control for one property, made from its type and range, never from its name.

import {number, text} from './words.js';

const longestSlider = 1000; // steps; a longer range gets a number field

/**
 * Makes a row with a label and a control of the property. `set(value)` returns a promise that is
 * rejected if the value is wrong. Returns {row, show(value)}; show() does not change a control
 * that is being edited.
 */
export function makeControl({name, label, property, suggestions, set}) {
  const make = property.type === 'boolean' ? makeSwitch
    : property.type === 'enum' ? makeChoice
      : property.type === 'flags' ? makeFlags
        : property.type === 'color' ? makeColor
          : property.type !== 'integer' && property.type !== 'number' ? makeText
            : spanOf(property) <= longestSlider && !property.isTyped ? makeSlider : makeNumber;
  const row = element('div', {className: 'row'});
  const id = `property-${name}`;
  const wrong = element('p', {className: 'wrong', id: `${id}-wrong`, hidden: true});
  const help = element('p', {className: 'help', id: `${id}-help`, textContent: text(`help-${name}`) ?? property.description ?? ''});
  const control = make({id, label, property, suggestions});
  let editing = false;
  let value = property.value;

  row.dataset.property = name;
  row.append(element(control.isGroup ? 'span' : 'label', {className: 'label', id: `${id}-label`, textContent: label}), ...control.elements, help, wrong);
  if (control.isGroup) control.input.setAttribute('aria-labelledby', `${id}-label`);
  else row.firstChild.htmlFor = id;
  control.input.setAttribute('aria-describedby', `${help.id} ${wrong.id}`);

  const showWrong = why => {
    wrong.hidden = !why;
    wrong.textContent = why;
    control.input.toggleAttribute('aria-invalid', Boolean(why));
  };
  const commit = async () => {
    try {
      await set(control.read());
      showWrong('');
    } catch (error) {
      showWrong(error.message);
    }
  };

  control.input.addEventListener('input', () => {
    editing = true;
    if (control.isLive) commit();
  });
  control.input.addEventListener('change', () => {
    editing = false;
    commit();
  });
  control.input.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !editing) return;
    event.stopPropagation();
    editing = false;
    control.show(value);
    showWrong('');
  });

  const show = now => {
    value = now;
    if (editing) return;
    showWrong('');
    control.show(now);
  };

  show(value);
  return {row, show};
}

/** A color of the server, opaque: "#rrggbb", or "#rrggbbaa" if it is not; or a name that was just typed. */
export function colorOf(value) {
  return value.startsWith('#') ? value.slice(0, 7) : value;
}

/** An element with properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);

  made.append(...children);
  return made;
}

function spanOf({type, minimum, maximum}) {
  if (minimum === undefined || maximum === undefined) return Infinity;
  return type === 'integer' || maximum - minimum > 4 ? maximum - minimum : 100;
}

function makeSwitch({id}) {
  const input = element('input', {type: 'checkbox', id});

  input.setAttribute('role', 'switch');
  return {input, elements: [input], show: value => { input.checked = value; }, read: () => input.checked};
}

function makeChoice({id, property}) {
  const input = element('select', {id}, ...property.values.map(value => new Option(words(value), value)));

  return {input, elements: [input], show: value => { input.value = value; }, read: () => input.value};
}

function makeFlags({id, property}) {
  const boxes = property.values.map(value => element('input', {type: 'checkbox', value}));
  const input = element('div', {className: 'flags', id},
    ...boxes.map(box => element('label', {}, box, words(box.value))));

  input.setAttribute('role', 'group');
  return {
    input, elements: [input], isGroup: true,
    show: value => {
      for (const box of boxes) box.checked = value.split('+').includes(box.value);
    },
    read: () => boxes.filter(box => box.checked).map(box => box.value).join('+'),
  };
}

function makeSlider({id, property}) {
  const {minimum, maximum, type} = property;
  const step = type === 'integer' ? 1 : (maximum - minimum) / (maximum - minimum > 4 ? maximum - minimum : 100);
  const input = element('input', {type: 'range', id, min: minimum, max: maximum, step});
  const reading = element('output', {htmlFor: id});
  const showValue = () => { reading.textContent = shorten(Number(input.value)); };

  reading.setAttribute('for', id);
  input.addEventListener('input', showValue);
  return {
    input, elements: [reading, input], isLive: true,
    show: value => {
      // A value between two steps stays what it is.
      input.step = type === 'integer' ? 1 : 'any';
      input.value = value;
      showValue();
    },
    read: () => Number(Number(input.value).toFixed(2)),
  };
}

function makeNumber({id, property}) {
  const {minimum, maximum, type} = property;
  const input = element('input', {type: 'number', id, step: type === 'integer' ? 1 : 'any', inputMode: 'decimal'});

  // Limits of 32 or 64 bits do not help a person.
  if (minimum > -(2 ** 31)) input.min = minimum;
  if (maximum < 2 ** 31 - 1) input.max = maximum;
  return {
    input, elements: [input],
    show: value => { input.value = type === 'integer' ? value : Number(Number(value).toFixed(3)); },
    read: () => {
      if (!input.value || !input.checkValidity()) throw new Error(input.validationMessage || text('number-needed'));
      return Number(input.value);
    },
  };
}

function makeColor({id, label}) {
  const input = element('input', {type: 'text', id, spellcheck: false, autocapitalize: 'off'});
  const picker = element('input', {type: 'color', ariaLabel: text('pick-color', {label})});
  let alpha = '';

  // The picker has no alpha: that of the text stays.
  picker.addEventListener('input', () => {
    input.value = `${picker.value}${alpha}`;
    input.dispatchEvent(new Event('change'));
  });
  return {
    input, elements: [element('span', {className: 'combined'}, input, picker)],
    show: value => {
      input.value = value;
      // A name stays until the server reports its value.
      if (!value.startsWith('#')) return;
      alpha = value.slice(7);
      picker.value = colorOf(value);
    },
    read: () => input.value,
  };
}

function makeText({id, label, suggestions}) {
  const input = element('input', {type: 'text', id, spellcheck: false, autocapitalize: 'off'});
  const control = {input, elements: [input], show: value => { input.value = value ?? ''; }, read: () => input.value};

  if (suggestions?.length) {
    // A list of the names, next to a field for those who type one.
    const list = element('select', {className: 'suggestions'}, new Option(text('choose'), ''),
      ...suggestions.map(one => (typeof one === 'string' ? new Option(one, one) : new Option(one.label, one.value))));

    list.setAttribute('aria-label', text('choose-from', {label}));
    list.addEventListener('change', () => {
      if (!list.value) return;
      input.value = list.value;
      list.value = '';
      input.dispatchEvent(new Event('change'));
    });
    control.elements = [element('span', {className: 'combined'}, input, list)];
  }
  return control;
}

function words(value) {
  const name = String(value).replaceAll('-', ' ');

  return text(`value-${value}`) ?? name.charAt(0).toUpperCase() + name.slice(1);
}

function shorten(value) {
  return Number.isInteger(value) ? number(value) : value.toFixed(2);
}
