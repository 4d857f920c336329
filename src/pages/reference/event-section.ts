import { html } from "ghtml";
import type { Webhook } from "#contract/contract";
import { additionBadge } from "./addition.ts";
import { anchorOf } from "./groups.ts";
import type { Guide } from "./guide.ts";
import { renderInline, renderMarkdown } from "./markdown.ts";
import { methodBadge, titleOf } from "./operation-list.ts";
import { contentPart, exampleBlock, headerList } from "./operation-section.ts";

/** An event that the server sends, with its request and the responses that it expects. */
export function eventSection(guide: Guide, webhook: Webhook): string {
  const { texts, english } = guide;
  const { name, sent, source } = webhook;
  const { headers = {}, content = {} } = sent;
  const anchor = anchorOf(webhook);
  return html`<article class="operation" id="${anchor}" aria-labelledby="${anchor}-title">
<div class="description">
<h2 id="${anchor}-title"!${english}>${titleOf(webhook)}</h2>
<p class="path">!${methodBadge("event", texts.operation.event)} <code>${name}</code>!${additionBadge(guide, source)}</p>
<div class="prose"!${english}>!${renderMarkdown(source.description ?? "")}</div>
<details><summary>${texts.operation.request}<span class="visually-hidden">: ${name}</span></summary>
!${Object.entries(content).map(([type, media]) => contentPart(guide, type, media, {}))}
!${headerList(guide, headers)}</details>
<h3>${texts.operation.expected}</h3><ul class="fields"!${english}>!${Object.entries(source.responses).map(
    ([status, { description = "" }]) => html`<li><code>${status}</code> !${renderInline(description)}</li>
`,
  )}</ul>
</div>
<div class="beside">
!${Object.values(content).map((media) => exampleBlock(guide, `event ${name}`, media))}
</div>
</article>
`;
}
