// Edits bookmarks beside their list: a panel shows the page of a bookmark, and what changes in its fields is saved. While
// it is open, the address of the list ends with "#edit-5". Without scripts, the same links open the page.

import { morph, postOf, requestPage, showFragments } from "./fragments.js";
import { showChips, showSearch } from "./suggestions.js";

const TYPING_MS = 1000;
const RETRY_MS = 5000;
const LIST_MS = 300;

/** The ids of what buttons change on the page of a bookmark. */
const PARTS = ["item-preview", "item-parts"];

/** Attributes with ids. Those of the page get a prefix, because the list has some of them too. */
const REFERENCES = ["id", "for", "form", "list", "aria-labelledby", "aria-describedby"];
const PREFIX = "panel-";

/** Fields of one highlight; the id of a new one is "new". */
const HIGHLIGHT = /^(?:text|note|color)-(.+)$/;

/** Bytes that browsers send although the page is left (Fetch standard, "inflight keepalive bytes"). */
const MAX_KEPT_ALIVE = 60_000;

const panel = document.getElementById("panel");
const parts = document.getElementById("panel-parts");
const texts = JSON.parse(parts?.dataset.texts ?? "{}");
const timers = {};

/**
 * What the panel shows; undefined while it is closed. By the names of fields, `stored` has the values of the server,
 * `rejected` the values that it did not accept, and `conflicts` the fields that were changed elsewhere too.
 */
let item;
let queue = Promise.resolve();
let running = 0;
let isLeaving = false;
let isHiding = false;

/** Opens the panel with a bookmark, unless something of the one before can't be saved. */
async function open(id, { isNew }) {
  if (item?.id === id) return panel.focus();
  if (!(await canLeave())) return;
  if (isNew) history[item === undefined ? "pushState" : "replaceState"]({ isPanel: true }, "", `#edit-${id}`);
  item = { id, path: panel.dataset.items + id, stored: new Map(), rejected: new Map(), conflicts: new Set() };
  panel.replaceChildren(parts.content.querySelector(".panel-bar").cloneNode(true));
  panel.querySelector("[data-page]").href = item.path;
  if (isNew) panel.focus();
  await load();
}

async function load() {
  const current = item;
  say(texts.loading);
  const page = await request(current.path);
  if (item !== current || page === undefined) return;
  if (formIn(page) === null) interrupt(page);
  else show(page.document.querySelector("main"));
}

function show(main) {
  prefix(main, PREFIX);
  panel.querySelector(".panel-bar").after(...main.children);
  panel.role = "region";
  takeOver(panel, formIn({ document }));
  const { tags, collection } = form().elements;
  showChips(tags, texts.removeTag);
  showSearch(collection, texts.noMatch);
  say("");
  announce();
}

/** Lets scripts improve what is new, and puts its headings below that of the list. */
function announce() {
  for (const heading of panel.querySelectorAll("h1, h2, h3")) heading.ariaLevel = Number(heading.localName[1]) + 1;
  panel.dispatchEvent(new Event("fragment", { bubbles: true }));
}

function prefix(root, text) {
  for (const name of REFERENCES) {
    for (const element of [root, ...root.querySelectorAll(`[${name}]`)]) {
      const ids = element.getAttribute(name);
      if (ids !== null)
        element.setAttribute(
          name,
          ids.replaceAll(/\S+/g, (id) => text + id),
        );
    }
  }
}

/** Requests a page; undefined if the server can't be reached. */
async function request(url, options) {
  try {
    return await requestPage(url, options);
  } catch {
    stop(texts.offline, { retries: true });
    return undefined;
  }
}

/** The form of the bookmark on its page, or in the panel; null if there is none. */
function formIn({ document: root }) {
  return root.querySelector(`main > form[action="${item.path}"], #panel > form[action="${item.path}"]`);
}

function form() {
  return formIn({ document });
}

/** The fields of a form that people change, also those outside of it. */
function fieldsOf(owner) {
  return [...(owner?.elements ?? [])].filter((field) =>
    field.matches("[name]:not([type=file], [type=hidden], button)"),
  );
}

function currentOf(field) {
  if (field.type === "checkbox") return field.checked ? "1" : "";
  return field.value;
}

function setValue(field, value) {
  if (field.type === "checkbox") field.checked = value === "1";
  else field.value = value;
  field.dispatchEvent(new Event("stored"));
}

/** The highlight that a field belongs to; undefined for the fields of the bookmark itself. */
function highlightOf(name) {
  return HIGHLIGHT.exec(name)?.[1];
}

function changedFields() {
  if (item === undefined) return [];
  return fieldsOf(form()).filter(
    (field) => field.name !== "color-new" && currentOf(field) !== (item.stored.get(field.name) ?? ""),
  );
}

