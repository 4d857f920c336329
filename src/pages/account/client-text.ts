import { html } from "ghtml";
import { userText } from "../design/user-text.ts";
import type { Texts } from "../texts/en.ts";
import { browserIn } from "./browser-name.ts";

/** The browser and system of a client as plain text; what the client sent if they are not known. */
export function clientName({ sessions }: Texts, userAgent: string): string {
  const found = browserIn(userAgent);
  if (found === undefined) return userAgent;
  const { browser, system } = found;
  return browser === undefined ? sessions.unknownBrowserOn(system) : sessions.browserOn(browser, system);
}

/** The same as markup. */
export function clientText(texts: Texts, userAgent: string): string {
  return browserIn(userAgent) === undefined ? userText(userAgent) : html`${clientName(texts, userAgent)}`;
}
