// The fields of the panel that have suggestions: tags as chips, and a drop-down list that can be searched. The fields of
// the form stay, hidden, so that it is sent as without scripts. A script that changes their value sends them the event
// "stored".

import { chosenText, combobox, findOptions, fold } from "./combobox.js";
import { element } from "./fragments.js";

/** Tags that are suggested at most. */
const MAX_SUGGESTED = 8;

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
        return element("li", { class: "chip" }, element("bdi", {}, tag), button);
      }),
    );
  };
  const suggest = (text) => {
    const typed = fold(text);
    const starts = (tag) => Number(fold(tag).startsWith(typed));
    return options
      .filter((tag) => !stored.includes(tag) && fold(tag).includes(typed))
      .sort((one, other) => starts(other) - starts(one))
      .slice(0, MAX_SUGGESTED)
      .map((tag) => ({ text: tag }));
  };
  combobox(
    input,
    (text) => ({ choices: suggest(text) }),
    (tag) => add(tag.text),
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
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === "Enter" && input.value.trim() !== "") add(input.value);
    else if (event.key === "Backspace" && input.value === "" && stored.length > 0) write(stored.slice(0, -1));
    else return;
    event.preventDefault();
  });
  field.addEventListener("stored", draw);
  draw();
}

/** Shows a drop-down list as a text field that searches in it. */
export function showSearch(select, noMatch) {
  const input = visibleFieldOf(select);
  const show = () => {
    input.value = chosenText(select);
  };
  combobox(
    input,
    (text) => findOptions(select, text, noMatch),
    ({ value }) => {
      const isChanged = select.value !== value;
      select.value = value;
      show();
      if (isChanged) select.dispatchEvent(new Event("change", { bubbles: true }));
    },
  );
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", show);
  select.addEventListener("stored", show);
  show();
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
