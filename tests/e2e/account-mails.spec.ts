import { expect, type Page } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { startSite } from "../support/site.ts";
import { expectPreserved } from "./form-faults.ts";
import type { MailSite } from "./mail-site.ts";
import { becomeAdmin, logIn, newEmail, PASSWORD, register } from "./own-account.ts";
import { newAddress } from "./own-address.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test as base, mailTest as test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

// One after the other, on one site.
test.describe.configure({ mode: "default" });

/** Waits for a mail to somebody, and finds the link to a page in it. */
async function linkTo(page: string, email: string, { server }: MailSite, number = 1): Promise<string> {
  const received = () =>
    server.accepted.filter(({ to, mail }) => to === email && mail.text?.includes(`/${page}?token=`));
  await server.until(() => received().length >= number);
  const link = /http\S+\?token=\S+/.exec(received()[number - 1]?.mail.text ?? "")?.[0] ?? "";
  expect(new URL(link).pathname).toBe(`/${page}`);
  return link;
}

const SENT = "an email is on its way to it";

async function forget(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`If ${email} has an account here, ${SENT}`)).toBeVisible();
}

async function choose(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByRole("textbox", { name: /^New password/ }).fill(password);
  await page.getByLabel("Re-enter password").fill(repeated);
  await page.getByRole("button", { name: "Save the new password" }).click();
}

test("a forgotten password is replaced by a mail's link, which works once and logs everybody out", async ({
  page,
  browser,
  baseURL,
  mailSite,
}) => {
  const other = await browser.newContext({ baseURL, javaScriptEnabled: test.info().project.use.javaScriptEnabled });
  const elsewhere = await other.newPage();
  const email = await register(elsewhere);
  const stranger = newEmail();

  await forget(page, stranger);
  await expectAccessible(page);
  await expectFits(page);
  await forget(page, email);
  const link = await linkTo("reset-password", email, mailSite);
  expect(mailSite.server.seen.recipients).not.toContain(stranger);

  const opened = await page.goto(link);
  expect(opened?.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "same-origin" });
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page).toHaveTitle("RESET-PASSWORD | Tambiolo");
  await choose(page, "papaya street", "papaya road");
  await expect(page.getByText("Passwords do not match.").first()).toBeVisible();
  await choose(page, "123456");
  await expect(page.getByText(/one of the first that others would try/).first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const next = "papaya street at noon";
  await choose(page, next);
  await expect(page.getByText("Your new password is saved. Please log in with it.")).toBeVisible();
  await elsewhere.goto("/profile");
  await expect(elsewhere).toHaveURL(/\/login/);
  await logIn(page, email, PASSWORD);
  await expect(page.getByText("Email and password do not match.")).toBeVisible();
  await logIn(page, email, next);
  await expect(page).toHaveURL(`${baseURL}/`);

  await page.goto(link);
  await expect(page.getByText("This link was used already")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Ask for another link" }).click();
  await expect(page).toHaveTitle("FORGOT-PASSWORD | Tambiolo");
  const log = mailSite.site.log();
  expect(log).toContain('"path":"/reset-password"');
  expect(log).not.toContain(new URL(link).searchParams.get("token"));
  await other.close();
});

test("an account gets another email, once the link sent there was opened @both", async ({ page, mailSite }) => {
  const [old, next] = [await register(page), newEmail()];
  await page.goto(await linkTo("verify-email", old, mailSite));
  await page.getByRole("button", { name: "Verify this address" }).click();
  await page.goto("/profile");
  await page.getByRole("link", { name: "Change email" }).click();
  await page.getByLabel("New email").fill(next);
  await page.getByLabel("Current password").fill("not this one");
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("This is not your current password.").first()).toBeVisible();
  await expect(page.getByLabel("New email")).toHaveValue(next);
  await expectAccessible(page);
  await expectFits(page);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText(`You asked to change your email to ${next}.`)).toBeVisible();
  await mailSite.server.until(() => mailSite.server.accepted.some(({ to, mail }) => to === old && isNotice(mail)));
  await page.goto(await linkTo("verify-email", next, mailSite));
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByText("Your account has a new email.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await expect(page.getByText(next, { exact: true })).toBeVisible();
});

const isNotice = ({ subject }: { readonly subject?: string }) => subject === "The email of your account is to change";

test("whatever fails, news and the end of all mail lose nothing @javascript @long", async ({ page, mailSite }) => {
  const email = await register(page);
  await becomeAdmin(page, email, mailSite.site.dataDir);
  const text = page.locator('[name="en.text"]');
  await expectPreserved(
    page,
    {
      async open() {
        await page.goto("/admin/news");
        await page.locator('[name="en.subject"]').fill("Fiesta");
        await text.fill("Come and see");
      },
      press: () => page.getByRole("button", { name: "Save and preview" }).click(),
      failed: "",
      typed: () => [[text, "Come and see"]],
    },
    ["POST"],
  );
  const { codeId } = await createRaffle(page.request);
  const person = entryBody();
  expect((await page.request.post(`/api/raffles/${codeId}/entries`, { data: person })).status()).toBe(201);
  const received = () => mailSite.server.accepted.find(({ to }) => to === person.email)?.mail.text ?? "";
  await mailSite.server.until(() => received() !== "");
  const link = /http\S+\/unsubscribe\/\S+/.exec(received())?.[0] ?? "";
  await expectPreserved(
    page,
    {
      open: async () => void (await page.goto(link.replace(/lang=\w+/, "lang=en"))),
      press: () => page.getByRole("button", { name: "Stop all emails to this address" }).click(),
      failed: "",
    },
    ["POST"],
  );
  await page.getByRole("button", { name: "Stop all emails to this address" }).click();
  await expect(page.getByText("sends no more such emails to this address.")).toBeVisible();
});

