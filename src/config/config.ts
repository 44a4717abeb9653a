import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { getCountries, isSupportedCountry } from "libphonenumber-js";
import { z } from "zod";
import { accept, type Outcome, refuse } from "#src/base/outcome.ts";
import { beaconRelays, PUBLIC_RELAYS, witnessAddresses } from "./beacon-settings.ts";
import type { Environment } from "./env.ts";
import { type MailAddress, mailAddress, type SmtpServer, smtpServer } from "./mail-settings.ts";

/** Nobody can guess 32 random characters. */
const MIN_SECRET_LENGTH = 32;

/** More proxies than this in front of one site is a typing mistake. */
const MAX_PROXIES = 10;

/** More processes than this on one machine only take memory from the database. */
const MAX_WORKERS = 64;

/** A shorter passphrase can be guessed by whoever has the file. */
const MIN_PASSPHRASE_LENGTH = 12;

/** More backups than this only fill a disk. */
const MAX_BACKUPS = 1000;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const variables = z.object({
  PORT: whole(1, 65_535, "a port from 1 to 65535, for example PORT=3000").default(3000),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, "must be the address to listen on, for example HOST=127.0.0.1 or HOST=0.0.0.0")
    .default("127.0.0.1"),
  ORIGIN: z.string().transform(toOrigin).optional(),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, "must look like postgresql://user:password@host:5432/database")
    .optional(),
  DATABASE_SHARDED: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
  PRODUCT_NAME: z.string().max(60, "must have 60 characters or fewer").default("Tambiolo"),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a time zone of the IANA list, for example TIME_ZONE=Asia/Manila")
    .default("Asia/Manila"),
  DEFAULT_REGION: z
    .string()
    .refine(
      isSupportedCountry,
      `must be one of the ${getCountries().length} two-letter regions that have phone numbers, for example DEFAULT_REGION=PH`,
    )
    .default("PH"),
  DEFAULT_LANGUAGE: z.enum(["de", "en", "fil"], "must be de, en or fil").default("de"),
  CURRENCY: z
    .string()
    .refine(isCurrency, "must be a three-letter currency code of ISO 4217, for example CURRENCY=PHP")
    .default("PHP"),
  DEVELOPER_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be an address of the web, for example DEVELOPER_URL=https://developer.example.com",
    })
    .optional(),
  OPERATOR_EMAIL: z.email("must be an e-mail address, for example OPERATOR_EMAIL=owner@example.com").optional(),
  SMTP_URL: smtpServer.optional(),
  MAIL_FROM: mailAddress.optional(),
  MAIL_PER_DAY: whole(10, 999_999, "the mails that the site may send in a day, from 10 to 999999").default(10_000),
  BEACON_URLS: z.string().default(PUBLIC_RELAYS).pipe(beaconRelays),
  BEACON_CHAIN: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  WITNESSES: z.string().default("").pipe(witnessAddresses),
  PLANS_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters; leave it out and one is made for you`)
    .optional(),
  BACKUP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  BACKUP_KEEP: whole(1, MAX_BACKUPS, `the number of backups to keep, from 1 to ${MAX_BACKUPS}`).default(7),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_LENGTH, `must have at least ${MIN_PASSPHRASE_LENGTH} characters`)
    .optional(),
  METRICS: z.string().transform(toListening).optional(),
  HSTS_SUBDOMAINS: z.enum(["on", "off"], "must be on or off").default("off"),
  RATE_LIMITS: z.enum(["on", "off"], "must be on or off").default("on"),
  TRUST_PROXY: whole(0, MAX_PROXIES, `the number of proxies in front, from 0 to ${MAX_PROXIES}`).default(0),
  WEBHOOK_TARGETS: z.enum(["public", "any"], "must be public or any").default("public"),
  WINNER_RECORD_YEARS: whole(0, 30, "the years for which the record of a winner is kept, from 0 to 30").default(5),
  WORKERS: whole(1, MAX_WORKERS, `the number of processes that answer requests, from 1 to ${MAX_WORKERS}`).default(1),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
});

/** How this site is run. Made once, at the start, from the environment. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** Scheme, host and port under which people reach the site, without a slash at the end. */
  readonly origin: string;
  /** Absolute path of the folder that holds everything this site must not lose. */
  readonly dataDir: string;
  /** The operator's own PostgreSQL; without it the bundled one runs in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Whether that PostgreSQL is a Citus whose tables are sharded by raffle. */
  readonly databaseSharded: boolean;
  readonly productName: string;
  readonly timeZone: string;
  readonly defaultRegion: string;
  /** The language of whoever says none that the site speaks: programs, crawlers, link previews. */
  readonly defaultLanguage: "de" | "en" | "fil";
  readonly currency: string;
  /** Target of the "Powered By" link: the site's developer. Without it the link leads to the page about the site. */
  readonly developerUrl: string | undefined;
  readonly operatorEmail: string | undefined;
  /** The mail server; without it no mail is sent. */
  readonly smtp: SmtpServer | undefined;
  /** The sender of mails; always set when `smtp` is. */
  readonly mailFrom: MailAddress | undefined;
  /** How many mails the site sends in a day; the others wait. */
  readonly mailPerDay: number;
  /** Where the randomness of draws is asked for, one relay after the other. */
  readonly beaconRelays: readonly string[];
  /** Absolute path of the file that describes another chain than drand's quicknet; loadChain() reads it. */
  readonly beaconChain: string | undefined;
  /** The addresses of other sites that cosign this site's log, and whose logs this one cosigns. */
  readonly witnesses: readonly string[];
  /** Absolute path of the file with the operator's plans; loadPlans() reads it. */
  readonly plansFile: string | undefined;
  /** The secret that the operator gave; loadSecret() finds the one to use. */
  readonly secret: string | undefined;
  /** Where Prometheus reads the metrics; without it they are not counted. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Absolute path of the folder for a backup each night; without it none is made. */
  readonly backupDir: string | undefined;
  /** How many of the nightly backups are kept. */
  readonly backupKeep: number;
  /** What encrypts backups. */
  readonly backupPassphrase: string | undefined;
  /** Whether HSTS (https only) also covers the subdomains of the site's host. */
  readonly hstsSubdomains: boolean;
  readonly rateLimits: boolean;
  readonly trustProxy: number;
  /** Where webhooks may lead: to public addresses by https, or to any address, also of the site's own network. */
  readonly webhookTargets: "public" | "any";
  /** Years after a hand-over for which the winner's name, address and contact are kept for the report. */
  readonly winnerRecordYears: number;
  /** How many processes answer requests; with 1 the site is a single process. */
  readonly workers: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
};

/**
 * Reads the site's settings. A variable that is empty counts as absent. A setting with a secret value can be in a file,
 * as containers and systemd have it: SECRET_FILE names one, which is not empty.
 *
 * @returns the settings, or one line for the operator that names each bad variable and says what it must be
 */
export function readConfig(env: Environment): Outcome<Config, string> {
  const pairs: [string, string][] = [];
  for (const name of Object.keys(variables.shape)) {
    const value = env[name]?.trim();
    const file = UNSPEAKABLE.has(name) ? env[`${name}_FILE`]?.trim() : undefined;
    try {
      const found = value || (file && readFileSync(file, "utf8").trim());
      // Not as absent: the site would go on with a new secret, another database, or backups in plain text.
      if (file && !found) return refuse(`${name}_FILE names an empty file: ${file}.`);
      if (found) pairs.push([name, found]);
    } catch (error) {
      return refuse(`${name}_FILE cannot be read: ${(error as Error).message}.`);
    }
  }
  const parsed = variables.safeParse(Object.fromEntries(pairs));
  if (!parsed.success) return refuse(explain(parsed.error, env));
  const read = parsed.data;
  const mailFrom = read.MAIL_FROM ?? (read.OPERATOR_EMAIL && { name: undefined, address: read.OPERATOR_EMAIL });
  if (read.SMTP_URL && !mailFrom) return refuse(SENDER_MISSING);
  return accept({
    port: read.PORT,
    host: read.HOST,
    origin: read.ORIGIN ?? `http://localhost:${read.PORT}`,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    databaseSharded: read.DATABASE_SHARDED === "on",
    productName: read.PRODUCT_NAME,
    timeZone: read.TIME_ZONE,
    defaultRegion: read.DEFAULT_REGION,
    defaultLanguage: read.DEFAULT_LANGUAGE,
    currency: read.CURRENCY,
    developerUrl: read.DEVELOPER_URL,
    operatorEmail: read.OPERATOR_EMAIL,
    smtp: read.SMTP_URL,
    mailFrom: mailFrom || undefined,
    beaconRelays: read.BEACON_URLS,
    beaconChain: read.BEACON_CHAIN,
    witnesses: read.WITNESSES,
    plansFile: read.PLANS_FILE,
    secret: read.SECRET,
    metrics: read.METRICS,
    mailPerDay: read.MAIL_PER_DAY,
    backupDir: read.BACKUP_DIR,
    backupKeep: read.BACKUP_KEEP,
    backupPassphrase: read.BACKUP_PASSPHRASE,
    hstsSubdomains: read.HSTS_SUBDOMAINS === "on",
    rateLimits: read.RATE_LIMITS === "on",
    trustProxy: read.TRUST_PROXY,
    webhookTargets: read.WEBHOOK_TARGETS,
    winnerRecordYears: read.WINNER_RECORD_YEARS,
    workers: read.WORKERS,
    logLevel: read.LOG_LEVEL,
  });
}

