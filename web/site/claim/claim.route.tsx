import { redirectDocument } from "react-router";
import type { ContactRefusal } from "#src/access/entrant-contact.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type ClaimRefusal, claimPrize } from "#src/claims/claiming/claim-prize.ts";
import { noteOpened } from "#src/claims/claiming/note-opened.ts";
import { objectToReplacement } from "#src/claims/claiming/object-to-replacement.ts";
import { type OwnClaim, readOwnClaims } from "#src/claims/claiming/read.ts";
import { waysOf } from "#src/claims/claiming/schema.ts";
import { withdrawWords } from "#src/claims/claiming/withdraw-words.ts";
import { isClaimable, whyNotGivenBack } from "#src/claims/rules.ts";
import { readClaimSettings } from "#src/claims/settings.ts";
import { readRevealedWinners } from "#src/draws/result-card.ts";
import { readEntry, readWholeEntry } from "#src/entries/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import { entrantFor, entryMissing, openFromMail, showDetails } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { pathTo } from "../../requests/path-to.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { uploadOf } from "../../requests/upload.ts";
import { ClaimScreen } from "./claim-screen.tsx";

/** A picture of the ID, and one for everybody. */
export const handle: PageHandle = { forms: true, maxUpload: 2 * MAX_BANNER_BYTES };

/** The prizes of an entry. What was won is shown to whoever has proved the contact. */
export const loader = siteLoader("claims:claim.description", async (screen) => {
  const { url, site, language, meta } = screen;
  if (url.searchParams.has("own")) throw await openFromMail(screen, "claim", url);
  const { entrant, contact } = await entrantFor(screen);
  const found = contact ? await readWholeEntry(site.db, contact) : await readEntry(site.db, entrant);
  if (!found) throw entryMissing(screen);
  const { raffle, entry, provable } = found;
  const now = site.clock();
  const claims = contact ? await readOwnClaims(site, contact, now) : [];
  if (contact && claims.some(({ opened }) => !opened)) await noteOpened(site, contact);
  const { pickUp, question, needsId, ...settings } = await readClaimSettings(site.db, raffle.id);
  const { shop, prizes: shownPrizes } = raffleView(raffle, site, language);
  const prizes = new Map(shownPrizes.map((prize) => [prize.prizeCode, prize]));
  const page = pageOf(screen.params);
  return {
    page,
    /** Whether a prize is the winner's, or waits for them in time. */
    holds: claims.some(({ state }) => !["gone", "declined", "overdue"].includes(state)),
    entryPage: `/raffle-entry/${raffle.codeId}/${entry.entryCode}`,
    raffleName: raffle.name,
    drawPage: `/raffle/${raffle.codeId}/draw`,
    shop,
    hasSouvenir: claims.length > 0 && (await readRevealedWinners(site.db, raffle)) !== null,
    entrant: { firstName: entry.firstName, entryCode: entry.entryCode },
    isMailed: site.config.smtp !== undefined,
    proven: contact !== null,
    /** Whether the details were shown, and the browser did not store the pass. */
    forgotten: contact === null && url.searchParams.has("shown"),
    provable,
    asked: { ways: waysOf(settings), pickUp, question, needsId },
    claims: claims.map((claim) => ({
      ...viewOf(claim, entry.address),
      prize: prizes.get(claim.prizeCode)?.name ?? claim.prizeCode,
      icon: prizes.get(claim.prizeCode)?.icon ?? ("gift" as const),
      picture: prizes.get(claim.prizeCode)?.picture,
      ticket: claim.ticket,
      claimBy: claim.claimBy,
      giveBack: whyNotGivenBack(claim.state) === null ? `${page}/give-back/${claim.id}` : null,
      voucher: claim.state === "claimed" || claim.state === "handed-over" ? `${page}/voucher/${claim.id}` : null,
    })),
    asOf: url.searchParams.get("prize"),
    /** The way that was chosen on the ticket, for a form that has none yet. */
    way: waysOf(settings).find((way) => way === url.searchParams.get("way")) ?? "",
    meta: { ...meta, ...partOfRaffle(raffle) },
  };
});

