import type { MailState } from "#src/mail/schema.ts";

/** The states of a mail, the most urgent first. */
export const MAIL_STATES_SHOWN = [
  "failed",
  "unclear",
  "held",
  "waiting",
  "sent",
  "dropped",
] as const satisfies readonly MailState[];

/** The state whose mails a page lists: the requested one, or the first one that has mails. */
export function shownState(asked: string | null, counts: Partial<Record<MailState, number>>): MailState {
  return (
    MAIL_STATES_SHOWN.find((state) => state === asked) ?? MAIL_STATES_SHOWN.find((state) => counts[state]) ?? "failed"
  );
}
