// Saves what changes in the fields of the panel, and takes over what others have changed.

import { showFragments } from "./fragments.js";
import { currentOf, fieldsOf, placeOf, setValue, showProblem, takeOptions, visible } from "./panel-fields.js";
import { interrupt, request } from "./panel-pages.js";
import { form, formIn, panel, parts, run, say, state, texts, timers } from "./panel-state.js";

const LIST_MS = 300;

/** Fields of one highlight; the id of a new one is "new". */
const HIGHLIGHT = /^(?:text|note|color)-(.+)$/;

/** Bytes that browsers send although the page is left (Fetch standard, "inflight keepalive bytes"). */
const MAX_KEPT_ALIVE = 60_000;

let queue = Promise.resolve();

/** The highlight that a field belongs to; undefined for the fields of the bookmark itself. */
function highlightOf(name) {
  return HIGHLIGHT.exec(name)?.[1];
}

export function changedFields() {
  if (state.item === undefined) return [];
  return fieldsOf(form()).filter(
    (field) => field.name !== "color-new" && currentOf(field) !== (state.item.stored.get(field.name) ?? ""),
  );
}

/** Whether a changed field waits for somebody who types or decides. */
function isHeld(field) {
  const { rejected, conflicts } = state.item;
  const isTyping = field.dataset.typing !== undefined && !state.isHiding;
  const isRefused = rejected.get(field.name) === currentOf(field);
  return isTyping || isRefused || conflicts.has(field.name) || field.validity.badInput;
}

export function isUnsaved() {
  return state.running > 0 || changedFields().length > 0;
}

/** Saves what has changed, one request after the other. */
export function save() {
  clearTimeout(timers.typing);
  if (changedFields().length === 0) return queue;
  queue = run(queue.then(saveChanges));
  return queue;
}

/** Saves although the page may end before the response. */
export function saveWhileHiding() {
  state.isHiding = true;
  void save();
  setTimeout(() => {
    state.isHiding = false;
  });
}

async function saveChanges() {
  const current = state.item;
  const isCurrent = () => state.item !== undefined && state.item === current && !state.item.isStopped;
  let isSaved = false;
  while (isCurrent()) {
    const waiting = changedFields().filter((field) => highlightOf(field.name) !== "new" && !isHeld(field));
    if (waiting.length === 0) break;
    say(texts.saving);
    const highlight = highlightOf(waiting[0].name);
    if (state.item.isStale) await refresh();
    else if (
      await send(
        waiting.filter(({ name }) => highlightOf(name) === highlight),
        highlight,
      )
    )
      isSaved = true;
  }
  if (isSaved) refreshList();
  if (isCurrent()) say(changedFields().some(isHeld) ? texts.unsaved : isSaved ? texts.saved : "");
}

/** Sends fields of the bookmark or of one highlight. Returns whether they are saved. */
async function send(fields, highlight) {
  const { path, stored, token, version } = state.item;
  const sent = fields.map((field) => [field.name, currentOf(field)]);
  const others = [...stored].filter(([name]) => highlightOf(name) === highlight);
  const identity = highlight === undefined ? { version } : { highlight };
  const body = new URLSearchParams({ _csrf: token, ...identity, ...Object.fromEntries([...others, ...sent]) });
  const keepalive = state.isHiding && body.toString().length < MAX_KEPT_ALIVE;
  const target = highlight === undefined ? path : `${path}/highlights`;
  const page = await request(target, { method: "POST", body, keepalive });
  if (page === undefined) return false;
  const answer = formIn(page);
  if (answer === null) interrupt(page);
  else if (isRejected(page)) reject(page.document, answer, new Map(sent));
  else {
    for (const [name, value] of sent) stored.set(name, value);
    for (const field of fields) showProblem(field, undefined);
    takeOver(page.document, answer, new Set(fields.map(({ name }) => name)));
    return true;
  }
  return false;
}

/** Whether a page shows again what was sent. */
export function isRejected({ url }) {
  return new URL(url).searchParams.has("draft");
}

/** Reads what is stored now, and shows it where nobody has typed. */
async function refresh() {
  const page = await request(state.item.path);
  if (page === undefined) return;
  const answer = formIn(page);
  if (answer === null) interrupt(page);
  else takeOver(page.document, answer);
}

/** Takes over what a page of the bookmark has stored. `sent`: the names of fields that this page has just saved. */
export function takeOver(root, answer, sent = new Set()) {
  const { stored } = state.item;
  const known = new Map(fieldsOf(form()).map((field) => [field.name, field]));
  for (const current of fieldsOf(answer)) {
    const { name } = current;
    const [before, now, field] = [stored.get(name), currentOf(current), known.get(name)];
    stored.set(name, now);
    if (field === undefined || field === current) continue;
    if (field.localName === "select") takeOptions(field, current);
    const mine = currentOf(field);
    if (now === before || now === mine || before === undefined) continue;
    if (mine !== before) {
      if (!sent.has(name)) showConflict(field, now);
    } else if (field === document.activeElement) stored.set(name, mine);
    else setValue(field, now);
  }
  const { version, _csrf } = answer.elements;
  Object.assign(state.item, { version: version.value, token: _csrf.value, isStale: false });
  const title = root.querySelector("h1").textContent;
  panel.ariaLabel = title;
  panel.querySelector("h1").textContent = title;
}

/** Shows beside the fields why they were not accepted. A page with another version was changed elsewhere. */
function reject(page, answer, sent) {
  if (answer.elements.version.value !== state.item.version) {
    state.item.isStale = true;
    return;
  }
  const fields = fieldsOf(form()).filter(({ name }) => sent.has(name));
  const isWrong = (name) => answer.elements[name.replace("_name", "")]?.ariaInvalid === "true";
  const wrong = fields.filter(({ name }) => isWrong(name));
  const general = page.querySelector("main .alert")?.textContent.trim() ?? "";
  for (const current of answer.elements) {
    const field = form().elements[current.name];
    if (current.localName === "select" && field?.localName === "select") takeOptions(field, current);
  }
  for (const field of wrong.length === 0 ? fields : wrong) {
    state.item.rejected.set(field.name, sent.get(field.name));
    const error = page.getElementById(`${field.name.replace("_name", "")}-error`);
    showProblem(field, error?.textContent ?? general);
  }
}

/** Shows what was saved elsewhere below what was typed here, and asks which of them to keep. */
function showConflict(field, value) {
  const { conflicts, stored } = state.item;
  const box = parts.content.querySelector(".panel-conflict").cloneNode(true);
  const option = field.localName === "select" ? [...field.options].find((each) => each.value === value) : undefined;
  box.querySelector("blockquote").textContent = option?.text.trim() || value || texts.empty;
  placeOf(field).querySelector(".panel-conflict")?.remove();
  placeOf(field).append(box);
  conflicts.add(field.name);
  box.addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    conflicts.delete(field.name);
    box.remove();
    if (target.matches("[data-take]")) setValue(field, stored.get(field.name));
    visible(field).focus();
    if (changedFields().length === 0) say(texts.saved);
    void save();
  });
}

export function refreshList() {
  clearTimeout(timers.list);
  timers.list = setTimeout(
    () => showFragments(location.href, { ids: ["list"], history: "keep" }).catch(() => undefined),
    LIST_MS,
  );
}
