import { expect, test } from "vitest";
import { paragraphsOf, textFor } from "./rules.ts";
import { newsTexts } from "./schema.ts";

const text = (subject: string) => ({ subject, text: "Hello" });

test.each([
  [["de", "en", "fil"], "fil", "fil"],
  [["de", "en"], "fil", "en"],
  [["de", "fil"], "en", "de"],
  [["fil"], "de", "fil"],
] as const)("news in %j reaches a reader of %s in %s", (written, reader, read) => {
  const texts = Object.fromEntries(written.map((language) => [language, text(language)]));
  expect(textFor(texts, reader)).toEqual({ language: read, subject: read, text: "Hello" });
});

test("blank lines part paragraphs, and one break stays in its own", () => {
  expect(paragraphsOf("One\nstill one\n \n\n\nTwo\n")).toEqual(["One\nstill one", "Two"]);
});

const BLANK = { subject: " ", text: "" };

test("news needs a subject and a text in one language, and both wherever there is either", () => {
  const read = (en: object, de: object = BLANK) => {
    const parsed = newsTexts.safeParse({ en, de, fil: BLANK });
    return parsed.success ? parsed.data : parsed.error.issues.map(({ path, message }) => [path.join("."), message]);
  };
  expect(read(text("Fiesta"))).toEqual({ en: { subject: "Fiesta", text: "Hello" } });
  expect(read(BLANK)).toEqual([["en.subject", "newsEmpty"]]);
  expect(read(text("Fiesta"), { subject: "", text: "Hallo" })).toEqual([["de.subject", "newsSubjectMissing"]]);
  expect(read(text("Fiesta"), { subject: "Fest", text: "\u200b" })).toEqual([["de.text", "newsTextMissing"]]);
});
