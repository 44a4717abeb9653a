import { COUNTED_STATES, type MailCounts, type MailState } from "#src/mail/schema.ts";

/** The states of a mail, the most urgent first. */
export const MAIL_STATES_SHOWN = [
  "failed",
  "unclear",
  "held",
  "deferred",
  "waiting",
  "sent",
  "dropped",
] as const satisfies readonly MailState[];

/** The state whose mails a page lists: the requested one, or the most urgent one that has mails, or what was sent. */
export function shownState(asked: string | null, counts: MailCounts): MailState {
  return (
    MAIL_STATES_SHOWN.find((state) => state === asked) ??
    MAIL_STATES_SHOWN.find((state) => isCounted(state) && counts[state] > 0) ??
    "sent"
  );
}

/** Whether a page says how many mails are in this state. */
export function isCounted(state: MailState): state is keyof MailCounts {
  return COUNTED_STATES.some((one) => one === state);
}
