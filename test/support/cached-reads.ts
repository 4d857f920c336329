import { AsyncLocalStorage } from "node:async_hooks";
import Sqlite from "better-sqlite3";
import { ResponseCache } from "#contract/cache/response-cache";
import { TABLE_GROUPS } from "../../src/database/schema/table-groups.ts";

// Records which tables the statements of cached operations read. `openApp` fails a test in which such an operation
// reads a table that it does not declare in `src/api/cached-operations.ts`: writes to it would not invalidate the
// response. Only statements on SQLite are recorded; the operations are the same on PostgreSQL.

/** A call of the function that loads a response for the cache. */
interface CachedLoad {
  /** The groups of tables that the operation declares. */
  readonly declared: readonly string[];
  /** The contract and the operationId, once the handler is called. */
  operation: string;
}

const EXECUTE_METHODS = ["run", "get", "all", "iterate"] as const;

/** The group of each table. Triggers on tables of the library fill the full-text indexes;
 * those that count the bytes of pages change `libraries`. */
const GROUP_OF_TABLE: ReadonlyMap<string, string> = new Map([
  ["item_index", "library"],
  ["item_index_words", "library"],
  ["item_texts", "library"],
  ["account_icons", "library"],
  ["text_index", "library"],
  ["text_index_words", "library"],
  ...Object.entries(TABLE_GROUPS).flatMap(([group, tables]) => tables.map((table): [string, string] => [table, group])),
]);

const loads = new AsyncLocalStorage<CachedLoad>();
const groups = new Map<string, Set<string>>();
const undeclared = new Set<string>();
let loadCount = 0;

/** The groups of tables that each cached operation has read in this process, by contract and operationId. */
export const readGroups: ReadonlyMap<string, ReadonlySet<string>> = groups;

/** How many responses of cached operations were loaded, instead of being taken from the cache. */
export function countCachedLoads(): number {
  return loadCount;
}

/** Returns a sentence for each undeclared read since the last call. */
export function takeUndeclaredReads(): string[] {
  const found = [...undeclared];
  undeclared.clear();
  return found;
}

/** Names the operation whose response is being loaded. Call it before its handler runs. */
export function nameCachedLoad(contract: string, operation: string): void {
  const load = loads.getStore();
  if (load === undefined) return;
  loadCount += 1;
  load.operation = `${contract} ${operation}`;
  if (!groups.has(load.operation)) groups.set(load.operation, new Set());
}

/** The tables whose names a statement contains, by its text; the tables are those of its database. */
const tablesOfStatements = new Map<string, readonly string[]>();

function tablesIn(text: string, connection: Sqlite.Database): readonly string[] {
  const known = tablesOfStatements.get(text);
  if (known !== undefined) return known;
  const words = new Set(text.match(/\w+/g));
  // Outside the load, so that this read is not recorded.
  const found = loads.exit(() => namesOf(connection)).filter((name) => words.has(name));
  tablesOfStatements.set(text, found);
  return found;
}

/** The tables of a database, without temporary ones. A pragma, because meters of other tests count prepared statements. */
function namesOf(connection: Sqlite.Database): string[] {
  // A cast: the columns of `PRAGMA table_list`.
  const tables = connection.pragma("table_list") as { readonly schema: string; readonly name: string }[];
  return tables.flatMap(({ schema, name }) => (schema === "main" && !name.startsWith("sqlite_") ? [name] : []));
}

function record(connection: Sqlite.Database, text: string): void {
  const load = loads.getStore();
  if (load === undefined) return;
  for (const table of tablesIn(text, connection)) {
    const group = GROUP_OF_TABLE.get(table);
    if (group === undefined || !load.declared.includes(group))
      undeclared.add(`${load.operation} reads ${table}, which it does not declare in src/api/cached-operations.ts.`);
    else groups.get(load.operation)?.add(group);
  }
}

/** Makes the methods of all statements record what they read. */
function recordStatements(): void {
  const memory = new Sqlite(":memory:");
  const prototype: Sqlite.Statement = Object.getPrototypeOf(memory.prepare("select 1"));
  memory.close();
  for (const name of EXECUTE_METHODS) {
    const execute = prototype[name];
    const value = function (this: Sqlite.Statement, ...parameters: unknown[]) {
      record(this.database, this.source);
      return Reflect.apply(execute, this, parameters);
    };
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}

const { cached } = ResponseCache.prototype;

function cachedRecorded(
  this: ResponseCache,
  load: (request: unknown) => Promise<unknown>,
  declared: readonly string[],
  operation: unknown,
) {
  const recorded = (request: unknown) => loads.run({ declared, operation: "unknown" }, () => load(request));
  return Reflect.apply(cached, this, [recorded, declared, operation]);
}

recordStatements();
Object.defineProperty(ResponseCache.prototype, "cached", { value: cachedRecorded });
