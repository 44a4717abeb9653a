import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

describe("readConfig", () => {
  test("without any variable is a site for one machine in Manila", () => {
    expect(readConfig({})).toEqual({
      ok: true,
      value: {
        port: 3000,
        host: "127.0.0.1",
        origin: "http://localhost:3000",
        dataDir: resolve("data"),
        databaseUrl: undefined,
        databaseSharded: false,
        productName: "Tambiolo",
        timeZone: "Asia/Manila",
        defaultRegion: "PH",
        defaultLanguage: "de",
        currency: "PHP",
        operatorEmail: undefined,
        smtp: undefined,
        mailFrom: undefined,
        mailPerDay: 10_000,
        beaconRelays: [
          "https://api.drand.sh",
          "https://api2.drand.sh",
          "https://api3.drand.sh",
          "https://drand.cloudflare.com",
        ],
        beaconChain: undefined,
        witnesses: [],
        secret: undefined,
        metrics: undefined,
        backupDir: undefined,
        backupKeep: 7,
        backupPassphrase: undefined,
        hstsSubdomains: false,
        rateLimits: true,
        trustProxy: 0,
        webhookTargets: "public",
        winnerRecordYears: 5,
        workers: 1,
        logLevel: "info",
      },
    });
  });

  test("takes what is given, trimmed, and an empty variable as absent", () => {
    const read = readConfig({
      PORT: " 8080 ",
      HOST: "",
      ORIGIN: "https://Raffles.Example.com/",
      DATABASE_URL: "postgresql://u:p@db:5432/raffles",
      DEFAULT_REGION: "DE",
      TIME_ZONE: "Europe/Berlin",
      HSTS_SUBDOMAINS: "on",
      RATE_LIMITS: "off",
      TRUST_PROXY: "1",
      WORKERS: "4",
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        port: 8080,
        host: "127.0.0.1",
        origin: "https://raffles.example.com",
        databaseUrl: "postgresql://u:p@db:5432/raffles",
        defaultRegion: "DE",
        timeZone: "Europe/Berlin",
        hstsSubdomains: true,
        rateLimits: false,
        trustProxy: 1,
        workers: 4,
      },
    });
  });

  test("takes a mail server, and who mails are from", () => {
    const server = { host: "mail.example.com", port: 465, secure: true, isLoopback: false };
    expect(
      readConfig({ SMTP_URL: "smtps://u%40x:p%3As@mail.example.com", OPERATOR_EMAIL: "me@example.com" }),
    ).toMatchObject({
      value: {
        smtp: { ...server, auth: { user: "u@x", pass: "p:s" } },
        mailFrom: { name: undefined, address: "me@example.com" },
      },
    });
    expect(
      readConfig({ SMTP_URL: "smtp://[::1]:2525", MAIL_FROM: '"Suki, Raffles" <raffles@example.com>' }),
    ).toMatchObject({
      value: {
        smtp: { host: "::1", port: 2525, secure: false, isLoopback: true, auth: undefined },
        mailFrom: { name: "Suki, Raffles", address: "raffles@example.com" },
      },
    });
  });

  test("takes relays of the beacon, and without encryption those on this machine alone", () => {
    expect(
      readConfig({ BEACON_URLS: "https://Relay.example.com/, http://127.0.0.1:99/drand/", BEACON_CHAIN: "chain.json" }),
    ).toMatchObject({
      value: {
        beaconRelays: ["https://relay.example.com", "http://127.0.0.1:99/drand"],
        beaconChain: resolve("chain.json"),
      },
    });
  });

  test("takes the addresses of witnesses", () => {
    expect(readConfig({ WITNESSES: "https://One.example.com/, https://two.example.com" })).toMatchObject({
      value: { witnesses: ["https://one.example.com", "https://two.example.com"] },
    });
  });

  test("takes the file of the plans", () => {
    expect(readConfig({})).toMatchObject({ value: { plansFile: undefined } });
    expect(readConfig({ PLANS_FILE: "plans.json" })).toMatchObject({ value: { plansFile: resolve("plans.json") } });
  });

  test("wants to know who mails are from", () => {
    expect(readConfig({ SMTP_URL: "smtp://mail.example.com" })).toEqual({
      ok: false,
      refusal: expect.stringMatching(/^MAIL_FROM must be given with SMTP_URL/),
    });
  });

  test("lets the origin follow the port", () => {
    expect(readConfig({ PORT: "3456" })).toMatchObject({ value: { origin: "http://localhost:3456" } });
  });

  test.each([
    ["PORT", "http"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "30.5"],
    ["HOST", "http://127.0.0.1"],
    ["ORIGIN", "raffles.example.com"],
    ["ORIGIN", "https://raffles.example.com/shop"],
    ["ORIGIN", "ftp://raffles.example.com"],
    ["PRODUCT_NAME", "x".repeat(61)],
    ["TIME_ZONE", "Asia/Manilla"],
    ["DEFAULT_REGION", "Philippines"],
    ["CURRENCY", "pesos"],
    ["OPERATOR_EMAIL", "owner"],
    ["MAIL_FROM", "Raffles"],
    ["MAIL_FROM", "Raffles\nBcc: x <raffles@example.com>"],
    ["BEACON_URLS", "api.drand.sh"],
    ["BEACON_URLS", "http://api.drand.sh"],
    ["BEACON_URLS", "https://api.drand.sh,"],
    ["BEACON_URLS", "https://user@api.drand.sh"],
    ["BEACON_URLS", "https://api.drand.sh/?round="],
    ["WITNESSES", "raffles.example.org"],
    ["WITNESSES", "http://raffles.example.org"],
    ["RATE_LIMITS", "no"],
    ["HSTS_SUBDOMAINS", "yes"],
    ["TRUST_PROXY", "yes"],
    ["WORKERS", "0"],
    ["WORKERS", "65"],
    ["WORKERS", "auto"],
    ["LOG_LEVEL", "loud"],
  ])("refuses %s=%s in one line that names it and its value", (name, value) => {
    const read = readConfig({ [name]: value });
    expect(read).toEqual({
      ok: false,
      refusal: expect.stringMatching(new RegExp(`^${name} \\(it is .+\\) must .+\\.$`)),
    });
    expect(read).toEqual({ ok: false, refusal: expect.stringContaining(JSON.stringify(value)) });
  });

  test.each([
    ["SECRET", "too-short"],
    ["DATABASE_URL", "mysql://user:hunter2@db/raffles"],
    ["SMTP_URL", "https://user:hunter2@mail.example.com"],
    ["SMTP_URL", "smtp://user:%hunter2@mail.example.com"],
    ["SMTP_URL", "smtp://user:hunter2@mail.example.com?tls=no"],
  ])("refuses a bad %s without repeating it", (name, value) => {
    const read = readConfig({ [name]: value });
    expect(read).toEqual({ ok: false, refusal: expect.stringMatching(new RegExp(`^${name} must .+\\.$`)) });
    expect(JSON.stringify(read)).not.toContain(value);
  });

  test("names every bad variable at once", () => {
    const read = readConfig({ PORT: "x", CURRENCY: "y" });
    expect(read).toEqual({ ok: false, refusal: expect.stringMatching(/^PORT .+ CURRENCY .+\.$/) });
  });
});

