import type { Challenge } from "altcha-lib/types";
import { beforeEach, describe, expect, it } from "vitest";
import { readAuditLog } from "#src/access/audit/audit.ts";
import { hashAccessCode, newAccessCode } from "#src/access/codes/access-code.ts";
import { proveOrganiser } from "#src/access/organiser.ts";
import type { Problem } from "#src/http/problem.ts";
import { asOrganiser, createTestApi, entryBody, type TestApi, type TestRaffle } from "../../tests/support/api.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { solveForApi } from "../../tests/support/robot-puzzle.ts";

const { database } = await openTestApi();
// Each test has its own limiter of attempts.
let api: TestApi;
let raffle: TestRaffle;

beforeEach(async () => {
  api = createTestApi(database.db);
  raffle = await api.createRaffle();
});

const prove = (accessCode: unknown, headers: Record<string, string> = {}) =>
  api.send("POST", `/raffles/${raffle.codeId}/access`, { accessCode }, headers);
const wrong = () => (raffle.accessCode === "ZZZZ" ? "YYYY" : "ZZZZ");
const cookieOf = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";

async function changes() {
  const { db } = database;
  const deps = { ...api.site, reader: db, address: "198.51.100.7" };
  const scope = await proveOrganiser(deps, { raffle: raffle.id, accessCode: raffle.accessCode });
  if (!scope.ok) throw new Error(scope.refusal.reason);
  return (await readAuditLog(db, scope.value, 1)).changes;
}

async function attack() {
  // From different addresses: a single one would get a puzzle before the raffle's own limit makes clients wait.
  for (let n = 0; n < 25; n += 1) await prove(wrong(), { "x-forwarded-for": `198.18.${n}.1` });
}

