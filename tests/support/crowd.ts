import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { entryBody } from "./api.ts";

/** The results of people who entered a raffle and of page requests, while the test did something to the site. */
export type CrowdReport<Result> = {
  /** The entry codes of accepted people. */
  readonly accepted: readonly string[];
  /** Responses that are neither a success nor a 503 with Retry-After. Each is an error that a person saw. */
  readonly errors: readonly string[];
  /** How often the site answered 503 with Retry-After. */
  readonly sentAway: number;
  /** The longest time between two accepted entries, in seconds. */
  readonly longestWithout: number;
  readonly result: Result;
};

type CrowdOptions = {
  readonly port: number;
  /** The raffle's code or id. */
  readonly raffle: string;
  readonly perSecond: number;
};

type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly body: string };

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Tries per person. The form itself makes 20. */
const MAX_TRIES = 40;
const PROBE_EVERY_MS = 250;
/** Limit in milliseconds for one response, as long as a person would wait. */
const ANSWER_LIMIT_MS = 60_000;

let people = 0;

/**
 * Sends new entrants at a steady pace, independent of earlier results, and requests pages beside them. Runs for as long
 * as `meanwhile` takes. After a 503 an entrant retries with the same entry, after the time in Retry-After.
 */
export async function crowd<Result>(
  { port, raffle, perSecond }: CrowdOptions,
  meanwhile: () => Promise<Result>,
): Promise<CrowdReport<Result>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const accepted: string[] = [];
  const errors: string[] = [];
  const under: Promise<void>[] = [];
  let [sentAway, longestWithout] = [0, 0];
  let lastAccepted = performance.now();
  let done = false;

  async function enter(): Promise<void> {
    people += 1;
    const number = people;
    const person = { ...entryBody(), entryCode: codeOf(number) };
    const path = `/api/raffles/${raffle}/entries`;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const answer = await ask({ port, agent, path, body: JSON.stringify(person) }, number);
      if (answer.status === 201) {
        const now = performance.now();
        longestWithout = Math.max(longestWithout, (now - lastAccepted) / 1000);
        lastAccepted = now;
        accepted.push(person.entryCode);
        return;
      }
      if (!asksToRetry(answer)) return void errors.push(`entry: ${answer.status} ${answer.body.slice(0, 200)}`);
      sentAway += 1;
      await delay(Number(answer.retryAfter) * 1000 * (0.5 + Math.random()));
    }
    errors.push("entry: given up");
  }

  async function open(path: string): Promise<void> {
    while (!done) {
      const answer = await ask({ port, agent, path }, 1);
      if (answer.status !== 200 && !asksToRetry(answer))
        errors.push(`${path}: ${answer.status} ${answer.body.slice(0, 200)}`);
      await delay(PROBE_EVERY_MS);
    }
  }

  const pages = ["/", `/raffle-entry/${raffle}`, "/login", "/admin-raffle-list", `/api/raffles/${raffle}`];
  const opening = pages.map(open);
  const arriving = setInterval(() => under.push(enter()), 1000 / perSecond);
  try {
    const result = await meanwhile();
    clearInterval(arriving);
    await Promise.all(under);
    done = true;
    await Promise.all(opening);
    return { accepted, errors, sentAway, longestWithout, result };
  } finally {
    done = true;
    clearInterval(arriving);
    agent.destroy();
  }
}

function asksToRetry({ status, retryAfter }: Answer): boolean {
  return status === 503 && Number(retryAfter) > 0;
}

/** A request that fails or times out has the status 0. */
async function ask(
  { body, ...to }: { port: number; agent: Agent; path: string; body?: string },
  person: number,
): Promise<Answer> {
  const sending = request({
    ...to,
    method: body === undefined ? "GET" : "POST",
    timeout: ANSWER_LIMIT_MS,
    headers: {
      ...(body !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      "x-forwarded-for": `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`,
    },
  });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const broken = (error: Error) => resolve({ status: 0, retryAfter: undefined, body: error.message });
  sending.on("error", broken).on("timeout", () => sending.destroy(new Error("no answer in a minute")));
  sending.on("response", (response) => {
    const { statusCode: status = 0, headers } = response;
    text(response).then((said) => resolve({ status, retryAfter: headers["retry-after"], body: said }), broken);
  });
  sending.end(body);
  return promise;
}

/** The entry code of the person with this number: another one for each. */
export function codeOf(number: number): string {
  return Array.from({ length: 8 }, (_, place) => LETTERS[Math.floor(number / 26 ** place) % 26]).join("");
}
