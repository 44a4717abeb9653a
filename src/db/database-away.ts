/** The database is not usable now. The work was not done, or its outcome is unknown. */
export class DatabaseAwayError extends Error {
  override readonly name = "DatabaseAwayError";

  readonly reason: string;

  constructor(reason: string) {
    super(`The database does not answer: ${reason}`);
    this.reason = reason;
  }
}

/** The driver's messages for a connection that could not be made or is lost. */
const OF_THE_DRIVER =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client (has encountered a connection error|was closed))/;

/** The operating system's codes for it. `isConnectionLost` adds ENOENT: the bundled server's socket is missing. */
const OF_THE_SYSTEM = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** SQLSTATEs of a server that stops, was killed, starts or has become a standby. Class 08: connection exceptions. */
const OF_THE_SERVER = /^(08...|57P01|57P02|57P03|25006)$/;

/** What a server says whose own libraries are being replaced (58P01). Its data have the same code, and other words. */
const WITHOUT_ITS_LIBRARIES = /^could not access file "/;

/** SQLSTATEs of an overloaded server: too many connections, a lock timeout, a statement timeout. */
const OVERLOADED = new Set(["53300", "55P03", "57014"]);

/** The operating system's codes for a full disk, and for a quota that is used up. */
const FULL_OF_THE_SYSTEM = new Set(["ENOSPC", "EDQUOT"]);

/** The SQLSTATE disk_full. */
const DISK_FULL = "53100";

/** What PostgreSQL's errors of other SQLSTATEs say of the same: those of a quota, and of its own helper processes. */
const FULL_IN_WORDS = /No space left on device|Disk quota exceeded/;

/** Whether a disk had no room for what was to be written: that of PostgreSQL, or of the site. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as NodeJS.ErrnoException;
  return code === DISK_FULL || FULL_OF_THE_SYSTEM.has(code) || FULL_IN_WORDS.test(error.message);
}

/** Whether this error means that its connection is unusable and must be closed. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseAwayError || OF_THE_DRIVER.test(error.message)) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined) return false;
  if (code === "58P01") return WITHOUT_ITS_LIBRARIES.test(error.message);
  return OF_THE_SYSTEM.has(code) || OF_THE_SERVER.test(code) || (code === "ENOENT" && syscall === "connect");
}

/**
 * Whether the database caused this error (or its `cause`): it is away, starts, stops, is overloaded or has no room. A
 * retry in a moment may succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isConnectionLost(error) || isDiskFull(error) || OVERLOADED.has((error as NodeJS.ErrnoException).code ?? ""))
    return true;
  return error.cause !== undefined && isDatabaseAway(error.cause);
}
