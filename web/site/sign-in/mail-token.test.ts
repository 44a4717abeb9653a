import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

const TOKEN = "eyJhbGciOiJI.eyJlbWFpbCI6.c2lnbmF0dXJl";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite();
});

afterAll(() => site.stop());

describe.each(["reset-password", "verify-email"])("the link of a mail to %s", (page) => {
  it("leads on to an address without its token, which a cookie has that no script reads", async () => {
    const visitor = openVisitor(site.origin);
    const answer = await visitor.ask(`/${page}?token=${TOKEN}&lang=en`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/${page}?lang=en`]);
    expect(answer.headers.getSetCookie().join()).toContain(`${page}-token=${TOKEN}; Path=/; Expires=`);
    expect(answer.headers.getSetCookie().join()).toContain("HttpOnly; SameSite=Lax");
    // What is no token of ours is left nowhere, nor does it end up in a header.
    const forged = await visitor.ask(`/${page}?token=${encodeURIComponent("a; Domain=example.com\r\nx: y")}`);
    expect(forged.headers.getSetCookie().join()).toContain(`${page}-token=; Path=/`);
  });

  it("reaches the site with the form of that page", async () => {
    const visitor = openVisitor(site.origin);
    expect((await visitor.visit(`/${page}?token=${TOKEN}`)).at).toBe(`/${page}`);
    expect(await (await visitor.ask(`/${page}`, {})).text()).toContain("This link was used already");
  });
});

it("a page without a link has no form, and one behind a link has it again when it is reloaded", async () => {
  const [without, behind] = [openVisitor(site.origin), openVisitor(site.origin)];
  const button = "Verify this address</button>";
  expect((await without.visit("/verify-email")).html).not.toContain(button);
  await behind.visit(`/verify-email?token=${TOKEN}`);
  expect((await behind.visit("/verify-email")).html).toContain(button);
});
