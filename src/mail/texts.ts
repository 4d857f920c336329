/** Subject and text of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Bookmarks of which a mail reminds their owner. */
export interface Reminders {
  /** Titles are one line. */
  readonly items: readonly { readonly title: string; readonly link: string }[];
  /** How many more there are. */
  readonly more: number;
  /** The page that lists all bookmarks with reminders, and the one where these mails can be ended. */
  readonly all: string;
  readonly settings: string;
}

/**
 * All mails in one language. None contains a text that somebody chose, except for titles of the reader's bookmarks and
 * the name of the server, `server`, which its administrators choose.
 */
export interface MailTexts {
  /** For the link with which a forgotten password is replaced. */
  readonly resetPassword: (link: string, server: string) => MailText;
  /** For the link with which the owner of an account that an administrator created chooses its password. */
  readonly choosePassword: (link: string, server: string) => MailText;
  /** For the link that confirms the address of an account, or its new address. */
  readonly confirmEmail: (link: string, server: string) => MailText;
  /** Tells an address that it is no longer that of an account, with the URL of the server. */
  readonly addressChanged: (baseUrl: string, server: string) => MailText;
  /** For the page of a webhook that was disabled. */
  readonly webhookDisabled: (link: string, server: string) => MailText;
  /** For reminders that are due. */
  readonly reminders: (reminders: Reminders) => MailText;
  /** For the link with which somebody joins a shared collection, by the role that it gives. */
  readonly joinCollection: Readonly<Record<"member" | "viewer", (link: string, server: string) => MailText>>;
}
