import { ownTurn } from "#contract/scheduling";
import * as accounts from "../../accounts/accounts.ts";
import * as apiKeys from "../../accounts/api-keys.ts";
import * as formDrafts from "../../accounts/form-drafts.ts";
import * as loginHistory from "../../accounts/login/login-history.ts";
import * as sessionList from "../../accounts/session-list.ts";
import type { SignedInUser } from "../../accounts/sessions.ts";
import * as settings from "../../accounts/settings.ts";
import { toExported } from "../../audit/event.ts";
import * as auditLog from "../../audit/listing.ts";
import type { Database } from "../../database/database.ts";
import * as reminders from "../../reminders/settings.ts";
import * as webhooks from "../../webhooks/webhooks.ts";
import type { Item } from "../items/item.ts";
import * as scopes from "../items/scope.ts";
import { treeOf } from "../library-tree.ts";
import * as placement from "../placement.ts";
import * as savedSearches from "../saved-searches.ts";
import { itemBatches } from "./item-batches.ts";

/** Logins or collections in memory at a time. */
const ROWS_PER_BATCH = 100;

type Batches = AsyncIterable<readonly object[]>;

/**
 * Everything that is stored about an account, as the parts of one JSON text: account, settings, browsers, logins,
 * events of the audit log, API keys, choices about reminders, saved searches, webhooks, collections, who shares them,
 * items, those in the Trash included, the hosts of icons, and drafts of forms. Contains no secret, of uploaded files and
 * pictures only their ids, and no texts and copies of pages, which archives have. Throws `notFound`. Reads while the parts
 * are consumed, in small batches: what changes meanwhile may be missing or listed twice.
 */
export async function start(
  database: Database,
  clock: () => number,
  user: Pick<SignedInUser, "id" | "credential_version" | "browser_id">,
): Promise<AsyncIterable<string>> {
  const { email_confirmed_at, created_at, updated_at, registered_at, version, ...account } = await accounts.get(
    database,
    user.id,
  );
  const times = { email_confirmed_at, registered_at, created_at, updated_at };
  const head = {
    exported_at: toText(clock()),
    account: { ...account, ...withTimes(times) },
    settings: await settings.get(database, user.id),
    browsers: (await sessionList.list(database, clock, user)).map(({ isCurrent, ...browser }) => ({
      ...browser,
      signedInAt: toText(browser.signedInAt),
      lastUsedAt: toText(browser.lastUsedAt),
      expiresAt: toText(browser.expiresAt),
    })),
    api_keys: (await apiKeys.list(database, user.id)).map(withTimes),
    reminders: await reminders.get(database, user.id).then(({ mails, calendarCreatedAt }) => ({
      mails,
      calendar_created_at: calendarCreatedAt === null ? null : toText(calendarCreatedAt),
    })),
    saved_searches: (await savedSearches.list(database, user.id)).map(({ placeId, createdAt, ...search }) => ({
      ...search,
      place_id: placeId,
      created_at: toText(createdAt),
    })),
    webhooks: (await webhooks.list(database, user.id)).map(withTimes),
  };
  return toJson(head, {
    logins: loginBatches(database, user.id),
    audit_log: auditBatches(database, user.id),
    collections: collectionBatches(database, user.id),
    items: allItems(database, user.id),
    pages: pageBatches(database, user.id),
    icons: iconBatches(database, user.id),
    collaborators: collaboratorBatches(database, user.id),
    shared_with_me: membershipBatches(database, user.id),
    form_drafts: draftBatches(database, clock, user.id),
  });
}

/** The text of an object: the fields of `head`, then a list for each of the batches. One part for each batch. */
async function* toJson(head: object, lists: Readonly<Record<string, Batches>>): AsyncIterable<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, batches] of Object.entries(lists)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = "\n";
    for await (const batch of batches) {
      // Reading a batch need not wait for anything.
      await ownTurn();
      for (const entry of batch) {
        yield `${separator}${JSON.stringify(entry)}`;
        separator = ",\n";
      }
    }
    yield "]";
  }
  yield "}\n";
}

async function* loginBatches(database: Database, accountId: number): Batches {
  let before: number | undefined;
  for (;;) {
    const { logins, hasMore } = await loginHistory.page(database, accountId, { before, limit: ROWS_PER_BATCH });
    yield logins.map(({ account_id, ...login }) => withTimes(login));
    before = logins.at(-1)?.id;
    if (!hasMore) return;
  }
}

/** Without the data of others: the account's own clients, and what is said of the account itself. */
async function* auditBatches(database: Database, accountId: number): Batches {
  for await (const events of auditLog.batches(database, { accountId })) {
    yield events.map((event) => {
      const { personal, address, userAgent, credential, hash, ...entry } = toExported(event);
      // An anonymous client is that of the owner, who registered or followed a mailed link.
      const isOwnClient = event.actorId === accountId || event.actor === "anonymous";
      return {
        ...entry,
        personal: event.accountId === accountId ? personal : null,
        ...(isOwnClient && { address, userAgent, credential }),
      };
    });
  }
}

