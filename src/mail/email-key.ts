/** The lower-case form of an e-mail address, by which accounts are found and compared. */
export function toEmailKey(email: string): string {
  return email.toLowerCase();
}
