// Small improvements of all pages, which work without scripts too: local times, copy buttons, boxes that select
// others, the code of a setup link and the account menu.

const MINUTE = 60_000;
const UNITS = [
  ["minute", MINUTE, 60 * MINUTE],
  ["hour", 60 * MINUTE, 24 * 60 * MINUTE],
  ["day", 24 * 60 * MINUTE, 7 * 24 * 60 * MINUTE],
];

// The visitor's own variant of the page's language, such as en-GB, has their way to write dates.
const { lang } = document.documentElement;
const locale = navigator.languages.find((language) => language.startsWith(lang)) ?? lang;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const second = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const exact = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long" });

/** "2 hours ago" within a week, otherwise the local date. The title has the exact time. */
function describe(date) {
  const difference = date.getTime() - Date.now();
  if (Math.abs(difference) < MINUTE) return relative.format(0, "minute");
  const unit = UNITS.find(([, , limit]) => Math.abs(difference) < limit);
  return unit === undefined ? day.format(date) : relative.format(Math.trunc(difference / unit[1]), unit[0]);
}

function showLocalTimes(root) {
  for (const element of root.querySelectorAll("time[datetime]:not([data-utc])")) {
    const date = new Date(element.dateTime);
    element.textContent = "exact" in element.dataset ? second.format(date) : describe(date);
    element.title = exact.format(date);
  }
}

showLocalTimes(document);
document.addEventListener("fragment", ({ target }) => showLocalTimes(target));

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (navigator.clipboard === undefined) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = button.dataset.copied;
  });
}

// A box that selects all others of its form with a name.
for (const all of document.querySelectorAll("input[data-selects]")) {
  const { form, dataset } = all;
  const boxes = [...form.querySelectorAll(`input[name="${dataset.selects}"]`)];
  all.closest("label").hidden = false;
  form.addEventListener("change", ({ target }) => {
    if (target === all) for (const box of boxes) box.checked = all.checked;
    else all.checked = boxes.every(({ checked }) => checked);
  });
}

// The server does not get the code of a setup link. Removed from the address, it is not in the history either.
const code = /^#([\w-]{27})$/.exec(location.hash)?.[1];
for (const form of document.querySelectorAll("form[data-fragment]")) {
  if (code === undefined) break;
  form.elements.namedItem(form.dataset.fragment).value = code;
  history.replaceState(null, "", location.pathname);
}

document.addEventListener("keydown", ({ key, target }) => {
  const menu = key === "Escape" ? target.closest("details.menu[open]") : null;
  if (menu === null) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
});
