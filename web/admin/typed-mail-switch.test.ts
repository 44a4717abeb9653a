import { afterAll, beforeAll, expect, it } from "vitest";
import { raffleBody } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../tests/support/test-site.ts";
import { openVisitor, registerVisitor, setUpVisitorsCodes, type Visitor } from "../../tests/support/visitor.ts";

let site: TestSite;
let admin: Visitor;

beforeAll(async () => {
  // The desk says who is mailed only where mails are sent.
  const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "raffles@example.com" };
  site = await startTestSite({ RATE_LIMITS: "off", ...mail });
  admin = openVisitor(site.origin);
  await registerVisitor(admin, "boss@example.com");
  await site.database.db.updateTable("users").set({ role: "admin" }).execute();
  await setUpVisitorsCodes(admin);
}, 60_000);
afterAll(() => site.stop());

it("an admin's switch decides who is mailed on paper, and the desk says so before anything is typed", async () => {
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody());
  const organiser = openVisitor(site.origin);
  const says = async () => {
    const pages: string[] = [];
    for (const page of ["import-entries", "add-entry"]) {
      const { html } = await organiser.visit(`/${page}/${codeId}/${accessCode}`);
      pages.push(/This site (does not email|emails) people whose address you type[^<]*/.exec(html)?.[0] ?? html);
    }
    return pages;
  };
  for (const text of await says()) expect(text).toMatch(/not even when they win: call the winners/);

  // Only "all" reaches a raffle without an account.
  for (const [choice, expected] of [
    ["organisers", /does not email/],
    ["all", /emails people .* up to 500 of a raffle/],
    ["nonsense", /emails people .* up to 500 of a raffle/],
    ["never", /does not email/],
  ] as const) {
    const answer = await admin.ask("/admin/mails", { intent: "mail-typed", mailTyped: choice });
    expect([choice, answer.status]).toEqual([choice, 200]);
    for (const text of await says()) expect(text).toMatch(expected);
  }
  const { html } = await admin.visit("/admin/changes");
  expect(html).toContain("Who may email typed addresses");
}, 120_000);

it("nobody but an admin moves the switch", async () => {
  const user = openVisitor(site.origin);
  await registerVisitor(user, "nena@example.com");
  await user.ask("/admin/mails", { intent: "mail-typed", mailTyped: "all" });
  const rows = await site.database.db.selectFrom("siteSettings").select("mailTyped").execute();
  expect(rows).toEqual([{ mailTyped: "never" }]);
}, 60_000);
