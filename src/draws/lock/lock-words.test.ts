import { expect, test } from "vitest";
import { sixWordsOf } from "../protocol/format/six-words.ts";
import { lockWords } from "./lock-words.ts";

test("a site's words of a lock are those that every browser computes", async () => {
  const [one, other] = ["0864ff59ff19ee5830828d669161ee0ce77f9187fb971db546f71bd3778fb154", "00".repeat(32)];
  expect(await Promise.all([lockWords(one), lockWords(other)])).toEqual([
    await sixWordsOf(one),
    await sixWordsOf(other),
  ]);
  expect(lockWords(one)).toBe(lockWords(one));
});
