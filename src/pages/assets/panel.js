// Edits bookmarks beside their list: a panel shows the page of a bookmark, and what changes in its fields is saved. While
// it is open, the address of the list ends with "#edit-5". Without scripts, the same links open the page.

import { isPlainClick } from "./fragments.js";
import { load, press, retry, signIn } from "./panel-content.js";
import { isUnsaved, save, saveWhileHiding } from "./panel-saving.js";
import { form, panel, parts, run, say, state, texts, timers } from "./panel-state.js";

const TYPING_MS = 1000;

let isLeaving = false;

/** Opens the panel with a bookmark, unless something of the one before can't be saved. */
export async function open(id, { isNew }) {
  if (state.item?.id === id) return panel.focus();
  if (!(await canLeave())) return;
  if (isNew) history[state.item === undefined ? "pushState" : "replaceState"]({ isPanel: true }, "", `#edit-${id}`);
  state.item = { id, path: panel.dataset.items + id, stored: new Map(), rejected: new Map(), conflicts: new Set() };
  panel.replaceChildren(parts.content.querySelector(".panel-bar").cloneNode(true));
  panel.querySelector("[data-page]").href = state.item.path;
  if (isNew) panel.focus();
  await load();
}

/** Whether all is saved, or may be discarded. */
async function canLeave() {
  if (panel.contains(document.activeElement)) document.activeElement.blur();
  await save();
  return !isUnsaved() || confirm(texts.discard);
}

async function close() {
  if (!(await canLeave())) return;
  const isEntry = history.state?.isPanel === true;
  hide();
  if (isEntry) history.back();
  else history.replaceState(null, "", location.pathname + location.search);
}

function hide() {
  const { id } = state.item ?? {};
  state.item = undefined;
  panel.replaceChildren();
  panel.role = null;
  document.querySelector(`#item-${id} [data-edit]`)?.focus();
}

/** Opens or closes the panel as the address says. */
async function followAddress() {
  const [, id] = /^#edit-(\d+)$/.exec(location.hash) ?? [];
  if (id !== undefined) return open(id, { isNew: false });
  if (state.item === undefined || location.hash !== "") return;
  if (await canLeave()) hide();
  else history.pushState({ isPanel: true }, "", `#edit-${state.item.id}`);
}

/** Saves before something else leaves the page. */
async function leaveWith(event, leave) {
  if (isLeaving || !isUnsaved()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await save();
  isLeaving = true;
  leave();
  isLeaving = false;
}

function start() {
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest("a[href]");
      if (link === null || link.hash !== "" || link.matches("[data-edit]") || !isPlainClick(event)) return;
      void leaveWith(event, () => link.click());
    },
    { capture: true },
  );
  document.addEventListener(
    "submit",
    (event) => {
      const { target, submitter } = event;
      // The Trash is another page too.
      if (!panel.contains(target) || submitter?.formAction.endsWith("/trash")) {
        void leaveWith(event, () => target.requestSubmit(submitter));
        return;
      }
      event.preventDefault();
      if (target !== form()) void signIn(target);
      else if (submitter?.hasAttribute("formaction")) void run(press(submitter));
      else void save();
    },
    { capture: true },
  );
  panel.addEventListener("input", ({ target }) => {
    if (state.item === undefined || target.name === "" || target.form !== form()) return;
    state.item.isStopped = false;
    say("");
    clearTimeout(timers.typing);
    timers.typing = setTimeout(save, TYPING_MS);
  });
  panel.addEventListener("change", ({ target }) => {
    if (state.item === undefined || target.form !== form()) return;
    if (target.type === "file") target.closest("section").querySelector("[formenctype]").click();
    else if (target.name !== "") void save();
  });
  panel.addEventListener("click", ({ target }) => {
    if (target.closest("[data-close]") !== null) void close();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) void close();
  });
  document.addEventListener("fragment", ({ target }) => {
    if (target.id === "list" && state.item !== undefined && location.hash === "")
      history.replaceState(null, "", `#edit-${state.item.id}`);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") saveWhileHiding();
  });
  addEventListener("online", retry);
  panel.addEventListener("retry", retry);
  addEventListener("popstate", followAddress);
  addEventListener("beforeunload", (event) => {
    if (!isUnsaved()) return;
    saveWhileHiding();
    event.preventDefault();
  });
  void followAddress();
}

if (panel !== null) start();
