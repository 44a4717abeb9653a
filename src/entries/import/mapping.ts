import { isEmailAddress } from "#src/contact/email.ts";
import type { Text } from "#src/i18n/text-keys.ts";
import { tickable } from "#src/raffles/proof/ways.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { PERSON_FIELDS_IN_LISTS, type PersonField } from "../fields.ts";
import { organiserSources } from "../paper/paper-sources.ts";
import type { CsvLine } from "./files/csv-file.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { guessTicks } from "./ticks.ts";

/** What a column of a file can hold, in the order of our lists of entries. */
export const IMPORT_FIELDS: readonly ImportField[] = ["fullName", ...PERSON_FIELDS_IN_LISTS, "source"];

/** `fullName`: first and last name in one cell. */
export type ImportField = PersonField | "fullName" | "source";

/** The tick of the rule with this number. */
type TickField = `rules.${number}`;

/** What a line's fault is about. */
export type LineField = ImportField | TickField;

/** A field's name as a text of the catalogues. */
export function fieldName(field: LineField): Text {
  if (isTick(field)) return { key: "desk:import.ruleDone", params: { number: tickedRule(field) } };
  return { key: `desk:import.fields.${field}` };
}

export function isTick(field: LineField): field is TickField {
  return field.startsWith("rules.");
}

/** The number of the rule of a tick. */
export function tickedRule(field: TickField): number {
  return Number(field.slice("rules.".length));
}

/** The fields that need a column. One column can hold the whole name. */
export function requiredFields({ fullName }: ImportMapping["columns"]): readonly ImportField[] {
  return fullName === undefined ? ["lastName", "firstName", "address"] : ["address"];
}

/** The required fields without a column. */
export function unchosenFields(columns: ImportMapping["columns"]): readonly ImportField[] {
  return requiredFields(columns).filter((field) => columns[field] === undefined);
}

/**
 * Whether a column holds a contact. A file needs one, so that a forgotten column does not add people whom nobody can
 * reach.
 */
export function isReachable({ phone, email }: ImportMapping["columns"]): boolean {
  return phone !== undefined || email !== undefined;
}

/** What a mapping needs to know of a raffle. */
type AskedRaffle = Pick<PublicRaffle, "sources" | "rules">;

/** How a file's lines become entries. */
export type ImportMapping = {
  /** The index of each field's column, from 0. */
  readonly columns: Readonly<Partial<Record<ImportField, number>>>;
  /** Whether the file has a line with the names of its columns. */
  readonly header: boolean;
  /** How many lines stand above the header, such as a title; none if it is absent. */
  readonly linesAbove?: number;
  /** The source of lines that name none; empty if none was chosen. */
  readonly source: string;
  /** The index of the column that holds each rule's ticks, by the rule's id. */
  readonly rules?: Readonly<Record<string, number>>;
  /** Whether everybody did the rules that have no column. */
  readonly everyRule?: boolean;
};

/** Seven to fifteen digits, with the usual separators. */
const LIKE_PHONE = /^\+?(?:[\s()./-]*\d){7,15}$/;

/** A longer cell is no heading, address or number. */
const MAX_HEADING = 200;

/** Column names in English, German and Filipino, letters only. Of a field's names, an earlier one has priority. */
const NAMES: Readonly<Record<ImportField, string>> = {
  fullName: "fullname wholename completename namesurname vollername vollstandigername buongpangalan kompletongpangalan",
  lastName: "lastname surname familyname last nachname familienname zuname apelyido name",
  firstName:
    "firstname givenname givennames forename first christianname vorname vornamen rufname unangpangalan pangalan",
  address:
    "address homeaddress fulladdress streetaddress postaladdress residence adresse anschrift wohnadresse tirahan direksyon lugar",
  phone:
    "phone phonenumber phoneno mobile mobilenumber mobileno mobilephone cellphone cellphonenumber cellphoneno cell contactnumber contactno contact tel telno telephone telephonenumber telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon rufnummer telepono numerongtelepono selpon",
  email: "email emailaddress mail mailaddress emailadresse mailadresse",
  facebook: "facebook facebooklink facebookprofile facebookprofil facebookurl fb fblink",
  instagram: "instagram instagramlink instagramprofile instagramprofil instagramurl ig insta",
  source: "sources source mgasource quelle quellen herkunft pinagmulan pinanggalingan",
};

/** Names of columns that hold whole names, where no other column holds a part of them. */
const WHOLE_ALONE = ["name", "pangalan"];

/** In a heading, what follows the name. */
const ASIDE = /\([^()]*\)/g;

/** How far down a header is looked for: shops put a title and a date above it. */
const HEADER_WITHIN = 5;

/** So many known names make a line a header, below others. */
const HEADER_NAMES = 2;

