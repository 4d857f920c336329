import type { Entry } from "./shared/command.ts";

/** All commands, in the order of the help. */
export const COMMANDS: readonly Entry[] = [
  {
    name: "start",
    summary: "start the server (what npm start does)",
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "migrate",
    summary: "create the database or migrate it to the current schema",
    load: async () => (await import("./migrate.ts")).migrate,
  },
  {
    name: "vacuum",
    summary: "return the free space of the database to the disk",
    load: async () => (await import("./database.ts")).vacuum,
  },
  {
    name: "backup",
    summary: "back up the whole database, while the server runs",
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    summary: "replace the database with a backup",
    load: async () => (await import("./backup.ts")).restore,
  },
  {
    name: "backups list",
    summary: "list the backups of this installation",
    load: async () => (await import("./backups.ts")).list,
  },
  {
    name: "backups verify",
    summary: "check that a backup can be restored",
    load: async () => (await import("./backups.ts")).verify,
  },
  {
    name: "backups prune",
    summary: "remove old backups of this installation",
    load: async () => (await import("./backups.ts")).prune,
  },
  {
    name: "verify",
    summary: "check all data, and repair counts, lists and the search index",
    load: async () => (await import("./database.ts")).verify,
  },
  {
    name: "drill",
    summary: "rehearse a restore: back up, restore a copy, check and compare it",
    load: async () => (await import("./backup.ts")).drill,
  },
  {
    name: "move",
    summary: "copy all data to another database, on SQLite or PostgreSQL",
    load: async () => (await import("./database.ts")).move,
  },
  {
    name: "config",
    summary: "show the settings that apply, and where they come from",
    load: async () => (await import("./config.ts")).config,
  },
  {
    name: "doctor",
    summary: "check settings, database, disk, clock and other services",
    load: async () => (await import("./doctor/doctor.ts")).doctor,
  },
  {
    name: "user list",
    summary: "list accounts",
    load: async () => (await import("./user/accounts.ts")).list,
  },
  {
    name: "user show",
    summary: "show an account",
    load: async () => (await import("./user/accounts.ts")).show,
  },
  {
    name: "user create",
    summary: "create an account",
    load: async () => (await import("./user/accounts.ts")).create,
  },
  {
    name: "user set-level",
    summary: "change the level of an account",
    load: async () => (await import("./user/accounts.ts")).setLevel,
  },
  {
    name: "user set-password",
    summary: "change the password of an account",
    load: async () => (await import("./user/password.ts")).setPassword,
  },
  {
    name: "user reset-link",
    summary: "create a link that replaces a forgotten password",
    load: async () => (await import("./user/password.ts")).resetLink,
  },
  {
    name: "user unlock",
    summary: "clear the failed logins of an account",
    load: async () => (await import("./user/accounts.ts")).unlock,
  },
  {
    name: "user deactivate",
    summary: "deactivate an account",
    load: async () => (await import("./user/accounts.ts")).deactivate,
  },
  {
    name: "user activate",
    summary: "activate a deactivated account",
    load: async () => (await import("./user/accounts.ts")).activate,
  },
  {
    name: "user delete",
    summary: "delete an account",
    load: async () => (await import("./user/accounts.ts")).deleteUser,
  },
  {
    name: "user erase",
    summary: "delete an account and everything that is stored about it",
    load: async () => (await import("./user/erase.ts")).erase,
  },
  {
    name: "key list",
    summary: "list the API keys of an account",
    load: async () => (await import("./key.ts")).list,
  },
  {
    name: "key create",
    summary: "create an API key",
    load: async () => (await import("./key.ts")).create,
  },
  {
    name: "key revoke",
    summary: "revoke an API key",
    load: async () => (await import("./key.ts")).revoke,
  },
  {
    name: "audit list",
    summary: "list the events of the audit log",
    load: async () => (await import("./audit.ts")).list,
  },
  {
    name: "audit verify",
    summary: "check that nothing in the audit log was changed or removed",
    load: async () => (await import("./audit.ts")).verify,
  },
  {
    name: "session list",
    summary: "list the browsers in which an account is signed in",
    load: async () => (await import("./session.ts")).list,
  },
  {
    name: "session end",
    summary: "sign an account out",
    load: async () => (await import("./session.ts")).end,
  },
  {
    name: "webhook list",
    summary: "list the webhooks of an account",
    load: async () => (await import("./webhook.ts")).list,
  },
  {
    name: "webhook create",
    summary: "create a webhook",
    load: async () => (await import("./webhook.ts")).create,
  },
  {
    name: "webhook test",
    summary: "send a test event to a webhook",
    load: async () => (await import("./webhook.ts")).test,
  },
  {
    name: "webhook enable",
    summary: "send events to a webhook again",
    load: async () => (await import("./webhook.ts")).enable,
  },
  {
    name: "webhook disable",
    summary: "send no more events to a webhook",
    load: async () => (await import("./webhook.ts")).disable,
  },
  {
    name: "webhook rotate-secret",
    summary: "replace the secret of a webhook",
    load: async () => (await import("./webhook.ts")).rotateSecret,
  },
  {
    name: "webhook delete",
    summary: "delete a webhook",
    load: async () => (await import("./webhook.ts")).deleteWebhook,
  },
  {
    name: "webhook deliveries",
    summary: "list recent deliveries of a webhook",
    load: async () => (await import("./webhook.ts")).deliveries,
  },
  {
    name: "limit show",
    summary: "show the request counters of a client or an account",
    load: async () => (await import("./limit.ts")).show,
  },
  {
    name: "limit reset",
    summary: "reset the request counters of a client or an account",
    load: async () => (await import("./limit.ts")).reset,
  },
  {
    name: "import",
    summary: "import a file of bookmarks",
    load: async () => (await import("./import.ts")).importFile,
  },
  {
    name: "export",
    summary: "export the bookmarks of an account",
    load: async () => (await import("./export.ts")).exportFile,
  },
  {
    name: "completion",
    summary: "print a script that completes commands in a shell",
    load: async () => (await import("./completion/completion.ts")).createCompletion(COMMANDS),
  },
];
