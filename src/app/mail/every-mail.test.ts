import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { TEST_CHAIN } from "../../../tests/support/beacon-relay.ts";
import { everyMail, type SampleMail } from "../../../tests/support/every-mail.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";
import { mailRenderers } from "../start-background.ts";

const api = await openTestApi({ ORIGIN: "https://raffles.example.com" }, { chain: TEST_CHAIN });
const samples = await everyMail(api);

// For whoever wants to look at them: a folder in which each is a page and a text.
const folder = process.env.MAILS_DIR;
if (folder !== undefined) {
  await mkdir(folder, { recursive: true });
  for (const { name, language, mail } of samples) {
    await writeFile(join(folder, `${name}-${language}.html`), mail.html);
    await writeFile(join(folder, `${name}-${language}.txt`), `Subject: ${mail.subject}\n\n${mail.text}`);
  }
}
afterAll(() => api.site.pictures.stop());

/**
 * What the mails use of HTML and CSS (docs/decisions/0072-mails-that-every-program-shows.md). caniemail.com says that
 * the programs of Gmail, Outlook, Apple, Yahoo and Samsung know it, with these exceptions:
 * `border-radius`: square corners in Outlook on Windows. `max-width`: a wide mail there.
 * `width` and `height` of a box: none in Outlook on Windows, where its letter's line is as high.
 * `aria-hidden`, `role`: dropped by some, which then read a letter and tables aloud.
 */
const ELEMENTS = "html head meta title body div table tr td img h1 p dl dt dd a strong br".split(" ");
const ATTRIBUTES =
  "lang charset name content style href src alt width height role cellpadding cellspacing border aria-hidden".split(
    " ",
  );
const PROPERTIES = [
  ..."margin padding padding-top padding-left background color display width height max-width text-align".split(" "),
  ..."border border-top border-left border-right border-radius border-collapse text-decoration word-break vertical-align".split(
    " ",
  ),
  ..."font-family font-size font-weight line-height letter-spacing".split(" "),
];

/** What only lists of mails show of one. */
const PREVIEW = /<div style="display:none">(.*)<\/div>/;

/** What a mail's HTML shows, block by block. */
function blocksOf(html: string): string[] {
  const body = html.slice(html.indexOf("<body")).replace(PREVIEW, "");
  const shown = body.replaceAll(/<(?!\/?(?:a|strong)\b)[^>]*>/g, "\n").replaceAll(/<[^>]*>/g, "");
  const read = shown.replaceAll("&nbsp;", " ").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
  const decoded = read.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return decoded.split("\n").flatMap((line) => line.trim() || []);
}

const named = (which: (sample: SampleMail) => boolean) =>
  samples.filter(which).map((sample) => [`${sample.name} ${sample.language}`, sample] as const);

test("there is a sample of each kind of mail", () => {
  const { db, secret, config } = api.site;
  const { origin, productName } = config;
  const accounts = { db, secret, origin, productName, sendsMail: false, onError: () => undefined };
  const kinds = Object.keys(mailRenderers(config, accounts, TEST_CHAIN));
  expect(new Set(samples.map(({ kind }) => kind))).toEqual(new Set(kinds));
});

