import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appCode, keyShown } from "../../../tests/support/authenticator.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, type Visitor } from "../../../tests/support/visitor.ts";

const run = promisify(execFile);
const EMAIL = "boss@example.com";
const PASSWORD = "mango street at noon";

let site: TestSite;
let ask: Visitor["ask"];
let jar: Visitor["jar"];

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off" });
  ({ ask, jar } = openVisitor(site.origin));
});
afterAll(() => site.stop());

async function operator(...command: string[]) {
  const { PATH, HOME, USER } = process.env;
  return run(process.execPath, ["src/cli/tambiolo.ts", ...command], {
    env: { PATH, HOME, USER, DATABASE_URL: site.database.connectionString, DATA_DIR: site.dataDir },
  });
}

it("leads an admin from the password to the second factor, and from there to the admin pages", async () => {
  const registered = await ask("/register", { username: "Boss", email: EMAIL, password: PASSWORD, repeated: PASSWORD });
  expect([registered.status, registered.headers.get("location"), jar.get("signed-in")]).toEqual([303, "/", "new"]);
  // The operator sees whose account it may be before granting anything.
  await expect(operator("grant-admin", EMAIL)).rejects.toMatchObject({
    stderr: expect.stringMatching(/not verified.+user name "Boss", registered .+--unverified/),
  });
  const { stdout } = await operator("grant-admin", EMAIL, "--unverified");
  expect(stdout).toMatch(/is an admin now\.\nThe account: user name "Boss", registered .+, not verified\./);
  const before = await ask("/admin/users");
  expect([before.status, before.headers.get("location")]).toEqual([303, "/second-factor?next=%2Fadmin%2Fusers"]);

  const page = "/second-factor?next=%2Fadmin%2Fusers";
  expect(await (await ask(page)).text()).toContain("Admins need a second factor.");
  const begun = await (await ask(page, { intent: "begin", password: PASSWORD })).text();
  const key = keyShown(begun);
  expect(begun).toContain("data:image/svg+xml");
  expect(begun).toMatch(new RegExp(`href="otpauth://totp/[^"]+secret=${key}`));
  const wrong = await ask(page, { intent: "confirm", code: "000000" });
  // After a mistyped code the person need not scan again.
  expect([wrong.status, keyShown(await wrong.text())]).toEqual([403, key]);
  const confirmed = await (await ask(page, { intent: "confirm", code: await appCode(key) })).text();
  const backup = [...confirmed.matchAll(/<code>([A-HJ-NP-Z2-9]{4}(?: [A-HJ-NP-Z2-9]{4}){2})<\/code>/g)].map(
    ([, code = ""]) => code,
  );
  expect(backup).toHaveLength(10);
  expect(confirmed).toContain(`href="data:text/plain;charset=utf-8,${encodeURIComponent(`${backup.join("\n")}\n`)}"`);
  expect(confirmed).toContain('href="/admin/users"');
  expect(await (await ask("/admin/users")).text()).toMatch(/boss@example\.com.*not verified/);

  const out = await ask("/sign-out", {});
  expect(out.headers.get("clear-site-data")).toBe('"cache", "storage"');
  expect([...jar.keys()]).toEqual([]);
  const login = await ask("/login?next=/admin", { email: EMAIL, password: PASSWORD });
  expect([login.headers.get("location"), jar.has("signed-in")]).toEqual(["/login-code?next=%2Fadmin", false]);
  // A login without its second step is no login.
  for (const personal of ["/profile", "/admin"]) {
    expect((await ask(personal)).headers.get("location")).toBe(`/login?next=${encodeURIComponent(personal)}`);
  }
  const refused = await ask("/login-code?next=/admin", { code: "123456" });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("That code is not right")]);
  const entered = await ask("/login-code?next=/admin", { code: backup[0] ?? "" });
  expect([entered.status, entered.headers.get("location"), jar.get("signed-in")]).toEqual([303, "/admin", "new"]);
  expect((await ask("/admin")).status).toBe(200);

  await operator("reset-totp", EMAIL);
  expect((await ask("/admin")).headers.get("location")).toBe("/login?next=%2Fadmin");
}, 180_000);

it("leaves word of it in the log, by the account's id and nothing else of the person", async () => {
  const events = site
    .log()
    .split("\n")
    .filter((line) => line.includes("security event"));
  const named = events.map((line) => (JSON.parse(line) as { event: string; userId: string }).event);
  expect(named).toEqual(["registered", "second-factor-set", "signed-in"]);
  expect(events.every((line) => /"userId":"[0-9a-f-]{36}"/.test(line))).toBe(true);
  expect(site.log()).not.toMatch(/boss@example|Boss|mango street/);
});

it("shows everybody the same landing page, with the words for who has just signed in", async () => {
  const html = await (await ask("/")).text();
  expect(html).toContain("You are logged in.");
  expect(html).toMatch(/<li class="for-members"><a href="\/profile">/);
  jar.clear();
  expect(await (await ask("/")).text()).toBe(html);
});
