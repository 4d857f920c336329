// What was typed in a form stays while another form of the page is sent, such as that of a cover or of the language: the
// page that follows shows it again, once, in the same tab and for the same user.

const KEY = "triptych-unsaved";
const LIFETIME_MS = 5 * 60_000;
const NOT_KEPT = ["hidden", "password", "file", "submit", "button"];

/** Tells the forms of a page apart, also if it is loaded again: where a form is sent, and what it is about. */
function nameOf(form) {
  const hidden = [...form.querySelectorAll("input[type=hidden]")];
  const about = hidden.filter(({ name }) => name !== "_csrf" && name !== "version" && name !== "back");
  return JSON.stringify([form.getAttribute("action"), about.map(({ name, value }) => [name, value])]);
}

/** Whether the page shows what was typed before, as if it were stored. */
const isDraft = new URLSearchParams(location.search).has("draft");

function isChanged(field) {
  if (isDraft) return true;
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (field.matches("select")) return [...field.options].some((option) => option.selected !== option.defaultSelected);
  return field.value !== field.defaultValue;
}

function fieldsOf(form) {
  return [...form.elements].filter(({ name, type }) => name !== undefined && name !== "" && !NOT_KEPT.includes(type));
}

function formsOf(page) {
  return [...page.querySelectorAll("main form[method=post]")];
}

/** The name of the signed-in user, as the header shows it. */
function user() {
  return document.querySelector(".account .user")?.textContent ?? "";
}

function restore() {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (stored === null) return;
  const { time, owner, fields } = JSON.parse(stored);
  if (owner !== user() || Date.now() - time > LIFETIME_MS) return;
  for (const form of formsOf(document)) {
    for (const [, position, value, checked] of fields.filter(([name]) => name === nameOf(form))) {
      const field = fieldsOf(form)[position];
      if (field?.matches("[type=checkbox], [type=radio]")) field.checked = checked;
      else if (field !== undefined) field.value = value;
    }
  }
}

document.addEventListener("submit", ({ target }) => {
  const others = formsOf(document).filter((form) => form !== target);
  const fields = others.flatMap((form) =>
    fieldsOf(form).flatMap((field, position) =>
      isChanged(field) ? [[nameOf(form), position, field.value, field.checked]] : [],
    ),
  );
  if (fields.length > 0) sessionStorage.setItem(KEY, JSON.stringify({ time: Date.now(), owner: user(), fields }));
});

restore();
