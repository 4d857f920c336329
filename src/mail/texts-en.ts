import type { MailText, MailTexts, Reminders } from "./texts.ts";

/** Mails in English. */
export const ENGLISH: MailTexts = {
  resetPassword: (link, server) => ({
    subject: "Reset your password",
    text: `Hello,

somebody asked for a new password for your account at ${server}. To choose one, open this link within 30 minutes:

${link}

The link works once. A new password signs you out everywhere.
If you did not ask for it, you need not do anything: your password stays as it is.
`,
  }),
  choosePassword: (link, server) => ({
    subject: "Choose a password",
    text: `Hello,

an administrator created an account for you at ${server}, with this e-mail address. To choose its password, open this link within 3 days:

${link}

The link works once. Later, choose "Forgot your password?" where you sign in, to get another one.
If you do not expect an account, you need not do anything.
`,
  }),
  confirmEmail: (link, server) => ({
    subject: "Confirm your e-mail address",
    text: `Hello,

this e-mail address was given for an account at ${server}. To confirm that it is yours, open this link within 24 hours:

${link}

The link works once.
If you have no such account, you need not do anything.
`,
  }),
  addressChanged: (baseUrl, server) => ({
    subject: "Your e-mail address was changed",
    text: `Hello,

your account at ${server} has another e-mail address from now on. This address no longer belongs to it:

${baseUrl}

If you changed it, you need not do anything. If you did not, ask an administrator of this server for help.
`,
  }),
  webhookDisabled: (link, server) => ({
    subject: "A webhook was disabled",
    text: `Hello,

a webhook of your account at ${server} could not deliver its events, and was disabled. Events that happen until you enable it again are not sent. This page says why:

${link}
`,
  }),
  reminders: remind,
  joinCollection: { viewer: joinCollection("read it"), member: joinCollection("read and change it") },
};

function remind({ items, more, all, settings }: Reminders): MailText {
  return {
    subject: items.length + more === 1 ? "A reminder" : `${items.length + more} reminders`,
    text: `Hello,

you wanted to be reminded of:

${items.map(({ title, link }) => `${title}\n${link}\n`).join("\n")}${more === 0 ? "" : `\nand of ${more} more.\n`}
All of your bookmarks with reminders:
${all}

If you want no such mails, choose that here:
${settings}
`,
  };
}

/** The mail of an invitation. `may` says what the role allows. */
function joinCollection(may: string) {
  return (link: string, server: string): MailText => ({
    subject: "Invitation to a collection of bookmarks",
    text: `Hello,

somebody who uses ${server} invites you to a collection of bookmarks. You may ${may}. To see who invites you and to what, open this link within 30 days:

${link}

One person can join with the link. To join, you need an account on this server.
If you do not expect an invitation, you need not do anything.
`,
  });
}
