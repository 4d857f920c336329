import { argv, stdout } from "node:process";
import { startServer, temporaryDatabase } from "../scripts/server.ts";
import * as accounts from "../src/accounts/accounts.ts";
import { openDatabase } from "../src/database/database.ts";
import { migrate } from "../src/database/migrate.ts";
import { openVisitor } from "../test/support/visitor.ts";
import { median, progress } from "./reporting.ts";

const HELP = `Whether somebody can tell by the time that a sign-in takes if an address is known: 200 with an unknown address and 200 with a wrong password, in
turn, over the API and over the page. Prints the medians and their ratio.

Usage: npm run bench:sign-in
`;

const TIMES = 200;

/** Further apart than this the medians should not be. */
const TOLERANCE = 0.1;

type SignIn = (email: string) => Promise<number>;

if (argv.includes("--help")) stdout.write(HELP);
else await bench();

async function bench(): Promise<void> {
  const { url, remove } = await temporaryDatabase();
  await createAccounts(url);
  const { base, stop } = await startServer(url, { LOGIN_LIMIT_PER_MINUTE: "1000000" });
  try {
    stdout.write(
      "| Sign-in | unknown address, median ms | wrong password, median ms | ratio | |\n|---|---|---|---|---|\n",
    );
    stdout.write(`| ${(await measure("POST /api/user/login", overApi(base), "api")).join(" | ")} |\n`);
    stdout.write(`| ${(await measure("POST /account/sign-in", await overPage(base), "page")).join(" | ")} |\n`);
  } finally {
    await stop();
    await remove();
  }
}

/** One account per attempt, so that none is slowed down for its failures; all with one password, hashed once. */
async function createAccounts(url: string): Promise<void> {
  const database = openDatabase(url);
  await migrate(database, url);
  const { id } = await accounts.create(database, Date.now, {
    email: "ann@example.com",
    name: "Ann",
    password: "a long password",
  });
  const { password_hash } = await database
    .selectFrom("accounts")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const now = Date.now();
  for (const way of ["api", "page"]) {
    const rows = Array.from({ length: TIMES }, (_, number) => ({
      email: `known${number}@${way}.example`,
      email_key: `known${number}@${way}.example`,
      name: "Known",
      locale: "en" as const,
      password_hash,
      registered_at: now,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }));
    await database.insertInto("accounts").values(rows).execute();
  }
  await database.destroy();
}

function overApi(base: string): SignIn {
  return async (email) => {
    const { status } = await fetch(`${base}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: "not the password" }),
    });
    return status;
  };
}

async function overPage(base: string): Promise<SignIn> {
  const visitor = openVisitor(base);
  await visitor.get("/account/sign-in");
  return async (email) => (await visitor.post("/account/sign-in", { email, password: "not the password" })).status;
}

/** Signs in with unknown and with known addresses in turn; gives back a row of the table. */
async function measure(name: string, signIn: SignIn, way: string): Promise<string[]> {
  for (let warmUp = 0; warmUp < 20; warmUp++) await signIn(`warm${warmUp}@${way}.example`);
  const unknown: number[] = [];
  const known: number[] = [];
  for (let number = 0; number < TIMES; number++) {
    progress(`${name}: ${number} of ${TIMES} …`);
    unknown.push(await timed(signIn, `unknown${number}@${way}.example`));
    known.push(await timed(signIn, `known${number}@${way}.example`));
  }
  progress("");
  const ratio = median(unknown) / median(known);
  const verdict = Math.abs(ratio - 1) <= TOLERANCE ? "within 10 %" : "MORE THAN 10 % APART";
  return [name, median(unknown).toFixed(2), median(known).toFixed(2), ratio.toFixed(3), verdict];
}

async function timed(signIn: SignIn, email: string): Promise<number> {
  const started = performance.now();
  const status = await signIn(email);
  if (status !== 401) throw new Error(`A sign-in was answered ${status}.`);
  return performance.now() - started;
}
