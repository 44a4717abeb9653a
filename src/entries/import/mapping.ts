import { isEmailAddress } from "#src/contact/email.ts";
import { PERSON_FIELDS_IN_LISTS, type PersonField } from "../fields.ts";
import { IMPORT_LIMITS } from "./limits.ts";

/** The fields of an entry that a file can fill, in the order of our lists of entries. */
export const IMPORT_FIELDS: readonly ImportField[] = [...PERSON_FIELDS_IN_LISTS, "source"];

export type ImportField = PersonField | "source";

export const REQUIRED_IMPORT_FIELDS: readonly ImportField[] = ["lastName", "firstName", "address"];

/** A file needs at least one of these, so that a forgotten column does not add people without any contact. */
export const CONTACT_IMPORT_FIELDS: readonly ImportField[] = ["phone", "email"];

/** How a file's lines become entries. */
export type ImportMapping = {
  /** The index of each field's column, from 0. */
  readonly columns: Readonly<Partial<Record<ImportField, number>>>;
  /** Whether the first line is a header. */
  readonly header: boolean;
  /** The source of lines that name none; empty if none was chosen. */
  readonly source: string;
};

/** Seven to fifteen digits, with the usual separators. */
const LIKE_PHONE = /^\s*\+?(?:[\s()./-]*\d){7,15}\s*$/;

/** Column names in English, German and Filipino, letters only. Of a field's names, an earlier one has priority. */
const NAMES: Readonly<Record<ImportField, string>> = {
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
  source: "sources source quelle quellen herkunft pinagmulan pinanggalingan",
};

/**
 * Guesses a file's mapping from its first line. A line with an e-mail address or a phone number is an entry; a line
 * with neither is a header.
 *
 * @param sources the raffle's sources; if there is only one, it is chosen
 */
export function guessMapping(firstLine: readonly string[], sources: readonly string[]): ImportMapping {
  const emailAt = firstLine.findIndex(isEmailAddress);
  const phoneAt = firstLine.findIndex((cell) => LIKE_PHONE.test(cell));
  const header = emailAt === -1 && phoneAt === -1;
  return {
    columns: header ? columnsByName(firstLine) : emailAt === -1 ? { phone: phoneAt } : { email: emailAt },
    header,
    source: sources.length === 1 ? (sources[0] ?? "") : "",
  };
}

function columnsByName(names: readonly string[]): ImportMapping["columns"] {
  const plain = names.map(plainName);
  const columns: Partial<Record<ImportField, number>> = {};
  for (const field of IMPORT_FIELDS) {
    const known = NAMES[field].split(" ").find((name) => plain.includes(name));
    if (known) columns[field] = plain.indexOf(known);
  }
  return columns;
}

function plainName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
}

/**
 * Reads a mapping that a browser sent. It ignores columns beyond the limit and sources that the raffle does not have.
 */
export function readMapping(
  sent: { readonly columns: Readonly<Record<ImportField, string>>; readonly header: boolean; readonly source: string },
  sources: readonly string[],
): ImportMapping {
  const columns: Partial<Record<ImportField, number>> = {};
  for (const field of IMPORT_FIELDS) {
    const place = sent.columns[field];
    if (/^\d{1,2}$/.test(place) && Number(place) < IMPORT_LIMITS.columns) columns[field] = Number(place);
  }
  return { columns, header: sent.header, source: sources.includes(sent.source) ? sent.source : "" };
}
