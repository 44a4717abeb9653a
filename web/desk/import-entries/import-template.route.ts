import { importTemplate } from "#src/entries/import/files/template.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PageHandle } from "#src/http/page-handle.ts";
import { organiserFor } from "../../requests/organiser.ts";
import { raffleOf } from "../../requests/raffle.ts";
import type { Route } from "./+types/import-template.route.ts";
import { csvFile } from "./csv-answer.ts";

export const handle: PageHandle = { personal: true };

/** An empty list for the raffle's slips. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const scope = await organiserFor(args, "raffleCode");
  const raffle = await raffleOf(args.context, scope.raffleId);
  const { language } = args.context.get(visitorContext);
  return csvFile(`${raffle.codeId}.csv`, importTemplate(raffle, language));
}
