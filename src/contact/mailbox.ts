/** Gmail ignores dots before the @, and has two names. */
const GMAIL: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox that an address leads to. Tags ("+2") go for every provider, because most ignore them. Some do not: two
 * people of one mailbox are possible. So never send mail to it, and refuse nobody by it unless a raffle says so.
 *
 * @param email an address as `normaliseEmail` makes it
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  const tag = local.indexOf("+");
  // "+a@…" is no mailbox with a tag.
  const untagged = tag > 0 ? local.slice(0, tag) : local;
  if (!GMAIL.has(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}
