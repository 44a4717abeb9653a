import { DefaultQueryExecutor } from "kysely";
import { expect, test, vi } from "vitest";
import { ENTRY_CODES } from "#src/access/codes/entry-code-attempts.ts";
import { readOwnTicket } from "#src/draws/own-ticket.ts";
import { MAX_TICKETS } from "#src/tickets/limits.ts";
import { asOrganiser } from "../../tests/support/api.ts";
import { drawnClaimsOf } from "../../tests/support/drawn-claims.ts";
import { openTestApi } from "../../tests/support/open-test-api.ts";

const api = await openTestApi();
const { pool } = api.database;
const { draw } = drawnClaimsOf(api);

type Asked = { readonly raffle: string; readonly entryCode: string };
type Ticket = Asked & Readonly<Record<"name" | "shop" | "firstName" | "state" | "mark" | "line" | "next", string>>;

let networks = 0;
const newNetwork = () => {
  networks += 1;
  return `10.${networks}.0.1`;
};

async function ask(tickets: readonly Asked[], address = newNetwork(), language = "en") {
  const answer = await api.ask("POST", `/tickets?lang=${language}`, { tickets }, { "x-forwarded-for": address });
  const { tickets: found = [], gone = [] } = answer.body as { tickets?: Ticket[]; gone?: Asked[] };
  return { ...answer, found, gone, states: Object.fromEntries(found.map((one) => [one.entryCode, one.state])) };
}

const wrong = (raffle: { codeId: string }, count: number): Asked[] =>
  Array.from({ length: count }, (_, index) => ({
    raffle: raffle.codeId,
    entryCode: `ZZZZZZ${String.fromCharCode(65 + (index % 26))}${String.fromCharCode(65 + Math.floor(index / 26))}`,
  }));

test("a browser reads what became of its entries, with what can be done first, and no cache stores it", async () => {
  const [open, ruled, drawn] = [
    await api.createRaffle({ name: "Open one", shopName: "Aling Nena", rules: [] }),
    await api.createRaffle({ name: "With rules" }),
    await draw({ name: "Drawn one" }),
  ];
  const [in_, notYet] = [await api.enter(open), await api.enter(ruled)];
  const [won = "", lost = ""] = [drawn.winners[0], drawn.others[0]].map((email) => drawn.codes[email ?? ""]);
  const { status, headers, found, gone } = await ask([
    { raffle: drawn.codeId, entryCode: lost },
    { raffle: open.codeId.toLowerCase(), entryCode: in_ },
    { raffle: ruled.codeId, entryCode: notYet },
    { raffle: drawn.codeId, entryCode: won },
    { raffle: open.codeId, entryCode: notYet },
    { raffle: "NOSUCHRA", entryCode: in_ },
    { raffle: open.codeId, entryCode: "no code" },
  ]);
  expect([status, headers.get("cache-control")]).toEqual([200, "private, no-store"]);
  expect(found.map(({ entryCode, state, mark }) => [entryCode, state, mark])).toEqual([
    [won, "won", "You won"],
    [notYet, "not-yet", "2 rules to go"],
    [in_, "in", "In the draw"],
    [lost, "not-won", "Not this time"],
  ]);
  expect(found.map(({ line }) => line)).toEqual([
    expect.stringMatching(/^You won: (Ham|Queso de bola)$/),
    "Not in the draw yet: 2 rules to go — Follow our page, Share the post",
    "In the draw for both prizes, because you chose none",
    "You did not win this time.",
  ]);
  expect(found.map(({ next }) => next)).toEqual([
    expect.stringMatching(/^Prizes can be claimed until: /),
    expect.stringMatching(/^Open until: /),
    expect.stringMatching(/^Open until: /),
    expect.stringMatching(/^Drawn: (today|tonight), /),
  ]);
  const ofRaffle = { name: "Open one", shop: "Aling Nena", firstName: "Maria" };
  expect(found.find(({ state }) => state === "in")).toMatchObject(ofRaffle);
  expect(gone).toHaveLength(3);
  expect(JSON.stringify(found)).not.toMatch(/Peña|@|\b0917\d{7}\b/);
});

