import { isEmailAddress } from "../email.ts";
import { IMPORT_LIMITS } from "./limits.ts";

/** The fields of an entry that a file can fill, in the order in which lists of entries have them. */
export const IMPORT_FIELDS = [
  "lastName",
  "firstName",
  "address",
  "phone",
  "email",
  "facebook",
  "instagram",
  "source",
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

export const REQUIRED_IMPORT_FIELDS: readonly ImportField[] = IMPORT_FIELDS.slice(0, 5);

/** How a file's lines become entries. */
export type ImportMapping = {
  /** The place of a field's column, counted from 0. */
  readonly columns: Readonly<Partial<Record<ImportField, number>>>;
  /** Whether the first line holds names of columns. */
  readonly header: boolean;
  /** The source of lines that name none; empty where none was chosen yet. */
  readonly source: string;
};

/** How columns are called in English, German and Filipino, in letters alone; of one field's names the earlier counts more. */
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
 * Guesses how a file is to be read from its first line: every line of entries has an e-mail address, and a line with
 * the names of columns has none.
 *
 * @param sources the raffle's sources: an only one is chosen
 */
export function guessMapping(firstLine: readonly string[], sources: readonly string[]): ImportMapping {
  const emailAt = firstLine.findIndex(isEmailAddress);
  const header = emailAt === -1;
  return {
    columns: header ? columnsByName(firstLine) : { email: emailAt },
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
 * Reads a mapping that was sent: whatever it says of columns that no file has, or of sources that the raffle does not
 * have, is as if it had not been said.
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
