import { data, redirectDocument } from "react-router";
import { TICKET_MS } from "#src/earning/stamps/limits.ts";
import { stationOfScreen } from "#src/earning/stamps/screens.ts";
import { readTicket } from "#src/earning/stamps/stamp-ticket.ts";
import { INVITE_PARAMETER } from "#src/entries/invited-by.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { Site } from "#src/http/site.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { peopleCan } from "#src/raffles/lifecycle/entries-from.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { shareCardAddress } from "../../../page/views/picture-view.ts";
import { raffleView } from "../../../page/views/raffle-view.ts";
import type { PageRequest } from "../../../requests/page-request.ts";
import type { Invitation } from "../invited-by.tsx";

/** The parameter with which a scanned code comes to the form. A page with it is nobody else's. */
const DROP_CODE_PARAMETER = "drop-code";

/** The page of a raffle's entry form, on our site or in another site's frame. */
type FormPage = PageRequest & { readonly raffleCode: string };

/**
 * Loads what a page with a raffle's entry form shows.
 *
 * @throws React Router's `data` with 404 for an unknown raffle
 */
export async function loadEntryForm({ raffleCode, request, context }: FormPage) {
  const site = context.get(siteContext);
  const { language } = context.get(visitorContext);
  const raffle = await findRaffle(site.db, raffleCode);
  if (!raffle) throw data({ message: translate(language, { key: "raffleCodeNotFound" }) }, { status: 404 });
  // There is no form, and there never was.
  if (!peopleCan(raffle).enter) throw redirectDocument(`/raffle/${raffle.codeId}/draw`);
  const asked = new URL(request.url).searchParams;
  return {
    raffleId: raffle.id,
    form: {
      raffle: raffleView(raffle, site, language),
      erased: asked.has("erased"),
      dropCode: asked.get(DROP_CODE_PARAMETER) ?? "",
      stamp: await stampText(site, raffle, asked.get(DROP_CODE_PARAMETER), language),
      invitation: invitationOf(raffle, asked.get(INVITE_PARAMETER), language),
      sendsMail: site.config.smtp !== undefined,
      raffleLink: `${site.config.origin}/raffle/${raffle.codeId}`,
    },
    meta: {
      path: "raffle-entry",
      subject: raffle.name,
      canonicalPath: `/raffle-entry/${raffle.codeId}`,
      image: shareCardAddress(raffle, language),
      description: translate(language, { key: "entries:form.description", params: { name: raffle.name } }),
      listed: raffle.status === "Published",
    },
  };
}

/** What the ticket of a scan means for who sends the form; empty for what is none, or waited too long. */
async function stampText(site: Site, raffle: PublicRaffle, ticket: string | null, language: Language): Promise<string> {
  const seen = ticket && readTicket(site.secret, raffle.id, ticket, site.clock());
  const station = seen && seen !== "over" ? await stationOfScreen(site.db, raffle.id, seen.screenId) : undefined;
  const params = { station: station?.name ?? "", minutes: TICKET_MS / 60_000 };
  return station ? translate(language, { key: "stamps:waits", params }) : "";
}

/** What a friend's link means for the person who sends the form; null where it means nothing. */
function invitationOf(raffle: PublicRaffle, token: string | null, language: Language): Invitation | null {
  if (!token || !raffle.rules.some(({ proof }) => proof === "invite")) return null;
  return { token, text: translate(language, { key: "pages:invite.came" }) };
}
