import { describe, expect, it } from "vitest";
import { delayAfter, isEcho, isOver, isTaken, pauseAfter, targetFault } from "./rules.ts";

const faults = (urls: readonly string[], targets: "public" | "any" = "public") =>
  urls.map((url) => targetFault(url, targets));

describe("an endpoint's address", () => {
  it("is public and encrypted", () => {
    expect(
      faults(["https://example.com/hook?key=1", "https://example.com:8443/", "https://[2606:4700::1111]/"]),
    ).toEqual([null, null, null]);
    expect(faults(["http://example.com/", "https://u:p@example.com/", "ftp://example.com/", "https://a b/"])).toEqual([
      "linkNotHttps",
      "linkWithPassword",
      "linkInvalid",
      "linkInvalid",
    ]);
  });

  it("is no machine of the site's own network, however it is written", () => {
    const names = ["localhost", "app.localhost", "db", "db.internal", "nas.local."];
    const four = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "10.0.0.5", "169.254.169.254"];
    const six = [
      "[::1]",
      "[::]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[fe80::1]",
      "[fd00::1]",
      "[64:ff9b::a00:1]",
    ];
    const urls = [...names, ...four, ...six].map((host) => `https://${host}/`);
    expect(faults(urls)).toEqual(urls.map(() => "webhookPrivate"));
    expect(faults([...urls, "http://127.0.0.1:8080/"], "any")).toEqual([...urls, ""].map(() => null));
  });
});

it("tries a delivery again a dozen times within a day, ever more rarely", () => {
  const delays = Array.from({ length: 20 }, (_, n) => delayAfter(n + 1));
  expect(delays.slice(0, 4)).toEqual([10, 30, 90, 270]);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  let passed = 0;
  const within = delays.filter((delay) => {
    passed += delay;
    return passed <= 86_400;
  });
  expect(within.length).toBeGreaterThan(10);
  expect(within.length).toBeLessThan(15);
});

it("rests an endpoint up to ten minutes, and gives it up after days or when it is gone", () => {
  expect([1, 2, 3, 20].map(pauseAfter)).toEqual([5, 10, 20, 600]);
  expect(["200", "204", "301", "302", "400", "410", "500", "too-slow"].map(isTaken)).toEqual([
    ...[true, true, false, false, false, false, false, false],
  ]);
  const day = 86_400_000;
  expect([isOver("500", 4 * day), isOver("500", 6 * day), isOver("410", 0)]).toEqual([false, true, true]);
});

it("takes a challenge for repeated as text or as a field of JSON, and nothing else", () => {
  const echoes = ["abc", " abc\n", '{"challenge":"abc","ok":true}'];
  const others = ["", "abcd", '"abc"', "null", "[]", '{"challenge":["abc"]}', '{"data":{"challenge":"abc"}}', "{"];
  expect([...echoes, ...others].map((body) => isEcho(body, "abc"))).toEqual([
    ...echoes.map(() => true),
    ...others.map(() => false),
  ]);
});
