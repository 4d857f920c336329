import type { Context } from "../../context/context.ts";
import * as access from "../../recovery/access.ts";
import { ACCESS, SIGN_IN } from "../design/paths.ts";
import { withNext } from "../forms/next-path.ts";
import type { Destination, NoticeName } from "../forms/notices.ts";

/**
 * Where to go after a change that ended all sessions of an account: to sign in. If keys, webhooks or shares still have
 * access to it, the owner sees them next.
 */
export async function signInAgain({ database }: Context, accountId: number, notice: NoticeName): Promise<Destination> {
  const isEmpty = access.isEmpty(await access.list(database, accountId));
  return { path: withNext(SIGN_IN, isEmpty ? "" : ACCESS), notice };
}
