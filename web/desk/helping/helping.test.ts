import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: TestSite;
let codeId: string;
let accessCode: string;

beforeAll(async () => {
  site = await startTestSite({ LOG_LEVEL: "trace", RATE_LIMITS: "off" });
  ({ codeId, accessCode } = await created(site.origin, "/raffles", raffleBody({ sources: ["Online", "Shop"] })));
});

afterAll(() => site.stop());

/** Makes a link on the desk, and answers its path. */
async function makeLink(name: string, permissions: string): Promise<string> {
  const desk = openVisitor(site.origin);
  const { at } = await desk.visit(`/helpers/${codeId}/${accessCode}`);
  const made = await desk.ask(at, { intent: "make", name, permissions });
  expect([made.status, made.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const [, path = ""] = new RegExp(`href="[^"]*(/helper/${codeId}/[\\w-]{32})"`).exec(await made.text()) ?? [];
  expect(path).not.toBe("");
  return path;
}

it("offers the counter to who types slips, warns of a phone that can hardly be called, and leads an organiser back to the entries", async () => {
  const desk = openVisitor(site.origin);
  const { at, html } = await desk.visit(`/add-entry/${codeId}/${accessCode}`);
  expect(html).toContain('<option value="Counter">');
  expect(html).toMatch(new RegExp(`href="/draw-list/${codeId}/~"[^>]*>Back to entries`));
  const [, entryCode = ""] = /name="entryCode"[^>]* value="([A-Z]{8})"/.exec(html) ?? [];
  const person = { firstName: "Sol", lastName: "Short", address: "1 Mabini St", phone: "0917 12", email: "" };
  const added = await desk.ask(at, { ...person, entryCode, source: "Counter", terms: "yes" });
  expect(await added.text()).toContain("The phone number 0917 12 can hardly be called");
});

describe("a helper's link", () => {
  it("sets nothing where a chat previews it, and lets the phone in that presses the button", async () => {
    const link = await makeLink("Ana", "look-up-entries");
    const phone = openVisitor(site.origin);
    const shown = await phone.ask(link);
    expect(await shown.text()).toContain("Use this phone as Ana");
    expect([shown.headers.getSetCookie(), shown.headers.get("referrer-policy")]).toEqual([[], "same-origin"]);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect((await phone.ask(`/helping/${codeId}`)).status).toBe(403);

    const opened = await phone.ask(link, {});
    expect([opened.status, opened.headers.get("location")]).toEqual([303, `/helping/${codeId}`]);
    const [cookie = ""] = opened.headers.getSetCookie();
    expect(cookie).toMatch(/^helper=.+; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(link.split("/").at(-1));
    const home = await (await phone.ask(`/helping/${codeId}`)).text();
    expect(home).toContain("As Ana");
    expect(home).toContain(`/look-up/${codeId}`);
    expect(home).toContain(`<a href="/open-desk/${codeId}?to=overview">Is this your raffle? Open its desk</a>`);
    expect(home).not.toContain(`/add-entry/${codeId}`);
  });

  it("opens no other door of the desk", async () => {
    const phone = openVisitor(site.origin);
    await phone.ask(await makeLink("Ben", "look-up-entries"), {});
    const refused = await phone.ask(`/add-entry/${codeId}`);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("does not allow this")]);
    expect((await phone.ask(`/add-entry/${codeId}`, { firstName: "x" })).status).toBe(403);
    for (const screen of ["draw-list", "helpers", "edit-raffle", "raffle-changes"]) {
      const { at, html } = await phone.visit(`/${screen}/${codeId}/~`);
      expect([at.split("/")[1], html.includes("Access Code")]).toEqual(["open-desk", true]);
    }
    expect((await phone.ask(`/look-up/NOSUCHRA`)).status).toBe(404);
  });

  it("looks entries up without their contacts, and adds a slip under the helper's name", async () => {
    const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody({ lastName: "Quezon" }));
    const phone = openVisitor(site.origin);
    await phone.ask(await makeLink("Carla", "look-up-entries"), {});
    await phone.ask(await makeLink("Carla", "add-entries"), {});
    for (const odd of ["%00%00%00", "%ED%A0%80", "%25%25%25"]) {
      expect((await phone.ask(`/look-up/${codeId}?q=${odd}`)).status).toBe(200);
    }
    const found = await (await phone.ask(`/look-up/${codeId}?q=quez`)).text();
    expect(found).toContain(entryCode);
    expect(found).not.toMatch(/maria\.\d+@/);

    const form = await (await phone.ask(`/add-entry/${codeId}`)).text();
    const [, drawn = ""] = /name="entryCode" value="([A-Z]{8})"/.exec(form) ?? [];
    const slip = { entryCode: drawn, firstName: "Lito", lastName: "Reyes", address: "Jaro", source: "Shop" };
    const refused = await phone.ask(`/add-entry/${codeId}`, slip);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('value="Reyes"');
    const added = await phone.ask(`/add-entry/${codeId}`, { ...slip, terms: "yes" });
    const page = await added.text();
    expect([added.status, page.includes(drawn)]).toEqual([200, true]);
    expect(page).not.toContain('value="Reyes"');
    const rows = site.database.db.selectFrom("auditLog").select(["actor", "action"]).where("subject", "=", drawn);
    expect(await rows.execute()).toEqual([{ actor: "Carla (helper)", action: "add-entry" }]);
  });

  it("that is ended lets nobody in, and says what to do", async () => {
    const link = await makeLink("Dodong", "look-up-entries");
    const phone = openVisitor(site.origin);
    await phone.ask(link, {});
    const desk = openVisitor(site.origin);
    const { at, html } = await desk.visit(`/helpers/${codeId}/${accessCode}`);
    const [, helper = ""] = /<h3>Dodong<\/h3>.*?name="helper" value="([^"]+)"/s.exec(html) ?? [];
    expect(await (await desk.ask(at, { intent: "end", helper })).text()).toContain("The link of Dodong has ended.");
    expect((await desk.ask(at, { intent: "end", helper })).status).toBe(404);
    for (const path of [`/look-up/${codeId}?q=quez`, `/helping/${codeId}`]) {
      const refused = await phone.ask(path);
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("ask the organiser")]);
    }
    for (const fields of [undefined, {}]) {
      const lost = await phone.ask(link, fields);
      expect([lost.status, await lost.text()]).toEqual([
        404,
        expect.stringContaining("The organiser ended this helper link"),
      ]);
    }
  });

  it("offers and lists what the raffle has a use for, and says why it has none for the rest", async () => {
    await makeLink("Gil", "check-photos");
    const desk = openVisitor(site.origin);
    const { html } = await desk.visit(`/helpers/${codeId}/${accessCode}`);
    expect(html).toContain("Check photos (of no use: no rule of this raffle needs it)");
    expect(html).not.toContain("Look entries up (");
    const [, card = ""] = /<h3>Gil<\/h3>(.*?)<\/li>/s.exec(html) ?? [];
    expect(card).toMatch(/^<p>There is nothing to do for this raffle now\..*no use for this now: .*Check photos/s);
  });

  it("leads from vouchers back to what a helper of one raffle may do", async () => {
    const phone = openVisitor(site.origin);
    await phone.ask(await makeLink("Hana", "validate-vouchers"), {});
    const home = `href="/helping/${codeId}"`;
    expect(await (await phone.ask("/voucher")).text()).toContain(home);
    const desk = openVisitor(site.origin);
    await desk.visit(`/helpers/${codeId}/${accessCode}`);
    expect(await (await desk.ask("/voucher")).text()).not.toContain(home);
  });

  it("is forgotten by a phone that stops helping", async () => {
    const phone = openVisitor(site.origin);
    await phone.ask(await makeLink("Eva", "add-entries"), {});
    expect((await phone.ask(`/helping/${codeId}`, {})).status).toBe(303);
    expect(phone.jar.has("helper")).toBe(false);
    expect((await phone.ask(`/helping/${codeId}`)).status).toBe(403);
  });

  it("is in no line of the log", async () => {
    const link = await makeLink("Fe", "add-entries");
    const phone = openVisitor(site.origin);
    await phone.ask(link, {});
    await phone.ask(`${link}x`);
    await fetch(`${site.origin}${link}`, { method: "PUT" });
    expect(site.log()).toContain('"msg":"request"');
    expect(site.log()).not.toContain(link.split("/").at(-1));
  });
});
