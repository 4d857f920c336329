import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { assetPath } from "../design/assets.ts";
import type { Page } from "../design/document.ts";
import type { PageForm } from "../design/page-form.ts";
import * as paths from "../design/paths.ts";
import { trail } from "../design/trail.ts";
import type { View } from "../design/view.ts";
import * as groups from "./groups.ts";
import type { Guide } from "./guide.ts";
import { operationList } from "./operation-list.ts";

/** The style sheet and the script of the pages. */
const HEAD = html`<link rel="stylesheet" href="${assetPath("docs.css")}">
<link rel="stylesheet" href="${assetPath("reference.css")}">
<script type="module" src="${assetPath("reference.js")}"></script>`;

/** Characters of a search that count. */
const MAX_QUERY = 100;

/** A page of the reference, with the search in the header. Its own content may have the results. */
export function referencePage(view: View, page: Page): Page {
  return { ...page, head: HEAD, form: SEARCH, headerTools: searchForm(view, page.content.includes('id="found"')) };
}

const SEARCH: PageForm = { method: "get", id: "search-form" };

function searchForm({ url, texts: { reference } }: View, hasResults: boolean): string {
  const { search } = reference;
  return html`<form class="reference-search" id="${SEARCH.id}" role="search" action="${paths.REFERENCE_SEARCH}">
<label class="visually-hidden" for="query">${search.label}</label>
<input type="search" id="query" name="q" value="${queryIn(url)}" placeholder="${search.label}" maxlength="${MAX_QUERY}" autocomplete="off" dir="auto">
<button class="visually-hidden" tabindex="-1">${search.submit}</button>
!${hasResults ? "" : `<div class="found" id="found" hidden></div>`}</form>`;
}

/** What is searched for at the address of a page. */
export function queryIn(url: string): string {
  return (new URL(url, "http://localhost").searchParams.get("q") ?? "").slice(0, MAX_QUERY);
}

/** The way to a page of the reference. `above`: the contract whose page is between that and the list of all APIs. */
export function trailTo(texts: Guide["texts"], above?: Pick<Guide, "contract" | "english">): string {
  const reference = html`<a href="${paths.REFERENCE}/">${texts.title}</a>`;
  if (above === undefined) return trail(reference);
  const { contract, english } = above;
  return trail(reference, html`<a href="${paths.referenceOf(contract)}"!${english}>${titleOf(contract)}</a>`);
}

/** The title of a contract, without the name of the project. */
export function titleOf({ document }: Contract): string {
  return document.info.title.replace(/^Triptych: /, "").replace(/^\w/, (first) => first.toUpperCase());
}

/** The list of the groups of a contract, with the operations of the current one, beside its page. */
export function contents(guide: Guide, current: groups.Group | undefined): string {
  const { contract, texts, english } = guide;
  const mark = (isCurrent: boolean) => (isCurrent ? ' aria-current="page"' : "");
  return html`<details class="contents"><summary>${texts.operations}</summary>
<nav aria-label="${texts.operations}"><ul>
<li><a class="group" href="${paths.referenceOf(contract)}"!${mark(current === undefined)}>${texts.about}</a></li>
!${groups.groupsOf(contract).map((group) => {
    const isCurrent = group.tag === current?.tag;
    return html`<li><a class="group" href="${groups.pathOf(contract, group)}"!${mark(isCurrent)}!${english}>${groups.nameOf(group, texts)}</a>
!${isCurrent ? operationList(guide, group, { page: "" }) : ""}</li>
`;
  })}</ul></nav></details>`;
}
