import { TZDate } from "@date-fns/tz";
import type { Insertable } from "kysely";
import { v5 } from "uuid";
import { hashAccessCode } from "#src/access/codes/access-code.ts";
import { DAY_MS } from "#src/base/clock.ts";
import type { Database, Schema } from "#src/db/connect.ts";
import { noteEntryChanges } from "#src/db/sharding/instead-of-triggers.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import { reviveCodes } from "#src/db/used-codes.ts";
import { submissionOf } from "#src/entries/listed/insert-names.ts";
import { mailboxFor } from "#src/entries/mailbox.ts";
import { prepareSubmission } from "#src/entries/submit/submission.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { raffleInput } from "#src/raffles/schema.ts";
import { lockAtOf } from "#src/raffles/timeline/timeline.ts";
import { replaceBanner, storePictures } from "#src/raffles/write.ts";
import { readHead } from "#src/tlog/read.ts";
import { playDraw } from "./demo-draw.ts";
import { earnDrops } from "./demo-earning.ts";
import { type DemoEntry, drawDemoEntries } from "./demo-entries.ts";
import { cosignDemo, removeEntries } from "./demo-log.ts";
import { type DrawnPictures, drawPictures } from "./demo-pictures.ts";
import { type DemoRaffle, type DemoSite, demoRaffles } from "./demo-raffle.ts";

/** The result of loading one raffle of the demonstration data. */
export type LoadedRaffle = {
  readonly codeId: string;
  readonly name: string;
  /** Null if the data's access code does not open the raffle, for example after a change of the site's secret. */
  readonly accessCode: string | null;
  /** The code of one of the raffle's demonstration entries. */
  readonly entryCode: string | undefined;
  /** What was added; null if the raffle existed already, and so stayed unchanged. */
  readonly added: { readonly prizes: number; readonly rules: number; readonly entries: number } | null;
};

/** A random namespace for this data: its ids are UUIDs of version 5 (RFC 9562, section 5.5) in this namespace. */
export const DEMO_NAMESPACE = "7ad37ef3-5113-418a-b181-f09abe8ccc76";

const PUBLISH_HOUR = 9;
const DUE_HOUR = 18;
const DRAW_HOUR = 20;

/** The raffles are all in the Philippines, whatever region the site is for. */
const REGION = "PH";

/**
 * Adds the raffles of the demonstration data that the site does not have, each with its entries in one transaction.
 *
 * An existing raffle stays unchanged, even if its data was changed or deleted since. So a second run, even at the same
 * time, changes nothing. The data passes the same checks as a person's input.
 */
export async function loadDemo(site: DemoSite): Promise<LoadedRaffle[]> {
  const entries = drawDemoEntries();
  const now = site.clock();
  const isFirst = (await readHead(site.db)) === null;
  const loaded: LoadedRaffle[] = [];
  for (const raffle of demoRaffles) {
    loaded.push(await loadRaffle(site, raffle, entries.get(raffle.codeId) ?? [], now));
  }
  if (isFirst) await cosignDemo(site);
  return loaded;
}

async function loadRaffle(
  site: DemoSite,
  raffle: DemoRaffle,
  entries: readonly DemoEntry[],
  now: Date,
): Promise<LoadedRaffle> {
  const { codeId, name, accessCode } = raffle;
  const shown = { codeId, name, entryCode: entries[0]?.entryCode };
  const accessCodeHash = hashAccessCode(site.secret, idOf(codeId), accessCode);
  if (!(await readAccessCodeHash(site.db, codeId))) {
    const pictures = await drawPictures(raffle);
    const isNew = await inTransaction(site.db, async (tx) => {
      await reviveCodes(tx, [codeId]);
      if (!(await insertRaffle(tx, raffle, { accessCodeHash, now, timeZone: site.timeZone, pictures }))) return false;
      await insertEntries(tx, raffle, entries, now);
      await insertNames(tx, raffle);
      return true;
    });
    const gone = (raffle.gone ?? []).map((one) => ({ ...one, id: idOf(codeId, "entry", one.entry) }));
    if (isNew) await removeEntries(site, idOf(codeId), gone);
    const ids = {
      rule: (place: number) => idOf(codeId, "rule", place),
      entry: (place: number) => idOf(codeId, "entry", place),
    };
    if (isNew) await earnDrops(site, raffle, idOf(codeId), ids);
    if (isNew) await playDraw(site, raffle, idOf(codeId));
    const stored = entries.length + (raffle.names?.length ?? 0) - gone.length;
    const added = { prizes: raffle.prizes.length, rules: raffle.rules.length, entries: stored };
    if (isNew) return { ...shown, accessCode, added };
  }
  const stored = await readAccessCodeHash(site.db, codeId);
  return { ...shown, accessCode: stored?.equals(accessCodeHash) ? accessCode : null, added: null };
}

