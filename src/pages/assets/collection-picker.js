// Makes a field that searches all collections of a drop-down list: the pattern "combobox with a list" of the ARIA
// Authoring Practices. A native <datalist> can't tell collections of the same name apart, nor show where they are.

/** Collections that the list shows at a time. */
const MAX_SHOWN = 50;

const folded = (text) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The parts of a picker. */
function partsOf(element) {
  const picker = element.closest("[data-picker]");
  const [select, input] = [picker.querySelector("select"), picker.querySelector("input")];
  return { picker, select, input, list: picker.querySelector("[role=listbox]") };
}

/** The choices: the indented titles of the list, each with those above it. */
function choicesOf(select) {
  const above = [];
  return [...select.options]
    .filter(({ value }) => value !== "")
    .map(({ value, text }) => {
      const title = text.trim();
      const depth = text.length - text.trimStart().length;
      above.length = depth;
      const path = above.filter(Boolean).join(" / ");
      above[depth] = title;
      return { value, title, path };
    });
}

function enhance(picker) {
  const { select, input, list } = partsOf(picker);
  picker.classList.add("is-searchable");
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    "aria-controls": `${select.id}-list`,
    "aria-label": select.labels[0]?.textContent ?? "",
    placeholder: select.options[0].value === "" ? select.options[0].text : "",
  }))
    input.setAttribute(name, value);
  if (list === null) {
    const added = document.createElement("ul");
    Object.assign(added, { id: `${select.id}-list`, className: "picker-list", role: "listbox", hidden: true });
    added.setAttribute("aria-label", input.getAttribute("aria-label"));
    picker.append(added);
  }
  if (input.value === "") input.value = titleOf(select);
}

/** The title of the chosen collection; empty if none is. */
function titleOf(select) {
  return select.value === "" ? "" : select.selectedOptions[0].text.trim();
}

/** Shows the choices whose titles, with those above them, have all words. An unchanged title shows all. */
function open({ picker, select, input, list }) {
  const words = input.value === titleOf(select) ? [] : folded(input.value).split(/\s+/);
  const found = choicesOf(select).filter(({ title, path }) => {
    const text = folded(`${path} ${title}`);
    return words.every((word) => text.includes(word));
  });
  list.replaceChildren(...found.slice(0, MAX_SHOWN).map(toOption));
  if (found.length === 0) list.append(noteOf(picker.dataset.none));
  if (found.length > MAX_SHOWN) list.append(noteOf(picker.dataset.more));
  list.hidden = false;
  input.setAttribute("aria-expanded", "true");
  mark({ input, list }, words.length > 0 ? list.querySelector("[role=option]") : null);
}

function toOption({ value, title, path }) {
  const option = document.createElement("li");
  Object.assign(option, { id: `to-option-${value}`, role: "option", textContent: title });
  option.dataset.value = value;
  if (path !== "") {
    const place = document.createElement("small");
    place.textContent = path;
    option.append(" ", place);
  }
  return option;
}

function noteOf(text) {
  const note = document.createElement("li");
  Object.assign(note, { className: "hint", role: "option", ariaDisabled: "true", textContent: text });
  return note;
}

/** Marks the option that Enter chooses. */
function mark({ input, list }, option) {
  list.querySelector("[aria-selected=true]")?.removeAttribute("aria-selected");
  input.removeAttribute("aria-activedescendant");
  if (!option) return;
  option.setAttribute("aria-selected", "true");
  input.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function close({ input, list }) {
  list.hidden = true;
  input.setAttribute("aria-expanded", "false");
  input.removeAttribute("aria-activedescendant");
}

function choose(parts, option) {
  parts.select.value = option.dataset.value;
  parts.input.value = titleOf(parts.select);
  parts.input.dispatchEvent(new Event("input", { bubbles: true }));
  parts.select.value = option.dataset.value;
  parts.select.dispatchEvent(new Event("input", { bubbles: true }));
  close(parts);
}

const isField = (target) => target.matches?.("[data-picker] input") ?? false;

document.addEventListener("input", ({ target, isTrusted }) => {
  if (!isField(target) || !isTrusted) return;
  const parts = partsOf(target);
  parts.select.value = parts.select.options[0].value;
  parts.select.dispatchEvent(new Event("input", { bubbles: true }));
  open(parts);
});

document.addEventListener("keydown", (event) => {
  if (!isField(event.target)) return;
  const parts = partsOf(event.target);
  const options = [...parts.list.querySelectorAll("[role=option]:not(.hint)")];
  const marked = parts.list.querySelector("[aria-selected=true]");
  const isOpen = !parts.list.hidden;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined) {
    if (!isOpen) open(parts);
    else mark(parts, options.at((options.indexOf(marked) + step + (marked || step > 0 ? 0 : 1)) % options.length));
  } else if (event.key === "Enter") {
    if (isOpen && marked) choose(parts, marked);
    else event.target.form.querySelector("[name=action][value=move]").click();
  } else if (event.key === "Escape" && isOpen) close(parts);
  else return;
  event.preventDefault();
});

document.addEventListener("pointerdown", (event) => {
  // The field keeps the focus.
  if (event.target.closest("[data-picker] [role=listbox]")) event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  if (isField(target)) return open(partsOf(target));
  const option = target.closest("[data-picker] [role=option]:not(.hint)");
  if (option) choose(partsOf(option), option);
});

document.addEventListener("focusout", ({ target }) => {
  if (isField(target)) close(partsOf(target));
});

// The server looks for a collection by its name only if none is chosen.
document.addEventListener("formdata", ({ target, formData }) => {
  const picker = target.querySelector("[data-picker]");
  if (picker === null) return;
  const { select, input } = partsOf(picker);
  if (input.value === titleOf(select)) formData.set(input.name, "");
});

document.addEventListener("fragment", enhanceAll);

function enhanceAll() {
  for (const picker of document.querySelectorAll("[data-picker]")) enhance(picker);
}

enhanceAll();
