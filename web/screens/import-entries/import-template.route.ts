import { importTemplate } from "#src/entries/import/files/template.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { ORGANISER_HEADERS, organiserFor } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";
import type { Route } from "./+types/import-template.route.ts";
import { csvFile } from "./csv-answer.ts";

export const handle: PageHandle = { personal: true };

/** An empty list for the raffle's slips. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const scope = await organiserFor(args, "raffleCode");
  const raffle = await findRaffle(args.context.get(siteContext).db, scope.raffleId);
  if (!raffle) throw refusalPage(args.context, { reason: "raffle-not-found" }, ORGANISER_HEADERS);
  const { language } = args.context.get(visitorContext);
  return csvFile(`${raffle.codeId}.csv`, importTemplate(raffle, language));
}
