import { beforeAll, beforeEach, expect, it } from "vitest";
import { asOrganiser, entryBody, raffleBody } from "../../../tests/support/api.ts";
import { askSite, created } from "../../../tests/support/ask-site.ts";
import { lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;
let visitor: Visitor;
let raffle: Readonly<Record<"id" | "codeId" | "accessCode", string>>;

beforeAll(async () => {
  site = await sharedSite();
});

beforeEach(async () => {
  visitor = openVisitor(site.origin);
  const dates = { dueDate: "2031-11-25T18:00", drawDate: "2031-11-25T21:00", checkMinutes: 120, leadMinutes: 60 };
  raffle = await created(site.origin, "/raffles", raffleBody(dates));
  await visitor.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
});

const screen = () => `/overview/${raffle.codeId}/~`;

/** The points of the evening: how each stands, and its words. */
async function evening() {
  const { html } = await visitor.visit(screen());
  const list = /<ol class="evening">(.*?)<\/ol>/s.exec(html)?.[1] ?? "";
  return [...list.matchAll(/<li data-state="(\w+)"[^>]*>(.*?)<\/li>/gs)].map(([, state, text = ""]) =>
    [state, ...text.split(/<[^>]*>/).filter(Boolean)].slice(0, 3).join(" | "),
  );
}

it("says when everything comes, and what comes next", async () => {
  expect(await evening()).toEqual([
    "now | Closes | Tue, Nov 25, 2031 · 6 PM",
    "later | Check | until Tue, Nov 25, 2031 · 8 PM",
    "later | List public | Tue, Nov 25, 2031 · 8 PM",
    "later | Draw | Tue, Nov 25, 2031 · 9 PM",
    expect.stringMatching(/^later \| Claims \| until /),
  ]);
});

it("changes times by the same checks as the raffle's form, and moves a draw that is too early", async () => {
  const times = { intent: "times", version: "1", dueDate: "2031-11-25T20:00", checkMinutes: "120" };
  const saved = await visitor.ask(screen(), { ...times, drawDate: "2031-11-25T21:00" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${screen()}?saved=moved`]);
  expect((await evening()).slice(0, 4)).toEqual([
    "now | Closes | Tue, Nov 25, 2031 · 8 PM",
    "later | Check | until Tue, Nov 25, 2031 · 10 PM",
    "later | List public | Tue, Nov 25, 2031 · 10 PM",
    "later | Draw | Tue, Nov 25, 2031 · 11 PM",
  ]);
  const late = await visitor.ask(screen(), { ...times, dueDate: "2031-11-26T20:00", drawDate: "2031-11-27T21:00" });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("The times were not saved.")]);
  const wrong = await visitor.ask(screen(), { ...times, version: "2", dueDate: "", drawDate: "2031-11-25T23:00" });
  expect(wrong.status).toBe(422);
  const { html } = await visitor.visit(`/raffle-changes/${raffle.codeId}/~`);
  expect(html.match(/Raffle edited/g)).toHaveLength(1);
});

it("tells what is new since the visit before, once half an hour is between", async () => {
  const news = async () =>
    /New since[^<]*<\/h2>(.*?)<\/section>/s.exec((await visitor.visit(screen())).html)?.[1] ?? "";
  expect(await news()).toBe("");
  await created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody());
  await askSite(site.origin)(
    "PATCH",
    `/raffles/${raffle.codeId}`,
    { version: 1, name: "Late" },
    asOrganiser(raffle.codeId, raffle.accessCode),
  );
  expect(await news()).toBe("");
  const hourAgo = Date.now() - 3_600_000;
  visitor.jar.set(`desk-visit-${raffle.codeId}`, `0.${hourAgo}`);
  // The entry is counted in the background.
  await expect.poll(news).toContain("1 entry came in.");
  expect(await news()).toContain("Raffle edited");
  expect(visitor.jar.get(`desk-visit-${raffle.codeId}`)).toMatch(new RegExp(`^${hourAgo}\\.`));
});

it("counts who is in play where the draw requires no rule, and who did every rule elsewhere", async () => {
  const totals = async () => {
    const { html } = await visitor.visit(screen());
    const [, shown = ""] = /overview-total-valid">(.*?)<\/strong>/s.exec(html) ?? [];
    return shown.split(/<[^>]*>/).filter(Boolean);
  };
  await created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody());
  expect(await totals()).toEqual(["VALID", "0"]);
  raffle = await created(site.origin, "/raffles", raffleBody({ drawRequires: "none" }));
  await visitor.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  await created(site.origin, `/raffles/${raffle.codeId}/entries`, entryBody());
  expect(await totals()).toEqual(["IN PLAY", "1"]);
});

it("offers to add slips, here and on a phone that is handed over, until the list is locked", async () => {
  const offered = async () => {
    const { html: today } = await visitor.visit(screen());
    const parts = [/<header class="desk-head">.*?<\/header>/s, /<form[^>]*today-hand-over.*?<\/form>/s];
    const { html: home } = await visitor.visit(`/helping/${raffle.codeId}`);
    return [...parts.map((part) => part.exec(today)?.[0]), home].map((part) => /Add (a )?paper entr/.test(part ?? ""));
  };
  expect(await offered()).toEqual([true, true, true]);
  raffle = await lockRaffle(askSite(site.origin), site.database.pool, { entries: 1 });
  await visitor.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  expect(await offered()).toEqual([false, false, false]);
});
