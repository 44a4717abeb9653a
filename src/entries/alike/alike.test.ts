import { describe, expect, it } from "vitest";
import { mailboxOf } from "#src/contact/mailbox.ts";
import { alikeName, areAlikeNames, similarity } from "./names.ts";
import { alikePhone, isOneSlip, partsOfPhone } from "./phones.ts";
import { alikePlace } from "./places.ts";

const areAlike = (one: readonly [string, string], other: readonly [string, string]) =>
  areAlikeNames(alikeName(...one), alikeName(...other));

describe("a mailbox", () => {
  it.each([
    ["maria.santos0@gmail.com", "mariasantos0@gmail.com"],
    ["maria.santos0+2@gmail.com", "mariasantos0@gmail.com"],
    ["mariasantos.0@googlemail.com", "mariasantos0@gmail.com"],
    ["maria.santos+raffle@yahoo.com", "maria.santos@yahoo.com"],
    ["maria.santos@yahoo.com", "maria.santos@yahoo.com"],
    ["+63917@example.com", "+63917@example.com"],
    ["a+b+c@example.com", "a@example.com"],
  ])("of %s is %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
});

describe("names", () => {
  it.each([
    [
      ["Maria", "Santos"],
      ["Ma.", "Santos"],
    ],
    [
      ["Maria", "Santos"],
      ["Mariah", "Santoz"],
    ],
    [
      ["Ma. Teresa", "Dela Cruz"],
      ["Maria Theresa", "De La Cruz"],
    ],
    [
      ["Jose", "Santos Jr."],
      ["José", "SANTOS"],
    ],
    [
      ["Juan Jr", "Reyes"],
      ["Juan", "Reyes Junior"],
    ],
    [
      ["John Paul", "Sto. Tomas"],
      ["Jhon Paul", "Santo Tomas"],
    ],
    [
      ["Kristine Joy", "Peña"],
      ["Christine Joy", "Pena"],
    ],
    [
      ["Maria C.", "Santos"],
      ["Maria", "Santos"],
    ],
    [
      ["Jasmine", "Bautista"],
      ["Jasmin", "Bautista"],
    ],
    [
      ["Santos", "Maria"],
      ["Maria", "Santos"],
    ],
    [
      ["Анна", "Иванова"],
      ["анна", "ИВАНОВА"],
    ],
  ] as const)("of one person: %j %j", (one, other) => expect(areAlike(one, other)).toBe(true));

  it.each([
    [
      ["Mario", "Santos"],
      ["Maria", "Santos"],
    ],
    [
      ["Daniel", "Reyes"],
      ["Daniela", "Reyes"],
    ],
    [
      ["Angel", "Reyes"],
      ["Angelo", "Reyes"],
    ],
    [
      ["Jose", "Santos Sr."],
      ["Jose", "Santos Jr."],
    ],
    [
      ["Jose", "Santos II"],
      ["Jose", "Santos III"],
    ],
    [
      ["Kristine Joy", "Uy"],
      ["Kristine Mae", "Uy"],
    ],
    [
      ["Mark Anthony", "Tan"],
      ["Mark Angelo", "Tan"],
    ],
    [
      ["Ma. Clara", "Lim"],
      ["Ma. Teresa", "Lim"],
    ],
    [
      ["Maria", "Santos"],
      ["Maria", "Reyes"],
    ],
    [
      ["Анна", "Иванова"],
      ["Ольга", "Петрова"],
    ],
  ] as const)("of two: %j %j", (one, other) => expect(areAlike(one, other)).toBe(false));
});

it("similarity is that of pg_trgm", () => {
  // select similarity('maria', 'mariah'), similarity('santos', 'santoz'), similarity('ana', 'rosa')
  expect([similarity("maria", "mariah"), similarity("santos", "santoz"), similarity("ana", "rosa")]).toEqual([
    5 / 8,
    5 / 9,
    0,
  ]);
});

describe("addresses", () => {
  it.each([
    ["12 Rizal St., Brgy. Jaro, Iloilo City", "12 rizal street barangay jaro, iloilo"],
    ["Blk. 3 Lot 5, Mango Ave.", "Block 3, Lot 5 Mango Avenue"],
    ["Blk3 Lt5 Ph2 San Isidro Subd", "BLOCK 3 LOT 5 PHASE 2 San Ysidro Subdivision"],
    ["No. 7 Gen. Luna Rd., QC", "#7 General Luna Road, Quezon City"],
  ])("%s is %s", (one, other) => expect(alikePlace(one)).toBe(alikePlace(other)));

  it.each([
    ["12 Rizal St, Jaro", "13 Rizal St, Jaro"],
    ["12 Rizal St, Jaro", "12 Rizal Ave, Jaro"],
    ["Blk 3 Lot 5, Luna", "Blk 5 Lot 3, Luna"],
  ])("%s is not %s", (one, other) => expect(alikePlace(one)).not.toBe(alikePlace(other)));
});

describe("phone numbers", () => {
  const number = "+639171234567";

  it("a slip apart share their start or their end, wherever the slip is", () => {
    const digits = alikePhone(number);
    for (let at = 0; at < digits.length; at++) {
      const changed = `${digits.slice(0, at)}${(Number(digits[at]) + 1) % 10}${digits.slice(at + 1)}`;
      const swapped = `${digits.slice(0, at)}${digits[at + 1] ?? ""}${digits[at]}${digits.slice(at + 2)}`;
      for (const slip of [changed, swapped].filter((typed) => typed !== digits)) {
        expect(isOneSlip(digits, slip)).toBe(true);
        const [one, other] = [partsOfPhone(digits), partsOfPhone(slip)];
        expect(one.head === other.head || one.tail === other.tail).toBe(true);
      }
    }
  });

  it.each(["+639171234567", "+639171234576 1", "+639171235568", "+639171243576", "123", ""])("%s is none", (other) =>
    expect(isOneSlip(alikePhone(number), alikePhone(other))).toBe(false),
  );
});
