import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealSlip } from "#src/entries/paper/offline/seal-slip.ts";
import { newEntryCode } from "#src/entries/submit/submission.ts";
import { raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor, registerVisitor, type Visitor } from "../../../tests/support/visitor.ts";

let site: TestSite;
let codeId: string;
let accessCode: string;

beforeAll(async () => {
  site = await startTestSite({ LOG_LEVEL: "trace", RATE_LIMITS: "off" });
  ({ codeId, accessCode } = await createRaffle());
});

afterAll(() => site.stop());

const createRaffle = () => created(site.origin, "/raffles", raffleBody({ sources: ["Online", "Shop"] }));

/** A phone that an organiser handed over. */
async function handedOver(raffle = { codeId, accessCode }, phone = openVisitor(site.origin)): Promise<Visitor> {
  await phone.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
  const answer = await phone.ask(`/hand-over/${raffle.codeId}/~`, {});
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/helping/${raffle.codeId}`]);
  return phone;
}

const DESK = ["overview", "draw-list", "draw-masterlist", "helpers", "edit-raffle", "draw-desk", "raffle-changes"];

/** The screens of the desk that a browser can open, by whatever stands in place of the access code. */
async function openScreens(phone: Visitor, code = codeId): Promise<string[]> {
  const open: string[] = [];
  for (const screen of [...DESK, "people", "stations", "winners", "import-entries", "check-entries"]) {
    for (const marker of ["~", "-"]) {
      const { at, status } = await phone.visit(`/${screen}/${code}/${marker}`);
      if (status === 200 && at.startsWith(`/${screen}/`)) open.push(screen);
    }
  }
  return open;
}

/** Sends what a phone stored. */
async function send(phone: Visitor, body: unknown, headers: Record<string, string> = { origin: site.origin }) {
  const cookie = [...phone.jar].map((pair) => pair.join("=")).join("; ");
  return fetch(`${site.origin}/helping/${codeId}/slips`, {
    method: "POST",
    headers: { "content-type": "application/json", "accept-language": "en", cookie, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Seals a slip as the page's script does, with what the page says. */
async function slip(phone: Visitor, typed: Record<string, string> = {}) {
  const html = await (await phone.ask(`/add-entry/${codeId}`)).text();
  const said = (name: string) => new RegExp(`data-${name}="([^"]+)"`).exec(html)?.[1] ?? "";
  const head = { id: crypto.randomUUID(), number: 7, typedAt: Date.now() };
  const person = { firstName: "Mila", lastName: "Santos", address: "Jaro", terms: "yes", entryCode: newEntryCode() };
  const fields = Object.entries({ ...person, ...typed });
  return { ...head, sealed: await sealSlip(said("key"), said("raffle"), head, fields) };
}

describe("a phone that is handed over", () => {
  it("has the three buttons of the counter, and no screen of any desk", async () => {
    const [phone, other] = [openVisitor(site.origin), await createRaffle()];
    await phone.visit(`/overview/${other.codeId}/${other.accessCode}`);
    await phone.visit(`/overview/${codeId}/${accessCode}`);
    expect(new Set(await openScreens(phone))).toContain("draw-desk");
    expect(await openScreens(phone, other.codeId)).toContain("draw-desk");
    await handedOver({ codeId, accessCode }, phone);
    const home = await (await phone.ask(`/helping/${codeId}`)).text();
    for (const path of ["/voucher", `/look-up/${codeId}`, `/add-entry/${codeId}`]) expect(home).toContain(path);
    expect(home).toContain("As Counter");
    expect([await openScreens(phone), await openScreens(phone, other.codeId)]).toEqual([[], []]);
    for (const screen of DESK.filter((name) => name !== "edit-raffle")) {
      const posted = await phone.ask(`/${screen}/${codeId}/~`, { intent: "edit", dueDate: "2020-01-01T00:00" });
      expect([screen, [403, 405].includes(posted.status)]).toEqual([screen, true]);
    }
    expect((await phone.ask(`/look-up/${codeId}`)).status).toBe(200);
    expect([...phone.jar.keys()].toSorted()).toEqual(["helper"]);
    expect((await phone.visit(`/overview/${codeId}/${accessCode}`)).status).toBe(200);
  });

  it("is signed out of the account that owns the raffle", async () => {
    const phone = openVisitor(site.origin);
    const raffle = await createRaffle();
    await registerVisitor(phone, "owner@example.com");
    await phone.ask("/take-raffle", { raffle: raffle.codeId, accessCode: raffle.accessCode });
    expect(await openScreens(phone, raffle.codeId)).toContain("people");
    await handedOver(raffle, phone);
    expect(await openScreens(phone, raffle.codeId)).toEqual([]);
    expect((await phone.visit("/profile")).at).toMatch(/^\/login/);
  });

  it("forgets pages and typed text, and is ended on the desk like any helper's link", async () => {
    const phone = openVisitor(site.origin);
    await phone.visit(`/overview/${codeId}/${accessCode}`);
    const answer = await phone.ask(`/hand-over/${codeId}/~`, {});
    expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
    const desk = openVisitor(site.origin);
    const { at, html } = await desk.visit(`/helpers/${codeId}/${accessCode}`);
    const helper = /name="helper" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(html).toContain("<h3>Counter</h3>");
    await desk.ask(at, { intent: "end", helper });
    expect((await phone.ask(`/helping/${codeId}`)).status).toBe(403);
  });

  it("is handed over by no link, by nobody else, and not beyond the links that a raffle can have", async () => {
    const phone = openVisitor(site.origin);
    const raffle = await createRaffle();
    expect((await phone.ask(`/hand-over/${raffle.codeId}/~`, {})).status).toBe(403);
    await phone.visit(`/overview/${raffle.codeId}/${raffle.accessCode}`);
    expect((await phone.visit(`/hand-over/${raffle.codeId}/~`)).at).toBe(`/overview/${raffle.codeId}/~`);
    await site.database.pool.query(
      `insert into raffle_helpers (raffle_id, id, name, deeds, token_hash, created_at)
       select id, gen_random_uuid(), 'Ana', '{add-entries}', decode(md5(n::text), 'hex') || decode(md5(n::text), 'hex'), now()
       from raffles, generate_series(1, 50) n where code_id = $1`,
      [raffle.codeId],
    );
    const full = await phone.ask(`/hand-over/${raffle.codeId}/~`, {});
    expect(full.headers.get("location")).toBe(`/overview/${raffle.codeId}/~?links-full`);
    expect((await phone.visit(full.headers.get("location") ?? "")).html).toContain("Please end one first.");
    expect(await openScreens(phone, raffle.codeId)).toContain("draw-desk");
  });
});

