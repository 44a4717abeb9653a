import { afterAll, beforeAll, expect, it } from "vitest";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, registerVisitor } from "../../../tests/support/visitor.ts";
import { markOfToken } from "./mail-token.ts";

const PASSWORD = "a rope of the old banca";

let mails: MailServer;
let site: TestSite;

beforeAll(async () => {
  mails = await startMailServer();
  const mail = { SMTP_URL: mails.url, MAIL_FROM: "raffles@example.com" };
  site = await startTestSite({ RATE_LIMITS: "off", ...mail });
});
afterAll(async () => {
  await site.stop();
  await mails.close();
});

/** The path of the link to a new password that an account is mailed. */
async function linkFor(email: string): Promise<string> {
  const { ask } = openVisitor(site.origin);
  await registerVisitor(openVisitor(site.origin), email);
  await ask("/forgot-password", { email });
  const found = () =>
    mails.accepted
      .filter(({ to }) => to === email)
      .map(({ mail }) => /\/reset-password\?token=\S+/.exec(mail.text ?? "")?.[0])
      .find((link) => link !== undefined);
  await expect.poll(found).toBeTruthy();
  return found() ?? "";
}

it("names a token in a form without saying it, each by another mark", () => {
  const token = "x".repeat(40);
  expect(markOfToken(token)).toMatch(/^[\w-]{12}$/);
  const marks = Array.from({ length: 1_000 }, (_, one) => markOfToken(`${token}${one}`));
  expect(new Set([...marks, markOfToken(token)]).size).toBe(1_001);
});

it("keeps a form from setting the password of an account whose link was opened after it", async () => {
  const [mine, strangers] = [await linkFor("nena@example.com"), await linkFor("stranger@example.com")];
  const { ask, visit } = openVisitor(site.origin);
  const markIn = (html: string) => /name="mark" value="([\w-]+)"/.exec(html)?.[1] ?? "";
  const mark = markIn((await visit(mine)).html);
  // Somebody has the browser open another link meanwhile, which changes its cookie.
  const other = markIn((await visit(strangers)).html);
  expect([mark.length, other.length, mark === other]).toEqual([12, 12, false]);
  const save = async (sent: string) => {
    const answer = await ask("/reset-password", { mark: sent, password: PASSWORD, repeated: PASSWORD });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await save(mark)).toEqual([expect.any(Number), null]);
  // Control: the form of the link that was opened last sets that account's password.
  expect(await save(other)).toEqual([303, "/login?done=password"]);
});
