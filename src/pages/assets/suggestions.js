// Fields with suggestions: tags as chips, and a drop-down list that can be searched. The fields of the form stay, hidden,
// so that it is sent as without scripts. A script that changes their value sends them the event "stored".

/** Suggestions that a field shows at most. */
const MAX_SHOWN = 500;

/**
 * A text field with a list of suggestions below it (ARIA: an editable combobox with list autocompletion).
 *
 * @param {HTMLInputElement} input
 * @param {(text: string) => { text: string, detail?: string }[]} find the suggestions for what is typed
 * @param {(suggestion: object) => void} choose
 */
function suggest(input, find, choose) {
  const list = document.createElement("ul");
  list.id = `${input.id}-list`;
  list.className = "suggestions";
  list.role = "listbox";
  list.hidden = true;
  list.ariaLabel = input.labels[0].textContent;
  set(input, { role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-controls": list.id });
  input.after(list);
  let found = [];
  let active = -1;

  const show = (isOpen) => {
    found = isOpen ? find(input.value.trim()).slice(0, MAX_SHOWN) : [];
    list.replaceChildren(
      ...found.map(({ text, detail }, index) => {
        const option = element("li", { id: `${list.id}-${index}`, role: "option", dir: "auto" }, text);
        if (detail) option.append(" ", element("small", {}, detail));
        return option;
      }),
    );
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    move(-1);
  };
  const move = (index) => {
    active = index;
    for (const [each, option] of [...list.children].entries()) option.ariaSelected = String(each === index);
    list.children[index]?.scrollIntoView({ block: "nearest" });
    if (index < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${list.id}-${index}`);
  };
  const take = (index) => {
    const suggestion = found[index];
    show(false);
    choose(suggestion);
  };

  input.addEventListener("input", () => show(true));
  input.addEventListener("blur", () => show(false));
  input.addEventListener("click", () => show(true));
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (list.hidden) show(true);
      if (found.length > 0) move((Math.max(active, step === 1 ? -1 : 0) + step + found.length) % found.length);
    } else if (event.key === "Enter" && active >= 0) take(active);
    else if (event.key === "Escape" && !list.hidden) show(false);
    else return;
    event.preventDefault();
  });
  // The field keeps the focus.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => take([...list.children].indexOf(target.closest("li"))));
  show(false);
}

/** Shows a field with tags between commas as chips. Those of its `<datalist>` are suggested, the first ones first. */
export function showChips(field, removeText) {
  const options = [...field.list.options].map(({ value }) => value);
  const input = visibleFieldOf(field);
  const chips = element("ul", { class: "chips" });
  const box = element("div", { class: "chips-box" });
  input.before(box);
  box.append(chips, input);
  const write = (tags) => {
    field.value = tags.join(", ");
    draw();
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const add = (typed) => {
    input.value = "";
    const tags = [...new Set([...stored, ...tagsIn(typed)])];
    if (tags.length > stored.length) write(tags);
    else field.value = text;
    delete field.dataset.typing;
  };
  let stored = [];
  let text = "";
  const draw = () => {
    text = field.value;
    stored = tagsIn(text);
    delete field.dataset.typing;
    chips.replaceChildren(
      ...stored.map((tag) => {
        const label = removeText.replace("#", () => tag);
        const button = element("button", { type: "button", class: "chip-remove", "aria-label": label }, "×");
        button.addEventListener("click", () => {
          write(stored.filter((each) => each !== tag));
          input.focus();
        });
        const chip = element("li", { class: "chip" }, element("bdi", {}, tag));
        chip.append(button);
        return chip;
      }),
    );
  };
  suggest(
    input,
    (sought) => {
      const typed = fold(sought);
      const others = options.filter((tag) => !stored.includes(tag) && fold(tag).includes(typed));
      const starts = (tag) => Number(fold(tag).startsWith(typed));
      return others
        .sort((one, other) => starts(other) - starts(one))
        .slice(0, 8)
        .map((tag) => ({ text: tag }));
    },
    ({ text }) => add(text),
  );
  input.addEventListener("input", () => {
    if (input.value.includes(",")) add(input.value);
    else {
      // Not lost, though it is no chip yet.
      field.value = [...stored, ...tagsIn(input.value)].join(", ");
      field.dataset.typing = "";
    }
  });
  input.addEventListener("blur", () => add(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.defaultPrevented) return;
    if (event.key === "Enter" && input.value.trim() !== "") add(input.value);
    else if (event.key === "Backspace" && input.value === "" && stored.length > 0) write(stored.slice(0, -1));
    else return;
    event.preventDefault();
  });
  field.addEventListener("stored", draw);
  draw();
}

/** Shows a drop-down list as a text field that searches in it. Indented options are inside of those before them. */
export function showSearch(select, noMatchText) {
  const input = visibleFieldOf(select);
  const chosen = () => select.selectedOptions[0]?.text.trim() ?? "";
  const show = () => {
    input.value = chosen();
  };
  const choose = ({ value = select.value }) => {
    const isChanged = select.value !== value;
    select.value = value;
    show();
    if (isChanged) select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  suggest(
    input,
    (sought) => {
      const typed = fold(sought === chosen() ? "" : sought);
      const found = placesIn(select).filter(({ text }) => fold(text).includes(typed));
      return found.length === 0 ? [{ text: noMatchText }] : found;
    },
    choose,
  );
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", show);
  select.addEventListener("stored", show);
  show();
}

/** The options of a list, each with the texts of those that it is inside of. */
function placesIn(select) {
  const above = [];
  return [...select.options].map(({ value, text, textContent }) => {
    const depth = /^\s*/.exec(textContent)[0].length;
    above.splice(depth, above.length, text.trim());
    return { value, text: text.trim(), detail: above.slice(0, -1).join(" / ") };
  });
}

/** Hides a field, and puts a text field with its label in its place. */
function visibleFieldOf(field) {
  const input = element("input", { id: `${field.id}-search`, dir: "auto", autocapitalize: "none" });
  for (const name of ["aria-describedby", "maxlength"])
    if (field.hasAttribute(name)) input.setAttribute(name, field.getAttribute(name));
  document.querySelector(`label[for="${field.id}"]`).htmlFor = input.id;
  field.before(input);
  field.hidden = true;
  return input;
}

function tagsIn(text) {
  return [...new Set(text.split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
}

/** A text without regard to case and accents. */
function fold(text) {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function element(name, attributes, ...content) {
  const created = document.createElement(name);
  set(created, attributes);
  created.append(...content);
  return created;
}

function set(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, value);
}
