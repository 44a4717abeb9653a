import pino from "pino";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type AccountScope, TOKEN_PERMISSIONS, type TokenPermission } from "#src/access/scope.ts";
import { listTokens, makeToken, revokeToken } from "#src/access/tokens/tokens.ts";
import { DAY_MS } from "#src/base/clock.ts";
import { registerAccount } from "../../tests/support/account.ts";
import { entryBody, raffleBody } from "../../tests/support/api.ts";
import { eventBody } from "../../tests/support/event.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { createApi } from "./create-api.ts";

type Operation = {
  readonly security?: readonly { readonly token?: readonly TokenPermission[] }[];
  readonly responses: object;
};
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const api = await openTestApi();
const { site } = api;
const { db } = site;
const { account } = await registerAccount(site, "nena@example.com");

/** What no token may do, though an organiser may: a new code and a webhook would outlive the token. */
const NEVER = /^POST \/api\/raffles\/\{idOrCode\}\/access-code$|\/webhooks\b/;

let paths: Paths;
let all: Record<string, string>;

async function tokenOf(
  permissions: readonly string[],
  raffles: readonly string[] | null = null,
  of: AccountScope = account,
) {
  const made = await makeToken(site, of, { name: "Test", permissions, raffles, days: "7" });
  if (!made.ok) throw new Error(made.refusal.reason);
  return { authorization: `Bearer ${made.value.token}` };
}

async function createOwned(headers = all): Promise<{ id: string; codeId: string }> {
  const created = await api.send("POST", "/raffles", raffleBody(), headers);
  expect(created.status).toBe(201);
  const made = (await created.json()) as { id: string; codeId: string };
  // It would open the raffle after the token's end.
  expect(made).not.toHaveProperty("accessCode");
  return made;
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code;

beforeAll(async () => {
  ({ paths } = (await (await api.send("GET", "/openapi.json")).json()) as { paths: Paths });
});

beforeEach(async () => {
  await db.deleteFrom("apiTokens").execute();
  all = await tokenOf(TOKEN_PERMISSIONS);
});

/** Each operation of the description, and the permission that a token needs for it. */
function operations() {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [], responses }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const permissions = security.flatMap(({ token = [] }) => token);
      return {
        name,
        method: method.toUpperCase(),
        path,
        permission: permissions[0],
        responses,
        isOrganisers: security.length > 0,
      };
    }),
  );
}

test("every route of the API is described, and of each organiser's route it is said what a token needs", () => {
  const routes = createApi(site, pino({ level: "silent" }), () => "192.0.2.1")
    .routes.filter(({ method, path }) => method !== "ALL" && path !== "/openapi.json")
    .map(({ method, path }) => `${method} /api${path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "")}`);
  expect(routes.length).toBeGreaterThan(20);
  const described = operations();
  // What a show, a preview or the page of the description asks for is no part of what is described.
  const undescribed = routes.filter((route) => !described.some(({ name }) => name === route));
  expect(undescribed.filter((route) => !/\/(show|oembed|locales|docs)\b/.test(route))).toEqual([]);
  for (const { name, permission } of described.filter(({ isOrganisers }) => isOrganisers)) {
    expect([name, permission === undefined]).toEqual([name, NEVER.test(name)]);
  }
});

test("a route of which nothing is said asks for no token", async () => {
  const authorization = `Bearer tmb_${"x".repeat(32)}`;
  for (const { name, method, path } of operations().filter(({ isOrganisers }) => !isOrganisers)) {
    const at = path.replace("/api", "").replaceAll(/\{\w+\}/g, "NOSUCHCO");
    const headers = { authorization, "x-forwarded-for": name };
    const answer = await api.send(method, at, method === "GET" ? undefined : {}, headers);
    expect([name, answer.status === 401]).toEqual([name, false]);
    await answer.body?.cancel();
  }
});

test("a token opens what its permission says and nothing else, on every organiser's route", async () => {
  const { codeId } = await createOwned();
  const [raffle, event] = [await api.send("POST", `/raffles/${codeId}/entries`, entryBody()), eventBody()];
  const { entryCode } = (await raffle.json()) as { entryCode: string };
  const made = (await (await api.send("POST", "/events", event, all)).json()) as { code: string };
  expect(made).not.toHaveProperty("accessCode");
  const asks = operations().filter(({ isOrganisers }) => isOrganisers);
  expect(asks.length).toBeGreaterThan(12);
  const without = new Map<TokenPermission, Record<string, string>>();
  const alone = new Map<TokenPermission, Record<string, string>>();
  for (const permission of TOKEN_PERMISSIONS) {
    without.set(permission, await tokenOf(TOKEN_PERMISSIONS.filter((each) => each !== permission)));
    alone.set(permission, await tokenOf([permission]));
  }
  // Deleting last.
  for (const { name, method, path, permission, responses } of asks.toSorted(
    (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"),
  )) {
    const at = path
      .replace("/api", "")
      .replace("{idOrCode}", codeId)
      .replace("{entryCode}", entryCode)
      .replace("{code}", made.code);
    const ask = (headers: Record<string, string>) => api.send(method, at, method === "GET" ? undefined : {}, headers);
    const refused = await ask(permission ? (without.get(permission) ?? {}) : all);
    const body = await refused.json();
    expect([name, refused.status, body.code]).toEqual([name, 403, "token-permission-missing"]);
    expect(body.formerCode).toBe("token-deed-missing");
    const wrong = await ask({ authorization: `Bearer tmb_${"x".repeat(32)}`, "x-forwarded-for": name });
    expect([name, wrong.status, wrong.headers.get("www-authenticate")]).toEqual([name, 401, "Bearer"]);
    expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(["401", "403"])]);
    if (!permission) continue;
    const taken = await ask(alone.get(permission) ?? {});
    expect([name, [401, 403].includes(taken.status)]).toEqual([name, false]);
    await taken.body?.cancel();
  }
});