describe("proving an access code", () => {
  it("agrees with it trimmed and in any case, and leaves a pass that no script and no other site can use", async () => {
    const response = await prove(`  ${raffle.accessCode.toLowerCase()} `);
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toMatch(
      new RegExp(`^desk=${raffle.id}~\\d+~[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`),
    );
  });

  it("has no look-alikes in a new code, and agrees with an older one as it is written, or with all of them misread", async () => {
    const codes = Array.from({ length: 300 }, newAccessCode).join("");
    expect(codes).toMatch(/^[A-HJ-NP-Z2-9]{1200}$/);
    const hash = hashAccessCode(api.site.secret, raffle.id, "BOOK");
    await database.pool.query("update raffles set access_code_hash = $1 where id = $2", [hash, raffle.id]);
    const typed = { BOOK: 204, b00k: 204, B0OK: 403, BO0K: 403 };
    for (const [accessCode, status] of Object.entries(typed)) expect((await prove(accessCode)).status).toBe(status);
    const exact = { ...api.site, reader: database.db, address: "198.51.100.7" };
    const inAddress = await proveOrganiser(exact, { raffle: raffle.id, accessCode: "B00K", exact: true });
    expect(inAddress).toMatchObject({ refusal: { reason: "access-code-mismatch" } });
  });

  it("leaves a pass for weeks only where somebody trusts the browser, which then stays trusted", async () => {
    const weeks = new RegExp(
      `^desk-trusted=${raffle.id}~\\d+~[\\w-]{43}; Path=/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$`,
    );
    const session = cookieOf(await prove(raffle.accessCode));
    const access = { accessCode: raffle.accessCode, trust: true };
    const trusted = await api.send("POST", `/raffles/${raffle.codeId}/access`, access, { cookie: session });
    expect(trusted.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^desk=; Path/),
      expect.stringMatching(weeks),
    ]);
    const cookie = trusted.headers.getSetCookie()[1]?.split(";")[0] ?? "";
    expect((await prove(raffle.accessCode, { cookie })).headers.getSetCookie()).toEqual([expect.stringMatching(weeks)]);
    const renewed = await api.send("POST", `/raffles/${raffle.codeId}/access-code`, undefined, { cookie });
    expect(renewed.headers.getSetCookie()).toEqual([expect.stringMatching(weeks)]);
    // A pass of one cookie is invalid in the other, which would live longer.
    const moved = session.replace("desk=", "desk-trusted=");
    const deps = { ...api.site, reader: database.db, address: "192.0.2.9", pass: moved };
    expect(await proveOrganiser(deps, { raffle: raffle.id })).toMatchObject({ ok: false });
  });

  it("keeps the passes of twenty raffles in one cookie, the newest first", async () => {
    let cookie = "";
    const raffles = await Promise.all(Array.from({ length: 21 }, () => api.createRaffle()));
    for (const one of raffles) {
      const access = { accessCode: one.accessCode };
      cookie = cookieOf(await api.send("POST", `/raffles/${one.codeId}/access`, access, { cookie }));
    }
    // With a session and a language cookie, still far below the 16 KB limit of a request's headers.
    expect(cookie.length).toBeLessThan(2000);
    const deps = { ...api.site, reader: database.db, address: "192.0.2.9", pass: cookie };
    const opened = await Promise.all(raffles.map(async ({ id }) => (await proveOrganiser(deps, { raffle: id })).ok));
    expect(opened).toEqual([false, ...Array(20).fill(true)]);
  });

  it("marks the pass Secure where the site is reached by https", async () => {
    api = createTestApi(database.db, { ORIGIN: "https://raffles.example" });
    expect((await prove(raffle.accessCode)).headers.get("set-cookie")).toMatch(
      /^__Host-desk=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("refuses a wrong code, what is no code, and an unknown raffle", async () => {
    for (const code of [wrong(), "", "ABC", "ABCDE", "ÀBCD"]) {
      const response = await prove(code);
      expect([code, response.status, response.headers.get("set-cookie")]).toEqual([code, 403, null]);
      expect(await response.json()).toMatchObject({ code: "access-code-mismatch", detail: "Access code mismatch." });
    }
    expect((await prove(7)).status).toBe(400);
    expect((await api.send("POST", "/raffles/NOSUCHCO/access", { accessCode: "ABCD" })).status).toBe(404);
  });

  it("makes a guesser wait, also when the guess is right, and says how long", async () => {
    await attack();
    const response = await prove(raffle.accessCode);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await response.json()) as object).toMatchObject({ detail: expect.stringMatching(/wait \d+ seconds/) });
  });

  it("asks an address that guesses for a puzzle, and lets the right code in with it", async () => {
    for (let n = 0; n < 10; n += 1) await prove(wrong());
    const asked = await prove(raffle.accessCode);
    expect(asked.status).toBe(429);
    const { challenge } = (await asked.json()) as Problem;
    const solution = await solveForApi(challenge as Challenge);
    expect((await prove(raffle.accessCode, { "x-altcha": solution })).status).toBe(204);
  });

  it("keeps the true organiser in while others guess", async () => {
    const cookie = cookieOf(await prove(raffle.accessCode));
    await attack();
    expect((await prove(raffle.accessCode, { cookie })).status).toBe(204);
    expect((await prove(wrong(), { cookie })).status).toBe(403);
    const renewed = await api.send("POST", `/raffles/${raffle.codeId}/access-code`, undefined, { cookie });
    expect(renewed.status).toBe(200);
  });

  it("takes no pass that is forged, over, or for another raffle", async () => {
    const cookie = cookieOf(await prove(raffle.accessCode));
    const [id = "", seconds = "", seal = ""] = cookie.replace("desk=", "").split("~");
    const other = await api.createRaffle();
    const forged = [
      `desk=${id}~${Number(seconds) + 1}~${seal}`,
      `desk=${id}~${seconds}~${"A".repeat(43)}`,
      "desk=",
      `desk=${other.id}~${seconds}~${seal}`,
    ];
    for (const one of forged) {
      const target = one.includes(other.id) ? other.codeId : raffle.codeId;
      const response = await api.send("POST", `/raffles/${target}/access-code`, undefined, { cookie: one });
      expect([one, response.status]).toEqual([one, 403]);
    }
    api = { ...api, site: { ...api.site, clock: () => new Date(Date.now() + 86_400_000 + 1000) } };
    const deps = { ...api.site, reader: database.db, address: "192.0.2.9", pass: cookie };
    expect(await proveOrganiser(deps, { raffle: raffle.id })).toMatchObject({ ok: false });
  });

  it("compares exactly where the code stands in an address", async () => {
    const deps = { ...api.site, reader: database.db, address: "192.0.2.9" };
    const claim = { raffle: raffle.codeId.toLowerCase(), exact: true };
    expect(await proveOrganiser(deps, { ...claim, accessCode: raffle.accessCode })).toMatchObject({ ok: true });
    expect(await proveOrganiser(deps, { ...claim, accessCode: ` ${raffle.accessCode}` })).toMatchObject({ ok: false });
  });
});

