import { describe, expect, it } from "vitest";
import { contactLink } from "./contact-link.ts";

const LINKS: readonly (readonly [typed: string, link: string | null])[] = [
  ["0917 555 0142", "tel:+639175550142"],
  ["(033) 320-1234", "tel:+63333201234"],
  ["Luz@Example.com", "mailto:luz@example.com"],
  ["luz?bcc=all@example.com", "mailto:luz%3Fbcc%3Dall@example.com"],
  ["https://www.facebook.com/nanayluz", "https://www.facebook.com/nanayluz"],
  ["facebook.com/nanayluz", "https://facebook.com/nanayluz"],
  ["HTTP://nanayluz.example", "http://nanayluz.example/"],
  ["nanayluz.example", "https://nanayluz.example"],
  ["m.me/nanayluz?ref=raffle", "https://m.me/nanayluz?ref=raffle"],
];

const TEXTS = [
  "",
  "Ask at the counter",
  "0917 555 0142, Monday to Saturday",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)//facebook.com",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "//evil.example",
  "/raffle-list",
  "https://bank.example@evil.example/",
  "https://two words.example",
  "file:///etc/passwd",
];

describe("contactLink", () => {
  it.each(LINKS)("leads from %s", (typed, link) => {
    expect(contactLink(typed, "PH")?.replace(/\/$/, "")).toBe(link?.replace(/\/$/, ""));
  });

  it.each(TEXTS)("leaves %j a text", (typed) => expect(contactLink(typed, "PH")).toBeNull());
});
