import type { OrganiserScope } from "#src/access/scope.ts";
import { DAY_MS } from "#src/base/clock.ts";
import { drawRaffle } from "#src/draws/drawing/draw-raffle.ts";
import { readListFile } from "#src/draws/lock/list-parts.ts";
import { timeOfRound } from "#src/draws/protocol/beacon/round.ts";
import type { Protocol } from "#src/draws/protocol/plan.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import { verifyDraw } from "#src/draws/protocol/verify/verify.ts";
import { findDraw } from "#src/draws/read.ts";
import { TEST_CHAIN, testBeacon } from "./beacon-relay.ts";
import { lockUnder } from "./lock-under.ts";
import { type LockedRaffle, lockRaffle } from "./locked-raffle.ts";
import type { openTestApi } from "./open-test-api.ts";
import { organiserScope } from "./organiser-scope.ts";

/** A raffle that is drawn, its organiser, and the time of its round. */
export type DrawnRaffle = LockedRaffle & { readonly scope: OrganiserScope; readonly drawnAt: number };

/** Draws raffles of an API on the test chain under this version of the protocol, and verifies what is published. */
export function drawnUnder(protocol: Protocol, { database, site, ask }: Awaited<ReturnType<typeof openTestApi>>) {
  const { db, pool } = database;
  const transcriptOf = async ({ id }: LockedRaffle) => (await findDraw(db, id))?.published as Transcript;
  return {
    async drawn(changes: Record<string, unknown> = {}): Promise<DrawnRaffle> {
      const raffle = await lockRaffle(ask, pool, changes);
      await lockUnder(protocol, pool, raffle.id, site.secret);
      await drawRaffle(site, { raffleId: raffle.id, actor: "site" }, testBeacon(raffle.round));
      const drawnAt = timeOfRound(TEST_CHAIN, raffle.round) * 1000;
      return { ...raffle, drawnAt, scope: await organiserScope(site, raffle) };
    },
    transcriptOf,
    /** The site, as it is so many days after the draw, for which nobody here waits. */
    later: ({ drawnAt }: DrawnRaffle, days: number) => ({ ...site, clock: () => new Date(drawnAt + days * DAY_MS) }),
    /** The verdict of the protocol's own verifier so many days after the draw: right, or the check that is not. */
    async verdictOf(raffle: DrawnRaffle, days = 1) {
      const input = { transcript: await transcriptOf(raffle), list: readListFile(db, raffle.id), chain: TEST_CHAIN };
      const verified = await verifyDraw(input, { now: (raffle.drawnAt + days * DAY_MS) / 1000 });
      if (!verified.ok) throw new Error(JSON.stringify(verified.refusal));
      const wrong = verified.value.checks.find(({ result }) => result.state === "wrong");
      return wrong ? wrong.name : verified.value.transcript;
    },
  };
}