describe("a new access code", () => {
  it("ends the old code and the passes for it, and is in no log", async () => {
    const old = cookieOf(await prove(raffle.accessCode));
    const auth = asOrganiser(raffle.codeId, raffle.accessCode);
    const response = await api.send("POST", `/raffles/${raffle.id}/access-code`, undefined, auth);
    const { accessCode } = (await response.json()) as { accessCode: string };
    expect(accessCode).toMatch(/^[A-Z0-9]{4}$/);
    if (accessCode !== raffle.accessCode) expect((await prove(raffle.accessCode)).status).toBe(403);
    expect((await prove(accessCode)).status).toBe(204);
    expect((await api.send("DELETE", `/raffles/${raffle.codeId}`, undefined, { cookie: old })).status).toBe(403);
    raffle = { ...raffle, accessCode };
    expect(await changes()).toMatchObject([
      { action: "new-access-code", actor: "access code", subject: raffle.codeId, before: null, after: null },
    ]);
  });

  it("needs the code of this very raffle", async () => {
    const other = await api.createRaffle();
    const path = `/raffles/${raffle.codeId}/access-code`;
    for (const headers of [{}, asOrganiser(other.codeId, other.accessCode), asOrganiser(raffle.codeId, wrong())]) {
      expect((await api.send("POST", path, undefined, headers)).status).toBe(403);
    }
  });
});

describe("deleting", () => {
  it("takes a raffle without entries away, with its rules, prizes and banner", async () => {
    const auth = asOrganiser(raffle.codeId, raffle.accessCode);
    expect(
      (await api.send("DELETE", `/raffles/${raffle.codeId}`, undefined, asOrganiser(raffle.codeId, wrong()))).status,
    ).toBe(403);
    expect((await api.send("DELETE", `/raffles/${raffle.codeId}`, undefined, auth)).status).toBe(204);
    expect((await api.send("GET", `/raffles/${raffle.codeId}`)).status).toBe(404);
    for (const table of ["rules", "prizes", "raffleBanners"] as const) {
      const left = await database.db.selectFrom(table).select("raffleId").where("raffleId", "=", raffle.id).execute();
      expect([table, left]).toEqual([table, []]);
    }
    const logged = await database.db.selectFrom("auditLog").selectAll().where("scopeId", "=", raffle.id).execute();
    expect(logged).toMatchObject([{ action: "delete-raffle", before: { name: "Noche Buena Basket" }, after: null }]);
  });

  it("refuses while the raffle has entries, and deletes an entry for its organiser only", async () => {
    const joined = await api.send("POST", `/raffles/${raffle.codeId}/entries`, entryBody());
    const { entryCode } = (await joined.json()) as { entryCode: string };
    const auth = asOrganiser(raffle.codeId, raffle.accessCode);
    const refused = await api.send("DELETE", `/raffles/${raffle.codeId}`, undefined, auth);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, "raffle-has-entries"]);

    const other = await api.createRaffle();
    const path = `/entries/${entryCode}`;
    expect((await api.send("DELETE", path, undefined, asOrganiser(other.codeId, other.accessCode))).status).toBe(404);
    expect((await api.send("DELETE", path, undefined, asOrganiser(raffle.codeId, wrong()))).status).toBe(403);
    expect((await api.send("DELETE", path, undefined, auth)).status).toBe(204);
    expect((await api.send("DELETE", path, undefined, auth)).status).toBe(404);
    expect(await changes()).toMatchObject([{ action: "delete-entry", subject: "", before: null, after: null }]);
    expect((await api.send("DELETE", `/raffles/${raffle.codeId}`, undefined, auth)).status).toBe(204);
  });
});

it("nobody can change or empty the audit log", async () => {
  await api.send(
    "POST",
    `/raffles/${raffle.codeId}/access-code`,
    undefined,
    asOrganiser(raffle.codeId, raffle.accessCode),
  );
  const { db } = database;
  await expect(db.updateTable("auditLog").set({ actor: "nobody" }).execute()).rejects.toThrow("only grows");
  await expect(db.deleteFrom("auditLog").execute()).rejects.toThrow("only grows");
});
