import { CLEAR_LETTERS } from "#src/base/codes.ts";
import { wayOf } from "#src/raffles/proof/ways.ts";
import { BATCHES, type DemoRaffle } from "./demo-raffle.ts";
import { type DemoPerson, drawPeople } from "./fake-people.ts";
import people from "./people.json" with { type: "json" };
import { createSeededRandom, type SeededRandom } from "./seeded-random.ts";

/** An entry to a raffle of the demonstration data; rules and prizes are indices in the raffle's lists. */
export type DemoEntry = Omit<DemoPerson, "username"> & {
  readonly entryCode: string;
  readonly address: string;
  readonly facebook: string;
  readonly instagram: string;
  readonly source: string;
  readonly promotions: boolean;
  readonly doneRules: readonly number[];
  readonly wishes: readonly { readonly prize: number; readonly note: string }[];
  /** Time of arrival: 0 is when the raffle appeared, 1 the latest possible moment. */
  readonly arrival: number;
};

/** Fixed, so that every site has the same demonstration data; another seed would make other people. */
const SEED = 20_250_305;

const LETTERS = [...CLEAR_LETTERS];
const CODE_LENGTH = 8;

const SHARE = {
  online: 0.7,
  allRulesDone: 0.55,
  someRuleDone: 0.5,
  optionalLink: 0.5,
  promotions: 0.45,
  anotherWish: 0.4,
  note: 0.6,
} as const;

/** The entries of every raffle in `demoRaffles`, by raffle code; the same at every call. */
export function drawDemoEntries(): ReadonlyMap<string, readonly DemoEntry[]> {
  const random = createSeededRandom(SEED);
  const taken = new Set<string>();
  return new Map(BATCHES.flatMap((raffles) => drawBatch(random, raffles, taken)));
}

function drawBatch(random: SeededRandom, raffles: readonly DemoRaffle[], taken: Set<string>) {
  const count = raffles.reduce((sum, raffle) => sum + raffle.entries, 0);
  const people = drawPeople(random, count, taken).values();
  return raffles.map((raffle) => {
    const entries = people
      .take(raffle.entries)
      .map((person) => drawEntry(random, raffle, person))
      .toArray();
    const [first] = entries;
    const again = first ? Array.from({ length: raffle.respelled ?? 0 }, (_, time) => respell(random, first, time)) : [];
    return [raffle.codeId, [...entries, ...again]] as const;
  });
}

/** The same person again: in capitals, with a tag at the mailbox, and with other last digits of the phone number. */
function respell(random: SeededRandom, entry: DemoEntry, time: number): DemoEntry {
  const [digit, tag] = [(Number(entry.phone.slice(-1)) + 1 + time) % 10, `+${2 + time}@`];
  return {
    ...entry,
    entryCode: drawCode(random),
    firstName: time % 2 === 0 ? entry.firstName.toUpperCase() : entry.firstName,
    lastName: time % 2 === 0 ? entry.lastName : entry.lastName.toUpperCase(),
    phone: `${entry.phone.slice(0, -1)}${digit}`,
    email: entry.email.replace("@", tag),
    arrival: random.fraction(),
  };
}

function drawCode(random: SeededRandom): string {
  return Array.from({ length: CODE_LENGTH }, () => random.pick(LETTERS)).join("");
}

function drawEntry(random: SeededRandom, raffle: DemoRaffle, { username, ...person }: DemoPerson): DemoEntry {
  const asksFor = (requirement: DemoRaffle["facebookLink"]) =>
    requirement === "required" || (requirement === "optional" && random.chance(SHARE.optionalLink));
  const everything = random.chance(SHARE.allRulesDone);
  return {
    ...person,
    entryCode: drawCode(random),
    address: `${drawStreet(random)}, ${random.pick(raffle.towns)}`,
    facebook: asksFor(raffle.facebookLink) ? `https://www.facebook.com/${username}` : "",
    instagram: asksFor(raffle.instagramLink) ? `https://www.instagram.com/${username}` : "",
    source: random.chance(SHARE.online) ? "Online" : random.pick(raffle.sources),
    promotions: random.chance(SHARE.promotions),
    doneRules: [...raffle.rules.entries()].flatMap(([place, { proof = "said" }]) =>
      wayOf(proof).tick !== "none" && (everything || random.chance(SHARE.someRuleDone)) ? [place] : [],
    ),
    wishes: drawWishes(random, raffle),
    arrival: random.fraction(),
  };
}

function drawStreet(random: SeededRandom): string {
  const number = 1 + Math.floor(random.fraction() * 180);
  return random.pick([
    `${number} ${random.pick(people.streets)}`,
    `${number} ${random.pick(people.streets)}`,
    `Blk. ${1 + (number % 12)} Lot ${1 + (number % 31)}, ${random.pick(people.streets)}`,
    `Purok ${1 + (number % 7)}`,
  ]);
}

/** One favourite, and perhaps others; nothing, where some wish for nothing. */
function drawWishes(random: SeededRandom, raffle: DemoRaffle): DemoEntry["wishes"] {
  if (raffle.wishless && random.chance(raffle.wishless)) return [];
  const favourite = random.pick([...raffle.prizes.keys()]);
  return raffle.prizes.flatMap(({ notes }, prize) => {
    if (prize !== favourite && !random.chance(SHARE.anotherWish)) return [];
    return [{ prize, note: notes.length > 0 && random.chance(SHARE.note) ? random.pick(notes) : "" }];
  });
}
