import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, type AuditAction } from "#src/access/audit/actions.ts";
import { PERSON_FIELD_NAMES } from "#src/entries/fields.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { translate } from "#src/i18n/translate.ts";
import { RAFFLE_FIELD_NAMES } from "#src/raffles/fields.ts";
import { changeSentences, shownSubject } from "./change-sentences.ts";

const [ROSE, SHOP] = ["01a2013d-0ac3-76c7-8000-000000000001", "01a2013d-0ac3-76c7-8000-000000000002"];
const AT = "2026-11-25T10:00:00.000Z";
const prize = { id: ROSE, orderNumber: 1, prizeCode: "ROSE", name: "A bouquet a week", details: "", worth: "2500" };
const rule = { id: SHOP, number: 1, details: "Follow our page", drops: 1 };
const wish = { prizeId: ROSE, status: "Selected", note: "red" };

/** What each action records. A new one is asked for by the compiler. */
const DETAILS: Readonly<Record<AuditAction, readonly [before: unknown, after: unknown]>> = {
  "edit-raffle": [
    { ...Object.fromEntries(RAFFLE_FIELD_NAMES.map((name) => [name, "old"])), prizes: [prize], rules: [rule] },
    {
      ...Object.fromEntries(RAFFLE_FIELD_NAMES.map((name) => [name, "new"])),
      prizes: [],
      rules: [],
      banner: "replaced",
    },
  ],
  "delete-raffle": [
    { id: ROSE, codeId: "ABCD2345", name: "Fiesta", dueDate: AT, prizes: [prize], rules: [rule] },
    null,
  ],
  "make-token": [null, { may: ["read-entries", "draw"], raffles: 2, expiresAt: AT }],
  "revoke-token": [null, null],
  "adopt-raffle": [null, null],
  "invite-member": [null, { role: "organiser" }],
  "revoke-invitation": [{ role: "helper" }, null],
  "join-raffle": [null, { role: "owner" }],
  "change-member-role": [{ role: "owner" }, { role: "organiser" }],
  "remove-member": [{ role: "organiser" }, null],
  "leave-raffle": [{ role: "helper" }, null],
  "delete-unentered": [{ name: "Fiesta", drawDate: AT }, null],
  "new-access-code": [null, null],
  "confirm-rule": [null, { rule: "Buy something", drops: 5 }],
  "refuse-claim": [null, { rule: "Buy something", reason: "No receipt" }],
  "withdraw-drops": [null, { rule: "Buy something", drops: -5, reason: "No receipt" }],
  "make-codes": [null, { rule: "Buy something", codes: 500 }],
  "download-codes": [null, null],
  "stop-codes": [null, null],
  "add-station": [null, { rule: "Visit us" }],
  "end-station": [null, null],
  "update-entry": [
    {
      ...Object.fromEntries(PERSON_FIELD_NAMES.map((name) => [name, "old"])),
      source: "Online",
      doneRules: [],
      wishes: [],
    },
    {
      ...Object.fromEntries(PERSON_FIELD_NAMES.map((name) => [name, "new"])),
      source: "",
      doneRules: [SHOP],
      wishes: [wish],
    },
  ],
  "disqualify-entry": [{ disqualifiedFor: null }, { disqualifiedFor: "A cousin" }],
  "judge-look-alikes": [null, { verdict: "different" }],
  "reinstate-entry": [{ disqualifiedFor: "A cousin" }, { disqualifiedFor: null, reason: "No cousin" }],
  "delete-entry": [null, null],
  "restore-entry": [null, null],
  "erase-entry": [null, null],
  "erase-expired": [null, { entries: 5 }],
  "import-entries": [null, { entries: 5, source: "Paper" }],
  "add-entry": [null, { source: "Paper", typedAt: AT }],
  "dismiss-slip": [{ outcome: "phone-taken" }, null],
  "lock-list": [null, { lockHash: "ab12", tickets: 5 }],
  "announce-winners": [null, null],
  "draw-raffle": [null, { round: 12, seed: "ab12" }],
  "replace-winner": [null, { prizeCode: "ROSE", from: 1, to: 2, reason: "withdrew", note: "Moved", at: AT }],
  "announce-replacement": [null, { prizeCode: "ROSE", ticket: 1, reason: "withdrew", note: "Moved", dueAt: AT }],
  "take-back-announcement": [null, { prizeCode: "ROSE", ticket: 1, reason: "withdrew" }],
  "object-to-replacement": [null, { ticket: 1, reason: "withdrew" }],
  "turn-down-claim": [
    { ticket: 1, claimedAt: AT },
    { ticket: 1, reason: "No ID" },
  ],
  "extend-claim": [
    { ticket: 1, claimBy: AT },
    { ticket: 1, claimBy: AT.replace("25", "26"), reason: "Ill" },
  ],
  "record-notice": [null, { prizeCode: "ROSE", ticket: 1, way: "call", at: AT }],
  "add-webhook": [null, { kinds: ["entry.created", "raffle.drawn"], withPeople: true }],
  "edit-webhook": [
    { webhookHost: "old.example.com", kinds: ["entry.created"], withPeople: true },
    { webhookHost: "crm.example.com", kinds: ["claim.made"], withPeople: false },
  ],
  "remove-webhook": [null, null],
  "new-webhook-secret": [null, null],
  "switch-webhook-on": [null, null],
  "claim-prize": [null, { ticket: 1, way: "pick-up" }],
  "decline-prize": [null, { ticket: 1, reason: "Too large" }],
  "use-voucher": [null, { prize: "ROSE", ticket: 1 }],
  "unuse-voucher": [{ prize: "ROSE", ticket: 1, at: AT, by: "Ana" }, { reason: "Wrong one" }],
  "note-tax": [
    { ticket: 1, tax: "" },
    { ticket: 1, tax: "200" },
  ],
  "make-helper": [null, { permissions: ["add-entries"] }],
  "revoke-helper": [{ deeds: ["add-entries", "look-up-entries"] }, null],
  "edit-claim-settings": [
    { ways: "both", pickUp: "", question: "", needsId: false, thanks: "" },
    { ways: "pick-up", pickUp: "Shop", question: "Size?", needsId: true, thanks: "Salamat" },
  ],
  "edit-embed-settings": [
    { embedSites: [], embedAnywhere: false },
    { embedSites: ["https://shop.example"], embedAnywhere: true },
  ],
  "show-words": [
    { ticket: 1, shown: false },
    { ticket: 1, shown: true },
  ],
  "hide-words": [
    { ticket: 1, shown: true },
    { ticket: 1, shown: false },
  ],
  "publish-raffle": [{ status: "Unpublished" }, { status: "Published" }],
  "unpublish-raffle": [{ status: "Published" }, { status: "Unpublished" }],
  "publish-as-planned": [
    { status: "Unpublished", publishAt: AT },
    { status: "Published", publishAt: null },
  ],
  "change-role": [{ role: "user" }, { role: "admin" }],
  "ban-user": [{ banned: false }, { banned: true }],
  "unban-user": [{ banned: true }, { banned: false }],
  "release-typed-mail": [{ released: false }, { released: true }],
  "set-mail-typed": [{ mailTyped: "never" }, { mailTyped: "organisers" }],
  "reset-second-factor": [null, null],
  "edit-event": [
    { title: "A", src: "https://a.example", srcDraw: "" },
    { title: "B", src: "https://b.example", srcDraw: "" },
  ],
  "switch-event-off": [{ switchedOff: false }, { switchedOff: true }],
  "switch-event-on": [{ switchedOff: true }, { switchedOff: false }],
  "send-news": [null, { people: 91 }],
  "stop-news": [null, null],
  "send-mail-again": [null, null],
  "send-failed-mails-again": [null, null],
  "retry-job": [null, null],
};

