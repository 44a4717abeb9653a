import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("this browser remembers its entry, for its raffle alone, until it is told to forget @javascript", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const other = await createRaffle(request);
  const join = async () => {
    await openStarted(page, `/raffle-entry/${codeId}`);
    await fillEntryForm(page, entryBody());
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
    return (await page.locator(".ticket-code").textContent()) ?? "";
  };
  const remembered = page.locator("[data-remembered]");
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".raffle-entered")).toHaveText("Be the first to join");
  await expect(page.getByRole("link", { name: "Join & Manifest the Prize!" })).toHaveClass(/button-primary/);
  const code = await join();
  await page.goto(`/raffle/${codeId}`);
  // Counted at once for its owner, whom the red button leads to it. Others at the device may still join.
  await expect(page.locator(".raffle-entered")).toHaveText("1 entry so far");
  const own = page.locator(".raffle-stub").getByRole("link", { name: "See your entry" });
  await expect(own).toHaveClass(/button-primary/);
  await expect(own).toHaveAttribute("href", new RegExp(`/raffle-entry/${codeId}/${code}$`));
  await expect(page.getByRole("link", { name: "Join & Manifest the Prize!" })).toHaveClass(/button-quiet/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".raffle-bar a:visible")).toHaveText("See your entry");
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(remembered).toContainText(`You joined from this browser: ${code.slice(0, 4)} ${code.slice(4)}`, {
    useInnerText: true,
  });
  const line = remembered.getByRole("status");
  await expect(line).toHaveText("Not in the draw yet: 2 rules to go — Follow our page, Share the post");
  const { rules } = await (await request.get(`/api/entries/${code}`)).json();
  const ticked = rules.map(({ ruleId }: { ruleId: string }) => ({ ruleId, status: "Done" }));
  expect((await request.patch(`/api/entries/${code}`, { data: { rules: ticked } })).status()).toBe(200);
  await page.reload();
  await expect(line).toHaveText("In the draw for both prizes, because you chose none");
  // Without an answer the box says only what the browser knows.
  await page.route("**/api/tickets*", (route) => route.abort());
  await page.reload();
  await expect(remembered).toContainText("You joined from this browser:");
  await expect(line).toHaveCount(0);
  await page.unroute("**/api/tickets*");
  await remembered.getByRole("link", { name: "See your entry" }).click();
  await expect(page).toHaveURL(new RegExp(`/raffle-entry/${codeId}/${code}$`));
  await page.goto(`/raffle/${other.codeId}`);
  await expect(page.locator(".countdown b").first()).toHaveText(/^\d+$/);
  await expect(remembered).toBeHidden();

  await openStarted(page, `/raffle-entry/${codeId}`);
  await remembered.getByRole("button", { name: "Forget it on this device" }).click();
  await expect(remembered).toBeHidden();
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".countdown b").first()).toHaveText(/^\d+$/);
  await expect(remembered).toBeHidden();

  // At a shop's tablet the receipt forgets it: the next person does not see the code of the one before.
  await join();
  const warning = page.getByText("stays on this device, where the next person sees it");
  const [warned, next] = [await warning.boundingBox(), await page.getByText("Continue, for").boundingBox()];
  expect(warned?.y).toBeLessThan(next?.y ?? 0);
  await page.getByRole("button", { name: "Forget it on this device" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remember it on this device" })).toBeFocused();
  await expect(warning).toBeHidden();
  await page.reload();
  await expect(page.locator(".ticket-code")).toBeVisible();
  await page.getByRole("link", { name: "Continue, for somebody else" }).click();
  await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  await page.goto(`/raffle/${codeId}`);
  await expect(page.locator(".countdown b").first()).toHaveText(/^\d+$/);
  await expect(remembered).toBeHidden();
});

test("a remembered entry that was erased elsewhere is said to be so, and forgotten @javascript @long", async ({
  page,
  request,
}) => {
  const { codeId } = await createRaffle(request);
  const person = entryBody();
  const { entryCode } = await (await request.post(`/api/raffles/${codeId}/entries`, { data: person })).json();
  await page.goto(`/raffle/${codeId}`);
  const headers = { "x-entrant-contact": String(person.email) };
  expect((await request.delete(`/api/entries/${entryCode}`, { headers })).status()).toBe(204);
  for (const path of [`/raffle/${codeId}`, `/raffle-entry/${codeId}`]) {
    await page.evaluate(
      ([key, code]) => localStorage.setItem(`entry:${key}`, JSON.stringify({ code, until: "2999-01-01T00:00:00Z" })),
      [codeId, entryCode],
    );
    await page.goto(path);
    const box = page.locator("[data-remembered]");
    await expect(box).toHaveText("An entry that you sent from this browser is erased.", { useInnerText: true });
    expect(await page.evaluate((key) => localStorage.getItem(`entry:${key}`), codeId)).toBeNull();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(box).toBeHidden();
  }
});

test("a raffle's dates are a file for one's calendar @read-only", async ({ page, request }) => {
  const { codeId } = await createRaffle(request, { name: "Rice, cake; more" });
  await page.goto(`/raffle/${codeId}`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Add the dates to your calendar" }).click();
  expect((await download).suggestedFilename()).toBe(`${codeId}.ics`);
  const answer = await request.get(`/raffle/${codeId}/calendar.ics?lang=en`);
  expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(await answer.text()).toContain("SUMMARY:Draw: Rice\\, cake\\; more");
  expect((await request.get("/raffle/NOSUCHRA/calendar.ics")).status()).toBe(404);
});
