import { DAY_MS } from "#src/base/clock.ts";
import { normaliseEmail } from "#src/contact/email.ts";
import { mailboxOf } from "#src/contact/mailbox.ts";
import type { Database } from "#src/db/connect.ts";
import type { Admission } from "#src/mail/delivery.ts";
import type { Mail, Message } from "#src/mail/schema.ts";
import { type AttemptCounter, type CountedBy, counterKeys } from "#src/rate-limits/attempt-counter.ts";
import { inWindow } from "#src/rate-limits/backoff.ts";

/** Mails of all shared kinds a day that strangers can cause to one mailbox, whatever tags and dots its address has. */
export const MAILBOX_A_DAY = 10;

/** The same for a mailbox that has proved that it wants such mails: a day of a family that takes part in much. */
const PROVEN_A_DAY = 50;

/**
 * Notices of changed entries a day to a mailbox that proved nothing, of all raffles. The others wait in their order.
 */
export const NOTICES_A_DAY = 20;

/** A proven mailbox gets this many times as many mails of a kind. */
const PROVEN_TIMES = 4;

/**
 * How much of MAIL_PER_DAY may be used up before a lane has to wait. So the rest is reserved for the lanes before it:
 * whatever strangers cause, a twentieth is left for winners who proved their mailbox, and before that one for new
 * passwords, for which strangers can ask too.
 */
export const LANES = { urgent: 1, passwords: 0.95, asked: 0.9, known: 0.75, receipts: 0.6, last: 0.45 } as const;

export type Lane = keyof typeof LANES;

/** What a kind of mail counts against. */
export type MailPolicy = {
  readonly lane: Lane;
  /** Its lane where anybody may have caused it. Default: `lane`. */
  readonly untrusted?: Lane;
  /** Such mails a mailbox and day; to a proven one PROVEN_TIMES as many. */
  readonly most: number;
  /**
   * Which counter over several kinds it uses up: that of all mails that strangers can cause, or those of prizes and of
   * notices, past which mails wait, or none. What nobody may shut out by other mails uses none.
   */
  readonly counter: "mailbox" | "prizes" | "notices" | "none";
  /** Counts `most` for each raffle. */
  readonly perRaffle?: boolean;
  /** Past `most` a mail waits for the next day. Default: it is dropped. */
  readonly waits?: boolean;
  /** Such mails a day of one raffle that anybody may have caused. Default: any number. */
  readonly ofUntrustedRaffle?: number;
};

export type MailPolicies = Readonly<Record<string, MailPolicy>>;

const SITE = { kind: "mails of site", value: "" };

/** Causes of a wait that end a mail only for today. */
const WAITS = { site: "site", prizes: "prizes", notices: "notices" } as const;

/** Kinds of mail that are sent before others. */
export function urgentKinds(policies: MailPolicies): string[] {
  return Object.entries(policies).flatMap(([kind, { lane }]) =>
    lane === "urgent" || lane === "passwords" ? [kind] : [],
  );
}

/**
 * Counts mails against their limits, across all processes: what strangers can cause to one mailbox, and what the site
 * sends in a day. A mail over one of them counts under none. Past a mailbox's limit it is not sent. Past the site's,
 * and past a mailbox's limits of prizes and notices, it waits.
 *
 * @param perDay MAIL_PER_DAY
 */
export function mailAdmission(
  counter: Pick<AttemptCounter, "begin">,
  { policies, perDay }: { readonly policies: MailPolicies; readonly perDay: number },
): (mail: Mail, message: Message) => Promise<Admission> {
  return async (mail, message) => {
    const { waitMs, cause } = await counter.begin({ by: countersOf(policies, perDay, mail, message) });
    if (waitMs <= 0) return "now";
    return Object.values<string>(WAITS).includes(cause) ? { waitMs } : "never";
  };
}

function countersOf(policies: MailPolicies, perDay: number, { kind, raffleId }: Mail, message: Message): CountedBy[] {
  const policy = policies[kind];
  if (!policy) throw new Error(`Mails of the kind ${kind} have no policy.`);
  const { trust = "none", limits = [], to } = message;
  const isProven = trust === "proven";
  const mailbox = mailboxOf(normaliseEmail(to.address) ?? to.address);
  const proof = isProven ? "proven" : "unproven";
  const most = policy.most * (isProven ? PROVEN_TIMES : 1);
  const lane = trust === "none" ? (policy.untrusted ?? policy.lane) : policy.lane;
  const waits = policy.waits ? { cause: WAITS.notices } : {};
  const own = policy.perRaffle ? `${raffleId} ${mailbox}` : mailbox;
  return [
    { kind: `mail ${kind}, ${proof}`, value: own, policy: inWindow(most, DAY_MS), ...waits },
    ...sharedBy(policy, isProven, mailbox),
    ...(trust === "none" ? ofRaffle(policy, { kind, raffleId }) : []),
    ...limits.map(({ name, value, most, windowMs }) => ({ kind: name, value, policy: inWindow(most, windowMs) })),
    { ...SITE, cause: WAITS.site, policy: inWindow(Math.max(1, Math.floor(perDay * LANES[lane])), DAY_MS) },
  ];
}

function sharedBy({ counter }: MailPolicy, isProven: boolean, value: string): CountedBy[] {
  switch (counter) {
    case "none":
      return [];
    case "prizes":
      if (isProven) return [];
      return [{ kind: "prizes by mailbox", cause: WAITS.prizes, value, policy: inWindow(MAILBOX_A_DAY, DAY_MS) }];
    case "notices":
      if (isProven) return [];
      return [{ kind: "notices by mailbox", cause: WAITS.notices, value, policy: inWindow(NOTICES_A_DAY, DAY_MS) }];
    case "mailbox":
      return isProven
        ? [{ kind: "mail by proven mailbox", value, policy: inWindow(PROVEN_A_DAY, DAY_MS) }]
        : [{ kind: "mail by mailbox", value, policy: inWindow(MAILBOX_A_DAY, DAY_MS) }];
  }
}

function ofRaffle({ ofUntrustedRaffle, counter }: MailPolicy, { kind, raffleId }: Pick<Mail, "kind" | "raffleId">) {
  if (ofUntrustedRaffle === undefined) return [];
  const by = { kind: `mail ${kind} of untrusted raffle`, value: raffleId, policy: inWindow(ofUntrustedRaffle, DAY_MS) };
  return [counter === "prizes" ? { ...by, cause: WAITS.prizes } : by];
}

/** How many mails of MAIL_PER_DAY the site has used up in its present day. The caller is the operator. */
export async function countMailsOfDay(db: Database, secret: Uint8Array): Promise<number> {
  const key = Buffer.from(counterKeys(secret)(SITE.kind, SITE.value), "hex");
  const row = await db.selectFrom("guessTallies").select(["tries", "at"]).where("key", "=", key).executeTakeFirst();
  return row && Date.now() - row.at.getTime() < DAY_MS ? row.tries : 0;
}
