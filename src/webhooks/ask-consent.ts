import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { HOUR_MS } from "#src/base/clock.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, type Refused, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import type { AttemptCounter } from "#src/rate-limits/attempt-counter.ts";
import { inWindow } from "#src/rate-limits/backoff.ts";
import { networkOf, timesOf, widerNetworksOf, widestNetworkOf } from "#src/rate-limits/network.ts";
import { MAX_CHECKS, MAX_CHECKS_UNDER_WAY } from "./limits.ts";
import type { PostChallenge } from "./post.ts";
import { isEcho, isTaken } from "./rules.ts";
import { CHALLENGE_KIND, type EndpointPlace } from "./schema.ts";
import { endpointSecrets, signedHeaders } from "./signature.ts";
import { failWaiting } from "./write.ts";

/** Asks addresses of endpoints whether they want messages. */
export type WebhookConsents = {
  /**
   * Sends a challenge, and takes the endpoint as verified where the answer repeats it. An endpoint that is verified is
   * asked nothing.
   *
   * @param address of the client who asks
   * @returns refusals: `webhook-not-found`, `webhook-off`, `too-many-requests` (then nothing was sent),
   *   `webhook-unreached` (no answer of success), `webhook-echo-wrong`
   */
  ask(place: EndpointPlace, address: string): Promise<Outcome<void, ConsentRefusal>>;
};

type ConsentRefusal = Refusal<
  "webhook-not-found" | "webhook-off" | "too-many-requests" | "webhook-unreached" | "webhook-echo-wrong"
>;

export type WebhookConsentOptions = {
  readonly db: Database;
  readonly secret: Uint8Array;
  readonly counter: Pick<AttemptCounter, "count">;
  readonly postChallenge: PostChallenge;
  /** Aborted when the site stops: it ends requests under way. */
  readonly stopping: AbortSignal;
};

const CHALLENGE_BYTES = 32;
/** After so long each challenge under way has ended (post.ts). */
const CHALLENGE_SECONDS = 10;

/** Makes the asker. A challenge is held in memory alone, for as long as its request takes. */
export function createWebhookConsents(options: WebhookConsentOptions): WebhookConsents {
  const { db, secret, counter, postChallenge, stopping } = options;
  /** The networks of the challenges under way. */
  const underWay = new Set<{ readonly network: string; readonly widest: string }>();
  return {
    async ask(place, address) {
      const endpoint = isId(place.endpointId) ? await findAsked(db, place) : undefined;
      if (!endpoint) return refuse({ reason: "webhook-not-found" });
      if (endpoint.offAt) return refuse({ reason: "webhook-off" });
      if (endpoint.verifiedAt) return accept(undefined);
      const from = { network: networkOf(address), widest: widestNetworkOf(address) };
      if (isFull(from)) return tooMany(CHALLENGE_SECONDS);
      underWay.add(from);
      try {
        const waitMs = await counter.count(countersOf(place, address));
        return waitMs > 0 ? tooMany(Math.ceil(waitMs / 1000)) : await sendChallenge(place, endpoint);
      } finally {
        underWay.delete(from);
      }
    },
  };

  function isFull({ network, widest }: { readonly network: string; readonly widest: string }): boolean {
    const max = MAX_CHECKS_UNDER_WAY;
    const all = [...underWay];
    return (
      all.length >= max.process ||
      all.filter((one) => one.widest === widest).length >= max.widest ||
      all.filter((one) => one.network === network).length >= max.network
    );
  }

  async function sendChallenge(place: EndpointPlace, endpoint: Asked): Promise<Outcome<void, ConsentRefusal>> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
    const at = new Date();
    const body = JSON.stringify({ type: CHALLENGE_KIND, timestamp: at.toISOString(), data: { challenge } });
    const headers = signedHeaders(endpointSecrets(secret, place, endpoint), { id: newId(), at, body });
    const { answer, body: echo } = await postChallenge(endpoint.url, { headers, body }, stopping);
    if (!isTaken(answer)) return refuse({ reason: "webhook-unreached" });
    if (!isEcho(echo, challenge)) return refuse({ reason: "webhook-echo-wrong" });
    return verify(db, place, endpoint.url);
  }
}

function tooMany(seconds: number): Refused<Refusal<"too-many-requests">> {
  return refuse({
    reason: "too-many-requests",
    fields: { form: [{ key: "webhookCheckedOften", params: { seconds } }] },
  });
}

function countersOf({ raffleId, endpointId }: EndpointPlace, address: string) {
  const { endpoint, raffle, network } = MAX_CHECKS;
  return [
    { policy: inWindow(endpoint, HOUR_MS), kind: "webhook check by endpoint", value: endpointId },
    { policy: inWindow(raffle, HOUR_MS), kind: "webhook check by raffle", value: raffleId },
    { policy: inWindow(network, HOUR_MS), kind: "webhook check by network", value: networkOf(address) },
    ...widerNetworksOf(address).map((wider) => ({
      policy: inWindow(network * timesOf(wider), HOUR_MS),
      kind: "webhook check by wider network",
      value: wider.network,
    })),
  ];
}

type Asked = NonNullable<Awaited<ReturnType<typeof findAsked>>>;

function findAsked(db: Database, { raffleId, endpointId }: EndpointPlace) {
  return db
    .selectFrom("webhookEndpoints")
    .select(["url", "offAt", "verifiedAt", "secretSeed", "formerSeed", "formerUntil"])
    .where("raffleId", "=", raffleId)
    .where("id", "=", endpointId)
    .executeTakeFirst();
}

/** Stores the consent, unless the endpoint has another address by now. What has waited too long is given up. */
async function verify(
  db: Database,
  { raffleId, endpointId }: EndpointPlace,
  url: string,
): Promise<Outcome<void, Refusal<"webhook-not-found">>> {
  return inTransaction(db, async (tx) => {
    const verified = await tx
      .updateTable("webhookEndpoints")
      .set({
        verifiedAt: sql<Date>`statement_timestamp()`,
        failures: 0,
        failingSince: null,
        pausedUntil: null,
      })
      .where("raffleId", "=", raffleId)
      .where("id", "=", endpointId)
      .where("url", "=", url)
      .executeTakeFirst();
    if (verified.numUpdatedRows === 0n) return refuse({ reason: "webhook-not-found" });
    await failWaiting(tx, { raffleId, endpointId }).where("giveUpAt", "<=", sql<Date>`statement_timestamp()`).execute();
    return accept(undefined);
  });
}
