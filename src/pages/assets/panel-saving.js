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
/** Aborts the requests that were sent last. */
let controller = new AbortController();
/** What they save even if the page ends, by the names of fields. */
let kept = new Map();

/** The highlight that a field belongs to; undefined for the fields of the bookmark itself. */
function highlightOf(name) {
  return HIGHLIGHT.exec(name)?.[1];
}

function changedFields() {
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

/** The fields that can be saved now. */
function waitingFields() {
  return changedFields().filter((field) => highlightOf(field.name) !== "new" && !isHeld(field));
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

/**
 * Saves although the page may end before the response. A request that is being sent is replaced by one that also has what
 * waits for its end: the server accepts that whether it has stored the first one or not.
 */
export function saveWhileHiding() {
  state.isHiding = true;
  if (waitingFields().some((field) => kept.get(field.name) !== currentOf(field))) controller.abort();
  void save();
  setTimeout(() => {
    state.isHiding = false;
  });
}

async function saveChanges() {
  const current = state.item;
  const isCurrent = () => state.item !== undefined && state.item === current && !state.item.isStopped;
  let isSent = false;
  while (isCurrent()) {
    const waiting = waitingFields();
    if (waiting.length === 0) break;
    say(texts.saving);
    const groups = [...Map.groupBy(waiting, ({ name }) => highlightOf(name))];
    controller = new AbortController();
    kept = new Map(state.isHiding ? valuesOf(waiting) : []);
    if (state.isHiding) {
      await Promise.all(groups.map(post));
      // These responses don't know each other's changes.
      current.isStale = true;
    } else if (state.item.isStale) await refresh();
    else await send(groups[0]);
    isSent = true;
  }
  if (isSent) refreshList();
  if (!isCurrent()) return;
  if (changedFields().some(isHeld)) say(texts.unsaved);
  else if (isSent) say(texts.saved);
}

function valuesOf(fields) {
  return fields.map((field) => [field.name, currentOf(field)]);
}

/** Sends fields of the bookmark or of one highlight. */
function post([highlight, fields]) {
  const { path, stored, token, version } = state.item;
  const others = [...stored].filter(([name]) => highlightOf(name) === highlight);
  const identity = highlight === undefined ? { version } : { highlight };
  const values = Object.fromEntries([...others, ...valuesOf(fields)]);
  const body = new URLSearchParams({ _csrf: token, ...identity, ...values });
  const keepalive = state.isHiding && body.toString().length < MAX_KEPT_ALIVE;
  const target = highlight === undefined ? path : `${path}/highlights`;
  return request(target, { method: "POST", body, keepalive, signal: controller.signal });
}

/** Sends fields, and shows what the server responds. */
async function send(group) {
  const [, fields] = group;
  const { stored } = state.item;
  const sent = new Map(valuesOf(fields));
  const page = await post(group);
  if (page === undefined) return;
  const answer = formIn(page);
  if (answer === null) interrupt(page);
  else if (isRejected(page)) reject(page.document, answer, sent);
  else {
    for (const [name, value] of sent) stored.set(name, value);
    for (const field of fields) showProblem(field, undefined);
    takeOver(page.document, answer, sent);
  }
}

/** Whether a page shows again what was sent. */
export function isRejected({ url }) {
  return new URL(url).searchParams.has("draft");
}

/** Reads what is stored now, and shows it where nobody has typed. */
async function refresh() {
  const page = await request(state.item.path, { signal: controller.signal });
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
