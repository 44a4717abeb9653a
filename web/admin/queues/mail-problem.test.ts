import { expect, it } from "vitest";
import { mailProblem } from "./mail-problem.ts";

it.each([
  ["STOPPED", "stopped"],
  ["ABORTED CONN", "stopped"],
  ["ECONNREFUSED CONN", "unreachable"],
  ["ENOTFOUND CONN", "unreachable"],
  ["ETIMEDOUT CONN", "unreachable"],
  ["EENVELOPE RCPT TO 550 5.1.1", "recipient"],
  ["EENVELOPE RCPT TO 451 4.7.1", "later"],
  ["EENVELOPE MAIL FROM 553 5.7.1", "sender"],
  ["EAUTH AUTH PLAIN 535 5.7.8", "login"],
  ["EAUTH AUTH PLAIN 454 4.7.0", "later"],
  ["ETLS STARTTLS 502", "encryption"],
  ["CERT_HAS_EXPIRED CONN", "encryption"],
  ["EMESSAGE DATA 554 5.6.0", "content"],
  ["TypeError", null],
  ["", null],
])("%s means %s", (codes, problem) => {
  expect(mailProblem(codes)).toBe(problem);
});
