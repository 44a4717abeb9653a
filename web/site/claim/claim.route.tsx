import { data } from "react-router";
import type { ContactRefusal } from "#src/access/entrant-contact.ts";
import { refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import { type ClaimRefusal, claimPrize } from "#src/claims/claiming/claim-prize.ts";
import { declinePrize } from "#src/claims/claiming/decline-prize.ts";
import { withdrawWords } from "#src/claims/claiming/withdraw-words.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { MAX_BANNER_BYTES } from "#src/raffles/pictures/banner-format.ts";
import { attempt } from "../../requests/attempt.ts";
import { countedVisitor } from "../../requests/counted-visitor.ts";
import { entrantFor, openFromMail, showDetails } from "../../requests/entrant.ts";
import { readForm } from "../../requests/posted-form.ts";
import { refusalStatus, refusalView } from "../../requests/refusals/refusal-view.ts";
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

export async function action(args: Route.ActionArgs) {
  const { entrant, contact } = await entrantFor(args);
  const { context, request } = args;
  const sent = await readForm(request, context.get(visitorContext).language);
  const form = readClaimForm(sent);
  const site = { ...context.get(siteContext), ...countedVisitor(context, sent) };
  const outcome = await attempt<void, PageRefusal>(
    context,
    async () => {
      if (form.intent === "show") return showDetails(args, entrant, form.contact);
      if (!contact) return refuse({ reason: "contact-required" });
      if (form.intent === "decline") return declinePrize(site, contact, form.claim, form.reason);
      if (form.intent === "withdraw-words") return withdrawWords(site, contact, form.claim);
      const files = { id: await fileOf(sent, "id"), photo: await fileOf(sent, "photo") };
      return claimPrize(site, contact, form.claim, { ...form.typed, ...files });
    },
    sent,
  );
  if (outcome.ok) return { ...form, contact: "", refusal: null };
  return data({ ...form, refusal: refusalView(outcome.refusal) }, refusalStatus(outcome.refusal));
}

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ClaimScreen page={loaderData} result={actionData ?? null} />;
}
