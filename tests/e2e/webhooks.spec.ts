import { expect, type Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { entryBody } from "../support/api.ts";
import { startWebhookReceiver } from "../support/webhook-receiver.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

/** Looks again until the log says it: messages go out in the background. */
async function untilLogged(page: Page, text: string): Promise<void> {
  const address = page.url();
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByRole("listitem").filter({ hasText: text }).first()).toBeVisible({ timeout: 500 });
  }).toPass();
}

test("an organiser has a receiver told of entries, tests it, renews its secret and removes it", async ({
  page,
  request,
}) => {
  const receiver = await startWebhookReceiver();
  const { codeId, accessCode } = await createRaffle(request);
  await page.goto(`/overview/${codeId}/${accessCode}`);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("button", { name: "Add the webhook" }).click();
  await expect(page.getByRole("alert")).toContainText("Please tick what the webhook is told of.");
  await expect(page.getByLabel("Address")).toHaveValue(receiver.url);
  await page.getByLabel("New entries").check();
  await page.getByLabel("Send names and contacts of entries too").check();
  const { echo } = receiver;
  receiver.echo = () => "Hello";
  await page.getByRole("button", { name: "Add the webhook" }).click();
  await page.getByRole("link", { name: "See its secret and its settings" }).click();
  await expect(page.getByText("Waits for its consent: nothing is sent yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a test" })).toBeHidden();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByRole("alert")).toContainText("The address answered, but not with the challenge.");
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  receiver.echo = echo;
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("The address consents.")).toBeVisible();
  await page.getByText("Show the secret").click();
  const older = (await page.getByText("whsec_").textContent()) ?? "";

  receiver.answer = async () => ({ status: 500 });
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("A message is on its way.")).toBeVisible();
  await untilLogged(page, "Answer 500");
  await expect(page.getByText("We go on trying.")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);

  await page.getByText("Make a new secret").click();
  await page.getByRole("button", { name: "Yes, make a new one" }).click();
  await expect(page.getByText("There is a new secret.")).toBeVisible();
  receiver.answer = async () => ({ status: 200 });
  await page.getByRole("button", { name: "Send again: Test" }).click();
  await untilLogged(page, "Answer 200");
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ lastName: "Quezon" }) });
  await untilLogged(page, "1 entry · Answer 200");
  const { message, body, headers } = receiver.received.at(-1) ?? {};
  expect(message).toMatchObject({
    type: "entry.created",
    data: { raffle: { codeId }, entries: [{ lastName: "Quezon" }] },
  });
  expect(new Webhook(older).verify(body ?? "", headers ?? {})).toEqual(message);

  await page.getByText("Remove this webhook").click();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await expect(page.getByText("There is no webhook yet.")).toBeVisible();
  await page.goto(`/raffle-changes/${codeId}/${accessCode}`);
  for (const change of ["Webhook added", "New webhook secret made", "Webhook removed"]) {
    await expect(page.getByText(change)).toBeVisible();
  }
  await receiver.close();
});
