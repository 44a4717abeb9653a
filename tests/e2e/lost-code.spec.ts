import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { groupedCode } from "#src/base/code-formats.ts";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { newEmail } from "./own-account.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { mailTest as test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// One after the other, on one site.
test.describe.configure({ mode: "default" });

test("who has lost the code is mailed it, and nobody learns who joined", async ({ page, mailSite }) => {
  const raffle = await createRaffle(page.request);
  const email = newEmail();
  const entered = await page.request.post(`/api/raffles/${raffle.codeId}/entries`, { data: entryBody({ email }) });
  const { entryCode } = (await entered.json()) as { entryCode: string };
  await page.goto("/how-it-works");
  await expect(
    page.getByText("we mail it to you again. The organiser of the raffle can look it up too."),
  ).toBeVisible();
  await page.goto(`/search-entry/${raffle.codeId}`);
  const ask = page.getByRole("button", { name: "Email me my code" });
  const field = page.getByLabel("Email", { exact: false });
  await field.fill("nobody");
  await ask.click();
  await expect(page.getByText("Please enter an email address like name@example.com.")).toBeVisible();
  await expect(field).toHaveValue("nobody");
  await expectAccessible(page);
  await expectFits(page);

  const stranger = newEmail();
  for (const address of [stranger, email.toUpperCase()]) {
    await field.fill(address);
    await ask.click();
    const answer = page.getByText(
      `If somebody joined this raffle with ${address}, we email the code there, usually within minutes;`,
    );
    await expect(answer).toBeInViewport();
  }

  const subject = `Your entry code at Tambiolo: ${groupedCode(entryCode)}`;
  const codes = () => mailSite.server.accepted.filter(({ mail }) => mail.subject === subject);
  await mailSite.server.until(() => codes().length > 0);
  expect(codes().map(({ to }) => to)).toEqual([email]);
  expect(codes()[0]?.mail.text).toContain(entryCode);
  expect(mailSite.server.accepted.map(({ to }) => to)).not.toContain(stranger);

  // As people write it down and paste it.
  await page.getByLabel("Entry code").fill(` ${entryCode.slice(0, 4).toLowerCase()}-${entryCode.slice(4)} `);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Here is your entry")).toBeVisible();
});

test("a receipt names the typed address, survives a reload, and leads to where it is mended @javascript", async ({
  page,
}) => {
  const { codeId } = await createRaffle(page.request);
  const mistyped = "ana@gmial.example.com";
  await openStarted(page, `/raffle-entry/${codeId}`);
  await fillEntryForm(page, entryBody({ email: mistyped }));
  await page.getByRole("button", { name: "Send my entry" }).click();
  const code = await page.locator(".ticket-code").textContent();
  await page.reload();
  await expect(page.locator(".ticket-code")).toHaveText(String(code));
  await expect(page.getByText(`We also email it to ${mistyped}`)).toBeVisible();
  await expectPicture(page, `${codeId}-${code}.png`);
  await page.getByRole("link", { name: "Wrong? Change it" }).click();
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(mistyped);
  // Opened anew, the form is for somebody else.
  await page.goto(`/raffle-entry/${codeId}`);
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("");
});

/** The receipt becomes a picture of its code to store, and the page says so where what draws it does not come. */
async function expectPicture(page: Page, name: string): Promise<void> {
  const make = page.getByRole("button", { name: "Save my code as a picture" });
  const failed = page.getByText("Your browser could not make the picture.");
  await page.route(/receipt-picture/, (route) => route.abort());
  await make.click();
  await expect(failed).toBeVisible();
  await expectFits(page);
  await page.unroute(/receipt-picture/);
  // A browser asks once for a script that did not come.
  await page.reload();
  await make.click();
  const save = page.getByRole("link", { name: "Save it" });
  await expect(save).toBeFocused();
  const seen = page.getByRole("img", { name: "Entry code: " });
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  await expectFits(page);
  await expectAccessible(page);
  const [picture] = await Promise.all([page.waitForEvent("download"), save.click()]);
  expect(picture.suggestedFilename()).toBe(name);
  const drawn = sharp(await picture.path());
  expect(await drawn.metadata()).toMatchObject({ format: "png", width: 720, height: 900 });
  // Ink where the code stands.
  const ink = await drawn.extract({ left: 120, top: 450, width: 480, height: 70 }).greyscale().stats();
  expect(ink.channels[0]?.min).toBeLessThan(60);
  await expect(failed).toBeHidden();
}

test("whoever creates a raffle is mailed its codes from the receipt @long", async ({ page, mailSite }) => {
  await page.goto("/create-raffle");
  const form = page.locator("form[data-draft=create-raffle]");
  await form.locator("[name=name]").fill("Codes by mail");
  await form.locator("[name=details]").fill("Bread for a month");
  await form.locator("[name=dueDate]").fill("2030-12-20T18:00");
  await form.locator("[name='prizes.0.name']").fill("Bread");
  await form.getByRole("button", { name: "Create raffle" }).last().click();
  const code = (label: string) =>
    page.locator(".code-ticket", { hasText: label }).locator(".ticket-code").textContent();
  const accessCode = await code("Access code");
  const field = page.getByLabel("Email the codes to");
  const send = page.getByRole("button", { name: "Email me the codes" });
  await field.fill("nobody");
  await send.click();
  await expect(page.getByText("Please enter an email address like name@example.com.")).toBeVisible();
  await expect(field).toHaveValue("nobody");
  await expectAccessible(page);
  const email = newEmail();
  await field.fill(email);
  await send.click();
  await expect(page.getByText(`The codes are on their way to ${email}.`)).toBeInViewport();
  // The receipt stays, with its codes.
  expect(await code("Access code")).toBe(accessCode);
  const received = () => mailSite.server.accepted.find(({ to }) => to === email)?.mail;
  await mailSite.server.until(() => received() !== undefined);
  expect(received()?.text).toContain(`/overview/${await code("Raffle code")}/${accessCode}`);
});
