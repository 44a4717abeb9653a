import { hash } from "node:crypto";
import { readAtMost, whyNoAnswer } from "#src/base/fetch/answer.ts";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { type AddCheckpoint, addCheckpointBody } from "../format/add-checkpoint.ts";
import { openCheckpoint, type SignedCheckpoint } from "../format/checkpoint.ts";
import { cosignedAt } from "../format/cosignature.ts";
import { type NoteKey, readNote, readVkey } from "../format/note.ts";

/** A witness as its own site describes it: its key, and the key of the site's log if it has one. */
export type KnownWitness = { readonly witnessKey: string; readonly logKey: string | null };

/** A cosignature that was verified: the line of the note, and when it was made. */
export type Cosignature = { readonly line: string; readonly at: Date };

/** Why there is none: the size that the witness has, or words for the operator. */
export type NoCosignature =
  | { readonly reason: "other-size"; readonly size: number }
  | { readonly reason: "failed"; readonly why: string };

const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 65_536;

/** Asks a site for its keys: /.well-known/tambiolo.json. */
export async function findWitness(url: string, signal: AbortSignal): Promise<Outcome<KnownWitness, string>> {
  const answer = await request(`${url}/.well-known/tambiolo.json`, { signal });
  if (!answer.ok) return answer;
  if (answer.value.status !== 200) return refuse(`it answers ${answer.value.status} for /.well-known/tambiolo.json`);
  const said = parse(answer.value.body) as { witness?: { key?: unknown }; log?: { key?: unknown } } | undefined;
  const [witnessKey, logKey] = [said?.witness?.key, said?.log?.key];
  if (typeof witnessKey !== "string" || !readVkey(witnessKey)) return refuse("it names no key of a witness");
  const known = typeof logKey === "string" && readVkey(logKey) ? logKey : null;
  return accept({ witnessKey, logKey: known });
}

/**
 * The newest checkpoint of a log that a witness has, if it is signed by the log: a witness cannot invent one.
 *
 * @returns null where it has none, or does not answer
 */
export async function newestSeen(url: string, logKey: NoteKey, signal: AbortSignal): Promise<SignedCheckpoint | null> {
  const answer = await request(`${url}/witness/${hash("sha256", logKey.name, "hex")}/checkpoint`, { signal });
  if (!answer.ok || answer.value.status !== 200) return null;
  const opened = openCheckpoint(answer.value.body, logKey);
  return opened.ok ? opened.value : null;
}

/** Asks a witness to cosign a checkpoint, and verifies its answer. */
export async function askWitness(
  { url, key }: { readonly url: string; readonly key: NoteKey },
  asked: AddCheckpoint,
  signal: AbortSignal,
): Promise<Outcome<Cosignature, NoCosignature>> {
  const answer = await request(`${url}/witness/add-checkpoint`, {
    method: "POST",
    body: addCheckpointBody(asked),
    signal,
  });
  if (!answer.ok) return refuse({ reason: "failed", why: answer.refusal });
  const { status, body } = answer.value;
  if (status === 409) {
    const size = /^(0|[1-9][0-9]{0,15})\n$/.test(body) ? Number(body) : Number.NaN;
    return Number.isSafeInteger(size) ? refuse({ reason: "other-size", size }) : failed("its size is no number");
  }
  if (status !== 200) return failed(`it answers ${status}: ${body.slice(0, 200).trim()}`);
  const note = readNote(`${asked.checkpoint}${body}`);
  const at = note && cosignedAt(key, note);
  const line = body.split("\n").find((one) => one.startsWith(`— ${key.name} `));
  return at === undefined || line === undefined
    ? failed("its cosignature is wrong")
    : accept({ line: `${line}\n`, at: new Date(at * 1000) });
}

function failed(why: string) {
  return refuse({ reason: "failed", why } as const);
}

async function request(
  url: string,
  { signal, ...options }: { readonly method?: string; readonly body?: string; readonly signal: AbortSignal },
): Promise<Outcome<{ readonly status: number; readonly body: string }, string>> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const headers = { "content-type": "text/plain; charset=utf-8" };
    const response = await fetch(url, { ...options, headers, redirect: "manual", signal: limit });
    const bytes = await readAtMost(MAX_ANSWER, response.body);
    return bytes
      ? accept({ status: response.status, body: bytes.toString("utf8") })
      : refuse(`its answer is longer than ${MAX_ANSWER} bytes`);
  } catch (error) {
    return refuse(whyNoAnswer(error));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
