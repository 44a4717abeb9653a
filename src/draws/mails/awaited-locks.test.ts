import { once as onceEmitted } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { systemClock } from "#src/base/clock.ts";
import { KEY_TYPES, keyOf, vkeyOf } from "#src/tlog/format/note.ts";
import { cosignOnce } from "#src/tlog/witness/cosigning.ts";
import { addCheckpoint, type Witnessed } from "#src/tlog/witness/witness.ts";
import { drawMailsOf, once, people } from "../../../tests/support/draw-mails.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { logKey, logOrigin, logVkey } from "../log/names.ts";
import { readLockProof } from "../log/read.ts";
import { logNext } from "../log/write-log.ts";
import { QUICKNET } from "../protocol/beacon/chains.ts";
import { lockProofToJudge } from "../protocol/log/lock-proof.ts";
import { drawMailFanOut } from "./fan-out.ts";

const api = await openTestApi({ ORIGIN: "https://raffles.example.com" });
const { site, database } = api;
const { db, pool } = database;
const { enterAll, lock, outbox, fill } = drawMailsOf(api);

/** A witness that answers when it is let: with a cosignature, or with a fault of its own. */
async function startWitness(name: string) {
  const signer = { name: `${name}/witness`, secretKey: new Uint8Array(32).fill(name.length) };
  const key = vkeyOf(keyOf(signer, KEY_TYPES.cosignature));
  let stored: Witnessed | null = null;
  let answered = Promise.resolve("right" as "right" | "wrong");
  const store = {
    read: async () => stored,
    async replace(_: string, before: number, after: Witnessed) {
      if ((stored?.size ?? 0) !== before) return false;
      stored = after;
      return true;
    },
  };
  const keyOfLog = async (origin: string) => logKey(site.secret, origin);
  const server = createServer(async (request, response) => {
    if (request.url === "/.well-known/tambiolo.json") return response.end(JSON.stringify({ witness: { key } }));
    if ((await answered) === "wrong") return response.writeHead(503).end("Not now.\n");
    const asked = await text(request);
    const { status, body } = await addCheckpoint({ store, signer, keyOf: keyOfLog, clock: systemClock }, asked);
    return response.writeHead(status).end(body);
  }).listen(0, "127.0.0.1");
  await onceEmitted(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    /** Has it answer nobody until the returned function says how. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<"right" | "wrong">();
      answered = promise;
      return resolve;
    },
  };
}

const prompt = await startWitness("prompt.example.com");
const slow = await startWitness("slow.example.com");
const witnesses = [prompt.url, slow.url];
const fillWithWitnesses = () => fill(drawMailFanOut({ witnesses }));

const askWitnesses = () =>
  cosignOnce({
    ...{ db, clock: systemClock, witnesses, stopping: site.stopping },
    logKey: (origin) => logKey(site.secret, origin),
    renew: () => Promise.reject(new Error("The log is not older.")),
  });

beforeEach(() => pool.query("delete from draw_mailings; delete from mails; update log_witnesses set failure = null"));

/** A raffle whose entries both witnesses saw in the log, and whose list was locked just now. */
async function lockWitnessed() {
  const raffle = await api.createRaffle();
  const emails = people(2);
  await enterAll(raffle, emails);
  while ((await logNext(db, { ...site, chain: QUICKNET, origin: site.config.origin })).rows > 0);
  await pool.query("update log_witnesses set asked_at = null");
  await askWitnesses();
  const lockHash = await lock(raffle);
  return { raffle, emails, lockHash };
}

test("a mail about a lock waits for a witness that answers late, and its proof has the cosignature", async () => {
  const { raffle, emails, lockHash } = await lockWitnessed();
  const answer = slow.hold();
  const asking = askWitnesses();
  await expect.poll(async () => (await readLockProof(db, raffle.id))?.cosigned.length).toBe(1);
  await fillWithWitnesses();
  expect(await outbox()).toEqual({});
  answer("right");
  await asking;
  await fillWithWitnesses();
  expect(await outbox()).toEqual(once(emails));
  const proof = {
    answer: await readLockProof(db, raffle.id),
    logKey: logVkey(site.secret, logOrigin(site.config.origin)),
    witnesses: [prompt.key, slow.key],
  };
  expect(lockProofToJudge(proof).judge(lockHash, undefined)).toMatchObject({
    state: "logged",
    cosigned: [{ witness: "prompt.example.com/witness" }, { witness: "slow.example.com/witness" }],
  });
});

test("a mail about a lock waits no longer for a witness that failed since", async () => {
  const { emails } = await lockWitnessed();
  slow.hold()("wrong");
  await askWitnesses();
  await fillWithWitnesses();
  expect(await outbox()).toEqual(once(emails));
});

test.each([
  ["two minutes after the lock", "locked_at - interval '121 seconds'", "locked_at + interval '1 day'"],
  ["a third of the time to the round", "locked_at - interval '21 seconds'", "locked_at + interval '39 seconds'"],
])("a mail about a lock goes out without a witness that never answers, %s", async (_, lockedAt, roundAt) => {
  const { raffle, emails } = await lockWitnessed();
  const answer = slow.hold();
  const asking = askWitnesses();
  await fillWithWitnesses();
  expect(await outbox()).toEqual({});
  await pool.query(`update draw_locks set locked_at = ${lockedAt}, round_at = ${roundAt} where raffle_id = $1`, [
    raffle.id,
  ]);
  await fillWithWitnesses();
  expect(await outbox()).toEqual(once(emails));
  answer("right");
  await asking;
});

test("a mail about a lock waits until the log has the lock, also without witnesses", async () => {
  const raffle = await api.createRaffle();
  const emails = people(1);
  await enterAll(raffle, emails);
  await lock(raffle);
  await pool.query("delete from log_draws where raffle_id = $1", [raffle.id]);
  await fill();
  expect(await outbox()).toEqual({});
  await pool.query("update draw_locks set locked_at = locked_at - interval '121 seconds' where raffle_id = $1", [
    raffle.id,
  ]);
  await fill();
  expect(await outbox()).toEqual(once(emails));
});
