import type { PersonDetails } from "#src/entries/fields.ts";
import type { RaffleField } from "#src/raffles/fields.ts";

/** For each field of a person a value that occurs in no other field. */
export const PERSON: PersonDetails = {
  firstName: "Carmelita",
  lastName: "Villanueva",
  address: "7 Calle Real, Guimaras",
  phone: "+63 917 555 0199",
  email: "carmelita@example.com",
  facebook: "https://www.facebook.com/carmelita.v",
  instagram: "https://www.instagram.com/carmelita.v",
};

/** For each field of a raffle a value that is not its default, and one to change it to. */
export const RAFFLE: Readonly<Record<RaffleField, readonly [first: unknown, then: unknown]>> = {
  name: ["Noche Buena", "Media Noche"],
  details: ["Ham\nand queso", "Twelve round fruits"],
  dueDate: ["2130-12-24T10:00:00.000Z", "2130-12-25T10:00:00.000Z"],
  drawDate: ["2130-12-26T10:00:00.000Z", "2130-12-27T10:00:00.000Z"],
  retentionDays: [60, 61],
  status: ["Published", "Unpublished"],
  sources: [["Booth", "Facebook Live"], ["Booth"]],
  facebookLink: ["optional", "not-asked"],
  instagramLink: ["not-asked", "optional"],
  drawRequires: ["any-rule", "none"],
  drawWeight: ["drops", "equal"],
  prizesEach: ["several", "one"],
  reserves: [3, 4],
  claimDays: [58, 59],
  checkMinutes: [30, 31],
  leadMinutes: [62, 63],
  announce: ["with-show", "at-once"],
  shopName: ["Nanay Luz Bakery", "Nanay Luz & Sons"],
  shopPlace: ["Jaro, Iloilo City", "Molo, Iloilo City"],
  shopContact: ["0917 555 0142", "luz@example.com"],
  accentColor: ["#0b6e69", "#c4193b"],
  permitNumber: ["DTI-2130-0042", "DTI-2130-0043"],
  entriesPerMailbox: ["one", "any"],
  publishAt: ["2130-12-20T10:00:00.000Z", "2130-12-21T10:00:00.000Z"],
};

/**
 * The first value of each field of a raffle.
 *
 * @param shown the field that matters: only an unpublished raffle has a plan to publish it
 */
export function filledRaffle(shown?: RaffleField): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(RAFFLE).map(([name, [first]]) => [name, first]));
  return { ...filled, ...(shown === "publishAt" ? { status: "Unpublished" } : { publishAt: null }) };
}
