import { expect, test } from "vitest";
import { createWaitingLine } from "./waiting-line.ts";

test("a full line has a place for others: the newest of the network with the most gives way", async () => {
  const line = createWaitingLine(4);
  const answers: string[] = [];
  const wait = (name: string, network: string) =>
    line.wait(network).then((isTurn) => answers.push(`${name} ${isTurn ? "drawn" : "gone"}`));
  const waiting = ["first", "second", "third"].map((name) => wait(name, "2001:db8:1::/48"));
  waiting.push(wait("neighbour", "2001:db8:2::/48"));
  await wait("fourth", "2001:db8:1::/48");
  expect(answers).toEqual(["fourth gone"]);
  waiting.push(wait("newcomer", "192.0.2.0/24"));
  await expect.poll(() => answers).toEqual(["fourth gone", "third gone"]);
  // With a place more it would have as many as the largest.
  await wait("again", "192.0.2.0/24");
  expect(answers.splice(0)).toEqual(["fourth gone", "third gone", "again gone"]);
  while (line.next());
  await Promise.all(waiting);
  expect(answers).toEqual(["first drawn", "second drawn", "neighbour drawn", "newcomer drawn"]);
});
