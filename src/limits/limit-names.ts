/** The limits of which a failure can say that a request exceeded it. Metrics have each from the start, with 0. */
export const LIMIT_NAMES = [
  "exports",
  "imports",
  "lists",
  "logins",
  "mails",
  "passwords",
  "quota",
  "rate",
  "registrations",
  "searches",
  "unread",
  "uploads",
  "writes",
] as const;
