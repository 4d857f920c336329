import { html } from "ghtml";

/** A column of a table. */
export interface Column<Row> {
  readonly label: string;
  /** The cell of a row, as markup. Narrow screens leave out an empty one. */
  readonly cell: (row: Row) => string;
  /** The share of the table's width, of 12. The shares of all columns should add up to 12. */
  readonly width: 1 | 2 | 3 | 4 | 5 | 6;
  /**
   * `text` may break inside words; `number` ends at one line; `action` holds buttons, and its label is only read aloud.
   * Default: `value`.
   */
  readonly kind?: "value" | "text" | "number" | "action";
}

/**
 * A table whose columns have fixed widths, so that long texts can't squeeze the others. The first column names the
 * row. On narrow screens each row becomes a block, in which each cell has the label of its column.
 */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return html`<table>
<colgroup>!${columns.map(({ width }) => html`<col class="w${width}">`)}</colgroup>
<thead><tr>!${columns.map(headCell)}</tr></thead>
<tbody>
!${rows.map(
    (row) => html`<tr>!${columns.map((column, index) => bodyCell(column, row, index === 0))}</tr>
`,
  )}</tbody>
</table>`;
}

function headCell<Row>({ label, kind }: Column<Row>): string {
  const text = html`${label}`;
  return html`<th scope="col"!${kind === "number" ? ' class="number"' : ""}>!${kind === "action" ? html`<span class="visually-hidden">!${text}</span>` : text}</th>`;
}

function bodyCell<Row>({ label, cell, kind = "value" }: Column<Row>, row: Row, isRowHeader: boolean): string {
  const content = cell(row);
  if (isRowHeader) return html`<th scope="row" class="${kind}">!${content}</th>`;
  return html`<td class="${kind}!${content === "" ? " nothing" : ""}"!${kind === "action" ? "" : html` data-label="${label}"`}>!${content}</td>`;
}