test("a first name is answered as the entry's page shows it to its code", async () => {
  const raffle = await api.createRaffle({ rules: [] });
  const asked: Asked[] = [];
  for (const firstName of ["Lola Ising", "Ana 0917 123 4567"]) {
    asked.push({ raffle: raffle.codeId, entryCode: await api.enter(raffle, { firstName }) });
  }
  const { found } = await ask(asked);
  expect(found.map(({ firstName }) => firstName)).toEqual(["Lola Ising", "•••"]);
  for (const { entryCode, firstName } of found) {
    expect((await api.ask("GET", `/entries/${entryCode}`)).body).toMatchObject({ entry: { firstName } });
  }
});

test("the state is that of the entry's own page, also once the list is locked", async () => {
  const { codes, codeId, id } = await draw({}, 6);
  const asked = Object.values(codes).map((entryCode) => ({ raffle: codeId, entryCode }));
  const { states } = await ask(asked);
  const { rows } = await pool.query("select id, entry_code from entries where raffle_id = $1", [id]);
  for (const row of rows) {
    const own = await readOwnTicket(api.site, { raffleId: id, entryId: row.id } as never, null);
    expect(states[row.entry_code]).toBe(own?.ticket.result?.won.length ? "won" : "not-won");
  }
  const line = async (code: string) => (await api.ask("GET", `/entries/${code}?lang=en`)).body.standing;
  const open = await api.createRaffle();
  const entryCode = await api.enter(open);
  const closed = [{ raffle: open.codeId, entryCode }];
  expect((await ask(closed)).found[0]?.line).toBe(((await line(entryCode)) as { text: string }).text);
  await pool.query("update entries set disqualified_for = 'Maria cheated' where entry_code = $1", [entryCode]);
  const [out] = (await ask(closed)).found;
  expect(out).toMatchObject({
    state: "out",
    line: "Out: taken out by the organiser. To read why, please show your details.",
  });
});

test("a replaced winner reads that the prize is gone, and its words come in each language", async () => {
  const { codes, codeId, winners } = await draw();
  const entryCode = codes[winners[0] ?? ""] ?? "";
  await pool.query(
    "update claims set gone_at = now() where entry_id = (select id from entries where entry_code = $1)",
    [entryCode],
  );
  const texts = async (language: string) => (await ask([{ raffle: codeId, entryCode }], undefined, language)).found[0];
  expect(await texts("en")).toMatchObject({
    state: "lost",
    line: expect.stringMatching(/^You had won .*not any more/),
  });
  expect(await texts("de")).toMatchObject({ mark: "Nicht mehr deiner" });
  expect(await texts("fil")).toMatchObject({ mark: "Hindi na sa iyo" });
});

test("a winner reads until when their own prize can be claimed, and no such time once they have it", async () => {
  const { codes, codeId, winners } = await draw();
  const entryCode = codes[winners[0] ?? ""] ?? "";
  const change = (values: string) =>
    pool.query(`update claims set ${values} where entry_id = (select id from entries where entry_code = $1)`, [
      entryCode,
    ]);
  const next = async () => (await ask([{ raffle: codeId, entryCode }])).found[0]?.next;
  await change("claim_by = '2099-03-04T12:00:00+08:00'");
  expect(await next()).toMatch(/^Prizes can be claimed until: .*Mar 4, 2099/);
  await change("claimed_at = now(), voucher_code = '0123456789', handed_over_at = now(), handed_over_by = 'me'");
  expect(await next()).toMatch(/^Drawn: /);
});

test("a closed raffle is closed, then locked, and its winners may wait for the show", async () => {
  const raffle = await api.createRaffle({ rules: [], announce: "with-show" });
  const asked = [{ raffle: raffle.codeId, entryCode: await api.enter(raffle) }];
  await pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [raffle.id]);
  expect((await ask(asked)).found[0]).toMatchObject({
    state: "closed",
    next: expect.stringMatching(/^The list locks: /),
  });
  const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
  expect((await api.ask("POST", `/raffles/${raffle.codeId}/draw/lock`, undefined, organiser)).status).toBe(201);
  expect((await ask(asked)).found[0]).toMatchObject({ state: "locked", next: expect.stringMatching(/^Draw: /) });
});

