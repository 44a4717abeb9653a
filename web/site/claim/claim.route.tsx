import type { ContactRefusal } from "#src/access/entrant-contact.ts";
import { type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type ClaimRefusal, claimPrize } from "#src/claims/claiming/claim-prize.ts";
import { declinePrize } from "#src/claims/claiming/decline-prize.ts";
import { withdrawWords } from "#src/claims/claiming/withdraw-words.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { entrantFor, openFromMail, showDetails } from "../../requests/entrant.ts";
import { siteAction } from "../../requests/screens.ts";
import type { Route } from "./+types/claim.route.ts";
import { loadClaimPage } from "./claim-page.ts";
import { ClaimScreen } from "./claim-screen.tsx";
import { fileOf, readClaimForm } from "./read-claim-form.ts";

/** A picture of the ID, and one for everybody. */
export const handle: PageHandle = { forms: true, maxUpload: 2 * MAX_BANNER_BYTES };

export async function loader(args: Route.LoaderArgs) {
  const url = new URL(args.request.url);
  if (url.searchParams.has("own")) throw await openFromMail(args, "claim", url);
  return await loadClaimPage(args);
}

type PageRefusal = ClaimRefusal | ContactRefusal | Refusal<"contact-required">;

export const action = siteAction({
  read: readClaimForm,
  change: async (sent): Promise<Outcome<void, PageRefusal>> => {
    const { deps, form, typed } = sent;
    const { entrant, contact } = await entrantFor(sent);
    if (typed.intent === "show") return showDetails(sent, entrant, typed.contact);
    if (!contact) return refuse({ reason: "contact-required" });
    if (typed.intent === "decline") return declinePrize(deps, contact, typed.claim, typed.reason);
    if (typed.intent === "withdraw-words") return withdrawWords(deps, contact, typed.claim);
    const files = { id: await fileOf(form, "id"), photo: await fileOf(form, "photo") };
    return claimPrize(deps, contact, typed.claim, { ...typed.values, ...files });
  },
});

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ClaimScreen page={loaderData} result={actionData ?? null} />;
}
