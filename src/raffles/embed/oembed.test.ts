import { expect, test } from "vitest";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { organiserScope } from "../../../tests/support/organiser-scope.ts";
import { editEmbedSettings, readEmbedSettings } from "./embed-settings.ts";
import { oEmbedXml, raffleOEmbed } from "./oembed.ts";

const { site, ...api } = await openTestApi();
const { db, pool } = api.database;
const origin = "https://raffles.example";
const deps = { reader: db, origin, productName: "Tambiolo" };
const anySize = { maxWidth: null, maxHeight: null };
const editing = { db, clock: site.clock, isTrial: false };

test("a link to a raffle is shown as a link until a website may show it, and then as its ticket in a frame", async () => {
  const raffle = await api.createRaffle({ name: 'The "Fiesta" <b>& more' });
  const url = `${origin}/raffle/${raffle.codeId.toLowerCase()}?lang=de`;
  const link = await raffleOEmbed(deps, { url, ...anySize });
  expect(link).toMatchObject({ type: "link", version: "1.0", title: 'The "Fiesta" <b>& more' });
  expect(link).not.toHaveProperty("html");

  const scope = await organiserScope(site, raffle);
  await editEmbedSettings(editing, scope, { embedSites: "shop.example", embedAnywhere: false });
  const rich = await raffleOEmbed(deps, { url, maxWidth: 320, maxHeight: 9999 });
  expect(rich).toMatchObject({ type: "rich", width: 320, height: 640 });
  expect(rich?.html).toBe(
    `<blockquote><a href="${origin}/raffle/${raffle.codeId}">The &quot;Fiesta&quot; &lt;b&gt;&amp; more</a></blockquote>` +
      `<iframe class="wp-embedded-content" src="${origin}/embed/${raffle.codeId}" title="The &quot;Fiesta&quot; &lt;b&gt;&amp; more" ` +
      `width="320" height="640" frameborder="0" scrolling="no"></iframe>`,
  );
  expect(oEmbedXml(rich ?? {})).toContain("<title>The &quot;Fiesta&quot; &lt;b&gt;&amp; more</title>");
});

test.each([
  "https://elsewhere.example/raffle/",
  `${origin}/raffle-list/`,
  `${origin}/raffle-entry/`.replace("raffle-entry", "claim"),
  "raffle/",
])("%s is no link of a raffle", async (path) => {
  const { codeId } = await api.createRaffle();
  expect(await raffleOEmbed(deps, { url: `${path}${codeId}`, ...anySize })).toBeNull();
});

test("websites are kept by their origin, each once, and logged with those of before", async () => {
  const raffle = await api.createRaffle();
  const scope = await organiserScope(site, raffle);
  const sent = { embedSites: "www.shop.example, https://shop.example/a\nb.example", embedAnywhere: true };
  expect(await editEmbedSettings(editing, scope, sent)).toMatchObject({ ok: true });
  const after = { embedSites: ["https://shop.example", "https://b.example"], embedAnywhere: true };
  expect(await readEmbedSettings(db, raffle.codeId)).toEqual(after);
  const { rows } = await pool.query(
    "select before, after from audit_log where scope_id = $1 and action = 'edit-embed-settings'",
    [raffle.id],
  );
  expect(rows).toEqual([{ before: { embedSites: [], embedAnywhere: false }, after }]);

  const many = Array.from({ length: 21 }, (_, nth) => `s${nth}.example`).join(" ");
  for (const [embedSites, key] of [
    [many, "embedSitesTooMany"],
    ["shop.example http://shop.example", "embedSiteInvalid"],
  ]) {
    const refused = await editEmbedSettings(editing, scope, { embedSites, embedAnywhere: false });
    expect(refused).toMatchObject({ ok: false, refusal: { fields: { embedSites: [{ key }] } } });
  }
  expect(await readEmbedSettings(db, raffle.id)).toEqual(after);
});
