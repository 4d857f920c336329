import { html } from "ghtml";
import { assetPath } from "../design/assets.ts";

/** The style sheet of the lists of bookmarks, and the scripts that improve them. */
export const LIST_HEAD = html`<link rel="stylesheet" href="${assetPath("bookmarks.css")}">
<link rel="stylesheet" href="${assetPath("selection.css")}">
<link rel="stylesheet" href="${assetPath("tree.css")}">
<link rel="stylesheet" href="${assetPath("tree-changes.css")}">
<link rel="stylesheet" href="${assetPath("drop.css")}">
<link rel="stylesheet" href="${assetPath("panel.css")}">
<link rel="modulepreload" href="${assetPath("combobox.js")}">
<link rel="modulepreload" href="${assetPath("fragments.js")}">
<link rel="modulepreload" href="${assetPath("idiomorph.js")}">
<script type="module" src="${assetPath("lists.js")}"></script>`;

/** The style sheet of the pages that change bookmarks and collections. */
export const EDIT_HEAD = html`<link rel="stylesheet" href="${assetPath("bookmarks-edit.css")}">
<link rel="stylesheet" href="${assetPath("panel.css")}">`;

/** The same for the form for a new bookmark in a small window, and the script that closes that. */
export const WINDOW_HEAD = html`!${EDIT_HEAD}
<link rel="stylesheet" href="${assetPath("save-window.css")}">
<script type="module" src="${assetPath("save-window.js")}"></script>`;

/** The style sheets of the pages of tags and highlights. */
export const FINDING_HEAD = html`!${EDIT_HEAD}
<link rel="stylesheet" href="${assetPath("finding.css")}">`;

/** The style sheet of the reader, and the script that highlights what is selected. */
export const READER_HEAD = html`<link rel="stylesheet" href="${assetPath("reader.css")}">
<script type="module" src="${assetPath("reader.js")}"></script>`;
