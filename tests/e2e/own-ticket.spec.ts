import { expect } from "@playwright/test";
import { asOrganiser, entryBody } from "../support/api.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("an entrant finds their ticket after the lock, and what shows that it is theirs", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none" });
  const person = entryBody();
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: person });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const own = `/raffle-entry/${codeId}/${entryCode}`;
  await page.goto(own);
  await expect(page.getByRole("heading", { name: "Your entry", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your ticket" })).toHaveCount(0);

  const headers = asOrganiser(codeId, accessCode);
  const dueDate = new Date(Date.now() - 1000).toISOString();
  await request.patch(`/api/raffles/${codeId}`, { headers, data: { version: 1, dueDate } });
  expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);

  // Whoever has the entry code alone sees the number, and nothing that proves whose it is.
  await page.goto(own);
  const ticket = page.getByRole("region", { name: "Your ticket" });
  await expect(ticket.getByText("#1")).toBeVisible();
  await expect(page.getByText(/^In the draw for /)).toBeVisible();
  await expect(page.locator("html")).not.toContainText(String(person.email));
  await expect(ticket.getByRole("link", { name: "See the draw" })).toHaveAttribute("href", `/raffle/${codeId}/draw`);

  await page.getByLabel("Your phone number or email").fill(String(person.email));
  await page.getByRole("button", { name: "Show my details" }).click();
  await ticket.getByText("What finds your ticket in the list").click();
  await expect(ticket.getByText(String(person.email), { exact: true })).toBeVisible();
  await expect(ticket.getByText(/^[0-9a-f]{32}$/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  // The link tells no server who it is, and claims no lock hash.
  const href = await ticket.getByRole("link", { name: "Check your ticket" }).getAttribute("href");
  expect(href?.split("#")[0]).toBe(`/raffle/${codeId}/draw`);
});

test("the link of one's own page finds one's own line @javascript", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none" });
  const person = entryBody();
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody() });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: person });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  const headers = asOrganiser(codeId, accessCode);
  const dueDate = new Date(Date.now() - 1000).toISOString();
  await request.patch(`/api/raffles/${codeId}`, { headers, data: { version: 1, dueDate } });
  expect((await request.post(`/api/raffles/${codeId}/draw/lock`, { headers })).status()).toBe(201);
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await page.getByLabel("Your phone number or email").fill(String(person.email));
  await page.getByRole("button", { name: "Show my details" }).click();
  await page.getByRole("link", { name: "Check your ticket" }).click();
  await expect(page).toHaveURL(`/raffle/${codeId}/draw`);
  await expect(page.getByText("Your ticket has the number 2 and is in play.")).toBeVisible();
});
