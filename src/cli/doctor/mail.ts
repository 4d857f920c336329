import { messageOf } from "../shared/messages.ts";
import { type Check, ok, problem } from "./check.ts";

/** Connects to the SMTP server and logs in; sends no mail. */
export const mail: Check = {
  name: "mail",
  async run({ config: { mail } }) {
    if (mail === undefined) return [ok("Mail is not set up. Administrators create links for forgotten passwords.")];
    const { verify } = await import("../../mail/smtp.ts");
    try {
      await verify(mail);
      return [ok(`The SMTP server ${mail.host} accepts connections.`)];
    } catch (error) {
      const advice = "Check host, port, user and password in SMTP_URL, and whether a firewall blocks the port.";
      return [problem(`No mail can be sent through ${mail.host}: ${messageOf(error)}`, advice)];
    }
  },
};
