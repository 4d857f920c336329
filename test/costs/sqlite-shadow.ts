import type Sqlite from "better-sqlite3";

/** The tables of a connection once more, as views that count the rows which are looked at, and whose changes change nothing. */
export interface Shadow {
  /** How many rows a statement goes through, if it were run now. */
  readonly rowsOf: (text: string, parameters: readonly unknown[]) => number;
}

type Prepare = (text: string) => Sqlite.Statement;

/** What reads no row: the ends of a transaction, an insertion of values, what asks for the schema. */
const READING_NOTHING =
  /^\s*(begin|commit|rollback|savepoint|release|insert into \S+ \([^)]*\) values|pragma|explain)/i;

/** Words, but those of a text. */
const WORDS = /'[^']*'|\b\w+\b/g;

/** The same, but those of a whole table that the engine asks only whether it holds a value: of a view it would make a list first. */
const WORDS_BUT_PROBED = new RegExp(`in \\(select "\\w+" from "\\w+"\\)|${WORDS.source}`, "g");

/** Makes the shadow of a connection; `prepare` is the connection's own, uncounted. */
export function openShadow(connection: Sqlite.Database, prepare: Prepare): Shadow {
  let visited = 0;
  let tables: ReadonlySet<unknown> = new Set();
  connection.function("visit", (_row) => {
    visited += 1;
    return 1;
  });

  function shadowOf(text: string, plan: readonly string[]): string {
    const words = plan.some((step) => step.endsWith("FOR IN-OPERATOR")) ? WORDS_BUT_PROBED : WORDS;
    return text.replace(words, (word) => (tables.has(word) ? `shadow_${word}` : word));
  }

  return {
    rowsOf(text, parameters) {
      if (READING_NOTHING.test(text)) return 0;
      if (tables.size === 0) tables = makeViews(prepare);
      const plan = planOf(prepare, text, parameters);
      const shadow = shadowOf(text, plan);
      if (shadow === text) return 0;
      refuseOtherPlan(text, plan, planOf(prepare, shadow, parameters));
      const statement = prepare(shadow);
      visited = 0;
      if (statement.reader) statement.all(...parameters);
      else statement.run(...parameters);
      return visited;
    },
  };
}

/** `likelihood` says that the counting narrows nothing down, so that the engine plans as it would without. */
function makeViews(prepare: Prepare): ReadonlySet<unknown> {
  const found = prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .pluck()
    .all();
  for (const table of found) {
    const view = `shadow_${table}`;
    prepare(`create temp view ${view} as select * from main.${table} where likelihood(visit(rowid), 1.0)`).run();
    for (const event of ["insert", "update", "delete"])
      prepare(`create temp trigger ${view}_${event} instead of ${event} on ${view} begin select 1; end`).run();
  }
  return new Set(found);
}

/** The steps in which the engine goes about a query; those left out that a view needs when it is changed, and a table does not. */
function planOf(prepare: Prepare, query: string, parameters: readonly unknown[]): string[] {
  return prepare(`explain query plan ${query}`)
    .all(...parameters)
    .map((step) => String(Reflect.get(Object(step), "detail")))
    .filter((step) => !/^(SCAN shadow_|REUSE LIST)/.test(step))
    .map((step) => step.replace("main.", "").replace("COVERING ", ""));
}

/** On another way the rows would be others. The plan of a change names the foreign keys of its table too. */
function refuseOtherPlan(text: string, plan: readonly string[], counted: readonly string[]): void {
  const isReading = /^\s*(select|with)/i.test(text);
  if (isReading ? plan.join() === counted.join() : counted.every((step) => plan.includes(step))) return;
  throw new Error(
    `To count its rows changes how SQLite goes about "${text}": ${plan.join()} became ${counted.join()}.`,
  );
}
