import { afterAll, expect, it } from "vitest";
import { NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { createTestAttempts } from "../../tests/support/attempt-limits.ts";
import { holdPasswords } from "../../tests/support/cheap-passwords.ts";
import { createTestDatabase } from "../../tests/support/database.ts";
import { solveForApi } from "../../tests/support/robot-puzzle.ts";
import { createAccounts } from "./accounts.ts";
import { createSignInAttempts } from "./sign-in-attempts.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

const { counter, limits } = createTestAttempts(database.db);
const options = {
  ...{ db: database.db, secret: Buffer.alloc(32, 7), origin: "https://raffles.example.com" },
  ...{ productName: "Tambiolo", sendsMail: false, onError: () => undefined },
};
const accounts = createAccounts(options, createSignInAttempts(NO_ATTEMPT_COUNTER, NO_LIMITS));
const limited = createAccounts(options, createSignInAttempts(counter, limits));

const PASSWORD = "mango street at noon";
const guest = { cookie: undefined, address: "192.0.2.7", language: "en" } as const;
const typed = (email: string) => ({
  ...{ username: "Nena", email, password: PASSWORD, repeated: PASSWORD, anyway: false },
});

it("lets people sign in while a burst of strangers registers, and tells most of these to come again", async () => {
  const email = "nena@example.com";
  expect(await accounts.register(guest, typed(email))).toMatchObject({ ok: true });
  const burst = Array.from({ length: 26 }, (_, one) => accounts.register(guest, typed(`burst.${one}@example.com`)));
  const people = Array.from({ length: 5 }, () => accounts.signIn(guest, { email, password: PASSWORD }));
  expect((await Promise.all(people)).map(({ ok }) => ok)).toEqual(Array(5).fill(true));
  const refused = (await Promise.all(burst)).filter((outcome) => !outcome.ok);
  expect(refused).toHaveLength(15);
  expect(refused[0]).toMatchObject({ refusal: { reason: "site-busy" } });
});

it("has the database answer others while everybody who registers waits for a hash", async () => {
  const passwords = holdPasswords();
  const burst = Array.from({ length: 11 }, (_, one) => accounts.register(guest, typed(`held.${one}@example.com`)));
  await expect.poll(() => passwords.count()).toBe(2);
  // A registration that waits in a transaction has one of the ten connections, and no more than ten can.
  for (let one = 0; one < 20; one += 1) await database.db.selectFrom("users").select("id").limit(1).execute();
  passwords.release();
  expect((await Promise.all(burst)).map(({ ok }) => ok)).toEqual(Array(11).fill(true));
});

it("asks who registers by the dozen for a puzzle, and takes its solution", async () => {
  const reasons: unknown[] = [];
  expect(await accounts.register(guest, typed("twin@example.com"))).toMatchObject({ ok: true });
  for (let one = 0; one < 40; one += 1) {
    const outcome = await limited.register(guest, typed("twin@example.com"));
    reasons.push(!outcome.ok && outcome.refusal.reason);
  }
  expect(new Set(reasons)).toEqual(new Set(["email-in-use"]));
  const asked = await limited.register(guest, typed("newcomer@example.com"));
  if (asked.ok || !("challenge" in asked.refusal)) throw new Error("No puzzle was asked for.");
  const solution = await solveForApi(asked.refusal.challenge);
  expect(await limited.register({ ...guest, solution }, typed("newcomer@example.com"))).toMatchObject({ ok: true });
});
