import { html } from "ghtml";
import { assetPath } from "./assets.ts";
import { MANIFEST } from "./paths.ts";
import type { View } from "./view.ts";

/**
 * The beginning of every HTML document, to the end of its head: language, theme, title, styles and scripts. The theme
 * is an attribute of the first element, so that no page is shown in other colours before. `head` is markup.
 */
export function documentStart({ language, theme, serverName }: View, title: string, head: string): string {
  return html`<!doctype html>
<html lang="${language}"!${theme === "system" ? "" : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === "system" ? "light dark" : theme}">
<title>${title} · ${serverName}</title>
<link rel="icon" href="${assetPath("triptych.svg")}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${assetPath("triptych-180.png")}">
<link rel="manifest" href="${MANIFEST}">
<link rel="stylesheet" href="${assetPath("design.css")}">
<script type="module" src="${assetPath("pages.js")}"></script>
!${head}
</head>`;
}
