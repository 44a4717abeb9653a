import type { Outcome } from "#src/base/outcome.ts";
import type { Config } from "#src/config/config.ts";
import type { SecretState } from "#src/config/secret.ts";
import type { Misspelling } from "#src/config/setting-names.ts";
import type { MailFailures } from "#src/mail/read.ts";

/** All that the rules judge by. */
export type Facts = {
  readonly settings: Pick<
    Config,
    | "origin"
    | "host"
    | "witnesses"
    | "trustProxy"
    | "rateLimits"
    | "mailFrom"
    | "mailPerDay"
    | "databaseUrl"
    | "backupDir"
    | "workers"
  >;
  /** Variables that look like settings and are none. */
  readonly misspelt: readonly Misspelling[];
  /** Folders with personal data that killed restores left in DATA_DIR. */
  readonly leftovers: readonly string[];
  /** This machine's time, when it asked. */
  readonly now: Date;
  /** The time of the first relay of BEACON_URLS that answered, against this machine's at that moment. */
  readonly relayAheadMs: number | undefined;
  /** The program's own version, for people. */
  readonly program: string;
  /** The version of Node: "24.1.0". */
  readonly node: string;
  readonly dataDisk: Disk;
  readonly backupDisk: Disk | undefined;
  /** When the newest nightly backup was made. */
  readonly newestBackup: Date | undefined;
  /** Refused with one line where the file cannot be read. */
  readonly secret: Outcome<SecretState, string>;
  /** The public key of draws that the secret makes, in hex. */
  readonly siteKey: string | undefined;
  /** Whether the mail server lets the site in, with codes where not; nothing where none is set. */
  readonly mailServer: Outcome<void, string> | undefined;
  readonly site: SiteAnswer;
  /** Refused with one line where the database cannot be used. */
  readonly database: Outcome<DatabaseFacts, string>;
};

/** A folder, or the nearest one above it that is there already. */
export type Disk = { readonly folder: string; readonly freeBytes: number; readonly writable: boolean };

/** What `/readyz` answered on PORT; not ready is also a site that takes too long, and full its database's disk. */
export type SiteAnswer = "ready" | "not ready" | "full" | "another program" | "nothing";

export type DatabaseFacts = {
  /** The version of PostgreSQL: "18.1". */
  readonly version: string;
  /** Whether it compiles queries. */
  readonly compiles: boolean;
  /** How many connections it lets those open who are no superusers. */
  readonly connections: number;
  /** The database's time against this machine's. */
  readonly aheadMs: number;
  /** Migrations that it still needs; refused with one line where it is not of this version of the site. */
  readonly pending: Outcome<readonly string[], string>;
  /** Migrations of newer versions, with which this one works. */
  readonly newer: readonly string[];
  /** What is in its tables; nothing while migrations are pending. */
  readonly content: Content | undefined;
};

export type Content = {
  /** When the newest raffle was made; null where there is none. */
  readonly newestRaffle: Date | null;
  /** The public key of the secret that belongs to the database, in hex; null where none was noted yet. */
  readonly siteKey: string | null;
  readonly mails: MailFailures;
  /** The witnesses of the log that were met, WITNESSES that is. */
  readonly witnesses: readonly WitnessFact[];
};

export type WitnessFact = {
  readonly url: string;
  readonly askedAt: Date | null;
  /** Why it did not cosign when it was last asked; null where it did. */
  readonly failure: string | null;
};
