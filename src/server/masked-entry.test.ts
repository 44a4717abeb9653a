import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asOrganiser, entryBody, raffleBody } from "../../tests/support/api.ts";
import { type MailServer, startMailServer } from "../../tests/support/mail-server.ts";
import { type SiteProcess, startSite } from "../../tests/support/site.ts";
import { everythingOf, VICTIM } from "../../tests/support/victim.ts";

const { firstName: _, ...contact } = VICTIM;
const HIDDEN = [...Object.values(contact), "9185557391"];

let mails: MailServer;
let site: SiteProcess;
let codeId: string;
let victim: string;
let other: string;
let accessCode: string;

beforeAll(async () => {
  mails = await startMailServer();
  site = await startSite({ env: { RATE_LIMITS: "off", SMTP_URL: mails.url, MAIL_FROM: "raffles@example.com" } });
  const created = async (path: string, body: object) =>
    (await (await send("POST", path, body)).json()) as Record<"codeId" | "accessCode", string>;
  ({ codeId, accessCode } = await created("/api/raffles", raffleBody()));
  victim = await enter(entryBody(VICTIM));
  other = await enter(entryBody());
}, 200_000);

afterAll(async () => {
  await site.stop();
  await mails.close();
});

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const all = { ...headers, ...(body !== undefined && { "content-type": "application/json" }) };
  return fetch(`${site.origin}${path}`, { method, redirect: "manual", ...sent, headers: all });
}

async function enter(person: object): Promise<string> {
  return codeIn(await send("POST", `/api/raffles/${codeId}/entries`, person));
}

async function codeIn(answer: Response): Promise<string> {
  return ((await answer.json()) as { entryCode: string }).entryCode;
}

const passIn = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

const pageOf = async (code: string, cookie: string) =>
  (await send("GET", `/raffle-entry/${codeId}/${code}`, undefined, { cookie })).text();

/** The path of the link in the receipt that was sent to this address. */
async function linkMailedTo(email: string): Promise<string> {
  const mailOf = () => mails.accepted.find(({ to }) => to === email)?.mail;
  await mails.until(() => mailOf() !== undefined);
  const [link = ""] = /http\S+\?own=[\w-]+/.exec(mailOf()?.text ?? "") ?? [];
  return link.slice(new URL(link).origin.length);
}

/** The cookies of a browser after this text was typed on the entry's page. */
async function cookieOf(code: string, contact: string): Promise<string> {
  const shown = await post(`/raffle-entry/${codeId}/${code}`, { intent: "show", contact });
  return passIn(shown);
}

function post(path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { origin: site.origin, "sec-fetch-site": "same-origin", "accept-language": "en" };
  const body = new URLSearchParams(fields);
  return fetch(`${site.origin}${path}`, { method: "POST", redirect: "manual", headers, body });
}

