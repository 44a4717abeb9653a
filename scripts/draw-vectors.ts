import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { signObject } from "#src/draws/protocol/format/signature.ts";
import type { Lock } from "#src/draws/protocol/lock.ts";
import type { Transcript } from "#src/draws/protocol/transcript.ts";
import type { CheckName } from "#src/draws/protocol/verify/report.ts";
import { drawOf, entrantOf, listOf, type PlannedDraw, SECRET_KEY, ticketsOf } from "../tests/support/draws.ts";

// What the vectors of all versions are made with.

/** A draw that is right, and what an entrant knows of it. */
export type Good = {
  name: string;
  lockHash: string;
  entrant: object;
  ticket: number;
  list: string;
  transcript: Transcript;
};

/** A tampered draw: the replaced values, and the list if it differs. */
export type Tampered = { name: string; of: string; fails: CheckName; changes: readonly Change[]; list?: string };
type Change = { at: readonly (string | number)[]; value?: unknown };

/** Who goes, when it is known who won and who came so far. */
export type Step = (transcript: Transcript) => NonNullable<PlannedDraw["replacements"]>[number];

type Planned = Omit<PlannedDraw, "list" | "replacements"> & {
  specials: Parameters<typeof ticketsOf>[1];
  replacing?: readonly Step[];
};

/** @param ticket whose entrant is named */
export async function good(
  name: string,
  ticket: number,
  { specials, replacing = [], ...planned }: Planned,
): Promise<Good> {
  const list = listOf(ticketsOf(planned.plan, specials));
  const replacements: ReturnType<Step>[] = [];
  for (const step of replacing) replacements.push(step(await drawOf({ ...planned, list, replacements })));
  const transcript = await drawOf({ ...planned, list, replacements });
  const entrant = entrantOf(planned.plan.raffle, ticket);
  return { name, lockHash: hashOf(transcript.lock), entrant, ticket, list, transcript };
}

/** Changes a lock and signs it again, as a dishonest site would. */
export function ofLock({ name: of, transcript }: Good, name: string, fails: CheckName, changes: object): Tampered {
  const lock = { ...transcript.lock, ...changes } as Lock;
  return {
    name,
    of,
    fails,
    changes: [
      { at: ["lock"], value: lock },
      { at: ["signature"], value: signObject(lock, SECRET_KEY) },
    ],
  };
}

/** The same of a plan. */
export function ofPlan(one: Good, name: string, changes: object): Tampered {
  return ofLock(one, name, "plan", { plan: { ...one.transcript.lock.plan, ...changes } });
}

export function ofList({ name: of }: Good, name: string, fails: CheckName, lines: readonly string[]): Tampered {
  return { name, of, fails, changes: [], list: lines.join("") };
}

/** Writes a file of vectors beside the protocol. */
export async function writeVectors(file: string, good: readonly Good[], tampered: readonly Tampered[]): Promise<void> {
  const about = "Made by scripts/make-draw-vectors.ts on rounds that drand's quicknet has published.";
  const path = join(import.meta.dirname, "../src/draws/protocol", file);
  await writeFile(path, `${JSON.stringify({ about, good, tampered }, null, 1)}\n`);
}
