import { data, redirect } from "react-router";
import { INVITE_PARAMETER } from "#src/entries/invited-by.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
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
  if (!peopleCan(raffle).enter) throw redirect(`/raffle/${raffle.codeId}/draw`);
  const asked = new URL(request.url).searchParams;
  return {
    raffleId: raffle.id,
    form: {
      raffle: raffleView(raffle, site, language),
      erased: asked.has("erased"),
      dropCode: asked.get(DROP_CODE_PARAMETER) ?? "",
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

/** What a friend's link means for the person who sends the form; null where it means nothing. */
function invitationOf(raffle: PublicRaffle, token: string | null, language: Language): Invitation | null {
  if (!token || !raffle.rules.some(({ proof }) => proof === "invite")) return null;
  return { token, text: translate(language, { key: "pages:invite.came" }) };
}
