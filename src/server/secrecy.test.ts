import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../tests/support/api.ts";
import { eventBody } from "../../tests/support/event.ts";
import { startTestSite, type TestSite } from "../../tests/support/test-site.ts";
import { everythingOf, VICTIM } from "../../tests/support/victim.ts";

const NOTE = "the one with the dented lid";
const ACCOUNT = { email: "quibble.owner@victim.example", password: "marmalade at the lighthouse" };
const SECRETS = [...Object.values(VICTIM), ...Object.values(ACCOUNT), "9185557391", NOTE];

let site: TestSite;
let codeId: string;
let accessCode: string;
let event: { id: string; code: string; accessCode: string };
let victim: string;
let other: string;
/** The cookie of the account's browser, and the secret in it. */
let session: string;
let token: string;

beforeAll(async () => {
  site = await startTestSite({ LOG_LEVEL: "trace", RATE_LIMITS: "off" });
  ({ codeId, accessCode } = await json(await send("POST", "/api/raffles", raffleBody())));
  event = await json(await send("POST", "/api/events", eventBody({ raffleIdentifier: "SECRECY" })));
  const { prizes } = await json<{ prizes: { id: string }[] }>(await send("GET", `/api/raffles/${codeId}`));
  const wishes = [{ prizeId: prizes[0]?.id, note: NOTE }];
  const join = async (body: object) =>
    (await json<{ entryCode: string }>(await send("POST", `/api/raffles/${codeId}/entries`, body))).entryCode;
  victim = await join(entryBody({ ...VICTIM, wishes }));
  other = await join(entryBody());
  const registered = await post("/register", { username: "Quib", ...ACCOUNT, repeated: ACCOUNT.password });
  expect(registered.status).toBe(303);
  session = registered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  token = decodeURIComponent(session.split("=")[1] ?? "").split(".")[0] ?? "";
  expect(token).toMatch(/^.{32}$/);
});

afterAll(() => site.stop());

function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return fetch(`${site.origin}${path}`, {
    method,
    redirect: "manual",
    ...sent,
    headers: { ...sent.headers, ...headers },
  });
}

function post(path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { origin: site.origin, "sec-fetch-site": "same-origin", "accept-language": "en" };
  return fetch(`${site.origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(fields),
  });
}

async function json<Shape = Record<"codeId" | "accessCode", string>>(response: Response): Promise<Shape> {
  expect(response.ok).toBe(true);
  return (await response.json()) as Shape;
}

const wrong = () => (accessCode === "ZZZZ" ? "YYYY" : "ZZZZ");
const basic = (password: string, user = codeId) => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` });

/** An API's body as the fields of a form. */
function fieldsOf(body: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}

/** Every secret that a text contains. A secret of four characters counts only as a whole word, not within a hash. */
function leaksOf(text: string): string[] {
  const codes = [accessCode, event.accessCode];
  const alone = codes.filter((code) => new RegExp(`(?<![A-Za-z0-9])${code}(?![A-Za-z0-9])`).test(text));
  const whole = [...SECRETS, token].filter((secret) => text.includes(secret));
  return [...whole, ...alone.map((code) => `access code ${code}`)];
}

