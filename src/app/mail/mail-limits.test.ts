import { beforeEach, describe, expect, test } from "vitest";
import { EMAIL_VERIFICATION, PASSWORD_RESET } from "#src/accounts/mails.ts";
import { newId } from "#src/base/ids.ts";
import { LIST_LOCKED } from "#src/draws/mails/list-locked.ts";
import { PRIZE_WON } from "#src/draws/mails/write.ts";
import { CHANGED_BY_OTHER } from "#src/entries/mails/changed-by-other.ts";
import { CONTACT_CHANGED } from "#src/entries/mails/contact-changed.ts";
import { ENTRY_CODE, ENTRY_RECEIPT } from "#src/entries/mails/receipts.ts";
import type { Mail, MailTrust } from "#src/mail/schema.ts";
import { RAFFLE_CODES } from "#src/raffles/lifecycle/mail-codes.ts";
import { siteMailLimits } from "../../../tests/support/mail-admission.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { countMailsOfDay, MAILBOX_A_DAY, NOTICES_A_DAY } from "./mail-limits.ts";
import { MAIL_POLICIES } from "./mail-policies.ts";

const api = await openTestApi();
const { db, secret } = api.site;

beforeEach(() => db.deleteFrom("guessTallies").execute());

type Sent = { readonly kind: string; readonly to?: string; readonly raffleId?: string; readonly trust?: MailTrust };

/** Two processes of a site that sends so many mails a day, by turns. */
function processes(perDay = 10_000) {
  const admits = [siteMailLimits(db, secret, perDay), siteMailLimits(db, secret, perDay)] as const;
  let turn = 0;
  return async ({ kind, to = "victim@gmail.com", raffleId = newId(), trust = "none" }: Sent) => {
    const admit = admits[turn++ % 2] as (typeof admits)[number];
    const message = { to: { name: "", address: to }, subject: "", text: "", html: "", trust };
    const admission = await admit({ kind, raffleId } as Mail, message);
    return typeof admission === "string" ? admission : "later";
  };
}

const times = <Value>(many: number, make: (n: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: many }, (_, n) => make(n)));

const counted = (outcomes: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, all]) => [name, all.length]));

describe("what strangers cause to one mailbox", () => {
  test("is ten mails a day of all kinds together, however the address is spelt, also at once", async () => {
    const send = processes();
    const kinds = [ENTRY_RECEIPT, ENTRY_CODE, RAFFLE_CODES, LIST_LOCKED, EMAIL_VERIFICATION];
    const outcomes = await times(40, (n) => send({ kind: kinds[n % 5] ?? "", to: `v.ictim+${n}@googlemail.com` }));
    expect(counted(outcomes)).toEqual({ now: MAILBOX_A_DAY, never: 30 });
    // The control: another mailbox gets its own.
    expect(await send({ kind: ENTRY_RECEIPT, to: "bystander@gmail.com" })).toBe("now");
  });

  test("shuts out no prize, no new password, and nothing that the mailbox proved to want", async () => {
    const send = processes();
    await times(40, (n) => send({ kind: n % 2 === 0 ? ENTRY_RECEIPT : LIST_LOCKED }));
    expect(await send({ kind: ENTRY_CODE })).toBe("never");
    expect(await send({ kind: PRIZE_WON })).toBe("now");
    expect(await send({ kind: PASSWORD_RESET, trust: "proven" })).toBe("now");
    expect(await send({ kind: LIST_LOCKED, trust: "proven" })).toBe("now");
  });

  test("is ten prizes of others' raffles a day, and the others wait; a proved mailbox hears of each raffle", async () => {
    const send = processes();
    const outcomes = await times(15, () => send({ kind: PRIZE_WON }));
    expect(counted(outcomes)).toEqual({ now: 10, later: 5 });
    expect(await send({ kind: PRIZE_WON, trust: "proven" })).toBe("now");
  });
});

