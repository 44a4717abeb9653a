import { z } from "zod";
import { recordChange } from "#src/access/audit/audit.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { Clock } from "#src/base/clock.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { encodeMessage, fieldErrors, optionalText } from "#src/base/text.ts";
import type { Database, Reader } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { raffleKey } from "../read.ts";
import { MAX_EMBED_SITES, MAX_SITES_LENGTH } from "./limits.ts";
import { siteOrigin } from "./site-origin.ts";

/** Who may show a raffle in a frame. */
export type EmbedSettings = {
  /** Origins that may show its ticket and its entry form. */
  readonly embedSites: readonly string[];
  /** Whether any website may show the ticket. */
  readonly embedAnywhere: boolean;
};

/** @param isTrial whether this site is only tried out: then pages of one's own machine may show it too */
function sentSettings(isTrial: boolean) {
  const embedSites = optionalText(MAX_SITES_LENGTH, { lines: true }).transform((typed, context) => {
    const sites = new Set<string>();
    for (const site of typed.split(/[\s,;]+/).filter((text) => text !== "")) {
      const origin = siteOrigin(site, isTrial);
      if (origin === null) fail({ key: "embedSiteInvalid", params: { site: site.slice(0, 60) } });
      else sites.add(origin);
    }
    if (sites.size > MAX_EMBED_SITES) fail({ key: "embedSitesTooMany", params: { max: MAX_EMBED_SITES } });
    return [...sites];

    function fail(message: Parameters<typeof encodeMessage>[0]): void {
      context.addIssue({ code: "custom", message: encodeMessage(message) });
    }
  });
  return z.object({ embedSites, embedAnywhere: z.boolean() });
}

/** Who may show a raffle in a frame, by its id or its code; null if there is no such raffle. */
export async function readEmbedSettings(reader: Reader, idOrCode: string): Promise<EmbedSettings | null> {
  const key = raffleKey(idOrCode);
  if (key === null) return null;
  const row = await reader
    .selectFrom("raffles")
    .select(["embedSites", "embedAnywhere"])
    .where(key.column, "=", key.value)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Says who may show a raffle in a frame.
 *
 * @param sent the typed addresses, separated by blanks or line breaks, and whether any site may show the ticket
 * @returns nothing; refusals: `invalid-fields` names the first addresses that are none of a public website
 */
export async function editEmbedSettings(
  { db, clock, isTrial }: { readonly db: Database; readonly clock: Clock; readonly isTrial: boolean },
  scope: OrganiserScope,
  sent: Readonly<Record<keyof EmbedSettings, unknown>>,
): Promise<Outcome<void, Refusal<"invalid-fields">>> {
  const parsed = sentSettings(isTrial).safeParse(sent);
  if (!parsed.success) return refuse({ reason: "invalid-fields", fields: fieldErrors(parsed.error) });
  return inTransaction(db, async (tx) => {
    const { codeId: subject, ...before } = await tx
      .selectFrom("raffles")
      .select(["codeId", "embedSites", "embedAnywhere"])
      .where("id", "=", scope.raffleId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await tx.updateTable("raffles").set(parsed.data).where("id", "=", scope.raffleId).execute();
    await recordChange(tx, scope, { action: "edit-embed-settings", subject, before, after: parsed.data }, clock);
    return accept(undefined);
  });
}
