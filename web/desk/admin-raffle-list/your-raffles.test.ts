import { beforeAll, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor, registerVisitor, type Visitor } from "../../../tests/support/visitor.ts";

const HERE = "/admin-raffle-list";
let site: Awaited<ReturnType<typeof sharedSite>>;

beforeAll(async () => {
  site = await sharedSite();
});

const create = (name: string, status = "Unpublished") => created(site.origin, "/raffles", raffleBody({ name, status }));

/** The desks that the page leads to with one press. */
async function desksOf(visitor: Visitor, path = HERE): Promise<string[]> {
  const { html } = await visitor.visit(path);
  return [...html.matchAll(/href="(\/overview\/[^"]+)"/g)].map(([, to = ""]) => to);
}

it("leads to the raffles of this browser's passes, and to any other by its two codes", async () => {
  const one = await create("One of mine");
  const browser = openVisitor(site.origin);
  expect(await desksOf(browser)).toEqual([]);
  const other = { raffle: ` ${one.codeId.toLowerCase()} `, intent: "open" };
  const wrong = one.accessCode === "ZZZZ" ? "YYYY" : "ZZZZ";
  const refused = await browser.ask(HERE, { ...other, accessCode: wrong });
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("Access code mismatch.")]);
  expect((await browser.ask(HERE, { ...other, raffle: "NOSUCHRA", accessCode: wrong })).status).toBe(404);
  expect(await desksOf(browser)).toEqual([]);

  const opened = await browser.ask(HERE, { ...other, accessCode: one.accessCode });
  expect(opened.status).toBe(303);
  expect((await browser.visit(opened.headers.get("location") ?? "")).at).toBe(`/overview/${one.codeId}/~`);
  expect(await desksOf(browser)).toEqual([`/overview/${one.codeId}/~`]);
  // A pass that somebody made up, or for a code that was renewed, opens nothing, and so leads to nothing.
  const forger = openVisitor(site.origin);
  forger.jar.set(
    "desk",
    (browser.jar.get("desk") ?? "").replace(/.$/, (last) => (last === "A" ? "B" : "A")),
  );
  forger.jar.set("desk", (browser.jar.get("desk") ?? "").replace(/~[^~]+$/, `~${"A".repeat(43)}`));
  expect(await desksOf(forger)).toEqual([]);
  const renewing = { raffle: one.codeId, accessCode: one.accessCode, intent: "renew", confirmed: "renew" };
  expect((await browser.ask(HERE, renewing)).status).toBe(200);
  const stale = openVisitor(site.origin);
  stale.jar.set("desk", opened.headers.get("set-cookie")?.split(";")[0]?.split("=")[1] ?? "");
  expect(await desksOf(stale)).toEqual([]);
});

it("leads an account to its own raffles, and from /login too", async () => {
  const owner = openVisitor(site.origin);
  await registerVisitor(owner, "owner@example.com");
  expect(await desksOf(owner, "/login")).toEqual([]);
  const { codeId } = await create("Owned");
  await site.database.pool.query(
    `insert into raffle_members
     select raffles.id, users.id, 'owner', now() from raffles, users where email = $1 and code_id = $2`,
    ["owner@example.com", codeId],
  );
  const { at, html } = await owner.visit("/login");
  expect(at).toBe(HERE);
  expect(html).toContain("Your raffles</a>");
  expect(await desksOf(owner)).toEqual([`/overview/${codeId}/-`]);
  expect((await owner.visit(`/overview/${codeId}/-`)).status).toBe(200);
  expect(await desksOf(openVisitor(site.origin))).toEqual([]);
});

it("tells pages from memory that a guest has raffles, until the desk is left or somebody is signed in", async () => {
  const { codeId, accessCode } = await create("Of a guest");
  const browser = openVisitor(site.origin);
  const mark = () => browser.jar.get("signed-in");
  await browser.visit("/login");
  expect(mark()).toBeUndefined();
  await browser.visit(`/overview/${codeId}/${accessCode}`);
  expect(mark()).toBe("pass");
  const { html } = await browser.visit("/raffle-list");
  expect(html).toMatch(/<li class="for-organisers"><a href="\/admin-raffle-list">Your raffles<\/a>/);
  expect((await openVisitor(site.origin).visit("/raffle-list")).html).toBe(html);
  await registerVisitor(browser, "holds-a-pass@example.com");
  await browser.visit(`/overview/${codeId}/~`);
  expect(mark()).toBe("new");
  await browser.ask("/sign-out", {});
  expect(mark()).toBe("pass");
  await browser.ask("/leave-desk", {});
  expect(mark()).toBeUndefined();
});

