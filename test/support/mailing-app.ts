import type { Test } from "tap";
import { openApp } from "./app.ts";
import { openSmtpServer } from "./smtp.ts";

/** A server that sends mail, and a function that returns the mails to an address after all have been sent. */
export async function openMailingApp(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const server = await openSmtpServer(t);
  const app = await openApp(t, { ...server.settings, ...settings });
  const mailsTo = async (address: string) => {
    await app.context.outbox?.settled();
    return server.mails.filter(({ to }) => to.includes(address));
  };
  return { ...app, mailsTo };
}

/** The path and query of the link in a mail or a page. */
export function pathIn(text: string | undefined): string {
  const link = /http:\/\/triptych\.test(\/\S+)/.exec(text?.replaceAll("&#61;", "=") ?? "")?.[1];
  if (link === undefined) throw new Error(`There is no link in ${text}.`);
  return link;
}
