import { expect, test } from "vitest";
import type { PublicRaffle } from "../schema.ts";
import { isContactMailed, shopFacts } from "./shop-facts.ts";

const shop = (shopContact: string) => ({ shopName: "Hapag", shopPlace: "Iloilo", shopContact }) as PublicRaffle;

test.each([
  ["0917 555 0142", true],
  ["Text us:\n0917 555 0142", true],
  ["hapag.cooperative@example.com", false],
  ["facebook.com/hapag", false],
  ["https://hapag.example", false],
  ["0917 555 0142, hapag@example.com", false],
  ["0917.555.0142", false],
  ["", false],
])("a mail shows the contact %j as it is, or not at all", (contact, isShown) => {
  expect(isContactMailed(shop(contact))).toBe(isShown);
  const values = shopFacts(shop(contact), "en").map(({ value }) => value);
  expect(values).toEqual(["Hapag, Iloilo", ...(isShown ? [contact.replace("\n", " ")] : [])]);
});
