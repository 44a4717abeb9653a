import { type Context, Hono } from "hono";
import { proveEntrant } from "#src/access/read.ts";
import type { EntrantScope } from "#src/access/scope.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import { changeEntryFrom } from "#src/entries/change-entry.ts";
import { deleteEntry, eraseOwnEntry } from "#src/entries/delete-entry.ts";
import { editEntry } from "#src/entries/edit-entry.ts";
import { readOwnData } from "#src/entries/own-data.ts";
import { readEntry } from "#src/entries/read.ts";
import { infoNamedIn } from "#src/entries/schema.ts";
import { submitEntry } from "#src/entries/submit-entry.ts";
import type { Language } from "#src/i18n/languages.ts";
import { findRaffleId } from "#src/raffles/read.ts";
import { type BodyRefusal, readJson } from "./body.ts";
import { namedRaffle, organiserOf } from "./organiser.ts";
import { type Answer, problem, problemAnswer, toResponse } from "./problem.ts";
import { type AddressOf, type Site, submissionGiven } from "./site.ts";
import { visitorLanguage } from "./visitor-language.ts";

// An answer that holds personal data stays with the one who asked.
const PRIVATE = { "cache-control": "no-store" };

/** Joining a raffle: POST /api/raffles/{idOrCode}/entries. */
export function raffleEntryApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.post("/:idOrCode/entries", async (c) => {
    const visitor = { address: addressOf(c), language: visitorLanguage(c) };
    const sent = { idOrCode: c.req.param("idOrCode"), body: await readJson(c.req.raw) };
    return toResponse(await answerSubmission(site, visitor, sent));
  });
  return app;
}

/**
 * Takes an entry that was sent to the API.
 *
 * @param sent.body as `readJson` read it
 */
export async function answerSubmission(
  site: Site,
  visitor: { readonly address: string; readonly language: Language },
  sent: { readonly idOrCode: string; readonly body: Outcome<unknown, BodyRefusal> },
): Promise<Answer & { readonly body: string }> {
  if (!sent.body.ok) return problemAnswer(sent.body.refusal);
  const outcome = await submitEntry(submissionGiven(site, visitor), sent.idOrCode, sent.body.value);
  if (!outcome.ok) return problemAnswer(outcome.refusal);
  const location = `/api/entries/${outcome.value.entryCode}`;
  return {
    status: 201,
    headers: { "content-type": "application/json", location, ...PRIVATE },
    body: JSON.stringify(outcome.value),
  };
}

/**
 * One entry: its entrant reads it, takes it away, changes its lists or erases it; its organiser corrects or deletes it. `?raffle=`, or the user
 * of HTTP Basic, settles a code that two raffles hold.
 */
export function entryApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  app.get("/:entryCode", async (c) => {
    const scope = await entrantOf(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    const view = await readEntry(site.db, scope.value);
    if (!view) return problem({ reason: "entry-not-found" });
    const { entry, rules, wishes } = view;
    return c.json({ entry, rules, wishes }, 200, PRIVATE);
  });

  app.get("/:entryCode/data", async (c) => {
    const scope = await entrantOf(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    const own = await readOwnData(site.db, scope.value);
    if (!own) return problem({ reason: "entry-not-found" });
    return c.body(JSON.stringify(own, null, 2), 200, {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="entry-${own.entry.entryCode}.json"`,
      ...PRIVATE,
    });
  });

  app.patch("/:entryCode", async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const scope = await entrantOf(site, c, addressOf(c));
    if (!scope.ok) return problem(scope.refusal);
    const outcome = await change(site, c, { scope: scope.value, address: addressOf(c), body: body.value });
    if (!outcome.ok) return problem(outcome.refusal);
    const view = await readEntry(site.db, scope.value);
    if (!view) return problem({ reason: "entry-not-found" });
    const { entry, rules, wishes } = view;
    return c.json({ entry, rules, wishes }, 200, PRIVATE);
  });

  app.delete("/:entryCode", async (c) => {
    const outcome = await remove(site, c, addressOf(c));
    return outcome.ok ? c.body(null, 204) : problem(outcome.refusal);
  });

  return app;
}

/** Changes an entry as whom the request proves: its raffle's organiser, or else its entrant, who may change less. */
async function change(site: Site, c: Context, request: { scope: EntrantScope; address: string; body: unknown }) {
  const { scope: entry, address, body } = request;
  const organiser = await organiserOf(site, c, address, entry.raffleId);
  if (organiser.ok) {
    const given = { ...site, defaultRegion: site.config.defaultRegion };
    return editEntry(given, { organiser: organiser.value, entry }, body);
  }
  // Whoever tries to prove an organiser is told that it failed, and never changes less than was meant.
  if (c.req.header("authorization") !== undefined) return organiser;
  const reserved = infoNamedIn(body).map((name) => [name, [{ key: "organiserOnly" }]]);
  if (reserved.length > 0) return refuse({ reason: "organiser-only", fields: Object.fromEntries(reserved) });
  return changeEntryFrom(site, entry, body);
}

/** Deletes an entry for its raffle's organiser at any time, or else erases it for its entrant until the due date. */
async function remove(site: Site, c: Context, address: string) {
  // HTTP Basic with the raffle's code and access code says of which raffle, too.
  if (c.req.header("authorization") !== undefined) {
    const organiser = await organiserOf(site, c, address);
    return organiser.ok ? deleteEntry(site, organiser.value, c.req.param("entryCode") ?? "") : organiser;
  }
  const entrant = await entrantOf(site, c, address);
  if (!entrant.ok) return entrant;
  const organiser = await organiserOf(site, c, address, entrant.value.raffleId);
  if (organiser.ok) return deleteEntry(site, organiser.value, c.req.param("entryCode") ?? "");
  return eraseOwnEntry(site, entrant.value);
}

async function entrantOf(site: Site, c: Context, address: string) {
  const entryCode = c.req.param("entryCode") ?? "";
  const raffle = namedRaffle(c);
  const raffleId = raffle === undefined ? undefined : await findRaffleId(site.db, raffle);
  if (raffleId === null) return refuse({ reason: "entry-not-found" } as const);
  return proveEntrant({ reader: site.db, guesses: site.guesses, address }, { entryCode, raffleId });
}
