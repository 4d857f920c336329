import { html } from "ghtml";

/** The shapes of icons in a square of 24 units, as the `d` of a path that is stroked. */
const ICONS = {
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z",
  tag: "M3.5 12.5v-8a1 1 0 0 1 1-1h8l8 8-9 9zM8 8h.01",
  copy: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
  done: "M4.5 12.5l5 5 10-11",
  trash: "M4.5 6.5h15M9.5 6.5v-3h5v3M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6",
  edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19z",
  up: "M12 19.5v-15M5.5 11L12 4.5l6.5 6.5",
  down: "M12 4.5v15M5.5 13l6.5 6.5 6.5-6.5",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
} as const;

export type IconName = keyof typeof ICONS;

/** An icon of `iconShapes`, as large as the text beside it. Screen readers ignore it, so its button needs a text. */
export function icon(name: IconName): string {
  return html`<svg class="icon" aria-hidden="true"><use href="#icon-${name}"/></svg>`;
}

/** The shapes that `icon` repeats; a page with icons has them once, outside of what scripts replace. */
export function iconShapes(names: readonly IconName[]): string {
  return html`<svg class="icon-shapes" aria-hidden="true">!${names.map(
    (name) => html`<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${ICONS[name]}"/></symbol>`,
  )}</svg>`;
}