/** Whether a changed field waits for somebody who types or decides. */
function isHeld(field) {
  const { rejected, conflicts } = item;
  const isTyping = field.dataset.typing !== undefined && !isHiding;
  const isRefused = rejected.get(field.name) === currentOf(field);
  return isTyping || isRefused || conflicts.has(field.name) || field.validity.badInput;
}

function isUnsaved() {
  return running > 0 || changedFields().length > 0;
}

function say(text) {
  panel.querySelector(".panel-state").textContent = text;
}

/** Saves what has changed, one request after the other. */
function save() {
  clearTimeout(timers.typing);
  if (changedFields().length === 0) return queue;
  queue = run(queue.then(saveChanges));
  return queue;
}

/** Saves although the page may end before the response. */
function saveWhileHiding() {
  isHiding = true;
  void save();
  setTimeout(() => {
    isHiding = false;
  });
}

/** Counts as unsaved until some work has ended. */
async function run(work) {
  running++;
  try {
    return await work;
  } finally {
    running--;
  }
}

async function saveChanges() {
  const current = item;
  const isCurrent = () => item !== undefined && item === current && !item.isStopped;
  let isSaved = false;
  while (isCurrent()) {
    const waiting = changedFields().filter((field) => highlightOf(field.name) !== "new" && !isHeld(field));
    if (waiting.length === 0) break;
    say(texts.saving);
    const highlight = highlightOf(waiting[0].name);
    if (item.isStale) await refresh();
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
  const { path, stored, token, version } = item;
  const sent = fields.map((field) => [field.name, currentOf(field)]);
  const others = [...stored].filter(([name]) => highlightOf(name) === highlight);
  const identity = highlight === undefined ? { version } : { highlight };
  const body = new URLSearchParams({ _csrf: token, ...identity, ...Object.fromEntries([...others, ...sent]) });
  const keepalive = isHiding && body.toString().length < MAX_KEPT_ALIVE;
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
function isRejected({ url }) {
  return new URL(url).searchParams.has("draft");
}

/** Reads what is stored now, and shows it where nobody has typed. */
async function refresh() {
  const page = await request(item.path);
  if (page === undefined) return;
  const answer = formIn(page);
  if (answer === null) interrupt(page);
  else takeOver(page.document, answer);
}

/** Takes over what a page of the bookmark has stored. `sent`: the names of fields that this page has just saved. */
function takeOver(root, answer, sent = new Set()) {
  const { stored } = item;
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
  Object.assign(item, { version: version.value, token: _csrf.value, isStale: false });
  const title = root.querySelector("h1").textContent;
  panel.ariaLabel = title;
  panel.querySelector("h1").textContent = title;
}

/** Takes over the choices of a list, to which a typed name may have added some. */
function takeOptions(select, current) {
  const [own, others] = [select, current].map(({ options }) =>
    [...options].map(({ value, text }) => value + text).join(),
  );
  if (own === others) return;
  const { value, selectedOptions } = select;
  const isGone = ![...current.options].some((option) => option.value === value);
  select.replaceChildren(
    ...(isGone ? selectedOptions : []),
    ...[...current.options].map(({ value: each, text }) => new Option(text, each)),
  );
  select.value = value;
}

/** Shows beside the fields why they were not accepted. A page with another version was changed elsewhere. */
function reject(page, answer, sent) {
  if (answer.elements.version.value !== item.version) {
    item.isStale = true;
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
    item.rejected.set(field.name, sent.get(field.name));
    const error = page.getElementById(`${field.name.replace("_name", "")}-error`);
    showProblem(field, error?.textContent ?? general);
  }
}

/** The field that people see in place of one that is hidden. */
function visible(field) {
  return field.hidden ? field.parentElement.querySelector("[role=combobox]") : field;
}

function placeOf(field) {
  return field.closest(".checkbox, .field");
}

/** Shows a problem below a field, or removes it. */
function showProblem(field, text) {
  const id = `${field.id}-error`;
  const shown = visible(field);
  document.getElementById(id)?.remove();
  const others = (shown.getAttribute("aria-describedby") ?? "").split(" ").filter((each) => each !== id);
  shown.ariaInvalid = text === undefined ? null : "true";
  shown.setAttribute("aria-describedby", [...others, ...(text === undefined ? [] : [id])].join(" ").trim());
  if (text !== undefined)
    placeOf(field).append(paragraph({ id, className: "error", role: "alert", textContent: text }));
}

function paragraph(properties) {
  return Object.assign(document.createElement("p"), properties);
}

/** Shows what was saved elsewhere below what was typed here, and asks which of them to keep. */
function showConflict(field, value) {
  const { conflicts, stored } = item;
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

/** Shows a page that is not that of the bookmark: the form for signing in, or why nothing can be saved. */
function interrupt({ document: page }) {
  const main = page.querySelector("main");
  const signInForm = main.querySelector("[type=password]")?.form;
  if (signInForm === undefined) {
    const [title, text] = main.querySelectorAll("h1, p");
    return stop(`${title?.textContent ?? ""} ${text?.textContent ?? ""}`);
  }
  stop(texts.unsaved);
  // The panel keeps what was typed.
  for (const kept of signInForm.querySelectorAll("[name^=kept_]")) kept.remove();
  prefix(main, "panel-sign-in-");
  const box = Object.assign(document.createElement("div"), { className: "panel-sign-in" });
  box.append(...main.children);
  panel.querySelector(".panel-sign-in")?.remove();
  panel.querySelector(".panel-bar").after(box);
  announce();
  box.querySelector("input:not([type=hidden])").focus();
}

/** Sends the form for signing in, and goes on where the session had ended. */
async function signIn(signInForm) {
  const page = await request(signInForm.action, postOf(signInForm));
  if (page === undefined) return;
  if (page.document.querySelector("main [type=password]") !== null) return interrupt(page);
  panel.querySelector(".panel-sign-in").remove();
  retry();
}

/** Saves nothing more until somebody types, or for some seconds. */
function stop(text, { retries = false } = {}) {
  // The version and the token may be outdated.
  Object.assign(item, { isStopped: true, isStale: true });
  say(text);
  clearTimeout(timers.retry);
  if (retries) timers.retry = setTimeout(retry, RETRY_MS);
}

function retry() {
  if (!item?.isStopped) return;
  item.isStopped = false;
  if (form() === null) void load();
  else void save();
}

/** Sends what belongs to a button, such as a cover or a new highlight, and shows what it has changed. */
async function press(button) {
  await save();
  const current = item;
  const part = button.closest(".highlight, section");
  const data = new FormData(button.form, button);
  const own = fieldsOf(button.form).filter((field) => part.contains(field));
  for (const { name } of fieldsOf(button.form)) if (!own.some((field) => field.name === name)) data.delete(name);
  const isFile = button.hasAttribute("formenctype");
  const page = await request(button.formAction, { method: "POST", body: isFile ? data : new URLSearchParams(data) });
  if (page === undefined || item !== current) return;
  const answer = formIn(page);
  if (answer === null) return interrupt(page);
  const { document: shown } = page;
  if (!isRejected(page)) {
    takeOver(shown, answer, new Set(own.map(({ name }) => name)));
    for (const field of part.querySelectorAll("textarea, [type=file]")) field.value = "";
  }
  for (const id of PARTS) {
    const changed = shown.getElementById(id);
    prefix(changed, PREFIX);
    morph(document.getElementById(PREFIX + id), changed);
  }
  say(shown.querySelector(".notice")?.textContent ?? "");
  announce();
  refreshList();
}

function refreshList() {
  clearTimeout(timers.list);
  timers.list = setTimeout(
    () => showFragments(location.href, { ids: ["list"], history: "keep" }).catch(() => undefined),
    LIST_MS,
  );
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
  const { id } = item ?? {};
  item = undefined;
  panel.replaceChildren();
  panel.role = null;
  document.querySelector(`#item-${id} [data-edit]`)?.focus();
}

/** Opens or closes the panel as the address says. */
async function followAddress() {
  const [, id] = /^#edit-(\d+)$/.exec(location.hash) ?? [];
  if (id !== undefined) return open(id, { isNew: false });
  if (item === undefined || location.hash !== "") return;
  if (await canLeave()) hide();
  else history.pushState({ isPanel: true }, "", `#edit-${item.id}`);
}

/** Whether a click follows a link in this tab. */
function isPlain({ button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }) {
  return !defaultPrevented && button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
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
      if (link === null || link.hash !== "" || link.matches("[data-edit]") || !isPlain(event)) return;
      void leaveWith(event, () => link.click());
    },
    { capture: true },
  );
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-edit]");
    if (link === null || !isPlain(event)) return;
    event.preventDefault();
    void open(/\d+$/.exec(link.pathname)[0], { isNew: true });
  });
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
    if (item === undefined || target.name === "" || target.form !== form()) return;
    item.isStopped = false;
    say("");
    clearTimeout(timers.typing);
    timers.typing = setTimeout(save, TYPING_MS);
  });
  panel.addEventListener("change", ({ target }) => {
    if (item === undefined || target.form !== form()) return;
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
    if (target.id === "list" && item !== undefined && location.hash === "")
      history.replaceState(null, "", `#edit-${item.id}`);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") saveWhileHiding();
  });
  addEventListener("online", retry);
  addEventListener("popstate", followAddress);
  addEventListener("beforeunload", (event) => {
    if (!isUnsaved()) return;
    saveWhileHiding();
    event.preventDefault();
  });
  void followAddress();
}

if (panel !== null) start();
