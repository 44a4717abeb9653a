import { setImmediate as nextTurn } from "node:timers/promises";
import type { OrganiserScope } from "#src/access/scope.ts";
import type { FieldMessages, Message } from "#src/base/refusal.ts";
import { mailboxOf } from "#src/contact/mailbox.ts";
import type { Reader } from "#src/db/connect.ts";
import { tickable } from "#src/raffles/proof/ways.ts";
import type { PublicRaffle } from "#src/raffles/schema.ts";
import { partsOfName } from "../name-parts.ts";
import { isDoubtfulPhone, paperEmailKey, paperPhoneKey } from "../paper/paper-contact.ts";
import { organiserSources } from "../paper/paper-sources.ts";
import { preparePaperSubmission, type Submission } from "../submit/submission.ts";
import type { CsvLine } from "./files/csv-file.ts";
import { IMPORT_FIELDS, type ImportField, type ImportMapping, type LineField } from "./mapping.ts";
import { findTaken } from "./read.ts";
import { readTick } from "./ticks.ts";

/** A line that cannot become an entry, with the faults of its fields. */
export type BadLine = {
  readonly line: number;
  readonly faults: readonly {
    readonly field: LineField;
    readonly typed: string;
    readonly messages: readonly Message[];
  }[];
};

/** A line that becomes an entry, though its phone can hardly be called. */
export type DoubtfulLine = { readonly line: number; readonly phone: string };

export type CheckedLines = {
  /** The submissions of the valid lines, in their order. */
  readonly ready: readonly Submission[];
  readonly bad: readonly BadLine[];
  readonly doubtful: readonly DoubtfulLine[];
};

type Deps = { readonly reader: Reader; readonly defaultRegion: string };

/** Lines checked before the event loop runs other work: some milliseconds. */
const LINES_A_TURN = 100;

/**
 * Checks every line. Faults are: a missing name or address, an invalid link, an unknown source, a tick that is neither
 * yes nor no; a phone or e-mail that is repeated in the file or already in the raffle. A phone that can hardly be
 * called is no fault: the organiser is warned, and decides.
 *
 * @param lines the lines without the header
 */
export async function checkLines(
  deps: Deps,
  scope: OrganiserScope,
  raffle: PublicRaffle,
  lines: readonly CsvLine[],
  mapping: ImportMapping,
): Promise<CheckedLines> {
  const isOnce = raffle.entriesPerMailbox === "one";
  const firstLines = { phone: new Map<string, number>(), email: new Map<string, number>() };
  const checked: CheckedLine[] = [];
  for (const [index, csv] of lines.entries()) {
    if (index % LINES_A_TURN === 0) await nextTurn();
    const line = checkLine(raffle, csv, mapping, deps.defaultRegion);
    for (const contact of ["phone", "email"] as const) {
      const typed = line.keys[contact];
      const key = isOnce && contact === "email" && typed !== null ? mailboxOf(typed) : typed;
      const first = key === null ? undefined : firstLines[contact].get(key);
      if (first !== undefined) line.fields[contact] = [{ key: `${contact}Repeated`, params: { line: first } }];
      else if (key !== null) firstLines[contact].set(key, csv.line);
    }
    checked.push(line);
  }
  await markTaken(deps.reader, scope, checked);
  return {
    ready: checked.flatMap(({ submission, fields }) => (submission && isEmpty(fields) ? [submission] : [])),
    bad: checked.flatMap(({ line, typed, fields }) =>
      isEmpty(fields) ? [] : [{ line, faults: typed.flatMap(([field, text]) => faultOf(field, text, fields[field])) }],
    ),
    doubtful: checked.flatMap(({ line, phone, isDoubtful, fields }) =>
      isEmpty(fields) && isDoubtful ? [{ line, phone }] : [],
    ),
  };
}

type CheckedLine = {
  readonly line: number;
  readonly phone: string;
  readonly isDoubtful: boolean;
  readonly typed: readonly (readonly [LineField, string])[];
  readonly keys: Readonly<Record<"phone" | "email", string | null>>;
  readonly submission: Submission | null;
  readonly fields: Record<string, readonly Message[]>;
};

function checkLine(
  raffle: PublicRaffle,
  { line, cells }: CsvLine,
  mapping: ImportMapping,
  region: string,
): CheckedLine {
  const cellAt = (place = -1) => cells[place]?.trim() ?? "";
  const written = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, cellAt(mapping.columns[field])])) as Record<
    ImportField,
    string
  >;
  const { source: named, fullName, ...parts } = written;
  const isWhole = parts.firstName === "" && parts.lastName === "";
  const person = { ...parts, ...(isWhole && partsOfName(fullName.replace(/\s+/gu, " "))) };
  const ticks = tickable(raffle.rules).map(({ id, number }) => {
    const place = mapping.rules?.[id];
    const typed = cellAt(place);
    return {
      id,
      typed,
      field: `rules.${number}`,
      done: place === undefined ? mapping.everyRule === true : readTick(typed),
    } as const;
  });
  const rules = ticks.filter(({ done }) => done).map(({ id }) => id);
  const sources = organiserSources(raffle);
  const source = named === "" ? mapping.source : sourceCalled(named, sources);
  const prepared = preparePaperSubmission(
    raffle,
    { ...person, rules },
    { defaultRegion: region, source: source ?? "" },
  );
  const fields: Record<string, readonly Message[]> = {
    ...(prepared.ok ? {} : prepared.refusal.fields),
    ...(source === undefined && { source: [sourceUnknown(sources)] }),
    ...Object.fromEntries(
      ticks.filter(({ done }) => done === null).map(({ field }) => [field, [{ key: "tickUnknown" }]]),
    ),
  };
  const typed = [
    ...IMPORT_FIELDS.map((field) => [field, written[field]] as const),
    ...ticks.map(({ field, typed }) => [field, typed] as const),
  ];
  const { phone } = written;
  const keys = { phone: paperPhoneKey(phone, region), email: paperEmailKey(written.email) };
  const isDoubtful = isDoubtfulPhone(phone, region);
  return { line, phone, isDoubtful, typed, keys, submission: prepared.ok ? prepared.value : null, fields };
}

function sourceCalled(named: string, sources: readonly string[]): string | undefined {
  return sources.find((source) => source.toLowerCase() === named.toLowerCase());
}

function sourceUnknown(sources: readonly string[]): Message {
  return { key: "importSourceUnknown", params: { sources: sources.join(", ") } };
}

async function markTaken(reader: Reader, scope: OrganiserScope, lines: readonly CheckedLine[]): Promise<void> {
  const all = (contact: "phone" | "email") => lines.map(({ keys }) => keys[contact]).filter((key) => key !== null);
  const emails = all("email");
  const taken = await findTaken(reader, scope, { phones: all("phone"), emails, mailboxes: emails.map(mailboxOf) });
  for (const { keys, fields } of lines) {
    if (keys.phone !== null && taken.phones.has(keys.phone)) fields.phone = [{ key: "phoneTaken" }];
    if (keys.email === null) continue;
    if (taken.emails.has(keys.email) || taken.mailboxes.has(mailboxOf(keys.email)))
      fields.email = [{ key: "emailTaken" }];
  }
}

function faultOf(field: LineField, typed: string, messages: FieldMessages[string] | undefined) {
  return messages ? [{ field, typed, messages }] : [];
}

function isEmpty(fields: FieldMessages): boolean {
  return Object.keys(fields).length === 0;
}
