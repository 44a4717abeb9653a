import { noteOpened } from "#src/claims/claiming/note-opened.ts";
import { type OwnClaim, readOwnClaims } from "#src/claims/claiming/read.ts";
import { waysOf } from "#src/claims/claiming/schema.ts";
import { isClaimable } from "#src/claims/rules.ts";
import { readClaimSettings } from "#src/claims/settings.ts";
import { readEntry, readWholeEntry } from "#src/entries/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { entrantFor, entryMissing } from "../../requests/entrant.ts";
import type { TypedClaim } from "./read-claim-form.ts";

type PageArgs = Parameters<typeof entrantFor>[0];

/** Reads the page of an entry's prizes. What was won is shown to whoever has proved the contact. */
export async function loadClaimPage(args: PageArgs) {
  const site = args.context.get(siteContext);
  const { language } = args.context.get(visitorContext);
  const { entrant, contact } = await entrantFor(args);
  const found = contact ? await readWholeEntry(site.db, contact) : await readEntry(site.db, entrant);
  if (!found) throw entryMissing(args);
  const { raffle, entry, provable } = found;
  const now = site.clock();
  const claims = contact ? await readOwnClaims(site, contact, now) : [];
  if (contact && claims.some(({ opened }) => !opened)) await noteOpened(site, contact);
  const { pickUp, question, needsId, ...settings } = await readClaimSettings(site.db, raffle.id);
  const names = new Map(raffle.prizes.map(({ prizeCode, name }) => [prizeCode, name]));
  const page = `/claim/${raffle.codeId}/${entry.entryCode}`;
  return {
    page,
    /** Whether a prize is, or can still be, the winner's. */
    holds: claims.some(({ state }) => state !== "gone" && state !== "declined"),
    entryPage: `/raffle-entry/${raffle.codeId}/${entry.entryCode}`,
    raffleName: raffle.name,
    proven: contact !== null,
    provable,
    asked: { ways: waysOf(settings), pickUp, question, needsId },
    claims: claims.map((claim) => ({
      ...viewOf(claim, entry.address),
      prize: names.get(claim.prizeCode) ?? claim.prizeCode,
      claimBy: claim.claimBy,
      voucher: claim.state === "claimed" || claim.state === "handed-over" ? `${page}/voucher/${claim.id}` : null,
    })),
    asOf: new URL(args.request.url).searchParams.get("prize"),
    meta: {
      path: "claim",
      description: translate(language, { key: "claims:claim.description" }),
      ...partOfRaffle(raffle),
    },
  };
}

export type ClaimPageData = Awaited<ReturnType<typeof loadClaimPage>>;

export type ClaimView = ClaimPageData["claims"][number];

/** A claim, with what its form begins with: what is stored, or else the address of the entry. */
function viewOf({ id, state, turnedDownFor, answers, hasId, words, claimedAt }: OwnClaim, address: string) {
  const stored: TypedClaim = {
    ...(answers ?? { way: "", address, day: "", phone: "", answer: "" }),
    adult: answers !== null,
    share: words !== null,
    sentence: words?.sentence ?? "",
  };
  const canBeClaimed = claimedAt ? state === "claimed" : isClaimable(state);
  return {
    id,
    state,
    turnedDownFor,
    hasId,
    hasPhoto: words?.hasPhoto ?? false,
    hasWords: words !== null,
    stored,
    canBeClaimed,
  };
}
