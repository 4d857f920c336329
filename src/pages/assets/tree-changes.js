// Collections in the side bar: a menu for each, renaming and creating in place, and dragging beside or into another one.
// The pages of collections do the same without scripts.

import { element, showFragments, withoutHash } from "./fragments.js";

const COLLECTIONS = "/bookmarks/collections";
/** Collections are children of the lists in the tree; other places of it are not. */
const BRANCH = "#tree .branches > li[data-place]";
const OWN = `${BRANCH}[data-own]`;

const template = document.getElementById("tree-menu");
let menu;
/** The collection whose menu is open. */
let chosen;
/** The collection that is dragged. */
let dragged;

/** A form that is sent with these fields. Its response returns to this page. */
function formOf(fields) {
  const { value: token } = document.querySelector('input[name="_csrf"]');
  const all = Object.entries({ _csrf: token, back: withoutHash(location), ...fields });
  return element("form", {}, ...all.map(([name, value]) => element("input", { type: "hidden", name, value })));
}

/** Sends a form, and shows the tree and the list of its response. */
function send(path, fields) {
  return showFragments(path, { ids: ["tree", "list"], history: "keep", form: formOf(fields) });
}

async function place(id, fields) {
  if (await send(`${COLLECTIONS}/${id}/place`, fields)) linkOf(branchOf(id))?.focus();
}

function branchOf(id) {
  return document.getElementById(`place-${id}`);
}

function linkOf(branch) {
  return branch?.querySelector(":scope > a");
}

function titleOf(link) {
  return link.querySelector("bdi").textContent;
}

/** The list of the collections in one, which is made if there are none. */
function insideOf(branch) {
  const present = branch.querySelector(":scope > details");
  if (present !== null) {
    present.open = true;
    return present.querySelector("ul");
  }
  const list = element("ul", { class: "branches" });
  branch.append(list);
  return list;
}

/** Adds the button that opens the menu to every collection that one may change. */
function addMenuButtons() {
  for (const link of document.querySelectorAll(`${BRANCH}[data-drop] > a`)) {
    if (link.nextElementSibling?.matches(".tree-more")) continue;
    const label = template.dataset.more.replace("#", () => titleOf(link));
    const attributes = { type: "button", class: "tree-more", tabindex: -1, "aria-label": label };
    link.after(element("button", { ...attributes, "aria-haspopup": "menu" }, "⋯"));
  }
}

function openMenu(branch, { left, bottom }) {
  chosen = branch;
  menu?.remove();
  menu = template.content.firstElementChild.cloneNode(true);
  for (const link of menu.querySelectorAll("a")) link.href = link.href.replace("%7Bid%7D", branch.dataset.place);
  for (const entry of menu.querySelectorAll("[data-owner]")) entry.hidden = !branch.matches(OWN);
  document.getElementById("tree").append(menu);
  menu.showPopover();
  const { offsetWidth, offsetHeight } = menu;
  menu.style.left = `${Math.max(0, Math.min(left, innerWidth - offsetWidth))}px`;
  menu.style.top = `${Math.max(0, Math.min(bottom, innerHeight - offsetHeight))}px`;
  entries()[0].focus();
}

function closeMenu() {
  menu?.hidePopover();
  linkOf(chosen)?.focus();
}

function entries() {
  return [...menu.querySelectorAll("[role=menuitem]:not([hidden])")];
}

/** The sibling before or after a collection; undefined at the end. */
function sibling(branch, side) {
  const found = side === "before" ? branch.previousElementSibling : branch.nextElementSibling;
  return found?.matches(OWN) ? found.dataset.place : undefined;
}

const ACTIONS = {
  new: (branch) => create(branch),
  rename: (branch) => rename(branch),
  up: (branch) => moveTo(branch, "before", sibling(branch, "before")),
  down: (branch) => moveTo(branch, "after", sibling(branch, "after")),
  in: (branch) => moveTo(branch, "parent", sibling(branch, "before")),
  out: (branch) => moveTo(branch, "after", branch.parentElement.closest(OWN)?.dataset.place),
};

/** Sends where a collection goes; nothing if it is at the end already. */
async function moveTo(branch, side, id) {
  if (id === undefined) linkOf(branch).focus();
  else await place(branch.dataset.place, { [side]: id });
}

