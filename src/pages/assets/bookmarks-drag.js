// Dragging bookmarks: within a list in its own order, and onto a place of the side bar. Both send the form of the list,
// whose buttons do the same without scripts.

const list = document.querySelector("[data-items]");
const form = list?.closest("form");
let dragged;

/** Sends the form as if a button with this name, value and address had been pressed. */
function send(name, value, address) {
  const button = document.createElement("button");
  Object.assign(button, { name, value, hidden: true });
  if (address !== undefined) button.formAction = address;
  form.append(button);
  form.requestSubmit(button);
}

/** Selects the dragged item, or keeps the selection that it is part of. */
function selectDragged() {
  const box = dragged.querySelector(".item-select");
  if (!box.checked) for (const other of form.querySelectorAll(".item-select")) other.checked = other === box;
  form.elements.namedItem("scope").value = "selected";
}

function moveTo(placeId) {
  selectDragged();
  if (placeId === "-99") {
    send("action", "trash");
    return;
  }
  const select = form.elements.namedItem("to");
  if (![...select.options].some(({ value }) => value === placeId)) select.add(new Option("", placeId));
  select.value = placeId;
  send("action", "move");
}

/** Makes an element accept the dragged item. `mark` names the class that it has meanwhile. */
function acceptDrops(element, accepts, drop) {
  element.addEventListener("dragover", (event) => {
    if (dragged === undefined || !accepts(event)) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("is-target");
  });
  element.addEventListener("dragleave", () => element.classList.remove("is-target"));
  element.addEventListener("drop", (event) => {
    element.classList.remove("is-target");
    if (dragged === undefined || !accepts(event)) return;
    event.preventDefault();
    event.stopPropagation();
    drop(event);
  });
}

if (form) {
  for (const item of list.children) {
    item.draggable = true;
    item.addEventListener("dragstart", (event) => {
      dragged = item;
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/uri-list", item.querySelector("[data-open]")?.href ?? "");
    });
    item.addEventListener("dragend", () => {
      dragged = undefined;
    });
  }
  for (const place of document.querySelectorAll("[data-place][data-drop]")) {
    acceptDrops(
      place,
      // In the Trash, another move to the Trash would delete the item.
      () => !place.querySelector("[aria-current]"),
      () => moveTo(place.dataset.place),
    );
  }
  const { order } = list.dataset;
  if (order !== undefined) {
    const first = Number(list.dataset.first);
    for (const [index, item] of [...list.children].entries()) {
      acceptDrops(
        item,
        () => item !== dragged,
        () => send("position", `${dragged.dataset.item}:${first + index}`, order),
      );
    }
  }
}
