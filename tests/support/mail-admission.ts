import { type MailPolicies, mailAdmission } from "#src/app/mail/mail-limits.ts";
import { MAIL_POLICIES } from "#src/app/mail/mail-policies.ts";
import type { Database } from "#src/db/connect.ts";
import { createAttemptCounter } from "#src/rate-limits/attempt-counter.ts";

/** The site's limits of mails, as the work in the background counts them. */
export function siteMailLimits(
  db: Database,
  secret: Uint8Array,
  perDay = 10_000,
  policies: MailPolicies = MAIL_POLICIES,
) {
  return mailAdmission(createAttemptCounter(db, secret), { policies, perDay });
}
