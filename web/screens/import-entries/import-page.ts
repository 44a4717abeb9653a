import type { RouterContextProvider } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { previewImport } from "#src/entries/import/preview.ts";
import { findImport, listImports, type StoredImport } from "#src/entries/import/read.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { ORGANISER_HEADERS } from "../../requests/organiser.ts";
import { refusalPage } from "../../requests/refusals/refusal-page.ts";

/** Loads the import screen's data: the raffle, its stored files, and the file in the URL. */
export async function loadImportPage(
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
  scope: OrganiserScope,
) {
  const { db, config } = context.get(siteContext);
  const raffle = await findRaffle(db, scope.raffleId);
  if (!raffle) throw refusalPage(context, { reason: "raffle-not-found" }, ORGANISER_HEADERS);
  const asked = new URL(request.url).searchParams.get("file");
  const current = asked === null ? null : await findImport(db, scope, asked);
  const kept = await listImports(db, scope);
  const waits = current && raffle.open && current.state !== "adding" && current.state !== "added";
  const { productName, origin, defaultRegion } = config;
  const { language, address } = context.get(visitorContext);
  const preview = waits ? await previewImport({ db, defaultRegion, address }, scope, raffle, current) : null;
  return {
    raffle: {
      codeId: raffle.codeId,
      name: raffle.name,
      open: raffle.open,
      sources: raffle.sources,
      rules: rulesView(raffle),
    },
    kept: kept.filter(({ id, state }) => state !== "added" && id !== current?.id).map(keptView),
    gone: asked !== null && !current,
    current: current && keptView(current),
    preview,
    meta: {
      path: "import-entries",
      subject: raffle.name,
      productName,
      origin,
      canonicalPath: `/raffle/${raffle.codeId}`,
      description: translate(language, { key: "desk:import.description" }),
      listed: false,
    },
  };
}

export type ImportPageData = Awaited<ReturnType<typeof loadImportPage>>;

/** What a column of ticks is chosen by. */
function rulesView({ rules }: PublicRaffle) {
  return rules.map(({ id, number, details }) => ({ id, number, details }));
}

function keptView({ id, fileName, state, linesDone, linesTotal, linesLeft, leftId, error }: StoredImport) {
  return { id, fileName, state, linesDone, linesTotal, linesLeft, leftId, error };
}
