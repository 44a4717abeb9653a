import { hash } from "node:crypto";
import { newId } from "#src/base/ids.ts";
import type { Transaction } from "#src/db/transaction.ts";
import { eachPersonField } from "../fields.ts";
import { partsOfName } from "../name-parts.ts";
import { insertEntries } from "../submit/insert-entries.ts";
import { newEntryCode, type Submission } from "../submit/submission.ts";

/** Names that one statement inserts. */
const NAMES_A_STATEMENT = 400;

/** Attempts to draw free codes: two collisions in a row do not happen in practice. */
const CODE_DRAWS = 5;

/** Stores names as a raffle's entries, in their order. Nothing else is known of these people. */
export async function insertNames(tx: Transaction, raffleId: string, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += NAMES_A_STATEMENT) {
    let left = names.slice(at, at + NAMES_A_STATEMENT).map((name) => submissionOf(raffleId, name));
    for (let draw = 0; left.length > 0; draw += 1) {
      if (draw === CODE_DRAWS) throw new Error("No free entry codes were drawn.");
      const stored = await insertEntries(tx, left);
      left = left.filter(({ id }) => !stored.has(id)).map((one) => ({ ...one, entryCode: newEntryCode() }));
    }
  }
}

/** A name as the entry that stands for it. */
export function submissionOf(raffleId: string, name: string): Submission {
  const person = { ...eachPersonField(() => ""), ...partsOfName(name) };
  return {
    ...person,
    ...{ id: newId(), raffleId, entryCode: newEntryCode(), phoneKey: null, emailKey: null, mailbox: null },
    ...{
      source: "",
      doneRules: [],
      claimedRules: [],
      invitedBy: null,
      wishes: [],
      promotions: false,
      namedByTicket: false,
      language: "en",
    },
    ...{ receipt: false, networkHash: null, deviceHash: null },
    submissionHash: hash("sha256", JSON.stringify([person])),
  };
}
