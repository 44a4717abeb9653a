/** What the codes that are kept of a mail's last try mean, the first that fits. */
const TROUBLES = [
  ["stopped", /^(STOPPED|ABORTED)\b/],
  ["later", /\b4\d\d\b/],
  ["recipient", /\bRCPT TO\b/],
  ["sender", /\bMAIL FROM\b/],
  ["login", /\bAUTH\b|^EAUTH\b/],
  ["encryption", /^ETLS\b|STARTTLS|CERT|SSL|TLS/],
  ["content", /\bDATA\b|^EMESSAGE\b/],
  ["unreachable", /^(E(CONN|TIMEDOUT|SOCKET|DNS|NOTFOUND|AI_AGAIN|HOST|NET|PIPE))/],
] as const;

export type MailTrouble = (typeof TROUBLES)[number][0];

/** Why a mail was not sent, as far as the codes that are kept of it say so; null where they say nothing that we know. */
export function mailTrouble(codes: string): MailTrouble | null {
  return TROUBLES.find(([, pattern]) => pattern.test(codes))?.[0] ?? null;
}
