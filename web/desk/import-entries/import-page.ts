import { previewImport } from "#src/entries/import/preview.ts";
import { findImport, listImports, type StoredImport } from "#src/entries/import/read.ts";
import { organiserSources } from "#src/entries/paper/paper-sources.ts";
import { visitorContext } from "#src/http/page-context.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import type { DeskScreen } from "../desk-screen.ts";
import { typedMailView } from "../typed-mail-view.ts";

/** Loads the import screen's data: the raffle, its stored files, and the file in the URL. */
export async function loadImportPage({ context, url, site, scope, raffle }: DeskScreen) {
  const { db, config } = site;
  const asked = url.searchParams.get("file");
  const current = asked === null ? null : await findImport(db, scope, asked);
  const kept = await listImports(db, scope);
  const waits = current && raffle.open && current.state !== "adding" && current.state !== "added";
  const { defaultRegion } = config;
  const { address } = context.get(visitorContext);
  const preview = waits ? await previewImport({ db, defaultRegion, address }, scope, raffle, current) : null;
  return {
    typedMail: await typedMailView(site, scope.raffleId),
    raffle: {
      codeId: raffle.codeId,
      name: raffle.name,
      open: raffle.open,
      sources: organiserSources(raffle),
      rules: rulesView(raffle),
    },
    kept: kept.filter(({ id, state }) => state !== "added" && id !== current?.id).map(storedView),
    gone: asked !== null && !current,
    current: current && storedView(current),
    preview,
  };
}

export type ImportPageData = Awaited<ReturnType<typeof loadImportPage>>;

/** What a column of ticks is chosen by. */
function rulesView({ rules }: PublicRaffle) {
  return rules.map(({ id, number, details }) => ({ id, number, details }));
}

function storedView({ id, fileName, state, linesDone, linesTotal, linesLeft, leftId, error }: StoredImport) {
  return { id, fileName, state, linesDone, linesTotal, linesLeft, leftId, error };
}