const sentencesOf = (before: unknown, after: unknown, language: (typeof LANGUAGES)[number] = "en") =>
  changeSentences(
    { before, after },
    {
      language,
      timeZone: "Asia/Manila",
      names: new Map([
        [ROSE, "Roses"],
        [SHOP, "Follow us"],
      ]),
    },
  );

describe.each(LANGUAGES)("in %s", (language) => {
  it.each(AUDIT_ACTIONS)("%s is told in sentences", (action) => {
    const [before, after] = DETAILS[action];
    const name = translate(language, { key: `desk:changes.actions.${action}`, params: { defaultValue: "" } });
    expect(name).not.toBe("");
    const sentences = sentencesOf(before, after, language);
    expect(sentences.length > 0).toBe(before !== null || after !== null);
    const other = translate(language, { key: "desk:changes.fields.other" });
    for (const sentence of sentences) {
      expect(sentence).not.toMatch(/[[\]{}"]|undefined|null|-0ac3-|returned an object|T10:00/);
      expect(sentence.startsWith(other), sentence).toBe(false);
    }
  });
});

it("tells of prizes and rules what changed of them, by their names", () => {
  const now = { ...prize, name: "Roses", worth: "5000" };
  expect(sentencesOf({ rules: [rule] }, { rules: [{ ...rule, drops: 2, id: SHOP }] })).toEqual([
    "Rule “Follow our page”: Drops: 1 → 2",
  ]);
  const pools = [
    { ...prize, pool: "wished" },
    { ...prize, pool: "everyone" },
  ] as const;
  expect(sentencesOf({ prizes: [pools[0]] }, { prizes: [pools[1]] })[0]).toMatch(
    /: .+: Those who chose it or no prize, else everybody → Everybody$/,
  );
  expect(sentencesOf({ prizes: [prize], rules: [rule] }, { prizes: [now], rules: [] })).toEqual([
    "Prize “A bouquet a week”: Name: A bouquet a week → Roses; Worth: 2500 → 5000",
    "Rule “Follow our page” removed",
  ]);
  const second = { ...prize, id: SHOP, orderNumber: 2 };
  expect(
    sentencesOf(
      { prizes: [prize, second] },
      {
        prizes: [
          { ...second, orderNumber: 1 },
          { ...prize, orderNumber: 2 },
        ],
      },
    ),
  ).toEqual(["Prizes reordered"]);
});

it("tells of an entry which rules are ticked and what is wished", () => {
  expect(sentencesOf({ doneRules: [], wishes: [] }, { doneRules: [SHOP], wishes: [wish] })).toEqual([
    "Rule “Follow us” ticked",
    "Wishes for “Roses”",
    "Note on “Roses”: red",
  ]);
});

it("has a plain word for what it does not know, and for rows that were too long for the log", () => {
  expect(sentencesOf({ mystery: { a: [ROSE] } }, { mystery: "b" })).toEqual(["A detail: a long text → b"]);
  expect(sentencesOf({ prizes: '[{"id":1… (9000, SHA-256 ab…)' }, { prizes: [] })).toEqual(["Prizes: a long text → –"]);
  expect(sentencesOf("just a text", null)).toEqual([]);
  expect(sentencesOf({ name: "Ana" }, { name: "Ana" })).toEqual([]);
  expect(sentencesOf({ details: "x".repeat(500) }, {})[0]?.length).toBeLessThan(230);
  expect(shownSubject(`erase-expired ${ROSE}`)).toBe("erase-expired");
});
