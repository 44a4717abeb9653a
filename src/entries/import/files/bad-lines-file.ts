import type { OrganiserScope } from "#src/access/scope.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Refusal } from "#src/base/refusal.ts";
import type { Database } from "#src/db/connect.ts";
import type { Language } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { findRaffle } from "#src/raffles/read.ts";
import type { ChallengeRefusal } from "#src/rate-limits/puzzle.ts";
import type { CountedVisitor } from "#src/rate-limits/visitor.ts";
import type { BadLine } from "../check-lines.ts";
import { entryLines, fieldName, headerCells, IMPORT_FIELDS, type ImportMapping } from "../mapping.ts";
import { findImport } from "../read.ts";
import { inSendersTurn } from "../senders.ts";
import type { CsvLine } from "./csv-file.ts";
import { csvOf } from "./csv-lines.ts";
import { countReading, type ReadImport, readImport } from "./import-file.ts";

/** The wrong lines of a file with all their columns, and one more that says in words what to mend. */
function badLinesCsv(read: ReadImport, mapping: ImportMapping, language: Language): string {
  const toMend = translate(language, { key: "desk:import.toMend" });
  const bad = new Map(read.checked?.bad.map((line) => [line.line, line]));
  const lines = read.lines.filter(({ line }) => bad.has(line));
  const width = Math.max(...read.lines.map(({ cells }) => cells.length), 0);
  const names = headerCells(read.lines, mapping);
  // A file that was mended once has the column already.
  const places = Array.from({ length: width }, (_, place) => place).filter((place) => names[place] !== toMend);
  const head = places.map((place) => (mapping.header ? (names[place] ?? "") : nameOf(place, mapping, language)));
  const rows = lines.map(({ line, cells }) => [
    ...places.map((place) => cells[place] ?? ""),
    reasonsOf(bad.get(line), language),
  ]);
  return csvOf([[...head, toMend], ...rows], language);
}

/** A column's name in a file that names none, so that its columns are known when it comes back. */
function nameOf(place: number, mapping: ImportMapping, language: Language): string {
  const field = IMPORT_FIELDS.find((name) => mapping.columns[name] === place);
  return translate(language, field ? fieldName(field) : { key: "desk:import.column", params: { number: place + 1 } });
}

function reasonsOf(bad: BadLine | undefined, language: Language): string {
  const reasons = bad?.faults.map(({ field, messages }) => {
    const name = translate(language, fieldName(field));
    return `${name}: ${messages.map((message) => translate(language, message)).join(" ")}`;
  });
  return reasons?.join(" ") ?? "";
}

/** The lines of a file that are left when its good ones were added, to be read with the same mapping. */
export function linesLeft(read: ReadImport, mapping: ImportMapping): Uint8Array {
  const bad = new Set(read.checked?.bad.map(({ line }) => line));
  const above = read.lines.length - entryLines(read.lines, mapping).length;
  const isLeft = ({ line }: CsvLine, index: number) => bad.has(line) || index < above;
  return Buffer.from(
    csvOf(
      read.lines.filter(isLeft).map(({ cells }) => cells),
      "en",
    ),
  );
}

/** The name of the file of lines that are left. The mended one replaces it, if it comes back under the same name. */
export function nameOfLeft(fileName: string): string {
  return `${fileName
    .replace(/(?:-left)?\.[a-z]{2,5}$/i, "")
    .slice(0, 90)
    .toWellFormed()}-left.csv`;
}

/**
 * The wrong lines of a waiting file as CSV in the organiser's language, all columns and what to mend.
 *
 * @returns refusals: `raffle-not-found`, `not-found`, and those of the rate limit
 */
export async function badLinesFile(
  deps: { readonly db: Database; readonly defaultRegion: string } & CountedVisitor,
  scope: OrganiserScope,
  id: string,
  language: Language,
): Promise<
  Outcome<{ readonly name: string; readonly csv: string }, ChallengeRefusal | Refusal<"not-found" | "raffle-not-found">>
> {
  const [stored, raffle] = await Promise.all([findImport(deps.db, scope, id), findRaffle(deps.db, scope.raffleId)]);
  if (!raffle) return refuse({ reason: "raffle-not-found" });
  if (!stored || stored.state === "added") return refuse({ reason: "not-found" });
  const counted = await countReading(deps, scope);
  if (!counted.ok) return counted;
  const reader = { ...deps, reader: deps.db };
  const read = await inSendersTurn(deps.address, () => readImport(reader, scope, raffle, stored));
  if (!read) return refuse({ reason: "not-found" });
  return accept({ name: nameOfLeft(stored.fileName), csv: badLinesCsv(read, stored.mapping, language) });
}
