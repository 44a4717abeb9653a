import { beforeAll, describe, expect, it } from "vitest";
import { LISTED_FIELDS, type ListedField, PERSON_FIELD_NAMES } from "#src/entries/fields.ts";
import { RAFFLE_FIELD_NAMES, RAFFLE_FIELDS } from "#src/raffles/fields.ts";
import { PRIZE_FIELDS, RULE_FIELDS } from "#src/raffles/row-fields.ts";
import { asOrganiser, raffleBody } from "../tests/support/api.ts";
import { created } from "../tests/support/ask-site.ts";
import { filledRaffle, filledRow, PERSON, PRIZE, RAFFLE, RULE } from "../tests/support/field-values.ts";
import { sharedSite } from "../tests/support/test-site.ts";
import { openVisitor } from "../tests/support/visitor.ts";

const FILLED: Record<string, unknown> = { ...filledRaffle(), prizes: [filledRow(PRIZE)], rules: [filledRow(RULE)] };

let site: Awaited<ReturnType<typeof sharedSite>>;
let desk: Awaited<ReturnType<typeof openDesk>>;

beforeAll(async () => {
  site = await sharedSite();
  desk = await openDesk();
});

/** The pages with a raffle's and a person's fields, as their organiser and their entrant see them. */
async function openDesk() {
  const visitor = openVisitor(site.origin);
  const page = async (path: string) => (await visitor.visit(path)).html;
  const filled = await created(site.origin, "/raffles", raffleBody(FILLED));
  const raffle = await created(
    site.origin,
    "/raffles",
    raffleBody({ facebookLink: "optional", instagramLink: "required" }),
  );
  const { codeId, accessCode } = raffle;
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, { ...PERSON, acceptTerms: true });
  await page(`/draw-masterlist/${codeId}/${accessCode}`);
  return {
    raffle,
    filled,
    visitor,
    create: await page("/create-raffle"),
    edit: await page(`/edit-raffle/${filled.codeId}/${filled.accessCode}`),
    shown: await page(`/raffle/${filled.codeId}`),
    enter: await page(`/raffle-entry/${codeId}`),
    entry: await (
      await visitor.ask(`/raffle-entry/${codeId}/${entryCode}`, { intent: "show", contact: PERSON.email })
    ).text(),
    update: await page(`/update-entry/${entryCode}`),
    list: await page(`/draw-masterlist/${codeId}/~`),
  };
}

/** What a browser would send of a page's forms. */
function formValues(html: string): Record<string, string> {
  const fields = [...html.matchAll(/<(input|textarea|select)\b[^>]*\bname="([^"]+)"[^>]*>/g)].map((found) => {
    const [tag, kind = "", name = ""] = found;
    const [content = ""] = html.slice(found.index + tag.length).split(`</${kind}>`);
    const selected = /<option value="([^"]*)" selected/.exec(content);
    const value =
      kind === "select" ? selected?.[1] : kind === "textarea" ? content : /\bvalue="([^"]*)"/.exec(tag)?.[1];
    return [name, value ?? ""];
  });
  return Object.fromEntries(fields);
}

/** Keys of texts that are in no catalogue: they are shown themselves. */
function missingTexts(name: string, ...pages: string[]): string[] {
  const shown = pages.map((html) => html.replaceAll(/<script.*?<\/script>/gs, ""));
  return shown.flatMap((html) => html.match(new RegExp(`>[\\w.]+\\.${name}(Hint)?\\b`, "g")) ?? []);
}

describe.each(RAFFLE_FIELD_NAMES)("the field %s of a raffle", (name) => {
  it("has an input in the form, and a text wherever it is named", () => {
    expect(Object.keys(formValues(desk.create))).toContain(name);
    expect(missingTexts(name, desk.create, desk.edit, desk.shown)).toEqual([]);
  });
});

it("a raffle's texts are on its page", () => {
  const texts = RAFFLE_FIELD_NAMES.filter((name) => RAFFLE_FIELDS[name].maxLength !== null);
  expect(texts.filter((name) => !desk.shown.includes(String(RAFFLE[name][0])))).toEqual([]);
});

describe.each([
  { list: "prizes", values: PRIZE, fields: PRIZE_FIELDS },
  { list: "rules", values: RULE, fields: RULE_FIELDS },
])("the fields of $list", ({ list, values, fields }) => {
  const names = Object.keys(values);

  it("have inputs in the form, and texts wherever they are named", () => {
    expect(Object.keys(formValues(desk.create))).toEqual(
      expect.arrayContaining(names.map((name) => `${list}.0.${name}`)),
    );
    expect(names.flatMap((name) => missingTexts(name, desk.create, desk.edit, desk.shown))).toEqual([]);
  });

  it("are on the raffle's page where they are texts", () => {
    const own = Object.entries<{ maxLength: number | null }>(fields).filter(
      ([name, { maxLength }]) => maxLength !== null && name !== "prizeCode",
    );
    const texts = own.map(([name]) => String((values as Record<string, readonly unknown[]>)[name]?.[0]));
    expect(texts.filter((text) => !desk.shown.includes(text))).toEqual([]);
  });
});

