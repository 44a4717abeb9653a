import { type DestinationStream, type Level, type Logger, pino } from "pino";
import { isDatabaseAway } from "#src/db/database-away.ts";
import { PERSON_FIELD_NAMES } from "#src/entries/fields.ts";

/** Names of fields whose values are never logged, at the top level and up to two levels below. */
const PRIVATE = [
  "accessCode",
  "entryCode",
  "secret",
  "password",
  "token",
  "authorization",
  "cookie",
  ...PERSON_FIELD_NAMES,
  "phoneKey",
  "emailKey",
];

/** A crowd, or one stranger, causes thousands of the same error a minute: one line a minute is enough. */
const SAME_ERROR_MS = 60_000;
/**
 * Kinds of errors that are counted at once. There are as many as places in the code that throw; others are one kind.
 */
const MAX_KINDS = 200;

/** The site's log, with what its process writes last. */
export type SiteLog = {
  readonly log: Logger;
  /** Writes the counts of the minute that has not ended. */
  writeCounts(): void;
};

/**
 * The site's log: JSON lines on standard error, so that standard output has only the few lines for people. Errors are
 * logged without the rows and values that PostgreSQL adds. Each kind of error is logged once a minute; when it is over,
 * a line counts the ones left out and names their requests, so that each complaint leads to a line. Fatal ones always
 * are, after the counts: the process may not live to the end of the minute.
 *
 * @param destination in place of standard error, for tests
 */
export function createLog(level: string, destination: DestinationStream = standardError()): SiteLog {
  const left = onceAMinute();
  const log = pino(
    {
      level,
      hooks: {
        logMethod(args, write, lineLevel) {
          const [first, as] = args as unknown[];
          const fields = first as { err?: unknown; request?: unknown } | null;
          if (lineLevel >= FATAL) left.writeCounts();
          const err = fields?.err;
          if (!(err instanceof Error) || lineLevel >= FATAL) return write.apply(this, args);
          const failed = { level: lineLevel, request: fields?.request ?? this.bindings().request };
          const isFirst = left.leaveOut(kindOf(err, as), failed, ({ highest, ...rest }) =>
            this[labelOf(highest)]({ ...rest, as, type: err.name }, "failed too, in the minute after such a line"),
          );
          if (isFirst) write.apply(this, args);
        },
      },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: PRIVATE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[private]" },
      serializers: { err: describeError },
    },
    destination,
  );
  return { log, writeCounts: left.writeCounts };
}

function labelOf(level: number): Level {
  return pino.levels.labels[level] as Level;
}

/** pino's number of the level. */
const FATAL = 60;

/** Lines that wait for room, in bytes. What comes when so many wait is dropped. */
const MAX_UNWRITTEN = 1_048_576;

/** Standard error. Where it leads to a file on a full disk, lines wait for room: the site goes on without them. */
function standardError(): DestinationStream {
  return pino.destination({ dest: 2, maxLength: MAX_UNWRITTEN, sync: true }).on("error", () => undefined);
}

/** Drops PostgreSQL's `detail`, `where` and `query`, which hold people's data; the other fields locate the error. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "Something that is not an Error was thrown." };
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack };
}

/** Request ids that are stored for the line that ends a minute: 32 KB of a log. */
const MAX_REQUESTS = 1_000;

/** What one minute left out, with the highest level of its lines. */
type LeftOut = { readonly unlogged: number; readonly requests: readonly string[]; readonly highest: number };

/** Counts what was left out since the kind's first line, or since the counts were last written. */
type Counter = { unlogged: number; requests: string[]; highest: number; report: (left: LeftOut) => void };

/** The fields of a PostgreSQL error that distinguish one bug from another. */
const OF_DATABASE = ["code", "table", "column", "constraint"] as const;

/**
 * Which errors are one: all of a database that is away; else those that one place throws, where one line reports them.
 */
function kindOf(err: Error, as: unknown): string {
  if (isDatabaseAway(err)) return "away";
  const fields = err as { readonly [name in (typeof OF_DATABASE)[number]]?: unknown };
  return [as, err.name, ...OF_DATABASE.map((name) => fields[name]), placeOf(err)].join(" ");
}

/** Frames of libraries, of Node and of our wrapper of the driver: one of them is in the stack of every failed query. */
const OF_NO_BUG = /[/\\]node_modules[/\\]|\bnode:|[/\\]src[/\\]db[/\\]pool[/\\]/;

/** The first stack frame of the code that asked. */
function placeOf({ stack = "", message }: Error): string {
  // A message may quote what somebody typed: it differs each time, and may look like a frame.
  const start = stack.indexOf(message);
  const frames = stack
    .slice(start < 0 ? 0 : start + message.length)
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return (frames.find((frame) => !OF_NO_BUG.test(frame)) ?? frames[0] ?? "").trim();
}

/** Lets one error of each kind through a minute, and counts the others for a line of their own. */
function onceAMinute() {
  const kinds = new Map<string, Counter>();
  const writeCount = (counter: Counter) => {
    const { unlogged, requests, highest } = counter;
    Object.assign(counter, { unlogged: 0, requests: [], highest: 0 });
    if (unlogged > 0) counter.report({ unlogged, requests, highest });
  };
  return {
    /**
     * @param failed the line's level, and the id of the request that failed
     * @param report gets what was left out, when the minute is over or the counts are written before
     * @returns whether this is the minute's first of its kind, which is to be logged
     */
    leaveOut(kind: string, failed: { level: number; request: unknown }, report: (left: LeftOut) => void): boolean {
      const key = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : "other";
      const left = kinds.get(key);
      if (!left) {
        const begun = { unlogged: 0, requests: [], highest: 0, report };
        kinds.set(key, begun);
        setTimeout(() => {
          kinds.delete(key);
          writeCount(begun);
        }, SAME_ERROR_MS).unref();
        return true;
      }
      left.unlogged += 1;
      left.highest = Math.max(left.highest, failed.level);
      const { request } = failed;
      if (typeof request === "string" && left.requests.length < MAX_REQUESTS) left.requests.push(request);
      return false;
    },
    writeCounts(): void {
      for (const counter of kinds.values()) writeCount(counter);
    },
  };
}
