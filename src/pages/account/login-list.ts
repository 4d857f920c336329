import { html } from "ghtml";
import type { LoginRow } from "../../accounts/login/login-history.ts";
import { emptyState } from "../design/empty-state.ts";
import { type Column, table } from "../design/table.ts";
import { exactTime } from "../design/time.ts";
import { userText } from "../design/user-text.ts";
import type { Texts } from "../texts/en.ts";
import type { Language } from "../texts/language.ts";
import { clientText } from "./client-text.ts";

export type { LoginRow };

/** The table of an account's logins, newest first. Client and referrer are texts that the client sent. */
export function loginList(texts: Texts, language: Language, logins: readonly LoginRow[]): string {
  const { users } = texts;
  if (logins.length === 0) return emptyState({ title: users.noLogins, text: users.noLoginsText });
  return table(columns(texts, language), logins);
}

function columns(texts: Texts, language: Language): readonly Column<LoginRow>[] {
  const { users } = texts;
  return [
    { label: users.time, width: 2, cell: ({ created_at }) => exactTime(language, created_at) },
    { label: users.address, width: 2, kind: "text", cell: ({ ip_address }) => html`${ip_address}` },
    {
      label: users.client,
      width: 3,
      kind: "text",
      cell: ({ user_agent }) => (user_agent === "" ? "" : clientText(texts, user_agent)),
    },
    {
      label: users.referrer,
      width: 3,
      kind: "text",
      cell: ({ referer }) => (referer === "" ? "" : userText(referer)),
    },
    {
      label: users.method,
      width: 2,
      cell: ({ via_remember }) => html`${via_remember === 1 ? users.keptSignedIn : users.password}`,
    },
  ];
}
