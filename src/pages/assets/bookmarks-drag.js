// Dragging bookmarks: within a list in its own order, and onto a place of the tree. Both send the form of the list,
// whose buttons do the same without scripts.

import { element } from "./fragments.js";

const FORM = "form:has([data-items])";
let dragged;
let marked;

/** Sends the form as if a button with this name, value and address had been pressed. */
function send(name, value, address) {
  const form = document.querySelector(FORM);
  const button = element("button", { name, value, hidden: "" });
  if (address !== undefined) button.formAction = address;
  form.append(button);
  form.requestSubmit(button);
}

function moveTo(placeId) {
  const box = dragged.querySelector(".item-select");
  // The dragged item alone, or the selection that it is part of.
  if (!box.checked) {
    document.dispatchEvent(new Event("select-none"));
    box.click();
  }
  if (placeId === "-99") {
    send("action", "trash");
    return;
  }
  const select = document.getElementById("to");
  if (![...select.options].some(({ value }) => value === placeId)) select.add(new Option("", placeId));
  select.value = placeId;
  document.getElementById("to-name").value = "";
  send("action", "move");
}

/** Where the dragged item may be dropped: a place of the tree, or another item of a list in its own order. */
function targetOf(element) {
  if (dragged === undefined) return undefined;
  const place = element.closest("[data-place][data-drop]");
  // In the Trash, another move to the Trash would delete the item.
  if (place !== null) return place.querySelector("[aria-current]") ? undefined : place;
  const item = element.closest("[data-order] > [data-item]");
  return item === null || item === dragged ? undefined : item;
}

function mark(target) {
  if (marked !== target) marked?.classList.remove("is-target");
  target?.classList.add("is-target");
  marked = target;
}

document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-item]") ?? undefined;
  if (dragged === undefined) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/uri-list", dragged.querySelector("[data-open]")?.href ?? "");
});

document.addEventListener("dragover", (event) => {
  const target = targetOf(event.target);
  mark(target);
  if (target !== undefined) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const target = targetOf(event.target);
  mark(undefined);
  if (target === undefined) return;
  event.preventDefault();
  const { place } = target.dataset;
  if (place !== undefined) {
    moveTo(place);
    return;
  }
  const { order, first } = target.parentElement.dataset;
  const position = Number(first) + [...target.parentElement.children].indexOf(target);
  send("position", `${dragged.dataset.item}:${position}`, order);
});

document.addEventListener("dragend", () => {
  mark(undefined);
  dragged = undefined;
});

/** Lets the items of a list that can be changed be dragged. */
function letItemsBeDragged() {
  for (const item of document.querySelectorAll(`${FORM} [data-item]`)) item.draggable = true;
}

document.addEventListener("fragment", letItemsBeDragged);
letItemsBeDragged();
