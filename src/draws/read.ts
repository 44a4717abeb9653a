import { sql } from "kysely";
import type { Reader } from "#src/db/connect.ts";
import { raffleKey } from "#src/raffles/read.ts";
import type { ChancesByWay } from "./lock/chances-by-way.ts";
import { randomnessOf } from "./protocol/beacon/beacon.ts";
import type { Lock } from "./protocol/lock.ts";
import type { SignedLock, Transcript } from "./protocol/transcript.ts";
import type { PrizeResult } from "./protocol/winners/draw.ts";
import type { Replacement, ReplacementProof } from "./protocol/winners/replacements.ts";

/** How many tickets of a list are out, by reason. */
export type TicketsOut = Readonly<Record<"rules" | "disqualified" | "deleted" | "withdrawn" | "wonBefore", number>>;

/** What is public of a raffle from its lock on. */
export type PublicDraw = {
  readonly raffleId: string;
  readonly lockHash: string;
  /** When the randomness is published. */
  readonly roundAt: Date;
  /** When the winners were announced; null before. */
  readonly announcedAt: Date | null;
  /** What verifiers read: the signed lock while it waits for its randomness, then the transcript. */
  readonly published: SignedLock | Transcript;
  /** How many tickets are out, by reason. Null for a list that was locked by an earlier version. */
  readonly out: TicketsOut | null;
  /** How many chances of the list came by which way; null where every rule was only said. */
  readonly chancesByWay: ChancesByWay | null;
};

/** How many tickets of a locked list can win. Of a list that an earlier version locked: all of them. */
export function ticketsInPlay({ published: { lock }, out }: PublicDraw): number {
  return Object.values(out ?? {}).reduce((left, count) => left - count, lock.tickets);
}

/** The replacements after a draw as the transcript has them, in their order. Those of /2 are signed. */
async function readReplacements(reader: Reader, raffleId: string): Promise<readonly Replacement[]> {
  const { rows } = await sql<Replacement & ReplacementProof & { readonly isProved: boolean }>`
    select prize_code as "prizeCode", from_ticket as "from", to_ticket as "to", reason, note, ${timeText("at")} as at,
      coalesce(${timeText("announced")}, '') as announced, coalesce(encode(consent, 'hex'), '') as consent,
      encode(previous, 'hex') as previous, encode(signature, 'hex') as signature, signature is not null as "isProved"
    from draw_replacements where raffle_id = ${raffleId} order by number
  `.execute(reader);
  return rows.map(({ isProved, announced, consent, previous, signature, ...one }) =>
    isProved ? { ...one, announced, consent, previous, signature } : one,
  );
}

/** A column's time as the protocol writes times. */
function timeText(column: string) {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

/** The draw of a raffle, by the raffle's id or code. Null while its list is not locked, and where there is none. */
export async function findDraw(reader: Reader, idOrCode: string): Promise<PublicDraw | null> {
  const key = raffleKey(idOrCode);
  if (key === null) return null;
  const row = await reader
    .selectFrom("drawLocks")
    .innerJoin("raffles", "raffles.id", "drawLocks.raffleId")
    .leftJoin("drawResults", "drawResults.raffleId", "drawLocks.raffleId")
    .select([
      ...(["drawLocks.raffleId", "lock", "lockHash", "signature", "siteKey", "round", "roundAt"] as const),
      ...(["outForRules", "outDisqualified", "outDeleted", "outWithdrawn", "outWonBefore"] as const),
      "chancesByWay",
      ...(["beaconSignature", "seed", "results", "announcedAt"] as const),
    ])
    .where(key.column, "=", key.value)
    .executeTakeFirst();
  if (!row) return null;
  const signed: SignedLock = {
    lock: JSON.parse(row.lock) as Lock,
    signature: row.signature.toString("hex"),
    siteKey: row.siteKey.toString("hex"),
  };
  const { raffleId, roundAt, announcedAt, beaconSignature, seed } = row;
  const { outForRules: rules, outDisqualified: disqualified } = row;
  const ofSecond = { deleted: row.outDeleted ?? 0, withdrawn: row.outWithdrawn ?? 0, wonBefore: row.outWonBefore ?? 0 };
  const out = rules === null || disqualified === null ? null : { rules, disqualified, ...ofSecond };
  const lockHash = row.lockHash.toString("hex");
  const chancesByWay = row.chancesByWay as ChancesByWay | null;
  const waiting = { raffleId, lockHash, roundAt, announcedAt, published: signed, out, chancesByWay };
  if (beaconSignature === null || seed === null) return waiting;
  const signature = beaconSignature.toString("hex");
  const transcript: Transcript = {
    ...signed,
    beacon: { round: signed.lock.round, signature, randomness: randomnessOf(signature) },
    seed: seed.toString("hex"),
    results: JSON.parse(row.results ?? "[]") as readonly PrizeResult[],
    replacements: await readReplacements(reader, raffleId),
  };
  return { ...waiting, published: transcript };
}

/** Whether a draw has its result. */
export function isDrawn(published: SignedLock | Transcript): published is Transcript {
  return "results" in published;
}

/** A lock in the list of all locks. */
export type ListedLock = {
  readonly raffle: string;
  /** The raffle's name where the public list has it. */
  readonly name: string | null;
  readonly lockHash: string;
  readonly lockedAt: Date;
  readonly roundAt: Date;
  readonly tickets: number;
  readonly drawnAt: Date | null;
};

/** Where a page of locks begins: after this one. */
export type LockPlace = { readonly lockedAt: Date; readonly raffle: string };

/** Locks of the site, the latest first. */
export async function listLocks(reader: Reader, limit: number, after: LockPlace | null): Promise<ListedLock[]> {
  const rows = await reader
    .selectFrom("drawLocks")
    .innerJoin("raffles", "raffles.id", "drawLocks.raffleId")
    .select(["raffles.codeId as raffle", "lockHash", "drawLocks.lockedAt", "roundAt", "tickets", "raffles.drawnAt"])
    .select(sql<string | null>`case when raffles.status = 'Published' then raffles.name end`.as("name"))
    .$if(after !== null, (query) =>
      query
        // Says less than the next condition, but an index begins here: the last page costs what the first does.
        .where("drawLocks.lockedAt", "<=", after?.lockedAt ?? new Date(0))
        .where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple("drawLocks.lockedAt", "raffles.codeId"),
            "<",
            tuple(after?.lockedAt ?? new Date(0), after?.raffle ?? ""),
          ),
        ),
    )
    .orderBy("drawLocks.lockedAt", "desc")
    .orderBy("raffles.codeId", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, lockHash: row.lockHash.toString("hex") }));
}
