import { parseArgs } from "node:util";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { readLockHash } from "../verify/arguments.ts";

/** The arguments of `tambiolo audit`. */
export type AuditArguments = {
  /** Scheme, host and port. */
  readonly site: string;
  readonly raffle: string;
  readonly lockHash: string | undefined;
  /** Keys of witnesses, each as one word. */
  readonly witnesses: readonly string[];
  readonly logKey: string | undefined;
  readonly chain: string | undefined;
};

export const AUDIT_USAGE = `
Usage: tambiolo audit SITE RAFFLE [--lock HASH] [--witness KEY]... [--log-key KEY] [--chain FILE]

  SITE             the address of the site: https://raffles.example.com
  RAFFLE           the code of the raffle, 8 characters
  --lock HASH      the lock hash that you got before the draw, by mail or from the shop
  --witness KEY    the key of a witness that you trust: its /.well-known/tambiolo.json; more than once for several
  --log-key KEY    the key of the site's log, as you know it from elsewhere
  --chain FILE     another chain of drand, as its /info describes it (for tests)

It reads the draw, its list and every leaf of the site's log, and names what contradicts.
Exit codes: 0 nothing contradicts and fixed before, 3 nothing contradicts, 4 not drawn yet, 1 wrong, 2 not readable.`;

/** Parses the arguments. The refusal is a text for a person. */
export function readAuditArguments(written: readonly string[]): Outcome<AuditArguments, string> {
  const text = { type: "string" } as const;
  let parsed: { values: Record<string, string | undefined>; witnesses: string[]; positionals: string[] };
  try {
    const options = { lock: text, witness: { ...text, multiple: true }, "log-key": text, chain: text } as const;
    const { values, positionals } = parseArgs({ args: [...written], allowPositionals: true, options });
    const { witness: witnesses = [], ...others } = values;
    parsed = { values: others, witnesses, positionals };
  } catch (error) {
    return refuse((error as Error).message);
  }
  const [address = "", raffle = "", ...others] = parsed.positionals;
  if (raffle === "" || others.length > 0) return refuse("A site and the code of a raffle are needed.");
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    return refuse(`${address} is no address of a site, such as https://raffles.example.com.`);
  }
  if (!/^[A-Za-z0-9]{8}$/.test(raffle)) return refuse("The code of a raffle has 8 letters and digits.");
  const { lock, chain, "log-key": logKey } = parsed.values;
  const lockHash = lock === undefined ? accept(undefined) : readLockHash(lock);
  if (!lockHash.ok) return lockHash;
  return accept({
    ...{ site: new URL(address).origin, raffle: raffle.toUpperCase(), lockHash: lockHash.value },
    ...{ witnesses: parsed.witnesses, logKey, chain },
  });
}
