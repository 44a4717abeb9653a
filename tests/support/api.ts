import { randomBytes } from "node:crypto";
import { pino } from "pino";
import { createAccessCodeAttempts } from "#src/access/codes/access-code-attempts.ts";
import { createEntryCodeAttempts } from "#src/access/codes/entry-code-attempts.ts";
import { createAccounts } from "#src/accounts/accounts.ts";
import { createSignInAttempts } from "#src/accounts/sign-in-attempts.ts";
import { createApi } from "#src/api/create-api.ts";
import { systemClock } from "#src/base/clock.ts";
import { createShops } from "#src/claims/shop/shops.ts";
import { readConfig } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import type { Notifications } from "#src/db/notifications.ts";
import type { Presence } from "#src/db/presence.ts";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { createShowCache } from "#src/draws/show/show-cache.ts";
import { createRedemptions } from "#src/earning/codes/redemptions.ts";
import { createRobotCheck } from "#src/entries/robots/robot-check.ts";
import { createOddsCache } from "#src/entries/standing/live-odds.ts";
import { createSubmissionQueue } from "#src/entries/submit/submission-queue.ts";
import type { Site } from "#src/http/site.ts";
import { NO_COUNTS } from "#src/http/site.ts";
import { createBanners } from "#src/raffles/pictures/banner.ts";
import { createPictures } from "#src/raffles/pictures/pictures.ts";
import { createRaffleCache } from "#src/raffles/raffle-cache.ts";
import { createAttemptCounter, NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { createPuzzle } from "#src/rate-limits/puzzle.ts";
import { createStrangersLimits, NO_LIMITS } from "#src/rate-limits/strangers-limits.ts";
import { createWebhookConsents } from "#src/webhooks/ask-consent.ts";
import { createPostChallenge } from "#src/webhooks/post.ts";

export type TestApi = {
  readonly site: Site;
  /** Sends a request to the API. A body that is neither a string nor bytes is sent as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends a request and parses its JSON response. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Creates a raffle with two rules and two prizes, and returns its public view. */
  createRaffle(changes?: Record<string, unknown>): Promise<TestRaffle>;
  /** Enters a raffle as a new person, and returns the entry code. */
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

/** A valid raffle for the API. */
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

/** The header by which an API request proves its organiser. */
export function asOrganiser(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

let people = 0;

/** A valid entry for the API, from a person who has not entered before. */
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

/** Notifications for tests without a listener on the database. */
const SILENT: Notifications = {
  subscribe: () => () => undefined,
  isListeningTo: () => false,
  waitUntilNotified: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** For tests whose database is always reachable. */
export const THERE: Presence = { isAway: () => false, isFull: () => false, isInDoubt: () => false };

/** Builds the API on a test database, with the product's default settings. */
export function createTestApi(
  db: Database,
  env: Record<string, string> = {},
  parts: Partial<
    Pick<Site, "secret" | "chain" | "notifications" | "presence" | "stopping" | "robots" | "submissions">
  > = {},
): TestApi {
  const config = readConfig(env);
  if (!config.ok) throw new Error(config.refusal);
  const secret = parts.secret ?? Buffer.alloc(32, 7);
  const { origin, productName, rateLimits, smtp } = config.value;
  const accountOptions = { db, secret, origin, productName, sendsMail: smtp !== undefined, onError: raise };
  // A random secret, so that tests on one database do not count each other's attempts.
  const counter = rateLimits ? createAttemptCounter(db, randomBytes(32)) : NO_ATTEMPT_COUNTER;
  const pictures = createPictures();
  const puzzle = createPuzzle(secret, Date.now);
  const limits = rateLimits ? createStrangersLimits({ counter, puzzle, note: () => undefined }) : NO_LIMITS;
  const site: Site = {
    config: config.value,
    banners: createBanners(db, pictures),
    pictures,
    secret,
    chain: QUICKNET,
    plans: null,
    db,
    presence: THERE,
    clock: systemClock,
    notifications: SILENT,
    raffles: createRaffleCache(db, parts.notifications ?? SILENT, parts.presence ?? THERE),
    shops: createShops(db),
    odds: createOddsCache(db, systemClock),
    shows: createShowCache(db, parts.notifications ?? SILENT),
    stopping: new AbortController().signal,
    submissions: createSubmissionQueue(db),
    redemptions: createRedemptions(db, systemClock),
    robots: createRobotCheck({ secret, enabled: rateLimits, note: () => undefined }),
    limits,
    entryAttempts: createEntryCodeAttempts(limits),
    accessCodeAttempts: createAccessCodeAttempts(limits),
    accounts: createAccounts(accountOptions, createSignInAttempts(counter, limits)),
    webhookConsents: createWebhookConsents({
      ...{ db, secret, counter },
      // No test asks a name server.
      postChallenge: createPostChallenge({ targets: config.value.webhookTargets, resolve: async () => [] }),
      stopping: new AbortController().signal,
    }),
    onSecurityEvent: () => undefined,
    counts: NO_COUNTS,
    note: () => undefined,
    ...parts,
  };
  const app = createApi(site, pino({ level: "silent" }), (c) => c.req.header("x-forwarded-for") ?? "192.0.2.1");

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return app.request(path, {
      method,
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        // Each entrant has an address of its own unless a test sets one, so that many entries trigger no rate limit.
        ...(/\/entries$|^\/(raffles|events)(\/[^/]+)?$/.test(path) &&
          method !== "GET" && { "x-forwarded-for": `person-${people++}` }),
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
