import { expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import { CODE_FORMATS, lookAlikes } from "#src/base/code-formats.ts";
import { isId } from "#src/base/ids.ts";
import type { Reader, Schema } from "#src/db/connect.ts";
import { LISTED_RAFFLE_FIELDS, RAFFLE_FIELD_NAMES, type RaffleField, recordOf } from "./fields.ts";
import type { ShownState } from "./limits.ts";
import { PRIZE_FIELD_NAMES, RULE_FIELD_NAMES } from "./row-fields.ts";
import { inPrizeOrder, inRuleOrder } from "./rules.ts";
import type { Prize, PublicRaffle, RaffleRule, RaffleSummary } from "./schema.ts";

// Uses the database's clock, so all machines agree to the last second.
const isOpen = sql<SqlBool>`now() <= raffles.due_date`.as("open");

const roundAt = expressionBuilder<Schema, "raffles">()
  .selectFrom("drawLocks")
  .select("roundAt")
  .whereRef("drawLocks.raffleId", "=", "raffles.id")
  .as("roundAt");

const announcedAt = expressionBuilder<Schema, "raffles">()
  .selectFrom("drawResults")
  .select("announcedAt")
  .whereRef("drawResults.raffleId", "=", "raffles.id")
  .as("announcedAt");

/** The public columns of a raffle: these fields, and what it is known by. Deliberately not the access code's hash. */
export function publicColumns<Field extends RaffleField>(fields: readonly Field[]) {
  return [
    "raffles.id",
    "raffles.codeId",
    "raffles.createdAt",
    "raffles.version",
    "raffles.logo",
    "raffles.lockedAt",
    "raffles.drawnAt",
    "raffles.entriesFrom",
    ...fields.map((name) => `raffles.${name}` as const),
    isOpen,
    roundAt,
    announcedAt,
  ] as const;
}

/**
 * Finds a raffle by its id or its code (in any case), with its prizes and rules sorted.
 *
 * @returns the public raffle, of any status (unpublished only means unlisted), or null
 */
export async function findRaffle(reader: Reader, idOrCode: string): Promise<PublicRaffle | null> {
  const key = raffleKey(idOrCode);
  if (key === null) return null;
  const row = await wholeRaffles(reader).where(key.column, "=", key.value).executeTakeFirst();
  return row ? publicRaffle(row) : null;
}

/** The same for the raffles with these codes (in any case), in no order; those that do not exist are missing. */
export async function findRaffles(reader: Reader, codes: readonly string[]): Promise<PublicRaffle[]> {
  const typed = [...new Set(codes.map((code) => code.toUpperCase()))].filter((code) => CODE_FORMATS.raffle.test(code));
  if (typed.length === 0) return [];
  const rows = await wholeRaffles(reader).where("raffles.codeId", "in", typed).execute();
  return rows.map(publicRaffle);
}

type WholeRow = Awaited<ReturnType<ReturnType<typeof wholeRaffles>["executeTakeFirstOrThrow"]>>;

function wholeRaffles(reader: Reader) {
  return reader
    .selectFrom("raffles")
    .select(publicColumns(RAFFLE_FIELD_NAMES))
    .select((eb) => [
      eb
        .selectFrom("prizes")
        .select(({ fn, ref }) =>
          fn
            .jsonAgg(
              jsonBuildObject({
                id: ref("prizes.id"),
                ...recordOf(PRIZE_FIELD_NAMES, (name) => ref(`prizes.${name}`)),
              }),
            )
            .as("list"),
        )
        .whereRef("prizes.raffleId", "=", "raffles.id")
        .as("prizes"),
      eb
        .selectFrom("rules")
        .select(({ fn, ref }) =>
          fn
            .jsonAgg(
              jsonBuildObject({ id: ref("rules.id"), ...recordOf(RULE_FIELD_NAMES, (name) => ref(`rules.${name}`)) }),
            )
            .as("list"),
        )
        .whereRef("rules.raffleId", "=", "raffles.id")
        .as("rules"),
    ]);
}

function publicRaffle(row: WholeRow): PublicRaffle {
  return {
    ...row,
    open: Boolean(row.open),
    prizes: inPrizeOrder((row.prizes ?? []) as Prize[]),
    rules: inRuleOrder((row.rules ?? []) as RaffleRule[]),
  } as PublicRaffle;
}

/** Counts, per id, the entries that did or claim these rules, or wished for these prizes. Omits ids with none. */
export async function countTicks(
  reader: Reader,
  raffleId: string,
  removed: { readonly rules: readonly string[]; readonly prizes: readonly string[] },
): Promise<Map<string, number>> {
  if (removed.rules.length + removed.prizes.length === 0) return new Map();
  const { rows } = await sql<{ id: string; entries: number }>`
    select ticked.id, count(*)::int as entries
    from entries, lateral (
      select unnest(entries.done_rules || entries.claimed_rules) as id
      union
      select (wish ->> 'prizeId')::uuid from jsonb_array_elements(entries.wishes) wish where wish ->> 'status' = 'Selected'
    ) ticked
    where entries.raffle_id = ${raffleId} and ticked.id = any(${[...removed.rules, ...removed.prizes]}::uuid[])
    group by ticked.id
  `.execute(reader);
  return new Map(rows.map((row) => [row.id, row.entries]));
}

/** The marks of a raffle's stored pictures. */
export async function readMarks(reader: Reader, raffleId: string): Promise<string[]> {
  const rows = await reader.selectFrom("rafflePictures").select("mark").distinct().where("raffleId", "=", raffleId);
  return (await rows.execute()).map(({ mark }) => mark);
}

/** One of a raffle's pictures in one width, or null. */
export async function readPicture(
  reader: Reader,
  picture: { readonly codeId: string; readonly mark: string; readonly width: number },
): Promise<Uint8Array | null> {
  const row = await reader
    .selectFrom("rafflePictures")
    .innerJoin("raffles", "raffles.id", "rafflePictures.raffleId")
    .select("webp")
    .where("codeId", "=", picture.codeId)
    .where("mark", "=", picture.mark)
    .where("width", "=", picture.width)
    .executeTakeFirst();
  return row?.webp ?? null;
}

/** The id of a raffle by its id or code, or by a code that looks like it, or null. For pages that need nothing else. */
export async function findRaffleId(reader: Reader, idOrCode: string): Promise<string | null> {
  const key = raffleKey(idOrCode);
  if (key === null) return null;
  const query = reader.selectFrom("raffles").select("id");
  const row = await query.where(key.column, "=", key.value).executeTakeFirst();
  if (row || key.column === "raffles.id") return row?.id ?? null;
  const alike = lookAlikes(key.value, CODE_FORMATS.raffle);
  const [found, another] = alike.length === 1 ? [] : await query.where("codeId", "in", alike).limit(2).execute();
  return found && !another ? found.id : null;
}

/** How many raffles one page of the public list shows. */
export const RAFFLES_PER_PAGE = 24;

/**
 * Days after its draw on which a raffle still is among the visitors' raffles. After them it is in the archive alone.
 */
const SHOWN_ENDED_DAYS = 30;

/** What visitors see of the published raffles: what has not ended long ago, and what they look for. */
export type RaffleSelection = {
  /** A part of the name of the raffle, its shop or a prize; empty for all. */
  readonly fragment: string;
  readonly state: ShownState;
};

/**
 * One page of the published raffles: first the open ones, soonest to close first; then the closed, last closed first.
 *
 * @param page counted from 1
 * @param selection only these; without it all, also what ended long ago
 * @returns the raffles, and whether another page follows
 */
export async function listPublishedRaffles(
  reader: Reader,
  page: number,
  selection?: RaffleSelection,
): Promise<{ raffles: RaffleSummary[]; more: boolean }> {
  const from = (page - 1) * RAFFLES_PER_PAGE;
  const wanted = RAFFLES_PER_PAGE + 1;
  // Two ranges of the index raffles_published. One order of both would read and sort all published raffles.
  const open = await publishedPart(reader, "open", selection)
    .orderBy("raffles.dueDate")
    .orderBy("raffles.id")
    .limit(wanted)
    .offset(from)
    .execute();
  const rows = [...open];
  if (open.length < wanted) {
    const before = open.length > 0 || from === 0 ? from + open.length : await countOpen(reader, selection);
    const closed = await publishedPart(reader, "closed", selection)
      .orderBy("raffles.dueDate", "desc")
      .orderBy("raffles.id")
      .limit(wanted - open.length)
      .offset(Math.max(0, from - before))
      .execute();
    // One that closed between the two statements is in both.
    rows.push(...closed.filter(({ id }) => open.every((one) => one.id !== id)));
  }
  const raffles = rows.slice(0, RAFFLES_PER_PAGE).map((row) => ({ ...row, open: Boolean(row.open) }) as RaffleSummary);
  return { raffles, more: rows.length > RAFFLES_PER_PAGE };
}

function publishedPart(reader: Reader, part: "open" | "closed", selection: RaffleSelection | undefined) {
  return reader
    .selectFrom("raffles")
    .select(publicColumns(LISTED_RAFFLE_FIELDS))
    .where("status", "=", "Published")
    .where(part === "open" ? sql<SqlBool>`raffles.due_date >= now()` : sql<SqlBool>`raffles.due_date < now()`)
    .$if(selection !== undefined, (query) => query.where(isSelected(selection as RaffleSelection)));
}

async function countOpen(reader: Reader, selection: RaffleSelection | undefined): Promise<number> {
  const { raffles } = await reader
    .selectFrom(publishedPart(reader, "open", selection).as("open"))
    .select(({ fn }) => fn.countAll<number>().as("raffles"))
    .executeTakeFirstOrThrow();
  return raffles;
}

/** Compares texts as they are, without a pattern language: what a stranger types has no special characters. */
function has(text: RawBuilder<string>, fragment: string) {
  return sql<SqlBool>`strpos(lower(${text}), lower(${fragment})) > 0`;
}

/** Whether a raffle or its shop is named like this. */
export function isNamed(fragment: string) {
  return has(sql`raffles.name || ' ' || raffles.shop_name || ' ' || raffles.shop_place`, fragment);
}

function isSelected({ fragment, state }: RaffleSelection) {
  const named = isNamed(fragment);
  const prized = sql<SqlBool>`exists (
    select from prizes where prizes.raffle_id = raffles.id and ${has(sql`prizes.name`, fragment)}
  )`;
  const conditions = [
    sql<SqlBool>`raffles.draw_date > now() - make_interval(days => ${SHOWN_ENDED_DAYS})`,
    ...(fragment === "" ? [] : [sql<SqlBool>`(${named} or ${prized})`]),
    ...(state === "all" ? [] : [sql<SqlBool>`(now() <= raffles.due_date) = ${state === "open"}`]),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** The canonical form of a raffle's id or code. Null if the text can be neither. */
export function raffleName(idOrCode: string): string | null {
  return raffleKey(idOrCode)?.value ?? null;
}

/** The maximum age of cached raffles, in case a notification was lost. */
const MAX_AGE_MS = 30_000;

/**
 * How long raffles read from now on may be cached without a change: until the next raffle closes, at most 30 s.
 *
 * @returns a time in the scale of performance.now(); the database returns only a duration, so no clocks are compared
 */
export async function knownUntil(reader: Reader): Promise<number> {
  const asked = performance.now();
  const next = await reader
    .selectFrom("raffles")
    .select(sql<number>`extract(epoch from due_date - now())::float8 * 1000`.as("ms"))
    .where("dueDate", ">=", sql<Date>`now()`)
    .orderBy("dueDate")
    .limit(1)
    .executeTakeFirst();
  return asked + Math.min(next?.ms ?? MAX_AGE_MS, MAX_AGE_MS);
}

export function raffleKey(idOrCode: string): { column: "raffles.id" | "raffles.codeId"; value: string } | null {
  if (isId(idOrCode)) return { column: "raffles.id", value: idOrCode.toLowerCase() };
  const code = idOrCode.toUpperCase();
  return CODE_FORMATS.raffle.test(code) ? { column: "raffles.codeId", value: code } : null;
}