describe("slips that a phone sends later", () => {
  it("are added, and reported with the first letter of a name, what is wrong and where to open them", async () => {
    const phone = await handedOver();
    const [good, bad] = [await slip(phone), await slip(phone, { firstName: "Ñora", address: "" })];
    const answer = await send(phone, { slips: [good, bad] });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({
      answers: [
        { id: good.id, accepted: true, initial: "M", message: "" },
        { id: bad.id, accepted: false, initial: "Ñ", message: expect.stringContaining("Open it, correct it") },
      ],
    });
    const listed = await (await phone.ask(`/add-entry/${codeId}`)).text();
    expect(listed).toContain("Slip 7 · Ñ.");
    expect(listed).not.toContain("Ñora");
    const desk = openVisitor(site.origin);
    const { html } = await desk.visit(`/add-entry/${codeId}/${accessCode}?slip=${bad.id}`);
    expect(html).toContain('value="Ñora"');
    expect(html).toContain("This is slip 7 as it was typed.");
    const entryCode = /name="entryCode" value="([A-Z]{8})"/.exec(html)?.[1] ?? "";
    const corrected = { firstName: "Ñora", lastName: "Santos", address: "Jaro", terms: "yes", entryCode, slip: bad.id };
    expect(await (await phone.ask(`/add-entry/${codeId}`, corrected)).text()).toContain("Ñora Santos has joined");
    expect(await (await phone.ask(`/add-entry/${codeId}`)).text()).not.toContain("Slip 7");
    expect(site.log()).not.toMatch(/Ñora|Santos/);
  });

  it("are dismissed by staff alone", async () => {
    const phone = await handedOver();
    await send(phone, { slips: [await slip(phone, { terms: "" })] });
    const html = await (await phone.ask(`/add-entry/${codeId}`)).text();
    const id = /name="slip" value="([0-9a-f-]{36})"/.exec(html)?.[1] ?? "";
    expect((await openVisitor(site.origin).ask(`/add-entry/${codeId}`, { intent: "dismiss", slip: id })).status).toBe(
      403,
    );
    const dismissed = await phone.ask(`/add-entry/${codeId}`, { intent: "dismiss", slip: id });
    expect(await dismissed.text()).toContain("Slip 7 is dismissed.");
    const again = await phone.ask(`/add-entry/${codeId}`, { intent: "dismiss", slip: id });
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining("corrected or dismissed already"),
    ]);
  });

  it("are refused with a reason from a phone whose link ended, and from other sites", async () => {
    const phone = await handedOver();
    const typed = { slips: [await slip(phone)] };
    const evil = await send(phone, typed, { origin: "https://evil.example" });
    expect(evil.status).toBe(403);
    await site.database.pool.query("delete from raffle_helpers");
    const answer = await send(phone, typed);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ message: expect.stringContaining("ask the organiser for a new one") });
    const other = await handedOver();
    expect(await (await send(other, typed)).json()).toMatchObject({ answers: [{ accepted: true }] });
    for (const junk of ["", "{", "null", "[]"]) expect((await send(other, junk)).status).toBe(400);
    expect((await send(other, "x".repeat(600_000))).status).toBe(413);
  });

  it("outlive a sign-out and the way out of the desk", async () => {
    const phone = openVisitor(site.origin);
    phone.jar.set("slips-wait", "1");
    for (const way of ["/leave-desk", "/sign-out"]) {
      expect((await phone.ask(way, {})).headers.get("clear-site-data")).toBe('"cache"');
    }
    phone.jar.delete("slips-wait");
    expect((await phone.ask("/leave-desk", {})).headers.get("clear-site-data")).toBe('"cache", "storage"');
  });
});

it("a phone stores a form without anybody's data, unless somebody is signed in there", async () => {
  const phone = await handedOver();
  await send(phone, { slips: [await slip(phone, { address: "" })] });
  const form = await (await phone.ask(`/add-entry/${codeId}?stored`)).text();
  expect(form).toContain('name="entryCode" value=""');
  expect(form).toContain(`action="/add-entry/${codeId}"`);
  expect(form).not.toMatch(/Slip \d|Mila|id="refused-slips"/);
  expect(form).toContain(`data-stores="/add-entry/${codeId}"`);
  await registerVisitor(phone, "helper@example.com");
  expect(await (await phone.ask(`/add-entry/${codeId}`)).text()).not.toContain("data-stores");
});
