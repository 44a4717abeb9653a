import { type Context, Hono } from "hono";
import { contactForOrganiser, passOfEntering } from "#src/access/entrant-contact.ts";
import type { ContactScope } from "#src/access/scope.ts";
import { typedCode } from "#src/base/code-formats.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { lockedStanding } from "#src/draws/locked-standing.ts";
import { qrOfReceipt, signReceipt } from "#src/draws/own-receipt.ts";
import { readOwnTicket } from "#src/draws/own-ticket.ts";
import { readStoredPhotos } from "#src/earning/photos/read.ts";
import { readOwnDrops } from "#src/earning/read.ts";
import { changeEntryFrom } from "#src/entries/edit/change-entry.ts";
import { deleteEntry, eraseOwnEntry } from "#src/entries/edit/delete-entry.ts";
import { editEntry } from "#src/entries/edit/edit-entry.ts";
import { inviteLink } from "#src/entries/invited-by.ts";
import { readEntry, readWholeEntry } from "#src/entries/read.ts";
import { readOwnData } from "#src/entries/retention/data-export.ts";
import { organisersInfoIn } from "#src/entries/schema.ts";
import { standingLine } from "#src/entries/standing/standing-line.ts";
import { deviceOf } from "#src/entries/submit/entry-signals.ts";
import { submitEntry } from "#src/entries/submit/submit-entry.ts";
import { passCookie } from "#src/http/organiser-cookies.ts";
import { type Answer, problem, problemAnswer, toResponse } from "#src/http/problem.ts";
import { type AddressOf, type Site, submissionDeps } from "#src/http/site.ts";
import { visitorLanguage } from "#src/http/visitor-language.ts";
import { subscribe, unsubscribe } from "#src/push/subscribe.ts";
import { type BodyRefusal, readJson } from "../body.ts";
import { redeemSent } from "../codes/redeem-sent.ts";
import { NO_STORE } from "../headers/no-store.ts";
import { described } from "../openapi/described.ts";
import { entryOperations } from "../openapi/entry-operations.ts";
import { raffleOperations } from "../openapi/raffle-operations.ts";
import { organiserOf, readBasic, solutionOf } from "../organiser.ts";
import { isForOrganiser, type Proofs, proofsOf, readerOf } from "./entry-proofs.ts";

/** Entering a raffle: POST /api/raffles/{idOrCode}/entries. */
export function raffleEntryApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();
  app.post("/:idOrCode/entries", described(raffleOperations.join), async (c) => {
    const page = pageCookies(c.req.header());
    const device = deviceOf(c.req.header("user-agent"), c.req.header("accept-language"));
    const visitor = { address: addressOf(c), device, language: visitorLanguage(c, site.config.defaultLanguage), page };
    const sent = { idOrCode: c.req.param("idOrCode"), body: await readJson(c.req.raw) };
    return toResponse(await answerSubmission(site, visitor, sent));
  });
  return app;
}

/**
 * The cookies of a browser on a page of ours; undefined for whoever gets no cookie: programs, and our pages in frames
 * of other sites, which say so in a header.
 */
export function pageCookies(headers: Readonly<Record<string, string | string[] | undefined>>): string | undefined {
  if (headers["sec-fetch-site"] !== "same-origin" || headers["x-framed"] !== undefined) return undefined;
  return String(headers.cookie ?? "");
}

/**
 * Submits an entry that was sent to the API.
 *
 * @param visitor.page the result of `pageCookies`
 * @param sent.body the result of `readJson`
 * @returns 201 with the entry, and with a pass for a browser; otherwise problem details
 */
