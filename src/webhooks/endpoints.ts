import { randomUUID } from "node:crypto";
import { sql, type UpdateObject } from "kysely";
import { recordChange } from "#src/access/audit/audit.ts";
import { holdRaffle } from "#src/access/hold-raffle.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { isId, newId } from "#src/base/ids.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { fieldErrors } from "#src/base/text.ts";
import type { Config } from "#src/config/config.ts";
import type { Database, Schema } from "#src/db/connect.ts";
import { inTransaction, type Transaction } from "#src/db/transaction.ts";
import type { Language } from "#src/i18n/languages.ts";
import type { WebhookConsents } from "./ask-consent.ts";
import { MAX_ENDPOINTS } from "./limits.ts";
import { type SentEndpoint, sentEndpoint } from "./schema.ts";

export type EndpointDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Pick<Config, "webhookTargets">;
  readonly webhookConsents: WebhookConsents;
};

/** Who asks: the address counts requests for a consent. */
type Sender = { readonly address: string };

type Silent = Omit<EndpointDeps, "config" | "webhookConsents">;

type NotFound = Refusal<"webhook-not-found">;

/** Both secrets sign for so long, so that a receiver can change its own without losing a message. */
const BOTH_SECRETS = sql<Date>`statement_timestamp() + interval '1 day'`;

/**
 * Adds an endpoint that is notified of a raffle's events from now on, and asks its address for consent. Until the
 * address consents, messages wait.
 *
 * @param sent untrusted
 * @param from the language is that in which its owner is notified once it is switched off
 * @returns its id; refusals: `raffle-not-found`, `invalid-fields` (also where the raffle has all the endpoints that it
 *   may)
 */
export async function addEndpoint(
  { db, clock, config, webhookConsents }: EndpointDeps,
  scope: OrganiserScope,
  sent: SentEndpoint,
  { address, language }: Sender & { readonly language: Language },
): Promise<Outcome<{ readonly id: string }, Refusal<"raffle-not-found" | "invalid-fields">>> {
  const parsed = sentEndpoint(config.webhookTargets).safeParse(sent);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { raffleId } = scope;
  const added = await inTransaction(db, async (tx) => {
    if (!(await holdRaffle(tx, raffleId))) return refuse({ reason: "raffle-not-found" });
    const others = await tx.selectFrom("webhookEndpoints").select("id").where("raffleId", "=", raffleId).execute();
    if (others.length >= MAX_ENDPOINTS) {
      const url = [{ key: "webhooksTooMany" as const, params: { max: MAX_ENDPOINTS } }];
      return refuse({ reason: "invalid-fields", fields: { url } });
    }
    const { url, kinds, withPeople } = parsed.data;
    const id = newId();
    await tx
      .insertInto("webhookEndpoints")
      .values({ raffleId, id, url, kinds: [...kinds], withPeople, language, verifiedAt: null })
      .execute();
    const after = { kinds, withPeople };
    await recordChange(tx, scope, { action: "add-webhook", subject: hostOf(url), before: null, after }, clock);
    return accept({ id });
  });
  if (added.ok) await webhookConsents.ask({ raffleId, endpointId: added.value.id }, address);
  return added;
}

/**
 * Changes what an endpoint is notified of, and where. Another address is asked for its own consent.
 *
 * @param sent untrusted
 * @returns refusals: `webhook-not-found`, `invalid-fields`
 */
