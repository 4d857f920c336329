import { randomBytes } from "node:crypto";
import { stdin } from "node:process";
import { text } from "node:stream/consumers";
import { Failure } from "#contract/failure";
import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, UsageError, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";

/** Labels of the fields, as in the web forms. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["/email", "E-mail address"],
  ["/name", "Name"],
  ["/password", "Password"],
]);

/** Random bytes of a generated password: 144 bits, 24 characters. */
const GENERATED_BYTES = 18;

/** `--password-stdin` of commands that take a password. */
export const PASSWORD_STDIN_OPTION = {
  type: "boolean",
  description: "read the password (8 to 128 characters) from standard input instead of asking for it",
} as const;

export const setPassword = defineCommand({
  description: `Asks for the new password. It signs the owner out everywhere and ends all login tokens; API keys, webhooks and shares stay.

"user reset-link" lets the owner choose a password instead.`,
  options: {
    email: EMAIL_OPTION,
    "password-stdin": PASSWORD_STDIN_OPTION,
    generate: { type: "boolean", description: "generate the password, and print only it" },
    yes: YES_OPTION,
  },
  examples: ["user set-password --email ada@example.com", "user set-password --email ada@example.com --generate --yes"],
  async run({ options }) {
    const { email, generate, yes } = options;
    if (generate && options["password-stdin"])
      throw new UsageError("--generate and --password-stdin can't be combined.");
    if (generate && !(await confirm(`Replace the password of ${email}?`, { yes }))) return;
    const password = generate
      ? randomBytes(GENERATED_BYTES).toString("base64url")
      : await (options["password-stdin"] ? readPassword() : askPassword());
    const accounts = await import("../../accounts/accounts.ts");
    await withAccount(email, async ({ database, clock }, account) => {
      await assertValid({ ...account, password }, ["password"]);
      await accounts.update(database, clock, account.id, { password });
      print(generate ? password : `The password of ${account.email} is changed.`);
    });
  },
});

export const resetLink = defineCommand({
  description: `Prints only the link, with which the owner chooses a new password. It works once, within 30 minutes.
A new password signs the owner out everywhere. If the owner never confirmed the e-mail address, it also ends API keys,
webhooks and shares, because somebody else may have registered the account. The link begins with the setting BASE_URL.`,
  options: { email: EMAIL_OPTION },
  async run({ options: { email } }) {
    const { createLink } = await import("../../recovery/password-reset.ts");
    await withAccount(email, async ({ database, clock, config: { baseUrl } }, { id }) => {
      print(await createLink(database, { clock, baseUrl }, id));
    });
  },
});

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
