import { describe, expect, it } from "vitest";
import { maskPerson } from "./masks.ts";

const NOBODY = { firstName: "", lastName: "", address: "", phone: "", email: "", facebook: "", instagram: "" };

function masked(field: keyof typeof NOBODY, text: string): string {
  return maskPerson({ ...NOBODY, [field]: text })[field];
}

describe("a mask", () => {
  it.each([
    ["0917 123 4567", "09•• ••• 4567"],
    ["09171234567", "09•••••4567"],
    ["+63 917 123 4567", "+63 ••• ••• 4567"],
    ["(0917) 123-4567", "(09••) •••-4567"],
    // A landline shows less, because too few digits would stay hidden.
    ["02 8123 4567", "•• •••• ••67"],
    ["812 3456", "••• ••56"],
    ["12345", "•••"],
    ["see paper", "•••"],
    ["0917 123 4567 (Ana)", "•••"],
    ["0917 123 4567 / 0918 765 4321", "09•• ••• •••• / •••• ••• 4321"],
    ["٠٩١٧١٢٣٤٥٦٧", "•••"],
    ["📞", "•••"],
    ["", ""],
    [" ", ""],
  ])("of the phone %j is %j", (typed, shown) => {
    expect(masked("phone", typed)).toBe(shown);
  });

  it.each([
    ["maria@gmail.com", "m•••@gmail.com"],
    ["Maria@Yahoo.com.ph", "M•••@Yahoo.com.ph"],
    ["maria@santos.ph", "m•••@•••.ph"],
    ["m@gmail.com", "•••@gmail.com"],
    ["👩‍👧@gmail.com", "•••@gmail.com"],
    ["ñ\u0303a@gmail.com", "ñ\u0303•••@gmail.com"],
    ['"a@b"@gmail.com', "•••"],
    ["none", "•••"],
    ["ask ana@gmail.com", "•••"],
    ["a", "•••"],
    ["", ""],
  ])("of the e-mail %j is %j", (typed, shown) => {
    expect(masked("email", typed)).toBe(shown);
  });

  it.each([
    ["Peña", "P."],
    ["dela Cruz", "d."],
    ["Ñ\u0303ame", "Ñ\u0303."],
    ["李", "•••"],
    ["O", "•••"],
    ["🎉🎉", "•••"],
    ["09171234567", "•••"],
    ["", ""],
  ])("of the last name %j is %j", (typed, shown) => {
    expect(masked("lastName", typed)).toBe(shown);
  });

  it.each([
    ["Maria Clara", "Maria Clara"],
    ["A", "A"],
    ["🎉", "🎉"],
    ["Maria 2nd", "Maria 2nd"],
    ["Maria 0917 123 4567", "•••"],
    ["maria@gmail.com", "•••"],
  ])("of the first name %j is %j", (typed, shown) => {
    expect(masked("firstName", typed)).toBe(shown);
  });

  it("of anything else tells whether there is something", () => {
    for (const field of ["address", "facebook", "instagram"] as const) {
      expect([masked(field, "x".repeat(200)), masked(field, "x"), masked(field, "")]).toEqual(["•••", "•••", ""]);
    }
  });
});
