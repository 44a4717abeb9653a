import { expect, test } from "vitest";
import { asOrganiser } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const api = await openTestApi();
const raffle = await api.createRaffle();
const allowed = (answer: Response) => answer.headers.get("access-control-allow-origin");

test("other websites read what is public, and no cookie goes with it", async () => {
  for (const path of ["/raffles", `/raffles/${raffle.codeId}`, "/raffles/ABCD0000", "/locks", "/openapi.json"]) {
    const answer = await api.send("GET", path);
    expect([path, allowed(answer)]).toEqual([path, "*"]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  }
});

test("they read nothing of people, and change nothing", async () => {
  const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  const entryCode = await api.enter(raffle, {});
  for (const [method, path] of [
    ["GET", `/raffles/${raffle.codeId}/entries`],
    ["GET", `/raffles/${raffle.codeId}/show`],
    ["GET", `/raffles/${raffle.codeId}/winners.csv`],
    ["GET", `/entries/${entryCode}`],
    ["POST", "/raffles"],
    ["PATCH", `/raffles/${raffle.codeId}`],
    ["OPTIONS", "/raffles"],
  ] as const) {
    const answer = await api.send(method, path, undefined, organiser);
    expect([method, path, allowed(answer)]).toEqual([method, path, null]);
  }
});
