import type { Mutant } from "./mutant.ts";

/** A change that no test can notice. */
interface Equivalent extends Pick<Mutant, "file" | "code" | "change"> {
  readonly reason: string;
}

/** Left out of the score. `code` is the line on which the change starts. */
export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: "src/cli/start.ts",
    code: 'if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);',
    change: '"sqlite:" → ""',
    reason: "Only a URL of PostgreSQL is something else.",
  },
  {
    file: "src/cli/start.ts",
    code: 'if (databaseUrl.startsWith("sqlite:")) return databaseUrl.slice("sqlite:".length);',
    change: 'databaseUrl.startsWith("sqlite:") → true',
    reason: "Only a URL of PostgreSQL is something else.",
  },
  {
    file: "src/cli/start.ts",
    code: 'return "";',
    change: '"" → "Stryker was here!"',
    reason: "Fastify logs the text with its own logger, which is off.",
  },
  {
    file: "src/library/covers/header.ts",
    code: 'if (/^GIF8[79]a$/.test(file.toString("latin1", 0, 6))) return gifHeader(file);',
    change: "/^GIF8[79]a$/ → /^GIF8[79]a/",
    reason: "The text has at most six characters.",
  },
  {
    file: "src/database/core/failures.ts",
    code: "await setTimeout(Math.random() * MAX_DELAY_MS);",
    change: "Math.random() * MAX_DELAY_MS → Math.random() / MAX_DELAY_MS",
    reason: "The delay is random. A test of it would depend on time.",
  },
  {
    file: "src/library/items/item.ts",
    code: 'const details = [{ path: "/link", message: "must be an http or https address", reason: "not-http-address" }];',
    change: '"must be an http or https address" → ""',
    reason: "The collections API returns the path of a detail, but not its message.",
  },
  {
    file: "src/idempotency/stored-responses.ts",
    code: 'throw isTaken(error, "stored_responses", "key") ? inProgress(error) : error;',
    change: '"key" → ""',
    reason: "On SQLite only one transaction writes at a time. Only PostgreSQL rejects the second insert.",
  },
  {
    file: "src/library/items/bulk-content.ts",
    code: "...(cover !== undefined && { cover }),",
    change: "cover !== undefined → true",
    reason: "Kysely leaves undefined columns out.",
  },
  {
    file: "packages/contract/src/request/network.ts",
    code: 'const [head = "", tail] = groups.split("::");',
    change: '"" → "Stryker was here!"',
    reason: "Splitting a text always returns a first part. The default is for the compiler.",
  },
  {
    file: "src/database/postgres/engine.ts",
    code: "await sql`select pg_advisory_xact_lock(hashtext('triptych migrations'))`.execute(transaction);",
    change: "`select pg_advisory_xact_lock(hashtext('trip… → ``",
    reason: "Only PostgreSQL executes it.",
  },
  {
    file: "src/pages/forms/form-submission.ts",
    code: 'throw new Failure("unprocessable", "The passwords do not match.", {',
    change: '"The passwords do not match." → ""',
    reason: "The form shows the details of the failure instead of its message.",
  },
];

export function reasonFor({ file, code, change }: Mutant): string | undefined {
  return EQUIVALENT.find((entry) => entry.file === file && entry.code === code && entry.change === change)?.reason;
}

/** The entries for these files that match none of their mutants. */
export function listStale(files: readonly string[], mutants: readonly Mutant[]): Equivalent[] {
  return EQUIVALENT.filter(
    ({ file, code, change }) =>
      files.includes(file) &&
      !mutants.some((mutant) => mutant.file === file && mutant.code === code && mutant.change === change),
  );
}
