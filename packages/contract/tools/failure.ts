/** A mistake in the user's files or in how a command was called. Its message names the file and says what to do. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

/** The message of a caught error, for a failure that names its file. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
