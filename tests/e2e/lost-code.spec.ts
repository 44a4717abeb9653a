import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { test } from "./mail-site.ts";
import { newEmail } from "./own-account.ts";
import { comeFromOwnAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { createRaffle } from "./test-raffle.ts";

test.beforeEach(({ context }) => comeFromOwnAddress(context));

test("who has lost the code is mailed it, and nobody learns who joined", async ({ page, mailSite }) => {
  const raffle = await createRaffle(page.request);
  const email = newEmail();
  const entered = await page.request.post(`/api/raffles/${raffle.codeId}/entries`, { data: entryBody({ email }) });
  const { entryCode } = (await entered.json()) as { entryCode: string };
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
      `If somebody joined this raffle with ${address}, an email with the code is on its way.`,
    );
    await expect(answer).toBeInViewport();
  }

  const subject = "Your entry code at Tambiolo";
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
