import type { RecordedChange } from "#src/access/audit/audit.ts";
import type { Language } from "#src/i18n/languages.ts";
import { formatCount } from "#src/i18n/numbers.ts";
import { type KeyUnder, storedKey, type TextKey } from "#src/i18n/text-keys.ts";
import { formatTimestamp } from "#src/i18n/timestamp.ts";
import { translate } from "#src/i18n/translate.ts";

/** How a page says things: its language, its time zone, and the names of prizes and rules that it knows, by id. */
type SentenceContext = {
  readonly language: Language;
  readonly timeZone: string;
  readonly names?: ReadonlyMap<string, string>;
};

type Fields = Readonly<Record<string, unknown>>;

/** What says nothing to a reader: ids, and what the site counts for itself. */
const HIDDEN = new Set(
  "id codeId version createdAt updatedAt open ownerId lockedAt drawnAt announcedAt lockAt orderNumber number prizeId".split(
    " ",
  ),
);

/** Where fields have their names, the log's own first. */
const FIELD_NAMES = ["desk:changes.fields.", "raffles:create.", "desk:update.", "events:"];

/** Fields whose values are words of the site, and where these have their texts. Other values are what people typed. */
const WORDS: Readonly<Record<string, string>> = {
  status: "raffles:status",
  drawRequires: "raffles:create.drawOptions",
  drawWeight: "raffles:create.drawOptions",
  prizesEach: "raffles:create.drawOptions",
  entriesPerMailbox: "raffles:create.entriesPerMailboxOptions",
  liveOdds: "raffles:create.liveOddsOptions",
  announce: "raffles:create.drawOptions",
  pool: "raffles:create.drawOptions",
  proof: "raffles:create.proofs",
  pace: "raffles:create.paces",
  icon: "raffles:create.icons",
  permissions: "claims:helpers.permission",
  may: "team:tokens.permission",
  kinds: "webhooks:kind",
  ways: "claims:settings.way",
  way: "claims:winners.way",
  reason: "claims:report.reason",
  banner: "desk:changes.values",
  role: "desk:changes.values",
  verdict: "desk:changes.values",
  outcome: "claims:slips.outcome",
};

const UUID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** Longer texts are cut: who reads the log looks for what happened, not for the text. */
const MAX_SHOWN = 200;

/** The texts of a recorded change, one sentence for each part that differs. It reads rows of any age. */
export function changeSentences(
  { before, after }: { before: unknown; after: unknown },
  context: SentenceContext,
): string[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !HIDDEN.has(field))
    .flatMap((field) => describePart(field, old[field], now[field], context));
}

/** What a change is about, without the ids that only programs read. */
export function shownSubject(subject: string): string {
  return subject.replaceAll(UUID, "").trim();
}

function describePart(field: string, old: unknown, now: unknown, context: SentenceContext): string[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  if (field === "prizes" || field === "rules") {
    if (old === undefined || Array.isArray(old)) return describeRows(field, rowsOf(old), rowsOf(now), context);
  }
  if (field === "doneRules") return describeTicks(idsOf(old), idsOf(now), context);
  if (field === "wishes") return describeWishes(rowsOf(old), rowsOf(now), context);
  const [from, to] = [textOf(field, old, context), textOf(field, now, context)];
  if (from === null && to === null) return [];
  return [
    `${nameOf(field, context)}: ${[from, to].filter((text) => text !== null).join(" → ")}${to === null ? " → –" : ""}`,
  ];
}

/** Prizes or rules: which came, which went, and what changed of the others. */
function describeRows(
  list: "prizes" | "rules",
  old: readonly Fields[],
  now: readonly Fields[],
  context: SentenceContext,
): string[] {
  const was = new Map(old.map((row) => [row.id, row]));
  const is = new Set(now.map((row) => row.id));
  const say = (what: KeyUnder<"desk", "changes.prizes">, row: Fields | undefined) =>
    translate(context.language, { key: `desk:changes.${list}.${what}`, params: { name: titleOf(row) } });
  const lines = now.flatMap((row) => {
    const before = was.get(row.id);
    if (!before) return [say("added", row)];
    const parts = changeSentences({ before, after: row }, context);
    return parts.length === 0 ? [] : [`${say("changed", before)}: ${parts.join("; ")}`];
  });
  const gone = old.filter((row) => !is.has(row.id)).map((row) => say("removed", row));
  const moved = lines.length + gone.length === 0 ? [say("moved", undefined)] : [];
  return [...lines, ...gone, ...moved];
}

