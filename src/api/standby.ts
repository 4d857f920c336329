import type { Context } from "../context/context.ts";

/** The handlers that `create` makes, with the database, and with its standby if there is one. */
export function handlersOf(context: Context, create: (context: Context) => readonly object[]) {
  const { standby } = context;
  return {
    handlers: create(context),
    standby: standby && {
      handlers: create({ ...context, database: standby.database }),
      read: <T extends object>(work: () => Promise<T>) => standby.read(work),
    },
  };
}
