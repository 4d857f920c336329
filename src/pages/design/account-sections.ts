import type { Texts } from "../texts/en.ts";
import * as paths from "./paths.ts";

/** A page with links in the account menu and in the navigation of the account. */
export type AccountSection = readonly [path: string, text: keyof Texts["accountNavigation"]["sections"]];

/** The pages of an account. */
export const OWN_SECTIONS: readonly AccountSection[] = [
  [paths.PROFILE, "profile"],
  [paths.SESSIONS, "sessions"],
  [paths.ACCESS, "access"],
  [paths.API_KEYS, "apiKeys"],
  [paths.WEBHOOKS, "webhooks"],
  [paths.REMINDERS, "reminders"],
  [paths.DATA, "data"],
];

/** The pages that administrators have besides. */
export const ADMINISTRATION_SECTIONS: readonly AccountSection[] = [
  [paths.USERS, "users"],
  [paths.AUDIT, "audit"],
  [paths.SERVER, "server"],
];
