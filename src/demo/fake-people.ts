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

const FIRST_NAMES = [
  "Maria Clara, Juan, Angelica, Jose Mari, Rosario, Mark Anthony, Jasmine, Rodel, Maricel, Emmanuel",
  "Kristine Joy, Danilo, Althea, Ramil, Luzviminda, John Paul, Ma. Teresa, Arnel, Bernadette, Noel",
  "Princess Mae, Ferdinand, Liezel, Benigno, Corazon, Jericho, Analyn, Rogelio, Mary Grace, Crisanto",
  "Cherry Ann, Gabriel, Imelda, Joshua, Rowena, Nathaniel, Lourdes, Reynaldo, Janine, Efren",
  "Begoña, Carlo, Divina, Miguel, Jocelyn, Santino, Marites, Leandro, Hazel, Iñigo",
].flatMap(splitList);

const LAST_NAMES = [
  "Santos, Reyes, De la Cruz, Bautista, Ocampo, García, Mendoza, Villanueva, Peñaflor, Dimaculangan",
  "Magbanua, Dela Peña, Aquino, Castañeda, Salonga, Macaraeg, Tolentino, De los Reyes, Panganiban, Uy",
  "Sumulong, Lim-Navarro, Batungbakal, Cabrera, Del Rosario, Ibañez, Catacutan, Soriano, Quiambao, Tan",
  "Palma-Gil, Evangelista, San Juan, Muñoz, Lacson, Abad Santos, Gatdula, Nuñez-Ramos, Bacani, Yulo",
  "Ledesma, Osmeña, Agbayani, Dumlao, Fernandez, Hechanova, Manalastas, Pacquing, Resurrección, Zamora",
].flatMap(splitList);

type Name = readonly [firstName: string, lastName: string];

/** In-laws and guests from abroad. The list must have at least as many as are drawn. */
const VISITORS: readonly Name[] = [
  ["Jürgen", "Weiß"],
  ["Anneliese", "Krüger-Santos"],
  ["Emily", "Hartley"],
  ["Thomas", "O'Connell"],
  ["Sabine", "von der Heide"],
  ["George", "Whitcombe"],
];
const VISITOR_EVERY = 40;

/** Mobile prefixes of Globe, Smart, Sun and DITO, without the leading 0, one line per carrier. */
const MOBILE_PREFIXES = [
  "905, 906, 915, 916, 917, 926, 927, 935, 936, 945, 955, 956, 966, 977, 995, 997",
  "908, 909, 910, 912, 918, 919, 920, 921, 928, 929, 930, 939, 946, 947, 949, 998, 999",
  "922, 923, 925, 932, 933, 942, 943",
  "991, 992, 993, 994",
].flatMap(splitList);

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
      visitor ? random.pick(VISITORS) : [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)],
    );
    const [first, last] = [toLetters(firstName), toLetters(lastName)];
    const number = drawNew(() => `${random.pick(MOBILE_PREFIXES)}${digits(random, 7)}`);
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

/** Splits a line of items: the lists above have many items per line, so that they stay readable. */
function splitList(items: string): string[] {
  return items.split(", ");
}
