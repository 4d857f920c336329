import { randomBytes } from "node:crypto";
import { connectSession, withSchema } from "./connection.ts";
import { dropWithRestores, listSchemas } from "./schemas.ts";

const PREFIX = "triptych_drill_";

/**
 * Creates an empty schema for a copy of the data; disposing drops it. First drops those of processes that were killed,
 * whose locks the server has released.
 */
export async function openScratch(url: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const client = await connectSession(url);
  const tryLock = async (schema: string): Promise<boolean> => {
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
      [schema],
    );
    return rows[0]?.locked === true;
  };
  for (const left of await listSchemas(client, PREFIX)) if (await tryLock(left)) await dropWithRestores(client, left);
  const schema = `${PREFIX}${randomBytes(6).toString("hex")}`;
  await tryLock(schema);
  await client.query(`create schema ${schema}`);
  return {
    url: withSchema(url, schema),
    async [Symbol.asyncDispose]() {
      await dropWithRestores(client, schema);
      await client.end();
    },
  };
}
