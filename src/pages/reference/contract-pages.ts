import { html } from "ghtml";
import type { Contract, Operation, Webhook } from "#contract/contract";
import { assetPath } from "../design/assets.ts";
import type { Page } from "../design/document.ts";
import * as paths from "../design/paths.ts";
import { additionBadge } from "./addition.ts";
import * as contractFiles from "./contract-files.ts";
import { renderInline, renderMarkdown } from "./markdown.ts";
import { contentPart, headerList, operationSection, searchText } from "./operation-section.ts";
import { credentialOf } from "./sample-request.ts";
import type { WorkflowFile } from "./workflow-files.ts";
import * as workflowFiles from "./workflow-files.ts";

/** The style sheet and the script of the pages. */
const HEAD = html`<link rel="stylesheet" href="${assetPath("docs.css")}">
<script src="${assetPath("reference.js")}" defer></script>`;

/** The page that lists the operations of all contracts, and the workflows. */
export function overviewPage(contracts: readonly Contract[], workflows: readonly WorkflowFile[]): Page {
  return {
    title: "API reference",
    language: "en",
    lead: html`New here? Start with the <a href="${paths.QUICKSTART}">quickstart</a>. <a href="${paths.ERRORS}">Errors</a> lists what can go wrong.`,
    head: HEAD,
    content: html`!${searchField(contracts.flatMap(({ operations }) => operations).length)}
!${contracts.map(
      (contract) => html`<section class="card" aria-labelledby="${contract.name}">
<h2 id="${contract.name}"><a href="${paths.referenceOf(contract)}">${contract.document.info.title}</a></h2>
<p>${contract.document.info.summary ?? ""}</p>
!${operationList(contract, paths.referenceOf(contract))}
</section>
`,
    )}!${workflowList(workflows)}`,
  };
}

function workflowList(workflows: readonly WorkflowFile[]): string {
  return html`<section class="card" aria-labelledby="workflows">
<h2 id="workflows">Workflows</h2>
<p>Sequences of requests, as <a href="https://spec.openapis.org/arazzo/latest.html">Arazzo</a> documents.</p>
<ul>!${workflows.map(
    (file) => html`<li>${file.info.summary} !${(["yaml", "json"] as const)
      .map((format) => html`<a href="${workflowFiles.pathOf(file, format)}">${file.name}.arazzo.${format}</a>`)
      .join(", ")}</li>
`,
  )}</ul>
</section>
`;
}

/** The page that describes a contract and its operations. Code samples use the server at `baseUrl`. */
export function contractPage(contract: Contract, baseUrl: string): Page {
  const { title, version, description = "" } = contract.document.info;
  const tags = new Map((contract.document.tags ?? []).map(({ name, description }) => [name, description]));
  return {
    title,
    language: "en",
    lead: html`Version ${version} (<a href="${paths.changelogOf(contract)}">changelog</a>). Contract: !${fileLinks(contract)}`,
    head: HEAD,
    content: html`<div class="reference">
<nav aria-label="Operations">
!${searchField(contract.operations.length)}
!${operationList(contract, "")}
!${eventsLink(contract)}</nav>
<div>
<section class="card prose" aria-labelledby="about"><h2 id="about">About this API</h2>
!${renderMarkdown(description)}
<p>On this page, additions have a badge:!${additionBadge({ "x-addition": "decision" })}</p></section>
!${credentialPanel(contract)}
!${operationsByTag(contract).map(
      ([tag, operations]) => html`<h2 class="tag">${tag}</h2><p>!${renderInline(tags.get(tag) ?? "")}</p>
!${operations.map((operation) => operationSection(contract, operation, baseUrl))}`,
    )}
!${eventSections(contract)}</div>
</div>`,
  };
}

function searchField(count: number): string {
  return html`<form id="search" role="search" hidden><p><label for="query">Search operations</label>
<input type="search" id="query" autocomplete="off"></p>
<p class="hint" role="status" id="found">${count} operations</p></form>`;
}

function fileLinks(contract: Contract): string {
  const formats = ["yaml", "json", "3.2.json", "3.0.json", "md"] as const;
  return formats
    .map((format) => contractFiles.pathOf(contract, format))
    .map((path) => html`<a href="${path}">${path.replace("/openapi/", "")}</a>`)
    .join(", ");
}

/** The operations of a contract by tag. */
function operationsByTag({ document, operations }: Contract): [tag: string, operations: readonly Operation[]][] {
  const groups = Map.groupBy(operations, ({ source }) => source.tags?.[0] ?? "other");
  const order = (document.tags ?? []).map(({ name }) => name);
  return [...groups].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** Links to the operations of a contract; `page` is the URL of the page that describes them. */
function operationList(contract: Contract, page: string): string {
  return html`<ul class="operations">!${contract.operations.map(
    (operation) => html`<li data-search="${searchText(contract, operation)}"><a href="${page}#${operation.id}">
<code><b>${operation.method}</b> ${contract.basePath}${operation.path}</code> <span>${operation.source.summary ?? ""}</span></a></li>
`,
  )}</ul>`;
}

/**
 * The part of a page that sets the credential of requests: it logs in, or takes a token or key that the
 * reader has. The script of the page makes it work; without scripts it only says which credential is needed.
 */
export function credentialPanel(contract: Contract): string {
  const credential = credentialOf(contract);
  const [scheme] = Object.values(contract.schemes);
  if (credential === undefined || scheme === undefined) return "";
  const { header, prefix, variable } = credential;
  return html`<section class="card" aria-labelledby="credential-title">
<h2 id="credential-title">Credential</h2>
<p>Header <code>${header}: ${prefix}…</code> !${renderInline(scheme.description ?? "")} The code samples read it from the environment variable <code>${variable}</code>.</p>
<div id="credential" data-contract="${contract.name}" data-header="${header}" data-prefix="${prefix}" data-variable="${variable}" hidden>
!${variable === "TRIPTYCH_TOKEN" ? LOGIN : ""}
<p><label for="secret">${variable === "TRIPTYCH_TOKEN" ? "Token" : "API key"}</label>
<input id="secret" autocomplete="off" spellcheck="false"></p>
<p class="hint">Sent with the requests of this page. It stays in this tab until you close it.</p>
<p class="copy" id="export" hidden><code id="export-command"></code> <button type="button" class="secondary" data-copy="export-command" data-copied="Copied" hidden>Copy</button></p>
</div>
</section>
`;
}

const LOGIN = html`<form id="login" class="row">
<p><label for="email">E-mail address</label><input id="email" type="email" required autocomplete="username"></p>
<p><label for="password">Password</label><input id="password" type="password" required autocomplete="current-password"></p>
<p><button>Log in and use this token</button></p>
</form>
<p id="login-result" role="status"></p>`;

/** The events that the server sends, each with its request; empty for a contract without events. */
function eventSections(contract: Contract): string {
  const { webhooks, document } = contract;
  const [tag] = webhooks.flatMap(({ source }) => source.tags ?? []);
  const description = document.tags?.find(({ name }) => name === tag)?.description ?? "";
  if (webhooks.length === 0) return "";
  return html`<h2 class="tag" id="events">Events</h2>!${renderMarkdown(description)}
!${webhooks.map((webhook) => eventSection(contract, webhook))}`;
}

/** A link to the events, for the list of operations; empty for a contract without events. */
function eventsLink({ webhooks }: Contract): string {
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
