import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hashOf } from "#src/base/hashing/sha256.ts";
import { signObject } from "#src/draws/protocol/format/signature.ts";
import { secondsOf } from "#src/draws/protocol/format/times.ts";
import { CHECKS } from "#src/draws/protocol/verify/report.ts";
import { quicknet, SECRET_KEY } from "../../tests/support/draws.ts";
import type { CheckNews, CheckTask } from "./check-run.ts";
import { runChecks } from "./run-checks.ts";

// Much arithmetic: seconds alone, more on a machine that does other things too.
vi.setConfig({ testTimeout: 120_000 });

type Good = {
  lockHash: string;
  entrant: CheckTask["mine"];
  list: string;
  transcript: { lock: { plan: { prizes: object[] } }; siteKey: string };
};

const PROTOCOL = join(import.meta.dirname, "../../src/draws/protocol");
const firstOf = (name: string): Good => JSON.parse(readFileSync(join(PROTOCOL, name), "utf8")).good[0];
const draw = firstOf("draw.vectors.json");
/** A draw of /2: with odds, tickets of entries that are gone, and signed replacements. */
const second = firstOf("draw-2.vectors.json");
const NOW = secondsOf("2026-01-01T00:00:00Z") ?? 0;
const NOBODY = { email: "", entryCode: "", key: "", raffle: "" };
const fileOf = (value: unknown) => new Blob([JSON.stringify(value)]);

/** What the worker tells about the first draw of the vectors, with the given changes. */
async function newsOf(changes: Partial<CheckTask> = {}): Promise<CheckNews[]> {
  const news: CheckNews[] = [];
  const files = { transcript: fileOf(draw.transcript), list: new Blob([draw.list]) };
  const typed = { lockHash: "", isFromBefore: true, siteKey: "", witnesses: "", mine: NOBODY };
  const task = { ...files, ...typed, ...changes };
  await runChecks(task, NOW, (one) => news.push(one));
  return news;
}

async function hindranceOf(changes: Partial<CheckTask>): Promise<unknown> {
  const news = (await newsOf(changes)).at(-1);
  return news?.kind === "hindered" ? news.by : news;
}

async function reportOf(changes: Partial<CheckTask>): Promise<unknown> {
  const news = (await newsOf(changes)).at(-1);
  return news?.kind === "report" ? news.report : news;
}

describe("the checks of a draw tell", () => {
  it("each check as it is done, the tickets read before the list is, each prize before the results are, and the report at the end", async () => {
    const news = await newsOf({ lockHash: draw.lockHash, siteKey: draw.transcript.siteKey, mine: draw.entrant });
    const { prizes } = draw.transcript.lock.plan;
    expect(news.map((one) => (one.kind === "check" ? one.name : one.kind))).toEqual([
      "plan",
      "tickets",
      ...CHECKS.slice(1, CHECKS.indexOf("results")),
      ...prizes.map(() => "prizes"),
      ...CHECKS.slice(CHECKS.indexOf("results")),
      "report",
    ]);
    expect(news.filter(({ kind }) => kind === "prizes")).toEqual(
      prizes.map((_, index) => ({ kind: "prizes", count: index + 1, of: prizes.length })),
    );
    expect(news[1]).toEqual({ kind: "tickets", count: draw.list.split("\n").length - 1 });
    const last = news.at(-1);
    expect(last).toMatchObject({ report: { transcript: "right", fixedBefore: "known" } });
    const results = news.flatMap((one) => (one.kind === "check" ? [{ name: one.name, result: one.result }] : []));
    expect(last?.kind === "report" && last.report.checks).toEqual(results);
  });

  it("a right report of a draw of /2", async () => {
    const files = { transcript: fileOf(second.transcript), list: new Blob([second.list]) };
    expect(await reportOf({ ...files, lockHash: second.lockHash, mine: second.entrant })).toMatchObject({
      ...{ transcript: "right", fixedBefore: "known", lockHash: second.lockHash },
    });
  });

  it("nothing after the check that is wrong but the report", async () => {
    const news = await newsOf({ list: new Blob([draw.list.replace('"BIKE"', "")]) });
    expect(news.map((one) => (one.kind === "check" ? `${one.name} ${one.result.state}` : one.kind))).toEqual([
      "plan right",
      "tickets",
      "list right",
      "root wrong",
      "report",
    ]);
  });
});

