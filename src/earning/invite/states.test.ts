import { expect, it } from "vitest";
import { type InvitedEntry, type InviteRow, rowsToAdd, SITE, statesOf } from "./states.ts";

const RULE = { id: "rule", drops: 3, maxTimes: 2 };

function invited(id: string, changes: Partial<InvitedEntry> = {}): InvitedEntry {
  return { id, inviterId: "me", isValid: true, isAlike: false, ...changes };
}

function row(id: string, changes: Partial<InviteRow> = {}): InviteRow {
  return {
    ...{ id, entryId: "me", ruleId: RULE.id, drops: 3, withdraws: null, sourceKey: `${id} 0`, givenBy: SITE },
    ...changes,
  };
}

const back = (id: string, givenBy = SITE) =>
  row(`back-${id}`, { drops: -3, withdraws: id, sourceKey: `back ${id}`, givenBy });
const states = (entries: InvitedEntry[], rows: InviteRow[] = []) => Object.fromEntries(statesOf(entries, rows, RULE));
const added = (entries: InvitedEntry[], rows: InviteRow[] = []) =>
  rowsToAdd("me", entries, rows, RULE).map(({ sourceKey, drops }) => [sourceKey, drops]);

it("counts the first that are valid, as many as the rule says", () => {
  const entries = [invited("a", { isValid: false }), invited("b"), invited("c"), invited("d")];
  expect(states(entries)).toEqual({ a: "out", b: "counts", c: "counts", d: "beyond" });
  expect(added(entries)).toEqual([
    ["b 0", 3],
    ["c 0", 3],
  ]);
  expect(added(entries, [row("b"), row("c")])).toEqual([]);
});

it("takes back what no longer counts, for one that is out or gone, and lets the next count", () => {
  const rows = [row("b"), row("c")];
  expect(added([invited("b", { isValid: false }), invited("d")], rows)).toEqual([
    ["back b", -3],
    ["back c", -3],
    ["d 0", 3],
  ]);
});

it("counts again what only the site took back, and not what somebody decided", () => {
  expect(added([invited("b")], [row("b"), back("b")])).toEqual([["b 1", 3]]);
  expect(states([invited("b")], [row("b"), back("b", "Maria")])).toEqual({ b: "refused" });
  expect(states([invited("b")], [row("b", { drops: 0, givenBy: "Maria" })])).toEqual({ b: "refused" });
});

it("lets those wait that are alike, until somebody of the shop decides", () => {
  const entries = [invited("a", { isAlike: true }), invited("b"), invited("c")];
  expect(states(entries)).toEqual({ a: "waits", b: "counts", c: "counts" });
  expect(states(entries, [row("a", { givenBy: "Maria" })])).toEqual({ a: "counts", b: "counts", c: "beyond" });
  expect(states([invited("a", { isAlike: true, isValid: false })])).toEqual({ a: "out" });
});
