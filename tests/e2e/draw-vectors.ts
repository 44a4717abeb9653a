import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { CheckName } from "#src/draws/protocol/verify/report.ts";

type Entrant = { email: string; entryCode: string; key: string; raffle: string };
type Change = { at: (string | number)[]; value?: unknown };

/** A draw's two files as they are published, and what an entrant and a witness know of it. */
export type DrawVector = { name: string; lockHash: string; entrant: Entrant; list: string; transcript: object };
type Tampered = { name: string; of: string; fails: CheckName; changes: Change[]; list?: string };

const VECTORS = join(import.meta.dirname, "../../src/draws/protocol/draw.vectors.json");
const { good, tampered } = JSON.parse(readFileSync(VECTORS, "utf8")) as { good: DrawVector[]; tampered: Tampered[] };

/** A draw of the frozen vectors that is right. */
export function rightDraw(name = "a fiesta of seven"): DrawVector {
  const found = good.find((one) => one.name === name);
  if (!found) throw new Error(`There is no vector "${name}".`);
  return found;
}

/** A draw that was tampered with, and the check that finds it. */
export function tamperedDraw(name: string): DrawVector & { fails: CheckName } {
  const found = tampered.find((one) => one.name === name);
  if (!found) throw new Error(`There is no vector "${name}".`);
  const right = rightDraw(found.of);
  const transcript = structuredClone(right.transcript);
  for (const { at, value } of found.changes) {
    const holder = at.slice(0, -1).reduce<object>((object, step) => Reflect.get(object, step), transcript);
    const last = at.at(-1) ?? "";
    if (value === undefined) Reflect.deleteProperty(holder, last);
    else Reflect.set(holder, last, value);
  }
  return { ...right, transcript, list: found.list ?? right.list, fails: found.fails };
}

/** Picks a draw's files on a page with checks. */
export async function pickDraw(
  page: Page,
  { transcript, list }: Pick<DrawVector, "transcript" | "list">,
): Promise<void> {
  const pick = (label: string, name: string, text: string) =>
    page
      .getByLabel(label, { exact: true })
      .filter({ visible: true })
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await pick("Transcript", "draw.json", JSON.stringify(transcript));
  await pick("List of tickets", "list.jsonl", list);
}

/** The field for a lock hash, in the language that is shown. */
export function lockHashField(page: Page) {
  return page.getByLabel("Six words or lock hash, if you have them").filter({ visible: true });
}

/** Says that the hash or the words came before the draw. */
export async function sayBefore(page: Page): Promise<void> {
  await page.getByLabel("Before the draw").filter({ visible: true }).check();
}
