import { expect } from "@playwright/test";
import { raffleBody } from "../support/api.ts";
import { register } from "./own-account.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";

test("a program uses a token until its account ends it @long", async ({ page, playwright, baseURL }) => {
  await register(page);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Manage tokens" }).click();
  await expect(page.getByRole("link", { name: "the API’s documentation", exact: true })).toHaveAttribute(
    "href",
    "/api/docs",
  );
  await page.getByRole("button", { name: "Make the token" }).click();
  await expect(page.getByRole("alert")).toContainText("Please write what the token is for.");
  await expect(page.getByRole("alert")).toContainText("Please tick the raffles");
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel("Name", { exact: false }).fill("Till");
  await page.getByLabel("Create, edit and delete raffles").check();
  await page.getByLabel("All of mine").check();
  await page.getByRole("button", { name: "Make the token" }).click();
  const made = page.getByRole("region", { name: "Token “Till”" });
  const token = (await made.getByText(/^tmb_/).textContent()) ?? "";
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFits(page);

  const extraHTTPHeaders = { authorization: `Bearer ${token}` };
  const program = await playwright.request.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders });
  const created = await program.post("/api/raffles", { data: raffleBody({ name: "From the till" }) });
  expect(created.status()).toBe(201);
  await page.goto("/profile");
  await expect(page.getByRole("link", { name: "From the till", exact: true })).toBeVisible();

  await page.goto("/api-tokens");
  await expect(page.getByText("Last used on")).toBeVisible();
  await page.getByLabel("End this token: Till").click();
  await page.getByRole("button", { name: "Yes, end it: Till" }).click();
  await expect(page.getByText("The token “Till” has ended.")).toBeVisible();
  expect((await program.post("/api/raffles", { data: raffleBody() })).status()).toBe(401);
  await program.dispose();
});
