import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import parse from "parse-prometheus-text-format";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { freePort, type SiteProcess, startSite } from "../../../tests/support/site.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
const DASHBOARD = join(DOCS, "grafana-dashboard.json");
const ALERTS = join(DOCS, "alerts.yml");
/** Labels of ours and of prom-client. None of them is about a person, a raffle or a code. */
const LABELS =
  /^(outcome|how|status|action|what|job|state|le|quantile|kind|space|type|version|commit|major|minor|patch)$/;
/** The most values that a label of ours has. */
const MAX_SERIES = 60;

let site: SiteProcess;
let port: number;
beforeAll(async () => {
  port = await freePort();
  site = await startSite({ env: { METRICS: String(port), WORKERS: "2", BACKUP_DIR: "/dev/null/backups" } });
});
afterAll(() => site.stop());

async function scrape() {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("version=0.0.4")]);
  const families = parse(await answer.text());
  return {
    families,
    read(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
      const family = families.find((one) => one.name === name);
      const metric = family?.metrics.find((one) =>
        Object.entries(labels).every(([label, value]) => one.labels?.[label] === value),
      );
      return metric && Number(metric.value ?? metric.count);
    },
  };
}

async function post(path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  // A connection of its own for each, so that both workers get some.
  return fetch(`${site.origin}${path}`, {
    method: "POST",
    headers: { ...headers, connection: "close" },
    body: JSON.stringify(body),
  });
}

test("a scrape tells what all workers and the background did, and nothing about people", async () => {
  const before = await scrape();
  expect(before.read("tambiolo_entries_total", { outcome: "accepted" })).toBeUndefined();
  const { codeId } = (await (await post("/api/raffles", raffleBody())).json()) as { codeId: string };
  const entries = `/api/raffles/${codeId}/entries`;
  const person = entryBody();
  const statuses: number[] = [];
  for (const body of [person, entryBody(), entryBody(), { ...entryBody(), phone: person.phone }, {}]) {
    statuses.push((await post(entries, body)).status);
  }
  expect(statuses).toEqual([201, 201, 201, 409, 422]);
  for (let times = 0; times < 3; times++)
    await fetch(`${site.origin}/how-it-works`, { headers: { connection: "close" } });

  const { families, read } = await scrape();
  expect(read("tambiolo_entries_total", { outcome: "accepted" })).toBe(3);
  expect(read("tambiolo_entries_total", { outcome: "phone-taken" })).toBe(1);
  expect(read("tambiolo_entries_total", { outcome: "invalid-fields" })).toBe(1);
  expect(read("tambiolo_entry_seconds")).toBe(5);
  expect(read("tambiolo_entries_waiting")).toBe(0);
  expect(read("tambiolo_limits_total", { action: "enter", what: "taken" })).toBe(1);
  expect(read("tambiolo_database_away")).toBe(0);
  expect(read("tambiolo_database_connections")).toBeGreaterThan(10);
  expect(read("tambiolo_jobs", { job: "erase-expired", state: "failed" })).toBe(0);
  expect(read("tambiolo_backup_timestamp_seconds")).toBe(0);
  expect(read("tambiolo_build_info", { version: "0.1.0" })).toBe(1);
  const [cached, rendered] = ["cached", "rendered"].map((how) => read("tambiolo_public_pages_total", { how }) ?? 0);
  expect(rendered).toBeGreaterThan(0);
  expect((cached ?? 0) + (rendered ?? 0)).toBeGreaterThanOrEqual(3);

  const labels = families.flatMap(({ metrics }) => metrics.flatMap((metric) => Object.keys(metric.labels ?? {})));
  expect([...new Set(labels)].filter((label) => !LABELS.test(label))).toEqual([]);
  expect(families.filter(({ metrics }) => metrics.length > MAX_SERIES)).toEqual([]);
  expect(JSON.stringify(families)).not.toContain(codeId);
});

test("every metric that the dashboard and the alarms name exists, in queries that Prometheus reads", async () => {
  const { panels } = JSON.parse(await readFile(DASHBOARD, "utf8")) as { panels: { targets: { expr: string }[] }[] };
  const { groups } = parseYaml(await readFile(ALERTS, "utf8")) as { groups: { rules: { expr: string }[] }[] };
  const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const watched = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
  expect([shown.length > 10, watched.length > 5]).toEqual([true, true]);
  const { families } = await scrape();
  // Prometheus itself makes `up`.
  const known = new Set(["up", ...families.map(({ name }) => name)]);
  for (const query of [...shown, ...watched]) {
    const { errors, named } = readQuery(query);
    expect({ query, errors, unknown: named.filter((name) => !known.has(name)) }).toEqual({
      query,
      errors: 0,
      unknown: [],
    });
    expect(named.length).toBeGreaterThan(0);
  }
});

/** The metrics that a query names, and how many faults it has. */
function readQuery(query: string): { errors: number; named: string[] } {
  const named: string[] = [];
  let errors = 0;
  parser.parse(query).iterate({
    enter({ name, from, to, type }) {
      if (type.isError) errors += 1;
      if (name === "VectorSelector") {
        named.push(
          query
            .slice(from, to)
            .replace(/[[{].*/, "")
            .replace(/_bucket$/, ""),
        );
      }
    },
  });
  return { errors, named };
}

test("it is at an address of its own: the site does not have it", async () => {
  expect((await fetch(`${site.origin}/metrics`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});
