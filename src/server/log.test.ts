import { expect, test } from "vitest";
import type { RobotReport } from "#src/entries/robot-check.ts";
import { createLog } from "./log.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void, level = "info"): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog(level, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test("a line is JSON with a time, without the machine's name", () => {
  const [line] = logged((log) => log.info({ route: "/raffle/:identifier" }, "request"));
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    route: "/raffle/:identifier",
    msg: "request",
  });
});

test("people's data and codes do not reach a line", () => {
  const person = { phone: "+639171234567", email: "ana@example.com", entryCode: "ABCDEFGH", firstName: "Ana" };
  const written = JSON.stringify(
    logged((log) => log.info({ ...person, entry: person, body: { entry: person }, accessCode: "1234" }, "x")),
  );
  for (const value of [...Object.values(person), "1234"]) expect(written).not.toContain(value);
});

test("the counts of puzzles that keep robots out are no people's data", () => {
  const report = { ofAddress: 1, ofRaffle: 2, trapped: 3, solved: 4 } satisfies RobotReport;
  expect(logged((log) => log.info(report, "x"))).toMatchObject([report]);
});

test("an error of PostgreSQL is logged without the row that it quotes", () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "entries_phone_unique"'), {
    code: "23505",
    constraint: "entries_phone_unique",
    detail: "Key (raffle_id, phone_key)=(1, +639171234567) already exists.",
  });
  const [line] = logged((log) => log.error({ err: error }, "request failed"));
  expect(line).toMatchObject({ err: { code: "23505", constraint: "entries_phone_unique", stack: expect.any(String) } });
  expect(JSON.stringify(line)).not.toContain("+639171234567");
});

test("lines below the level are not written", () => {
  expect(logged((log) => log.info("x"), "warn")).toEqual([]);
});
