import { html } from "ghtml";
import type { Contract, Webhook } from "#contract/contract";
import { additionBadge } from "./addition.ts";
import { renderInline, renderMarkdown } from "./markdown.ts";
import { contentPart, headerList } from "./operation-section.ts";

/** The events that the server sends, each with its request; empty for a contract without events. */
export function eventSections(contract: Contract): string {
  const { webhooks, document } = contract;
  const [tag] = webhooks.flatMap(({ source }) => source.tags ?? []);
  const description = document.tags?.find(({ name }) => name === tag)?.description ?? "";
  if (webhooks.length === 0) return "";
  return html`<h2 class="tag" id="events">Events</h2>!${renderMarkdown(description)}
!${webhooks.map((webhook) => eventSection(contract, webhook))}`;
}

/** A link to the events, for the list of operations; empty for a contract without events. */
export function eventsLink({ webhooks }: Contract): string {
  return webhooks.length === 0 ? "" : html`<p><a href="#events">Events that the server sends</a></p>`;
}

function eventSection(contract: Contract, { name, sent, source }: Webhook): string {
  const { headers = {}, content = {} } = sent;
  return html`<article class="card operation" id="event-${name}" aria-labelledby="event-${name}-title">
<h3 id="event-${name}-title">${source.summary ?? name}</h3>
<p class="path"><code><b>event</b> ${name}</code>!${additionBadge(source)}</p>
!${renderMarkdown(source.description ?? "")}
<details><summary>Request<span class="visually-hidden">: ${name}</span></summary>
!${Object.entries(content).map(([type, media]) => contentPart(contract, `event ${name}`, type, media))}
!${headerList(headers)}</details>
<h4>Expected responses</h4><ul class="fields">!${Object.entries(source.responses).map(
    ([status, { description = "" }]) => html`<li><code>${status}</code> !${renderInline(description)}</li>
`,
  )}</ul>
</article>
`;
}
