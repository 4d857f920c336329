// The fields in the panel: their values, and what is wrong with them.

import { element } from "./fragments.js";

/** The fields of a form that people change, also those outside of it. */
export function fieldsOf(owner) {
  return [...(owner?.elements ?? [])].filter((field) =>
    field.matches("[name]:not([type=file], [type=hidden], button)"),
  );
}

export function currentOf(field) {
  if (field.type === "checkbox") return field.checked ? "1" : "";
  return field.value;
}

export function setValue(field, value) {
  if (field.type === "checkbox") field.checked = value === "1";
  else field.value = value;
  field.dispatchEvent(new Event("stored"));
}

/** Takes over the choices of a list, to which a typed name may have added some. */
export function takeOptions(select, current) {
  const [own, others] = [select, current].map(({ options }) =>
    [...options].map(({ value, text }) => value + text).join(),
  );
  if (own === others) return;
  const { value, selectedOptions } = select;
  const isGone = ![...current.options].some((option) => option.value === value);
  select.replaceChildren(
    ...(isGone ? selectedOptions : []),
    ...[...current.options].map(({ value: each, text }) => new Option(text, each)),
  );
  select.value = value;
}

/** The field that people see in place of one that is hidden. */
export function visible(field) {
  return field.hidden ? field.parentElement.querySelector("[role=combobox]") : field;
}

export function placeOf(field) {
  return field.closest(".checkbox, .field");
}

/** Shows a problem below a field, or removes it. */
export function showProblem(field, text) {
  const id = `${field.id}-error`;
  const shown = visible(field);
  document.getElementById(id)?.remove();
  const others = (shown.getAttribute("aria-describedby") ?? "").split(" ").filter((each) => each !== id);
  shown.ariaInvalid = text === undefined ? null : "true";
  shown.setAttribute("aria-describedby", [...others, ...(text === undefined ? [] : [id])].join(" ").trim());
  if (text !== undefined) placeOf(field).append(element("p", { id, class: "error", role: "alert" }, text));
}
