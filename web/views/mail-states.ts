import type { MailState } from "#src/mail/schema.ts";

/** What can become of a mail, in the order in which somebody should look. */
export const MAIL_STATES_SHOWN = [
  "failed",
  "unclear",
  "held",
  "waiting",
  "sent",
  "dropped",
] as const satisfies readonly MailState[];

/** The state whose mails a page lists: the one that is asked for, or the first of which there are any. */
export function shownState(asked: string | null, counts: Partial<Record<MailState, number>>): MailState {
  return (
    MAIL_STATES_SHOWN.find((state) => state === asked) ?? MAIL_STATES_SHOWN.find((state) => counts[state]) ?? "failed"
  );
}
