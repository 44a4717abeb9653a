import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { addImport } from "#src/entries/import/add-import.ts";
import { readImport, remapImport, takeImportFile } from "#src/entries/import/import-file.ts";
import type { ImportMapping } from "#src/entries/import/mapping.ts";
import { findImport } from "#src/entries/import/read.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { createTestApi, type TestRaffle } from "./api.ts";
import type { TestDatabase } from "./database.ts";

/** A raffle and its organiser. */
export type Desk = { readonly raffle: TestRaffle; readonly scope: OrganiserScope };

export const HEADER = "Last Name,First Name,Address,Phone,Email,Facebook,Instagram,Sources";

let people = 0;

/** A line of a file: somebody new. */
export function person(changes: Record<string, string> = {}): string {
  people += 1;
  const cells = {
    last: `Cruz ${people}`,
    first: "Ana",
    address: "1 Mabini St",
    phone: `0918 ${String(1_000_000 + people).replace(/(...)(....)/, "$1 $2")}`,
    email: `ana.${people}@example.com`,
    facebook: "",
    instagram: "",
    source: "",
    ...changes,
  };
  return Object.values(cells)
    .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}

/** Imports files as the page does, on a test database. */
export function createImportDesk(database: TestDatabase) {
  const api = createTestApi(database.db);
  const failures: unknown[] = [];
  const given = {
    ...api.site,
    defaultRegion: "PH",
    reader: database.db,
    onError: (error: unknown) => void failures.push(error),
  };

  return {
    api,
    given,
    /** Failures of ours that nobody waited for. */
    failures,

    async open(): Promise<Desk> {
      const raffle = await api.createRaffle({ sources: ["Online", "Shop"] });
      const claim = { raffle: raffle.codeId, accessCode: raffle.accessCode, exact: true };
      const scope = await proveOrganiser({ ...given, address: "192.0.2.1", pass: "" }, claim);
      if (!scope.ok) throw new Error(scope.refusal.reason);
      return { raffle, scope: scope.value };
    },

    /** Uploads lines, and reads them as guessed but for what is said. */
    async upload({ scope }: Desk, lines: readonly string[], mapping: Partial<ImportMapping> = { source: "Shop" }) {
      const file = { name: "counter.csv", bytes: Buffer.from(lines.join("\r\n")) };
      const taken = await takeImportFile(given, scope, file);
      if (!taken.ok) throw new Error(JSON.stringify(taken.refusal));
      const kept = await findImport(database.db, scope, taken.value);
      if (!kept) throw new Error("The file was not kept.");
      await remapImport(given, scope, taken.value, () => ({ ...kept.mapping, ...mapping }));
      return taken.value;
    },

    async check({ raffle, scope }: Desk, id: string) {
      const [kept, whole] = [await findImport(database.db, scope, id), await findRaffle(database.db, raffle.id)];
      if (!kept || !whole) throw new Error("There is nothing to check.");
      return readImport(given, scope, whole, kept);
    },

    /** Adds a file to the end: answers where it stands then, or why it was refused. */
    async add({ scope }: Desk, id: string, terms = true) {
      const outcome = await addImport(given, scope, id, terms);
      if (outcome.ok) await outcome.value.ended;
      return outcome.ok ? findImport(database.db, scope, id) : outcome.refusal;
    },

    entriesOf({ raffle }: Desk) {
      return database.db.selectFrom("entries").selectAll().where("raffleId", "=", raffle.id).orderBy("id").execute();
    },

    logOf({ raffle }: Desk) {
      return database.db.selectFrom("auditLog").selectAll().where("scopeId", "=", raffle.id).execute();
    },
  };
}
