import { expect, type Page } from "@playwright/test";
import { openMore } from "./open-more.ts";
import { expectAccessible, expectFits } from "./page-checks.ts";
import { openStarted } from "./started-page.ts";
import { test } from "./test.ts";

// Raffles and events are counted by network.

let people = 0;

/** A phone number and an e-mail that nobody else in this run has. */
function newContact() {
  people += 1;
  const unique = `${process.pid % 1000}${people}`.padStart(7, "1").slice(-7);
  return {
    phone: `0917 ${unique.slice(0, 3)} ${unique.slice(3)}`,
    email: `person.${process.pid}.${people}@example.com`,
  };
}

const visit = (page: Page, path: string) => page.goto(path);

/** Creates a raffle with two prizes and two rules through its screen; answers the codes that it shows. */
async function createRaffle(page: Page, name: string, open: (page: Page, path: string) => Promise<unknown> = visit) {
  await open(page, "/create-raffle");
  await page.getByLabel("Name").first().fill(name);
  await page.getByLabel("Details").first().fill("Ham and queso de bola.\nFrom Aling Nena’s bakery.");
  await page.getByLabel("Due date").fill("2030-12-20T18:00");
  await openMore(page);
  await page.getByLabel("Draw date").fill("2030-12-24T12:00");
  const firstPrize = page.getByRole("group", { name: "Prize 1" });
  await firstPrize.getByLabel("Name").fill("Fiesta ham");
  await firstPrize.getByText("More about this prize").click();
  await firstPrize.getByLabel("Details").fill("2 kg, glazed");
  await firstPrize.getByLabel("Worth").fill("1,500.00");
  await page.getByRole("button", { name: "Add a prize" }).click();
  const secondPrize = page.getByRole("group", { name: "Prize 2" });
  await secondPrize.getByLabel("Name").fill("Queso de bola");
  // Without scripts the page has come again.
  if (!(await page.getByRole("group", { name: "Rule 1" }).isVisible())) await openMore(page);
  await page.getByRole("group", { name: "Rule 1" }).getByLabel("What to do").fill("Follow our page");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("group", { name: "Rule 2" }).getByLabel("What to do").fill("Share the post");
  await expect(firstPrize.getByLabel("Details")).toHaveValue("2 kg, glazed");
  await page.locator("form").getByRole("button", { name: "Create raffle" }).last().click();
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the public link" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to your desk" })).toHaveAttribute(
    "href",
    /^\/overview\/\w{8}\/\w{4}$/,
  );
  await expect(page.getByRole("link", { name: "See the entries" })).toHaveAttribute(
    "href",
    /^\/draw-list\/\w{8}\/\w{4}$/,
  );
  await expect(page.getByRole("link", { name: "Edit the raffle" })).toHaveAttribute(
    "href",
    /^\/edit-raffle\/\w{8}\/\w{4}$/,
  );
  const code = (label: string) =>
    page.locator(".code-ticket", { hasText: label }).locator(".ticket-code").textContent();
  return { codeId: await code("Raffle code"), accessCode: await code("Access code") };
}

