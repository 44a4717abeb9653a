import { join } from "node:path";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { witnessRoutes } from "#src/api/log/witness.ts";
import type { Clock } from "#src/base/clock.ts";
import { witnessSigner, witnessVkey } from "#src/draws/log/names.ts";
import { findWitness } from "#src/tlog/witness/ask-witness.ts";
import { keyAmong } from "#src/tlog/witness/witness.ts";
import { fileWitnessStore, readJson, writeJson } from "./file-store.ts";

export type WitnessAppOptions = {
  /** The folder that holds everything this witness must not lose. */
  readonly dataDir: string;
  readonly secret: Uint8Array;
  /** The address under which sites reach this witness: its name. */
  readonly origin: string;
  /** The addresses of the sites whose logs it cosigns. */
  readonly sites: readonly string[];
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  /** Called with the address of a site whose key was read for the first time. */
  readonly onMet: (site: string) => void;
};

/** More than a checkpoint with 64 signatures and a proof has. */
const MAX_BODY = 65_536;
/** How often a site is asked for its key that did not answer, in ms. */
const ASK_EVERY_MS = 10_000;

/**
 * A witness without a site: what another site's `WITNESSES` names. It asks each of its sites once for the key of its
 * log, and keeps to it.
 */
export function createWitnessApp(options: WitnessAppOptions): Hono {
  const { dataDir, secret, origin, sites, clock, stopping } = options;
  const keysFile = join(dataDir, "witness", "keys.json");
  const store = fileWitnessStore(join(dataDir, "witness"));
  let askedAt = Number.NEGATIVE_INFINITY;

  async function knownKeys(): Promise<Readonly<Record<string, string>>> {
    const known = (await readJson<Record<string, string>>(keysFile)) ?? {};
    const unknown = sites.filter((site) => !Object.hasOwn(known, site));
    if (unknown.length === 0 || clock().getTime() - askedAt < ASK_EVERY_MS) return known;
    askedAt = clock().getTime();
    const found = await Promise.all(unknown.map(async (site) => ({ site, answer: await findWitness(site, stopping) })));
    const met = found.flatMap(({ site, answer }) =>
      answer.ok && answer.value.logKey ? [[site, answer.value.logKey]] : [],
    );
    if (met.length === 0) return known;
    const all = { ...known, ...(Object.fromEntries(met) as Record<string, string>) };
    await writeJson(keysFile, all);
    for (const [site = ""] of met) options.onMet(site);
    return all;
  }

  const keyOf = async (log: string) => {
    const known = await knownKeys();
    return keyAmong(
      sites.flatMap((site) => known[site] ?? []),
      log,
    );
  };

  const app = new Hono();
  app.get("/.well-known/tambiolo.json", (c) =>
    c.json({ witness: { key: witnessVkey(secret, origin), submit: "/witness" } }, 200, {
      "access-control-allow-origin": "*",
    }),
  );
  app.use("/witness/*", bodyLimit({ maxSize: MAX_BODY }));
  const witness = { store, signer: witnessSigner(secret, origin), keyOf, clock };
  app.route("/witness", witnessRoutes(witness, store.readByHash));
  return app;
}
