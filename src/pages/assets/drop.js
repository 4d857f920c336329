// Saves links and files that are dropped on a list of bookmarks. The pages for several links and for a file do the same
// without scripts; the form `#drop` says where they are, and into which collection it goes.

import { element, postOf, requestPage, showPage } from "./fragments.js";

const LIST = "#list";

const formIn = () => document.getElementById("drop");
const isFile = ({ types }) => types.includes("Files");

/** Whether something that is dragged comes from elsewhere, and can be saved here. */
function isAccepted({ target, dataTransfer }) {
  const form = formIn();
  const isOwn = document.documentElement.matches(".is-dragging");
  if (form === null || isOwn || !target.closest?.(LIST) || target.closest("input, textarea, dialog")) return false;
  if (isFile(dataTransfer)) return form.dataset.upload !== undefined;
  return dataTransfer.types.includes("text/uri-list") || dataTransfer.types.includes("text/plain");
}

document.addEventListener("dragover", (event) => {
  const accepted = isAccepted(event);
  document.querySelector(LIST)?.classList.toggle("accepts", accepted);
  if (!accepted) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
});
document.addEventListener("dragleave", ({ relatedTarget }) => {
  if (relatedTarget === null) document.querySelector(LIST)?.classList.remove("accepts");
});
document.addEventListener("drop", async (event) => {
  document.querySelector(LIST)?.classList.remove("accepts");
  if (!isAccepted(event)) return;
  event.preventDefault();
  const { dataTransfer } = event;
  if (isFile(dataTransfer)) await upload([...dataTransfer.files]);
  else await saveLinks(dataTransfer);
});

/** Sends the addresses that were dragged; a text without them fills in the form for a new bookmark. */
async function saveLinks(dataTransfer) {
  const form = formIn();
  const links = dataTransfer.getData("text/uri-list");
  if (links === "") {
    const { value: collection } = form.elements.namedItem("collection");
    const text = dataTransfer.getData("text/plain");
    location.assign(`${form.dataset.add}?${new URLSearchParams({ text, collection })}`);
    return;
  }
  form.elements.namedItem("links").value = links;
  try {
    show(await requestPage(form.action, postOf(form)));
  } catch {
    // The browser says why the server cannot be reached.
    form.requestSubmit();
  }
}

/** Shows the list with what was added, or a page that asks first. */
function show(page) {
  if (page.document.getElementById("list") === null) return location.assign(page.url);
  const ids = ["list", "tree"].filter((id) => document.getElementById(id) !== null);
  if (!showPage(page, { ids, history: "keep" })) return;
  const said = document.querySelector("#list .notice [role=status]")?.textContent ?? "";
  const status = document.getElementById("selection-status");
  if (status !== null) status.textContent = said;
}

/** Uploads files one after the other. Then it shows the list with them, and says which ones were not accepted. */
async function upload(files) {
  const form = formIn();
  const { upload: address, progress, done } = form.dataset;
  const status = statusLine();
  const failures = [];
  let last;
  for (const [index, file] of files.entries()) {
    status.textContent = progress.replace("#", index + 1).replace("#", files.length);
    const body = new FormData();
    for (const name of ["_csrf", "collection", "back"]) body.append(name, form.elements.namedItem(name).value);
    body.append("file", file);
    try {
      const page = await requestPage(address, { method: "POST", body });
      const failure = failureOn(page);
      if (failure === undefined) last = page;
      else failures.push(`${file.name}: ${failure}`);
    } catch (error) {
      failures.push(`${file.name}: ${error.message}`);
    }
  }
  if (last !== undefined) show(last);
  status.textContent = failures.length === 0 ? done.replace("#", files.length) : failures.join("\n");
}

/** Why an upload was not accepted, as the page that follows says; undefined if it was. */
function failureOn({ isSuccess, document: page }) {
  const alert = page.querySelector(".alert");
  if (isSuccess && alert === null) return undefined;
  return (alert ?? page.querySelector("h1"))?.textContent.trim() ?? "?";
}

function statusLine() {
  const status = document.querySelector(".drop-status") ?? element("p", { class: "drop-status", role: "status" });
  if (!status.isConnected) document.body.append(status);
  return status;
}
