// Requests of the panel, and the pages that respond to them.

import { element, requestPage } from "./fragments.js";
import { panel, say, state, texts, timers } from "./panel-state.js";

const RETRY_MS = 5000;

/** Attributes with ids. Those of the page get a prefix, because the list has some of them too. */
const REFERENCES = ["id", "for", "form", "list", "aria-labelledby", "aria-describedby"];

/** Requests a page; undefined if the server can't be reached. */
export async function request(url, options) {
  try {
    return await requestPage(url, options);
  } catch {
    stop(texts.offline, { retries: true });
    return undefined;
  }
}

/** Shows a page that is not that of the bookmark: the form for signing in, or why nothing can be saved. */
export function interrupt({ document: page }) {
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
  const box = element("div", { class: "panel-sign-in" }, ...main.children);
  panel.querySelector(".panel-sign-in")?.remove();
  panel.querySelector(".panel-bar").after(box);
  announce();
  box.querySelector("input:not([type=hidden])").focus();
}

/** Saves nothing more until somebody types, or for some seconds, after which the panel gets the event "retry". */
export function stop(text, { retries = false } = {}) {
  // The version and the token may be outdated.
  Object.assign(state.item, { isStopped: true, isStale: true });
  say(text);
  clearTimeout(timers.retry);
  if (retries) timers.retry = setTimeout(() => panel.dispatchEvent(new Event("retry")), RETRY_MS);
}

/** Lets scripts improve what is new, and puts its headings below that of the list. */
export function announce() {
  for (const heading of panel.querySelectorAll("h1, h2, h3")) heading.ariaLevel = Number(heading.localName[1]) + 1;
  panel.dispatchEvent(new Event("fragment", { bubbles: true }));
}

export function prefix(root, text) {
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
