import { html } from "ghtml";
import { readAsset } from "./asset.ts";

const ICON = readAsset("triptych.svg");

/** What is specific to a page. `head`, `header` and `content` are markup. */
export interface PageContent {
  readonly title: string;
  /** Style sheets and scripts of the page, besides those of all pages. */
  readonly head?: string;
  readonly header?: string;
  readonly content: string;
}

/** Renders the HTML document of a page, with head, skip link, header and heading. */
export function renderLayout({ title, head = "", header = brand(), content }: PageContent): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Triptych</title>
<link rel="icon" href="/assets/triptych.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/account.css">
<script src="/assets/account.js" defer></script>
!${head}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="banner">!${header}</header>
<main id="content">
<h1>${title}</h1>
!${content}
</main>
</body>
</html>
`;
}

/** The link to the start page. */
export function brand(): string {
  return html`<a class="brand" href="/">!${ICON} Triptych</a>`;
}