test("a setting with a secret value can be in a file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-setting-"));
  const file = join(folder, "database_url");
  await writeFile(file, "postgresql://site:hunter2@db.example.com/raffles\n");
  expect(readConfig({ DATABASE_URL_FILE: file })).toMatchObject({
    value: { databaseUrl: "postgresql://site:hunter2@db.example.com/raffles" },
  });
  expect(readConfig({ SECRET_FILE: file })).toMatchObject({ ok: true });
  await writeFile(file, "\n");
  expect(readConfig({ BACKUP_PASSPHRASE_FILE: file })).toEqual({
    ok: false,
    refusal: `BACKUP_PASSPHRASE_FILE names an empty file: ${file}.`,
  });
  await rm(folder, { recursive: true });
  expect(readConfig({ DATABASE_URL_FILE: file })).toMatchObject({
    refusal: expect.stringMatching(/^DATABASE_URL_FILE cannot be read: ENOENT/),
  });
  expect(readConfig({ METRICS: "9464" })).toMatchObject({ value: { metrics: { host: "127.0.0.1", port: 9464 } } });
  expect(readConfig({ METRICS: "[::1]:9464" })).toMatchObject({ value: { metrics: { host: "::1", port: 9464 } } });
  expect(readConfig({ METRICS: "everywhere" })).toMatchObject({ ok: false });
});
