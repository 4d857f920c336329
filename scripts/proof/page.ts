import { html } from "ghtml";
import type { Contract } from "../../src/http/contract/types.ts";
import {
  type CountedPart,
  describeProblem,
  problemsIn,
  type Row,
  responsesIn,
  rowsOf,
  sentenceOf,
  totalOf,
} from "./rows.ts";
import type { SeenPart } from "./seen.ts";

/** The content of the page that lists which documented responses the tests received; the server adds the header. */
export function proofPage(contracts: readonly Contract[], seen: readonly SeenPart[], written: Date): string {
  const tables = contracts.map((contract) => ({ contract, rows: rowsOf(contract, seen) }));
  return html`<p class="lead">What the tests have proved: how often they received each documented response, with the status, headers, content type and body that the contract defines; that every optional response field was present and absent; and that every parameter and body field has an effect.</p>
<p class="total"><strong>${sentenceOf(totalOf(tables.flatMap(({ rows }) => rows)))}</strong></p>
!${tables.map(({ contract, rows }) => tableOf(contract, rows))}
<p class="hint">Generated on <time>${written.toISOString()}</time>. Responses are JSON unless another content type is shown.</p>
`;
}

/** Tables wider than the screen scroll sideways, also by keyboard. */
function tableOf({ name, document }: Contract, rows: readonly Row[]): string {
  return html`<h2 id="${name}">${document.info.title}</h2>
<p>${sentenceOf(totalOf(rows))}</p>
<div class="scroll" role="region" aria-labelledby="${name}" tabindex="0">
<table aria-labelledby="${name}">
<thead><tr><th scope="col">Operation</th><th scope="col">Request</th><th scope="col">Responses seen</th><th scope="col">Result</th></tr></thead>
<tbody>
!${rows.map(rowOf)}
</tbody>
</table>
</div>
`;
}

function rowOf(row: Row): string {
  const missing = problemsIn(row);
  return html`<tr class="${missing.length === 0 ? "proved" : "missing"}">
<th scope="row">${row.operation}</th>
<td><code>${row.request}</code></td>
<td><ul>!${responsesIn(row).map(itemOf)}</ul></td>
<td class="result">!${missing.length === 0 ? html`✓ ${row.parts.length} of ${row.parts.length} parts` : listOf(missing)}</td>
</tr>
`;
}

function itemOf({ name, count }: CountedPart): string {
  const times = count === 0 ? html`<span class="never">never</span>` : html`×${count}`;
  return html`<li><code>${name}</code> !${times}</li>`;
}

function listOf(missing: readonly CountedPart[]): string {
  return html`✗ ${missing.length} not proved<ul>!${missing.map((part) => html`<li>${describeProblem(part)}</li>`)}</ul>`;
}
