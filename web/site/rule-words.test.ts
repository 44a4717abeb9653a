import { beforeAll, expect, test } from "vitest";
import { LANGUAGES, type Language } from "#src/i18n/languages.ts";
import { entryBody, raffleBody } from "../../tests/support/api.ts";
import { created } from "../../tests/support/ask-site.ts";
import { sharedSite } from "../../tests/support/test-site.ts";

/** What earning drops looks like in each language: "earns 3 drops", "1 of 4 drops". */
const EARNED: Readonly<Record<Language, RegExp>> = {
  en: /\d drops?\b|drops? in all/,
  de: /\d Chancen?\b/,
  fil: /\d (?:na )?drops?\b/,
};
const REQUIRED: Readonly<Record<Language, string>> = { en: "required", de: "nötig", fil: "kailangan" };

let site: Awaited<ReturnType<typeof sharedSite>>;

beforeAll(async () => {
  site = await sharedSite();
});

/** The public pages of a new raffle with an entry, in a language; React's marks between texts are taken out. */
async function pagesOf(changes: Record<string, unknown>, language: Language) {
  const { codeId } = await created(site.origin, "/raffles", raffleBody({ embedAnywhere: true, ...changes }));
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  const paths = [
    ...["", "/raffle-list", `/raffle/${codeId}`, `/raffle-entry/${codeId}`, `/raffle-entry/${codeId}/${entryCode}`],
    ...[`/search-entry/${codeId}`, `/embed/${codeId}`, `/poster/${codeId}`, `/table-tent/${codeId}`],
    ...["/how-it-works", "/terms", "/privacy", "/raffles.atom", "/raffles.ics", `/raffle/${codeId}/calendar.ics`],
    `/api/raffles/${codeId}`,
  ];
  const pages = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${site.origin}${path}?lang=${language}`, { headers: { cookie: `lang=${language}` } });
      // The catalogue of a page that hydrates has sentences for other raffles.
      const html = (await answer.text()).replaceAll(/<script.*?<\/script>|<!-- -->/gs, "");
      return [path, { status: answer.status, html }] as const;
    }),
  );
  return { codeId, entryCode, pages };
}

test.each(LANGUAGES)("with the same chances for everybody no page in %s speaks of earning drops", async (language) => {
  const { codeId, pages } = await pagesOf({}, language);
  for (const [path, { status, html }] of pages) {
    expect([path, status, EARNED[language].exec(html)?.[0]]).toEqual([path, 200, undefined]);
  }
  const raffle = pages.find(([path]) => path === `/raffle/${codeId}`)?.[1];
  expect(raffle?.html).toContain(`<small>${REQUIRED[language]}</small>`);
});

test("page, form and entry say alike who is in a prize's draw, and the page what nobody can join without", async () => {
  const { codeId, entryCode, pages } = await pagesOf({ facebookLink: "required", drawRequires: "any-rule" }, "en");
  const fallback = "If a prize’s draw would be empty, everybody who did at least one rule is in it.";
  const said = pages.filter(([, { html }]) => html.includes(fallback)).map(([path]) => path);
  const [raffle, form] = [`/raffle/${codeId}`, `/raffle-entry/${codeId}`];
  expect(said).toEqual([raffle, form, `${form}/${entryCode}`]);
  const html = pages.find(([path]) => path === raffle)?.[1].html ?? "";
  expect(html).toContain("and the link to your Facebook profile: nobody can join without one.");
  // This site sends no mail, so nobody is promised the fingerprint by email.
  expect(html).toContain("The fingerprint is public from the lock on");
  for (const [path, page] of pages) expect([path, /fingerprint by email/.test(page.html)]).toEqual([path, false]);
});

test.each(LANGUAGES)("where drops change a chance, the pages in %s say so", async (language) => {
  const weights = { drawWeight: "drops", drawRequires: "any-rule" };
  const { codeId, entryCode, pages } = await pagesOf(weights, language);
  for (const [path, { status, html }] of pages) {
    const speaks = [`/raffle/${codeId}`, `/raffle-entry/${codeId}`, `/raffle-entry/${codeId}/${entryCode}`];
    if (speaks.includes(path)) expect([path, status, EARNED[language].test(html)]).toEqual([path, 200, true]);
  }
});
