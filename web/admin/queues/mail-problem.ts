/** The meaning of the codes stored for a mail's last try. The first match counts. */
const PROBLEMS = [
  ["dayFull", /^DAY FULL$/],
  ["stopped", /^(STOPPED|ABORTED)\b/],
  ["later", /\b4\d\d\b/],
  ["recipient", /\bRCPT TO\b/],
  ["sender", /\bMAIL FROM\b/],
  ["login", /\bAUTH\b|^EAUTH\b/],
  ["encryption", /^ETLS\b|STARTTLS|CERT|SSL|TLS/],
  ["content", /\bDATA\b|^EMESSAGE\b/],
  ["unreachable", /^(E(CONN|TIMEDOUT|SOCKET|DNS|NOTFOUND|AI_AGAIN|HOST|NET|PIPE))/],
] as const;

export type MailProblem = (typeof PROBLEMS)[number][0];

/** Why a mail was not sent, from its stored codes. Null for unknown codes. */
export function mailProblem(codes: string): MailProblem | null {
  return PROBLEMS.find(([, pattern]) => pattern.test(codes))?.[0] ?? null;
}