test("whatever fails, a forgotten password loses nothing @javascript @long", async ({ page, mailSite }) => {
  const email = await register(page);
  await page.context().clearCookies();
  const field = page.getByLabel("Email");
  await expectPreserved(
    page,
    {
      async open() {
        await page.goto("/forgot-password");
        await field.fill(email);
      },
      press: () => page.getByRole("button", { name: "Send me the link" }).click(),
      // A browser cannot know whether the site has sent it.
      failed: "",
      typed: () => [[field, email]],
    },
    ["POST"],
  );
  await forget(page, email);
  const link = await linkTo("reset-password", email, mailSite);
  const repeated = page.getByLabel("Re-enter password");
  await expectPreserved(
    page,
    {
      open: async () => {
        await openStarted(page, link);
        await page.getByRole("textbox", { name: /^New password/ }).fill(PASSWORD);
        await repeated.fill(PASSWORD);
      },
      press: () => page.getByRole("button", { name: "Save the new password" }).click(),
      failed: "",
      typed: () => [[repeated, PASSWORD]],
    },
    ["POST"],
  );
});

test("a new password that strangers asked for often costs its owner a puzzle, and comes @javascript @long", async ({
  page,
  request,
  baseURL,
}) => {
  const form = { email: newEmail() };
  const statuses: number[] = [];
  for (let one = 0; one < 6; one += 1) {
    const headers = { origin: String(baseURL), "x-forwarded-for": newAddress() };
    statuses.push((await request.post("/forgot-password", { form, headers })).status());
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  await forget(page, form.email);
});

test("an address is verified by the button behind a mail's link, not by opening it", async ({ page, mailSite }) => {
  const email = await register(page);
  const link = await linkTo("verify-email", email, mailSite);
  await page.goto(link);
  await expectAccessible(page);
  await expectFits(page);
  await page.goto("/profile");
  await expect(page.getByText("Not verified yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send the email again" }).click();
  await expect(page.getByText("An email is on its way to you.")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  const second = await linkTo("verify-email", email, mailSite, 2);

  await page.goto(`${second}x`);
  await page.getByRole("button", { name: "Verify this address" }).click();
  await expect(page.getByText("This link was used already")).toBeVisible();
  await expectAccessible(page);
  await page.goto(second);
  await page.getByRole("button", { name: "Verify this address" }).click();
  await expect(page.getByText("Your address is verified.")).toBeVisible();
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the email again" })).toHaveCount(0);
  expect(mailSite.site.log()).not.toContain(new URL(second).searchParams.get("token"));
});

test("an admin sees which mails failed and why, and has them sent again @long", async ({ page, request, mailSite }) => {
  const { site, server } = mailSite;
  const email = await register(page, "Boss");
  await becomeAdmin(page, email, site.dataDir);
  const { codeId } = await createRaffle(request);
  const refused = newEmail();
  server.onRecipient = (to) => (to === refused ? 550 : undefined);
  await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody({ email: refused }) });
  const failed = page.getByRole("row").filter({ has: page.getByRole("link", { name: codeId }) });
  await expect(async () => {
    await page.goto("/admin/mails?state=failed");
    await expect(failed).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(failed).toContainText("Entry receipt");
  await expect(failed).toContainText("The mail server does not take emails for this address.");
  await expect(page.locator("main")).not.toContainText(refused);
  await expectAccessible(page);
  await expectFits(page);
  await page.goto("/admin");
  await page.getByRole("link", { name: /^(One email|\d+ emails) failed$/ }).click();

  server.onRecipient = () => undefined;
  await failed.getByRole("button", { name: /^Send again: Entry receipt, / }).click();
  await expect(page.getByText("One email is on its way again.")).toBeVisible();
  await server.until(() => server.accepted.some(({ to }) => to === refused));
  await expect(async () => {
    await page.goto("/admin/mails?state=sent");
    await expect(failed).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goto("/admin/jobs");
  await expect(page.getByText("Sending emails")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.goto("/admin/changes");
  await expect(page.getByRole("heading", { name: /^Email sent again · entry-receipt/ }).first()).toBeVisible();
});

base("a site that sends no mail says whom to write to @javascript @long", async ({ page }) => {
  const site = await startSite({ env: { OPERATOR_EMAIL: "owner@example.com" } });
  try {
    for (const path of ["/login", "/forgot-password"]) {
      await page.goto(`${site.origin}${path}`);
      await expect(page.getByText("Forgot your password? Write to owner@example.com.")).toBeVisible();
      await expect(page.getByRole("link", { name: "owner@example.com" })).toHaveAttribute(
        "href",
        "mailto:owner@example.com",
      );
      await expectAccessible(page);
      await expectFits(page);
    }
    const headers = { origin: site.origin, "accept-language": "en" };
    const answer = await page.request.post(`${site.origin}/forgot-password`, { form: { email: newEmail() }, headers });
    expect(await answer.text()).toContain("This site sends no emails");
  } finally {
    await site.stop();
  }
});
