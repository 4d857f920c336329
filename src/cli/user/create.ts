import { withContext } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";
import { LEVEL_OPTION } from "./fields.ts";
import { askPassword, assertValid, PASSWORD_STDIN_OPTION, readPassword } from "./password.ts";

export const create = defineCommand({
  description: "Asks for the password.",
  options: {
    email: { type: "string", value: "<e-mail>", description: "e-mail address, case-insensitive", required: true },
    name: { type: "string", value: "<name>", description: "1 to 255 characters", required: true },
    level: { ...LEVEL_OPTION, default: 1 },
    "password-stdin": PASSWORD_STDIN_OPTION,
  },
  examples: ["user create --email ada@example.com --name Ada --level 4"],
  async run({ options }) {
    const { email, name, level } = options;
    const password = options["password-stdin"] ? await readPassword() : await askPassword();
    await assertValid({ email, name, password });
    const accounts = await import("../../accounts/accounts.ts");
    await withContext(async ({ database, clock }) => {
      const account = await accounts.create(database, clock, { email, name, level, password });
      print(`Account ${account.id} of level ${level} was created for ${account.email}.`);
    });
  },
});
