import Sqlite from "better-sqlite3";
import { type DatabaseConnection, type DialectAdapter, type Driver, Kysely, type TransactionSettings } from "kysely";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import type { Schema } from "../../src/database/schema/schema.ts";
import { sameVersions, type TableVersions } from "../../src/database/schema/table-groups.ts";
import { configure } from "../../src/database/sqlite/driver/configure.ts";
import { SqliteFileAdapter, SqliteFileDialect } from "../../src/database/sqlite/driver/dialect.ts";
import { SqliteFileDriver } from "../../src/database/sqlite/driver/driver.ts";

/**
 * An SQLite database in memory that returns to a saved state in less than a millisecond: it continues with a copy
 * of that state. Deleting all rows and inserting them again would take thirty times as long.
 */
export class RestorableDatabase {
  readonly #driver = new ReplaceableDriver();
  #saved: Buffer | undefined;
  readonly database: Database = new Kysely<Schema>({ dialect: new RestorableDialect(this.#driver) });

  /** Opens a database with all tables, and without rows. */
  static async open(): Promise<RestorableDatabase> {
    const opened = new RestorableDatabase();
    await migrate(opened.database, "sqlite::memory:");
    return opened;
  }

  /** Saves the current state, for `restore`. */
  save(): void {
    this.#saved = this.#driver.memory.serialize();
  }

  /** Returns to the saved state. Statements that are still running change only the state that this leaves. */
  async restore(): Promise<void> {
    if (this.#saved === undefined) throw new Error("No state has been saved.");
    await this.#driver.continueWith(new Sqlite(this.#saved));
  }

  /** The rows of a query without parameters. */
  rowsOf<Row>(query: string): Row[] {
    return this.#driver.memory.prepare<[], Row>(query).all();
  }
}

class RestorableDialect extends SqliteFileDialect {
  readonly #driver: ReplaceableDriver;

  constructor(driver: ReplaceableDriver) {
    super({ writer: driver.memory });
    this.#driver = driver;
  }

  override createDriver(): Driver {
    return this.#driver;
  }

  override createAdapter(): DialectAdapter {
    return new RestorableAdapter(this.#driver);
  }
}

class RestorableAdapter extends SqliteFileAdapter {
  override readonly tableVersions: () => TableVersions | undefined;

  constructor(driver: ReplaceableDriver) {
    super({ writer: driver.memory }, {});
    this.tableVersions = () => sameVersions(driver.dataVersion());
  }
}

/** Passes all calls on to the driver of the current database. */
class ReplaceableDriver implements Driver {
  memory = configure(new Sqlite(":memory:"));
  #driver = new SqliteFileDriver({ writer: this.memory }, 0);
  #previous: Sqlite.Database | undefined;
  #replacements = 0;
  readonly #drivers = new WeakMap<DatabaseConnection, SqliteFileDriver>();

  async continueWith(memory: Sqlite.Database): Promise<void> {
    this.#previous?.close();
    this.#previous = this.memory;
    this.memory = configure(memory);
    this.#driver = new SqliteFileDriver({ writer: this.memory }, 0);
    this.#replacements += 1;
    await this.#driver.init();
  }

  /** Different for all states of all databases, so that no response of an earlier state is used. */
  dataVersion(): string {
    return `${this.#replacements} ${this.memory.prepare("select total_changes()").pluck().get()}`;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await this.#driver.acquireConnection();
    this.#drivers.set(connection, this.#driver);
    return connection;
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#driverOf(connection).releaseConnection(connection);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#driverOf(connection).beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#driverOf(connection).commitTransaction(connection);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#driverOf(connection).rollbackTransaction(connection);
  }

  async destroy(): Promise<void> {
    this.#previous?.close();
    await this.#driver.destroy();
  }

  #driverOf(connection: DatabaseConnection): SqliteFileDriver {
    return this.#drivers.get(connection) ?? this.#driver;
  }
}
