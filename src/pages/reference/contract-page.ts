import { html } from "ghtml";
import type { Page } from "../design/document.ts";
import * as paths from "../design/paths.ts";
import { additionBadge } from "./addition.ts";
import * as contractFiles from "./contract-files.ts";
import { credentialOf } from "./credential.ts";
import { contents, titleOf, trailTo } from "./frame.ts";
import type { Guide } from "./guide.ts";
import { renderInline, renderMarkdown } from "./markdown.ts";
import { groupList } from "./overview-page.ts";

/**
 * The page about a contract, and the list of its operations. Each operation has the anchor that its description had
 * when all were on this page, so that old links still lead to it; the script of the page follows them.
 */
export function contractPage(guide: Guide): Page {
  const { contract, texts, english } = guide;
  const { version, description = "" } = contract.document.info;
  return {
    title: titleOf(contract),
    navigation: trailTo(texts),
    lead: html`${texts.version} ${version} (<a href="${paths.changelogOf(contract)}">${texts.changelog}</a>). ${texts.contract} !${contractFiles.linksTo(contract)}`,
    content: html`<div class="reference">
!${contents(guide, undefined)}
<div>
<section class="card" aria-labelledby="about"><h2 id="about">${texts.about}</h2>
<div class="prose"!${english}>!${renderMarkdown(description)}</div>
<p>${texts.additions}!${additionBadge(guide, { "x-addition": "decision" })}</p></section>
!${credentialSection(guide)}
<section class="card" aria-labelledby="all-operations"><h2 id="all-operations">${texts.operations}</h2>
!${groupList(guide, { isFull: true })}</section>
</div>
</div>`,
  };
}

/** Says which credential requests need; empty for a contract without one. */
export function credentialSection({ contract, texts, english }: Guide): string {
  const credential = credentialOf(contract);
  const [scheme] = Object.values(contract.schemes);
  if (credential === undefined || scheme === undefined) return "";
  const { header, prefix, variable } = credential;
  return html`<section class="card" aria-labelledby="credential-title">
<h2 id="credential-title">${texts.credential}</h2>
<p>${texts.header} <code>${header}: ${prefix}…</code> <span!${english}>!${renderInline(scheme.description ?? "")}</span> ${texts.readFrom} <code>${variable}</code>.</p>
</section>
`;
}
