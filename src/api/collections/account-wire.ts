import { createHash } from "node:crypto";
import type { components } from "../../../generated/collections.ts";
import { type Account, toEmailKey } from "../../accounts/account.ts";
import type { Collection } from "../../collections/collection.ts";
import type { Statistics } from "../../items/statistics.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

/** An account as the contract shows it, with its root collections in their order. */
export function toAccount(account: Account, roots: readonly Collection[]): Schemas["Account"] {
  const { id, name, email, locale, registered_at } = account;
  return {
    result: true,
    user: {
      _id: id,
      fullName: name,
      email,
      email_MD5: createHash("md5").update(toEmailKey(email)).digest("hex"),
      groups: [{ title: "My Collections", hidden: false, sort: 0, collections: roots.map((root) => root.id) }],
      config: { lang: locale, raindrops_sort: "-created", raindrops_view: "list" },
      pro: true,
      registered: toTimestamp(registered_at),
    },
  };
}

/** What an account holds, as the contract shows it. */
export function toStatistics(
  { counts, duplicates, broken, itemsChangedAt }: Statistics,
  { id, registered_at }: Account,
): Schemas["Statistics"] {
  return {
    result: true,
    items: counts.map(({ placeId, count }) => ({ _id: placeId, count })),
    meta: {
      pro: true,
      _id: id,
      changedBookmarksDate: toTimestamp(itemsChangedAt ?? registered_at),
      duplicates: { count: duplicates },
      broken: { count: broken },
    },
  };
}
