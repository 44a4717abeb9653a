import { systemClock } from "#src/base/clock.ts";
import { readConfig } from "#src/config/config.ts";
import { loadSecret } from "#src/config/secret.ts";
import type { Database } from "#src/db/connect.ts";
import { type LoadedRaffle, loadDemo } from "#src/demo/load-demo.ts";
import { type LoadedEvent, loadDemoEvent } from "#src/demo/load-demo-event.ts";
import { type Command, fail } from "./command.ts";
import { besideSite } from "./database.ts";
import { writeDemoImprint } from "./demo-imprint.ts";
import { writeDemoPlans } from "./plans.ts";

/** Fills the site with demonstration data, whether it is running or not. */
export const demoCommand: Command = {
  summary: "add demonstration raffles and entries (npm run demo)",
  async run(env) {
    const config = readConfig(env);
    if (!config.ok) return fail(config.refusal);
    const secret = await loadSecret(config.value);
    if (!secret.ok) return fail(secret.refusal);
    const fill = async (db: Database) => {
      const { timeZone, origin } = config.value;
      const site = { db, secret: secret.value, clock: systemClock, timeZone, config: config.value };
      const raffles = await loadDemo(site);
      const event = await loadDemoEvent(site, config.value);
      console.log(describeDemo(raffles, event, origin));
      await writeDemoImprint(config.value.dataDir);
      if (await writeDemoPlans(config.value)) console.log(`\nFrom the next start on, plans are at ${origin}/pricing.`);
      return 0;
    };
    return besideSite(config.value, fill, { makes: true });
  },
};

/** The final text for the operator: what was added, and how to open it. */
export function describeDemo(loaded: readonly LoadedRaffle[], event: LoadedEvent, origin: string): string {
  const added = loaded.flatMap((raffle) => raffle.added ?? []);
  const sum = (kind: "prizes" | "rules" | "entries") => added.reduce((total, counts) => total + counts[kind], 0);
  const counts = `raffles ${added.length}, prizes ${sum("prizes")}, rules ${sum("rules")}, entries ${sum("entries")}`;
  const news =
    added.length === 0 && !event.added
      ? "The demonstration data is there already: nothing was changed."
      : `Added: ${counts}, events ${Number(event.added)}.`;
  const rows = loaded.map(({ name, codeId, accessCode, entryCode }) => [
    name,
    codeId,
    accessCode ?? "(another)",
    entryCode ?? "(none)",
    `${origin}/raffle/${codeId}`,
  ]);
  return [
    news,
    "",
    ...layOut([["Raffle", "Code", "Access code", "An entry", "Page"], ...rows]),
    "",
    ...layOut([
      ["Event", "Code", "Access code", "Page", "Also at"],
      [
        event.title,
        event.code,
        event.accessCode ?? "(another)",
        `${origin}/event/${event.code}`,
        `${origin}/raffle/${event.raffleIdentifier}`,
      ],
    ]),
    "",
    "These access and entry codes are shown only because this is demonstration data: they are the same on every site,",
    "and anybody can know them. A real raffle's access code is shown once, when the raffle is created.",
  ].join("\n");
}

/** Pads columns to the width of their longest cell. */
function layOut(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
