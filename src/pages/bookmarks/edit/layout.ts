import { html } from "ghtml";

/** What the head of the pages links to that change bookmarks and collections. */
export const EDIT_STYLES = html`<link rel="stylesheet" href="/assets/bookmarks-edit.css">`;
