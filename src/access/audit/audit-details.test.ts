import { expect, test } from "vitest";
import { boundedDetails, MAX_DETAILS } from "./audit-details.ts";

const prizes = Array.from({ length: 100 }, (_, id) => ({ id, name: `Prize ${id}`, details: "x".repeat(300) }));

test("what is short is kept as it is", () => {
  const details = { before: { name: "A", rules: [{ id: 1 }] }, after: { name: "B", rules: [] } };
  expect(boundedDetails(details)).toEqual(details);
  expect(boundedDetails({ before: null, after: { name: "B" } })).toEqual({ before: null, after: { name: "B" } });
});

test("of a long list the rows that differ are kept whole", () => {
  const after = prizes.map((prize) => (prize.id === 7 ? { ...prize, name: "Another" } : prize));
  expect(boundedDetails({ before: { prizes }, after: { prizes: after } })).toEqual({
    before: { prizes: [prizes[7]] },
    after: { prizes: [after[7]] },
  });
});

test("whatever somebody sends, a line of the log stays small and says which text it was of", () => {
  const long = "ü".repeat(300_000);
  const before = { name: "A", details: long, prizes, rules: prizes };
  const bounded = boundedDetails({ before, after: { ...before, details: `${long}.`, prizes: [], rules: [] } });
  for (const side of [bounded.before, bounded.after]) {
    expect(JSON.stringify(side).length).toBeLessThan(MAX_DETAILS);
    expect(side).toMatchObject({
      name: "A",
      details: expect.stringMatching(/^ü{400}… \(30000[01], SHA-256 [0-9a-f]{16}…\)$/),
    });
  }
  expect(bounded.before).not.toEqual(bounded.after);
  expect(boundedDetails({ before: long, after: null }).after).toBeNull();
});
