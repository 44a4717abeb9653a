import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PROJECT } from "#src/build/project.ts";
import { signObject } from "#src/draws/protocol/format/signature.ts";
import { drawOf, listOf, planOf, prizeOf, quicknet, SECRET_KEY, ticketsOf } from "../../tests/support/draws.ts";
import { verifyCommand } from "./verify.ts";

type Vector = { name: string; lockHash: string; entrant: object; list: string; transcript: Record<string, unknown> };

let folder: string;
let right: Vector;
/** A draw after which winners were replaced. */
let replaced: Vector;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tambiolo-verify-"));
  const vectors = JSON.parse(await readFile(join(PROJECT, "src/draws/protocol/draw.vectors.json"), "utf8"));
  [right, replaced] = vectors.good;
  await put("draw.json", JSON.stringify(right.transcript));
  await put("list.jsonl", right.list);
  const { lock, signature, siteKey } = right.transcript;
  await put("lock.json", JSON.stringify({ lock, signature, siteKey }));
  await put("mine.json", JSON.stringify(right.entrant));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return name;
}

type Ended = { readonly code: number; readonly output: string; readonly error: string };

/** Runs the command in this process: to start one for each case takes a second each. */
async function tambiolo(...args: string[]): Promise<Ended> {
  const printed = { log: "", error: "" };
  const spies = (["log", "error"] as const).map((stream) =>
    vi.spyOn(console, stream).mockImplementation((line: string) => {
      printed[stream] += `${line}\n`;
    }),
  );
  const files = args.map((word) => (/^\.$|\.jsonl?$/.test(word) ? join(folder, word) : word));
  const code = await verifyCommand.run({}, "", false, files);
  for (const spy of spies) spy.mockRestore();
  return { code, output: printed.log, error: printed.error };
}

/** Runs it as its users do, in the files' folder, without a database and without settings. */
async function tambioloProcess(...args: string[]): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, [join(PROJECT, "src/cli/tambiolo.ts"), "verify", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "" },
  });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout, error: stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout, error: stderr }),
  );
}

