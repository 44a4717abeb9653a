import { beforeAll, expect, it } from "vitest";
import { asOrganiser, entryBody, raffleBody, type TestRaffle } from "../../../tests/support/api.ts";
import { askSite } from "../../../tests/support/ask-site.ts";
import { storeResult } from "../../../tests/support/shown-draw.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;

beforeAll(async () => {
  site = await sharedSite();
});

/** A raffle with entries of these people, and its draw desk. */
async function openDesk(people: readonly string[]) {
  const ask = askSite(site.origin);
  const made = await ask("POST", "/raffles", raffleBody({ drawRequires: "none", rules: [] }));
  const { id, codeId, accessCode } = made.body as TestRaffle;
  for (const firstName of people) {
    const person = entryBody({ firstName, lastName: "Cruz", address: "1 Rizal St" });
    await ask("POST", `/raffles/${codeId}/entries`, person);
  }
  const visitor = openVisitor(site.origin);
  await visitor.visit(`/draw-desk/${codeId}/${accessCode}`);
  /** Where the page “Today” leads, and what the buttons that stand out on the draw desk lead to or do. */
  const steps = async (query = "", fields?: Record<string, string>) => {
    const html = await (await visitor.ask(`/draw-desk/${codeId}/~${query}`, fields)).text();
    const today = (await visitor.visit(`/overview/${codeId}/~${query}`)).html;
    const nameOf = (tag: string) => /(?:href="\/([a-z-]+)|value="([a-z]+)")/.exec(tag)?.slice(1).find(Boolean);
    const red = [...html.matchAll(/<(?:a|button)[^>]*button-primary[^>]*>/g)].map(([tag]) => nameOf(tag));
    return { today: nameOf(/<p class="actions next-step">.*?<\/p>/s.exec(today)?.[0] ?? ""), red };
  };
  /** What the screens of winners and the report on them say. */
  const said = async () => {
    const pages = ["winners", "winners-report"].map(async (page) => (await visitor.visit(`/${page}/${codeId}/~`)).html);
    return (await Promise.all(pages)).map((html) =>
      /<div class="notice notice-info".*?<p>([^<]*)/s.exec(html)?.[1]?.trim(),
    );
  };
  /** Presses a button of the pair that the screen of the look-alikes asks about, or takes the last press back. */
  let pressed: Record<string, string> = {};
  const decide = async (intent: string) => {
    const screen = `/check-entries/${codeId}/~`;
    if (intent !== "undo") {
      const { html } = await visitor.visit(screen);
      const sent = [...html.matchAll(/name="((?:first|second)Id)" value="([^"]+)"/g)];
      pressed = { ...Object.fromEntries(sent.map(([, name, value]) => [name, value])), verdict: intent };
    }
    expect((await visitor.ask(screen, { ...pressed, intent })).status).toBe(200);
  };
  return {
    steps,
    /** The draw desk, after a press of the button that is at this step of the show. */
    async press(step: number) {
      await visitor.ask(`/draw-desk/${codeId}/~`, { intent: "advance", step: String(step) });
      return (await visitor.visit(`/draw-desk/${codeId}/~`)).html;
    },
    decide,
    said,
    sql: (text: string) => site.database.pool.query(text, [id]),
    close: () =>
      ask(
        "PATCH",
        `/raffles/${codeId}`,
        { version: 1, dueDate: "2020-01-01T00:00:00Z" },
        asOrganiser(codeId, accessCode),
      ),
    lock: () => ask("POST", `/raffles/${codeId}/draw/lock`, undefined, asOrganiser(codeId, accessCode)),
    draw: () => storeResult(site.database.pool, id, { QUESO: [1], HAM: [2] }),
  };
}

it("names the same step on the page “Today” and by the one button on the draw desk that stands out, from first to last", async () => {
  const { steps, said, sql, ...raffle } = await openDesk(["Ana", "ANA", "Ben"]);
  expect(await steps()).toEqual({ today: "share-raffle", red: ["share-raffle"] });
  await raffle.close();
  // The look-alikes are found in the background.
  await expect.poll(() => steps()).toEqual({ today: "check-entries", red: ["check-entries"] });
  // A look-alike that comes later opens the check again, and so does a decision that is taken back.
  await raffle.decide("different");
  expect(await steps()).toEqual({ today: "draw-desk", red: ["ask"] });
  await raffle.decide("undo");
  expect(await steps()).toEqual({ today: "check-entries", red: ["check-entries"] });
  await raffle.decide("same");
  expect(await steps()).toEqual({ today: "draw-desk", red: ["ask"] });
  await sql("update entries set first_name = 'ana' where raffle_id = $1 and first_name = 'Ben'");
  await expect.poll(() => steps()).toEqual({ today: "check-entries", red: ["check-entries"] });
  await raffle.decide("same");
  expect((await steps("", { intent: "ask" })).red).toEqual(["lock"]);
  await raffle.lock();
  // The site draws by itself, so there is nothing to press.
  expect(await steps()).toEqual({ today: "draw-desk", red: [] });
  await sql("update raffles set announce = 'with-show' where id = $1");
  expect(await steps()).toEqual({ today: "practice-draw", red: ["practice-draw"] });
  expect(await said()).toEqual(Array(2).fill("The winners are not drawn yet. Afterwards you find them here."));
  await raffle.draw();
  await sql("update draw_results set announced_at = null where raffle_id = $1");
  const wait = "The winners are drawn, and wait for your show. Once they are announced you find them here.";
  expect(await said()).toEqual([wait, wait]);
  expect(await steps()).toEqual({ today: "draw-desk", red: ["advance"] });
  await sql("update draw_results set announced_at = now() where raffle_id = $1");
  await sql(CLAIM);
  expect(await steps()).toEqual({ today: "winners", red: ["winners"] });
  await sql("delete from claims where raffle_id = $1");
  expect(await steps()).toEqual({ today: "winners-report", red: ["winners-report"] });
  // A show of winners who were announced at once is the first thing to do on the day of the draw, and not years later.
  await sql("update raffles set announce = 'at-once' where id = $1");
  expect(await steps()).toEqual({ today: "draw-desk", red: ["advance"] });
  await sql("update raffles set drawn_at = now() - interval '2 years' where id = $1");
  expect(await steps()).toEqual({ today: "winners-report", red: ["winners-report"] });
});

it("says that a show hides what is public, and names who won once it has come to a prize", async () => {
  const { press, ...raffle } = await openDesk(["Ana", "Ben"]);
  await raffle.close();
  await raffle.lock();
  await raffle.draw();
  const hides = "the pages hide those whom the show has not come to";
  const winner = /<li>#[12] · (?:Ana|Ben) C\.<\/li>/g;
  const ready = await press(99);
  expect([ready.includes(hides), ready.match(winner)]).toEqual([true, null]);
  const turning = await press(0);
  expect([turning.includes(hides), turning.match(winner)]).toEqual([false, null]);
  expect((await press(1)).match(winner)).toHaveLength(1);
  expect((await press(2)).match(winner)).toBeNull();
  expect((await press(3)).match(winner)).toHaveLength(1);
});

it("does so where there is nothing to check, or nobody to draw from", async () => {
  const [one, none] = [await openDesk(["Ana"]), await openDesk([])];
  await one.close();
  await none.close();
  expect(await one.steps()).toEqual({ today: "draw-desk", red: ["ask"] });
  expect(await none.steps()).toEqual({ today: "draw-desk", red: ["edit-raffle"] });
  const nobody = "There is nobody to draw from, so there are no winners.";
  expect(await none.said()).toEqual([nobody, nobody]);
});

/** A winner who has not answered, as the draw writes it. */
const CLAIM = `
  insert into claims (raffle_id, id, prize_code, ticket, entry_id, held_since, claim_by)
  select $1, gen_random_uuid(), 'QUESO', 1, id, now(), now() from entries where raffle_id = $1 limit 1`;
