import { beforeAll, expect, it } from "vitest";
import { asOrganiser, entryBody, raffleBody, type TestRaffle } from "../../../tests/support/api.ts";
import { askSite, created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: Awaited<ReturnType<typeof sharedSite>>;

beforeAll(async () => {
  site = await sharedSite();
});

it("warns before the lock of a prize with too few candidates, and lets everybody into its draw by one press", async () => {
  const ask = askSite(site.origin);
  const prize = (prizeCode: string, numberOfWinners: number, orderNumber: number) => ({
    ...{ prizeCode, name: prizeCode, details: "", worth: "", numberOfWinners, orderNumber, pool: "wished" },
  });
  const prizes = [prize("TUMBLER", 2, 1), prize("CAKE", 1, 2)];
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody({ drawRequires: "none", prizes }));
  const { body } = await ask("GET", `/raffles/${codeId}`);
  const [tumbler, cake] = (body as TestRaffle).prizes;
  for (const wished of [tumbler, cake, cake]) {
    await created(site.origin, `/raffles/${codeId}/entries`, entryBody({ wishes: [{ prizeId: wished?.id }] }));
  }
  const basic = asOrganiser(codeId, accessCode);
  await ask("PATCH", `/raffles/${codeId}`, { version: 1, dueDate: "2020-01-01T00:00:00Z" }, basic);
  const visitor = openVisitor(site.origin);
  await visitor.visit(`/draw-desk/${codeId}/${accessCode}`);
  const desk = async (fields?: Record<string, string>) =>
    (await (await visitor.ask(`/draw-desk/${codeId}/~`, fields)).text()).replaceAll(/<!-- -->/g, "");

  const warned = await desk();
  expect(warned).toContain("3 in play");
  expect(warned).toContain("“TUMBLER” has 2 winners, and 1 entry is in its draw.");
  expect(warned).not.toContain("“CAKE” has");
  await desk({ intent: "everybody", prize: tumbler?.id ?? "" });
  expect(await desk()).not.toContain("“TUMBLER” has");
  const raffle = (await ask("GET", `/raffles/${codeId}`)).body;
  expect(raffle).toMatchObject({ prizes: [{ pool: "everyone" }, { pool: "wished" }] });
  // Everybody can see that the plan changed after they had entered.
  expect(await (await fetch(`${site.origin}/raffle/${codeId}?lang=en`)).text()).toContain(
    "TUMBLER (2 winners, among everybody)",
  );
});