it("shows all published raffles at once, and an unpublished one to strangers by its code alone", async () => {
  const hidden = await create("Hidden surprise");
  await create("Open feast", "Published");
  const { visit } = openVisitor(site.origin);
  const shown = async (query: string) => (await visit(`${HERE}${query}`)).html;
  for (const query of ["", "?q="]) {
    expect(await shown(query)).toContain("Open feast");
    expect(await shown(query)).not.toContain("Hidden surprise");
  }
  expect(await shown("?q=surprise")).toContain("No raffle matches.");
  const found = await shown(`?q=${hidden.codeId}`);
  expect(found).toContain("Hidden surprise");
  expect(found).not.toContain("Open feast");
});

it("lets one's own card update, list, preview and delete without a code, and nobody else's", async () => {
  const { codeId, accessCode } = await create("To delete here");
  const browser = openVisitor(site.origin);
  await browser.visit(`/overview/${codeId}/${accessCode}`);
  const { html } = await browser.visit(HERE);
  for (const way of [`/edit-raffle/${codeId}/~`, `/draw-list/${codeId}/~`, `/raffle/${codeId}`]) {
    expect(html).toContain(`href="${way}"`);
  }
  const press = (visitor: Visitor, confirmed: string) =>
    visitor.ask(HERE, { raffle: codeId, intent: "delete", confirmed });
  const isThere = async () => (await browser.visit(HERE)).html.includes("To delete here");
  const stranger = await press(openVisitor(site.origin), "delete");
  expect([stranger.status, await isThere()]).toEqual([403, true]);
  const asked = await (await press(browser, "")).text();
  expect(asked).toContain("Are you sure you want to permanently delete this raffle");
  expect(asked).toContain("Yes, delete");
  expect(await isThere()).toBe(true);
  expect(await (await press(browser, "delete")).text()).toContain("Raffle and related data successfully deleted.");
  expect(await isThere()).toBe(false);
});

it("keeps the raffle of one's own card once somebody has entered", async () => {
  const { codeId, accessCode } = await create("Entered", "Published");
  const browser = openVisitor(site.origin);
  await browser.visit(`/overview/${codeId}/${accessCode}`);
  const says = /disabled="" title="Cannot delete: Entries exist for this raffle\."/g;
  const barred = async () => (await browser.visit(HERE)).html.match(says)?.length ?? 0;
  const before = await barred();
  await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  const refused = await browser.ask(HERE, { raffle: codeId, intent: "delete", confirmed: "delete" });
  expect(await refused.text()).toContain("An error occurred while deleting the raffle.");
  // On the own card, and in the list of all, which other tests' raffles are in too.
  await expect.poll(barred).toBe(before + 2);
});

it("deletes a raffle at the end of its prizes and rules, once that is confirmed", async () => {
  const { codeId, accessCode } = await create("To delete there");
  const browser = openVisitor(site.origin);
  const edit = `/edit-raffle/${codeId}/~`;
  expect((await browser.visit(`/edit-raffle/${codeId}/${accessCode}`)).html).toContain("Delete this raffle");
  const asked = await (await browser.ask(edit, { raffle: codeId, intent: "delete", confirmed: "" })).text();
  expect(asked).toContain("Are you sure you want to permanently delete this raffle");
  expect((await browser.visit(edit)).html).toContain("To delete there");
  const deleted = await browser.ask(edit, { raffle: codeId, intent: "delete", confirmed: "delete" });
  expect([deleted.status, deleted.headers.get("location")]).toEqual([303, `${HERE}?deleted`]);
  expect((await browser.visit(`${HERE}?deleted`)).html).toContain("Raffle and related data successfully deleted.");
  expect((await fetch(`${site.origin}/api/raffles/${codeId}`)).status).toBe(404);
});
