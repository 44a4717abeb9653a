import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type ListedField, PERSON_FIELD_NAMES, PERSON_FIELDS, SEARCH_FUNCTION } from "#src/entries/fields.ts";
import { asOrganiser } from "../../../tests/support/api.ts";
import { PERSON } from "../../../tests/support/field-values.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
const raffle = await api.createRaffle({ facebookLink: "optional", instagramLink: "optional" });
const code = await api.enter(raffle, PERSON);
const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
const answerOf = async (path: string) => (await api.send("GET", path, undefined, organiser)).text();

/** A field as written in a JSON answer. */
const inJson = (name: string, value: string) => `${JSON.stringify(name)}:${JSON.stringify(value)}`;

const isListed = (name: string): name is ListedField => PERSON_FIELDS[name as ListedField].heading !== null;

describe.each(PERSON_FIELD_NAMES)("the field %s of a person", (name) => {
  it("is stored, and read back whole by who may see it", async () => {
    expect(await answerOf(`/entries/${code}`)).toContain(inJson(name, PERSON[name]));
    const column = sql<string>`${sql.ref(PERSON_FIELDS[name].column)}`.as("stored");
    const row = await database.db.selectFrom("entries").select(column).where("entryCode", "=", code).executeTakeFirst();
    expect(row?.stored).toBe(PERSON[name]);
  });

  it("is masked for who has the entry code alone", async () => {
    const masked = (await api.ask("GET", `/entries/${code}`)).body.entry as Record<string, unknown>;
    expect(masked[name]).toEqual(expect.any(String));
    if (name !== "firstName") expect(masked[name]).not.toBe(PERSON[name]);
  });

  it("is what the organiser changes it to", async () => {
    const other = await api.enter(raffle, {
      ...PERSON,
      phone: `0917555020${PERSON_FIELD_NAMES.indexOf(name)}`,
      email: `${name}@example.com`,
    });
    const value = name === "email" ? "new@example.com" : name === "phone" ? "0918 555 0300" : `${PERSON[name]}x`;
    expect((await api.send("PATCH", `/entries/${other}`, { [name]: value }, organiser)).status).toBeLessThan(300);
    expect(await answerOf(`/entries/${other}`)).toContain(inJson(name, value));
    expect((await api.send("DELETE", `/entries/${other}`, undefined, organiser)).status).toBeLessThan(300);
  });

  it("is in the file of an entrant's own data", async () => {
    expect(await answerOf(`/entries/${code}/data`)).toContain(PERSON[name]);
  });

  it("is in the organiser's list and files, or is not, as its row says", async () => {
    const [list, csv] = [
      await answerOf(`/raffles/${raffle.id}/entries`),
      await answerOf(`/raffles/${raffle.id}/entries.csv`),
    ];
    expect([list.includes(PERSON[name]), csv.includes(PERSON[name])]).toEqual([isListed(name), isListed(name)]);
    if (isListed(name)) expect(csv.split("\r\n")[0]?.split(",")).toContain(PERSON_FIELDS[name].heading);
  });

  it("is found by the search, or is not, as its row says", async () => {
    const found = sql<{ words: string }>`select pg_get_functiondef(${SEARCH_FUNCTION}::regproc) as words`;
    const { rows } = await found.execute(database.db);
    expect(new RegExp(`\\b${PERSON_FIELDS[name].column}\\b`).test(rows[0]?.words ?? "")).toBe(
      PERSON_FIELDS[name].searched,
    );
  });

  it("is described, with its limit", async () => {
    const { EntryInput, EntryChanges, EntryView } = JSON.parse(await answerOf("/openapi.json")).components.schemas;
    for (const { properties } of [EntryInput, EntryChanges, EntryView.properties.entry]) {
      expect(properties[name]).toMatchObject({ maxLength: PERSON_FIELDS[name].maxLength });
    }
  });

  it("has the limit that the database has", async () => {
    const tooLong = "x".repeat(PERSON_FIELDS[name].maxLength + 1);
    const stored = database.db
      .updateTable("entries")
      .set({ [name]: tooLong })
      .where("entryCode", "=", code);
    await expect(stored.execute()).rejects.toThrow(/violates check constraint/);
  });
});
