/** What the audit log records, ordered as the page offers it. A name is `<kind of target>.<what happened>`. */
export const ACTIONS = [
  "account.create",
  "account.update",
  "account.level.change",
  "account.password.change",
  "account.email.change",
  "account.email.confirm",
  "account.deactivate",
  "account.activate",
  "account.unlock",
  "account.reset-link",
  "account.delete",
  "account.erase",
  "key.create",
  "key.revoke",
  "session.end",
  "session.end-all",
  "share.invite",
  "share.revoke",
  "share.accept",
  "share.decline",
  "share.role.change",
  "share.remove",
  "share.end",
  "collection.publish",
  "collection.unpublish",
  "webhook.create",
  "webhook.enable",
  "webhook.disable",
  "webhook.rotate-secret",
  "webhook.delete",
  "calendar.create",
  "calendar.remove",
  "settings.registration",
  "settings.name",
  "limit.reset",
  "backup.restore",
  "data.move",
] as const;

export type Action = (typeof ACTIONS)[number];

/** Whether a text is the name of an action. */
export function isAction(text: string): text is Action {
  return ACTIONS.some((action) => action === text);
}
