import { EMAIL_OPTION, withAccount } from "../shared/account-context.ts";
import { defineCommand } from "../shared/command.ts";
import { print } from "../shared/output.ts";

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
