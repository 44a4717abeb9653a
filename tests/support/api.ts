import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { createAccounts } from "#src/access/accounts.ts";
import { createGuessLimiter } from "#src/access/guess-limit.ts";
import { createGuessTally, NO_GUESS_TALLY } from "#src/access/guess-tally.ts";
import { createOrganiserGuesses } from "#src/access/organiser-guesses.ts";
import { createSignInGuesses } from "#src/access/sign-in-guesses.ts";
import { createApi } from "#src/api/create-api.ts";
import type { Site } from "#src/api/site.ts";
import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import { createRobotCheck } from "#src/entries/robot-check.ts";
import { createSubmissionQueue } from "#src/entries/submission-queue.ts";
import { createRaffleCache } from "#src/raffles/raffle-cache.ts";

export type TestApi = {
  readonly site: Site;
  /** Sends a request to the API; a body that is neither a string nor bytes is sent as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends a request and reads its answer as JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Creates a raffle of two rules and two prizes and reads it as everybody sees it. */
  createRaffle(changes?: Record<string, unknown>): Promise<TestRaffle>;
  /** Enters a raffle as somebody new, and gives the entry's code. */
  enter(raffle: Pick<TestRaffle, "id">, changes?: Record<string, unknown>): Promise<string>;
};

export type TestAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
};

export type TestRaffle = {
  readonly id: string;
  readonly codeId: string;
  readonly accessCode: string;
  readonly rules: readonly { id: string; number: number; details: string; drops: number }[];
  readonly prizes: readonly { id: string; prizeCode: string; name: string; details: string }[];
};

const IN_A_WEEK = new Date(Date.now() + 7 * 86_400_000).toISOString();
const IN_TWO_WEEKS = new Date(Date.now() + 14 * 86_400_000).toISOString();

/** A raffle that the API takes. */
export function raffleBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "Noche Buena Basket",
    details: "Ham, queso de bola and fruit salad for the whole family.",
    dueDate: IN_A_WEEK,
    drawDate: IN_TWO_WEEKS,
    status: "Published",
    prizes: [
      { prizeCode: "HAM", name: "Ham", details: "2 kg", worth: "1,500.00", numberOfWinners: 2, orderNumber: 2 },
      { prizeCode: "QUESO", name: "Queso de bola", details: "1 kg", worth: "0.00", numberOfWinners: 1, orderNumber: 1 },
    ],
    rules: [
      { number: 2, details: "Share the post", drops: 3 },
      { number: 1, details: "Follow our page" },
    ],
    ...changes,
  };
}

/** The header with which an API request proves its organiser. */
export function asOrganiser(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

let people = 0;

/** An entry that the API takes, of a person who has not entered before. */
export function entryBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  people += 1;
  return {
    firstName: "Maria",
    lastName: "Peña",
    address: "12 Rizal St, Iloilo City",
    phone: `0917${String(2_000_000 + people)}`,
    email: `maria.${people}@example.com`,
    facebook: "https://www.facebook.com/maria.pena",
    instagram: "https://www.instagram.com/maria.pena",
    acceptTerms: true,
    ...changes,
  };
}

/** For tests of what never listens to the database. */
const SILENT: Notifications = {
  subscribe: () => () => undefined,
  listensTo: () => false,
  caughtUp: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** The API on a test database, with the product's default settings. */
export function createTestApi(
  db: Database,
  env: Record<string, string> = {},
  parts: Partial<Pick<Site, "notifications" | "stopping" | "robots" | "submissions">> = {},
): TestApi {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.refusal);
  const secret = Buffer.alloc(32, 7);
  const { origin, productName, rateLimits, smtp } = config.value;
  const accountOptions = { db, secret, origin, productName, sendsMail: smtp !== undefined, onError: raise };
  // A secret of its own: tests on one database do not count each other's guesses.
  const tally = rateLimits ? createGuessTally(db, randomBytes(32)) : NO_GUESS_TALLY;
  const site: Site = {
    config: config.value,
    secret,
    db,
    clock: systemClock,
    notifications: SILENT,
    raffles: createRaffleCache(db, parts.notifications ?? SILENT),
    stopping: new AbortController().signal,
    submissions: createSubmissionQueue(db),
    robots: createRobotCheck({ secret, enabled: rateLimits, onReport: () => undefined }),
    guesses: createGuessLimiter(tally),
    organiserGuesses: createOrganiserGuesses(tally),
    accounts: createAccounts(accountOptions, createSignInGuesses(tally)),
    ...parts,
  };
  const app = createApi(site, pino({ level: "silent" }), (c) => c.req.header("x-forwarded-for") ?? "192.0.2.1");

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return app.request(path, {
      method,
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        // Whoever enters comes from an address of their own, unless a test says otherwise: its crowds are no rush.
        ...(path.endsWith("/entries") && { "x-forwarded-for": `person-${people}` }),
        ...headers,
      },
    });
  }

  return {
    site,
    send,
    async ask(method, path, body, headers) {
      const answer = await send(method, path, body, headers);
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    },
    async createRaffle(changes = {}) {
      const created = await send("POST", "/raffles", raffleBody(changes));
      if (created.status !== 201) throw new Error(await created.text());
      const { id, codeId, accessCode } = (await created.json()) as TestRaffle;
      const raffle = (await (await send("GET", `/raffles/${codeId}`)).json()) as TestRaffle;
      return { ...raffle, id, accessCode };
    },
    async enter(raffle, changes = {}) {
      const entered = await send("POST", `/raffles/${raffle.id}/entries`, entryBody(changes));
      if (entered.status !== 201) throw new Error(await entered.text());
      return ((await entered.json()) as { entryCode: string }).entryCode;
    },
  };
}

function raise(error: unknown): never {
  throw error;
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}