/** A form with one field, in place of a part of the tree. It is sent by Enter and on leaving, and closed by Escape. */
function inlineForm(part, { title, onSend, onClose }) {
  const { label, max } = template.dataset;
  const input = element("input", { value: title, required: "", maxlength: max, "aria-label": label, dir: "auto" });
  const form = element("form", { class: "tree-form" }, input);
  part.replaceWith(form);
  input.select();
  input.focus();
  let isDone = false;
  const finish = (isSent) => {
    if (isDone) return;
    isDone = true;
    const text = input.value.trim();
    if (isSent && text !== "" && text !== title) {
      // If the server cannot be reached, the text stays, and can be sent again.
      onSend(text).catch(() => {
        isDone = false;
      });
      return;
    }
    form.replaceWith(part);
    onClose();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    finish(true);
  });
  input.addEventListener("blur", () => finish(true));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") finish(false);
  });
}

function rename(branch) {
  const link = linkOf(branch);
  const { place: id } = branch.dataset;
  inlineForm(link, {
    title: titleOf(link),
    onSend: async (title) => {
      if (await send(`${COLLECTIONS}/${id}/title`, { title })) linkOf(branchOf(id))?.focus();
    },
    onClose: () => link.focus(),
  });
}

/** Asks for the title of a new collection in another one, or without one at the top level. */
function create(branch) {
  const list = branch === undefined ? document.querySelector("#tree .branches") : insideOf(branch);
  const line = element("span", {});
  const entry = element("li", {}, line);
  list.prepend(entry);
  inlineForm(line, {
    title: "",
    onSend: async (title) => {
      const form = formOf({ title, parent: branch?.dataset.place ?? "" });
      Object.assign(form, { method: "post", action: `${COLLECTIONS}/new`, hidden: true });
      document.body.append(form);
      // The page of the new collection is shown next.
      form.submit();
    },
    onClose: () => {
      entry.remove();
      linkOf(branch)?.focus();
    },
  });
}

/** Where a dragged collection would go: beside a collection near its edges, into it in the middle. */
function targetAt(event) {
  const branch = event.target.closest?.(OWN);
  if (!branch || dragged === undefined || dragged.contains(branch)) return undefined;
  const { top, height } = linkOf(branch).getBoundingClientRect();
  const position = (event.clientY - top) / height;
  const side = position < 0.25 ? "before" : position > 0.75 ? "after" : "parent";
  return { branch, side };
}

function showTarget(target) {
  for (const marked of document.querySelectorAll("#tree [data-target]")) delete marked.dataset.target;
  if (target !== undefined) target.branch.dataset.target = target.side;
}

if (template !== null) {
  addMenuButtons();
  document.addEventListener("fragment", addMenuButtons);

  document.addEventListener("click", (event) => {
    const more = event.target.closest(".tree-more");
    if (more !== null) openMenu(more.closest(BRANCH), more.getBoundingClientRect());
    const action = event.target.closest(".tree-menu [data-action]");
    if (action !== null) {
      menu.hidePopover();
      ACTIONS[action.dataset.action](chosen);
    }
    if (event.target.closest("[data-new-collection]") !== null && document.querySelector("#tree .branches") !== null) {
      event.preventDefault();
      create(undefined);
    }
  });

  document.addEventListener("keydown", (event) => {
    const branch = event.target.closest?.(`${BRANCH}[data-drop] > a`)?.parentElement;
    if (branch !== undefined && (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10"))) {
      event.preventDefault();
      openMenu(branch, linkOf(branch).getBoundingClientRect());
    }
    if (!event.target.closest?.(".tree-menu")) return;
    const all = entries();
    const from = all.indexOf(event.target);
    const next = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: -1 }[event.key];
    if (next !== undefined) all.at(next % all.length).focus();
    else if (event.key === "Escape" || event.key === "Tab") closeMenu();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  document.addEventListener("dragstart", (event) => {
    const branch = event.target.closest?.(`${OWN} > a`)?.parentElement;
    if (branch === undefined) return;
    dragged = branch;
    event.dataTransfer.effectAllowed = "move";
  });
  document.addEventListener("dragover", (event) => {
    const target = targetAt(event);
    showTarget(target);
    if (target !== undefined) event.preventDefault();
  });
  document.addEventListener("drop", async (event) => {
    const target = targetAt(event);
    showTarget(undefined);
    if (target === undefined) return;
    event.preventDefault();
    await place(dragged.dataset.place, { [target.side]: target.branch.dataset.place });
  });
  document.addEventListener("dragend", () => {
    dragged = undefined;
    showTarget(undefined);
  });
}
