import type { Test } from "tap";
import { trackSecrets } from "../../harness/canary.ts";
import { EVENT_TYPES, type EventType } from "../../src/library/events/event-types.ts";
import * as webhooks from "../../src/webhooks/webhooks.ts";
import type { TestApp } from "./app.ts";
import { openLibrary } from "./library.ts";

/** Starts a server that may send webhooks to this machine, with Ann and Bob. */
export async function openWithWebhooks(t: Test, settings: Readonly<Record<string, string>> = {}) {
  // Tests let days pass, in which tokens stay valid.
  const library = await openLibrary(t, { WEBHOOK_PRIVATE_NETWORKS: "allow", TOKEN_LIFETIME: "31536000", ...settings });
  const { context } = library.app;
  return {
    ...library,
    /** Creates a webhook of all types, unless others are given. */
    addWebhook: (owner: { readonly id: number }, url: string, types?: readonly EventType[]) =>
      createWebhook(library.app, owner.id, url, types),
    /** Lets time pass, and retries what is due then. */
    async retryAfter(milliseconds: number) {
      library.advanceClock(milliseconds);
      context.webhooks.wake();
    },
  };
}

/** Creates a webhook as on the page, and returns its id and its secret. */
export async function createWebhook(
  { context }: Pick<TestApp, "context">,
  accountId: number,
  url: string,
  types: readonly EventType[] = EVENT_TYPES,
) {
  const created = await webhooks.create(
    context.database,
    context.clock,
    accountId,
    { url, types },
    {
      allowsPrivate: context.config.webhookPrivateNetworks === "allow",
    },
  );
  trackSecrets(created.secret);
  return created;
}
