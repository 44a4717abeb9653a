import { expect, it } from "vitest";
import { type PageMeta, pageTags } from "./page-meta.ts";

const SITE = { productName: "Tambiolo", origin: "https://raffles.example" };

const PAGE = { path: "raffle", subject: "Noche Buena Basket", canonicalPath: "/raffle/ABCD1234" };

function descriptionsOf(description: string) {
  return pageTags({ ...PAGE, description }, SITE).flatMap(({ name, property, content }) =>
    (name ?? property)?.endsWith("description") ? [content] : [],
  );
}

it("says in a preview what fits there, and never half a character", () => {
  expect(descriptionsOf("Ham to win.")).toEqual(Array(3).fill("Ham to win."));
  expect(descriptionsOf("\u{1f389}".repeat(200))).toEqual(Array(3).fill("\u{1f389}".repeat(200)));
  expect(descriptionsOf("\u{1f389}".repeat(201))).toEqual(Array(3).fill(`${"\u{1f389}".repeat(199)}…`));
});

it("has a plain title in a preview, without the capitals of a path", () => {
  const titleOf = (page: PageMeta) =>
    pageTags({ ...page, description: "" }, SITE).find(({ property }) => property === "og:title")?.content;
  expect(titleOf(PAGE)).toBe("Noche Buena Basket");
  expect(titleOf({ path: "how-it-works" })).toBe("How it works | Tambiolo");
  expect(titleOf({ path: "" })).toBe("Tambiolo");
});

it("names the page's address in each language, but not of a page that is not listed", () => {
  const alternates = (page: PageMeta) =>
    pageTags({ ...page, description: "" }, SITE).flatMap(({ rel, hrefLang, href }) =>
      rel === "alternate" ? [[hrefLang, href]] : [],
    );
  const address = "https://raffles.example/raffle-list?page=2";
  expect(alternates({ ...PAGE, canonicalPath: "/raffle-list?page=2" })).toEqual([
    ["de", `${address}&lang=de`],
    ["en", `${address}&lang=en`],
    ["fil", `${address}&lang=fil`],
    ["x-default", address],
  ]);
  expect(alternates({ ...PAGE, listed: false })).toEqual([]);
});
