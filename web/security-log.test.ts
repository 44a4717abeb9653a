import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { asOrganiser, raffleBody } from "../tests/support/api.ts";
import { startTestSite, type TestSite } from "../tests/support/test-site.ts";
import { openVisitor, registerVisitor, setUpVisitorsCodes, type Visitor } from "../tests/support/visitor.ts";

const run = promisify(execFile);
const BOSS = "boss@example.com";
const NENA = "nena@example.com";
/** The same values as in registerVisitor. */
const USERNAME = "Aling Nena";
const PASSWORD = "mango street at noon";
const NEXT_PASSWORD = "jeepney without a horn";

let site: TestSite;
let networks = 0;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: "1" });
});
afterAll(() => site.stop());

/** Sends JSON to the API, or a form to a page, from a network that no other test uses. */
function send(path: string, body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Response> {
  networks += 1;
  const from = { "x-forwarded-for": `2001:db8:${networks.toString(16)}::1`, origin: site.origin, ...headers };
  const isJson = path.startsWith("/api/");
  return fetch(`${site.origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { ...from, ...(isJson && { "content-type": "application/json" }) },
    body: isJson ? JSON.stringify(body) : new URLSearchParams(body as Record<string, string>),
  });
}

async function press({ ask }: Visitor, path: string, fields: Record<string, string>, status: number): Promise<void> {
  const answer = await ask(path, fields);
  expect([path, fields, answer.status]).toEqual([path, fields, status]);
}

type Line = { readonly event: string; readonly userId?: string; readonly byUserId?: string };

/** The security events in the log, without the time. */
function logged(): Line[] {
  const lines = site.log().split("\n");
  return lines
    .filter((line) => line.includes('"security event"'))
    .map((line) => {
      const { level, time, msg, ...event } = JSON.parse(line);
      expect([level, msg, new Date(time).getTime()]).toEqual([30, "security event", expect.any(Number)]);
      return event;
    });
}

it("writes a line of what becomes of accounts, roles and passwords, with the ids of accounts", async () => {
  const boss = openVisitor(site.origin);
  const nena = openVisitor(site.origin);
  await registerVisitor(boss, BOSS);
  await registerVisitor(nena, NENA);
  // The site's output comes by a pipe: later than its answers.
  await expect.poll(() => logged().length).toBe(2);
  const [bossId = "", nenaId = ""] = logged().map(({ userId }) => userId);
  const { PATH, HOME, USER } = process.env;
  await run(process.execPath, ["src/cli/tambiolo.ts", "grant-admin", BOSS, "--unverified"], {
    env: { PATH, HOME, USER, DATABASE_URL: site.database.connectionString, DATA_DIR: site.dataDir },
  });
  await setUpVisitorsCodes(boss);
  const typed = { current: PASSWORD, password: NEXT_PASSWORD, repeated: NEXT_PASSWORD };
  await press(nena, "/profile", { intent: "password", ...typed }, 303);
  for (const intent of ["make-known-admin", "make-user", "ban", "ban", "unban"]) {
    await press(boss, "/admin/users", { intent, user: nenaId }, 200);
  }
  await press(nena, "/login", { email: NENA, password: NEXT_PASSWORD }, 303);
  const byBoss = { userId: nenaId, byUserId: bossId };
  await expect.poll(logged).toEqual([
    { event: "registered", userId: bossId },
    { event: "registered", userId: nenaId },
    { event: "second-factor-set", userId: bossId },
    { event: "password-changed", userId: nenaId },
    { event: "role-changed", ...byBoss },
    { event: "role-changed", ...byBoss },
    // Setting the same value again is no change.
    { event: "banned", ...byBoss },
    { event: "unbanned", ...byBoss },
    { event: "signed-in", userId: nenaId },
  ]);
  expect(new Set([bossId, nenaId]).size).toBe(2);
}, 120_000);

it("writes a line of each lock-out and each renewed access code, with ids and never a code", async () => {
  const before = logged().length;
  const nenaId = logged().find(({ event }) => event === "banned")?.userId;
  const made = await send("/api/raffles", raffleBody());
  const { id: raffleId, codeId, accessCode } = (await made.json()) as Record<string, string>;
  const another = (await (await send("/api/raffles", raffleBody())).json()) as Record<string, string>;
  const wrong = accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
  const statuses: number[] = [];
  for (let tries = 1; tries <= 24; tries += 1) {
    statuses.push((await send(`/api/raffles/${codeId}/access`, { accessCode: wrong })).status);
  }
  expect(statuses).toEqual([...Array(21).fill(403), ...Array(3).fill(429)]);
  const passwords: number[] = [];
  for (let tries = 1; tries <= 13; tries += 1) {
    passwords.push((await send("/login", { email: NENA.toUpperCase(), password: "not hers at all" })).status);
  }
  expect(passwords.slice(-2)).toEqual([429, 429]);
  const auth = asOrganiser(another.codeId ?? "", another.accessCode ?? "");
  const renewed = await send(`/api/raffles/${another.codeId}/access-code`, {}, auth);
  const { accessCode: fresh = "" } = (await renewed.json()) as { accessCode?: string };
  expect(fresh).toMatch(/^[A-Z0-9]{4}$/);
  await expect
    .poll(() => logged().slice(before))
    .toEqual([
      { event: "access-code-locked", raffleId },
      { event: "password-locked", userId: nenaId },
      { event: "access-code-renewed", raffleId: another.id },
    ]);
  const said = JSON.stringify(logged());
  const secrets = [codeId, accessCode, wrong, another.codeId, another.accessCode, fresh].map((code) => `"${code}"`);
  const people = [BOSS, NENA, USERNAME, PASSWORD, NEXT_PASSWORD];
  for (const secret of [...secrets, ...people, "2001:db8"]) expect(said).not.toContain(secret);
  expect(site.log()).not.toMatch(/@example\.com|Aling|2001:db8/);
}, 120_000);
