/** A plain-text e-mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Characters of an address that SMTP or a header could read as something else: the end of a line, a
 * second address, a quoted part, a comment, or an encoded word.
 */
const UNSAFE = /[\s\p{Cc}<>()[\]\\,;:"]|=\?/u;

/** Whether mail can be sent to a text: one `@` with text on both sides, and none of the characters above. */
export function isSendable(address: string): boolean {
  const [local = "", domain = "", ...rest] = address.split("@");
  return local !== "" && domain !== "" && rest.length === 0 && !UNSAFE.test(address) && address.length <= 254;
}
