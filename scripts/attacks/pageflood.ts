import { openSession } from "../../harness/sessions.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import type { Attack } from "./attack.ts";

/** Requests of an account in a minute, by default. */
const LIMIT = 600;

export const PAGEFLOOD: Attack = {
  title: "pages of one member as fast as possible, which write events to the audit log and test webhooks",
  loops: 16,
  settings: { WEBHOOK_PRIVATE_NETWORKS: "allow" },
  async prepare({ base, databaseUrl, attacker }) {
    const database = openDatabase(databaseUrl);
    const { cookie, paths } = await signIn(database, attacker.email);
    const page = await fetch(`${base}/account/webhooks`, { headers: { cookie } });
    const csrf = /name="_csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
    const [csrfCookie = ""] = page.headers.getSetCookie().map((text) => text.split(";", 1)[0]);
    const countAudited = () => countRows(database, "audit_events");
    const [startedAt, before] = [Date.now(), await countAudited()];
    let requests = 0;
    return {
      async attackOnce() {
        requests += 1;
        const response = await fetch(base + paths[requests % paths.length], {
          method: "POST",
          headers: { cookie: `${cookie}; ${csrfCookie}` },
          body: new URLSearchParams({ _csrf: csrf }),
          redirect: "manual",
        }).catch(() => undefined);
        await response?.arrayBuffer();
        return response?.status ?? 0;
      },
      async check() {
        // The first and the last minute may be incomplete.
        const minutes = Math.ceil((Date.now() - startedAt) / 60_000) + 1;
        // Another account works meanwhile, and the victim logs in.
        const audited = (await countAudited()) - before;
        const tests = await countRows(database, "webhook_deliveries");
        await database.destroy();
        const isBounded = audited <= minutes * LIMIT && tests <= minutes * webhooks.TESTS_PER_MINUTE;
        return isBounded ? undefined : `${audited} events were written to the audit log, and ${tests} webhooks tested.`;
      },
    };
  },
};

/** Creates two webhooks and a session. Returns the session's cookie, and the paths that the attack posts to. */
async function signIn(database: Database, email: string) {
  const account = await accounts.findByEmail(database, email);
  if (account === undefined) throw new Error(`There is no account ${email}.`);
  const webhook = { url: "http://127.0.0.1:9/", types: ["item.created"] } as const;
  const paths: string[] = [];
  for (let count = 0; count < 2; count++) {
    const { id } = await webhooks.create(database, Date.now, account.id, webhook, { allowsPrivate: true });
    paths.push(`/account/webhooks/${id}/test`, `/account/webhooks/${id}/rotate`);
  }
  const session = await openSession(database, Date.now, { id: account.id, credential_version: 1 });
  return { cookie: `triptych_session=${session}`, paths };
}

async function countRows(database: Database, table: "audit_events" | "webhook_deliveries"): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
