import { createHash } from "node:crypto";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { describe, expect, it } from "vitest";
import { readSixWords, sixWordsOf } from "./six-words.ts";

describe("the six words of a lock hash", () => {
  // Made with Python's hashlib.scrypt, which shares no code with ours.
  it.each([
    ["0864ff59ff19ee5830828d669161ee0ce77f9187fb971db546f71bd3778fb154", "icon offer feature spin imitate buzz"],
    ["00".repeat(32), "present test canal gaze favorite unknown"],
    ["ff".repeat(32), "true keep huge agree letter they"],
  ])("of %s are %s", async (lockHash, words) => {
    expect(await sixWordsOf(lockHash)).toBe(words);
  });

  it("are words of the list that docs/draw-protocol.md names by its hash", () => {
    const hash = createHash("sha256")
      .update(`${wordlist.join("\n")}\n`)
      .digest("hex");
    expect(hash).toBe("2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda");
  });

  it.each([
    ["icon offer feature spin imitate buzz", true],
    ["  Icon, offer\nFEATURE – spin-imitate: buzz. ", true],
    ["icon offer feature spin imitate", false],
    ["icon offer feature spin imitate buzz icon", false],
    ["icon offer feature spin imitate buzzz", false],
    ["", false],
  ])("are read as they are typed: %j, %s", (typed, isRead) => {
    expect(readSixWords(typed)).toBe(isRead ? "icon offer feature spin imitate buzz" : undefined);
  });
});
