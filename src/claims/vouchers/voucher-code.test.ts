import { describe, expect, it } from "vitest";
import { newVoucherCode, readVoucherCode, shownVoucherCode } from "./voucher-code.ts";

describe("voucher codes", () => {
  it("are read as they are made and shown, without a letter that looks like a digit", () => {
    for (let round = 0; round < 2000; round += 1) {
      const code = newVoucherCode();
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
      expect(readVoucherCode(code)).toBe(code);
      expect(readVoucherCode(shownVoucherCode(code))).toBe(code);
    }
  });

  it("are no long texts", () => {
    expect(readVoucherCode(`${"/".repeat(100_000)}x`)).toBeNull();
  });

  it("are shown in two halves", () => {
    expect(shownVoucherCode("01AB9XYZ7T")).toBe("01AB9-XYZ7T");
  });

  it.each([
    ["01ab9xyz7t", "small letters"],
    [" 01AB9 XYZ7T\n", "blanks"],
    ["01AB9–XYZ7T", "the hyphen of a text program"],
    ["01-AB-9X-YZ-7T", "hyphens anywhere"],
    ["OLab9xyz7t", "letters that look like digits"],
    ["oIAB9XYZ7T", "letters that look like digits"],
    ["https://raffles.example/voucher/01AB9XYZ7T", "the QR code's address"],
    ["http://192.168.1.20:3000/voucher/01AB9XYZ7T/?lang=de#top", "an address with more around it"],
    ["/voucher/01AB9-XYZ7T", "a path"],
  ])("are read from %j (%s)", (typed) => {
    expect(readVoucherCode(typed)).toBe("01AB9XYZ7T");
  });

  it.each(["", "-", "01AB9XYZ7", "01AB9XYZ7TT", "01AB9XYZ7U", "01AB9XYZ7Ä", "https://raffles.example/", "?01AB9XYZ7T"])(
    "are none: %j",
    (typed) => {
      expect(readVoucherCode(typed)).toBeNull();
    },
  );
});
