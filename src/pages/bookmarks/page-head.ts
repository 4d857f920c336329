import { html } from "ghtml";

/** The style sheet of the lists of bookmarks, and the script that improves them. */
export const HEAD = html`<link rel="stylesheet" href="/assets/bookmarks.css">`;
