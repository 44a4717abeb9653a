import { expect } from "@playwright/test";
import { entryBody } from "../support/api.ts";
import { fillEntryForm } from "./fill-entry-form.ts";
import { ownAddress } from "./own-address.ts";
import { expectAccessibleInBothSchemes, expectFits } from "./page-checks.ts";
import { test } from "./test.ts";
import { createRaffle } from "./test-raffle.ts";

test("a friend joins by a link, which their form carries", async ({ page, request }) => {
  const rules = [{ details: "Bring a friend", drops: 2, proof: "invite", maxTimes: 3 }];
  const { codeId, accessCode } = await createRaffle(request, { drawRequires: "none", drawWeight: "drops", rules });
  const entered = await request.post(`/api/raffles/${codeId}/entries`, { data: entryBody(), headers: ownAddress() });
  const { entryCode, inviteLink } = (await entered.json()) as { entryCode: string; inviteLink: string };
  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  const link = page.locator("#invite a[href*='?by=']").first();
  await expect(link).toHaveAttribute("href", inviteLink);
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
  await page.goto((await link.getAttribute("href")) ?? "");
  await expect(page.getByText("You came here by the link of somebody")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await fillEntryForm(page, entryBody());
  await page.locator("main form button[type=submit].button-primary").click();
  await expect(page.getByText("Entry code").first()).toBeVisible();
  await expect(page.getByText("Friends who join by this link")).toBeVisible();
  await expect(page.getByRole("link", { name: "WhatsApp" })).toHaveAttribute("href", /%3Fby%3D/);

  await page.goto(`/raffle-entry/${codeId}/${entryCode}`);
  await expect(page.getByText("1 joined by your link.")).toBeVisible();
  await page.goto(`/draw-list/${codeId}/${accessCode}`);
  await page.goto(`/update-entry/${entryCode}?raffle=${codeId}`);
  await expect(page.getByText("Joined by this entry’s link")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});
