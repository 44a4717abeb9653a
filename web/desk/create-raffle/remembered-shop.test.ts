import { beforeAll, expect, it } from "vitest";
import { raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor, registerVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;

beforeAll(async () => {
  site = await sharedSite();
});

const make = (name: string, shopName: string) =>
  created(site.origin, "/raffles", raffleBody({ name, shopName, shopPlace: "Jaro", status: "Unpublished" }));

const join = (role: string, email: string, codeId: string) =>
  site.database.pool.query(
    `insert into raffle_members select raffles.id, users.id, $1, now() from raffles, users where email = $2 and code_id = $3`,
    [role, email, codeId],
  );

/** The shop in the form of a new raffle, and what the form says of where it comes from. */
async function shopFor(visitor: Visitor): Promise<(string | undefined)[]> {
  const { html } = await visitor.visit("/create-raffle");
  const value = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
  return [value("shopName"), value("shopPlace"), /As in “[^{”]*”, the last raffle [^.]*\./.exec(html)?.[0]];
}

it("is that of the last raffle that this browser opens, and of no other", async () => {
  const [first, second] = [await make("First", "Aling Nena"), await make("Second", "Mang Tomas")];
  const browser = openVisitor(site.origin);
  expect(await shopFor(browser)).toEqual(["", "", undefined]);
  for (const { codeId, accessCode } of [second, first]) await browser.visit(`/overview/${codeId}/${accessCode}`);
  expect(await shopFor(browser)).toEqual([
    "Mang Tomas",
    "Jaro",
    "As in “Second”, the last raffle that this browser opens.",
  ]);
  expect(await shopFor(openVisitor(site.origin))).toEqual(["", "", undefined]);
});

it("is that of the account's own raffle, and not of one in which it helps", async () => {
  const email = "shop-owner@example.com";
  const owner = openVisitor(site.origin);
  await registerVisitor(owner, email);
  const own = await make("Own", "Aling Nena");
  const others = await make("Of others", "Mang Tomas");
  await join("organiser", email, others.codeId);
  expect(await shopFor(owner)).toEqual(["", "", undefined]);
  await join("owner", email, own.codeId);
  expect(await shopFor(owner)).toEqual(["Aling Nena", "Jaro", "As in “Own”, the last raffle of your account."]);
});
