import { data } from "react-router";
import { proveEntrant } from "#src/access/entrant.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { EntryView } from "#src/entries/entry-view.ts";
import { mailCodeAgain } from "#src/entries/mails/mail-code.ts";
import { readEntry } from "#src/entries/read.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import type { RefusalReason } from "#src/http/refusals.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle, findRaffleId } from "#src/raffles/read.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import { bannerAddress } from "../../page/views/picture-view.ts";
import { raffleView } from "../../page/views/raffle-view.ts";
import type { Screen } from "../../requests/answer-form.ts";
import { formText } from "../../requests/form-text.ts";
import { siteAction, siteLoader } from "../../requests/screens.ts";
import { SearchEntry } from "./search-entry.tsx";

export const handle: PageHandle = { forms: true, cached: { shows: "raffle" } };

export const loader = siteLoader("entries:search.description", async ({ params, site, language, meta }) => {
  const raffle = await findRaffle(site.db, params.raffleId ?? "");
  if (!raffle) throw data({ message: translate(language, { key: "invalidRaffleId" }) }, { status: 404 });
  return {
    raffle: raffleView(raffle, site, language),
    /** Whether this site can mail a lost code. */
    sendsMail: site.config.smtp !== undefined,
    meta: {
      ...meta,
      subject: raffle.name,
      canonicalPath: `/search-entry/${raffle.codeId}`,
      image: bannerAddress(raffle, "png"),
      listed: raffle.status === "Published",
    },
  };
});

type FoundEntry = Pick<EntryView["entry"], "entryCode" | "firstName" | "lastName">;

type Found = Outcome<FoundEntry | null, Refusal<RefusalReason> | ChallengeRefusal>;

/** Looks an entry up by its code, or mails a lost code. */
export const action = siteAction({
  read: (form) => ({ entryCode: formText(form, "entryCode"), email: formText(form, "email") }),
  change: async (sent): Promise<Found> => {
    const { params, deps, language, intent, typed } = sent;
    if (intent !== "mail-code") return findEntry(sent, typed.entryCode);
    const mailed = await mailCodeAgain(deps, { raffle: params.raffleId ?? "", email: typed.email, language });
    return mailed.ok ? accept(null) : mailed;
  },
});

async function findEntry({ params, context, site }: Screen, typed: string): Promise<Found> {
  const { db, entryAttempts } = site;
  const { address, solution } = context.get(visitorContext);
  if (typed.trim() === "") {
    return refuse({ reason: "invalid-fields", fields: { entryCode: [{ key: "entryCodeRequired" }] } });
  }
  const raffleId = await findRaffleId(db, params.raffleId ?? "");
  if (!raffleId) return refuse({ reason: "raffle-not-found" });
  const scope = await proveEntrant({ reader: db, entryAttempts, address, solution }, { entryCode: typed, raffleId });
  if (!scope.ok) return scope;
  const found = await readEntry(db, scope.value);
  if (!found) return refuse({ reason: "entry-not-found" });
  const { entryCode, firstName, lastName } = found.entry;
  return accept({ entryCode, firstName, lastName });
}

export default SearchEntry;
