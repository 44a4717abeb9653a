import { afterAll, beforeAll, expect, it } from "vitest";
import { asOrganiser, entryBody, raffleBody } from "../../../tests/support/api.ts";
import { askSite, created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

/** A raffle that closed after so many people had joined. */
async function closedRaffle(people: number) {
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody({ drawRequires: "none" }));
  for (let entered = 0; entered < people; entered += 1)
    await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  const over = { version: 1, dueDate: "2020-01-01T00:00:00Z" };
  await askSite(site.origin)("PATCH", `/raffles/${codeId}`, over, asOrganiser(codeId, accessCode));
  return { codeId, accessCode };
}

it("has an organiser who tries to lock a list again and again solve a puzzle", async () => {
  const { codeId, accessCode } = await closedRaffle(0);
  const visitor = openVisitor(site.origin);
  await visitor.visit(`/draw-desk/${codeId}/${accessCode}`);
  const lock = async () => {
    const answer = await visitor.ask(`/draw-desk/${codeId}/~`, { intent: "lock" });
    return { status: answer.status, html: await answer.text() };
  };
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await lock()).toEqual({ status: 409, html: expect.stringContaining("Nobody is in play") });
  }
  expect(await lock()).toEqual({ status: 429, html: expect.stringContaining("challenge") });
});

it("leads from the look-alikes back to a desk where locking is next", async () => {
  const { codeId, accessCode } = await closedRaffle(1);
  const visitor = openVisitor(site.origin);
  const { html } = await visitor.visit(`/check-entries/${codeId}/${accessCode}`);
  expect(html).toContain('value="finish"');
});

it("offers no lock where nobody joined, and what can be done instead", async () => {
  const { codeId, accessCode } = await closedRaffle(0);
  const visitor = openVisitor(site.origin);
  const { html } = await visitor.visit(`/draw-desk/${codeId}/${accessCode}`);
  for (const link of [`/edit-raffle/${codeId}/`, `/create-raffle?from=${codeId}`])
    expect(html).toContain(`href="${link}`);
  expect(html).toContain("is deleted automatically");
  // The line of steps ends here: no lock, no number and no winners will come.
  const steps = /<ol class="desk-steps">.*?<\/ol>/s.exec(html)?.[0] ?? "";
  expect([...steps.matchAll(/>([^<]+)<\/li>/g)].map(([, name]) => name)).toEqual([
    "Entries come in",
    "Nobody to draw from",
  ]);
  expect(html).not.toContain('value="ask"');
  expect(html).not.toContain("Lock the list");
  expect(html).not.toContain("Closed, locks");
  for (const page of ["overview", "draw-list", "draw-masterlist", "check-entries"])
    expect((await visitor.visit(`/${page}/${codeId}/~`)).html).toContain("Nobody joined, so there is nothing");
  expect((await visitor.visit(`/check-entries/${codeId}/~`)).html).not.toContain("on to the draw");
});

it("takes a raffle that nobody joined off the public list by one press, and says so", async () => {
  const { codeId, accessCode } = await closedRaffle(0);
  const visitor = openVisitor(site.origin);
  const status = async () =>
    ((await (await fetch(`${site.origin}/api/raffles/${codeId}`)).json()) as { status: string }).status;
  const { html } = await visitor.visit(`/draw-desk/${codeId}/${accessCode}`);
  expect(html).toContain('value="hide"');
  expect(await status()).toBe("Published");
  await visitor.ask(`/draw-desk/${codeId}/~`, { intent: "hide" });
  expect(await status()).toBe("Unpublished");
  const after = (await visitor.visit(`/draw-desk/${codeId}/~`)).html;
  expect(after).toContain("The raffle is hidden: it is off the public list.");
  expect(after).not.toContain('value="hide"');
});

it("counts one ticket as one, and more as more, in every language", async () => {
  const ask = askSite(site.origin);
  for (const count of [1, 2]) {
    const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody({ drawRequires: "none" }));
    for (let entered = 0; entered < count; entered += 1) {
      await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
    }
    const visitor = openVisitor(site.origin);
    await visitor.visit(`/draw-desk/${codeId}/${accessCode}`);
    const desk = await visitor.ask(`/draw-desk/${codeId}/~`);
    expect(await desk.text()).toContain(count === 1 ? "1 entry so far." : "2 entries so far.");
    const basic = asOrganiser(codeId, accessCode);
    await ask("PATCH", `/raffles/${codeId}`, { version: 1, dueDate: "2020-01-01T00:00:00Z" }, basic);
    expect((await ask("POST", `/raffles/${codeId}/draw/lock`, undefined, basic)).status).toBe(201);
  }
  // Sorted: both lists are mostly locked within the same second, and then stand in the order of their random codes.
  const said = async (language: string) =>
    [...(await (await fetch(`${site.origin}/locks?lang=${language}`)).text()).matchAll(/; (\d [^<]+)</g)]
      .map(([, text]) => text)
      .toSorted();
  expect(await said("en")).toEqual(["1 ticket", "2 tickets"]);
  expect(await said("de")).toEqual(["1 Los", "2 Lose"]);
  expect(await said("fil")).toEqual(["1 ticket", "2 ticket"]);
});
