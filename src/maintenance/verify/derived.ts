import { sql } from "kysely";
import type { Value } from "../../database/core/engine.ts";
import type { Database, Transaction } from "../../database/database.ts";
import { engineOf } from "../../database/engine.ts";
import { contentOf, type Derived, type DerivedCheck, derivedOn } from "../tables/derived.ts";
import { isDerived } from "../tables/tables.ts";
import { type Check, MAX_FOUND, type Problem } from "./check.ts";

type Row = Readonly<Record<string, Value>>;

/** Compares the derived tables of a check with the tables from which they are derived. */
export function checkOf(name: DerivedCheck): Check {
  return {
    name,
    async *find(snapshot) {
      for (const derived of derivedOn(engineOf(snapshot)))
        if (derived.check === name) yield* findDifferences(snapshot, derived);
    },
  };
}

/** Finds the rows that a derived table lacks, has in excess, or with another number. */
async function* findDifferences(snapshot: Database, derived: Derived): AsyncIterable<Problem> {
  const { table, key, count, from, also = [], message } = derived;
  const names = sql.join(key.map((name) => sql.ref(name)));
  const columns = [
    ...key.map((name) => sql`${sql.ref(name)} as ${sql.ref(name)}`),
    ...also.map((name) => sql.ref(`expected.${name}`)),
  ];
  const valueIn = (side: "expected" | "stored") => {
    const value = count === undefined ? sql`1` : sql.ref(`${side}.${count}`);
    return sql`case when ${sql.ref(`${side}.${key[0]}`)} is null then 0 else ${value} end`;
  };
  const { rows } = await sql<Row & { expected_value: number; stored_value: number }>`
    select ${sql.join(columns)}, ${valueIn("expected")} as expected_value, ${valueIn("stored")} as stored_value
    from (${sql.raw(from)}) as expected full join ${contentOf(table)} as stored using (${names})
    where ${valueIn("expected")} <> ${valueIn("stored")} order by ${names} limit ${MAX_FOUND}`.execute(snapshot);
  for (const { stored_value, expected_value, ...row } of rows)
    yield {
      message: message(row, stored_value, expected_value),
      repair: (transaction) =>
        count === undefined
          ? rebuild(transaction, derived, row)
          : add(transaction, derived, count, row, expected_value - stored_value),
    };
}

/** Deletes a row and inserts it again if it should exist by now. */
async function rebuild(transaction: Transaction, { table, key, from, of = key }: Derived, row: Row): Promise<void> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  await sql`delete from ${sql.table(table)} where ${has(row, key)}`.execute(transaction);
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from (select * from (${sql.raw(from)}) as listed where ${has(row, of)}) as expected
    where ${has(row, key)} on conflict do nothing`.execute(transaction);
}

/** Adds a difference to a counter: it stays the same while triggers keep counting. */
async function add(
  transaction: Transaction,
  { table, key }: Derived,
  count: string,
  row: Row,
  change: number,
): Promise<void> {
  const [name, column] = [sql.table(table), sql.ref(count)];
  const { numAffectedRows = 0n } =
    await sql`update ${name} set ${column} = ${column} + ${change} where ${has(row, key)}`.execute(transaction);
  // The rows of other tables exist without their counters.
  if (!isDerived(table)) return;
  if (numAffectedRows === 0n)
    await sql`insert into ${name} (${sql.join([...key, count].map((each) => sql.ref(each)))})
      values (${sql.join([...key.map((each) => row[each]), change])})`.execute(transaction);
  else await sql`delete from ${name} where ${has(row, key)} and ${column} = 0`.execute(transaction);
}

function has(row: Row, names: readonly string[]) {
  return sql.join(
    names.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  );
}
