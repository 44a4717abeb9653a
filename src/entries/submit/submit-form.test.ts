import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "#src/base/clock.ts";
import { entryBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { newEntryCode } from "./submission.ts";
import { submitForm } from "./submit-form.ts";

const api = await openTestApi();
const { db } = api.database;
/** A time in the middle of a span of ten minutes. */
const NOON = Date.UTC(2026, 10, 21, 12, 5);

type Form = { now?: number; secret?: Uint8Array };

function send(raffle: { codeId: string }, body: Record<string, unknown>, { now = NOON, secret }: Form = {}) {
  const visitor = { address: "192.0.2.1", device: "\n", language: "en" } as const;
  const { raffles, submissions, robots, entryAttempts, config } = api.site;
  const onOutcome = () => undefined;
  const deps = {
    raffles,
    submissions,
    robots,
    entryAttempts,
    onOutcome,
    defaultRegion: config.defaultRegion,
    ...visitor,
  };
  return submitForm({ ...deps, secret: secret ?? api.site.secret, now }, raffle.codeId, body);
}

async function codeOf(answer: ReturnType<typeof send>): Promise<string> {
  const outcome = await answer;
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  return outcome.value.entryCode;
}

describe("a form without a code", () => {
  it("is the same entry when it is sent again, at once or some minutes later", async () => {
    const raffle = await api.createRaffle();
    const form = entryBody();
    const codes = await Promise.all([codeOf(send(raffle, form)), codeOf(send(raffle, form))]);
    for (const minutes of [0, 4, 9]) codes.push(await codeOf(send(raffle, form, { now: NOON + minutes * MINUTE_MS })));
    expect(codes[0]).toMatch(/^[A-Z]{8}$/);
    expect(new Set(codes).size).toBe(1);
    const stored = await db.selectFrom("entries").select("entryCode").where("raffleId", "=", raffle.id).execute();
    expect(stored).toEqual([{ entryCode: codes[0] }]);
  });

  it("is the same entry also when the raffle has closed meanwhile", async () => {
    const raffle = await api.createRaffle();
    const form = entryBody();
    const code = await codeOf(send(raffle, form));
    await sql`update raffles set due_date = now() - interval '1 second' where id = ${raffle.id}`.execute(db);
    expect(await codeOf(send(raffle, form, { now: NOON + 9 * MINUTE_MS }))).toBe(code);
    expect(await send(raffle, entryBody())).toMatchObject({ ok: false, refusal: { reason: "submission-closed" } });
  });

  it("says no code later, nor for anything else that it says, nor where the secret is another", async () => {
    const raffle = await api.createRaffle();
    const form = entryBody();
    await codeOf(send(raffle, form));
    const taken = { ok: false, refusal: { reason: "phone-taken" } };
    expect(await send(raffle, form, { now: NOON + 20 * MINUTE_MS })).toMatchObject(taken);
    expect(await send(raffle, { ...form, firstName: "maria" })).toMatchObject(taken);
    expect(await send(raffle, { ...form, promotions: true })).toMatchObject(taken);
    expect(await send(raffle, form, { secret: Buffer.alloc(32, 8) })).toMatchObject(taken);
  });

  it("has another code in each raffle, and for each person", async () => {
    const [one, another] = [await api.createRaffle(), await api.createRaffle()];
    const form = entryBody();
    const codes = [
      await codeOf(send(one, form)),
      await codeOf(send(another, form)),
      await codeOf(send(one, entryBody())),
    ];
    expect(new Set(codes).size).toBe(3);
  });

  it("is let in also where its code is somebody's", async () => {
    const raffle = await api.createRaffle();
    const form = entryBody();
    const code = await codeOf(send(raffle, form));
    await db.deleteFrom("entries").where("raffleId", "=", raffle.id).execute();
    await codeOf(send(raffle, entryBody({ entryCode: code })));
    expect(await codeOf(send(raffle, form))).not.toBe(code);
  });
});

describe("a form with a code", () => {
  it("keeps it, however late it is sent again", async () => {
    const raffle = await api.createRaffle();
    const form = entryBody({ entryCode: newEntryCode() });
    expect(await codeOf(send(raffle, form))).toBe(form.entryCode);
    expect(await codeOf(send(raffle, form, { now: NOON + 300 * MINUTE_MS }))).toBe(form.entryCode);
  });

  it("that was used before gets another one", async () => {
    const raffle = await api.createRaffle();
    const entryCode = await codeOf(send(raffle, entryBody({ entryCode: newEntryCode() })));
    expect(await codeOf(send(raffle, entryBody({ entryCode })))).not.toBe(entryCode);
  });
});
