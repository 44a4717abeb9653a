import { expect, it } from "vitest";
import { harmlessText } from "./harmless-text.ts";

/** Text that mail programs turn into links by themselves. It matches more than any real program does. */
const LINK =
  /[a-z][a-z0-9+.-]*:\/\/|www\.\S|[\p{L}\d-]+[.\u3002\uff0e\uff61][\p{L}\d-]*\p{L}|\S@\S|\d+\.\d+\.\d+\.\d+/iu;

it.each([
  "Claim https://evil.example/x now",
  "HTTP://EVIL.EXAMPLE",
  "evil.example",
  "www.evil.example/?a=b.c",
  "http://192.0.2.1/login",
  "write to win@evil.example",
  "mailto:win@evil.example",
  "xn--bcher-kva.example",
  "b\u00fccher.example",
  "\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444",
  "evil\u3002example and evil\uff0eexample",
  "e\u200bvil.exa\u200bmple",
  "ftp://1.2.3.4",
  "a.b.c.d.example",
])("%j holds nothing to follow any more", (text) => {
  expect(text).toMatch(LINK);
  expect(harmlessText(text)).not.toMatch(LINK);
});

it("is one line, without what turns the direction of letters", () => {
  expect(harmlessText("Win\r\nX-Injected: 1\u2028now \u202etxt.exe\u0007")).toBe("Win X-Injected: 1 now txt. exe");
});

it.each([
  "Noche Buena Basket",
  "Sari-Sari Store Inc.",
  "2.5 kg ham, PHP 1,500.00",
  "Maria Pe\u00f1a",
  "Fish & <b>Chips</b>",
  "12:30",
  "A/B",
])("%j stays as it is", (text) => {
  expect(harmlessText(text)).toBe(text);
});
