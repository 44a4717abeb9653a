import { expect, test } from "vitest";
import type { DeskWinner } from "#src/claims/desk.ts";
import { winnerView } from "./winners-page.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const [EARLIER, LATER] = [new Date("2026-11-24T11:59:59Z"), new Date("2026-11-24T12:00:01Z")];

const waiting: DeskWinner = {
  ...{ id: "claim", prizeCode: "HAM", ticket: 3, heldSince: EARLIER, entryId: "entry", claimBy: LATER },
  ...{ openedAt: null, claimedAt: null, declinedAt: null, turnedDownAt: null, handedOverAt: null, goneAt: null },
  ...{ declinedFor: null, turnedDownFor: null, voucherCode: null, handedOverBy: null, person: null, replaced: null },
  ...{ notices: [], isBeingMailed: false, hasId: false, words: null },
};

const REPLACE = { turnDown: false, extend: false, replace: true, replaceUnclaimed: false };

test.each<[string, Partial<DeskWinner>, string, object]>([
  ["has time to claim", {}, "waiting", { ...REPLACE, extend: true }],
  ["has not claimed in time", { claimBy: EARLIER }, "overdue", { ...REPLACE, extend: true, replaceUnclaimed: true }],
  ["has claimed, even late", { claimedAt: NOW, claimBy: EARLIER }, "claimed", { ...REPLACE, turnDown: true }],
  ["does not want it", { declinedAt: NOW, claimBy: EARLIER }, "declined", REPLACE],
  ["has the prize", { claimedAt: EARLIER, handedOverAt: NOW }, "handed-over", { ...REPLACE, replace: false }],
  ["was replaced", { goneAt: NOW }, "gone", { ...REPLACE, replace: false }],
])("of a winner who %s the desk offers what may be done", (_, facts, state, can) => {
  const view = winnerView({ ...waiting, ...facts }, "Ham", NOW);
  expect({ state: view.state, can: view.can }).toEqual({ state, can });
});
