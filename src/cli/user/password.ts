import { stdin } from "node:process";
import { text } from "node:stream/consumers";
import { Failure } from "#contract/failure";
import { UsageError } from "../shared/command.ts";

/** Labels of the fields, as in the web forms. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["/email", "E-mail address"],
  ["/name", "Name"],
  ["/password", "Password"],
]);

/** `--password-stdin` of commands that take a password. */
export const PASSWORD_STDIN_OPTION = {
  type: "boolean",
  description: "read the password (8 to 128 characters) from standard input instead of asking for it",
} as const;

/** Standard input without its final line break. */
export async function readPassword(): Promise<string> {
  return (await text(stdin)).replace(/\r?\n$/, "");
}

/** Asks twice on the terminal. Throws `UsageError` if there is none. */
export async function askPassword(): Promise<string> {
  if (!stdin.isTTY) throw new UsageError("There is no terminal to ask for the password. Use --password-stdin.");
  const { default: prompt } = await import("@inquirer/password");
  const first = await prompt({ message: "Password", mask: true });
  const second = await prompt({ message: "Confirm password", mask: true });
  if (first !== second) throw new Error("The passwords do not match. Nothing was changed.");
  return first;
}

/**
 * Throws an error with one sentence for each of these fields that violates the contract's schema `Registration`,
 * worded as in the web forms.
 */
export async function assertValid(
  registration: { readonly email: string; readonly name: string; readonly password: string },
  fields: readonly ("email" | "name" | "password")[] = ["email", "name", "password"],
): Promise<void> {
  const { loadContract } = await import("../../server/contracts.ts");
  const { checkerOf } = await import("#contract/request/validation");
  try {
    checkerOf(loadContract("catalogue"), "Registration")(registration);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const details = error.details.filter(({ path }) => fields.some((field) => path === `/${field}`));
    if (details.length === 0) return;
    throw new Error(details.map(({ path, message }) => `${LABELS.get(path) ?? path} ${message}.`).join(" "));
  }
}
