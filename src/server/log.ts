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
 * each such line counts the ones left out before it.
 *
 * @param destination in place of standard error, for tests
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Logger {
  const admits = onceAMinute();
  return pino(
    {
      level,
      hooks: {
        logMethod(args, write) {
          const [first] = args as unknown[];
          if (!isDatabaseAway((first as { err?: unknown } | null)?.err)) return write.apply(this, args);
          const unlogged = admits();
          if (unlogged === undefined) return;
          Object.assign(first as object, unlogged > 0 && { unlogged });
          write.apply(this, args);
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

/** Returns, once a minute, the number of calls that got undefined since the last time; otherwise undefined. */
function onceAMinute(): () => number | undefined {
  let last = Number.NEGATIVE_INFINITY;
  let inVain = 0;
  return () => {
    if (performance.now() - last < SAME_TROUBLE_MS) {
      inVain += 1;
      return undefined;
    }
    last = performance.now();
    const count = inVain;
    inVain = 0;
    return count;
  };
}
