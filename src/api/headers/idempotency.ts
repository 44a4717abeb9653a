import type { MiddlewareHandler } from "hono";
import { problem } from "#src/http/problem.ts";
import type { AddressOf, Site } from "#src/http/site.ts";
import { createStoredAnswers, type StoredAnswer } from "#src/rate-limits/stored-answers.ts";
import { tokenOf } from "../organiser.ts";

/** Long enough that nobody guesses another's key: its answer may hold an access code. A UUID has 36 characters. */
const KEY = /^"?([\x21\x23-\x7e]{16,255})"?$/;

/**
 * POSTs without a key. Entries need none, because their entry code identifies them (docs/decisions/0005). A code that
 * an entry redeems counts once. Tickets are only read, and an access code is only proved: stored answers would be a
 * stranger's to fill the table with.
 */
const WITHOUT_KEY = /\/(entries|entries\/[^/]+\/codes|tickets|access)$/;

/** Headers of an answer that are not of the request that gets it again. */
const OF_THE_REQUEST = new Set(["set-cookie", "ratelimit", "ratelimit-policy", "date"]);

/**
 * Lets a program send a POST again whose answer was lost, with the same `Idempotency-Key`
 * (draft-ietf-httpapi-idempotency-key-header). The action is done once, and its answer is stored for a day. Refuses a
 * key that another request had (`idempotency-key-reused`), one whose request is still being made
 * (`idempotency-key-running`), and one of which nobody knows whether its request was done (`idempotency-key-unknown`):
 * it is never done twice. The answer of an API token is for one that is still good.
 */
export function idempotency(site: Site, addressOf: AddressOf): MiddlewareHandler {
  const answers = createStoredAnswers(site.db, site.secret);
  return async (c, next) => {
    const sent = c.req.header("idempotency-key");
    if (c.req.method !== "POST" || sent === undefined || WITHOUT_KEY.test(c.req.path)) return next();
    const [, typed] = KEY.exec(sent.trim()) ?? [];
    if (typed === undefined) return problem({ reason: "idempotency-key-invalid" });
    // Who brings the same key gets the answer by the same proof alone: it may hold an access code.
    const proofs = ["authorization", "cookie"].map((name) => c.req.header(name) ?? "");
    const key = answers.hash("key", [typed, ...proofs]);
    const { pathname, search } = new URL(c.req.url);
    const body = new Uint8Array(await c.req.raw.clone().arrayBuffer());
    const fingerprint = answers.hash("fingerprint", [pathname + search, body]);
    const claim = await answers.claim(key, fingerprint);
    if (claim.is === "other") return problem({ reason: "idempotency-key-reused" });
    if (claim.is === "running") return problem({ reason: "idempotency-key-running" }, { "retry-after": "1" });
    if (claim.is === "unknown") return problem({ reason: "idempotency-key-unknown" });
    if (claim.is === "answered") {
      const token = await tokenOf(site, c, addressOf(c));
      return token?.ok === false ? problem(token.refusal) : again(claim.answer);
    }
    await next();
    // A fault may have come after the action. What was refused has done nothing, and strangers could fill the table
    // with it.
    if (c.error) await answers.abandon(key);
    else if (c.res.status >= 400) await answers.release(key);
    else await answers.keep(key, await storedOf(c.res));
  };
}

async function storedOf(answer: Response): Promise<StoredAnswer> {
  const headers = [...answer.headers].filter(([name]) => !OF_THE_REQUEST.has(name));
  return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.clone().text() };
}

function again({ status, headers, body }: StoredAnswer): Response {
  return new Response(body === "" ? null : body, { status, headers: { ...headers, "idempotency-replayed": "true" } });
}
