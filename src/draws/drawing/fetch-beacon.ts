import { readAtMost, whyNoAnswer } from "#src/base/fetch/answer.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type Beacon, faultOfBeacon } from "../protocol/beacon/beacon.ts";
import type { Chain } from "../protocol/beacon/chains.ts";
import { MAX_BEACON_LENGTH, readPublishedBeacon } from "./published-beacon.ts";

/** Why a relay was passed over: a few words for the log. */
export type RelayFailure = { readonly relay: string; readonly reason: string };

export type BeaconSourceOptions = {
  readonly relays: readonly string[];
  readonly chain: Chain;
  /** Called when a relay is passed over; of one relay and reason once, until the relay gives a beacon again. */
  readonly onFailure: (failure: RelayFailure) => void;
  /** For tests: the time limit of one relay. */
  readonly longestMs?: number;
};

export type BeaconSource = {
  /**
   * Asks the relays for a round, one after the other. A beacon proves itself, so that no relay has to be trusted.
   *
   * @returns the verified beacon of this round; refused with the reason of each relay where none gives it yet
   */
  fetch(round: number, signal: AbortSignal): Promise<Outcome<Beacon, readonly RelayFailure[]>>;
};

/** Relays answer in well under a second, the public network's in a few where a round is just being made. */
const LONGEST_MS = 5_000;

/** A source of the chain's beacons. */
export function createBeaconSource({
  relays,
  chain,
  onFailure,
  longestMs = LONGEST_MS,
}: BeaconSourceOptions): BeaconSource {
  const reported = new Map<string, string>();

  async function ask(relay: string, round: number, signal: AbortSignal): Promise<Outcome<Beacon, string>> {
    const text = await readAnswer(`${relay}/${chain.hash}/public/${round}`, signal);
    if (!text.ok) return text;
    const beacon = readPublishedBeacon(text.value, round);
    if (!beacon) return refuse("it answers no beacon");
    const fault = faultOfBeacon(chain, round, beacon);
    return fault ? refuse(`its beacon is wrong (${fault.rule}, ${fault.where})`) : accept(beacon);
  }

  return {
    async fetch(round, signal) {
      const failures: RelayFailure[] = [];
      for (const relay of relays) {
        const limit = AbortSignal.timeout(longestMs);
        const answer = await ask(relay, round, AbortSignal.any([signal, limit])).catch((error: Error) =>
          refuse(limit.aborted ? `no answer within ${longestMs} ms` : whyNoAnswer(error)),
        );
        if (signal.aborted) break;
        if (answer.ok) {
          reported.delete(relay);
          return answer;
        }
        const failure = { relay, reason: answer.refusal };
        failures.push(failure);
        if (reported.get(relay) !== failure.reason) onFailure(failure);
        reported.set(relay, failure.reason);
      }
      return refuse(failures);
    },
  };
}

/** The text of an answer; whatever is longer than a beacon is not read to its end. */
async function readAnswer(url: string, signal: AbortSignal): Promise<Outcome<string, string>> {
  const response = await fetch(url, { redirect: "manual", signal, headers: { accept: "application/json" } });
  if (response.status !== 200) {
    await response.body?.cancel();
    return refuse(`HTTP ${response.status}`);
  }
  const bytes = await readAtMost(MAX_BEACON_LENGTH, response.body);
  return bytes ? accept(bytes.toString("utf8")) : refuse(`its answer is longer than ${MAX_BEACON_LENGTH} bytes`);
}