/** Each after the one around it, and siblings in the order of lists, as an import reads them. */
async function* collectionBatches(database: Database, accountId: number): Batches {
  const { nodes } = await treeOf(database, accountId);
  for (let first = 0; first < nodes.length; first += ROWS_PER_BATCH) {
    const ids = nodes.slice(first, first + ROWS_PER_BATCH).map(({ id }) => id);
    const rows = await database
      .selectFrom("collections")
      .select(["id", "parent_id", "title", "description", "view", "public", "expanded", "sort", "cover", "keep_copies"])
      .select(["created_at", "updated_at"])
      .where("account_id", "=", accountId)
      .where("id", "in", ids)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    yield ids.flatMap((id) => byId.get(id) ?? []).map(withTimes);
  }
}

/** The icons of imported files. */
async function* iconBatches(database: Database, accountId: number): Batches {
  let after = "";
  for (;;) {
    const icons = await database
      .selectFrom("account_icons")
      .select(["host", "id", "used_at"])
      .where("account_id", "=", accountId)
      .where("host", ">", after)
      .orderBy("host")
      .limit(ROWS_PER_BATCH)
      .execute();
    yield icons.map(withTimes);
    after = icons.at(-1)?.host ?? "";
    if (icons.length < ROWS_PER_BATCH) return;
  }
}

/** What is known of the pages that items link to, and what the last check of the link saw. */
async function* pageBatches(database: Database, accountId: number): Batches {
  let after = 0;
  for (;;) {
    const pages = await database
      .selectFrom("item_pages")
      .leftJoin("link_checks", "link_checks.item_id", "item_pages.item_id")
      .select(["item_pages.item_id", "canonical", "language", "author", "published_at", "read_at", "failure"])
      .select(["seen", "checked_at"])
      .where("account_id", "=", accountId)
      .where("item_pages.item_id", ">", after)
      .orderBy("item_pages.item_id")
      .limit(ROWS_PER_BATCH)
      .execute();
    yield pages.map(withTimes);
    after = pages.at(-1)?.item_id ?? 0;
    if (pages.length < ROWS_PER_BATCH) return;
  }
}

/** What was typed in forms that were not accepted. */
async function* draftBatches(database: Database, clock: () => number, accountId: number): Batches {
  for await (const { content, ...draft } of formDrafts.all(database, clock, accountId)) {
    yield [{ ...withTimes(draft), content: JSON.parse(content) }];
  }
}

/** Who may use the account's collections. */
async function* collaboratorBatches(database: Database, ownerId: number): Batches {
  let after = { collection_id: 0, account_id: 0 };
  for (;;) {
    const { collection_id, account_id } = after;
    const rows = await database
      .selectFrom("collaborators")
      .innerJoin("collections", "collections.id", "collaborators.collection_id")
      .select(["collaborators.collection_id", "collaborators.account_id", "role", "collaborators.created_at"])
      .where("collections.account_id", "=", ownerId)
      .where((where) =>
        where.or([
          where("collaborators.collection_id", ">", collection_id),
          where.and([
            where("collaborators.collection_id", "=", collection_id),
            where("collaborators.account_id", ">", account_id),
          ]),
        ]),
      )
      .orderBy("collaborators.collection_id")
      .orderBy("collaborators.account_id")
      .limit(ROWS_PER_BATCH)
      .execute();
    yield rows.map(withTimes);
    after = rows.at(-1) ?? after;
    if (rows.length < ROWS_PER_BATCH) return;
  }
}

/** The collections of others that the account may use. */
async function* membershipBatches(database: Database, accountId: number): Batches {
  let after = 0;
  for (;;) {
    const rows = await database
      .selectFrom("collaborators")
      .select(["collection_id", "role", "created_at"])
      .where("account_id", "=", accountId)
      .where("collection_id", ">", after)
      .orderBy("collection_id")
      .limit(ROWS_PER_BATCH)
      .execute();
    yield rows.map(withTimes);
    after = rows.at(-1)?.collection_id ?? 0;
    if (rows.length < ROWS_PER_BATCH) return;
  }
}

async function* allItems(database: Database, accountId: number): Batches {
  for (const placeId of [placement.EVERYTHING, placement.TRASH]) {
    const scope = await scopes.ofAccount(database, accountId, { placeId, nested: true });
    for await (const items of itemBatches(database, scope, { order: "sort", found: undefined })) {
      yield items.map(toEntry);
    }
  }
}

function toEntry(item: Item): object {
  const { account_id, owner_name, place, collection_id, media, tags, highlights, ...columns } = item;
  return {
    ...withTimes(columns),
    // -1 is Unsorted, -99 the Trash.
    collection_id: placement.placeIdOf({ place, collection_id }),
    media: JSON.parse(media),
    tags: JSON.parse(tags),
    highlights: JSON.parse(highlights),
  };
}

/** Writes times, the columns whose names end with `_at`, as text. */
function withTimes(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /_at$/.test(name) && typeof value === "number" ? toText(value) : value,
    ]),
  );
}

function toText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
