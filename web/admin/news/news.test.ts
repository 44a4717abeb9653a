import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApi, entryBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { appCode, keyShown } from "../../../tests/support/authenticator.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import { type MailServer, startMailServer } from "../../../tests/support/mail-server.ts";
import { type SiteProcess, startSite } from "../../../tests/support/site.ts";

let database: TestDatabase;
let server: MailServer;
let site: SiteProcess;
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startMailServer();
  const env = { DATABASE_URL: database.connectionString, SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" };
  site = await startSite({ env });
  const password = "mango street at noon";
  const typed = { username: "Boss", email: "boss@example.com", password, repeated: password };
  const registered = await post("/register", typed);
  cookie = registered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  await database.db.updateTable("users").set({ role: "admin" }).execute();
  const page = "/second-factor";
  const begun = await (await post(page, { intent: "begin", password }, { cookie })).text();
  await post(page, { intent: "confirm", code: await appCode(keyShown(begun)) }, { cookie });
}, 200_000);

afterAll(async () => {
  await site.stop();
  await server.close();
  await database.close();
});

/** Sends a form as an admin's browser does, or without a cookie as an anonymous client. */
function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  const sent = { "accept-language": "en", ...headers };
  return fetch(`${site.origin}${path}`, { method: "POST", body, headers: sent, redirect: "manual" });
}

const enter = (email: string, codeId: string) =>
  created(site.origin, `/raffles/${codeId}/entries?lang=de`, entryBody({ email, promotions: true }));

const refusals = async () => (await database.db.selectFrom("newsRefusals").selectAll().execute()).length;
const newsTo = (to: string) => server.accepted.filter((one) => one.to === to && one.mail.subject === "Festwoche");

test("an admin writes news, looks at it, tries it, and sends it to whoever asked for it", async () => {
  const { codeId } = await createTestApi(database.db).createRaffle();
  await enter("ana@example.com", codeId);

  const blank = await post("/admin/news", { intent: "save", "en.text": "No subject" }, { cookie });
  expect(blank.status).toBe(422);
  const refused = await blank.text();
  expect(refused).toContain("Please enter a subject: there is a text in this language.");
  expect(refused).toContain("No subject</textarea>");

  const typed = { intent: "save", "de.subject": "Festwoche", "de.text": "Komm vorbei" };
  const saved = await post("/admin/news", typed, { cookie });
  expect(saved.status).toBe(303);
  const path = saved.headers.get("location") ?? "";
  const look = await (await fetch(`${site.origin}${path}`, { headers: { cookie, "accept-language": "en" } })).text();
  expect(look).toContain("Send this news to the 1 person who asked for it?");
  const news = new URL(path, site.origin).searchParams.get("draft") ?? "";

  expect(await (await post(path, { intent: "test", news }, { cookie })).text()).toContain("on its way to you");
  await server.until(() => newsTo("boss@example.com").length === 1);
  expect(newsTo("ana@example.com")).toEqual([]);

  expect(await (await post(path, { intent: "send", news }, { cookie })).text()).toContain("The news is on its way.");
  await server.until(() => newsTo("ana@example.com").length === 1);
  expect((await post(path, { intent: "send", news }, { cookie })).status).toBe(409);
  const page = async () => (await fetch(`${site.origin}/admin/news?lang=en`, { headers: { cookie } })).text();
  await expect.poll(page).toMatch(/<dt>Sent<\/dt><dd>1<\/dd>/);
  expect(await page()).not.toContain('value="stop"');
});

test("nobody but an admin sends news", async () => {
  for (const intent of ["save", "test", "send", "stop"]) {
    const answer = await post("/admin/news", { intent, "en.subject": "Spam", "en.text": "Spam" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/login?next=%2Fadmin%2Fnews");
  }
  const subjects = await database.db.selectFrom("news").select("texts").execute();
  expect(JSON.stringify(subjects)).not.toContain("Spam");
});

describe("the link of a news mail", () => {
  const link = () => {
    const headers = newsTo("ana@example.com")[0]?.mail.headers ?? [];
    return new URL(headers.find(({ key }) => key === "list-unsubscribe")?.value.slice(1, -1) ?? "");
  };
  const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`;

  test("changes nothing when it is opened, in the mail's language", async () => {
    for (const method of ["GET", "HEAD"]) {
      const opened = await fetch(`${site.origin}${pathOf(link())}`, { method, headers: { "accept-language": "en" } });
      expect(opened.status).toBe(200);
      expect(opened.headers.get("cache-control")).toBe("no-store");
      if (method === "GET") expect(await opened.text()).toContain("Drück den Knopf");
    }
    expect(await refusals()).toBe(0);
  });

  test("does nothing when it is posted to without a word, with half a token, or from another site", async () => {
    await post(pathOf(link()), {});
    await post(pathOf(link()), { "List-Unsubscribe": "Maybe" });
    const made = await post(`${link().pathname.slice(0, -3)}AAA`, { "List-Unsubscribe": "One-Click" });
    expect(made.status).toBe(404);
    const cross = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
    expect((await post(pathOf(link()), { "List-Unsubscribe": "One-Click" }, cross)).status).toBe(403);
    expect(await refusals()).toBe(0);
  });

  test.each(["urlencoded", "multipart"])(
    "stops news at a mailbox's word, sent as %s, as often as it likes",
    async (kind) => {
      await database.db.deleteFrom("newsRefusals").execute();
      const fields = { "List-Unsubscribe": "One-Click" };
      const form = new FormData();
      form.set("List-Unsubscribe", "One-Click");
      for (const _ of [1, 2]) {
        const body = kind === "multipart" ? form : new URLSearchParams(fields);
        const answer = await fetch(`${site.origin}${pathOf(link())}`, { method: "POST", body, redirect: "manual" });
        expect(answer.status).toBe(200);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      expect(await refusals()).toBe(1);
      const saved = await post(
        "/admin/news",
        { intent: "save", "de.subject": "Festwoche", "de.text": "Noch einmal" },
        { cookie },
      );
      const path = saved.headers.get("location") ?? "";
      const look = await (
        await fetch(`${site.origin}${path}`, { headers: { cookie, "accept-language": "en" } })
      ).text();
      expect(look).toContain("Nobody with an entry here wants news by email now.");
    },
  );

  test("stops it at the press of its button too, and takes that back", async () => {
    await database.db.deleteFrom("newsRefusals").execute();
    const page = async () => (await fetch(`${site.origin}${pathOf(link())}`)).text();
    expect(await page()).not.toContain('value="again"');
    expect(await (await post(pathOf(link()), { intent: "stop" })).text()).toContain("Erledigt.");
    expect(await refusals()).toBe(1);
    // A recipient who asked for news again, in a later entry, can stop it again.
    expect(await page()).toMatch(/value="stop"[\s\S]*value="again"/);
    expect(await (await post(pathOf(link()), { intent: "again" })).text()).toContain("Du bekommst wieder Neuigkeiten");
    expect(await refusals()).toBe(0);
  });
});
