// Selecting bookmarks and changing them in place: ranges, all of a list, and what stays selected after a change. Without
// scripts, the boxes and buttons of the form do the same, a page at a time.

import { element, postOf, requestPage, showPage } from "./fragments.js";

const PARTS = ["list", "tree"];

/** The ids of the selected items; those of other pages too if `isAll`. */
let selected = new Set();
let isAll = false;
/** The id of the item that was selected or deselected last: a range begins there. */
let anchor;
/** What was typed in the fields of the bar, by their ids, because other parts of the page can replace them. */
const typed = new Map();
/** Whether the bar is open, where the window is too narrow for all of it. */
let isOpen = false;
/** The last change that was sent; the next one waits for it. */
let sent = Promise.resolve();
let isSending = false;

const bar = () => document.getElementById("selection");
const boxes = () => [...document.querySelectorAll(".item-select")];
const fields = () => [...document.querySelectorAll("#selection :is(input[id], #to)")];
const say = (text) => {
  const status = document.getElementById("selection-status");
  if (status !== null) status.textContent = text;
};

/** Shows what is selected: boxes, number, and which bookmarks the form means. */
function show() {
  const all = boxes();
  for (const box of all) box.checked = selected.has(box.value);
  const page = document.querySelector("[data-select-page]");
  if (page !== null) {
    page.checked = all.length > 0 && selected.size === all.length;
    page.indeterminate = selected.size > 0 && !page.checked;
  }
  if (bar() === null) return;
  resized.observe(bar());
  document.getElementById("scope").value = isAll ? "all" : "selected";
  const more = bar().querySelector("[data-select-all]");
  for (const counter of bar().querySelectorAll("[data-selected]")) {
    const number = counter.dataset.selected.replace("#", selected.size.toLocaleString());
    counter.textContent = isAll ? more.dataset.selectAll : number;
  }
  if (more !== null) more.hidden = isAll;
  const hint = document.getElementById("scope-hint");
  if (hint !== null) hint.hidden = !isAll;
}

/** Selects items, or deselects them, and says how many are selected then. */
function select(items, isOn) {
  isAll = false;
  for (const { value } of items) selected[isOn ? "add" : "delete"](value);
  show();
  say(bar()?.querySelector("strong[data-selected]")?.textContent ?? "");
}

function clear() {
  anchor = undefined;
  select(boxes(), false);
}

/** The boxes from that of the last click to this one. */
function rangeTo(box) {
  const all = boxes();
  const from = all.findIndex(({ value }) => value === anchor);
  const to = all.indexOf(box);
  return from === -1 ? [box] : all.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Selects only this item, unless it is selected already, and goes to a field of the bar. */
function selectFor(item, id) {
  const box = item?.querySelector(".item-select");
  if (box && !box.checked) {
    select(boxes(), false);
    select([box], true);
  }
  if (selected.size === 0 || bar() === null) return;
  bar().open = true;
  const field = document.getElementById(id);
  (field?.offsetParent ? field : bar().querySelector("select#to"))?.focus();
}

document.addEventListener("click", (event) => {
  const { target, shiftKey } = event;
  if (target.matches(".item-select")) {
    select(shiftKey ? rangeTo(target) : [target], target.checked);
    anchor = target.value;
  } else if (target.matches("[data-select-page]")) select(boxes(), target.checked);
  else if (target.closest("[data-select-none]")) clear();
  else if (target.closest("[data-select-all]")) {
    select(boxes(), true);
    isAll = true;
    show();
    say(bar().querySelector("[data-select-all]").dataset.selectAll);
  } else if (target.closest("[data-tag]") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    selectFor(target.closest("[data-item]"), "tags");
  }
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy-address]");
  if (button === null) return;
  await navigator.clipboard.writeText(button.closest("[data-item]").querySelector("[data-open]").getAttribute("href"));
  const use = button.querySelector("use");
  use.setAttribute("href", "#icon-done");
  say(button.dataset.copied);
  setTimeout(() => use.setAttribute("href", "#icon-copy"), 2000);
});

document.addEventListener("input", ({ target }) => {
  if (target.closest("#selection")) typed.set(target.id, target.value);
});

