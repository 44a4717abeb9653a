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

/** While the database is away, a crowd causes thousands of the same error a minute: one line a minute is enough. */
const SAME_TROUBLE_MS = 60_000;

/**
 * The site's log: JSON lines on standard error, so that standard output has only the few lines for people. Errors are
 * logged without the rows and values that PostgreSQL adds. Errors of a database that is away are logged once a minute;
 * when it is over, a line counts the ones left out and names their requests, so that each complaint leads to a line.
 *
 * @param destination in place of standard error, for tests
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  const left = onceAMinute();
  return pino(
    {
      level,
      hooks: {
        logMethod(args, write) {
          const [first] = args as unknown[];
          const fields = first as { err?: unknown; request?: unknown } | null;
          if (!isDatabaseAway(fields?.err)) return write.apply(this, args);
          const isFirst = left.leaveOut(fields?.request ?? this.bindings().request, (rest) =>
            this.error(rest, "failed too, as the line above"),
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

/** Lets one error a minute through, and keeps the others for a line of their own. */
function onceAMinute() {
  let unlogged = 0;
  let requests: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  return {
    /**
     * @param request the id of the request that failed
     * @param tell gets what was left out, when the minute is over
     * @returns whether this is the minute's first, which is to be logged
     */
    leaveOut(request: unknown, tell: (left: LeftOut) => void): boolean {
      if (timer === undefined) {
        timer = setTimeout(() => {
          timer = undefined;
          if (unlogged > 0) tell({ unlogged, requests });
          unlogged = 0;
          requests = [];
        }, SAME_TROUBLE_MS).unref();
        return true;
      }
      unlogged += 1;
      if (typeof request === "string" && requests.length < MAX_REQUESTS) requests.push(request);
      return false;
    },
  };
}
