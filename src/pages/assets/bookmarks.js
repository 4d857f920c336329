// Improves the lists of bookmarks, which work without scripts too: keyboard shortcuts, and the number of selected items.

const SWITCH = "triptych-shortcuts";
const items = [...document.querySelectorAll("[data-item]")];
const bulk = document.querySelector("[data-bulk]");
const dialog = document.querySelector("dialog#shortcuts");

/** The item that has the focus, or a part of it. */
function current() {
  return document.activeElement?.closest("[data-item]") ?? undefined;
}

/** Moves the focus by a number of items; to the first one if none has it. */
function move(distance) {
  const from = items.indexOf(current());
  const next = items[from === -1 ? 0 : from + distance];
  next?.querySelector("[data-open], [data-edit], input, a")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

const SHORTCUTS = {
  j: () => move(1),
  k: () => move(-1),
  x: () => current()?.querySelector(".item-select")?.click(),
  o: () => current()?.querySelector("[data-open]")?.click(),
  e: () => current()?.querySelector("[data-edit]")?.click(),
  a: () => document.querySelector("[data-add]")?.click(),
  "/": () => document.getElementById("search")?.focus(),
  "?": () => dialog?.showModal(),
};

/** Whether keys are text for an element. */
function isTyping(element) {
  return element.matches?.("input:not([type=checkbox]), textarea, select, [contenteditable]") ?? false;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]") || localStorage.getItem(SWITCH) === "off")
    return;
  const work = Object.hasOwn(SHORTCUTS, event.key) ? SHORTCUTS[event.key] : undefined;
  if (work === undefined) return;
  event.preventDefault();
  work();
});

for (const toggle of document.querySelectorAll("[data-shortcut-switch]")) {
  toggle.hidden = false;
  const box = toggle.querySelector("input");
  box.checked = localStorage.getItem(SWITCH) !== "off";
  box.addEventListener("change", () => localStorage.setItem(SWITCH, box.checked ? "on" : "off"));
}

for (const link of document.querySelectorAll("[data-shortcuts]")) {
  link.addEventListener("click", (event) => {
    if (dialog === null) return;
    event.preventDefault();
    dialog.showModal();
  });
}

/** Shows how many items are selected, and opens the form when the first one is. */
function countSelected({ mayOpen }) {
  const selected = document.querySelectorAll(".item-select:checked").length;
  const counter = bulk.querySelector("[data-selected]");
  counter.textContent = selected === 0 ? "" : counter.dataset.selected.replace("#", selected.toLocaleString());
  if (mayOpen && selected > 0) bulk.open = true;
}

if (bulk !== null) {
  countSelected({ mayOpen: false });

  bulk.closest("form").addEventListener("change", ({ target }) => {
    if (target.matches(".item-select")) countSelected({ mayOpen: true });
  });
}
