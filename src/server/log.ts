import { type DestinationStream, type Logger, pino } from "pino";
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

/**
 * The site's log: JSON lines on standard error, so that standard output has only the few lines for people. Errors are
 * logged without the rows and values that PostgreSQL adds. Each kind of error is logged once a minute; when it is over,
 * a line counts the ones left out and names their requests, so that each complaint leads to a line. Fatal ones always
 * are.
 *
 * @param destination in place of standard error, for tests
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  const left = onceAMinute();
  return pino(
    {
      level,
      hooks: {
        logMethod(args, write, lineLevel) {
          const [first, as] = args as unknown[];
          const fields = first as { err?: unknown; request?: unknown } | null;
          const err = fields?.err;
          if (!(err instanceof Error) || lineLevel >= FATAL) return write.apply(this, args);
          const isFirst = left.leaveOut(kindOf(err, as), fields?.request ?? this.bindings().request, (rest) =>
            this.error({ ...rest, as, type: err.name }, "failed too, in the minute after such a line"),
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

/** Request ids that are kept for the line that ends a minute: 32 KB of a log. */
const MAX_REQUESTS = 1_000;

/** What one minute left out. */
type LeftOut = { readonly unlogged: number; readonly requests: readonly string[] };

/**
 * Which errors are one: all of a database that is away; else those that one place throws, where one line tells of them.
 */
function kindOf(err: Error, as: unknown): string {
  if (isDatabaseAway(err)) return "away";
  const { code } = err as { code?: unknown };
  // A message may quote what somebody typed, and differ each time.
  const place = err.stack?.split("\n").find((line) => /^\s+at /.test(line)) ?? "";
  return [as, err.name, code, place.trim()].join(" ");
}

/** Lets one error of each kind through a minute, and counts the others for a line of their own. */
function onceAMinute() {
  const kinds = new Map<string, { unlogged: number; requests: string[] }>();
  return {
    /**
     * @param request the id of the request that failed
     * @param tell gets what was left out, when the minute is over
     * @returns whether this is the minute's first of its kind, which is to be logged
     */
    leaveOut(kind: string, request: unknown, tell: (left: LeftOut) => void): boolean {
      const key = kinds.has(kind) || kinds.size < MAX_KINDS ? kind : "other";
      const left = kinds.get(key);
      if (!left) {
        const begun = { unlogged: 0, requests: [] };
        kinds.set(key, begun);
        setTimeout(() => {
          kinds.delete(key);
          if (begun.unlogged > 0) tell(begun);
        }, SAME_ERROR_MS).unref();
        return true;
      }
      left.unlogged += 1;
      if (typeof request === "string" && left.requests.length < MAX_REQUESTS) left.requests.push(request);
      return false;
    },
  };
}
