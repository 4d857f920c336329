import type { Current } from "#contract/request/preconditions";
import * as ownAccount from "../../accounts/own-account.ts";
import type { Context } from "../../context/context.ts";
import * as profile from "../../library/collections/profile.ts";
import { toAccountChange, toPublicAccount, toUser } from "./account-wire.ts";
import type { Handlers, Req, Res } from "./collection-handlers.ts";

/** The operations on the caller's account, and on the public part of others. */
export class AccountHandlers implements Partial<Handlers> {
  readonly #context: Context;
  readonly #services: ownAccount.OwnAccountServices;

  constructor(context: Context, services: ownAccount.OwnAccountServices) {
    this.#context = context;
    this.#services = services;
  }

  async getAccount({ principal }: Req<"getAccount">): Res<"getAccount"> {
    const { body, version } = await this.#currentAccount(principal.accountId);
    return { status: 200, body, version };
  }

  async updateAccount({ body, principal, client, ifMatch }: Req<"updateAccount">): Res<"updateAccount"> {
    const { accountId } = principal;
    const change = toAccountChange(body, client);
    await ifMatch(
      () => this.#currentAccount(accountId),
      (ifVersion) => ownAccount.update(this.#context.database, this.#services, accountId, change, { ifVersion }),
    );
    const { user } = (await this.#currentAccount(accountId)).body;
    return { status: 200, body: { result: true, user, item: user } };
  }

  async getUser({ params }: Req<"getUser">): Res<"getUser"> {
    const account = await profile.findPublic(this.#context.database, params.name);
    return { status: 200, body: toPublicAccount(account) };
  }

  /** The body of `getAccount`, and the version of the account, which is also part of the entity tag. */
  async #currentAccount(accountId: number) {
    const { database, config } = this.#context;
    const found = await profile.getProfile(database, accountId);
    const body = {
      result: true as const,
      user: toUser(found, { quota: config.accountQuota, confirmsEmail: config.mail !== undefined }),
    };
    const { version } = found.account;
    return { body, version, etagVersion: version } satisfies Current;
  }
}