test("it is for its raffles, while its account organises them", async () => {
  const [one, other] = [await createOwned(), await createOwned()];
  const list = (raffle: { codeId: string }, headers: Record<string, string>) =>
    api.send("GET", `/raffles/${raffle.codeId}/entries`, undefined, headers);
  const ofOne = await tokenOf(["read-entries", "manage-raffle"], [one.id]);
  expect([(await list(one, ofOne)).status, (await list(other, ofOne)).status]).toEqual([200, 403]);
  expect(await codeOf(await api.send("POST", "/raffles", raffleBody(), ofOne))).toBe("token-other-raffle");
  const foreign = await api.createRaffle();
  expect(await codeOf(await list(foreign, all))).toBe("token-other-raffle");
  // A code or a pass beside it opens nothing that the token does not.
  expect((await list(foreign, { ...all, cookie: "desk=anything" })).status).toBe(403);

  await db.updateTable("raffleMembers").set({ role: "helper" }).where("raffleId", "=", one.id).execute();
  expect((await list(one, all)).status).toBe(403);
  await db.updateTable("raffleMembers").set({ role: "organiser" }).where("raffleId", "=", one.id).execute();
  expect((await list(one, all)).status).toBe(200);
  await db.deleteFrom("raffleMembers").where("raffleId", "=", one.id).execute();
  expect((await list(one, all)).status).toBe(403);
});

test("it ends with its days, its revocation, and the ban or the end of its account", async () => {
  const { account: other } = await registerAccount(site, "ben@example.com");
  const token = await tokenOf(["manage-raffle", "read-entries"], null, other);
  const raffle = await createOwned(token);
  const status = async () => (await api.send("GET", `/raffles/${raffle.codeId}/entries`, undefined, token)).status;
  expect(await status()).toBe(200);
  const [row] = await listTokens(db, other);
  if (!row) throw new Error("no token");
  expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(7 * DAY_MS);
  expect(row.lastUsedAt).toBeInstanceOf(Date);
  const used = row.lastUsedAt;
  await status();
  expect((await listTokens(db, other))[0]?.lastUsedAt).toEqual(used);

  for (const banned of [true, false]) {
    await db.updateTable("users").set({ banned }).where("id", "=", other.userId).execute();
    expect(await status()).toBe(banned ? 401 : 200);
  }
  const until = (expiresAt: Date) => db.updateTable("apiTokens").set({ expiresAt }).where("id", "=", row.id).execute();
  await until(new Date(Date.now() - 1));
  expect(await status()).toBe(401);
  await until(row.expiresAt);
  expect(await status()).toBe(200);
  expect(await revokeToken(site, account, row.id)).toMatchObject({ refusal: { reason: "token-not-found" } });
  expect(await revokeToken(site, other, row.id)).toMatchObject({ ok: true });
  expect(await status()).toBe(401);
  const last = await tokenOf(["read-entries"], null, other);
  await db.deleteFrom("users").where("id", "=", other.userId).execute();
  expect((await api.send("GET", `/raffles/${raffle.codeId}/entries`, undefined, last)).status).toBe(401);
});

test("is stored as a hash, shown in the log by its name, and named where it did something", async () => {
  const raffle = await createOwned();
  const stored = await db.selectFrom("apiTokens").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(all.authorization?.slice(-20));
  const edited = await api.send("PATCH", `/raffles/${raffle.codeId}`, { name: "Changed", version: 1 }, all);
  expect(edited.status).toBe(200);
  const log = await db.selectFrom("auditLog").select(["action", "actor", "subject"]).orderBy("id").execute();
  const nena = "Nena (nena@example.com)";
  expect(log).toContainEqual({ action: "edit-raffle", actor: `${nena} · Test`, subject: raffle.codeId });
  expect(log).toContainEqual({ action: "make-token", actor: nena, subject: "Test" });
});

test("wrong ones cost puzzles after a while, and stop no right one of the same network", async () => {
  const { codeId } = await createOwned();
  const ask = (authorization: string) => api.send("GET", `/raffles/${codeId}/entries`, undefined, { authorization });
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 12; n += 1) codes.push(await codeOf(await ask(`Bearer tmb_${String(n).padStart(32, "0")}`)));
  expect(codes.slice(0, 3)).toEqual(Array(3).fill("token-invalid"));
  expect(codes.at(-1)).toBe("challenge-required");
  expect((await ask(all.authorization ?? "")).status).toBe(200);
});

test("an account has so many, also if it makes them at once", async () => {
  await db.deleteFrom("apiTokens").execute();
  const typed = { name: "One of many", permissions: ["draw"], raffles: null, days: "365" };
  const made = await Promise.all(Array.from({ length: 24 }, () => makeToken(site, account, typed)));
  expect(made.filter(({ ok }) => ok)).toHaveLength(20);
  expect(await makeToken(site, account, { name: " ", permissions: ["fly"], raffles: [], days: "9999" })).toMatchObject({
    refusal: { fields: { name: [{ key: "tokenNameRequired" }], raffles: [{ key: "tokenRafflesRequired" }] } },
  });
});
