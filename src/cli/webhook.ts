import { EVENT_TYPES } from "../library/events/event-types.ts";
import { EMAIL_OPTION, withAccount } from "./shared/account-context.ts";
import { defineCommand, JSON_OPTION, YES_OPTION } from "./shared/command.ts";
import { confirm, formatTime, print, printJson, printText } from "./shared/output.ts";
import { printRows } from "./shared/table.ts";

/** `--id` of commands about one webhook. */
const ID_OPTION = {
  type: "integer",
  value: "<id>",
  description: 'the webhook, from "webhook list"',
  required: true,
  min: 1,
} as const;

export const list = defineCommand({
  description: "The status of a disabled webhook is the reason why it is disabled.",
  options: { email: EMAIL_OPTION, json: JSON_OPTION },
  async run({ options: { email, json } }) {
    const webhooks = await import("../webhooks/webhooks.ts");
    await withAccount(email, async ({ database }, { id }) => {
      printRows(
        await webhooks.list(database, id),
        {
          id: (webhook) => webhook.id,
          status: ({ disabled_reason }) => (disabled_reason === null ? "enabled" : `disabled: ${disabled_reason}`),
          waiting: ({ waiting_count }) => waiting_count,
          "last success": ({ last_succeeded_at }) => formatTime(last_succeeded_at),
          events: ({ types }) => types.join(","),
          url: ({ url }) => url,
        },
        { json },
      );
    });
  },
});

export const create = defineCommand({
  description: "Prints its id and its secret, which verifies signatures. The secret can't be shown again.",
  options: {
    email: EMAIL_OPTION,
    url: { type: "string", value: "<url>", description: "where the events are sent", required: true },
    event: {
      type: "string",
      value: "<type>",
      description: "type of events to send, repeatable; without it, all types",
      multiple: true,
      choices: EVENT_TYPES,
    },
    json: JSON_OPTION,
  },
  examples: ["webhook create --email ada@example.com --url https://example.com/hook --event item.created"],
  async run({ options: { email, url, event, json } }) {
    const webhooks = await import("../webhooks/webhooks.ts");
    await withAccount(email, async ({ database, clock, config }, account) => {
      const allowsPrivate = config.webhookPrivateNetworks === "allow";
      const types = event.length === 0 ? EVENT_TYPES : event;
      const created = await webhooks.create(database, clock, account.id, { url, types }, { allowsPrivate });
      if (json) printJson(created);
      else printText(`${created.id}\t${created.secret}\n`);
    });
  },
});

export const test = defineCommand({
  description: "Sends it at once, from this process and without a retry, even if the webhook is disabled.",
  options: { email: EMAIL_OPTION, id: ID_OPTION },
  async run({ options: { email, id } }) {
    const { sendTest } = await import("../webhooks/attempt.ts");
    await withAccount(email, async ({ database, clock, config }, account) => {
      const allowsPrivate = config.webhookPrivateNetworks === "allow";
      const { status, reason } = await sendTest(database, clock, account.id, id, { allowsPrivate });
      const detail = status === null ? `${reason}` : `status ${status}`;
      if (reason !== null) throw new Error(`The test event was not accepted: ${detail}. See docs/webhooks.md.`);
      print(`The test event was accepted: ${detail}.`);
    });
  },
});

export const enable = defineCommand({
  description: "It receives the events from now on, not those that happened while it was disabled.",
  options: { email: EMAIL_OPTION, id: ID_OPTION },
  async run({ options: { email, id } }) {
    const webhooks = await import("../webhooks/webhooks.ts");
    await withAccount(email, async ({ database }, account) => {
      await webhooks.enable(database, account.id, id);
      print(`The webhook ${id} is enabled.`);
    });
  },
});

export const disable = defineCommand({
  description: "Drops the events that wait for delivery.",
  options: { email: EMAIL_OPTION, id: ID_OPTION },
  async run({ options: { email, id } }) {
    const webhooks = await import("../webhooks/webhooks.ts");
    await withAccount(email, async ({ database }, account) => {
      await webhooks.disable(database, account.id, id);
      print(`The webhook ${id} is disabled.`);
    });
  },
});

export const rotateSecret = defineCommand({
  description: "Prints only the new secret. For 24 hours deliveries are signed with the old one too.",
  options: { email: EMAIL_OPTION, id: ID_OPTION, yes: YES_OPTION },
  async run({ options: { email, id, yes } }) {
    const webhooks = await import("../webhooks/webhooks.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      await webhooks.get(database, account.id, id);
      if (!(await confirm(`Replace the secret of the webhook ${id} of ${account.email}?`, { yes }))) return;
      print(await webhooks.rotateSecret(database, clock, account.id, id));
    });
  },
});

export const deleteWebhook = defineCommand({
  description: "Drops the events that wait for delivery. This cannot be undone.",
  options: { email: EMAIL_OPTION, id: ID_OPTION, yes: YES_OPTION },
  async run({ options: { email, id, yes } }) {
    const webhooks = await import("../webhooks/webhooks.ts");
    await withAccount(email, async ({ database }, account) => {
      await webhooks.get(database, account.id, id);
      if (!(await confirm(`Delete the webhook ${id} of ${account.email}?`, { yes }))) return;
      await webhooks.remove(database, account.id, id);
      print(`The webhook ${id} is deleted.`);
    });
  },
});

export const deliveries = defineCommand({
  description: "First those that are retried at the given time, then the newest finished ones.",
  options: { email: EMAIL_OPTION, id: ID_OPTION, json: JSON_OPTION },
  async run({ options: { email, id, json } }) {
    const webhooks = await import("../webhooks/webhooks.ts");
    const recent = await import("../webhooks/deliveries.ts");
    await withAccount(email, async ({ database }, account) => {
      await webhooks.get(database, account.id, id);
      printRows(
        await recent.list(database, id),
        {
          event: ({ message_id }) => message_id,
          type: ({ type }) => type,
          created: ({ created_at }) => formatTime(created_at),
          state: ({ state }) => state,
          at: ({ at }) => formatTime(at),
          attempts: ({ attempts }) => attempts,
          status: ({ status }) => status,
          reason: ({ reason }) => reason,
        },
        { json },
      );
    });
  },
});
