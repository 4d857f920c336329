import type { KeyedRequest, StoredResponse } from "#contract/request/keyed-request";
import { type Database, inTransaction } from "../database/database.ts";
import * as storedResponses from "../idempotency/stored-responses.ts";

/**
 * Performs a change with `respond` and returns its response. For a request with a key, the change and
 * the response are stored in one transaction; if the request was carried out before, returns the
 * stored response instead. Throws `conflict` while another request with the key is in progress, and
 * throws like `storedResponses.find`.
 */
export async function once<const Response extends StoredResponse>(
  database: Database,
  clock: () => number,
  request: KeyedRequest | undefined,
  respond: (database: Database) => Promise<Response>,
): Promise<Response> {
  if (request === undefined) return respond(database);
  return inTransaction(database, async (transaction) => {
    const stored = await storedResponses.take(transaction, clock, request);
    // A cast: the fingerprint includes the path, so the same operation returned this response.
    if (stored !== undefined) return stored as Response;
    const response = await respond(transaction);
    await storedResponses.store(transaction, clock, request, response);
    return response;
  });
}
