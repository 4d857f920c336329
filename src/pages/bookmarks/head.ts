import { html } from "ghtml";

/** The style sheet of the lists of bookmarks, and the scripts that improve them. */
export const LIST_HEAD = html`<link rel="stylesheet" href="/assets/bookmarks.css">
<script type="module" src="/assets/bookmarks.js"></script>
<script type="module" src="/assets/bookmarks-drag.js"></script>`;

/** The style sheet of the pages that change bookmarks and collections. */
export const EDIT_HEAD = html`<link rel="stylesheet" href="/assets/bookmarks-edit.css">`;
