// Text fields with a list of choices: the pattern "editable combobox with list autocompletion" of the ARIA Authoring
// Practices. A native <datalist> can't tell choices of the same name apart, nor show where they are.

import { element, setAttributes } from "./fragments.js";

/** By field, what puts its list in place, and sets the attributes that the server's HTML of the field lacks. */
const connectors = new WeakMap();

/**
 * Makes a text field a combobox. If the server's HTML has replaced what is around the field since, another call puts
 * the list back.
 *
 * @typedef {{ text: string, detail?: string, value?: string }} Choice
 * @param {HTMLInputElement} input
 * @param {(text: string) => { choices: Choice[], note?: string, isFirstMarked?: boolean }} find what the list shows for
 *   a text: choices, a note below them, and whether Enter takes the first one
 * @param {(choice: Choice) => void} take
 */
export function combobox(input, find, take) {
  if (connectors.has(input)) return connectors.get(input)();
  const list = element("ul", { id: `${input.id}-list`, class: "combobox-list", role: "listbox" });
  let choices = [];
  let marked = -1;

  const show = (isOpen) => {
    const found = isOpen ? find(input.value.trim()) : { choices: [] };
    choices = found.choices;
    const options = choices.map(({ text, detail }, index) => {
      const option = element("li", { id: `${list.id}-${index}`, role: "option", dir: "auto" }, text);
      if (detail) option.append(" ", element("small", {}, detail));
      return option;
    });
    const note = { class: "hint", role: "option", "aria-disabled": "true" };
    if (found.note) options.push(element("li", note, found.note));
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    input.ariaExpanded = String(!list.hidden);
    mark(found.isFirstMarked && choices.length > 0 ? 0 : -1);
  };
  const mark = (index) => {
    marked = index;
    for (const [each, option] of [...list.children].entries()) option.ariaSelected = String(each === index);
    list.children[index]?.scrollIntoView({ block: "nearest" });
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", list.children[index].id);
  };
  const choose = (index) => {
    if (choices[index] === undefined) return;
    take(choices[index]);
    show(false);
  };
  const connect = () => {
    list.ariaLabel = input.ariaLabel ?? input.labels[0].textContent;
    setAttributes(input, {
      role: "combobox",
      autocomplete: "off",
      "aria-autocomplete": "list",
      "aria-controls": list.id,
    });
    input.after(list);
    show(list.childElementCount > 0);
  };

  input.addEventListener("input", () => show(true));
  input.addEventListener("click", () => show(true));
  input.addEventListener("blur", () => show(false));
  input.addEventListener("keydown", (event) => {
    // A key for an input method, such as Enter for what it proposes.
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (list.hidden) show(true);
      const { length } = choices;
      if (length > 0) mark((Math.max(marked, step === 1 ? -1 : 0) + step + length) % length);
    } else if (event.key === "Enter" && marked >= 0) choose(marked);
    else if (event.key === "Escape" && !list.hidden) show(false);
    else return;
    event.preventDefault();
  });
  // The field keeps the focus.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => choose([...list.children].indexOf(target.closest("li"))));
  connectors.set(input, connect);
  connect();
}

/**
 * What a combobox shows of a drop-down list: the options that have all words of a text in their own or in the texts that
 * they are indented below. The text of the chosen one finds all.
 */
export function findOptions(select, text, noMatch) {
  const sought = text === chosenText(select) ? "" : text;
  const words = fold(sought).split(/\s+/);
  const choices = choicesIn(select).filter((choice) => {
    const path = fold(`${choice.detail} ${choice.text}`);
    return words.every((word) => path.includes(word));
  });
  return { choices, note: choices.length === 0 ? noMatch : undefined, isFirstMarked: sought !== "" };
}

/** The text of the chosen option; empty if none is. */
export function chosenText({ value, selectedOptions: [option] }) {
  return value === "" ? "" : option.text.trim();
}

function choicesIn(select) {
  const above = [];
  return [...select.options]
    .filter(({ value }) => value !== "")
    .map(({ value, text: indented }) => {
      const text = indented.trim();
      const depth = indented.length - indented.trimStart().length;
      above.length = depth;
      const detail = above.filter(Boolean).join(" / ");
      above[depth] = text;
      return { value, text, detail };
    });
}

/** A text without regard to case and accents. */
export function fold(text) {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
