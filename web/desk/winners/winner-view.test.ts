import { expect, test } from "vitest";
import type { DeskWinner } from "#src/claims/desk.ts";
import type { Announcement } from "#src/draws/replacing/announcements.ts";
import { winnerView } from "./winners-page.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const [EARLIER, LATER] = [new Date("2026-11-24T11:59:59Z"), new Date("2026-11-24T12:00:01Z")];

const waiting: DeskWinner = {
  ...{ id: "claim", prizeCode: "HAM", ticket: 3, heldSince: EARLIER, entryId: "entry", claimBy: LATER },
  ...{ openedAt: null, claimedAt: null, declinedAt: null, turnedDownAt: null, handedOverAt: null, goneAt: null },
  ...{ declinedFor: null, turnedDownFor: null, voucherCode: null, handedOverBy: null, person: null, replaced: null },
  ...{ notices: [], isBeingMailed: false, isReached: true, hasId: false, words: null, announced: null, keeps: false },
};

const LEAVE = { withdrew: "at-once", disqualified: "at-once" };
const REPLACE = { turnDown: false, extend: false, leave: LEAVE, takeBack: false };
const OVERDUE = { ...LEAVE, unclaimed: "at-once" };

test.each<[string, Partial<DeskWinner>, string, object]>([
  ["has time to claim", {}, "waiting", { ...REPLACE, extend: true }],
  ["has not claimed in time", { claimBy: EARLIER }, "overdue", { ...REPLACE, extend: true, leave: OVERDUE }],
  ["has claimed, even late", { claimedAt: NOW, claimBy: EARLIER }, "claimed", { ...REPLACE, turnDown: true }],
  ["does not want it", { declinedAt: NOW, claimBy: EARLIER }, "declined", REPLACE],
  ["has the prize", { claimedAt: EARLIER, handedOverAt: NOW }, "handed-over", { ...REPLACE, leave: {} }],
  ["was replaced", { goneAt: NOW }, "gone", { ...REPLACE, leave: {} }],
])("of a winner who %s the desk offers what may be done", (_, facts, state, can) => {
  const view = winnerView({ ...waiting, ...facts }, "Ham", {
    now: NOW,
    asksFirst: false,
    claimed: true,
    sendsMail: true,
  });
  expect({ state: view.state, can: view.can }).toEqual({ state, can });
});

test("of a winner in a list of names, who cannot claim, the desk says nothing of a claim", () => {
  const inList = (facts: Partial<DeskWinner>) =>
    winnerView({ ...waiting, ...facts }, "Ham", { now: NOW, asksFirst: false, claimed: false, sendsMail: true });
  expect(inList({ claimBy: EARLIER })).toMatchObject({ claimBy: null, hasState: false, can: { extend: false } });
  expect(inList({ goneAt: NOW })).toMatchObject({ claimBy: null, hasState: true });
  const claimed = winnerView(waiting, "Ham", { now: NOW, asksFirst: false, claimed: true, sendsMail: true });
  expect(claimed).toMatchObject({ claimBy: LATER, hasState: true, can: { extend: true } });
});

const ANNOUNCED: Announcement = {
  ...{ raffleId: "raffle", id: "one", prizeCode: "HAM", from: 3, reason: "withdrew", note: "By phone" },
  ...{ at: EARLIER, dueAt: LATER, objectedAt: null, endedAs: null },
};
const KEPT: Announcement = { ...ANNOUNCED, objectedAt: NOW, endedAs: "objected" };
const TAKEN_BACK: Announcement = { ...ANNOUNCED, endedAs: "taken-back" };
const BOTH = { withdrew: "announced", disqualified: "announced" };

test.each<[string, Partial<DeskWinner>, Announcement | null, object]>([
  ["is to be replaced", {}, null, { ...REPLACE, extend: true, leave: BOTH }],
  ["is announced", { announced: ANNOUNCED }, ANNOUNCED, { ...REPLACE, extend: true, leave: {}, takeBack: true }],
  [
    "keeps it",
    { announced: KEPT, keeps: true },
    KEPT,
    { ...REPLACE, extend: true, leave: { disqualified: "announced" } },
  ],
  ["is announced no more", { announced: TAKEN_BACK }, null, { ...REPLACE, extend: true, leave: BOTH }],
  ["has it", { announced: ANNOUNCED, claimedAt: NOW, handedOverAt: NOW }, null, { ...REPLACE, leave: {} }],
])("under tambiolo-draw/2 of a winner who %s the desk says what stands, and offers what may be done", (...row) => {
  const [, facts, announced, can] = row;
  const view = winnerView({ ...waiting, ...facts }, "Ham", {
    now: NOW,
    asksFirst: true,
    claimed: true,
    sendsMail: true,
  });
  expect({ announced: view.announced, can: view.can }).toEqual({ announced, can });
});

const PERSON = { firstName: "Ana", lastName: "Cruz" } as unknown as NonNullable<DeskWinner["person"]>;
const noticeAt = (at: Date) => ({ at, way: "call", reached: "0917", answer: "Yes" }) as DeskWinner["notices"][number];

test.each<[string, Partial<DeskWinner>, boolean]>([
  ["nothing reached", {}, true],
  ["a mail is on its way to", { isBeingMailed: true }, false],
  ["somebody called", { notices: [noticeAt(EARLIER)] }, false],
  ["was turned down and is mailed", { turnedDownAt: NOW }, false],
  ["was turned down and cannot be mailed", { turnedDownAt: NOW, isReached: false }, true],
  ["was called before that alone", { turnedDownAt: NOW, isReached: false, notices: [noticeAt(EARLIER)] }, true],
  ["was called since", { turnedDownAt: EARLIER, isReached: false, notices: [noticeAt(NOW)] }, false],
  ["has claimed", { claimedAt: NOW }, false],
])("of a winner whom %s the desk says whether to call", (_, facts, isUninformed) => {
  const options = { now: NOW, asksFirst: false, claimed: true, sendsMail: true };
  const view = winnerView({ ...waiting, person: PERSON, ...facts }, "Ham", options);
  expect(view.isUninformed).toBe(isUninformed);
});