test("wrong codes cost what they cost on an entry's page, and a batch is no cheaper way to guess", async () => {
  const raffle = await api.createRaffle();
  const mine = { raffle: raffle.codeId, entryCode: await api.enter(raffle) };
  const address = newNetwork();
  const { free } = ENTRY_CODES.network;
  const first = await ask([...wrong(raffle, free - 1), mine], address);
  expect([first.status, first.found.length, first.gone.length]).toEqual([200, 1, free - 1]);
  // One try is left: two wrong codes are one too many, and the answer does not say which code was right.
  const refused = await ask([...wrong(raffle, 2), mine], address);
  expect([refused.status, refused.body.code]).toEqual([429, "too-many-requests"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(JSON.stringify(refused.body)).not.toMatch(/challenge|[A-Z]{8}/);
  for (const asked of [[mine, mine, ...wrong(raffle, 1)], wrong(raffle, 1)]) {
    expect((await ask(asked, address)).status).toBe(429);
  }
  // The page of an entry asks for a puzzle from there too; other networks are asked for nothing.
  const page = await api.ask("GET", `/entries/ZZZZZZZZ`, undefined, { "x-forwarded-for": address });
  expect(page.body.code).toBe("challenge-required");
  expect((await ask([mine])).status).toBe(200);
});

test("neither right nor wrong codes are answered to a network that has guessed too often", async () => {
  const raffle = await api.createRaffle();
  const mine = { raffle: raffle.codeId, entryCode: await api.enter(raffle) };
  const other = { raffle: raffle.codeId, entryCode: await api.enter(raffle) };
  const address = newNetwork();
  expect((await ask(wrong(raffle, ENTRY_CODES.network.free), address)).status).toBe(200);
  const answers = await Promise.all(
    [[mine], [mine, other], [mine, ...wrong(raffle, 1)], wrong(raffle, 2)].map((asked) => ask(asked, address)),
  );
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [429, "too-many-requests"]));
});

test("right codes count for nothing, however often a browser asks", async () => {
  const raffle = await api.createRaffle();
  const mine = [
    { raffle: raffle.codeId, entryCode: await api.enter(raffle) },
    { raffle: raffle.codeId, entryCode: await api.enter(raffle) },
  ];
  const address = newNetwork();
  for (let time = 0; time < 2 * ENTRY_CODES.network.free; time += 1) {
    expect((await ask(mine, address)).status).toBe(200);
  }
});

async function statements(tickets: readonly Asked[]): Promise<number> {
  const sent = vi.spyOn(DefaultQueryExecutor.prototype, "executeQuery");
  expect((await ask(tickets)).found).toHaveLength(tickets.length);
  const count = sent.mock.calls.length;
  sent.mockRestore();
  return count;
}

test("twenty tickets are read with the statements of one", async () => {
  const many: Asked[] = [];
  for (let one = 0; one < MAX_TICKETS; one += 1) {
    const raffle = await api.createRaffle({ rules: [] });
    many.push({ raffle: raffle.codeId, entryCode: await api.enter(raffle) });
  }
  const ofOne = await statements(many.slice(0, 1));
  expect(ofOne).toBeGreaterThan(3);
  expect(await statements(many)).toBe(ofOne);
});

test("the list of a raffle where past winners wait is read once for all its tickets", async () => {
  const { id, codeId, codes } = await draw();
  await pool.query("update raffles set pause_days = 30 where id = $1", [id]);
  const asked = Object.values(codes).map((entryCode) => ({ raffle: codeId, entryCode }));
  expect(await statements(asked)).toBe(await statements(asked.slice(0, 1)));
});

test.each([[{}], [{ tickets: [] }], [{ tickets: "all" }], [{ tickets: [{ raffle: 1 }] }], [{ tickets: wrongMany() }]])(
  "a request that is none is refused: %j",
  async (body) => {
    const { status, body: answer } = await api.ask("POST", "/tickets", body);
    expect([status, answer.code]).toEqual([422, "invalid-fields"]);
  },
);

function wrongMany(): Asked[] {
  return wrong({ codeId: "ABCD2345" }, MAX_TICKETS + 1);
}