export async function answerSubmission(
  site: Site,
  visitor: Parameters<typeof submissionDeps>[1] & { readonly page: string | undefined },
  sent: { readonly idOrCode: string; readonly body: Outcome<unknown, BodyRefusal> },
): Promise<Answer & { readonly body: string }> {
  if (!sent.body.ok) return problemAnswer(sent.body.refusal);
  const outcome = await submitEntry(submissionDeps(site, visitor), sent.idOrCode, sent.body.value);
  if (!outcome.ok) return problemAnswer(outcome.refusal);
  const { raffleId, entryCode, createdAt, codeId, inviteToken } = outcome.value;
  const location = `/api/entries/${entryCode}`;
  const headers = { "content-type": "application/json", location, ...NO_STORE };
  const { dropCode: code } = sent.body.value as { readonly dropCode?: unknown };
  const dropCode = code === undefined ? code : await redeemSent(site, { ...visitor, sent: code }, outcome.value);
  const invites = inviteToken && inviteLink(site.config.origin, codeId, inviteToken);
  const body = JSON.stringify({ raffleId, entryCode, createdAt, codeId, dropCode, inviteLink: invites });
  if (visitor.page === undefined) return { status: 201, headers, body };
  const pass = passOfEntering({ secret: site.secret, cookies: visitor.page, now: site.clock() }, outcome.value);
  return { status: 201, headers: { ...headers, "set-cookie": passCookie(pass, site.config.origin) }, body };
}

/**
 * One entry: its entrant reads, exports, changes or erases it; its organiser corrects or deletes it. If two raffles
 * have the same entry code, `?raffle=` or the user of HTTP Basic selects one. The code alone shows masked details.
 */
export function entryApi(site: Site, addressOf: AddressOf): Hono {
  const app = new Hono();

  app.get("/:entryCode", described(entryOperations.find), async (c) => {
    const proofs = await readerOf(site, c, addressOf(c));
    return proofs.ok ? answerEntry(site, c, proofs.value) : problem(proofs.refusal);
  });

  app.get("/:entryCode/data", described(entryOperations.data), (c) =>
    answerFile(site, c, addressOf(c), "entry", async (own) => {
      const stored = await readOwnData(site.db, own);
      const photos = await readStoredPhotos(site.db, own, site.secret);
      return stored && { ...stored, drops: { ...stored.drops, photos } };
    }),
  );

  app.get("/:entryCode/receipt", described(entryOperations.receipt), (c) =>
    answerFile(site, c, addressOf(c), "receipt", (own) => signReceipt(site, own)),
  );

  app.get("/:entryCode/receipt/qr", described(entryOperations.receiptQr), async (c) => {
    const signed = await readOwn(site, c, addressOf(c), (own) => signReceipt(site, own));
    if (!signed.ok) return problem(signed.refusal);
    const picture = qrOfReceipt(site.config.origin, signed.value);
    return c.body(picture, 200, { "content-type": "image/svg+xml", ...NO_STORE });
  });

  app.patch("/:entryCode", described(entryOperations.change), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const proofs = await proofsOf(site, c, addressOf(c));
    if (!proofs.ok) return problem(proofs.refusal);
    const { entrant, contact: proved } = proofs.value;
    const organiser = await organiserOf(site, c, addressOf(c), "change-entries", entrant.raffleId);
    if (!organiser.ok && isForOrganiser(c, organiser.refusal)) return problem(organiser.refusal);
    const outcome = organiser.ok
      ? await editEntry(
          { ...site, defaultRegion: site.config.defaultRegion },
          { organiser: organiser.value, entry: entrant },
          body.value,
        )
      : await changeOwn(site, c, addressOf(c), proofs.value, body.value);
    if (!outcome.ok) return problem(outcome.refusal);
    const contact = organiser.ok ? contactForOrganiser(organiser.value, entrant) : proved;
    return answerEntry(site, c, { entrant, contact });
  });

  app.delete("/:entryCode", described(entryOperations.remove), async (c) => {
    const outcome = await remove(site, c, addressOf(c));
    return outcome.ok ? c.body(null, 204) : problem(outcome.refusal);
  });

  app.put("/:entryCode/push", described(entryOperations.subscribe), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const proofs = await proofsOf(site, c, addressOf(c));
    if (!proofs.ok) return problem(proofs.refusal);
    const language = visitorLanguage(c, site.config.defaultLanguage);
    const sender = { address: addressOf(c), solution: solutionOf(c), language };
    const outcome = await subscribe(site, proofs.value.entrant, body.value, sender);
    return outcome.ok ? c.body(null, 204) : problem(outcome.refusal);
  });

  app.delete("/:entryCode/push", described(entryOperations.unsubscribe), async (c) => {
    const body = await readJson(c.req.raw);
    if (!body.ok) return problem(body.refusal);
    const proofs = await proofsOf(site, c, addressOf(c));
    if (!proofs.ok) return problem(proofs.refusal);
    await unsubscribe(site, proofs.value.entrant, body.value);
    return c.body(null, 204);
  });

  return app;
}