describe("tambiolo verify", () => {
  it("takes the lock hash from the file that came with the mail about the lock", async () => {
    const mailed = { ...right.entrant, ticket: 3, lockHash: right.lockHash, line: "{}", proof: [] };
    await put("mailed.json", JSON.stringify(mailed));
    const files = ["draw.json", "list.jsonl", "--mine"];
    expect(await tambioloProcess(...files, "mailed.json")).toMatchObject({ code: 0 });
    expect(await tambioloProcess(...files, "mine.json")).toMatchObject({ code: 3 });
    await put("other-mail.json", JSON.stringify({ ...mailed, lockHash: "0".repeat(64) }));
    expect(await tambioloProcess(...files, "other-mail.json")).toMatchObject({ code: 1 });
  });

  it("says with 0 what is right and proven, each check on a line", async () => {
    const key = String(right.transcript.siteKey);
    const capitals = ` ${right.lockHash.toUpperCase()} `;
    const args = ["--lock", capitals, "--site-key", key, "--mine", "mine.json"];
    const { code, output, error } = await tambioloProcess("draw.json", "list.jsonl", ...args);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    const lines = output.trimEnd().split("\n");
    const names = "plan list root round signature beacon seed results replacements lock-hash site-key ticket".split(
      " ",
    );
    expect(lines.slice(0, 12).map((line) => line.split(/ +/).slice(0, 2))).toEqual(
      names.map((name) => [name, "right"]),
    );
    expect(lines[3]).toContain("expected and found: 1000 (2023-08-23T15:59:24Z)");
    expect(output).toContain("Right: yes, all follows from list and randomness.");
    expect(output).toContain(
      "Fixed before: proven to you, who got its lock hash or its six words before 2023-08-23T15:59:24Z.",
    );
    expect(output).toContain("Your ticket has the number 3 and is in play with 1 chance; wishes: none.");
  });

  it("says with 3 what is right and not proven, and what to compare", async () => {
    const { code, output } = await tambiolo("draw.json", "list.jsonl");
    expect(code).toBe(3);
    expect(output).toMatch(/^lock-hash +not given$/m);
    expect(output).toContain(`not proven. Compare the lock hash`);
    expect(output).toContain(right.lockHash);
    expect(output).not.toMatch(/passed/i);
  });

  it("takes the six words of a lock in place of its hash, and says them where nothing was given", async () => {
    const words = "icon offer feature spin imitate buzz";
    expect((await tambiolo("draw.json", "list.jsonl", "--words", words.toUpperCase())).code).toBe(0);
    const { code, output } = await tambiolo("draw.json", "list.jsonl", "--words", words.replace("icon", "abandon"));
    expect(code).toBe(1);
    expect(output).toMatch(/^lock-hash +WRONG +lock: .+ Expected: "abandon offer .+ Found: "icon offer /m);
    expect((await tambiolo("draw.json", "list.jsonl")).output).toContain(`its six words: ${words}`);
  });

  it("says with 4 what was not drawn yet, and that anybody can finish it", async () => {
    const { code, output } = await tambiolo("lock.json", "list.jsonl", "--lock", right.lockHash);
    expect(code).toBe(4);
    expect(output).toMatch(/^beacon +waiting$/m);
    expect(output).toContain("Not drawn yet; nothing is wrong so far.");
    expect(output).toContain("The randomness is public since 2023-08-23T15:59:24Z");
  });

  it("says with 1 what is wrong: which check, what was expected, what was found", async () => {
    const transcript = { ...right.transcript, seed: "0".repeat(64) };
    await put("wrong.json", JSON.stringify(transcript));
    const { code, output } = await tambiolo("wrong.json", "list.jsonl", "--lock", right.lockHash);
    expect(code).toBe(1);
    expect(output).toMatch(/^seed +WRONG +seed: .+ Expected: "[0-9a-f]{64}" Found: "0{64}"$/m);
    expect(output).toMatch(/^results +not run$/m);
    expect(output).toContain('Right: WRONG, at the check "seed".');
    expect((await tambiolo("draw.json", "list.jsonl", "--lock", "0".repeat(64))).code).toBe(1);
    await put("other.jsonl", right.list.replace("{", "["));
    expect((await tambiolo("draw.json", "other.jsonl")).code).toBe(1);
  });

  it("finds those who came by replacements, and another whom a site chose", async () => {
    const { list, transcript, lockHash } = replaced;
    const replacements = transcript.replacements as { from: number; to: number | null }[];
    await put("replaced.jsonl", list);
    await put("replaced.json", JSON.stringify(transcript));
    const chosen = replacements.map((one, index) => (index === 0 ? { ...one, to: one.from } : one));
    await put("chosen.json", JSON.stringify({ ...transcript, replacements: chosen }));
    const found = await tambiolo("replaced.json", "replaced.jsonl", "--lock", lockHash);
    expect(found.code).toBe(0);
    expect(found.output).toMatch(new RegExp(`^replacements +right .*${replacements.length}$`, "m"));
    const wrong = await tambiolo("chosen.json", "replaced.jsonl", "--lock", lockHash);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(/^results +right/m);
    expect(wrong.output).toMatch(/^replacements +WRONG +replacements\[0\]\.to: /m);
  });

  it("says with 2 what it cannot read", async () => {
    await put("twice.json", '{"lock":1,"lock":2}');
    await put("fraction.json", '{"lock":1.0}');
    await put("no.json", "lock");
    await put("half-mine.json", '{"email":"a@example.com"}');
    const chain = { ...info(), public_key: "00" };
    await put("no-chain.json", JSON.stringify(chain));
    await put("pinned.json", JSON.stringify({ ...info(), hash: quicknet().hash }));
    const cases: [string[], RegExp][] = [
      [["twice.json", "list.jsonl"], /twice\.json has a member twice \(at character 11\)/],
      [["fraction.json", "list.jsonl"], /not written in plain digits/],
      [["no.json", "list.jsonl"], /is not JSON/],
      [["gone.json", "list.jsonl"], /gone\.json/],
      [["draw.json", "gone.jsonl"], /gone\.jsonl/],
      [["draw.json", "."], /EISDIR/],
      [["draw.json"], /Two files are needed/],
      [["draw.json", "list.jsonl", "--lock", "abc"], /64 hex digits/],
      [["draw.json", "list.jsonl", "--words", "icon offer"], /six of the list/],
      [["draw.json", "list.jsonl", "--nonsense"], /Usage: tambiolo verify/],
      [["draw.json", "list.jsonl", "--mine", "half-mine.json"], /does not describe an entry/],
      [["draw.json", "list.jsonl", "--chain", "no-chain.json"], /does not describe a chain/],
      [["draw.json", "list.jsonl", "--chain", "pinned.json"], /cannot be given by hand/],
    ];
    for (const [args, message] of cases) {
      const { code, output, error } = await tambiolo(...args);
      expect({ args, code, output }).toEqual({ args, code: 2, output: "" });
      expect(error).toMatch(message);
    }
    expect(await tambioloProcess("gone.json", "list.jsonl")).toMatchObject({ code: 2, output: "" });
  });

  it("believes a chain that is given by hand, and says so", async () => {
    await put("chain.json", JSON.stringify(info()));
    const lock = right.transcript.lock as { plan: object };
    const own = { ...lock, plan: { ...lock.plan, chain: info().hash } };
    const signed = { lock: own, signature: signObject(own, SECRET_KEY), siteKey: right.transcript.siteKey };
    await put("by-hand.json", JSON.stringify(signed));
    expect((await tambiolo("by-hand.json", "list.jsonl")).code).toBe(1);
    const { code, output } = await tambiolo("by-hand.json", "list.jsonl", "--chain", "chain.json");
    expect(code).toBe(4);
    expect(output).toContain("This verdict rests on a chain that was given by hand and is not pinned.");
  });

  it("writes nothing to the terminal that would move its cursor or turn its text", async () => {
    const plan = planOf({ prizes: [prizeOf("\u001b[2J\u202eA\u009b")] });
    const list = listOf(ticketsOf(plan, [{ wishes: ["\u001b[2J\u202eA\u009b"] }]));
    const drawn = await drawOf({ plan, list });
    await put(
      "escape.json",
      JSON.stringify({ ...drawn, results: [{ ...drawn.results[0], prizeCode: "\u202eB\u009b" }] }),
    );
    await put("escape.jsonl", list);
    const { code, output } = await tambiolo("escape.json", "escape.jsonl");
    expect(code).toBe(1);
    expect(output).toContain("\\u{202e}");
    expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

function info() {
  const { publicKey, period, genesis, scheme } = quicknet();
  return { public_key: publicKey, period, genesis_time: genesis, hash: "ab".repeat(32), schemeID: scheme };
}
