import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import type { Page } from "../design/document.ts";
import * as paths from "../design/paths.ts";
import type { View } from "../design/view.ts";
import { titleOf } from "./frame.ts";
import * as groups from "./groups.ts";
import { englishOn, type Guide, guideTo } from "./guide.ts";
import { operationList } from "./operation-list.ts";
import type { WorkflowFile } from "./workflow-files.ts";
import * as workflowFiles from "./workflow-files.ts";

/** The page that lists the operations of all contracts by group, and the workflows. */
export function overviewPage(
  view: Pick<View, "texts" | "language">,
  contracts: readonly Contract[],
  workflows: readonly WorkflowFile[],
): Page {
  const texts = view.texts.reference;
  const english = englishOn(view.language);
  return {
    title: texts.title,
    lead: html`${texts.newHere} <a href="${paths.QUICKSTART}">${texts.quickstart}</a>. <a href="${paths.ERRORS}">${texts.errors}</a> ${texts.errorsText}`,
    content: html`!${contracts.map(
      (contract) => html`<section class="card api" aria-labelledby="${contract.name}">
<h2 id="${contract.name}"!${english}><a href="${paths.referenceOf(contract)}">${titleOf(contract)}</a></h2>
<p!${english}>${contract.document.info.summary ?? ""}</p>
!${groupList(guideTo(contract, view, ""))}
</section>
`,
    )}!${workflowList(texts, english, workflows)}`,
  };
}

/** The groups of a contract with links to their operations, each below its name. */
export function groupList(guide: Guide, { isFull = false } = {}): string {
  const { contract, texts, english } = guide;
  return html`<div class="group-list!${isFull ? " full" : ""}">!${groups.groupsOf(contract).map((group) => {
    const page = groups.pathOf(contract, group);
    return html`<section><h3!${group.webhooks.length > 0 ? ' id="events"' : ""}!${english}><a href="${page}">${groups.nameOf(group, texts)}</a></h3>
!${operationList(guide, group, { page, isFull })}</section>
`;
  })}</div>`;
}

function workflowList(texts: Guide["texts"], english: string, workflows: readonly WorkflowFile[]): string {
  return html`<section class="card" aria-labelledby="workflows">
<h2 id="workflows">${texts.workflows}</h2>
<p>${texts.workflowsText}</p>
<ul class="plain">!${workflows.map(
    (file) => html`<li><span!${english}>${file.info.summary}</span> !${(["yaml", "json"] as const)
      .map(
        (format) =>
          html`<a href="${workflowFiles.pathOf(file, format)}">${format.toUpperCase()}<span class="visually-hidden"> ${file.name}</span></a>`,
      )
      .join(", ")}</li>
`,
  )}</ul>
</section>
`;
}
