import type { ContactRefusal } from "#src/access/entrant-contact.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type GiveBackRefusal, giveBackPrize } from "#src/claims/claiming/give-back.ts";
import { readOwnClaims } from "#src/claims/claiming/read.ts";
import { whyNotGivenBack } from "#src/claims/rules.ts";
import { readAsksFirst } from "#src/draws/replacing/announcements.ts";
import { readEntry, readWholeEntry } from "#src/entries/read.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { entrantFor, entryMissing, showDetails } from "../../requests/entrant.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { GiveBack } from "./give-back.tsx";

export const handle: PageHandle = { forms: true };

/** The question whether a winner gives a prize back, and afterwards what came of it. */
export const loader = siteLoader(
  "claims:giveBack.description",
  async (screen) => {
    const { site, meta, params } = screen;
    const { entrant, contact } = await entrantFor(screen);
    const found = contact ? await readWholeEntry(site.db, contact) : await readEntry(site.db, entrant);
    if (!found) throw entryMissing(screen);
    const { raffle, entry, provable } = found;
    const claims = contact ? await readOwnClaims(site, contact, site.clock()) : [];
    const claim = claims.find(({ id }) => id === params.claimId);
    return {
      claimPage: `/claim/${raffle.codeId}/${entry.entryCode}`,
      raffleName: raffle.name,
      ...{ proven: contact !== null, provable },
      /** Whether the next in line gets the prize at once. */
      isAtOnce: await readAsksFirst(site.db, raffle.id),
      claim: claim && {
        ...{ id: claim.id, ticket: claim.ticket },
        /** Why there is nothing to give back (any more). */
        closed: claim.isGivenBack ? ("given-back" as const) : whyNotGivenBack(claim.state),
        prize: raffle.prizes.find(({ prizeCode }) => prizeCode === claim.prizeCode)?.name ?? claim.prizeCode,
      },
      meta: { ...meta, ...partOfRaffle(raffle) },
    };
  },
  ({ proven, claim }) => (proven && !claim ? 404 : 200),
);

type PageRefusal = GiveBackRefusal | ContactRefusal | Refusal<"contact-required">;

export const action = siteAction({
  read: (form) => ({
    intent: form.has("contact") ? "show" : "give-back",
    contact: formText(form, "contact"),
    reason: formText(form, "reason"),
  }),
  change: async (sent): Promise<Outcome<true, PageRefusal>> => {
    const { deps, params, typed } = sent;
    const { entrant, contact } = await entrantFor(sent);
    const done =
      typed.intent === "show"
        ? await showDetails(sent, entrant, typed.contact)
        : contact
          ? await giveBackPrize(deps, contact, params.claimId ?? "", typed.reason)
          : refuse({ reason: "contact-required" } as const);
    return done.ok ? accept(true) : done;
  },
});

export default GiveBack;
