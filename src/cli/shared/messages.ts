import { Failure } from "#contract/failure";

/**
 * The error's message in one line. If the database or Redis is unavailable, it includes the cause, which HTTP
 * responses leave out.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const message = error.message.replaceAll("\n", " ");
  if (!(error instanceof Failure && error.kind === "unavailable" && cause instanceof Error)) return message;
  return `${message} (${cause.message || ("code" in cause ? cause.code : cause.name)})`;
}
