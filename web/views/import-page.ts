import type { RouterContextProvider } from "react-router";
import type { OrganiserScope } from "#src/access/scope.ts";
import { siteContext, visitorContext } from "#src/api/page-context.ts";
import type { BadLine } from "#src/entries/import/check-lines.ts";
import type { CsvLine } from "#src/entries/import/csv-file.ts";
import { readImport } from "#src/entries/import/import-file.ts";
import { BAD_LINES_SHOWN } from "#src/entries/import/limits.ts";
import type { ImportMapping } from "#src/entries/import/mapping.ts";
import { findImport, type KeptImport, listImports } from "#src/entries/import/read.ts";
import { sentence } from "#src/i18n/sentence.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { ORGANISER_HEADERS } from "../organiser.ts";
import { refusalPage } from "./refusal-page.ts";

const LINES_PREVIEWED = 5;

/** To recognise a cell by; nobody reads all of a long one here. */
const CHARACTERS_PREVIEWED = 60;

/** A kept file that can be added, as it is shown before. */
export type ImportPreview = {
  /** The names of the columns, or empty texts where the file has none. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvLine[];
  readonly entries: number;
  readonly mapping: ImportMapping;
  readonly bad: readonly BadLine[];
  readonly moreBad: number;
  /** Whether every line was checked and is well. */
  readonly ready: boolean;
};

/** What the import screen loads: the raffle, the files it keeps, and the one that the address names. */
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
  const preview = waits ? await previewOf(context, scope, raffle, current) : null;
  const { productName, origin } = config;
  return {
    raffle: { codeId: raffle.codeId, name: raffle.name, open: raffle.open, sources: raffle.sources },
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
      description: sentence(context.get(visitorContext).language, { key: "desk:import.description" }),
      listed: false,
    },
  };
}

export type ImportPageData = Awaited<ReturnType<typeof loadImportPage>>;

function keptView({ id, fileName, state, linesDone, linesTotal, error }: KeptImport) {
  return { id, fileName, state, linesDone, linesTotal, error };
}

async function previewOf(
  context: Readonly<RouterContextProvider>,
  scope: OrganiserScope,
  raffle: PublicRaffle,
  kept: KeptImport,
): Promise<ImportPreview | null> {
  const { db, config } = context.get(siteContext);
  const read = await readImport({ reader: db, defaultRegion: config.defaultRegion }, scope, raffle, kept);
  if (!read) return null;
  const { mapping } = kept;
  const bad = read.checked?.bad ?? [];
  const entries = mapping.header ? read.lines.slice(1) : read.lines;
  const rows = entries.slice(0, LINES_PREVIEWED).map(({ line, cells }) => ({ line, cells: cells.map(short) }));
  const names = mapping.header ? (read.lines[0]?.cells ?? []).map(short) : [];
  const width = Math.max(names.length, ...rows.map((row) => row.cells.length));
  return {
    columns: Array.from({ length: width }, (_, index) => names[index]?.trim() ?? ""),
    rows,
    entries: entries.length,
    mapping,
    bad: bad.slice(0, BAD_LINES_SHOWN).map(shortLine),
    moreBad: Math.max(0, bad.length - BAD_LINES_SHOWN),
    ready: read.checked !== null && bad.length === 0 && entries.length > 0,
  };
}

function shortLine({ line, faults }: BadLine): BadLine {
  return { line, faults: faults.map((fault) => ({ ...fault, typed: short(fault.typed) })) };
}

function short(text: string): string {
  const shown = text.toWellFormed();
  return shown.length <= CHARACTERS_PREVIEWED ? shown : `${shown.slice(0, CHARACTERS_PREVIEWED).toWellFormed()}…`;
}