describe("contact details", () => {
  it("are not shown for an entry code alone, but for first name, initial and wishes", async () => {
    const page = `/raffle-entry/${codeId}/${victim}`;
    const answers = [
      await send("GET", page),
      await send("GET", `${page}.data`),
      await post(page, { intent: "show", contact: "0918 555 7392" }),
      await post(page, { intent: "erase" }),
      await send("GET", page, undefined, { cookie: `entry=${crypto.randomUUID()}~9999999999~${"A".repeat(43)}` }),
      await post(`/search-entry/${codeId}`, { entryCode: victim }),
      await send("GET", `/api/entries/${victim}`),
      await send("GET", `/api/entries/${victim}/data`),
      await send("DELETE", `/api/entries/${victim}`),
      await send("PATCH", `/api/entries/${victim}`, { rules: [] }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 403, 403, 200, 200, 200, 403, 403, 200]);
    for (const answer of answers) {
      expect([answer.url, answer.headers.get("cache-control")]).toEqual([answer.url, "no-store"]);
      const text = (await everythingOf(answer)).replaceAll("0918 555 7392", "");
      expect([answer.url, HIDDEN.filter((detail) => text.includes(detail))]).toEqual([answer.url, []]);
    }
  });

  it("are shown for an hour in the browser in which phone or e-mail were typed, and for no other entry", async () => {
    const page = `/raffle-entry/${codeId}/${victim}`;
    const shown = await post(page, { intent: "show", contact: "+63 918 555 7391" });
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect(shown.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^entry=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const cookie = passIn(shown);
    const again = await pageOf(victim, cookie);
    expect([again.includes(VICTIM.phone), again.includes(VICTIM.email)]).toEqual([true, true]);
    expect((await send("GET", `/api/entries/${victim}/data`, undefined, { cookie })).status).toBe(200);
    expect((await send("GET", `/api/entries/${other}/data`, undefined, { cookie })).status).toBe(403);
    const later = cookie.replace(/~(\d+)~/, (_, end: string) => `~${Number(end) + 1}~`);
    expect((await send("GET", `/api/entries/${victim}/data`, undefined, { cookie: later })).status).toBe(403);
  });

  it("are shown for a while in the browser that has just entered, and no program is left a cookie", async () => {
    const path = `/api/raffles/${codeId}/entries`;
    const person = entryBody({ lastName: "Quisumbing", entryCode: "NEWLYINX" });
    const entered = await send("POST", path, person, { "sec-fetch-site": "same-origin" });
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^entry=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(Object.keys((await entered.clone().json()) as object)).toEqual([
      "raffleId",
      "entryCode",
      "createdAt",
      "codeId",
    ]);
    expect(await pageOf(await codeIn(entered), passIn(entered))).toContain("Quisumbing");
    const [, seconds] = passIn(entered).split("~");
    expect(Number(seconds) - Date.now() / 1000).toBeLessThanOrEqual(600);
    // The answer was lost, so the browser sends the form again.
    const again = await send("POST", path, person, { "sec-fetch-site": "same-origin", cookie: passIn(entered) });
    expect(passIn(again).split("~")[0]).toBe(passIn(entered).split("~")[0]);
    for (const from of ["", "cross-site", "none"]) {
      expect((await send("POST", path, entryBody(), { "sec-fetch-site": from })).headers.getSetCookie()).toEqual([]);
    }
    // A taken phone or e-mail proves nothing.
    const taken = await send("POST", path, entryBody({ phone: VICTIM.phone }), { "sec-fetch-site": "same-origin" });
    expect([taken.status, taken.headers.getSetCookie()]).toEqual([409, []]);
  });

  it("are shown to who follows the link in the receipt, whose address keeps nothing that opens them", async () => {
    const link = await linkMailedTo(VICTIM.email);
    expect(link).toMatch(new RegExp(`^/raffle-entry/${codeId}/${victim}\\?own=`));
    const opened = await send("GET", link);
    expect([opened.status, opened.headers.get("location"), opened.headers.get("cache-control")]).toEqual([
      303,
      `/raffle-entry/${codeId}/${victim}`,
      "no-store",
    ]);
    expect(await pageOf(victim, passIn(opened))).toContain(VICTIM.lastName);
    const token = link.slice(link.indexOf("=") + 1);
    const flipped = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
    for (const [code, own] of [
      [victim, flipped],
      [victim, ""],
      [victim, "%0d%0a"],
      [other, token],
      ["%0d%0aABC", token],
    ]) {
      const answer = await send("GET", `/raffle-entry/${codeId}/${code}?own=${own}`);
      expect([own, answer.status, answer.headers.getSetCookie()]).toEqual([own, 303, []]);
    }
  });

  it("are not shown to who follows that link once they were corrected", async () => {
    const person = entryBody({ email: "stale.link@victim.example" });
    const code = await enter(person);
    const link = await linkMailedTo("stale.link@victim.example");
    expect(passIn(await send("GET", link))).toMatch(/^entry=/);
    const corrected = { phone: "0918 555 0009" };
    expect((await send("PATCH", `/api/entries/${code}`, corrected, asOrganiser(codeId, accessCode))).status).toBe(200);
    expect((await send("GET", link)).headers.getSetCookie()).toEqual([]);
  });

  it("are no longer shown in that browser once the organiser has corrected them", async () => {
    const person = entryBody({ phone: "0918 555 0001", lastName: "Abernathy" });
    const code = await enter(person);
    const cookie = await cookieOf(code, "0918 555 0001");
    const data = async () => (await send("GET", `/api/entries/${code}/data`, undefined, { cookie })).status;
    expect(await data()).toBe(200);
    const corrected = { email: "corrected@victim.example" };
    expect((await send("PATCH", `/api/entries/${code}`, corrected, asOrganiser(codeId, accessCode))).status).toBe(200);
    expect(await data()).toBe(403);
    const page = await pageOf(code, cookie);
    expect([page.includes("Abernathy"), page.includes("•••")]).toEqual([false, true]);
  });
});
