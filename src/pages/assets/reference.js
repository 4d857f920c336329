// The parts of the API reference that need a script: results while typing, the operation in view, old links, samples in
// another language without loading the page, and sending requests.

import { element, scrollWithin, showFragments } from "./fragments.js";

const DELAY = 150;

// Search: the results are those of the page that the form would open.

const query = document.getElementById("query");
let waiting;
let searching = new AbortController();

query.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(find, DELAY);
});

async function find() {
  searching.abort();
  searching = new AbortController();
  if (query.value.trim() === "") return hideResults();
  const address = `${query.form.action}?${new URLSearchParams(new FormData(query.form))}`;
  // Without a connection, the button still opens the page of the search.
  await showFragments(address, { ids: ["found"], history: "keep", signal: searching.signal }).catch(() => undefined);
}

function hideResults() {
  const found = document.getElementById("found");
  if (query.form.contains(found)) found.hidden = true;
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "/" && !target.matches("input, textarea, select")) query.focus();
  else if (key === "Escape" && query.form.contains(target)) {
    hideResults();
    query.focus();
  } else if (["ArrowDown", "ArrowUp"].includes(key) && (target === query || target.closest("#found"))) {
    const places = [query, ...document.querySelectorAll("#found:not([hidden]) a")];
    places[places.indexOf(target) + (key === "ArrowDown" ? 1 : -1)]?.focus();
  } else return;
  event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  if (!query.form.contains(target) || target.closest("#found a")) hideResults();
});
query.addEventListener("focus", find);

// The contract's page once described all operations: links to them still lead to the descriptions.

function followHash() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const moved = target?.closest(".group-list.full") && target.querySelector("a");
  if (moved) location.replace(moved.href);
}
addEventListener("hashchange", followHash);
followHash();

// The list marks the operation in view, and scrolls to it.

const links = new Map(
  [...document.querySelectorAll('.contents a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
);
const inView = new Set();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target.id);
    const current = [...links.keys()].find((id) => inView.has(id));
    if (current === undefined) return;
    for (const [id, link] of links) link.toggleAttribute("aria-current", id === current);
    const link = links.get(current);
    link.setAttribute("aria-current", "location");
    scrollWithin(link.closest("nav"), link);
  },
  { rootMargin: "-25% 0px -74% 0px" },
);
for (const id of links.keys()) observer.observe(document.getElementById(id));

// Samples: the server stores the choice, for all pages.

const samples = document.getElementById("samples");
samples?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { submitter } = event;
  document.getElementById("reference").dataset.samples = submitter.value;
  for (const button of samples.querySelectorAll("button"))
    button.setAttribute("aria-pressed", String(button === submitter));
  const body = new URLSearchParams(new FormData(samples, submitter));
  fetch(samples.action, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
});

// Requests

for (const element of document.querySelectorAll("#credential, form.request, details.send")) element.hidden = false;

const credential = document.getElementById("credential");
const secret = document.getElementById("secret");
const own = document.getElementById("own-credential");
/** The credential of the signed-in user: only this page has it, in memory. */
let issued;

if (secret !== null) {
  const { variable } = credential.dataset;
  secret.value = sessionStorage.getItem(variable) ?? "";
  secret.addEventListener("input", () => sessionStorage.setItem(variable, secret.value.trim()));
}

async function issue() {
  const response = await fetch(own.action, { method: "POST", body: new URLSearchParams(new FormData(own)) });
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || !type.includes("json")) throw new Error(own.dataset.ended);
  issued = (await response.json()).credential;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form.request");
  if (form === null) return;
  event.preventDefault();
  const output = form.querySelector(".response");
  output.textContent = form.dataset.sending;
  try {
    await show(form, output, await send(form));
  } catch (error) {
    output.textContent = `${form.dataset.failed} ${error.message}`;
  }
});

async function send(form) {
  const typed = secret?.value.trim() ?? "";
  const usesOwn = own !== null && typed === "";
  if (usesOwn && issued === undefined) await issue();
  const response = await fetch(...requestOf(form, usesOwn ? issued : typed));
  if (!usesOwn || response.status !== 401) return response;
  await issue();
  return fetch(...requestOf(form, issued));
}

function requestOf(form, value) {
  const fields = [...form.querySelectorAll("[data-in]")].filter((field) => field.value !== "");
  const inputs = (place) => fields.filter((field) => field.dataset.in === place);
  const path = inputs("path").reduce(
    (text, field) => text.replace(`{${field.name}}`, encodeURIComponent(field.value)),
    form.dataset.path,
  );
  const search = new URLSearchParams(inputs("query").map((field) => [field.name, field.value]));
  const headers = new Headers(inputs("header").map((field) => [field.name, field.value]));
  const { header, prefix } = credential?.dataset ?? {};
  if (value) headers.set(header, prefix + value);
  const options = { method: form.dataset.method, headers };
  for (const field of inputs("body")) {
    headers.set("content-type", "application/json");
    options.body = field.value;
  }
  for (const { name, files, value: text } of inputs("form")) {
    options.body ??= new FormData();
    options.body.set(name, files?.[0] ?? text);
  }
  return [path + (search.size > 0 ? `?${search}` : ""), options];
}

// A choice for a field of the body changes the JSON.
document.addEventListener("change", ({ target }) => {
  const { field } = target.dataset;
  if (field === undefined) return;
  const text = target.form.querySelector("[data-in=body]");
  const { [field]: _former, ...body } = parsed(text.value) ?? {};
  text.value = JSON.stringify(target.value === "" ? body : { ...body, [field]: JSON.parse(target.value) }, null, 2);
});

async function show({ dataset }, output, response) {
  const type = response.headers.get("content-type") ?? "";
  const content = type.startsWith("image/")
    ? `${type}, ${(await response.blob()).size} bytes`
    : toReadable(await response.text());
  const status = element(
    "p",
    { class: response.ok ? "status ok" : "status failed" },
    `${response.status} ${response.statusText}`,
  );
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join("");
  const parts = [block(dataset.body, content, dataset.empty), block(dataset.headers, headers, dataset.empty)];
  output.replaceChildren(status, ...parts);
}

function block(label, text, empty) {
  return element("pre", { tabindex: 0, role: "region", "aria-label": label }, text || empty);
}

function toReadable(text) {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
