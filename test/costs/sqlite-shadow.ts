import type Sqlite from "better-sqlite3";

/**
 * Counts the rows that statements read. For each table `x` of a connection there is a temporary view `shadow_x`
 * that selects the same rows and calls a counting function for each. A statement is run on the views instead of
 * the tables, so that it changes nothing.
 */
export interface Shadow {
  /** How many rows a statement would read if it were executed now. */
  readonly rowsOf: (text: string, parameters: readonly unknown[]) => number;
}

type Prepare = (text: string) => Sqlite.Statement;

/** Matches statements that read no rows of tables: transaction control, an insert of values, pragmas, `explain`. */
const READING_NOTHING =
  /^\s*(begin|commit|rollback|savepoint|release|insert into \S+ \([^)]*\) values|pragma|explain)/i;

/** Matches identifiers, and string literals as a whole, so that the words in a literal are not replaced. */
const WORDS = /'[^']*'|\b\w+\b/g;

/**
 * Like `WORDS`, but also matches each `in (select …)` as a whole, so that its table is not replaced. SQLite
 * looks up a value in an index of that table. A view in its place would be materialised, and every row
 * counted.
 */
const WORDS_OUTSIDE_PROBES = new RegExp(`in \\(select "\\w+" from "\\w+"\\)|${WORDS.source}`, "g");

/** `prepare`: the connection's original method, so that the meter does not count the statements of the shadow. */
export function openShadow(connection: Sqlite.Database, prepare: Prepare): Shadow {
  let rowsRead = 0;
  let tables: ReadonlySet<unknown> = new Set();
  connection.function("count_row", (_row) => {
    rowsRead += 1;
    return 1;
  });

  function toShadow(text: string, plan: readonly string[]): string {
    const words = plan.some((step) => step.endsWith("FOR IN-OPERATOR")) ? WORDS_OUTSIDE_PROBES : WORDS;
    return text.replace(words, (word) => (tables.has(word) ? `shadow_${word}` : word));
  }

  return {
    rowsOf(text, parameters) {
      if (READING_NOTHING.test(text)) return 0;
      if (tables.size === 0) tables = createViews(prepare);
      const plan = planOf(prepare, text, parameters);
      const shadow = toShadow(text, plan);
      if (shadow === text) return 0;
      assertSamePlan(text, plan, planOf(prepare, shadow, parameters));
      const statement = prepare(shadow);
      rowsRead = 0;
      if (statement.reader) statement.all(...parameters);
      else statement.run(...parameters);
      return rowsRead;
    },
  };
}

/**
 * Creates a view for each table, and returns the names of the tables. `likelihood` tells the planner
 * that the condition excludes no rows, so that it chooses the same plan as for the table.
 */
function createViews(prepare: Prepare): ReadonlySet<unknown> {
  // Without virtual tables: the operator MATCH does not work on views.
  const found = prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  )
    .pluck()
    .all();
  for (const table of found) {
    const view = `shadow_${table}`;
    const key = keyOf(prepare, table);
    prepare(`create temp view ${view} as select * from main.${table} where likelihood(count_row(${key}), 1.0)`).run();
    for (const event of ["insert", "update", "delete"])
      prepare(`create temp trigger ${view}_${event} instead of ${event} on ${view} begin select 1; end`).run();
  }
  return new Set(found);
}

/** A column that every index of the table has: `rowid`, or the first one of a primary key without it. */
function keyOf(prepare: Prepare, table: unknown): unknown {
  const key =
    prepare(`select columns.name from pragma_table_list(?) as tables, pragma_table_info(tables.name) as columns
    where wr = 1 and pk = 1`);
  return key.pluck().get(table) ?? "rowid";
}

/** The steps of a query plan, without steps that appear only when a statement changes a view. */
function planOf(prepare: Prepare, query: string, parameters: readonly unknown[]): string[] {
  return prepare(`explain query plan ${query}`)
    .all(...parameters)
    .map((step) => (step as { detail: string }).detail) // The columns of `explain query plan` are fixed.
    .filter((step) => !/^(SCAN shadow_|REUSE LIST)/.test(step))
    .map((step) =>
      step
        .replace("main.", "")
        .replace("COVERING ", "")
        .replace(/subquery-\d+/, "subquery"),
    );
}

/**
 * Throws when the plans differ, because the numbers of rows would differ too. A write to a table may have
 * more steps than the same write to its view, because only the former checks foreign keys.
 */
function assertSamePlan(text: string, plan: readonly string[], counted: readonly string[]): void {
  const isReading = /^\s*(select|with)/i.test(text);
  if (isReading ? plan.join() === counted.join() : counted.every((step) => plan.includes(step))) return;
  throw new Error(`Counting the rows of "${text}" changes its query plan: ${plan.join()} became ${counted.join()}.`);
}
