import { randomBytes } from "node:crypto";
import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand, UsageError, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";
import { askPassword, assertValid, PASSWORD_STDIN_OPTION, readPassword } from "./password.ts";

/** Random bytes of a generated password: 144 bits, 24 characters. */
const GENERATED_BYTES = 18;

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
