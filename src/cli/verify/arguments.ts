import { parseArgs } from "node:util";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { readSixWords } from "#src/draws/protocol/format/six-words.ts";

/** The arguments of `tambiolo verify`. */
export type VerifyArguments = {
  readonly transcript: string;
  readonly list: string;
  readonly lockHash: string | undefined;
  readonly words: string | undefined;
  readonly siteKey: string | undefined;
  readonly logKey: string | undefined;
  /** Paths of files. */
  readonly mine: string | undefined;
  readonly receipt: string | undefined;
  readonly log: string | undefined;
  readonly lockProof: string | undefined;
  /** Keys of witnesses, each as one word. */
  readonly witnesses: readonly string[];
  readonly chain: string | undefined;
};

export const VERIFY_USAGE = `
Usage: tambiolo verify TRANSCRIPT LIST [--lock HASH | --words "SIX WORDS"] [--site-key HEX]
                       [--mine FILE | --receipt FILE [--log FILE]]
                       [--lock-proof FILE --witness KEY...] [--chain FILE]

  TRANSCRIPT       the JSON file of the draw; before the draw, of the lock: lock, signature, siteKey
  LIST             the file of all tickets, one a line
  --lock HASH      the lock hash that you were told before the draw, by mail or by the shop
  --words WORDS    the six words of the lock that you got before the draw, instead of its hash
  --site-key HEX   the site's key, as you know it from elsewhere
  --mine FILE      your own entry: {"email": "…", "entryCode": "…", "key": "…", "raffle": "…"}, or the file
                   ticket-….json of the mail about the lock, which has the lock hash too
  --receipt FILE   the receipt that the site signed for your entry
  --log FILE       what the site's log says of it: /api/raffles/CODE/log/SEAL
  --lock-proof FILE  that the lock stands in the site's log: /api/raffles/CODE/draw/log
  --witness KEY    the key of a witness that you trust, of its /.well-known/tambiolo.json; more than once for several
  --log-key KEY    the log's key, for a receipt or a lock that does not have it: /.well-known/tambiolo.json
  --chain FILE     another chain of drand, as its /info describes it (for tests)

Exit codes: 0 right and fixed before, as far as you know, 3 right and not proven, 4 not drawn yet, 1 wrong, or the receipt convicts the site, 2 not readable.`;

const HASH = /^[0-9a-f]{64}$/;

/** Parses the arguments. Hashes and keys may have capitals and surrounding spaces, as people copy them. */
export function readArguments(args: readonly string[]): Outcome<VerifyArguments, string> {
  const text = { type: "string" } as const;
  let parsed: { values: Record<string, string | undefined>; witnesses: string[]; positionals: string[] };
  try {
    const options = {
      ...{ lock: text, words: text, "site-key": text, mine: text, chain: text },
      ...{ receipt: text, log: text, "log-key": text, "lock-proof": text },
      witness: { type: "string", multiple: true },
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const { witness: witnesses = [], ...others } = values;
    parsed = { values: others, witnesses, positionals };
  } catch (error) {
    return refuse((error as Error).message);
  }
  const [transcript, list, ...others] = parsed.positionals;
  if (transcript === undefined || list === undefined || others.length > 0) {
    return refuse("Two files are needed: the transcript and the list.");
  }
  const lockHash = parsed.values.lock === undefined ? accept(undefined) : readLockHash(parsed.values.lock);
  if (!lockHash.ok) return lockHash;
  const siteKey = parsed.values["site-key"]?.trim().toLowerCase();
  const words = parsed.values.words === undefined ? undefined : readSixWords(parsed.values.words);
  if (parsed.values.words !== undefined && words === undefined) {
    return refuse('The words of a lock are six of the list that the protocol names: "icon offer feature spin …".');
  }
  if (siteKey !== undefined && !HASH.test(siteKey)) return refuse("A site's key is 64 hex digits: copy it whole.");
  const { mine, chain, receipt, log } = parsed.values;
  if (mine !== undefined && receipt !== undefined) return refuse("Give either your entry or your receipt.");
  if (log !== undefined && receipt === undefined) return refuse("The log's answer is about a receipt: give it too.");
  const lockProof = parsed.values["lock-proof"];
  if (parsed.witnesses.length > 0 && lockProof === undefined) {
    return refuse("What a witness saw stands in the proof of the lock: give it with --lock-proof.");
  }
  return accept({
    transcript,
    list,
    lockHash: lockHash.value,
    words,
    siteKey,
    mine,
    chain,
    receipt,
    log,
    lockProof,
    witnesses: parsed.witnesses,
    logKey: parsed.values["log-key"],
  });
}

/** Parses a lock hash as people copy it. */
export function readLockHash(written: string): Outcome<string, string> {
  const lockHash = written.trim().toLowerCase();
  return HASH.test(lockHash) ? accept(lockHash) : refuse("A lock hash is 64 hex digits: copy it whole.");
}
