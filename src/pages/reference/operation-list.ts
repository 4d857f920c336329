import { html } from "ghtml";
import type { Contract, Operation } from "#contract/contract";
import { searchText } from "./operation-section.ts";

/** The operations of a contract by tag. */
export function operationsByTag({ document, operations }: Contract): [tag: string, operations: readonly Operation[]][] {
  const groups = Map.groupBy(operations, ({ source }) => source.tags?.[0] ?? "other");
  const order = (document.tags ?? []).map(({ name }) => name);
  return [...groups].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** Links to the operations of a contract; `page` is the URL of the page that describes them. */
export function operationList(contract: Contract, page: string): string {
  return html`<ul class="operations">!${contract.operations.map(
    (operation) => html`<li data-search="${searchText(contract, operation)}"><a href="${page}#${operation.id}">
<code><b>${operation.method}</b> ${contract.basePath}${operation.path}</code> <span>${operation.source.summary ?? ""}</span></a></li>
`,
  )}</ul>`;
}