async function readAccessCodeHash(db: Database, codeId: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom("raffles").select("accessCodeHash").where("codeId", "=", codeId).executeTakeFirst();
  return row?.accessCodeHash;
}

/** Returns whether the raffle is new; another run may have added it meanwhile. */
async function insertRaffle(
  tx: Transaction,
  raffle: DemoRaffle,
  deps: { accessCodeHash: Buffer; now: Date; timeZone: string; pictures: DrawnPictures },
): Promise<boolean> {
  const { codeId, days } = raffle;
  const { now, timeZone, accessCodeHash, pictures } = deps;
  const { logo } = pictures;
  const { prizes, rules, ...input } = raffleInput(timeZone).parse({
    ...raffle,
    accentColor: raffle.accentColor || (logo?.accent ?? ""),
    prizes: raffle.prizes.map((prize, place) => ({ ...prize, picture: pictures.prizes.get(place)?.mark ?? "" })),
    dueDate: raffle.drawn?.dueDate ?? eveningOf(daysFrom(now, days.due), DUE_HOUR, timeZone),
    drawDate: raffle.drawn?.drawDate ?? eveningOf(daysFrom(now, days.draw), DRAW_HOUR, timeZone),
    publishAt: days.publish === undefined ? "" : eveningOf(daysFrom(now, days.publish), PUBLISH_HOUR, timeZone),
  });
  const id = idOf(codeId);
  const createdAt = daysFrom(raffle.drawn ? input.drawDate : now, -days.since);
  const lockAt = lockAtOf(input);
  const inserted = await tx
    .insertInto("raffles")
    // A raffle of the past keeps its entries: the people do not exist, and the page names those who won.
    .values({
      ...{ ...input, id, codeId, accessCodeHash, logo: logo?.mark ?? "", createdAt, updatedAt: createdAt },
      entriesFrom: raffle.names ? "list" : "form",
      entriesErasedAt: raffle.drawn ? now : null,
      // One that should have been locked before shows what an organiser has to do by hand.
      lockAt: lockAt > now ? lockAt : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  await storePictures(tx, id, [...(logo ? [logo] : []), ...pictures.prizes.values()]);
  if (pictures.banner) await replaceBanner(tx, id, pictures.banner, createdAt);
  const prizeRows = prizes.map((prize, place) => ({ ...prize, raffleId: id, id: idOf(codeId, "prize", place) }));
  await tx.insertInto("prizes").values(prizeRows).execute();
  if (raffle.account) await insertOwner(tx, raffle, id, createdAt);
  if (raffle.thanks) await tx.insertInto("claimSettings").values({ raffleId: id, thanks: raffle.thanks }).execute();
  const ruleRows = rules.map((rule, place) => ({ ...rule, raffleId: id, id: idOf(codeId, "rule", place) }));
  if (ruleRows.length > 0) await tx.insertInto("rules").values(ruleRows).execute();
  return true;
}

/** The account of a shop, the same for all of its raffles. */
async function insertOwner(tx: Transaction, { shopName, shopContact }: DemoRaffle, raffleId: string, joinedAt: Date) {
  const userId = idOf("account", shopName);
  await tx
    .insertInto("users")
    .values({ id: userId, username: shopName, email: shopContact, createdAt: joinedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx.insertInto("raffleMembers").values({ raffleId, userId, role: "owner", joinedAt }).execute();
}

async function insertEntries(
  tx: Transaction,
  { codeId, disqualified = [] }: DemoRaffle,
  entries: readonly DemoEntry[],
  now: Date,
): Promise<void> {
  const reasons = new Map(disqualified.map(({ entry, reason }) => [entry, reason]));
  const raffle = await findRaffle(tx, idOf(codeId));
  if (!raffle) throw new Error(`The raffle ${codeId} has gone before its entries came.`);
  const latest = Math.min(now.getTime(), raffle.dueDate.getTime());
  const rows = entries.map((entry, place): Insertable<Schema["entries"]> => {
    const { arrival, source, doneRules, wishes, ...person } = entry;
    const prepared = prepareSubmission(
      raffle,
      {
        ...person,
        acceptTerms: true,
        rules: doneRules.map((rule) => idOf(codeId, "rule", rule)),
        wishes: wishes.map(({ prize, note }) => ({ prizeId: idOf(codeId, "prize", prize), note })),
      },
      REGION,
    );
    if (!prepared.ok) throw new Error(`${codeId} refuses entry ${place}: ${JSON.stringify(prepared.refusal.fields)}`);
    const opened = raffle.createdAt.getTime();
    const createdAt = new Date(Math.round(opened + arrival * (latest - opened)));
    // Demonstration entries send no mail, and came from nowhere.
    const { receipt: _, networkHash: __, deviceHash: ___, ...columns } = prepared.value;
    return {
      ...columns,
      ...mailboxFor(raffle, columns),
      id: idOf(codeId, "entry", place),
      source,
      doneRules: [...columns.doneRules],
      claimedRules: [...columns.claimedRules],
      submissionHash: Buffer.from(columns.submissionHash, "hex"),
      wishes: JSON.stringify(columns.wishes),
      disqualifiedFor: reasons.get(place) ?? null,
      disqualifiedAt: reasons.has(place) ? now : null,
      termsAcceptedAt: createdAt,
      createdAt,
      updatedAt: createdAt,
    };
  });
  if (rows.length === 0) return;
  await tx.insertInto("entries").values(rows).execute();
  const ids = rows.map((_, place) => idOf(codeId, "entry", place));
  await noteEntryChanges(tx, raffle.id, ids);
}

/** The names of a list: all were there when it was drawn from. */
async function insertNames(tx: Transaction, { codeId, names = [], drawn }: DemoRaffle): Promise<void> {
  if (!drawn || names.length === 0) return;
  const raffleId = idOf(codeId);
  const closed = new Date(drawn.dueDate).getTime();
  const rows = names.map((name, place) => {
    // The draw numbers them by their time.
    const at = new Date(closed - names.length + place);
    const { receipt: _, networkHash: __, deviceHash: ___, ...columns } = submissionOf(raffleId, name);
    return {
      ...columns,
      id: idOf(codeId, "entry", place),
      doneRules: [...columns.doneRules],
      claimedRules: [...columns.claimedRules],
      submissionHash: Buffer.from(columns.submissionHash, "hex"),
      wishes: JSON.stringify(columns.wishes),
      ...{ termsAcceptedAt: at, createdAt: at, updatedAt: at },
    };
  });
  await tx.insertInto("entries").values(rows).execute();
  await noteEntryChanges(
    tx,
    raffleId,
    rows.map(({ id }) => id),
  );
}

function idOf(...name: readonly (string | number)[]): string {
  return v5(name.join("/"), DEMO_NAMESPACE);
}

function daysFrom(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}

/** The given hour of the same day in the site's time zone. */
function eveningOf(moment: Date, hour: number, timeZone: string): string {
  const there = new TZDate(moment.getTime(), timeZone);
  there.setHours(hour, 0, 0, 0);
  return new Date(there.getTime()).toISOString();
}