type PageRefusal = ClaimRefusal | ContactRefusal | Refusal<"contact-required" | "nothing-announced">;

export const action = siteAction({
  read: readClaimForm,
  change: async (sent): Promise<Outcome<unknown, PageRefusal>> => {
    const { deps, form, typed } = sent;
    const { entrant, contact } = await entrantFor(sent);
    if (typed.intent === "show") {
      const shown = await showDetails(sent, entrant, typed.contact);
      // A page of its own, whose scripts run.
      return shown.ok ? accept(redirectDocument(`${pageOf(sent.params)}?shown`, 303)) : shown;
    }
    if (!contact) return refuse({ reason: "contact-required" });
    if (typed.intent === "object") return objectToReplacement(deps, contact, typed.claim);
    if (typed.intent === "withdraw-words") return withdrawWords(deps, contact, typed.claim);
    const files = { id: await uploadOf(form, "id"), photo: await uploadOf(form, "photo") };
    return claimPrize(deps, contact, typed.claim, { ...typed.values, ...files });
  },
});

export default ClaimScreen;

function pageOf({ raffleCode = "", entryCode = "" }: Readonly<Record<string, string | undefined>>): string {
  return pathTo("claim", raffleCode, entryCode);
}

/** A claim, with what its form begins with: what is stored, or else the address of the entry. */
function viewOf(claim: OwnClaim, address: string) {
  const { id, state, turnedDownFor, answers, hasId, words, claimedAt, isGivenBack, announced } = claim;
  const stored: TypedClaim = {
    ...(answers ?? { way: "", address, day: "", phone: "", answer: "" }),
    share: words !== null,
    sentence: words?.sentence ?? "",
  };
  const canBeClaimed = claimedAt ? state === "claimed" : isClaimable(state);
  const isStanding = announced?.endedAs === null;
  const staysWithWinner = announced?.endedAs === "objected" && whyNotGivenBack(state) === null;
  return {
    id,
    state: isGivenBack ? ("given-back" as const) : state,
    announced:
      announced && (isStanding || staysWithWinner) && state !== "handed-over" ? { ...announced, isStanding } : null,
    turnedDownFor,
    hasId,
    hasPhoto: words?.hasPhoto ?? false,
    hasWords: words !== null,
    stored,
    canBeClaimed,
  };
}

/** What a winner typed. The files that were chosen are not stored: no browser fills them in again. */
type TypedClaim = Readonly<Record<"way" | "address" | "day" | "phone" | "answer" | "sentence", string>> & {
  readonly share: boolean;
};

/** The buttons of the page; Enter presses the first, which claims. */
const BUTTONS = ["claim", "object", "withdraw-words"] as const;

/** The claim page's form as it was sent. */
type ClaimPageForm = {
  readonly intent: "show" | (typeof BUTTONS)[number];
  /** The claim that it is about. */
  readonly claim: string;
  readonly values: TypedClaim;
  /** The phone or e-mail typed to show who it is. */
  readonly contact: string;
};

/** Reads the claim page's form. Enter presses the first button, which claims, or shows who it is. */
function readClaimForm(form: FormData): ClaimPageForm {
  const button = formText(form, "intent");
  const contact = formText(form, "contact");
  return {
    intent: form.has("contact") ? "show" : (BUTTONS.find((known) => known === button) ?? "claim"),
    claim: formText(form, "claim"),
    values: {
      way: formText(form, "way"),
      address: formText(form, "address"),
      day: formText(form, "day"),
      phone: formText(form, "phone"),
      answer: formText(form, "answer"),
      sentence: formText(form, "sentence"),
      share: formText(form, "share") === "yes",
    },
    contact,
  };
}
