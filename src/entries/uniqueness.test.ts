import { describe, expect, it } from "vitest";
import { createTestApi, entryBody } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const CROWD = 60;

const PHONE_SPELLINGS = [
  "09171234567",
  "0917 123 4567",
  "0917-123-4567",
  "(0917) 123 4567",
  "+639171234567",
  "+63 917 123 4567",
  "639171234567",
  "0063 917 123 4567",
  "+63 (0) 917 123 4567",
  "０９１７１２３４５６７",
];

const EMAIL_SPELLINGS = [
  "juan@example.com",
  "JUAN@example.com",
  "Juan@Example.COM",
  " juan@example.com ",
  "jUAN@EXAMPLE.com",
];

const { database, ...api } = await openTestApi();
// A second queue on the same database, like another process of the site: no single queue orders all commits.
const other = createTestApi(database.db);

/** Sends a crowd at once and counts the answers by status and sentence. */
async function submitAtOnce(
  codeId: string,
  bodies: readonly Record<string, unknown>[],
): Promise<Record<string, number>> {
  const answers = await Promise.all(
    bodies.map(async (body, index) => {
      const response = await (index % 2 === 0 ? api : other).send("POST", `/raffles/${codeId}/entries`, body);
      const { detail } = (await response.json()) as { detail?: string };
      return detail ? `${response.status} ${detail}` : String(response.status);
    }),
  );
  return Object.fromEntries(
    Map.groupBy(answers, (answer) => answer)
      .entries()
      .map(([answer, all]) => [answer, all.length]),
  );
}

function crowd(field: "phone" | "email", spellings: readonly string[]): Record<string, unknown>[] {
  return Array.from({ length: CROWD }, (_, index) => entryBody({ [field]: spellings[index % spellings.length] }));
}

describe.each([
  { field: "phone", spellings: PHONE_SPELLINGS, message: "Phone number already used for this raffle." },
  { field: "email", spellings: EMAIL_SPELLINGS, message: "Email already used for this raffle." },
] as const)("one $field in a raffle", ({ field, spellings, message }) => {
  it(`is accepted once of ${CROWD} at the same moment, in whatever spelling`, async () => {
    const raffle = await api.createRaffle();
    const answers = await submitAtOnce(raffle.codeId, crowd(field, spellings));
    expect(answers).toEqual({ "201": 1, [`409 ${message}`]: CROWD - 1 });
  });

  it("may enter another raffle", async () => {
    const [one, other] = [await api.createRaffle(), await api.createRaffle()];
    const body = entryBody({ [field]: spellings[0] });
    expect(await submitAtOnce(one.codeId, [body])).toEqual({ "201": 1 });
    expect(await submitAtOnce(other.codeId, [body])).toEqual({ "201": 1 });
  });
});

describe("the control", () => {
  it.each([
    { field: "phone", constraint: "entries_phone_unique", spellings: PHONE_SPELLINGS },
    { field: "email", constraint: "entries_email_unique", spellings: EMAIL_SPELLINGS },
  ] as const)("without $constraint the same crowd gets in, so the test above would notice", async (control) => {
    const raffle = await api.createRaffle();
    await database.pool.query(`alter table entries drop constraint ${control.constraint}`);
    try {
      const answers = await submitAtOnce(raffle.codeId, crowd(control.field, control.spellings));
      expect(answers["201"]).toBe(CROWD);
    } finally {
      await database.pool.query("delete from entries where raffle_id = $1", [raffle.id]);
      const key = control.field === "phone" ? "phone_key" : "email_key";
      await database.pool.query(`alter table entries add constraint ${control.constraint} unique (raffle_id, ${key})`);
    }
  });
});
