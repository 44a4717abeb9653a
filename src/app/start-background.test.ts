import { pino } from "pino";
import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "#src/access/audit/actions.ts";
import { QUICKNET } from "#src/draws/protocol/beacon/chains.ts";
import { catalogues } from "#src/i18n/catalogues.ts";
import { LANGUAGES } from "#src/i18n/languages.ts";
import { listJobQueues } from "#src/jobs/job-log.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { mailRenderers, startBackground } from "./start-background.ts";

const { database, site } = await openTestApi();
const { config, db, secret } = site;
const { origin, productName } = config;
const accountOptions = { db, secret, origin, productName, sendsMail: false, onError: () => undefined };

type Names = Readonly<Record<string, string>>;
type Catalogue = {
  readonly accounts: { readonly jobList: { readonly name: Names }; readonly mailList: { readonly kind: Names } };
  readonly desk: { readonly changes: { readonly actions: Names } };
};

/** The names that a language lacks. */
function unnamed(read: (catalogue: Catalogue) => Names, all: readonly string[]): string[] {
  return LANGUAGES.flatMap((language) => {
    const names = read(catalogues[language] as unknown as Catalogue);
    return all.filter((name) => !names[name]).map((name) => `${language} ${name}`);
  });
}

test("every kind of job has a name that admins can read, in each language", async () => {
  const { connectionString } = database;
  const log = pino({ level: "silent" });
  const background = await startBackground(config, { accountOptions, connectionString, chain: QUICKNET, log });
  const queues = await listJobQueues(db);
  await background.stop();
  expect(queues.length).toBeGreaterThan(3);
  const names = queues.map(({ name }) => name);
  expect(unnamed(({ accounts }) => accounts.jobList.name, names)).toEqual([]);
});

test("so has every kind of mail", () => {
  const kinds = Object.keys(mailRenderers(config, accountOptions, QUICKNET));
  expect(kinds.length).toBeGreaterThan(3);
  expect(unnamed(({ accounts }) => accounts.mailList.kind, kinds)).toEqual([]);
});

test("so has every change in the audit log", () => {
  expect(unnamed(({ desk }) => desk.changes.actions, AUDIT_ACTIONS)).toEqual([]);
});
