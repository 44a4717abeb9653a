import { afterAll, beforeAll, expect, it } from "vitest";
import { asOrganiser, raffleBody } from "../tests/support/api.ts";
import { startTestSite, type TestSite } from "../tests/support/test-site.ts";
import { openVisitor } from "../tests/support/visitor.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

it("has an organiser who tries to lock a list again and again solve a puzzle", async () => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(raffleBody());
  const made = await fetch(`${site.origin}/api/raffles`, { method: "POST", headers, body });
  const { codeId, accessCode } = (await made.json()) as { codeId: string; accessCode: string };
  const basic = { ...headers, ...asOrganiser(codeId, accessCode) };
  const over = JSON.stringify({ version: 1, dueDate: "2020-01-01T00:00:00Z" });
  await fetch(`${site.origin}/api/raffles/${codeId}`, { method: "PATCH", headers: basic, body: over });
  const visitor = openVisitor(site.origin);
  await visitor.visit(`/draw-desk/${codeId}/${accessCode}`);
  const lock = async () => {
    const answer = await visitor.ask(`/draw-desk/${codeId}/~`, { intent: "lock" });
    return { status: answer.status, html: await answer.text() };
  };
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await lock()).toEqual({ status: 409, html: expect.stringContaining("Nobody is in play") });
  }
  expect(await lock()).toEqual({ status: 429, html: expect.stringContaining("challenge") });
});