const SENDER_MISSING =
  "MAIL_FROM must be given with SMTP_URL (or OPERATOR_EMAIL): the address that mails are from, for example MAIL_FROM=raffles@example.com.";

/** Variables with secret values: an error message must not repeat them on a screen or in a log. */
const UNSPEAKABLE = new Set(["SECRET", "DATABASE_URL", "SMTP_URL", "BACKUP_PASSPHRASE"]);

/** The names of all settings, those with a file among them. */
export const SETTINGS: readonly string[] = [
  ...Object.keys(variables.shape),
  ...[...UNSPEAKABLE].map((name) => `${name}_FILE`),
];

function explain(error: z.ZodError, env: Environment): string {
  return error.issues
    .map(({ path, message }) => {
      const name = String(path[0]);
      const value = UNSPEAKABLE.has(name) ? "" : ` (it is ${JSON.stringify(env[name])})`;
      return `${name}${value} ${message}.`;
    })
    .join(" ");
}

function whole(least: number, most: number, meaning: string) {
  const message = `must be ${meaning}`;
  return z
    .string()
    .regex(/^[0-9]{1,6}$/, { error: message, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
}

function toOrigin(value: string, context: z.RefinementCtx): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isOrigin =
    url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
  if (isOrigin) return url.origin;
  context.addIssue({
    code: "custom",
    message: "must be the address that people type, without a path, for example ORIGIN=https://raffles.example.com",
  });
  return z.NEVER;
}

/** A port of this machine, or an address and a port. */
function toListening(value: string, context: z.RefinementCtx): { host: string; port: number } {
  const [, host = "127.0.0.1", port = ""] = /^(?:\[?([A-Za-z0-9.:_-]+?)\]?:)?([0-9]{1,5})$/.exec(value) ?? [];
  if (Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
  context.addIssue({
    code: "custom",
    message:
      "must be a port of this machine, or an address and a port, for example METRICS=9464 or METRICS=10.0.0.5:9464",
  });
  return z.NEVER;
}

/** Whether a text is an address of a PostgreSQL. */
export function isDatabaseUrl(value: string): boolean {
  return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

function isCurrency(value: string): boolean {
  return Intl.supportedValuesOf("currency").includes(value);
}