describe("what was typed", () => {
  const { entrant, lockHash, transcript } = draw;

  it("counts as people copy it", async () => {
    const mine = {
      email: ` ${entrant.email} `,
      entryCode: ` ${entrant.entryCode.toLowerCase()}`,
      key: `${entrant.key.toUpperCase()} `,
      raffle: entrant.raffle.toLowerCase(),
    };
    const typed = { lockHash: ` ${lockHash.toUpperCase()}\n`, siteKey: ` ${transcript.siteKey.toUpperCase()}`, mine };
    expect(await reportOf(typed)).toMatchObject({ fixedBefore: "known", ticket: { ticket: 3 } });
  });

  it("is no entry without an entry code and a key, and the e-mail may be missing", async () => {
    expect(await reportOf({ mine: { ...NOBODY, email: "a@example.com", raffle: "FIESTA26" } })).toMatchObject({
      transcript: "right",
    });
    const last = (await newsOf({ mine: { ...entrant, email: "" } })).at(-1);
    expect(last).toMatchObject({ kind: "report", report: { transcript: "wrong" } });
  });

  it.each([
    ["lockHash", { lockHash: lockHash.slice(1) }],
    ["siteKey", { siteKey: "g".repeat(64) }],
    ["email", { mine: { ...entrant, email: "\ud800" } }],
    ["entryCode", { mine: { ...entrant, entryCode: "ABC" } }],
    ["entryCode", { mine: { ...entrant, entryCode: "" } }],
    ["key", { mine: { ...entrant, key: "" } }],
    ["raffle", { mine: { ...entrant, raffle: "" } }],
  ])("hinders by its name where it cannot be what it should: %s", async (field, changes) => {
    expect(await hindranceOf(changes)).toBe(field);
  });
});

describe("what cannot be read is no verdict:", () => {
  /** A file that was picked and is then changed or taken away. */
  const lost = Object.assign(new Blob(["x"]), { stream: () => new ReadableStream({ pull: () => Promise.reject() }) });

  it.each([
    ["a transcript that is no JSON", "transcript", { transcript: new Blob(["{"]) }],
    ["a member that stands twice", "transcript", { transcript: new Blob(['{"lock":1,"lock":2}']) }],
    ["no transcript", "transcript", { transcript: new Blob() }],
    ["a transcript that is too long", "tooLarge", { transcript: new Blob([" ".repeat(33 * 1024 * 1024)]) }],
    ["a list that was taken away", "list", { list: lost }],
    ["a chain that is none", "chain", { chain: fileOf({}) }],
    ["a pinned chain given by hand", "chain", { chain: fileOf(infoOf(quicknet().hash)) }],
  ])("%s", async (_name, by, changes) => {
    expect(await hindranceOf(changes)).toBe(by);
  });
});

describe("files of a site", () => {
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer(({ url }, answer) => {
      if (url === "/transcript") answer.end(JSON.stringify(draw.transcript));
      else if (url === "/list") answer.end(draw.list);
      else if (url === "/cut") answer.write(draw.list.slice(0, 400), () => answer.destroy());
      else answer.writeHead(404).end("{}");
    }).listen(0);
    await once(server, "listening");
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => server.close());

  it("are fetched", async () => {
    const files = { transcript: `${origin}/transcript`, list: `${origin}/list` };
    expect(await reportOf(files)).toMatchObject({
      transcript: "right",
      fixedBefore: "not-proven",
      lockHash: draw.lockHash,
    });
  });

  it("are no verdict where they are gone, or where the connection is lost on the way", async () => {
    expect(await hindranceOf({ transcript: `${origin}/gone` })).toBe("unreachable");
    const news = await newsOf({ list: `${origin}/cut` });
    expect(news[0]).toMatchObject({ kind: "check", name: "plan", result: { state: "right" } });
    expect(news.at(-1)).toEqual({ kind: "hindered", by: "unreachable" });
  });
});

it("a chain given by hand is believed, and the report says so", async () => {
  const plan = { ...draw.transcript.lock.plan, chain: "ab".repeat(32) };
  const lock = { ...draw.transcript.lock, plan };
  const transcript = { lock, signature: signObject(lock, SECRET_KEY), siteKey: draw.transcript.siteKey };
  const waiting = { transcript: fileOf(transcript), chain: fileOf(infoOf("ab".repeat(32))) };
  expect(await reportOf({ transcript: waiting.transcript })).toMatchObject({ transcript: "wrong" });
  expect(await reportOf(waiting)).toMatchObject({
    transcript: "not-drawn-yet",
    chainByHand: true,
    lockHash: hashOf(lock),
  });
});

function infoOf(hash: string) {
  const { publicKey, period, genesis, scheme } = quicknet();
  return { public_key: publicKey, period, genesis_time: genesis, hash, schemeID: scheme };
}