describe("notices that somebody changed an entry", () => {
  test("of one raffle take no place of another's, and wait past a day's instead of being lost", async () => {
    const send = processes();
    const [raffleId, other] = [newId(), newId()];
    const notice = (raffle: string) => send({ kind: CHANGED_BY_OTHER, raffleId: raffle });
    expect(counted(await times(8, () => notice(raffleId)))).toEqual({ now: 5, later: 3 });
    expect(await notice(other)).toBe("now");
    expect(counted(await times(30, () => notice(newId())))).toEqual({
      now: NOTICES_A_DAY - 6,
      later: 36 - NOTICES_A_DAY,
    });
    // The control: nobody else waits, nor does a mailbox that proved itself for what others' raffles sent to it.
    expect(await send({ kind: CONTACT_CHANGED, raffleId: other, to: "bystander@gmail.com" })).toBe("now");
    expect(await send({ kind: CHANGED_BY_OTHER, raffleId: other, trust: "proven" })).toBe("now");
    await api.database.pool.query("update guess_tallies set at = at - interval '1 day'");
    expect(await notice(raffleId)).toBe("now");
  });
});

describe("what one raffle causes that nobody vouches for", () => {
  test("is fifty prizes a day, and the others wait", async () => {
    const send = processes();
    const raffleId = newId();
    const won = (n: number, trust: MailTrust) => send({ kind: PRIZE_WON, to: `w${n}@example.com`, raffleId, trust });
    expect(counted(await times(60, (n) => won(n, "none")))).toEqual({ now: 50, later: 10 });
    expect(counted(await times(60, (n) => won(n + 100, "vouched")))).toEqual({ now: 60 });
  });
});

describe("a site's day", () => {
  test("keeps a share for those who come after receipts", async () => {
    const send = processes(100);
    const flood = await times(120, (n) => send({ kind: ENTRY_RECEIPT, to: `r${n}@example.com` }));
    expect(counted(flood)).toEqual({ now: 60, later: 60 });
    const prizes = await times(40, (n) => send({ kind: PRIZE_WON, to: `p${n}@example.com` }));
    expect(counted(prizes)).toEqual({ now: 30, later: 10 });
    const proven = await times(20, (n) => send({ kind: PRIZE_WON, to: `q${n}@example.com`, trust: "proven" }));
    expect(counted(proven)).toEqual({ now: 10, later: 10 });
    expect(await countMailsOfDay(db, secret)).toBe(100);
  });

  test("keeps a share for winners and new passwords whatever number of invented addresses registers", async () => {
    const send = processes(100);
    const flood = await times(120, (n) => send({ kind: EMAIL_VERIFICATION, to: `v${n}@example.com` }));
    expect(counted(flood)).toEqual({ now: 60, later: 60 });
    const prizes = await times(20, (n) => send({ kind: PRIZE_WON, to: `p${n}@example.com` }));
    const resets = await times(10, (n) => send({ kind: PASSWORD_RESET, to: `r${n}@example.com` }));
    expect(counted([...prizes, ...resets])).toEqual({ now: 30 });
  });

  test("begins anew a day after its first mail", async () => {
    const send = processes(10);
    await times(10, (n) => send({ kind: ENTRY_RECEIPT, to: `r${n}@example.com` }));
    expect(await send({ kind: ENTRY_RECEIPT, to: "next@example.com" })).toBe("later");
    await api.database.pool.query("update guess_tallies set at = at - interval '1 day'");
    expect(await countMailsOfDay(db, secret)).toBe(0);
    expect(await send({ kind: ENTRY_RECEIPT, to: "next@example.com" })).toBe("now");
  });
});

test("each kind of mail that the site sends has a policy", async () => {
  const { mailRenderers } = await import("#src/app/start-background.ts");
  const { QUICKNET } = await import("#src/draws/protocol/beacon/chains.ts");
  const options = { ...api.site.config, ...api.site } as never;
  const kinds = Object.keys(mailRenderers(api.site.config, options, QUICKNET));
  expect(Object.keys(MAIL_POLICIES).toSorted()).toEqual(kinds.toSorted());
});