describe.each(named(() => true))("the mail %s", (_, { kind, mail }) => {
  test("says the same in HTML and in plain text, in the same order", () => {
    let at = 0;
    // The initial of a drawn logo is no text.
    for (const block of blocksOf(mail.html).filter(({ length }) => length > 1)) {
      const found = mail.text.indexOf(block, at);
      expect({ block, isThere: found >= 0 }).toEqual({ block, isThere: true });
      at = found;
    }
  });

  test("shows its first sentences in a list of mails, which are not its subject again", () => {
    const [preview = "none"] = blocksOf(`<body>${PREVIEW.exec(mail.html)?.[1]}`);
    expect(blocksOf(mail.html).join("\n")).toContain(preview);
    expect(preview.length).toBeGreaterThan(20);
    expect(mail.subject).not.toContain(preview);
  });

  test("has one button at most, no written-out address and nothing that only programs read", () => {
    expect((mail.html.match(/text-decoration:none/g) ?? []).length).toBeLessThanOrEqual(1);
    const seen = blocksOf(mail.html).join("\n");
    if (kind !== "news") expect(seen).not.toMatch(/https?:\/\//);
    for (const part of [seen, mail.text.replaceAll(/https?:\S+/g, ""), mail.subject]) {
      expect(part).not.toMatch(/[0-9a-f]{32}|\{\{|\{"|(?:mails|entries|draws|raffles):[a-z]|undefined|null/);
    }
  });
});

test("mails use nothing of HTML and CSS that was not looked up", () => {
  const used = { elements: new Set<string>(), attributes: new Set<string>(), properties: new Set<string>() };
  for (const { mail } of samples) {
    for (const [, element = "", rest = ""] of mail.html.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)) {
      used.elements.add(element);
      for (const [, name = "", value = ""] of rest.matchAll(/([a-z-]+)="([^"]*)"/g)) {
        used.attributes.add(name);
        if (name !== "style") continue;
        for (const declaration of value.split(";")) used.properties.add(declaration.split(":")[0]?.trim() ?? "");
        expect(value).not.toMatch(/rem\b|var\(|calc\(/);
      }
    }
  }
  expect([...used.elements].filter((one) => !ELEMENTS.includes(one))).toEqual([]);
  expect([...used.attributes].filter((one) => !ATTRIBUTES.includes(one))).toEqual([]);
  expect([...used.properties].filter((one) => !PROPERTIES.includes(one))).toEqual([]);
});

test("who did not win reads who did, and what the shop raffles next", () => {
  const [lost] = samples.filter(({ kind, language }) => kind === "draw-result" && language === "en");
  expect(lost?.mail.text).toMatch(/Won: .+ — Maria P\./);
  // They may still win, so it does not say that they lost.
  expect(lost?.mail.text).toMatch(/You are (next|number \d+) in line/);
  expect(lost?.mail.text).not.toContain("You did not win this time.");
  expect(lost?.mail.text).toMatch(
    /Next at Nanay Luz Bakery: Noche Buena basket, until \w+day, .+ \(Manila time\):\nhttps:\S+\/raffle\/[A-Z0-9]{8}\n/,
  );
});

test.each(named(({ kind }) => /^(contact|changed|raffle|webhook|claim-news)/.test(kind)))(
  "the subject of %s has no entry code",
  (_, { mail }) => expect(mail.subject).not.toMatch(/[A-Z]{4} [A-Z]{4}/),
);

test.each(named(({ kind }) => /^(entry|closing|plan|list|draw|prize|claim-[are]|replacement|photo)/.test(kind)))(
  "the subject of %s has the entry code that its ticket has",
  (_, { mail }) => {
    const [code = "none"] = /[A-Z]{4} [A-Z]{4}/.exec(mail.subject) ?? [];
    expect(blocksOf(mail.html)).toContain(code);
  },
);

test.each(named(({ kind }) => /^(draw|prize|claim-[are]|replacement)/.test(kind)))(
  "the foot of %s speaks of the ticket, and says that news of a prize can stop too",
  (_, { mail, language }) => {
    const foot = mail.text.slice(mail.text.indexOf("\n-- \n"));
    const [why, stop] = {
      en: ["because your ticket", "Stop all emails to this address, those about a prize too: https"],
      de: ["weil dein Los", "Alle E-Mails an diese Adresse abbestellen, auch die über einen Preis: https"],
      fil: ["ang ticket mo", "Itigil ang lahat ng email sa address na ito, pati ang tungkol sa premyo: https"],
    }[language] as [string, string];
    expect(foot).toContain(why);
    expect(foot).toContain(stop);
  },
);

test.each(named(({ kind, language }) => language === "en" && /^(contact|changed|raffle-inv|closing)/.test(kind)))(
  "the foot of %s does not ask who did what somebody else did",
  (_, { mail }) => expect(mail.text).toMatch(/\nStop all such emails to this address: https/),
);

test.each(named(({ name, language }) => language === "en" && name.endsWith("linked-contact")))(
  "%s shows no contact that a mail program would link, and leads to the raffle's page for it",
  (_, { mail }) => {
    expect(mail.text).toMatch(
      /\nHow to reach the shop is on the page of the raffle\.\n\nSee the raffle:\nhttps:\S+\/raffle\/\w{8}\n/,
    );
    expect(mail.text).not.toMatch(/How to reach them|luz\. ?bakery/);
  },
);

test("a mail whose reader a stranger may have chosen shows no logo, and the site's name first", () => {
  const guarded = samples.filter(({ name }) => /guarded|codes|invitation|password/.test(name));
  expect(guarded.length).toBeGreaterThan(8);
  for (const { mail } of guarded) {
    expect(mail.html).not.toContain("<img");
    expect(mail.text.startsWith("Tambiolo\n\n")).toBe(true);
  }
});

test("all others about a raffle show the shop's logo and name, from an address that anybody can load", async () => {
  const open = samples.filter(({ name }) =>
    /^(entry-code|list|draw|prize-won|claim|webhook|photo-refused$)/.test(name),
  );
  for (const { mail } of open) {
    expect(mail.html).toMatch(
      /<img src="https:\/\/raffles\.example\.com\/picture\/[A-Z0-9]{8}\/abcdefghijk-256\.webp" alt=""/,
    );
    expect(mail.text.startsWith("Nanay Luz Bakery\n\n")).toBe(true);
  }
});
