import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { requestIdOf } from "./incoming.ts";

const MADE = /^[0-9a-f-]{36}$/;
const PROXYS = "01JABCDEFGHJKMNPQRSTVWXYZ0";

function request(id?: string): IncomingMessage {
  const incoming = new IncomingMessage(new Socket());
  if (id !== undefined) incoming.headers["x-request-id"] = id;
  return incoming;
}

test("a request keeps the id that is made for it, and another has another", () => {
  const one = request();
  const id = requestIdOf(one, { trustProxy: 0 });
  expect(id).toMatch(MADE);
  expect(requestIdOf(one, { trustProxy: 0 })).toBe(id);
  expect(requestIdOf(request(), { trustProxy: 0 })).not.toBe(id);
});

test("the id of a trusted proxy is taken", () => {
  expect(requestIdOf(request(PROXYS), { trustProxy: 1 })).toBe(PROXYS);
});

test.each([
  ["of a visitor, without a proxy", PROXYS, 0],
  ["that is too short", "1", 1],
  ["that is too long", "a".repeat(65), 1],
  ["that is no id", "juan@example.com wrote this", 1],
])("an id %s is not taken", (_what, sent, trustProxy) => {
  expect(requestIdOf(request(sent), { trustProxy })).toMatch(MADE);
});
