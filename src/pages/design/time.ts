import { html } from "ghtml";
import type { Language } from "../texts/language.ts";

/**
 * A point in time, in milliseconds since 1970. Without scripts it shows date and time in UTC, to the minute;
 * assets/pages.js replaces that with the local time, or with "2 hours ago".
 */
export function time(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}&nbsp;UTC</time>`;
}

/**
 * A point in time to the second, for sign-ins, which people compare with what they did: phones show no title with the
 * exact time. Without scripts it is in UTC; assets/pages.js replaces that with the local time.
 */
export function exactTime(language: Language, milliseconds: number): string {
  return toTheSecond(language, milliseconds, "data-exact");
}

/** A point in time in UTC, to the second, which scripts leave as it is: for logs, whose filters and files are in UTC. */
export function utcTime(language: Language, milliseconds: number): string {
  return toTheSecond(language, milliseconds, "data-utc");
}

function toTheSecond(language: Language, milliseconds: number, attribute: "data-exact" | "data-utc"): string {
  const date = new Date(milliseconds);
  const text = date.toLocaleString(language, {
    timeZone: "UTC",
    dateStyle: "medium",
    timeStyle: "medium",
    hourCycle: "h23",
  });
  return html`<time datetime="${date.toISOString()}" !${attribute}>${text}&nbsp;UTC</time>`;
}