function describeTicks(old: readonly string[], now: readonly string[], context: SentenceContext): string[] {
  const say = (key: "ticked" | "unticked") => (id: string) => sayOf(`desk:changes.${key}`, id, context);
  return [
    ...now.filter((id) => !old.includes(id)).map(say("ticked")),
    ...old.filter((id) => !now.includes(id)).map(say("unticked")),
  ];
}

function describeWishes(old: readonly Fields[], now: readonly Fields[], context: SentenceContext): string[] {
  const was = new Map(old.map((wish) => [wish.prizeId, wish]));
  return now.flatMap((wish) => {
    const before = was.get(wish.prizeId);
    const id = String(wish.prizeId);
    const isWished = wish.status === "Selected";
    const moved = isWished !== (before?.status === "Selected");
    const note = String(wish.note ?? "");
    return [
      ...(moved ? [sayOf(isWished ? "desk:changes.wished" : "desk:changes.unwished", id, context)] : []),
      ...(note !== String(before?.note ?? "") ? [sayOf("desk:changes.wishNote", id, context, shortened(note))] : []),
    ];
  });
}

function sayOf(key: TextKey, id: string, { language, names }: SentenceContext, note = ""): string {
  const name = names?.get(id) ?? "…";
  return translate(language, { key, params: { name, note: note === "" ? "–" : note } });
}

function nameOf(field: string, { language }: SentenceContext): string {
  for (const place of FIELD_NAMES) {
    const text = translate(language, { key: storedKey(`${place}${field}`), params: { defaultValue: "" } });
    if (text !== "") return text;
  }
  return translate(language, { key: "desk:changes.fields.other" });
}

/** A value as people read it. Null where there is none, or where only programs read it. */
function textOf(field: string, value: unknown, context: SentenceContext): string | null {
  const { language, timeZone } = context;
  if (value === undefined || value === null || value === "") return null;
  // The mark of a picture's bytes.
  if (field === "logo" || field === "picture") return translate(language, { key: "desk:changes.values.replaced" });
  if (typeof value === "boolean") return translate(language, { key: `desk:changes.values.${value ? "yes" : "no"}` });
  if (typeof value === "number") return formatCount(value, language);
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each !== "object").map((each) => textOf(field, each, context));
    return texts.length > 0 ? texts.join(", ") : null;
  }
  if (typeof value !== "string") return translate(language, { key: "desk:changes.values.much" });
  if (TIMESTAMP.test(value)) {
    const { date, time } = formatTimestamp(new Date(value), language, timeZone);
    return `${date}, ${time}`;
  }
  // A list that was too long for the log is stored as the beginning of its JSON.
  if (/^[[{]/.test(value)) return translate(language, { key: "desk:changes.values.much" });
  const words = WORDS[field];
  if (words) return translate(language, { key: storedKey(`${words}.${value}`), params: { defaultValue: value } });
  return shortened(value.replaceAll(UUID, "…"));
}

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`;
}

function titleOf(row: Fields | undefined): string {
  const title = row?.name ?? row?.details;
  return typeof title === "string" ? shortened(title) : "…";
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  // Rows before version 0.2 name a helper's permissions so.
  return "deeds" in value ? { permissions: value.deeds } : (value as Fields);
}

function rowsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** A change of the audit log as a page shows it. */
export function showChange<Change extends RecordedChange>(change: Change, context: SentenceContext) {
  const { before, after, subject, ...rest } = change;
  return {
    ...rest,
    subject: shownSubject(subject),
    sentences: changeSentences({ before, after }, context),
  };
}
