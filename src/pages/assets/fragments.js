// Shows parts of pages in place: requests a page of the server, and changes elements of this page into those of the new
// one with the same id. Focus, scroll position and what is typed stay. Without scripts, the same links and forms load
// whole pages. Also has what else several scripts need.

import { Idiomorph } from "./idiomorph.js";

/**
 * Requests a page, or sends a form, and changes the elements with the given ids into those of the response. The title
 * and the address follow, unless `history` is "keep"; "push" makes an entry of the history, "replace" does not. A
 * response that lacks one of the elements, as that of an ended session, is shown as a page of its own; with "keep" it is
 * ignored, unless a form was sent.
 * Without `form`, what is typed and chosen in the elements stays. Rejects if the server cannot be reached.
 *
 * Every changed element gets a bubbling event "fragment" for scripts that improve its content.
 *
 * @param {string} url the page, on this server
 * @param {{ ids: string[], history?: "push" | "replace" | "keep", signal?: AbortSignal, form?: HTMLFormElement,
 *   submitter?: HTMLElement }} options `form` is sent with POST, as its button `submitter` does
 * @returns {Promise<boolean>} whether the elements show the response; false if it was aborted or is shown as a page
 */
export async function showFragments(url, { ids, history: entry, signal, form, submitter }) {
  const before = withoutHash(location);
  const page = await requestPage(url, { signal, ...(form === undefined ? {} : postOf(form, submitter)) });
  // Parts of a page that is no longer shown.
  if (form === undefined && entry === "keep" && withoutHash(location) !== before) return false;
  return page !== undefined && showPage(page, { ids, history: entry, form });
}

/** Shows parts of a page that `requestPage` has returned. Options and result are those of `showFragments`. */
export function showPage(page, { ids, history: entry = "push", form }) {
  const elements = ids.map((id) => [document.getElementById(id), page.document.getElementById(id)]);
  if (elements.some((pair) => pair.includes(null))) {
    if (form === undefined && entry === "keep") return false;
    if (form === undefined) location.assign(page.url);
    else document.documentElement.replaceWith(page.document.documentElement);
    return false;
  }
  if (entry !== "keep") {
    document.title = page.document.title;
    if (withoutHash(new URL(page.url)) !== withoutHash(location)) history[`${entry}State`](null, "", page.url);
    // Its forms return to the address.
    const [footer, current] = [document, page.document].map((root) => root.querySelector("footer"));
    if (footer !== null && current !== null) morph(footer, current);
  }
  for (const [old, current] of elements) {
    morph(old, current, { keepsTyped: form === undefined });
    document.getElementById(current.id).dispatchEvent(new Event("fragment", { bubbles: true }));
  }
  return true;
}

/** Changes an element into another one in place. `keepsTyped`: except for what is typed and chosen in its fields. */
export function morph(old, current, { keepsTyped = true } = {}) {
  const beforeAttributeUpdated = (name, field) => !keepsTyped || !isTyped(field, name);
  // Of other elements with the focus, such as links, the content would stay too.
  const ignoreActiveValue = document.activeElement?.matches("input, textarea, select") ?? false;
  Idiomorph.morph(old, current, { ignoreActiveValue, callbacks: { beforeAttributeUpdated } });
}

/** Whether somebody has changed what an attribute says of a field. */
function isTyped(field, name) {
  if (name === "value") return field.matches("input, textarea") && field.value !== field.defaultValue;
  return name === "checked" && field.checked !== field.defaultChecked;
}

/**
 * Requests a page like `fetch`: the page, its address after redirects, and whether its status is a success; undefined if
 * the request was aborted.
 */
export async function requestPage(url, options) {
  try {
    const response = await fetch(url, options);
    const text = await response.text();
    return { url: response.url, isSuccess: response.ok, document: new DOMParser().parseFromString(text, "text/html") };
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    throw error;
  }
}

/** The request of a form. Those with files are sent as parts, all others as browsers send forms by default. */
export function postOf(form, submitter) {
  const data = new FormData(form, submitter);
  const type = submitter?.hasAttribute("formenctype") ? submitter.formEnctype : form.enctype;
  return { method: "POST", body: type === "multipart/form-data" ? data : new URLSearchParams(data) };
}

/** What an address says of the page, but not of what scripts show beside it. */
export function withoutHash({ pathname, search }) {
  return pathname + search;
}

/** Whether a click follows a link in this tab. */
export function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }) {
  return !defaultPrevented && button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}

/** Scrolls a box, but not the page, to a part of it that is out of sight. */
export function scrollWithin(box, part) {
  const [outer, inner] = [box, part].map((each) => each.getBoundingClientRect());
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 3;
}

/** A new element with these attributes. */
export function element(name, attributes, ...content) {
  const created = document.createElement(name);
  setAttributes(created, attributes);
  created.append(...content);
  return created;
}

export function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, value);
}
