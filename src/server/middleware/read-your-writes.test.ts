import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { readYourWrites } from "./read-your-writes.ts";

const waitUntilNotified = vi.fn(async () => undefined);
const silent = { subscribe: () => () => undefined, isListeningTo: () => true, close: async () => undefined };

const app = new Hono();
app.use(readYourWrites({ ...silent, waitUntilNotified }));
app.all("/refused", (c) => c.text("no", 422));
app.all("*", (c) => c.text("done"));

test.each([
  ["a raffle that is made", "POST", "/api/raffles", 1],
  ["an edit", "PATCH", "/api/raffles/ABCD1234", 1],
  ["an edit by a form", "POST", "/edit-raffle/ABCD1234/WXYZ", 1],
  ["a deletion", "DELETE", "/api/raffles/ABCD1234", 1],
  ["what was refused", "POST", "/refused", 0],
  ["reading", "GET", "/api/raffles", 0],
  ["an entry", "POST", "/api/raffles/ABCD1234/entries", 0],
  ["an entry by a form", "POST", "/raffle-entry/ABCD1234", 0],
])("the answer to %s waits for the word of it as often as it has to", async (_, method, path, times) => {
  waitUntilNotified.mockClear();
  const answer = await app.request(path, { method });
  expect([answer.status < 500, waitUntilNotified.mock.calls.length]).toEqual([true, times]);
});
