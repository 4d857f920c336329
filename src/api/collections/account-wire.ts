import { createHash } from "node:crypto";
import type { components } from "../../../generated/collections.ts";
import type { Account } from "../../accounts/account.ts";
import type { LoginClient } from "../../accounts/login/login-history.ts";
import type { OwnChange } from "../../accounts/own-account.ts";
import type { Profile } from "../../library/collections/profile.ts";
import type { Statistics } from "../../library/items/statistics.ts";
import { toEmailKey } from "../../mail/email-key.ts";
import { toTimestamp } from "./wire.ts";

type Schemas = components["schemas"];

/** Features that this server does not have. */
const MISSING_FEATURES = {
  tfa: { enabled: false },
  dropbox: { enabled: false },
  gdrive: { enabled: false },
  google: { enabled: false },
  facebook: { enabled: false },
  twitter: { enabled: false },
  vkontakte: { enabled: false },
  apple: { enabled: false },
  onedrive: { enabled: false },
} as const;

/**
 * What Raindrop.io returns for an account that has changed nothing, except for empty texts, which some clients reject.
 */
const DEFAULT_CONFIG = {
  raindrops_sort: "-created",
  raindrops_view: "list",
  broken_level: "default",
  font_size: 0,
  last_collection: 0,
  raindrops_hide: [],
  raindrops_buttons: [],
  raindrops_search_by_score: true,
  raindrops_search_incollection: false,
  default_collection_view: "list",
  nested_view_legacy: false,
  add_default_collection: 0,
  acknowledge: [],
  ai_suggestions: true,
  filters_hide: false,
};

/**
 * Maps a profile to the contract's schema. `quota`: bytes that the account may store; `confirmsEmail`: whether the
 * server sends mails that confirm addresses.
 */
export function toUser(
  { account, groups, config, ...profile }: Profile,
  { quota, confirmsEmail }: { readonly quota: number; readonly confirmsEmail: boolean },
): Schemas["User"] {
  const { id, name, email, locale, registered_at, updated_at } = account;
  const registered = toTimestamp(registered_at);
  return {
    _id: id,
    fullName: name,
    name,
    email,
    email_MD5: createHash("md5").update(toEmailKey(email)).digest("hex"),
    emailConfirmed: !confirmsEmail || account.email_confirmed_at !== null,
    avatar: "",
    groups: groups.map((group) => ({ ...group, collections: [...group.collections] })),
    config: { lang: locale, ...DEFAULT_CONFIG, ...config },
    files: { used: profile.usedBytes, size: quota, lastCheckPoint: registered },
    password: true,
    pro: true,
    ...MISSING_FEATURES,
    registered,
    lastAction: toTimestamp(profile.changedAt),
    lastUpdate: toTimestamp(updated_at),
    lastVisit: profile.lastLoginAt === undefined ? registered : toTimestamp(profile.lastLoginAt),
  };
}

/** What every caller may know about an account. */
export function toPublicAccount({ id, name, registered_at }: Account): Schemas["PublicAccount"] {
  const registered = toTimestamp(registered_at);
  return { result: true, user: { _id: id, fullName: name, name, email: "", avatar: "", pro: true, registered } };
}

/** Maps the body of a change to the account; `oldpassword` confirms it. */
export function toAccountChange(body: Schemas["AccountChange"], client: LoginClient): OwnChange {
  const { fullName, name, email, newpassword: newPassword, oldpassword: currentPassword, groups, config } = body;
  return {
    name: fullName,
    otherName: name,
    email,
    newPassword,
    currentPassword,
    groups: groups?.map(({ title, hidden, sort, collections }, index) => ({
      title,
      hidden,
      sort: sort ?? index,
      collections: [...new Set(collections)],
    })),
    config,
    client,
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
