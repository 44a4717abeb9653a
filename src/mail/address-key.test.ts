import { expect, it } from "vitest";
import { addressKey, mailKeys, readUnsubscribeToken, unsubscribeToken } from "./address-key.ts";

const keys = mailKeys(Buffer.alloc(32, 7));
const KEY = "3ad888ddb46b46e5f75e81c1baab8277553c12486d2547a093b51ec874611d61";
const TOKEN = "OtiI3bRrRuX3XoHBuquCd1U8EkhtJUegk7UeyHRhHWF5RfrE97Pf69R-9lpOxxT2";

it("knows whoever stopped mail in an earlier version, and takes the links of its mails", () => {
  const key = addressKey(keys, "nena@example.com");
  expect(key.toString("hex")).toBe(KEY);
  expect(unsubscribeToken(keys, key)).toBe(TOKEN);
  expect(readUnsubscribeToken(keys, TOKEN)).toEqual(key);
});

it("takes no link that was signed under another secret, or changed", () => {
  expect(readUnsubscribeToken(mailKeys(Buffer.alloc(32, 8)), TOKEN)).toBeNull();
  expect(readUnsubscribeToken(keys, `A${TOKEN.slice(1)}`)).toBeNull();
});
