// The keyboard shortcuts of the lists of bookmarks, which work without scripts too.

const SWITCH = "triptych-shortcuts";
const dialog = document.querySelector("dialog#shortcuts");

/** The item that has the focus, or a part of it. */
function current() {
  return document.activeElement?.closest("[data-item]") ?? undefined;
}

/** Moves the focus by a number of items, in the order of reading; to the first one if none has it. */
function move(distance) {
  const items = [...document.querySelectorAll("[data-item]")];
  const from = items.indexOf(current());
  const next = items[from === -1 ? 0 : from + distance];
  next?.querySelector("[data-open], [data-edit], input, a")?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** Presses a button of the current item, as a click with this key. */
function press(selector, shiftKey = false) {
  current()
    ?.querySelector(selector)
    ?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey }));
}

function selectFor(id) {
  document.activeElement.dispatchEvent(new CustomEvent("select-for", { bubbles: true, detail: id }));
}

const SHORTCUTS = {
  j: () => move(1),
  k: () => move(-1),
  x: () => press(".item-select"),
  X: () => press(".item-select", true),
  o: () => press("[data-open]"),
  e: () => press("[data-edit]"),
  s: () => press(".star"),
  t: () => selectFor("tags"),
  m: () => selectFor("to-name"),
  z: () => document.querySelector(".notice [name=step]")?.click(),
  a: () => document.querySelector("[data-add]")?.click(),
  "/": () => document.getElementById("search")?.focus(),
  "?": () => dialog?.showModal(),
  Escape: () => document.dispatchEvent(new Event("select-none")),
};

/** Whether keys are text for an element. */
function isTyping(element) {
  return element.matches?.("input:not([type=checkbox]), textarea, select, [contenteditable]") ?? false;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]") || localStorage.getItem(SWITCH) === "off")
    return;
  // In a box, Enter would send the form.
  const key = event.key === "Enter" && event.target.matches?.(".item-select") ? "o" : event.key;
  const work = Object.hasOwn(SHORTCUTS, key) ? SHORTCUTS[key] : undefined;
  if (work === undefined) return;
  if (key !== "Escape") event.preventDefault();
  work();
});

for (const toggle of document.querySelectorAll("[data-shortcut-switch]")) {
  toggle.hidden = false;
  const box = toggle.querySelector("input");
  box.checked = localStorage.getItem(SWITCH) !== "off";
  box.addEventListener("change", () => localStorage.setItem(SWITCH, box.checked ? "on" : "off"));
}

document.addEventListener("click", (event) => {
  if (dialog === null || !event.target.closest?.("[data-shortcuts]")) return;
  event.preventDefault();
  dialog.showModal();
});
