import { expect, it } from "vitest";
import { pageMeta } from "./page-meta.ts";

const PAGE = {
  path: "raffle",
  subject: "Noche Buena Basket",
  productName: "Tambiolo",
  origin: "https://raffles.example",
  canonicalPath: "/raffle/ABCD1234",
};

function descriptionsOf(description: string) {
  return pageMeta({ ...PAGE, description }).flatMap((tag) =>
    "content" in tag && /description$/.test(String("name" in tag ? tag.name : "property" in tag && tag.property))
      ? [tag.content]
      : [],
  );
}

it("says in a preview what fits there, and never half a character", () => {
  expect(descriptionsOf("Ham to win.")).toEqual(Array(3).fill("Ham to win."));
  expect(descriptionsOf("\u{1f389}".repeat(200))).toEqual(Array(3).fill("\u{1f389}".repeat(200)));
  expect(descriptionsOf("\u{1f389}".repeat(201))).toEqual(Array(3).fill(`${"\u{1f389}".repeat(199)}…`));
});

it("names the page's address in each language, but not of a page that is not listed", () => {
  const alternates = (page: typeof PAGE & { listed?: boolean }) =>
    pageMeta({ ...page, description: "" }).flatMap((tag) =>
      "rel" in tag && tag.rel === "alternate" ? [[tag.hrefLang, tag.href]] : [],
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
