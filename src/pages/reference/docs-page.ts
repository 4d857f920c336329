import { html } from "ghtml";
import { Marked } from "marked";
import { assetPath } from "../design/assets.ts";
import type { Page } from "../design/document.ts";
import { en } from "../texts/en.ts";
import { codeBlock } from "./code-block.ts";
import { trailTo } from "./frame.ts";
import { withScrollingTables } from "./markdown.ts";

/** What to call the code blocks of the files, by their info string. */
const LABELS: Readonly<Record<string, string>> = {
  "sh start": "Terminal",
  sh: "Terminal",
  "sh install": "Terminal",
  "sh curl": "curl",
  ts: "TypeScript",
  http: "HTTP",
};

/**
 * Renders the text of a file in docs/ as a page. Its code blocks can be copied, and its headings are anchors, such as
 * `#not-found`.
 */
export function docsPage(markdown: string): Page {
  let count = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replaceAll(/[^a-z]+/g, "-");
        return html`<h!${depth} id="${id}">!${this.parser.parseInline(tokens)}</h!${depth}>
`;
      },
      code({ text, lang = "" }) {
        count += 1;
        const label = LABELS[lang] ?? lang;
        return html`<p class="hint">${label}</p>!${codeBlock(en, `code-${count}`, `Example ${count}: ${label}`, text)}`;
      },
    },
  });
  const [heading = "", ...text] = markdown.split("\n");
  return {
    title: heading.replace("# ", ""),
    language: "en",
    navigation: trailTo(en.reference),
    head: html`<link rel="stylesheet" href="${assetPath("docs.css")}">`,
    content: html`<div class="prose">!${withRowAnchors(withScrollingTables(marked.parse(text.join("\n"), { async: false })))}</div>`,
  };
}

/** The anchor of a row of the tables of a page, counted from 1 through all of them. */
export function rowAnchor(number: number): string {
  return `row-${number}`;
}

function withRowAnchors(rendered: string): string {
  let count = 0;
  return rendered.replaceAll(/<tr>(?=\s*<td)/g, () => {
    count += 1;
    return html`<tr id="${rowAnchor(count)}">`;
  });
}
