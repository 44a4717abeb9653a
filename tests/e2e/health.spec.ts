import { expect, test } from "@playwright/test";

test("the site says that it is alive @read-only", async ({ request }) => {
  const answer = await request.get("/healthz");
  expect(answer.status()).toBe(200);
});
