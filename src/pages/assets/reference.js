// Makes the parts of the API reference work that need a script: search, the credential, and sending requests.

for (const element of document.querySelectorAll("#search, #credential, form.request, details.send"))
  element.hidden = false;

const query = document.querySelector("#query");
query.addEventListener("input", () => {
  const words = query.value.toLowerCase().split(/\s+/);
  for (const element of document.querySelectorAll("[data-search]"))
    element.hidden = !words.every((word) => element.dataset.search.includes(word));
  const found = document.querySelectorAll(".operations li:not([hidden])").length;
  document.querySelector("#found").textContent = `${found} ${found === 1 ? "operation" : "operations"}`;
});
document.querySelector("#search").addEventListener("submit", (event) => event.preventDefault());

const credential = document.querySelector("#credential");
const secret = document.querySelector("#secret");
if (credential !== null) {
  secret.value = sessionStorage.getItem(storageKey()) ?? "";
  secret.addEventListener("input", useSecret);
  document.querySelector("#login")?.addEventListener("submit", logIn);
  useSecret();
}

/** Login tokens are stored for all contracts that accept them; an API key for its own contract. */
function storageKey() {
  return credential.dataset.variable;
}

function useSecret() {
  const value = secret.value.trim();
  sessionStorage.setItem(storageKey(), value);
  document.querySelector("#export").hidden = value === "";
  document.querySelector("#export-command").textContent = `export ${credential.dataset.variable}='${value}'`;
}

async function logIn(event) {
  event.preventDefault();
  const result = document.querySelector("#login-result");
  const [email, password] = ["email", "password"].map((id) => document.getElementById(id).value);
  try {
    const response = await fetch("/api/user/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { error, data } = await response.json();
    result.textContent = response.ok ? "Logged in. The requests of this page use the token." : error;
    if (!response.ok) return;
    secret.value = data;
    useSecret();
  } catch {
    result.textContent = "The server did not respond.";
  }
}

for (const form of document.querySelectorAll("form.request")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const output = form.querySelector(".response");
    output.textContent = "Sending …";
    try {
      await show(output, await send(form));
    } catch (error) {
      output.textContent = `No response: ${error.message}`;
    }
  });
}

async function send(form) {
  const fields = [...form.querySelectorAll("[data-in]")].filter(({ value }) => value !== "");
  const inputs = (place) => fields.filter((field) => field.dataset.in === place);
  const path = inputs("path").reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  );
  const search = new URLSearchParams(inputs("query").map(({ name, value }) => [name, value]));
  const headers = new Headers(inputs("header").map(({ name, value }) => [name, value]));
  const { header, prefix } = credential?.dataset ?? {};
  if (secret !== null && secret.value.trim() !== "") headers.set(header, prefix + secret.value.trim());
  const options = { method: form.dataset.method, headers };
  for (const { value } of inputs("body")) {
    headers.set("content-type", "application/json");
    options.body = value;
  }
  for (const { name, files } of inputs("form")) {
    options.body = new FormData();
    options.body.set(name, files[0]);
  }
  return fetch(path + (search.size > 0 ? `?${search}` : ""), options);
}

async function show(output, response) {
  const type = response.headers.get("content-type") ?? "";
  const content = type.startsWith("image/")
    ? `${type}, ${(await response.blob()).size} bytes`
    : toReadable(await response.text());
  const status = document.createElement("p");
  status.className = response.ok ? "status ok" : "status failed";
  status.textContent = `${response.status} ${response.statusText}`;
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\n`).join("");
  output.replaceChildren(status, block("Headers of the response", headers), block("Body of the response", content));
}

function block(label, text) {
  const pre = document.createElement("pre");
  pre.tabIndex = 0;
  pre.setAttribute("role", "region");
  pre.setAttribute("aria-label", label);
  pre.textContent = text === "" ? "(empty)" : text;
  return pre;
}

function toReadable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
