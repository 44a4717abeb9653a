import type { RouterContextProvider } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { previewImport } from "#src/entries/import/preview.ts";
import { findImport, listImports, type StoredImport } from "#src/entries/import/read.ts";
import { organiserSources } from "#src/entries/paper/paper-sources.ts";
import { readTypedMail } from "#src/entries/typed/read.ts";
import { mostInMailing } from "#src/entries/typed/rules.ts";
import { siteContext, visitorContext } from "#src/http/page-context.ts";
import { translate } from "#src/i18n/translate.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { partOfRaffle } from "../../page/page-meta.ts";
import { raffleOf } from "../../requests/raffle.ts";

/** Loads the import screen's data: the raffle, its stored files, and the file in the URL. */
export async function loadImportPage(
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
  scope: OrganiserScope,
) {
  const { db, config } = context.get(siteContext);
  const raffle = await raffleOf(context, scope.raffleId);
  const asked = new URL(request.url).searchParams.get("file");
  const current = asked === null ? null : await findImport(db, scope, asked);
  const kept = await listImports(db, scope);
  const waits = current && raffle.open && current.state !== "adding" && current.state !== "added";
  const { defaultRegion } = config;
  const { language, address } = context.get(visitorContext);
  const preview = waits ? await previewImport({ db, defaultRegion, address }, scope, raffle, current) : null;
  const { typedMail } = await readTypedMail(db, scope.raffleId);
  return {
    typedMail: { who: typedMail, most: mostInMailing(typedMail) },
    raffle: {
      codeId: raffle.codeId,
      name: raffle.name,
      open: raffle.open,
      sources: organiserSources(raffle),
      rules: rulesView(raffle),
    },
    kept: kept.filter(({ id, state }) => state !== "added" && id !== current?.id).map(keptView),
    gone: asked !== null && !current,
    current: current && keptView(current),
    preview,
    meta: {
      path: "import-entries",
      description: translate(language, { key: "desk:import.description" }),
      ...partOfRaffle(raffle),
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
