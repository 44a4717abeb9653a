import { type DestinationStream, type Logger, pino } from "pino";

/** Names of fields whose values never belong in a log, however deep a caller put them (two levels are looked at). */
const PRIVATE = [
  "accessCode",
  "entryCode",
  "secret",
  "password",
  "token",
  "authorization",
  "cookie",
  "firstName",
  "lastName",
  "address",
  "phone",
  "phoneKey",
  "email",
  "emailKey",
  "facebook",
  "instagram",
];

/**
 * The site's log: JSON, a line each, on the standard error output, so that the few lines for people stand alone on the
 * standard output. Errors are logged without the rows and values that PostgreSQL adds to them.
 *
 * @param destination another place than the standard error output, for tests
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: PRIVATE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[private]" },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** PostgreSQL's `detail`, `where` and `query` hold people's data; what is kept says where to look. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: "Something that is not an Error was thrown." };
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: unknown; table?: unknown };
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack };
}
