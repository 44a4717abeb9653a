import { harmlessText } from "#src/base/harmless-text.ts";
import { hashOf } from "#src/base/hashing/sha256.ts";
import type { Database } from "#src/db/connect.ts";
import { findRecipient, type MailSite } from "#src/entries/mails/recipient.ts";
import type { MailKeys } from "#src/mail/address-key.ts";
import type { MailRenderer } from "#src/mail/delivery.ts";
import { jsonAttachment } from "#src/mail/schema.ts";
import type { PlanFacts } from "#src/raffles/plan-facts.ts";
import { prizeNamesOf } from "#src/raffles/rules.ts";
import { planOf } from "../plan/plan.ts";
import { planDifferences } from "../plan/plan-texts.ts";
import type { Chain } from "../protocol/beacon/chains.ts";

export const PLAN_CHANGED = "plan-changed";

type PlanChangedOptions = {
  readonly keys: MailKeys;
  readonly chain: Chain;
};

/**
 * Renders the mail about changes of a raffle's plan: what was and what is, when, and a file with both plans and their
 * hashes. Null if nothing changed in the end, or nobody is to be written to.
 */
export function planChangedRenderer(site: MailSite, { keys, chain }: PlanChangedOptions): MailRenderer {
  return async (db, mail) => {
    const change = mail.mailingId === null ? null : await readChange(db, mail.raffleId, mail.mailingId);
    const recipient = change && (await findRecipient(db, mail, site, keys));
    if (!change || !recipient) return null;
    const { t, raffle } = recipient;
    const before = planOf(change.before, raffle.codeId, chain);
    const after = planOf(change.after, raffle.codeId, chain);
    const [then, now] = [
      { plan: before, facts: change.before },
      { plan: after, facts: change.after },
    ];
    const prizeNames = prizeNamesOf(raffle.prizes);
    const changed = planDifferences(then, now, { language: mail.language, timeZone: site.timeZone, prizeNames });
    if (hashOf(before) === hashOf(after) && changed.length === 0) return null;
    const codes = [before, after].flatMap(({ prizes }) => prizes.map(({ prizeCode }) => prizeCode));
    // Names of prizes are the only words of organisers here: the site's own dates are numbers too.
    const names = codes.map((code) => prizeNames.get(code) ?? code);
    const isQuoted = names.every((name) => recipient.readable(name) === harmlessText(name));
    const quoted = (text: string) => (isQuoted ? harmlessText(text) : recipient.readable(text));
    // A file shows what is typed as it is: it goes only where the text of the mail would show the same.
    const isSafe = codes.every((code) => recipient.readable(code) === code);
    const file = jsonAttachment(`plan-${raffle.codeId}.json`, {
      before: { hash: hashOf(before), plan: before },
      after: { hash: hashOf(after), plan: after },
    });
    return recipient.compose({
      subject: t("mails:planChanged.subject", { code: recipient.shownCode }),
      heading: t("mails:planChanged.heading"),
      parts: [
        { paragraph: t("mails:planChanged.lead", { moment: recipient.moment(change.changedAt) }) },
        recipient.ticket(),
        {
          facts: changed.map(({ name, before: was, after: now }) => ({
            name,
            value: `${quoted(now)}\n${t("mails:planChanged.before", { was: quoted(was) })}`,
          })),
        },
        { button: t("mails:planChanged.view"), url: `${site.origin}/raffle/${raffle.codeId}` },
        ...(isSafe ? [{ paragraph: t("mails:planChanged.hashes", { file: file.name }) }] : []),
      ],
      attachments: isSafe ? [file] : [],
    });
  };
}

type Change = { readonly before: PlanFacts; readonly after: PlanFacts; readonly changedAt: Date };

async function readChange(db: Database, raffleId: string, id: string): Promise<Change | null> {
  const row = await db
    .selectFrom("drawMailings")
    .select(["before", "after", "changedAt"])
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row?.before || !row.after || !row.changedAt) return null;
  const [before, after] = [JSON.parse(row.before), JSON.parse(row.after)] as [PlanFacts, PlanFacts];
  return { before, after, changedAt: row.changedAt };
}
