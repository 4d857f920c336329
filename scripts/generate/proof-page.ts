import { html } from "ghtml";
import type { Contract } from "#contract/contract";
import { type Exception, exceptedParts } from "#contract/tools/proof/exceptions";
import type { Kind, Part } from "#contract/tools/proof/parts";
import { type Row, rowsOf, subjectOf } from "#contract/tools/proof/rows";
import { type Total, totalOf } from "#contract/tools/proof/totals";
import { type Column, table } from "../../src/pages/design/table.ts";

/**
 * The content of the page `/docs/proof`: every part of the contracts that needs proof, and the exceptions. It does not
 * depend on the records of tests, because `npm run proof` fails unless they prove all that it lists.
 */
export function proofPage(contracts: readonly Contract[], exceptions: readonly Exception[]): string {
  const tables = contracts.map((contract) => ({ contract, rows: provedRowsOf(contract, exceptions) }));
  const totals = tables.map(({ contract, rows }) => ({ name: linkTo(contract), total: totalOf(rows) }));
  const all = { name: "All", total: totalOf(tables.flatMap(({ rows }) => rows)) };
  return html`<p class="lead">Tests prove every part of the contracts, except those listed below: each documented response, header, field, value and parameter.</p>
<h2>Summary</h2>
!${table(TOTAL_COLUMNS, [...totals, all])}
<p>All of these are proved. The <a href="#exceptions">exceptions</a> are not: they count only in the last column. Each of <a href="#operations">the operations</a> lists its parts.</p>
<h2>How it is checked</h2>
<p>Every response that a test receives is checked against the contract, and the parts that it proves are recorded. <code>npm run proof</code> fails if a part on this page has no record. Continuous integration runs it for every change, and no version is released without it.</p>
<p>The page is generated from the contracts, in the versions named below, so it is true of the source if this passes: <code>npm run generate:check &amp;&amp; npm test &amp;&amp; npm run test:extended &amp;&amp; npm run proof</code></p>
<h2>What proves a part</h2>
<dl>
<div><dt>Status</dt><dd>A test received the status with this content type (JSON, unless another one is named), and the whole response matched the contract.</dd></div>
<div><dt>Response header</dt><dd>A response with the status had the header.</dd></div>
<div><dt>Event</dt><dd>A test received the request of the event, and the whole request matched the contract. Its headers and fields count like those of a response.</dd></div>
<div><dt>Optional response field</dt><dd>A response had the field (present), and another one did not (absent). The failures of an operation share their fields.</dd></div>
<div><dt>Enumeration value in responses</dt><dd>A response had this value of an enumeration.</dd></div>
<div><dt>Parameter or body field</dt><dd>The handler of the operation read it, and a test showed that it changes the response or the stored data. For request headers only the latter, because the server handles them.</dd></div>
</dl>
<h2 id="exceptions">Exceptions</h2>
<p>No test can prove these parts yet. <code>npm run proof</code> also fails when a test proves one of them, so the list can only become shorter.</p>
!${table(EXCEPTION_COLUMNS, exceptions)}
<h2 id="operations">Operations</h2>
!${tables.map(({ contract, rows }) => sectionOf(contract, rows))}`;
}

/** The rows of a contract of which everything is proved but the exceptions. */
function provedRowsOf(contract: Contract, exceptions: readonly Exception[]): Row[] {
  return rowsOf(contract, [], exceptions).map((row) => ({
    ...row,
    parts: row.parts.map((part) => ({ ...part, count: part.isException ? 0 : 1 })),
  }));
}

