import { expect, test } from "vitest";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { organiserScope } from "../../tests/support/organiser-scope.ts";
import { editClaimSettings, readClaimSettings } from "./settings.ts";

const { site, ...api } = await openTestApi();
const { db, pool } = api.database;

const SETTINGS = {
  ways: "pick-up",
  pickUp: "1 Mabini St\nMondays, 9 to 5",
  question: "Which size?",
  needsId: true,
  tellsOwner: false,
  thanks: "Salamat!",
} as const;

test("what is asked of winners is kept, told to all sites, and logged with what was asked before", async () => {
  const raffle = await api.createRaffle();
  const scope = await organiserScope(site, raffle);
  const usual = await readClaimSettings(db, raffle.id);
  expect(usual).toEqual({ ways: "both", pickUp: "", question: "", needsId: false, tellsOwner: true, thanks: "" });
  expect(await editClaimSettings(site, scope, { ...SETTINGS, question: "  Which\tsize? " })).toMatchObject({
    ok: true,
  });
  expect(await readClaimSettings(db, raffle.id)).toEqual(SETTINGS);
  await editClaimSettings(site, scope, { ...SETTINGS, needsId: false });
  // What changes nothing is not logged.
  await editClaimSettings(site, scope, { ...SETTINGS, needsId: false });
  const { rows } = await pool.query(
    "select before, after from audit_log where scope_id = $1 and action = 'edit-claim-settings' order by id",
    [raffle.id],
  );
  expect(rows).toEqual([
    { before: usual, after: SETTINGS },
    { before: SETTINGS, after: { ...SETTINGS, needsId: false } },
  ]);
});

test.each([
  ["ways", "by pigeon", "optionInvalid"],
  ["pickUp", "x".repeat(501), "textTooLong"],
  ["question", "x".repeat(201), "textTooLong"],
  ["thanks", "x".repeat(501), "textTooLong"],
  ["thanks", "\u0000", "textUnstorable"],
])("%s of %j is refused, and nothing is stored", async (field, value, key) => {
  const raffle = await api.createRaffle();
  const scope = await organiserScope(site, raffle);
  const outcome = await editClaimSettings(site, scope, { ...SETTINGS, [field]: value });
  expect(outcome).toMatchObject({ ok: false, refusal: { reason: "invalid-fields", fields: { [field]: [{ key }] } } });
  expect(await readClaimSettings(db, raffle.id)).toMatchObject({ ways: "both" });
});
