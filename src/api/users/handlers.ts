import type * as http from "#contract/handler-types";
import { networkOf } from "#contract/request/network";
import type { operations, security } from "../../../generated/users.ts";
import * as accounts from "../../accounts/accounts.ts";
import * as listing from "../../accounts/listing.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Context } from "../../context/context.ts";
import { once } from "../once.ts";
import { assertMayChangeCredentials, assertSelfOrAdministrator } from "./permissions.ts";
import { toAccountChange, toNewAccount, toSingleUser, toUserPage, withFieldErrors } from "./wire.ts";

type Handlers = http.Handlers<operations, security, Principal>;
type Req<Id extends keyof operations> = http.Req<operations[Id], http.Caller<security[Id], Principal>>;
type Res<Id extends keyof operations> = Promise<http.Res<operations[Id]>>;

/** The operations of the users contract. */
export class UserHandlers implements Handlers {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  async listUsers({ query }: Req<"listUsers">): Res<"listUsers"> {
    return { status: 200, body: toUserPage(await listing.page(this.#context.database, query)) };
  }

  async createUser({ body, client, keyed }: Req<"createUser">): Res<"createUser"> {
    const { database, clock } = this.#context;
    const account = { ...toNewAccount(body), network: networkOf(client.address) };
    // Before the transaction of `once`, because hashing is slow.
    const passwordHash = await withFieldErrors(() => accounts.hashPassword(account));
    return once(database, clock, keyed, async (handle) => {
      const { id } = await withFieldErrors(() => accounts.createWithHash(handle, clock, account, passwordHash));
      return {
        status: 201,
        headers: { Location: `/api/v1/users/${id}.json` },
        body: { status: { code: 201, message: "User Account was successfully created." } },
      };
    });
  }

  async getUser({ params, principal }: Req<"getUser">): Res<"getUser"> {
    assertSelfOrAdministrator(principal, params.id);
    const { account, logins } = await accounts.getProfile(this.#context.database, params.id);
    return { status: 200, body: toSingleUser(account, logins), version: account.version };
  }

  async putUser(request: Req<"putUser">): Res<"putUser"> {
    return this.patchUser(request);
  }

  async patchUser({ params, body, principal, client, ifMatch }: Req<"patchUser">): Res<"patchUser"> {
    assertSelfOrAdministrator(principal, params.id, body);
    assertMayChangeCredentials(principal, body);
    const { database, clock } = this.#context;
    const change = { ...toAccountChange(body), network: networkOf(client.address) };
    await ifMatch(
      () => this.#readCurrent(params.id),
      (ifVersion) => withFieldErrors(() => accounts.update(database, clock, params.id, change, { ifVersion })),
    );
    return { status: 200, body: { status: { code: 200, message: "User Account was successfully updated." } } };
  }

  async deleteUser({ params, ifMatch }: Req<"deleteUser">): Res<"deleteUser"> {
    const { database, clock } = this.#context;
    await ifMatch(
      () => this.#readCurrent(params.id),
      (ifVersion) => accounts.remove(database, clock, params.id, { ifVersion }),
    );
    return { status: 200, body: { status: { code: 200, message: "User Account was successfully deleted." } } };
  }

  /** The body of `getUser`, and the version of the account, which is also part of the entity tag. */
  async #readCurrent(id: number) {
    const { account, logins } = await accounts.getProfile(this.#context.database, id);
    return { body: toSingleUser(account, logins), version: account.version, etagVersion: account.version };
  }
}
