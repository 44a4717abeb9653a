import { INVITATION_MAIL } from "#src/access/team/invitations.ts";
import { MAX_RESET_MAILS_A_DAY } from "#src/accounts/limits.ts";
import { EMAIL_VERIFICATION, PASSWORD_RESET } from "#src/accounts/mails.ts";
import { EMAIL_CHANGE, EMAIL_CHANGE_NOTICE } from "#src/accounts/own-account/change-email.ts";
import { PASSWORD_CHANGED } from "#src/accounts/stored-password.ts";
import type { MailPolicies, MailPolicy } from "#src/app/mail/mail-limits.ts";
import { CLAIM_NEWS } from "#src/claims/mails/claim-news.ts";
import { CLAIM_ANSWERED, CLAIM_EXTENDED, CLAIM_REMINDER } from "#src/claims/mails/templates.ts";
import { DRAW_RESULT } from "#src/draws/mails/draw-result.ts";
import { LIST_LOCKED } from "#src/draws/mails/list-locked.ts";
import { PLAN_CHANGED } from "#src/draws/mails/plan-changed.ts";
import { PRIZE_REPLACED, PRIZE_WON, REPLACEMENT_ANNOUNCED, REPLACEMENT_TAKEN_BACK } from "#src/draws/mails/write.ts";
import { PHOTO_REFUSED } from "#src/earning/photos/refused-mail.ts";
import { CHANGED_BY_OTHER } from "#src/entries/mails/changed-by-other.ts";
import { CLOSING_REMINDER } from "#src/entries/mails/closing-reminders.ts";
import { CONTACT_CHANGED } from "#src/entries/mails/contact-changed.ts";
import { RAFFLE_CLOSED } from "#src/entries/mails/raffle-closed.ts";
import { ENTRY_CODE, ENTRY_RECEIPT } from "#src/entries/mails/receipts.ts";
import { NEWS } from "#src/news/news-mail.ts";
import { RAFFLE_CODES } from "#src/raffles/lifecycle/mail-codes.ts";
import { WEBHOOK_OFF } from "#src/webhooks/off-mail.ts";

/** A winner's mails. They wait past a limit, and are counted by raffle: no raffle shuts out the prize of another. */
const PRIZE: MailPolicy = {
  ...{ lane: "urgent", untrusted: "asked", most: 20, counter: "prizes", perRaffle: true },
  // So many winners in a day has hardly a raffle of a shop without an account. The others wait.
  ofUntrustedRaffle: 50,
};

/** A security notice. None is lost, so nobody hides a change behind other mails, nor behind those of other raffles. */
const NOTICE: MailPolicy = { lane: "asked", most: 5, counter: "notices", perRaffle: true, waits: true };

/** Mails about a raffle that nobody asked for one by one. */
const ABOUT_RAFFLE: MailPolicy = {
  ...{ lane: "known", untrusted: "last", most: 5, counter: "mailbox" },
  // Of people who never came by a mail's link.
  ofUntrustedRaffle: 1_000,
};

/** To the account that owns a raffle, whose address is verified. */
const OWNER: MailPolicy = { lane: "known", most: 15, counter: "mailbox" };

/** What each kind of mail counts against, and before which others it goes. */
export const MAIL_POLICIES: MailPolicies = {
  [PRIZE_WON]: PRIZE,
  [CLAIM_REMINDER]: PRIZE,
  [CLAIM_ANSWERED]: PRIZE,
  [CLAIM_EXTENDED]: PRIZE,
  [PRIZE_REPLACED]: PRIZE,
  [REPLACEMENT_ANNOUNCED]: PRIZE,
  [REPLACEMENT_TAKEN_BACK]: PRIZE,
  // Asking has limits of its own (src/accounts/links.ts). An account without a verified address is a stranger's.
  [PASSWORD_RESET]: { lane: "passwords", untrusted: "asked", most: MAX_RESET_MAILS_A_DAY, counter: "none" },
  [CHANGED_BY_OTHER]: NOTICE,
  [CONTACT_CHANGED]: NOTICE,
  [EMAIL_CHANGE_NOTICE]: NOTICE,
  [PASSWORD_CHANGED]: NOTICE,
  // Strangers cause both by typing invented addresses, as they cause receipts.
  [EMAIL_CHANGE]: { lane: "receipts", most: 3, counter: "mailbox" },
  [EMAIL_VERIFICATION]: { lane: "receipts", most: 3, counter: "mailbox" },
  [ENTRY_CODE]: { lane: "asked", most: 3, counter: "mailbox" },
  [RAFFLE_CODES]: { lane: "asked", most: 5, counter: "mailbox" },
  [INVITATION_MAIL]: { lane: "asked", most: 3, counter: "mailbox" },
  [LIST_LOCKED]: ABOUT_RAFFLE,
  [DRAW_RESULT]: ABOUT_RAFFLE,
  [PLAN_CHANGED]: ABOUT_RAFFLE,
  [CLOSING_REMINDER]: ABOUT_RAFFLE,
  [PHOTO_REFUSED]: ABOUT_RAFFLE,
  [CLAIM_NEWS]: OWNER,
  [RAFFLE_CLOSED]: OWNER,
  [WEBHOOK_OFF]: OWNER,
  // Later ones have their code on the screen alone.
  [ENTRY_RECEIPT]: { lane: "receipts", most: 5, counter: "mailbox", ofUntrustedRaffle: 10_000 },
  // The operator's own; strangers can ask for it in the name of many tags of one mailbox.
  [NEWS]: { lane: "last", most: 3, counter: "none" },
};
