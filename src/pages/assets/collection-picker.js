// Makes the text field below the list of collections in the bar of a selection one that searches the list.

import { chosenText, combobox, findOptions } from "./combobox.js";

const fields = () => ["to", "to-name"].map((id) => document.getElementById(id));

function showPicker() {
  const [select, input] = fields();
  if (input === null) return;
  const { classList, dataset } = input.parentElement;
  classList.add("is-searchable");
  input.ariaLabel = select.labels[0].textContent;
  input.placeholder = select.options[0].value === "" ? select.options[0].text : "";
  if (input.value === "") input.value = chosenText(select);
  combobox(
    input,
    (text) => findOptions(select, text, dataset.none),
    ({ value }) => {
      select.value = value;
      input.value = chosenText(select);
      for (const field of [select, input]) field.dispatchEvent(new Event("input", { bubbles: true }));
    },
  );
}

// What is typed is not the collection that was chosen.
document.addEventListener("input", ({ target, isTrusted }) => {
  const [select, input] = fields();
  if (target !== input || !isTrusted) return;
  select.selectedIndex = 0;
  select.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("keydown", (event) => {
  const [, input] = fields();
  if (event.target !== input || event.key !== "Enter" || event.defaultPrevented || event.isComposing) return;
  event.preventDefault();
  input.form.querySelector("[name=action][value=move]").click();
});

// The server looks for a collection by its name only if none is chosen.
document.addEventListener("formdata", ({ target, formData }) => {
  const [select, input] = fields();
  if (input?.form === target && input.value === chosenText(select)) formData.set(input.name, "");
});

document.addEventListener("fragment", showPicker);
showPicker();
