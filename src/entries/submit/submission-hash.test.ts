import { expect, test } from "vitest";
import { findRaffle } from "#src/raffles/read.ts";
import { entryBody } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { prepareSubmission } from "./submission.ts";

const { database, ...api } = await openTestApi();

const PERSON = {
  firstName: "Maria",
  lastName: "Peña",
  address: "1 Mabini St",
  phone: "0917 123 4567",
  email: "maria@example.com",
};
const LINKS = { facebook: "https://www.facebook.com/maria.pena", instagram: "https://www.instagram.com/maria.pena" };

/**
 * Hashes that entries were stored with. A version that hashes the same body otherwise takes a repeated entry, whose
 * answer was lost during an upgrade, for somebody else's phone.
 */
const FROZEN: readonly [name: string, changes: Record<string, unknown>, hash: string][] = [
  ["with links", LINKS, "a3a68f3808919fe3eb180a40badf5450bcde22c14f85a40c023c4ce342dc0587"],
  [
    "without links",
    { facebook: "", instagram: "" },
    "4a090f32ad664d95444b65f6f7dfc047125d5a32993a91935d1de0b3a557b54a",
  ],
  [
    "who wants the news, under a number",
    { ...LINKS, promotions: true, namedByTicket: true },
    "d81fcbac0c652f5eaaaa0e835f4d1c61f6eac7737d00d28690d919104f82bc48",
  ],
];

test.each(FROZEN)("a person %s has the hash that stored entries have", async (_, changes, hash) => {
  const { id } = await api.createRaffle({ facebookLink: "optional", instagramLink: "optional", rules: [] });
  const raffle = await findRaffle(database.db, id);
  if (!raffle) throw new Error("There is no raffle.");
  const prepared = prepareSubmission(raffle, { ...entryBody(), ...PERSON, ...changes }, "PH");
  expect(prepared.ok && prepared.value.submissionHash).toBe(hash);
});