describe("the access code and another entrant's data", () => {
  it("would be noticed: the entrant's own page and the organiser's show them", async () => {
    const own = await post(`/raffle-entry/${codeId}/${victim}`, { intent: "show", contact: VICTIM.email });
    expect(leaksOf(await own.text())).toContain(VICTIM.lastName);
    const shown = await post(`/update-entry/${victim}`, { accessCode, intent: "open" });
    expect(leaksOf(await shown.text())).toContain(VICTIM.phone);
    expect(leaksOf(`"${accessCode}"`)).toContain(`access code ${accessCode}`);
    expect(leaksOf(`"${event.accessCode}"`)).toContain(`access code ${event.accessCode}`);
    const profile = await everythingOf(await send("GET", "/profile", undefined, { cookie: session }));
    expect(leaksOf(profile)).toEqual([ACCOUNT.email]);
  });

  it("are in no public page, answer, header, script or error", async () => {
    const pages = [
      "/",
      "/raffle-list",
      `/raffle/${codeId}`,
      `/raffle-entry/${codeId}`,
      `/raffle-entry/${codeId}/${other}`,
      `/search-entry/${codeId}`,
      "/create-raffle",
      "/login",
      "/register",
      "/profile",
      "/admin",
      "/admin/users",
      `/draw-list/${codeId}/-`,
      "/admin-raffle-list",
      `/update-entry/${victim}`,
      `/raffle-changes/${codeId}/${wrong()}`,
      `/raffle-changes/NOSUCHRA/${wrong()}`,
      "/create-event",
      `/edit-event/${event.code}`,
      `/event/${event.code}`,
      `/draw-raffle/${event.code}`,
      "/raffle/secrecy",
      `/overview/${codeId}/${wrong()}`,
      "/how-it-works",
      "/terms",
      "/privacy",
      "/nowhere",
    ];
    const rest = [
      "/_root.data",
      "/admin-raffle-list.data",
      "/profile.data",
      "/admin/users.data",
      "/api/auth/get-session",
      `/update-entry/${victim}.data`,
      `/raffle-changes/${codeId}/${wrong()}.data`,
      `/api/raffles/${codeId}/entries.xlsx`,
      `/raffle/${codeId}.data`,
      "/api/raffles",
      "/api/openapi.json",
      `/api/events/${event.code}`,
      `/api/events/${event.id}`,
      `/edit-event/${event.code}.data`,
      `/event/${event.code}.data`,
      `/api/raffles/${codeId}`,
      `/api/raffles/${codeId}/overview`,
      `/api/raffles/${codeId}/overview/events`,
      `/api/raffles/${codeId}/entries`,
      `/api/raffles/${codeId}/entries.csv`,
      `/api/entries/${other}`,
      `/api/entries/${other}/data`,
      "/api/nothing",
      "/locales/en/desk.json",
      `/banner/${codeId}.png`,
    ];
    const scripts = new Set<string>();
    for (const path of [...pages, ...rest]) {
      const text = await everythingOf(await send("GET", path));
      expect([path, leaksOf(text)]).toEqual([path, []]);
      for (const [asset] of text.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)) scripts.add(asset);
    }
    expect(scripts.size).toBeGreaterThan(5);
    for (const path of scripts)
      expect([path, leaksOf(await everythingOf(await send("GET", path)))]).toEqual([path, []]);
  });

  it("are in no refusal, and a wrong code changes nothing", async () => {
    const asWrong = { accessCode: wrong() };
    const asWrongEvent = { accessCode: event.accessCode === "ZZZZ" ? "YYYY" : "ZZZZ" };
    const info = { ...asWrong, ...VICTIM, firstName: "Changed", sources: "Online", intent: "info" };
    const refused = [
      await send("POST", `/api/raffles/${codeId}/access`, asWrong),
      await send("POST", `/api/raffles/${codeId}/access-code`, undefined, basic(wrong())),
      await send("GET", `/api/raffles/${codeId}/overview`, undefined, basic(wrong())),
      await send("GET", `/api/raffles/${codeId}/overview/events`, undefined, basic(wrong())),
      await send("DELETE", `/api/raffles/${codeId}`, undefined, basic(wrong())),
      await send("DELETE", `/api/raffles/${codeId}`, undefined, basic(accessCode)),
      await send("DELETE", `/api/entries/${victim}`, undefined, basic(wrong())),
      await send("POST", `/api/raffles/${codeId}/entries`, entryBody({ phone: VICTIM.phone })),
      await send("GET", `/api/raffles/${codeId}/entries?q=a`, undefined, basic(wrong())),
      await send("PATCH", `/api/entries/${other}`, { phone: VICTIM.phone }),
      await send("PATCH", `/api/entries/${other}`, { phone: VICTIM.phone }, basic(wrong())),
      await send("PATCH", `/api/entries/${other}`, { phone: VICTIM.phone }, basic(accessCode)),
      await post("/login", { email: "somebody.else@example.com", password: ACCOUNT.password.slice(1) }),
      await post("/register", { username: "Quib", email: "x", password: "short", repeated: ACCOUNT.password }),
      await post("/admin-raffle-list", { ...asWrong, raffle: codeId, intent: "entries" }),
      await post(`/update-entry/${victim}`, { ...asWrong, intent: "open" }),
      await send("POST", "/api/events", eventBody({ raffleIdentifier: "secrecy" })),
      await send("PATCH", `/api/events/${event.code}`, { title: "Changed" }, basic(accessCode)),
      await send("PATCH", `/api/events/${event.code}`, { src: "x" }, basic(event.accessCode, event.code)),
      await post(`/edit-event/${event.code}`, { ...asWrongEvent, title: "Changed" }),
    ];
    for (const response of refused) {
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect([response.url, leaksOf(await everythingOf(response))]).toEqual([response.url, []]);
    }
    const answer = await post(`/update-entry/${victim}`, info);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Invalid access code.");
    const own = await json<{ entry: object }>(
      await send("GET", `/api/entries/${victim}`, undefined, { "x-entrant-contact": VICTIM.phone }),
    );
    expect(own.entry).toMatchObject(VICTIM);
    const unchanged = await json<object>(await send("GET", `/api/events/${event.code}`));
    expect(unchanged).toMatchObject({ ...eventBody(), version: 1 });
  });

  it("leave one pass with the browser that proved the code", async () => {
    const shown = await post(`/update-entry/${victim}`, { accessCode, intent: "open" });
    expect(shown.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^desk=.+; HttpOnly; SameSite=Lax$/),
      // Scripts may read that a guest has raffles, but not which.
      "signed-in=pass; Path=/; SameSite=Lax",
    ]);
    const { accessCode: eventAccess, ...open } = event;
    const changed = await post(`/edit-event/${open.code}`, {
      ...fieldsOf(eventBody()),
      version: "1",
      accessCode: eventAccess,
    });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("cache-control")).toBe("no-store");
    expect(changed.headers.getSetCookie()).toEqual([expect.stringMatching(new RegExp(`^desk=${open.id}~`))]);
    expect(leaksOf(await everythingOf(changed))).toEqual([]);
  });

  it("stay out of caches and referrers where an address holds the code", async () => {
    for (const [code, status] of [
      [accessCode, 302],
      [`${accessCode}?without-pass=`, 200],
      [wrong(), 403],
    ] as const) {
      const response = await send("GET", `/raffle-changes/${codeId}/${code}`);
      expect(response.status).toBe(status);
      if (status === 302)
        expect(response.headers.get("location")).toBe(`/raffle-changes/${codeId}/${code}?without-pass=`);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "same-origin",
      });
    }
  });

  it("are in no answer to who types them wrong, and the session only in a cookie", async () => {
    const wrongly = await everythingOf(await post("/login", { ...ACCOUNT, password: `${ACCOUNT.password}!` }));
    const taken = await post("/register", { username: "Quib", ...ACCOUNT, repeated: ACCOUNT.password });
    expect([taken.status, leaksOf(wrongly), leaksOf(await everythingOf(taken))]).toEqual([
      409,
      [ACCOUNT.email],
      [ACCOUNT.email],
    ]);
    const right = await post("/login", ACCOUNT);
    expect(right.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^tambiolo\.session_token=.+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      // Scripts may read that a user is signed in, but not who.
      "signed-in=new; Path=/; Max-Age=7776000; SameSite=Lax",
    ]);
    expect(right.headers.get("cache-control")).toBe("no-store");
  });

  it("are in no line of the log, also when requests are odd", async () => {
    await send("GET", `/raffle-changes/${codeId}/${accessCode}?page=x&code=${accessCode}`);
    await send("POST", `/api/raffles/${codeId}/access`, { accessCode });
    await send("PUT", `/${accessCode}/${victim}`, { accessCode, ...VICTIM });
    await send(
      "PATCH",
      `/api/events/${event.code}`,
      { accessCode: event.accessCode },
      basic(event.accessCode, event.code),
    );
    const broken = `{"accessCode":"${accessCode}","email":"${VICTIM.email}"`;
    await fetch(`${site.origin}/api/raffles`, {
      method: "POST",
      body: broken,
      headers: { "content-type": "application/json" },
    });
    await post("/login", ACCOUNT);
    await post("/login", { ...ACCOUNT, password: "not this one" });
    await post("/register", { username: "Quib", ...ACCOUNT, repeated: ACCOUNT.password });
    await send("GET", `/profile?next=${ACCOUNT.email}`, undefined, { cookie: session });
    await send("GET", "/profile", undefined, { cookie: session.slice(0, -2) });
    expect(site.log()).toContain('"msg":"request"');
    expect(leaksOf(site.log())).toEqual([]);
    expect(site.log()).not.toContain(victim);
  });
});
