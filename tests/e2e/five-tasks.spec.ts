import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";
import { startWalk } from "./walk.ts";

/** What a stranger's tasks cost. docs/experience.md sets the figures against those before: change both together. */

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1366, height: 768 };

for (const [screen, size] of Object.entries({ phone: PHONE, desk: DESK })) {
  const part = screen === "phone" ? "" : " @long";
  test(`create a raffle and get the poster, at a ${screen} @javascript${part}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto("/");
    const { cost, press, type } = startWalk(page);
    await press(page.getByRole("link", { name: "Create a raffle" }).first());
    await page.waitForURL("**/create-raffle");
    await type(page.getByLabel("Name").first(), "Noche Buena");
    await type(page.getByLabel("Details").first(), "Pick it up at our shop.");
    await type(page.getByRole("group", { name: "Prize 1" }).getByLabel("Name"), "Ham");
    await press(page.getByRole("button", { name: "In a week" }));
    await type(page.getByLabel("Name of the shop"), "Aling Nena");
    // Looked at before it is pressed.
    const preview = page.getByRole("complementary", { name: "As visitors see it first" });
    await expect(preview.getByText("by Aling Nena")).toBeVisible();
    await press(page.locator("form").getByRole("button", { name: "Create raffle" }).last());
    // Whoever has not kept the access code is asked before they leave.
    await press(page.locator(".code-ticket", { hasText: "Access code" }).getByRole("button", { name: "Copy" }));
    await press(page.getByRole("link", { name: "Poster to print" }));
    await page.waitForURL("**/poster/*");
    await press(page.getByRole("button", { name: "Print" }));
    expect(cost).toEqual({ presses: 6, fields: 4, screens: 3, swipes: expect.any(Number) });
  });
}

test("join on a phone with two mistakes, and come back without the code @javascript", async ({ page, request }) => {
  const { codeId } = await createRaffle(request, { facebookLink: "optional", instagramLink: "optional" });
  const { phone, email } = entryBody();
  await page.setViewportSize(PHONE);
  await page.goto(`/raffle/${codeId}`);
  const { cost, press, type, read } = startWalk(page);
  await press(page.getByRole("link", { name: "Join & Manifest the Prize!" }).first());
  await page.waitForURL("**/raffle-entry/*");
  await type(page.getByLabel("First name"), "Maria");
  await type(page.getByLabel("Last name"), "Santos");
  await type(page.getByLabel("Address"), "12 Rizal St");
  await type(page.getByLabel("Phone number"), String(phone).slice(0, -3));
  await type(page.getByRole("textbox", { name: "Email" }), String(email));
  await press(page.getByLabel("Follow our page"));
  const submit = page.getByRole("button", { name: "Submit" });
  await press(submit);
  await read(page.getByRole("alert").filter({ hasText: "Please check these fields" }));
  await type(page.getByLabel("Phone number"), String(phone));
  await press(page.getByLabel("I am 18 or older"));
  await press(submit);
  await read(page.getByRole("heading", { name: "We have your entry" }));
  expect(cost).toEqual({ presses: 5, fields: 6, screens: 2, swipes: expect.any(Number) });

  await page.goto(`/raffle/${codeId}`);
  const back = startWalk(page);
  await back.press(page.getByRole("link", { name: "See your entry" }).first());
  await back.read(page.getByRole("heading", { name: "Your entry" }));
  expect(back.cost).toEqual({ presses: 1, fields: 0, screens: 2, swipes: expect.any(Number) });
});

test("find and correct an entry, and see who is missing what @javascript @long", async ({ page, request }) => {
  const { codeId, accessCode } = await createRaffle(request);
  for (const lastName of ["Santos", "Cruz"]) {
    await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ lastName }) });
  }
  await page.setViewportSize(DESK);
  // The browser in which the raffle was made, or its desk was opened once, has its pass.
  await page.goto(`/overview/${codeId}/${accessCode}`);
  await page.goto("/");
  const { cost, press, type, read } = startWalk(page);
  await press(page.getByRole("link", { name: "Manage your raffles" }));
  await press(page.getByRole("link", { name: "Entries Noche Buena Basket" }));
  await type(page.getByRole("searchbox"), "Santos");
  await press(page.getByRole("button", { name: "Search" }));
  await press(page.getByRole("link", { name: "View / Update" }));
  await type(page.getByLabel("Phone"), "0917 999 9999");
  await press(page.getByRole("button", { name: "Update Entry Info" }));
  await read(page.getByText("✅ Entry info updated successfully!"));
  await press(page.getByRole("link", { name: "Entries", exact: true }));
  await expect(page.getByText("2 entries, 0 of them VALID")).toBeVisible();
  await expect(page.locator(".chip-closed", { hasText: "INVALID" })).toHaveCount(2);
  expect(cost).toEqual({ presses: 6, fields: 2, screens: 5, swipes: expect.any(Number) });

  await page.goto("/");
  const other = startWalk(page);
  await other.press(page.getByRole("link", { name: "Manage your raffles" }));
  await other.press(page.getByRole("link", { name: "Who is missing something Noche Buena Basket" }));
  await other.read(page.getByText("Still missing: Follow our page · Share the post").last());
  expect(other.cost).toEqual({ presses: 2, fields: 0, screens: 3, swipes: expect.any(Number) });
});