const TOTAL_COLUMNS: readonly Column<{ readonly name: string; readonly total: Total }>[] = [
  { label: "Contract", width: 2, cell: ({ name }) => name },
  { label: "Operations", width: 2, cell: ({ total }) => number(total.operations.all) },
  { label: "Events", width: 1, cell: ({ total }) => number(total.events.all) },
  { label: "Statuses", width: 1, cell: ({ total }) => number(total.statuses.proved) },
  { label: "Headers", width: 1, cell: ({ total }) => number(total.headers.proved) },
  { label: "Response fields and values", width: 2, cell: ({ total }) => number(total.fields.proved) },
  { label: "Parameters and body fields", width: 2, cell: ({ total }) => number(total.inputs.proved) },
  { label: "Exceptions", width: 1, cell: ({ total }) => number(total.exceptions) },
];

function number(count: number): string {
  return html`${count.toLocaleString("en")}`;
}

const EXCEPTION_COLUMNS: readonly Column<Exception>[] = [
  { label: "Operations", width: 3, kind: "text", cell: ({ operations }) => html`${operations.map(nameOf).join(", ")}` },
  { label: "Contract", width: 2, cell: ({ contract }) => html`${contract}` },
  { label: "Parts", width: 4, kind: "text", cell: (exception) => byKind(exceptedParts(exception)) },
  { label: "Reason", width: 3, cell: ({ reason }) => html`${reason}` },
];

/** The parts of an operation by kind. Every input has an effect, so that `read` would only repeat them. */
const GROUPS: readonly (readonly [title: string, kind: Kind])[] = [
  ["Statuses", "status"],
  ["Response headers", "header"],
  ["Optional response fields", "field"],
  ["Enumeration values in responses", "enumeration value"],
  ["Parameters and body fields", "effect"],
];

function linkTo({ name, document }: Contract): string {
  return html`<a href="#${name}">${document.info.title}</a>`;
}

function nameOf(operation: string): string {
  return operation === "outside" ? "other requests" : operation;
}

function sectionOf({ name, document: { info } }: Contract, rows: readonly Row[]): string {
  return html`<h3 id="${name}">${info.title}, version ${info.version}</h3>
!${rows.map(detailsOf)}`;
}

function detailsOf({ operation, request, parts }: Row): string {
  const groups = [
    ...GROUPS.map(([title, kind]) => ({
      title,
      list: listOf(parts.filter((part) => part.kind === kind && !part.isException)),
    })),
    { title: "Exceptions", list: byKind(parts.filter(({ isException }) => isException)) },
  ].filter(({ list }) => list !== "");
  return html`<details>
<summary>${nameOf(operation)} <code>${request}</code></summary>
<dl>
!${groups.map(
    (group) => html`<div><dt>${group.title}</dt><dd>!${group.list}</dd></div>
`,
  )}</dl>
</details>
`;
}

/** Lists parts below the names of their kinds. */
function byKind(parts: readonly Part[]): string {
  const kinds = Map.groupBy(parts, subjectOf);
  return [...kinds].map(([kind, ofKind]) => html`<p>${kind}</p>!${listOf(ofKind)}`).join("");
}

/**
 * Lists parts, such as `200 /item/type "link", "image"`. Those with the same end share an entry: `ETag, Vary 200`.
 * Returns an empty text for no parts.
 */
function listOf(parts: readonly Part[]): string {
  if (parts.length === 0) return "";
  const ends = Map.groupBy(parts.map(divide), ([name]) => name);
  const names = Map.groupBy(ends, ([, all]) => all.map(([, end]) => end).join(", "));
  const items = [...names].map(
    ([end, all]) => html`<li>!${all.map(([name]) => html`<code>${name}</code>`).join(", ")} ${end}</li>`,
  );
  return html`<ul>!${items}</ul>`;
}

/** Divides the name of a part into what it belongs to and an end: a status, a value, or present or absent. */
function divide({ kind, name }: Part): readonly [name: string, end: string] {
  if (kind === "header") return [name.slice(name.indexOf(" ") + 1), name.slice(0, name.indexOf(" "))];
  if (kind !== "field" && kind !== "enumeration value") return [name, ""];
  const end = name.indexOf(" ", name.indexOf("/"));
  return [name.slice(0, end), name.slice(end + 1)];
}
