import { expect, it } from "vitest";
import { CHANGE_MANY, CHANGE_RAFFLE } from "#src/access/audit/admit-change.ts";
import { ACCESS_CODES } from "#src/access/codes/access-code-attempts.ts";
import { ENTRY_CODES } from "#src/access/codes/entry-code-attempts.ts";
import { PASSWORDS } from "#src/accounts/sign-in-attempts.ts";
import { CREATE_EVENT, EDIT_EVENT } from "#src/events/action-limits.ts";
import { CREATE_RAFFLE, EDIT_PICTURE, EDIT_RAFFLE, MAIL_CODES } from "#src/raffles/action-limits.ts";
import { type Allowance, shareOf } from "#src/rate-limits/backoff.ts";
import { SPARED } from "#src/rate-limits/strangers-limits.ts";

it("makes a network wait for minutes at most, by every hour's limit, and for wrong codes for half an hour", () => {
  const minutes = (allowance: Pick<Allowance, "free" | "windowMs">) => shareOf(allowance) / 60_000;
  for (const { network } of [
    CHANGE_MANY,
    CHANGE_RAFFLE,
    CREATE_RAFFLE,
    EDIT_RAFFLE,
    EDIT_PICTURE,
    MAIL_CODES,
    CREATE_EVENT,
    EDIT_EVENT,
    PASSWORDS,
  ]) {
    expect(minutes(network)).toBeLessThanOrEqual(6);
  }
  expect(minutes(ENTRY_CODES.wider)).toBe(24);
  expect(minutes(ACCESS_CODES.wider)).toBe(22.5);
  expect(minutes(SPARED.aDay)).toBe(120);
});
