// Shows the page of a bookmark in the panel, and sends what belongs to its buttons.

import { morph, postOf } from "./fragments.js";
import { fieldsOf } from "./panel-fields.js";
import { announce, interrupt, prefix, request } from "./panel-pages.js";
import { isRejected, refreshList, save, takeOver } from "./panel-saving.js";
import { form, formIn, panel, say, state, texts } from "./panel-state.js";
import { showChips, showSearch } from "./suggestions.js";

/** The ids of what buttons change on the page of a bookmark. */
const PARTS = ["item-preview", "item-parts"];

const PREFIX = "panel-";

export async function load() {
  const current = state.item;
  say(texts.loading);
  const page = await request(current.path);
  if (state.item !== current || page === undefined) return;
  if (formIn(page) === null) interrupt(page);
  else show(page.document.querySelector("main"));
}

function show(main) {
  prefix(main, PREFIX);
  panel.querySelector(".panel-bar").after(...main.children);
  panel.role = "region";
  takeOver(panel, formIn({ document }));
  const { tags, collection } = form().elements;
  showChips(tags, texts.removeTag);
  showSearch(collection, texts.noMatch);
  say("");
  announce();
}

/** Sends what belongs to a button, such as a cover or a new highlight, and shows what it has changed. */
export async function press(button) {
  await save();
  const current = state.item;
  const part = button.closest(".highlight, section");
  const data = new FormData(button.form, button);
  const own = fieldsOf(button.form).filter((field) => part.contains(field));
  for (const { name } of fieldsOf(button.form)) if (!own.some((field) => field.name === name)) data.delete(name);
  const isFile = button.hasAttribute("formenctype");
  const page = await request(button.formAction, { method: "POST", body: isFile ? data : new URLSearchParams(data) });
  if (page === undefined || state.item !== current) return;
  const answer = formIn(page);
  if (answer === null) return interrupt(page);
  const { document: shown } = page;
  if (!isRejected(page)) {
    takeOver(shown, answer, new Set(own.map(({ name }) => name)));
    for (const field of part.querySelectorAll("textarea, [type=file]")) field.value = "";
  }
  for (const id of PARTS) {
    const changed = shown.getElementById(id);
    prefix(changed, PREFIX);
    morph(document.getElementById(PREFIX + id), changed);
  }
  say(shown.querySelector(".notice")?.textContent ?? "");
  announce();
  refreshList();
}

/** Sends the form for signing in, and goes on where the session had ended. */
export async function signIn(signInForm) {
  const page = await request(signInForm.action, postOf(signInForm));
  if (page === undefined) return;
  if (page.document.querySelector("main [type=password]") !== null) return interrupt(page);
  panel.querySelector(".panel-sign-in").remove();
  retry();
}

export function retry() {
  if (!state.item?.isStopped) return;
  state.item.isStopped = false;
  if (form() === null) void load();
  else void save();
}
