import { describe, expect, it } from "vitest";
import { RAFFLE_FIELD_NAMES, RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { PRIZE_FIELDS, RULE_FIELDS } from "#src/raffles/row-fields.ts";
import { asOrganiser, raffleBody } from "../../tests/support/api.ts";
import { filledRaffle, filledRow, PERSON, PRIZE, RAFFLE, RULE } from "../../tests/support/field-values.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const { database, ...api } = await openTestApi();
const raffle = await api.createRaffle(filledRaffle());
const planned = await api.createRaffle(filledRaffle("publishAt"));
const read = async (path: string) => (await api.send("GET", path)).json();

describe.each(RAFFLE_FIELD_NAMES)("the field %s of a raffle", (name) => {
  const { maxLength, required, listed } = RAFFLE_FIELDS[name];
  const filled = filledRaffle(name);

  it("is stored, and read back by anyone", async () => {
    const { codeId } = name === "publishAt" ? planned : raffle;
    expect((await read(`/raffles/${codeId}`))[name]).toEqual(RAFFLE[name][0]);
  });

  it("is in the list of raffles, or is not, as its row says", async () => {
    const raffles: Record<string, unknown>[] = await read("/raffles");
    const listedRaffle = raffles.find((each) => each.codeId === raffle.codeId) ?? {};
    expect(name in listedRaffle).toBe(listed);
    if (listed) expect(listedRaffle[name]).toEqual(RAFFLE[name][0]);
  });

  it("may be left out, or may not, as its row says", async () => {
    const { status, body } = await api.ask("POST", "/raffles", { ...raffleBody(filled), [name]: undefined });
    expect(status).toBe(required ? 422 : 201);
    if (required) expect(Object.keys(body.errors as object)).toEqual([name]);
  });

  it("is what the organiser changes it to, alone, and the change is recorded", async () => {
    const [first, then] = RAFFLE[name];
    const { codeId, id, accessCode } = await api.createRaffle(filled);
    // What follows from the fields has a test of its own (src/raffles/timeline).
    const timeline = expect.anything();
    const before = { ...(await read(`/raffles/${codeId}`)), timeline };
    const changes = { version: 1, [name]: then };
    expect((await api.ask("PATCH", `/raffles/${codeId}`, changes, asOrganiser(codeId, accessCode))).status).toBe(200);
    expect(await read(`/raffles/${codeId}`)).toEqual({ ...before, [name]: then, version: 2 });
    const logged = database.db.selectFrom("auditLog").select(["before", "after"]).where("scopeId", "=", id);
    expect(await logged.execute()).toEqual([{ before: { [name]: first }, after: { [name]: then } }]);
  });

  it("is described, with its limit", async () => {
    const { RaffleInput, RaffleChanges } = (await read("/openapi.json")).components.schemas;
    expect(RaffleInput.required.includes(name)).toBe(required);
    const limit = maxLength === null ? {} : { maxLength };
    expect(RaffleInput.properties[name]).toMatchObject(limit);
    expect(RaffleChanges.properties[name]).toMatchObject(limit);
  });
});

const TEXTS = RAFFLE_FIELD_NAMES.filter((name) => RAFFLE_FIELDS[name].maxLength !== null);

describe.each(TEXTS)("the text %s of a raffle", (name) => {
  it("has the limit that the database has", async () => {
    const tooLong = { [name]: "x".repeat(Number(RAFFLE_FIELDS[name].maxLength) + 1) };
    const { status, body } = await api.ask("POST", "/raffles", raffleBody(tooLong));
    expect([status, Object.keys(body.errors as object)]).toEqual([422, [name]]);
    const stored = database.db.updateTable("raffles").set(tooLong).where("id", "=", raffle.id);
    await expect(stored.execute()).rejects.toThrow(/violates check constraint/);
  });
});

const raffleOf = (changes: { readonly prize?: object; readonly rule?: object } = {}) =>
  api.createRaffle({ prizes: [changes.prize ?? filledRow(PRIZE)], rules: [changes.rule ?? filledRow(RULE)] });
const listed = await raffleOf();
const entryCode = await api.enter(listed, PERSON);

const LISTS = [
  { of: "prize", list: "prizes", entryList: "wishes", schema: "PrizeInput", fields: PRIZE_FIELDS, values: PRIZE },
  { of: "rule", list: "rules", entryList: "rules", schema: "RuleInput", fields: RULE_FIELDS, values: RULE },
] as const;
const ROWS = LISTS.flatMap(({ fields, values, ...list }) =>
  Object.entries(values).map(([name, [first, then]]) => ({
    ...{ ...list, name, first, then, row: filledRow<string>(values), changed: filledRow<string>(values, name) },
    ...{ wished: true, ...(fields as Readonly<Record<string, { maxLength: number | null; usual: unknown }>>)[name] },
  })),
);

describe.each(ROWS)("the field $name of a $of", ({ of, list, entryList, schema, name, first, then, ...row }) => {
  it("is stored, and read back by anyone", async () => {
    expect((await read(`/raffles/${listed.codeId}`))[list]).toMatchObject([{ [name]: first }]);
  });

  it("is in an entry's list, or is not, as its row says", async () => {
    const headers = asOrganiser(listed.codeId, listed.accessCode);
    const [item] = (await (await api.send("GET", `/entries/${entryCode}`, undefined, headers)).json())[entryList];
    expect(item[name]).toEqual(row.wished ? first : undefined);
  });

  it("is what the organiser changes it to, alone", async () => {
    const { codeId, accessCode } = await raffleOf();
    const before = (await read(`/raffles/${codeId}`))[list];
    const changes = { version: 1, [list]: [{ ...row.changed, id: before[0].id }] };
    expect((await api.ask("PATCH", `/raffles/${codeId}`, changes, asOrganiser(codeId, accessCode))).status).toBe(200);
    expect((await read(`/raffles/${codeId}`))[list]).toEqual([{ ...before[0], [name]: then }]);
  });

  if (row.usual !== "")
    it("is as a new one in the form has it, where none is sent", async () => {
      const { codeId } = await raffleOf({ [of]: { ...row.row, [name]: undefined } });
      expect((await read(`/raffles/${codeId}`))[list]).toMatchObject([{ [name]: row.usual }]);
    });

  it("is described, with its limit", async () => {
    const { properties } = (await read("/openapi.json")).components.schemas[schema];
    expect(properties[name]).toMatchObject(row.maxLength === null ? {} : { maxLength: row.maxLength });
  });

  if (row.maxLength !== null)
    it("has the limit that the database has", async () => {
      const tooLong = "1".repeat(Number(row.maxLength) + 1);
      const sent = { ...raffleBody(), [list]: [{ ...row.row, [name]: tooLong }] };
      const { status, body } = await api.ask("POST", "/raffles", sent);
      expect([status, Object.keys(body.errors as object)]).toEqual([422, [`${list}.0.${name}`]]);
      const stored = database.db
        .updateTable(list)
        .set({ [name]: tooLong })
        .where("raffleId", "=", listed.id);
      await expect(stored.execute()).rejects.toThrow(/violates check constraint/);
    });
});
