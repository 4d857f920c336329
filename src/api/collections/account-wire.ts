import { createHash } from "node:crypto";
import type { components } from "../../../generated/collections.ts";
import { toEmailKey } from "../../accounts/account.ts";
import type { Profile } from "../../collections/profile.ts";
import type { Statistics } from "../../items/statistics.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

/** Maps an account to the contract's schema, with its root collections as the only group. */
export function toAccount({ account, roots }: Profile): Schemas["Account"] {
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

/** Maps the statistics of an account to the contract's schema. */
export function toStatistics(
  { counts, duplicates, broken, itemsChangedAt }: Statistics,
  accountId: number,
): Schemas["Statistics"] {
  return {
    result: true,
    items: counts.map(({ placeId, count }) => ({ _id: placeId, count })),
    meta: {
      pro: true,
      _id: accountId,
      changedBookmarksDate: toTimestamp(itemsChangedAt),
      duplicates: { count: duplicates },
      broken: { count: broken },
    },
  };
}
