import { beforeAll, expect, it } from "vitest";
import { raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor, registerVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;

beforeAll(async () => {
  site = await sharedSite();
});

const createRaffle = () => created(site.origin, "/raffles", raffleBody({ name: "Fiesta Flash" }));

async function register(email: string): Promise<Visitor> {
  const visitor = openVisitor(site.origin);
  await registerVisitor(visitor, email);
  return visitor;
}

/** Invites on the screen of people, and answers the link's path. */
async function invite(owner: Visitor, codeId: string, email: string, role: string): Promise<string> {
  const html = await (await owner.ask(`/people/${codeId}/-`, { intent: "invite", email, role })).text();
  const [link = ""] = /\/invitation\/[\w-]{32}/.exec(html) ?? [];
  expect([link === "", html.includes("This site sends no emails")]).toEqual([false, true]);
  return link;
}

it("takes a raffle into an account, on its desk or by its two codes", async () => {
  const raffle = await createRaffle();
  const browser = openVisitor(site.origin);
  const { at, html } = await browser.visit(`/people/${raffle.codeId}/${raffle.accessCode}`);
  expect(at).toBe(`/people/${raffle.codeId}/~`);
  const login = `/login?next=${encodeURIComponent(at)}`;
  expect(html).toContain(login);
  expect((await browser.ask(at, { intent: "adopt" })).status).toBe(403);
  await registerVisitor(browser, "desk@example.com");
  const taken = await browser.ask(at, { intent: "adopt" });
  expect([taken.status, taken.headers.get("location")]).toEqual([303, `/people/${raffle.codeId}/-`]);
  expect((await browser.visit(`/people/${raffle.codeId}/-`)).html).toContain("Invite somebody");

  const other = await register("other@example.com");
  const typed = { raffle: ` ${raffle.codeId.toLowerCase()} `, accessCode: raffle.accessCode };
  const refused = await other.ask("/take-raffle", typed);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("belongs to an account already"),
  ]);
  const wrong = await other.ask("/take-raffle", {
    ...typed,
    accessCode: raffle.accessCode === "ZZZZ" ? "YYYY" : "ZZZZ",
  });
  expect(wrong.status).toBe(403);
  const free = await createRaffle();
  const own = await other.ask("/take-raffle", { raffle: free.codeId, accessCode: free.accessCode });
  expect([own.status, own.headers.get("location")]).toEqual([303, `/people/${free.codeId}/-`]);
  expect((await other.visit("/profile")).html).toContain(`/overview/${free.codeId}/-`);
});

it("leads a stranger from the link over registering to the desk, and out again", async () => {
  const { codeId, accessCode } = await createRaffle();
  const owner = await register("people-owner@example.com");
  await owner.ask("/take-raffle", { raffle: codeId, accessCode });
  const link = await invite(owner, codeId, "lola@example.com", "organiser");

  const guest = openVisitor(site.origin);
  const shown = await guest.ask(link);
  expect(shown.headers.get("cache-control")).toBe("no-store");
  const [register_ = ""] = /\/register\?next=[^"]+/.exec(await shown.text()) ?? [];
  const password = "mango street at noon";
  const typed = { username: "Lola", email: "quite-another@example.com", password, repeated: password };
  const registered = await guest.ask(register_, typed);
  expect(registered.headers.get("location")).toBe(link);
  expect((await guest.visit(link)).html).toContain("You are logged in as quite-another@example.com");
  const accepted = await guest.ask(link, {});
  expect([accepted.status, accepted.headers.get("location")]).toEqual([303, `/overview/${codeId}/-`]);
  expect((await guest.visit(`/overview/${codeId}/-`)).status).toBe(200);
  expect((await guest.ask(link)).status).toBe(404);

  // An organiser sees who is in, but no address and no way to change them.
  const people = await guest.visit(`/people/${codeId}/-`);
  expect(people.html).toContain("Aling Nena");
  expect(people.html).not.toMatch(/owner@example\.com|Invite somebody/);
  expect((await guest.ask(`/people/${codeId}/-`, { intent: "invite", email: "a@b.ph", role: "owner" })).status).toBe(
    403,
  );
  expect((await guest.visit("/admin-raffle-list")).html).toMatch(/Organiser[\s\S]*\/overview/);
  expect((await guest.visit("/profile")).html).toContain("Organiser");
  const left = await guest.ask("/profile", { intent: "leave-raffle", raffle: codeId });
  expect([left.status, left.headers.get("location")]).toEqual([303, "/profile?done=leave-raffle"]);
  expect((await guest.visit(`/overview/${codeId}/-`)).status).toBe(403);
  const last = await owner.ask("/profile", { intent: "leave-raffle", raffle: codeId });
  expect([last.status, await last.text()]).toEqual([409, expect.stringContaining("at least one owner")]);
});

it("gives a helper what helper links give, and whoever gives up their own role their profile", async () => {
  const { codeId, accessCode } = await createRaffle();
  const owner = await register("boss@example.com");
  await owner.ask("/take-raffle", { raffle: codeId, accessCode });
  const helper = await register("helper@example.com");
  const link = await invite(owner, codeId, "helper@example.com", "helper");
  expect((await helper.ask(link, {})).headers.get("location")).toBe(`/helping/${codeId}`);
  const home = await helper.visit(`/helping/${codeId}`);
  expect(home.html).toContain(`/look-up/${codeId}`);
  expect((await helper.ask(`/add-entry/${codeId}`)).status).toBe(200);
  expect((await helper.visit(`/overview/${codeId}/-`)).status).toBe(403);
  expect((await helper.visit("/admin-raffle-list")).html).toContain(`href="/helping/${codeId}"`);

  const { html } = await owner.visit(`/people/${codeId}/-`);
  const ids = [...html.matchAll(/name="member" value="([^"]+)"/g)].map(([, id = ""]) => id);
  const [boss = "", hand = ""] = [...new Set(ids)];
  const changed = await owner.ask(`/people/${codeId}/-`, { intent: "role", member: hand, role: "owner" });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining("The role of Aling Nena")]);
  const gone = await owner.ask(`/people/${codeId}/-`, { intent: "remove", member: boss });
  expect([gone.status, gone.headers.get("location")]).toEqual([303, "/profile"]);
  const { html: log } = await helper.visit(`/raffle-changes/${codeId}/-`);
  expect(log).toContain("Role: helper → owner");
});

it("says of an invitation that has ended where the raffle is, or what to ask for", async () => {
  const answer = await fetch(`${site.origin}/invitation/${"a".repeat(32)}?lang=en`);
  const html = await answer.text();
  expect(answer.status).toBe(404);
  for (const said of ["This link no longer works", "the raffle is among your raffles", 'href="/admin-raffle-list"']) {
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).toContain(said);
  }
  expect(html).not.toContain("event codes 6");
});