/**
 * Guesses a file's mapping from its first lines. A line with an e-mail address or a phone number is an entry; the first
 * line with neither is a header, unless one of the next lines names more columns.
 *
 * @param raffle.sources if there is only one, it is chosen
 */
export function guessMapping(lines: readonly CsvLine[], { sources, rules }: AskedRaffle): ImportMapping {
  const linesAbove = headerPlace(lines.map(({ cells }) => cells));
  const firstLine = lines[linesAbove]?.cells ?? [];
  const emailAt = firstLine.findIndex(isLikeEmail);
  const phoneAt = firstLine.findIndex(isLikePhone);
  const header = emailAt === -1 && phoneAt === -1;
  return {
    columns: header ? columnsByName(firstLine) : emailAt === -1 ? { phone: phoneAt } : { email: emailAt },
    header,
    ...(linesAbove > 0 && { linesAbove }),
    source: sources.length === 1 ? (sources[0] ?? "") : "",
    rules: header ? guessTicks(firstLine, tickable(rules)) : {},
    everyRule: false,
  };
}

/** The index of the line that names the most columns, among the first lines before an entry; 0 if none names two. */
function headerPlace(lines: readonly (readonly string[])[]): number {
  const firstEntry = lines.findIndex((cells) => cells.some((cell) => isLikeEmail(cell) || isLikePhone(cell)));
  const above = lines.slice(0, Math.min(firstEntry === -1 ? HEADER_WITHIN : firstEntry, HEADER_WITHIN));
  const named = above.map((cells) => Object.keys(columnsByName(cells)).length);
  const most = Math.max(0, ...named);
  return most < HEADER_NAMES ? 0 : named.indexOf(most);
}

/** The cells of a file's header; none if it has no header. */
export function headerCells(lines: readonly CsvLine[], { header, linesAbove = 0 }: ImportMapping): readonly string[] {
  return header ? (lines[linesAbove]?.cells ?? []) : [];
}

/** The lines of a file that are entries: those below its header. */
export function entryLines(lines: readonly CsvLine[], { header, linesAbove = 0 }: ImportMapping): readonly CsvLine[] {
  return header ? lines.slice(linesAbove + 1) : lines;
}

function columnsByName(names: readonly string[]): ImportMapping["columns"] {
  const plain = names.map(plainName);
  const columns: Partial<Record<ImportField, number>> = {};
  for (const field of IMPORT_FIELDS) {
    const known = NAMES[field].split(" ").find((name) => plain.includes(name));
    if (known) columns[field] = plain.indexOf(known);
  }
  const { fullName, firstName, lastName, ...others } = columns;
  const parts = [firstName, lastName].filter((place) => place !== undefined);
  if (parts.length === 2) return { lastName, firstName, ...others };
  if (fullName !== undefined) return { fullName, ...others };
  const [only = -1] = parts;
  return WHOLE_ALONE.includes(plain[only] ?? "") ? { fullName: only, ...others } : columns;
}

function isLikeEmail(cell: string): boolean {
  return cell.length <= MAX_HEADING && isEmailAddress(cell);
}

function isLikePhone(cell: string): boolean {
  return cell.length <= MAX_HEADING && LIKE_PHONE.test(cell.trim());
}

function plainName(name: string): string {
  if (name.length > MAX_HEADING) return "";
  return name
    .replace(ASIDE, "")
    .normalize("NFKD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
}

/**
 * Reads a mapping that a browser sent. It ignores columns beyond the limit, and sources that an organiser cannot
 * give, and rules that the raffle does not have.
 */
export function readMapping(
  sent: {
    readonly columns: Readonly<Record<ImportField, string>>;
    readonly header: boolean;
    readonly linesAbove: number;
    readonly source: string;
    readonly rules: Readonly<Record<string, string>>;
    readonly everyRule: boolean;
  },
  raffle: AskedRaffle,
): ImportMapping {
  const { rules } = raffle;
  const columns = placesOf(IMPORT_FIELDS, sent.columns);
  const ticks = placesOf(
    rules.map(({ id }) => id),
    sent.rules,
  );
  const source = organiserSources(raffle).includes(sent.source) ? sent.source : "";
  const above = sent.header && sent.linesAbove > 0 && sent.linesAbove < HEADER_WITHIN;
  const linesAbove = above ? { linesAbove: sent.linesAbove } : {};
  return { columns, header: sent.header, ...linesAbove, source, rules: ticks, everyRule: sent.everyRule };
}

/** The columns that were chosen, by name. */
function placesOf(names: readonly string[], sent: Readonly<Record<string, string>>): Record<string, number> {
  const isPlace = (place: string) => /^\d{1,2}$/.test(place) && Number(place) < IMPORT_LIMITS.columns;
  return Object.fromEntries(names.flatMap((name) => (isPlace(sent[name] ?? "") ? [[name, Number(sent[name])]] : [])));
}
