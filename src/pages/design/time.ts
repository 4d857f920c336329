import { html } from "ghtml";

/**
 * A point in time, in milliseconds since 1970. Without scripts it shows date and time in UTC, to the minute;
 * assets/pages.js replaces that with the local time, or with "2 hours ago".
 */
export function time(milliseconds: number): string {
  const iso = new Date(milliseconds).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)}&nbsp;UTC</time>`;
}