// It does not bubble.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.id === "selection") isOpen = target.open;
  },
  { capture: true },
);

document.addEventListener("fragment", ({ target }) => {
  if (target.id !== "list") return;
  const shown = new Set(boxes().map(({ value }) => value));
  selected = selected.intersection(shown);
  // All of another list were not chosen.
  isAll &&= isSending && selected.size > 0 && selected.size === shown.size;
  for (const [id, text] of isSending ? [] : typed) {
    const field = document.getElementById(id);
    if (field !== null) field.value = text;
  }
  if (bar() !== null) bar().open = isOpen;
  show();
});

// The keys of bookmarks.js.
document.addEventListener("select-for", ({ target, detail }) => selectFor(target.closest("[data-item]"), detail));
document.addEventListener("select-none", clear);

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  const isChange = /^\/bookmarks\/(-?\d+\/(bulk|order)|undo)(\?|$)/.test(address);
  if (!isChange || event.defaultPrevented || document.getElementById("list") === null) return;
  event.preventDefault();
  sent = sent.then(() => send(form, submitter, address));
});

/** Sends a form, shows the list after the change, and returns the focus to where it was, or nearby. */
async function send(form, submitter, address) {
  // The change before may have removed the button.
  if (submitter !== null && !submitter.isConnected) return;
  isSending = true;
  try {
    const focus = placeOfFocus();
    const texts = new Map(fields().map(({ id, value }) => [id, value]));
    const page = await requestPage(address, postOf(form, submitter));
    if (isAll && page.document.querySelector("main form.card") !== null) askFirst(page);
    else {
      const ids = PARTS.filter((id) => document.getElementById(id) !== null);
      // What was typed while the form was sent stays, even in the field that the response empties.
      const newer = fields().filter(({ id, value }) => texts.get(id) !== value);
      if (showPage(page, { ids, history: "keep", form }))
        settle(page, new Map(newer.map(({ id, value }) => [id, value])), focus);
    }
  } catch {
    // The browser says why the server cannot be reached.
    location.reload();
  } finally {
    isSending = false;
  }
}

/** What follows a change: the texts that it did not use stay, the dialog closes, and the notice is read aloud. */
function settle(page, newer, focus) {
  typed.clear();
  for (const field of fields()) {
    field.value = newer.get(field.id) ?? page.document.getElementById(field.id)?.value ?? "";
    typed.set(field.id, field.value);
  }
  for (const dialog of document.querySelectorAll("dialog.question")) dialog.remove();
  say(document.querySelector("#list .notice [role=status], #list [role=alert]")?.textContent ?? "");
  returnFocus(focus);
}

/** Asks in a dialog what the page asks, whose form confirms a change of all bookmarks. */
function askFirst(page) {
  const [heading, form] = ["h1", "main form.card"].map((selector) => page.document.querySelector(selector));
  heading.id = "question";
  const dialog = element("dialog", { class: "question", "aria-labelledby": heading.id }, heading, form);
  dialog.querySelector("a.button").addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The item with the focus, or else the first selected one, and its position. */
function placeOfFocus() {
  const item = document.activeElement.closest("[data-item]") ?? document.querySelector("[data-item]:has(:checked)");
  return { id: item?.id, index: [...document.querySelectorAll("[data-item]")].indexOf(item) };
}

/** Gives the focus to what is at the place of what had it, unless something still has it. */
function returnFocus({ id, index }) {
  const current = document.activeElement;
  if (current !== document.body && current?.checkVisibility()) return;
  const items = document.querySelectorAll("[data-item]");
  const item = document.getElementById(id) ?? items[Math.min(Math.max(index, 0), items.length - 1)];
  item?.querySelector("[data-open], [data-edit], a, input")?.focus({ preventScroll: true });
}

// The notice is above the bar, however high that is.
const { documentElement: root } = document;
const resized = new ResizeObserver(([{ target }]) =>
  root.style.setProperty("--selection-bar", `${target.offsetHeight}px`),
);

root.classList.add("is-scripted");
if (navigator.clipboard !== undefined) root.classList.add("can-copy");
for (const box of boxes()) if (box.checked) selected.add(box.value);
show();