/** Changes an entry as its entrant, who may change less than the organiser. */
async function changeOwn(site: Site, c: Context, address: string, proofs: Proofs, body: unknown) {
  const reserved = organisersInfoIn(body).map((name) => [name, [{ key: "organiserOnly" }]]);
  if (reserved.length > 0) return refuse({ reason: "organiser-only", fields: Object.fromEntries(reserved) } as const);
  const { defaultRegion } = site.config;
  return changeEntryFrom({ ...site, defaultRegion, address, solution: solutionOf(c) }, proofs, body);
}

/** Deletes an entry for its raffle's organiser until the lock; otherwise erases it for its entrant. */
async function remove(site: Site, c: Context, address: string) {
  // HTTP Basic with the raffle's code and access code also names the raffle.
  if (readBasic(c.req.header("authorization"))) {
    const organiser = await organiserOf(site, c, address, "change-entries");
    return organiser.ok ? deleteEntry(site, organiser.value, deletionOf(c)) : organiser;
  }
  const proofs = await proofsOf(site, c, address);
  if (!proofs.ok) return proofs;
  const { entrant, contact } = proofs.value;
  const organiser = await organiserOf(site, c, address, "change-entries", entrant.raffleId);
  if (!organiser.ok && isForOrganiser(c, organiser.refusal)) return organiser;
  if (organiser.ok) return deleteEntry(site, organiser.value, deletionOf(c));
  return contact ? eraseOwnEntry(site, contact) : refuse({ reason: "contact-required" } as const);
}

/** The entry that a request deletes, and why. */
function deletionOf(c: Context) {
  return { entryCode: c.req.param("entryCode") ?? "", reason: c.req.query("reason") ?? "" };
}

/** A file for whoever has proved the contact, made of their entry. */
async function answerFile(
  site: Site,
  c: Context,
  address: string,
  name: string,
  read: (own: ContactScope) => Promise<object | null>,
): Promise<Response> {
  const file = await readOwn(site, c, address, read);
  if (!file.ok) return problem(file.refusal);
  const entryCode = typedCode(c.req.param("entryCode") ?? "");
  return c.body(JSON.stringify(file.value, null, 2), 200, {
    "content-type": "application/json",
    "content-disposition": `attachment; filename="${name}-${entryCode}.json"`,
    ...NO_STORE,
  });
}

/** Reads what only the entrant and the organiser of an entry may have. */
async function readOwn<Value>(
  site: Site,
  c: Context,
  address: string,
  read: (own: ContactScope) => Promise<Value | null>,
): Promise<Outcome<Value, Parameters<typeof problem>[0]>> {
  const proofs = await readerOf(site, c, address);
  if (!proofs.ok) return proofs;
  const { contact } = proofs.value;
  if (!contact) return refuse({ reason: "contact-required" });
  const value = await read(contact);
  return value === null ? refuse({ reason: "entry-not-found" }) : accept(value);
}

async function answerEntry(site: Site, c: Context, { entrant, contact }: Proofs): Promise<Response> {
  const view = contact ? await readWholeEntry(site.db, contact) : await readEntry(site.db, entrant);
  if (!view) return problem({ reason: "entry-not-found" });
  const { raffle, entry, rules, wishes } = view;
  const own = await readOwnTicket(site, entrant, null);
  const standing = own ? lockedStanding(view.standing, own.ticket, raffle) : view.standing;
  const { timeZone, defaultLanguage } = site.config;
  const text = standingLine(standing, raffle, { language: visitorLanguage(c, defaultLanguage), timeZone });
  const places = own?.ticket.result?.places ?? [];
  const ledger = await readOwnDrops(site.db, entrant, { masked: entry.masked });
  return c.json({ entry, rules, wishes, ledger, standing: { ...standing, text }, places }, 200, NO_STORE);
}