test("the codes of a new raffle are not lost without a question @javascript", async ({ page }) => {
  // Sent before the scripts have come, the form leads to a page in which nobody has pressed anything: none asks there.
  await createRaffle(page, `Kept ${newContact().phone}`, openStarted);
  await expect(page.getByText("Copy or print the codes before you leave this page.")).toBeVisible();
  const asked = page.waitForEvent("dialog");
  // Not page.reload(), which would wait for what is stopped here.
  const reloading = page.evaluate(() => location.reload()).catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await reloading;
  await expect(page.getByText("Raffle successfully created!")).toBeVisible();
  // Whoever goes on to the desk takes the code along.
  await page.getByRole("link", { name: "See the entries" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Draw List" })).toBeVisible();
});

test("an organiser creates a raffle, a visitor joins it, looks the entry up and changes it @both", async ({ page }) => {
  const name = `Noche Buena ${newContact().phone}`;
  const { codeId, accessCode } = await createRaffle(page, name);
  expect(codeId).toMatch(/^[A-Z0-9]{8}$/);
  expect(accessCode).toMatch(/^[A-Z0-9]{4}$/);
  await expectAccessible(page);

  // A visitor finds it in the public list.
  await page.goto("/raffle-list");
  await expect(page).toHaveTitle(/^RAFFLE-LIST \| Tambiolo$/);
  const way = page.getByRole("link", { name: `Be Part of the Winners’ Circle! ${name}` });
  // Searched for, because other tests' raffles come and go meanwhile: pages of the list would shift.
  await page.getByRole("searchbox", { name: "What would you like to win?" }).fill(name);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await way.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("December 20, 2030").first()).toBeVisible();
  await expect(page.getByText("Worth PHP 1,500.00")).toBeVisible();
  await expectAccessible(page);

  // Joins: an empty form first.
  await page.getByRole("link", { name: "Join & Manifest the Prize!" }).click();
  await expect(page.getByLabel("Facebook link")).toHaveValue("https://www.facebook.com/");
  const submit = page.getByRole("button", { name: "Submit" });
  await page.getByLabel("Address").fill("12 Rizal St, Iloilo City");
  await page.getByLabel("Follow our page").check();
  await submit.click();
  await expect(page.getByRole("alert").getByRole("link", { name: "First name is required." })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "First name is required." })).toBeFocused();
  await expect(page.getByLabel("First name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("First name")).toHaveAccessibleDescription("First name is required.");
  await expect(page.getByLabel("Phone number")).toHaveAccessibleDescription(
    "We call this number if you win. For example 0917 123 4567. Phone number is required.",
  );
  await expect(page.getByLabel("I am 18 or older")).toHaveAccessibleDescription(/agree to the terms\.$/);
  await expect(page.getByLabel("Address")).toHaveValue("12 Rizal St, Iloilo City");
  await expect(page.getByLabel("Follow our page")).toBeChecked();
  await expectAccessible(page);

  const contact = newContact();
  await page.getByLabel("First name").fill("María Ñ");
  await page.getByLabel("Last name").fill("Dela Peña");
  await page.getByLabel("Phone number").fill(contact.phone);
  await page.getByLabel("Email", { exact: false }).first().fill(contact.email);
  await page.getByLabel("Facebook link").fill("https://www.facebook.com/maria.pena");
  await page.getByLabel("Instagram link").fill("https://www.instagram.com/maria.pena");
  await page.getByRole("checkbox", { name: "Fiesta ham" }).check();
  await page.getByLabel("Wishlist note for Fiesta ham").fill("para kay Lola");
  await page.getByLabel("I am 18 or older").check();
  await submit.click();
  await expect(page.getByRole("heading", { name: "We have your entry" })).toBeVisible();
  const entryCode = String(await page.locator(".ticket-code").textContent());
  expect(entryCode).toMatch(/^[A-Z]{8}$/);
  const invitation = await page.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
  expect(new URL(invitation ?? "").searchParams.get("text")).toContain(`/raffle/${codeId}`);
  await expectAccessible(page);

  // The same phone cannot enter again.
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByLabel("Phone number").fill(contact.phone.replaceAll(" ", "-"));
  await fillRest(page);
  await submit.click();
  await expect(page.getByRole("alert").getByText("Phone number already used for this raffle.")).toBeVisible();
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await expect(page.getByText("Is it you? Then we have your entry already.")).toBeInViewport();
  await expect(page.getByLabel("First name")).toHaveValue("Juan");

  // Looks the entry up.
  await page.goto(`/raffle/${codeId}`);
  await page.getByRole("link", { name: "Search Your Entry" }).click();
  const search = page.getByRole("button", { name: "Search" });
  await search.click();
  await expect(page.getByText("Please enter an entry code.")).toBeVisible();
  await page.getByLabel("Entry code").fill("ZZZZZZZZ");
  await search.click();
  await expect(page.getByText("Entry not found.")).toBeVisible();
  await page.getByLabel("Entry code").fill(entryCode.toLowerCase());
  await search.click();
  await expect(page.getByRole("heading", { name: "María Ñ D." })).toBeVisible();
  await expectAccessible(page);

  // Changes it.
  await page.getByRole("link", { name: "View Full Entry" }).click();
  await expect(page.getByText("1 of 2 done")).toBeVisible();
  // The browser that has entered is not asked whose entry it is; another one is.
  await expect(page.getByText("María Ñ Dela Peña", { exact: true })).toBeVisible();
  await expect(page.getByText(contact.email)).toBeVisible();
  await page.context().clearCookies({ name: "entry" });
  await page.reload();
  await expect(page.getByText("María Ñ D.", { exact: true })).toBeVisible();
  await expect(page.getByText(contact.email)).toHaveCount(0);
  await page.getByLabel("Wishlist note for Queso de bola").fill("half typed");
  await page.getByRole("switch", { name: "Share the post" }).click();
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await expect(page.getByLabel("Wishlist note for Queso de bola")).toHaveValue("half typed");
  // A note is no wish.
  const queso = page.getByRole("switch", { name: "Queso de bola" });
  await expect(queso).not.toBeChecked();
  await queso.click();
  await expect(queso).toBeChecked();
  const update = page.getByRole("button", { name: "Update Wishlist Notes" }).last();
  await page.getByLabel("Wishlist note for Fiesta ham").fill("para kay Lolo");
  await update.click();
  await expect(page.getByText("Wishlist notes updated!")).toBeVisible();
  await update.click();
  await expect(page.getByText("No changes to update.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Wishlist note for Fiesta ham")).toHaveValue("para kay Lolo");
  await expect(page.getByLabel("Wishlist note for Queso de bola")).toHaveValue("half typed");
  await expect(page.getByText("2 of 2 done")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
});

async function fillRest(page: Page) {
  const { email } = newContact();
  await page.getByLabel("First name").fill("Juan");
  await page.getByLabel("Last name").fill("Cruz");
  await page.getByLabel("Address").fill("5 Mabini St");
  await page.getByLabel("Email", { exact: false }).first().fill(email);
  await page.getByLabel("Facebook link").fill("https://www.facebook.com/juan");
  await page.getByLabel("Instagram link").fill("https://www.instagram.com/juan");
  await page.getByLabel("I am 18 or older").check();
}
