import { expect, test } from "vitest";
import { accept, refuse } from "#src/base/outcome.ts";
import { createTestAttempts } from "../../../tests/support/attempt-limits.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { attemptVoucher, VOUCHER_CODES } from "./voucher-attempts.ts";
import { newVoucherCode } from "./voucher-code.ts";

const { database } = await openTestApi();
const { limits, forgive } = createTestAttempts(database.db);

const from = (address: string) => ({ limits, address });
const miss = async () => refuse({ reason: "voucher-not-found" });
const hit = async () => accept("a voucher");
const raffle = (letter: string) => ({ raffleId: `${letter.repeat(8)}-0000-7000-8000-000000000000` });

test("unknown codes count for the raffle wherever they come from, and for the address whatever the raffle", async () => {
  for (let n = 0; n < VOUCHER_CODES.subject.free; n += 1) {
    await attemptVoucher(from(`2001:db8:${n}::1`), raffle("a"), newVoucherCode(), miss);
  }
  const asked = await attemptVoucher(from("198.51.100.1"), raffle("a"), newVoucherCode(), hit);
  expect(asked).toMatchObject(refuse({ reason: "challenge-required" }));
  expect(await attemptVoucher(from("198.51.100.1"), raffle("b"), newVoucherCode(), hit)).toEqual(accept("a voucher"));
  await forgive();
  for (let n = 0; n < VOUCHER_CODES.network.free; n += 1) {
    await attemptVoucher(from("198.51.100.1"), raffle("a"), newVoucherCode(), miss);
  }
  const elsewhere = await attemptVoucher(from("198.51.100.1"), raffle("b"), newVoucherCode(), hit);
  expect(elsewhere).toMatchObject(refuse({ reason: "challenge-required" }));
});

test("neither our vouchers count, used or not, nor text that cannot be a code", async () => {
  await forgive();
  const used = async () => refuse({ reason: "voucher-used" });
  for (let n = 0; n < VOUCHER_CODES.network.free + 2; n += 1) {
    await attemptVoucher(from("198.51.100.1"), raffle("a"), newVoucherCode(), hit);
    await attemptVoucher(from("198.51.100.1"), raffle("a"), newVoucherCode(), used);
    expect(await attemptVoucher(from("198.51.100.1"), raffle("a"), "no code", miss)).toEqual(
      refuse({ reason: "voucher-not-found" }),
    );
  }
  expect(await attemptVoucher(from("198.51.100.1"), raffle("a"), newVoucherCode(), hit)).toEqual(accept("a voucher"));
});
