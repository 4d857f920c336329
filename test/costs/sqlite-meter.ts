import Sqlite from "better-sqlite3";
import type { EngineMeter } from "./engine-meter.ts";
import { openShadow, type Shadow } from "./sqlite-shadow.ts";

const EXECUTE_METHODS = ["run", "get", "all", "iterate"] as const;

/**
 * The meter for SQLite. SQLite does not count the rows it reads, so each statement first runs on the counting
 * views of `sqlite-shadow.ts`. Excludes what triggers and foreign keys read.
 */
export function installSqliteMeter(): EngineMeter {
  let [statements, commits, rows, isOn] = [0, 0, 0, false];
  const shadows = new WeakMap<Sqlite.Database, Shadow>();
  const { prepare, exec } = Sqlite.prototype;

  function shadowOf(connection: Sqlite.Database): Shadow {
    const shadow = shadows.get(connection) ?? openShadow(connection, (text) => prepare.call(connection, text));
    shadows.set(connection, shadow);
    return shadow;
  }

  function count(connection: Sqlite.Database, text: string, parameters: readonly unknown[]): void {
    if (!isOn) return;
    statements += 1;
    commits += commitsWrites(connection, text) ? 1 : 0;
    rows += shadowOf(connection).rowsOf(text, parameters);
  }

  /** Whether a statement ends a transaction in which rows may have been written. */
  function commitsWrites(connection: Sqlite.Database, text: string): boolean {
    if (connection.inTransaction) return /^commit/i.test(text);
    return /^(insert|update|delete|with)/i.test(text) && !prepare.call(connection, text).readonly;
  }

  function prepareCounted(this: Sqlite.Database, text: string): Sqlite.Statement {
    const statement = prepare.call(this, text);
    for (const name of EXECUTE_METHODS) {
      const execute = statement[name];
      const value = (...parameters: unknown[]) => {
        count(this, text, parameters.flat());
        return Reflect.apply(execute, statement, parameters);
      };
      Object.defineProperty(statement, name, { value, configurable: true });
    }
    return statement;
  }

  function executeCounted(this: Sqlite.Database, text: string): Sqlite.Database {
    count(this, text, []);
    return exec.call(this, text);
  }

  Object.defineProperty(Sqlite.prototype, "prepare", { value: prepareCounted });
  Object.defineProperty(Sqlite.prototype, "exec", { value: executeCounted });
  return {
    async begin() {
      [statements, commits, rows, isOn] = [0, 0, 0, true];
    },
    async end() {
      isOn = false;
      return { statements, commits, rows };
    },
  };
}
