// Shows what a search finds while it is typed. Without scripts, its form loads whole pages.

import { showFragments } from "./fragments.js";
import { nextListRequest } from "./list-request.js";

/** Milliseconds without a key before a request. */
const DELAY = 50;

let timer;
/** The address that typing has made. More typing replaces it, so that "Back" leads to the list before the search. */
let made;

for (const type of ["input", "compositionend"])
  document.addEventListener(type, ({ target, isComposing }) => {
    if (target.id !== "search" || isComposing) return;
    clearTimeout(timer);
    // Without a server, the next key tries again.
    timer = setTimeout(() => show(target.form).catch(() => {}), DELAY);
  });

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (form.id !== "search-form" || submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  clearTimeout(timer);
  // Without a server, the browser says so.
  await show(form).catch(() => form.submit());
  made = undefined;
});

/** Shows the list of the form, and none that was requested before. */
async function show(form) {
  const signal = nextListRequest();
  const url = new URL(form.action);
  url.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  if (url.href === location.href) return;
  const history = location.href === made ? "replace" : "push";
  // Saved searches, if there are any, of which the shown one is marked.
  const ids = ["list", "suggestions", "saved-searches"].filter((id) => document.getElementById(id) !== null);
  if (await showFragments(url.href, { ids, history, signal })) made = location.href;
}