export async function editEndpoint(
  { db, clock, config, webhookConsents }: EndpointDeps,
  scope: OrganiserScope,
  id: string,
  sent: SentEndpoint,
  { address }: Sender,
): Promise<Outcome<void, NotFound | Refusal<"invalid-fields">>> {
  const parsed = sentEndpoint(config.webhookTargets).safeParse(sent);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  const { url, kinds, withPeople } = parsed.data;
  let isMoved = false;
  const saved = await withEndpoint(db, scope, id, async (tx, old) => {
    isMoved = url !== old.url;
    await update(tx, scope, id, { url, kinds: [...kinds], withPeople, ...(isMoved && { verifiedAt: null }) });
    const change = {
      before: { webhookHost: hostOf(old.url), kinds: old.kinds, withPeople: old.withPeople },
      after: { webhookHost: hostOf(url), kinds, withPeople },
    };
    await recordChange(tx, scope, { action: "edit-webhook", subject: hostOf(url), ...change }, clock);
  });
  if (saved.ok && isMoved) await webhookConsents.ask({ raffleId: scope.raffleId, endpointId: id }, address);
  return saved;
}

/** Removes an endpoint with its log; what waits for it is not sent. Refusal: `webhook-not-found`. */
export async function removeEndpoint(
  { db, clock }: Silent,
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<void, NotFound>> {
  return withEndpoint(db, scope, id, async (tx, { url }) => {
    const { raffleId } = scope;
    await tx.deleteFrom("webhookEndpoints").where("raffleId", "=", raffleId).where("id", "=", id).execute();
    await tx.deleteFrom("webhookDeliveries").where("raffleId", "=", raffleId).where("endpointId", "=", id).execute();
    await recordChange(tx, scope, { action: "remove-webhook", subject: hostOf(url), before: null, after: null }, clock);
  });
}

/** Gives an endpoint a new secret; the old one signs too for a day. Refusal: `webhook-not-found`. */
export async function renewSecret(
  { db, clock }: Silent,
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<void, NotFound>> {
  return withEndpoint(db, scope, id, async (tx, { url, secretSeed }) => {
    const secretSeeds = {
      formerSeed: secretSeed,
      formerUntil: BOTH_SECRETS,
      secretSeed: randomUUID(),
    };
    await update(tx, scope, id, secretSeeds);
    const change = { before: null, after: null };
    await recordChange(tx, scope, { action: "new-webhook-secret", subject: hostOf(url), ...change }, clock);
  });
}

/** Switches an endpoint on again that the site has switched off, and no other. Refusal: `webhook-not-found`. */
export async function switchEndpointOn(
  { db, clock }: Silent,
  scope: OrganiserScope,
  id: string,
): Promise<Outcome<void, NotFound>> {
  return withEndpoint(db, scope, id, async (tx, { url, offAt }) => {
    if (!offAt) return;
    await update(tx, scope, id, { offAt: null, offMailId: null, failures: 0, failingSince: null, pausedUntil: null });
    const change = { before: null, after: null };
    await recordChange(tx, scope, { action: "switch-webhook-on", subject: hostOf(url), ...change }, clock);
  });
}

type Stored = {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly withPeople: boolean;
  readonly secretSeed: string;
  readonly offAt: Date | null;
};

/** Changes an endpoint in a transaction that holds its row. */
async function withEndpoint(
  db: Database,
  { raffleId }: OrganiserScope,
  id: string,
  change: (tx: Transaction, old: Stored) => Promise<void>,
): Promise<Outcome<void, NotFound>> {
  if (!isId(id)) return refuse({ reason: "webhook-not-found" });
  return inTransaction(db, async (tx) => {
    const old = await tx
      .selectFrom("webhookEndpoints")
      .select(["url", "kinds", "withPeople", "secretSeed", "offAt"])
      .where("raffleId", "=", raffleId)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!old) return refuse({ reason: "webhook-not-found" });
    await change(tx, old);
    return accept(undefined);
  });
}

async function update(
  tx: Transaction,
  { raffleId }: OrganiserScope,
  id: string,
  values: UpdateObject<Schema, "webhookEndpoints">,
): Promise<void> {
  await tx.updateTable("webhookEndpoints").set(values).where("raffleId", "=", raffleId).where("id", "=", id).execute();
}

/** What the log names an endpoint by: the rest of many an address is itself a secret. */
function hostOf(url: string): string {
  return new URL(url).host;
}
