import people from "./people.json" with { type: "json" };
import type { SeededRandom } from "./seeded-random.ts";

/** A fictitious entrant. */
export type DemoPerson = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  /** The user name on Facebook and Instagram. */
  readonly username: string;
};

type Name = readonly [firstName: string, lastName: string];

/** In-laws and guests from abroad. There must be at least as many as are drawn. */
const VISITORS = people.visitors as unknown as readonly Name[];
const VISITOR_EVERY = 40;

/** RFC 2606 reserves these domains for examples: mail to them reaches nobody. */
const MAIL_DOMAINS = ["example.com", "example.com", "example.net", "example.org"] as const;

/**
 * Draws `count` people; no two share a name, a phone number or an e-mail address.
 *
 * @param taken what those drawn before have; what these have is added
 */
export function drawPeople(random: SeededRandom, count: number, taken = new Set<string>()): DemoPerson[] {
  const drawNew = <Drawn extends string | Name>(draw: () => Drawn): Drawn => {
    for (;;) {
      const drawn = draw();
      const key = JSON.stringify(drawn);
      if (taken.has(key)) continue;
      taken.add(key);
      return drawn;
    }
  };
  return Array.from({ length: count }, (_, index) => {
    const visitor = index % VISITOR_EVERY === VISITOR_EVERY - 1;
    const [firstName, lastName] = drawNew<Name>(() =>
      visitor ? random.pick(VISITORS) : [random.pick(people.firstNames), random.pick(people.lastNames)],
    );
    const [first, last] = [toLetters(firstName), toLetters(lastName)];
    const number = drawNew(() => `${random.pick(people.mobilePrefixes)}${digits(random, 7)}`);
    return {
      firstName,
      lastName,
      phone: spellPhone(random, number),
      email: drawNew(() => `${drawMailbox(random, first, last)}@${random.pick(MAIL_DOMAINS)}`),
      // The suffix ensures that the link is no real person's.
      username: `${first}.${last}.tambiolo-demo`,
    };
  });
}

function drawMailbox(random: SeededRandom, first: string, last: string): string {
  return random.pick([
    `${first}.${last}`,
    `${first}${last}${digits(random, 2)}`,
    `${last}.${first}`,
    `${first.slice(0, 1)}${last}${digits(random, 3)}`,
    `${first}_${last}`,
  ]);
}

/** Writes a number in one of the many ways that people use. */
function spellPhone(random: SeededRandom, number: string): string {
  const [prefix, middle, end] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)];
  return random.pick([
    `0${number}`,
    `0${number}`,
    `0${prefix} ${middle} ${end}`,
    `0${prefix}-${middle}-${end}`,
    `+63 ${prefix} ${middle} ${end}`,
    `+63${number}`,
  ]);
}

function digits(random: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random.fraction() * 10)).join("");
}

/** A name as spelt in an e-mail address: Peñaflor becomes penaflor, De la Cruz delacruz, Weiß weiss. */
function toLetters(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/[^a-z]/g, "");
}
