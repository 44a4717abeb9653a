import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import { type Chain, QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { readChainFile } from "./verify/input.ts";

/**
 * The chain of the site's draws: drand's quicknet, or the one that the file of BEACON_CHAIN describes.
 *
 * @returns the chain, or one line for the operator where the file cannot be used
 */
export async function loadChain({ beaconChain }: Pick<Config, "beaconChain">): Promise<Outcome<Chain, string>> {
  if (beaconChain === undefined) return accept(QUICKNET);
  const read = await readChainFile(beaconChain).catch((error: Error) => refuse(`${error.message}.`));
  return read.ok ? read : refuse(`BEACON_CHAIN cannot be used: ${read.refusal}`);
}
