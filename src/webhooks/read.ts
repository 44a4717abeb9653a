import { sql } from "kysely";
import type { OrganiserScope } from "#src/access/scope.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader } from "#src/db/connect.ts";
import { DELIVERIES_PER_PAGE } from "./limits.ts";
import type { DeliveryState, TEST_KIND, WebhookKind } from "./schema.ts";
import { endpointSecret } from "./signature.ts";

/** An endpoint as its organiser sees it. */
export type Endpoint = {
  readonly id: string;
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly withPeople: boolean;
  readonly createdAt: Date;
  /** Since when every attempt has failed; null where the last one did not. */
  readonly failingSince: Date | null;
  /** When the site switched it off; null while it is on. */
  readonly offAt: Date | null;
  /** When its address consented; null while it is sent nothing but challenges. */
  readonly verifiedAt: Date | null;
};

/** An endpoint with what signs its messages. */
export type OpenEndpoint = Endpoint & {
  readonly secret: string;
  /** Until when the secret before it signs too. */
  readonly formerUntil: Date | null;
};

/** A message in an endpoint's log. */
export type Delivery = {
  readonly id: string;
  readonly kind: WebhookKind | typeof TEST_KIND;
  /** How many entries it reports; 0 where it reports none or something else. */
  readonly subjects: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly madeAt: Date;
  readonly triedAt: Date | null;
  /** The status of the last answer, or the word for why there was none. */
  readonly answer: string | null;
  /** When it is tried next; null unless it waits. */
  readonly nextAt: Date | null;
};

const COLUMNS = ["id", "url", "kinds", "withPeople", "createdAt", "failingSince", "offAt", "verifiedAt"] as const;

/** A raffle's endpoints, the oldest first. */
export async function listEndpoints(reader: Reader, { raffleId }: OrganiserScope): Promise<Endpoint[]> {
  const rows = await reader
    .selectFrom("webhookEndpoints")
    .select(COLUMNS)
    .where("raffleId", "=", raffleId)
    .orderBy("id")
    .execute();
  return rows as Endpoint[];
}

/** An endpoint with its secret; null if there is none with this id. */
export async function findEndpoint(
  reader: Reader,
  secret: Uint8Array,
  { raffleId }: OrganiserScope,
  id: string,
): Promise<OpenEndpoint | null> {
  if (!isId(id)) return null;
  const row = await reader
    .selectFrom("webhookEndpoints")
    .select([...COLUMNS, "secretSeed"])
    .select(sql<Date | null>`case when former_until > clock_timestamp() then former_until end`.as("formerUntil"))
    .where("raffleId", "=", raffleId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { secretSeed, ...endpoint } = row;
  return {
    ...(endpoint as Endpoint & Pick<OpenEndpoint, "formerUntil">),
    secret: endpointSecret(secret, { raffleId, endpointId: id }, secretSeed),
  };
}

/**
 * One page of an endpoint's log, the latest first.
 *
 * @param page counted from 1
 */
export async function listDeliveries(
  reader: Reader,
  { raffleId }: OrganiserScope,
  endpointId: string,
  page: number,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly more: boolean }> {
  const rows = await reader
    .selectFrom("webhookDeliveries")
    .select(["id", "kind", "state", "attempts", "madeAt", "triedAt", "answer"])
    .select([
      sql<number>`case when kind like 'entry.%' then cardinality(subject_ids) else 0 end`.as("subjects"),
      sql<Date | null>`case when state = 'waiting' then next_at end`.as("nextAt"),
    ])
    .where("raffleId", "=", raffleId)
    .where("endpointId", "=", endpointId)
    .orderBy("madeAt", "desc")
    .orderBy("id")
    .limit(DELIVERIES_PER_PAGE + 1)
    .offset((page - 1) * DELIVERIES_PER_PAGE)
    .execute();
  return { deliveries: rows.slice(0, DELIVERIES_PER_PAGE) as Delivery[], more: rows.length > DELIVERIES_PER_PAGE };
}
