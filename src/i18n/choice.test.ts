import { describe, expect, test } from "vitest";
import { chooseLanguage as choose, type LanguageHints } from "./choice.ts";

const host = "raffles.example";

/** As on a site that sets no DEFAULT_LANGUAGE. */
function chooseLanguage(hints: Omit<LanguageHints, "fallback">) {
  return choose({ ...hints, fallback: "de" });
}

test("who says no language that we speak gets the site's own, and nobody else", () => {
  expect(choose({ host, fallback: "fil" })).toBe("fil");
  expect(choose({ host, accepted: "fr-FR", fallback: "en" })).toBe("en");
  expect(choose({ host, accepted: "de", fallback: "en" })).toBe("de");
  expect(choose({ host: "tambiolo.com", fallback: "fil" })).toBe("en");
});

describe("each hint counts only where those before it say nothing", () => {
  const all = { asked: "fil", saved: "de", host: "tambiolo.com", accepted: "de" };
  test.each([
    ["the address", all, "fil"],
    ["the saved choice", { ...all, asked: null }, "de"],
    ["the .com rule", { ...all, asked: null, saved: undefined }, "en"],
    ["the browser's language", { ...all, asked: null, saved: undefined, host, accepted: "fil" }, "fil"],
    ["German", { host }, "de"],
  ])("%s", (_name, hints, language) => {
    expect(chooseLanguage(hints)).toBe(language);
  });

  test("a language that we do not speak says nothing", () => {
    expect(chooseLanguage({ asked: "xx", saved: "../en", host, accepted: "en" })).toBe("en");
  });
});

test.each([
  ["tambiolo.com", "en"],
  ["TAMBIOLO.COM", "en"],
  ["raffles.tambiolo.com.", "en"],
  ["tambiolo.com.ph", "de"],
  ["tambiolocom", "de"],
  ["com", "de"],
  ["localhost", "de"],
  ["127.0.0.1", "de"],
])("on the host %s nobody but the name decides: %s", (name, language) => {
  expect(chooseLanguage({ host: name })).toBe(language);
});

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de"],
  ["en-US,en;q=0.9", "en"],
  ["EN", "en"],
  ["fil-PH,fil;q=0.9,en;q=0.8", "fil"],
  ["fil", "fil"],
  ["tl-PH,en;q=0.5", "fil"],
  ["tl", "fil"],
  // Finnish begins like Filipino.
  ["fi-FI,fi;q=0.9", "de"],
  // Only the browser's first preference counts, not its fallbacks.
  ["fr-FR,fr;q=0.9,en;q=0.8", "de"],
  ["de;q=0.5, en;q=0.8", "en"],
  ["en;q=0, fil;q=0.1", "fil"],
  ["en;q=none", "de"],
  ["*", "de"],
  ["", "de"],
  [";;,,;q=1,=", "de"],
])("a browser that says %j reads %s", (accepted, language) => {
  expect(chooseLanguage({ host, accepted })).toBe(language);
});
