import { expect, it } from "vitest";
import { askSite } from "../../../tests/support/ask-site.ts";
import { lockRaffle } from "../../../tests/support/locked-raffle.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

it("names a raffle that is in the public list, and any other by its code alone", async () => {
  const { origin, database } = await sharedSite();
  const raffle = await lockRaffle(askSite(origin), database.pool);
  const linkText = async () => {
    const { html } = await openVisitor(origin).visit("/locks");
    return new RegExp(`<a href="/raffle/${raffle.codeId}/draw">([^<]*)</a>`).exec(html)?.[1];
  };
  const put = (status: string) =>
    database.pool.query("update raffles set status = $2, name = 'Noche Buena' where id = $1", [raffle.id, status]);
  await put("Unpublished");
  expect(await linkText()).toBe(raffle.codeId);
  await put("Published");
  expect(await linkText()).toBe(`Noche Buena (${raffle.codeId})`);
  expect(await (await fetch(`${origin}/api/locks`)).text()).not.toContain("Noche Buena");
});
