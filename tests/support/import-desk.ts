import { proveOrganiser } from "#src/access/organiser.ts";
import type { OrganiserScope } from "#src/access/scope.ts";
import { addImport } from "#src/entries/import/add-import.ts";
import { readImport, remapImport, takeImportFile } from "#src/entries/import/files/import-file.ts";
import type { ImportMapping } from "#src/entries/import/mapping.ts";
import { findImport } from "#src/entries/import/read.ts";
import { findRaffle } from "#src/raffles/read.ts";
import { createTestApi, type TestRaffle } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import { PAPER_DEPS } from "./paper-deps.ts";

/** A raffle and its organiser. */
export type Desk = { readonly raffle: TestRaffle; readonly scope: OrganiserScope; readonly address: string };

export const HEADER = "Last Name,First Name,Address,Phone,Email,Facebook,Instagram,Sources";

let people = 0;
let desks = 0;

/** A line of a file with a new person. */
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
  const deps = {
    ...api.site,
    ...PAPER_DEPS,
    address: "192.0.2.1",
    solution: "",
    reader: database.db,
    onError: (error: unknown) => void failures.push(error),
  };

  return {
    api,
    deps,
    /** Errors of the site's background work. */
    failures,

    async open(changes: Record<string, unknown> = {}): Promise<Desk> {
      const raffle = await api.createRaffle({ sources: ["Online", "Shop"], ...changes });
      const claim = { raffle: raffle.codeId, accessCode: raffle.accessCode, exact: true };
      const scope = await proveOrganiser({ ...deps, address: "192.0.2.1", pass: "" }, claim);
      if (!scope.ok) throw new Error(scope.refusal.reason);
      desks += 1;
      return { raffle, scope: scope.value, address: `198.51.${100 + (desks >> 8)}.${desks & 255}` };
    },

    /** Uploads lines. Uses the guessed mapping, except for the given columns. */
    async upload(
      { scope, address }: Desk,
      lines: readonly string[],
      mapping: Partial<ImportMapping> = { source: "Shop" },
      name = "counter.csv",
    ) {
      const file = { name, bytes: Buffer.from(lines.join("\r\n")) };
      const taken = await takeImportFile({ ...deps, address }, scope, file);
      if (!taken.ok) throw new Error(JSON.stringify(taken.refusal));
      const stored = await findImport(database.db, scope, taken.value);
      if (!stored) throw new Error("The file was not kept.");
      await remapImport({ ...deps, address }, scope, taken.value, () => ({ ...stored.mapping, ...mapping }));
      return taken.value;
    },

    async check({ raffle, scope }: Desk, id: string) {
      const [stored, whole] = [await findImport(database.db, scope, id), await findRaffle(database.db, raffle.id)];
      if (!stored || !whole) throw new Error("There is nothing to check.");
      return readImport(deps, scope, whole, stored);
    },

    /** Adds a file's entries completely. Returns the stored import, or the refusal. */
    async add({ scope, address }: Desk, id: string, sure: { good?: number; termsAgreed?: boolean } = {}) {
      const outcome = await addImport({ ...deps, address }, scope, id, { good: 0, termsAgreed: true, ...sure });
      if (outcome.ok) await outcome.value.ended;
      return outcome.ok ? findImport(database.db, scope, id) : outcome.refusal;
    },

    /** Inserts a visitor's entry without a commit: an insert of the same phone waits. */
    async joinSlowly({ raffle }: Desk, phoneKey: string) {
      const visitor = await database.pool.connect();
      await visitor.query("begin");
      await visitor.query(
        `insert into entries (raffle_id, id, entry_code, first_name, last_name, address, phone, phone_key, email, email_key,
           terms_accepted_at, submission_hash)
         values ($1, gen_random_uuid(), 'VISITORX', 'a', 'b', 'c', $2, $2, 'v@x.ph', 'v@x.ph', now(),
           decode(repeat('00', 32), 'hex'))`,
        [raffle.id, phoneKey],
      );
      return {
        async end(how: "commit" | "rollback") {
          await visitor.query(how);
          visitor.release();
        },
      };
    },

    entriesOf({ raffle }: Desk) {
      return database.db.selectFrom("entries").selectAll().where("raffleId", "=", raffle.id).orderBy("id").execute();
    },

    logOf({ raffle }: Desk) {
      return database.db.selectFrom("auditLog").selectAll().where("scopeId", "=", raffle.id).execute();
    },
  };
}
