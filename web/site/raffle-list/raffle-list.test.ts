import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off" });
});
afterAll(() => site.stop());

async function publish(name: string, prizes: readonly string[]): Promise<string> {
  const prize = { details: "", worth: "", numberOfWinners: 1 };
  const body = raffleBody({
    name,
    status: "Published",
    prizes: prizes.map((prizeName, index) => ({ ...prize, prizeCode: `P${index}`, name: prizeName })),
  });
  return (await created(site.origin, "/raffles", body)).codeId;
}

/** The raffles that a page of the list shows, and the whole page as text. */
async function list(
  query = "",
): Promise<{ readonly codes: string[]; readonly html: string; readonly cached: boolean }> {
  const { html, headers } = await openVisitor(site.origin).visit(`/raffle-list${query}`);
  const codes = [...html.matchAll(/href="\/raffle\/([A-Z0-9]{8})"/g)].map(([, code = ""]) => code);
  return { codes, html, cached: headers.get("etag") !== null };
}

describe("the list", () => {
  it("says what can be won, and how much more", async () => {
    await publish("Suki", ["Ube cake", "Bilao", "Rice", "Bread"]);
    expect((await list()).html.replaceAll("<!-- -->", "")).toContain("Ube cake, Bilao + 2 more");
  });

  it("finds by name and by prize, in any case, and takes every character as it is", async () => {
    const sale = await publish("100% Sale", ["Lechon"]);
    const other = await publish("Barberya", ["Haircut_s"]);
    expect((await list("?q=LECHON")).codes).toEqual([sale]);
    expect((await list("?q=0%25")).codes).toEqual([sale]);
    expect((await list("?q=t_s")).codes).toEqual([other]);
    for (const nasty of ["'", "\\", "%00", '" or 1=1 --']) {
      expect((await list(`?q=${encodeURIComponent(`x${nasty}x`)}`)).codes).toEqual([]);
    }
    expect((await list("?show=closed")).codes).toEqual([]);
    expect((await list("?show=nonsense&q=lechon")).codes).toEqual([sale]);
  });

  it("keeps no page of what somebody looks for", async () => {
    expect((await list()).cached).toBe(true);
    expect((await list("?q=lechon")).cached).toBe(false);
    expect((await list("?show=open")).cached).toBe(false);
  });

  it("shows closed raffles apart, which nobody can join, and a month after their draw not at all; the API has them still", async () => {
    const codeId = await publish("Old", ["Radio"]);
    const endedFor = (days: number) =>
      sql`update raffles set due_date = now() - make_interval(days => ${days}),
        draw_date = now() - make_interval(days => ${days}) where code_id = ${codeId}`.execute(site.database.db);
    expect((await list("?q=radio")).html).toContain("See the prizes and join");
    await endedFor(29);
    const closed = await list("?show=closed");
    expect(closed.codes).toEqual([codeId]);
    expect(closed.html).not.toContain("See the prizes and join");
    await endedFor(31);
    expect((await list("?show=closed")).codes).toEqual([]);
    const all = (await (await fetch(`${site.origin}/api/raffles`)).json()) as { codeId: string }[];
    expect(all.map((raffle) => raffle.codeId)).toContain(codeId);
  });
});
