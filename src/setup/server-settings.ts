import { Failure } from "#contract/failure";
import { record } from "../audit/record.ts";
import { type Database, inTransaction, type Transaction } from "../database/database.ts";
import { SERVER_NAME, serverNameOf } from "../mail/server-name.ts";
import * as registrationPolicy from "./registration-policy.ts";

/** Maximum length of the name of a server, in characters. */
export const MAX_NAME_LENGTH = 60;

/** What administrators choose for everybody who uses the server. */
export interface ServerSettings {
  readonly name: string;
  /** Whether anybody may register; undefined if the environment decides that. */
  readonly isRegistrationOpen: boolean | undefined;
}

/**
 * Stores the settings of the server; returns whether they are others than before. Throws `invalid`, which names the
 * field `name`, for a name that is empty, longer than 60 characters, or has line breaks or other controls.
 */
export async function save(database: Database, { name, isRegistrationOpen }: ServerSettings): Promise<boolean> {
  assertName(name);
  return inTransaction(database, async (transaction) => {
    const isNamed = await storeName(transaction, name);
    if (isRegistrationOpen === undefined) return isNamed;
    if ((await registrationPolicy.isOpen(transaction, undefined)) === isRegistrationOpen) return isNamed;
    await registrationPolicy.store(transaction, isRegistrationOpen);
    return true;
  });
}

function assertName(name: string): void {
  const hasControl = /\p{Cc}/u.test(name);
  if (name !== "" && [...name].length <= MAX_NAME_LENGTH && !hasControl) return;
  const problem = hasControl
    ? { message: "is not valid", reason: "not-valid" }
    : {
        message: `must have 1 to ${MAX_NAME_LENGTH} characters`,
        reason: "not-so-many-characters",
        values: { least: 1, limit: MAX_NAME_LENGTH },
      };
  throw new Failure("invalid", "Please correct the fields below.", {
    reason: "fields-wrong",
    details: [{ path: "/name", ...problem }],
  });
}

/** Returns whether the name is another one. */
async function storeName(transaction: Transaction, name: string): Promise<boolean> {
  const current = await serverNameOf(transaction);
  if (name === current) return false;
  record(transaction, {
    action: "settings.name",
    accountId: null,
    target: { kind: "setting", id: "name" },
    details: { value: { from: current, to: name } },
  });
  await transaction
    .insertInto("server_settings")
    .values({ name: SERVER_NAME, value: name })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: name }))
    .execute();
  return true;
}
