import { expect, test } from "@playwright/test";

test("the site says that it is alive", async ({ request }) => {
  const answer = await request.get("/healthz");
  expect(answer.status()).toBe(200);
});
