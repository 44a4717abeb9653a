import { pino } from "pino";
import { expect, test } from "vitest";
import { catalogues } from "#src/i18n/catalogues.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { listJobQueues } from "#src/jobs/job-log.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { startBackground } from "./start-background.ts";

const { database, site } = await openTestApi();

test("every kind of job has a name that admins can read, in each language", async () => {
  const { connectionString } = database;
  const { config, db, secret } = site;
  const { origin, productName } = config;
  const accountOptions = { db, secret, origin, productName, sendsMail: false, onError: () => undefined };
  const log = pino({ level: "silent" });
  const background = await startBackground(config, { accountOptions, connectionString, log });
  const queues = await listJobQueues(db);
  await background.stop();
  expect(queues.length).toBeGreaterThan(3);
  for (const language of LANGUAGES) {
    const { jobList } = catalogues[language].accounts as { jobList: { name: Record<string, string> } };
    expect(queues.filter(({ name }) => !jobList.name[name])).toEqual([]);
  }
});