it("a shop's contact is a link where it safely is one, and else a text", async () => {
  const shown = async (shopContact: string) => {
    const { codeId } = await created(site.origin, "/raffles", raffleBody({ shopContact }));
    const { html } = await desk.visitor.visit(`/raffle/${codeId}`);
    return /<p class="shop-contact">.*?<\/p>/s.exec(html)?.[0];
  };
  expect(desk.shown).toContain('<a href="tel:+639175550142" rel="nofollow ugc noopener">0917 555 0142</a>');
  expect(await shown("javascript:alert(1)")).toMatch(/>javascript:alert\(1\)<\/p>$/);
  expect(await shown("")).toBeUndefined();
});

it("a raffle is made with all its fields by a form that shows those of another", async () => {
  const { visitor, filled, edit } = desk;
  const answer = await visitor.ask("/create-raffle", formValues(edit));
  expect(answer.status).toBe(201);
  const codes = new Set((await answer.text()).match(/(?<=\/raffle\/)[A-Z0-9]{8}/g));
  expect(codes.size).toBe(1);
  expect(codes).not.toContain(filled.codeId);
  const made = await (await fetch(`${site.origin}/api/raffles/${[...codes][0]}`)).json();
  expect(made).toMatchObject(FILLED);
});

it("a plan to publish is typed in the site's time zone, and told to its organiser alone", async () => {
  const { visitor } = desk;
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody(FILLED));
  const form = `/edit-raffle/${codeId}/${accessCode}`;
  const save = async (changes: Record<string, string>) => {
    const { html, at } = await visitor.visit(form);
    return visitor.ask(at, { ...formValues(html), ...changes });
  };
  const planOf = async () => (await (await fetch(`${site.origin}/api/raffles/${codeId}`)).json()).publishAt;
  const passed = await save({ status: "Unpublished", publishAt: "2020-12-20T18:00" });
  expect(passed.status).toBe(422);
  const [, shown] = /id="field-publishAt-error"[^>]*>([^<]*)/.exec(await passed.text()) ?? [];
  expect(shown).toBe("This time has passed. Please choose a later one, or empty this field.");
  expect((await save({ status: "Unpublished", publishAt: "2130-12-20T18:00" })).status).toBe(303);
  expect(await planOf()).toBe("2130-12-20T10:00:00.000Z");

  const { html: edit } = await visitor.visit(form);
  expect(formValues(edit).publishAt).toBe("2130-12-20T18:00");
  expect(/Goes public \S/.exec(edit)).not.toBeNull();
  const { html: raffle } = await visitor.visit(`/raffle/${codeId}`);
  expect(/publishAt|Goes public|2130-12-20/.exec(raffle)).toBeNull();
  const copy = (await visitor.visit(`/create-raffle?from=${codeId}&by=~`)).html;
  expect(formValues(copy)).toMatchObject({ shopName: FILLED.shopName, publishAt: "" });

  expect((await save({ status: "Published" })).status).toBe(303);
  expect(await planOf()).toBeNull();
});

describe.each(PERSON_FIELD_NAMES)("the field %s of a person", (name) => {
  it("has an input in the form, and a text wherever it is named", () => {
    expect(Object.keys(formValues(desk.enter))).toContain(name);
    expect(missingTexts(name, desk.enter, desk.entry, desk.update, desk.list)).toEqual([]);
  });

  it("is shown to the entrant, and to the organiser in the form that changes it", () => {
    expect(desk.entry).toContain(PERSON[name]);
    expect(formValues(desk.update)[name]).toBe(PERSON[name]);
  });

  it("is in the organiser's list, or is not, as its row says", () => {
    expect(desk.list.includes(PERSON[name])).toBe(LISTED_FIELDS.includes(name as ListedField));
  });
});

it("an entry is made with all the fields that its form sends", async () => {
  const { codeId, accessCode } = await created(site.origin, "/raffles", raffleBody({ facebookLink: "optional" }));
  const answer = await desk.visitor.ask(`/raffle-entry/${codeId}`, { ...PERSON, acceptTerms: "on" });
  expect(answer.status).toBe(201);
  const [entryCode] = (await answer.text()).match(new RegExp(`(?<=/${codeId}/)[A-Z]{8}`)) ?? [];
  const headers = asOrganiser(codeId, accessCode);
  const made = await (await fetch(`${site.origin}/api/entries/${entryCode}`, { headers })).json();
  expect(made.entry).toMatchObject(PERSON);
});

it("a file of the organiser's list is understood when it comes back", async () => {
  const { codeId, accessCode } = desk.raffle;
  const headers = asOrganiser(codeId, accessCode);
  const csv = await (await fetch(`${site.origin}/api/raffles/${codeId}/entries.csv`, { headers })).blob();
  const form = new FormData();
  form.set("intent", "upload");
  form.set("csv", csv, "entries.csv");
  const screen = `/import-entries/${codeId}/${accessCode}`;
  const sent = await fetch(`${site.origin}${screen}`, {
    method: "POST",
    body: form,
    headers: { origin: site.origin },
    redirect: "manual",
  });
  const { html } = await desk.visitor.visit(sent.headers.get("location") ?? "");
  const values = formValues(html);
  expect(PERSON_FIELD_NAMES.flatMap((name) => missingTexts(name, html))).toEqual([]);
  expect(LISTED_FIELDS.filter((name) => !values[`columns.${name}`])).toEqual([]);
});
