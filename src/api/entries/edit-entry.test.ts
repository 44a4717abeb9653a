import { beforeEach, describe, expect, it } from "vitest";
import { asOrganiser } from "../../../tests/support/api.ts";
import { openTestApi } from "../../../tests/support/open-test-api.ts";

const NO_SUCH_ID = "0198c0de-0000-7000-8000-000000000000";

const api = await openTestApi();
const raffle = await api.createRaffle({ sources: ["Online", "Store"] });
const other = await api.createRaffle();
const organiser = asOrganiser(raffle.codeId, raffle.accessCode);
const wrongCode = raffle.accessCode === "AAAA" ? "BBBB" : "AAAA";

let entryCode: string;

beforeEach(async () => {
  entryCode = await api.enter(raffle, { wishes: [{ prizeId: raffle.prizes[0]?.id, note: "the big one" }] });
});

const INFO = {
  firstName: "Mária",
  lastName: "Dela Cruz",
  address: "1 Mabini St",
  facebook: "",
  instagram: "https://www.instagram.com/mdc",
  sources: "Store",
};

type Answer = { status: number; body: Record<string, Record<string, unknown>> };

function patch(body: unknown, headers: Record<string, string> = organiser, query = "") {
  return api.ask("PATCH", `/entries/${entryCode}${query}`, body, headers) as Promise<Answer>;
}

const stored = async () => ((await api.ask("GET", `/entries/${entryCode}`, undefined, organiser)) as Answer).body;

async function log() {
  const { rows } = await api.database.pool.query(
    "select action, actor, before, after from audit_log where subject = $1 order by id",
    [entryCode],
  );
  return rows;
}

describe("an entry that its organiser corrects", () => {
  it("changes the details of its person, and the log has them as they were and are", async () => {
    const { entry: before } = await stored();
    const { status, body } = await patch(INFO);
    expect([status, body.entry]).toEqual([200, { ...before, ...INFO }]);
    expect(await stored()).toEqual(body);
    const { sources: source, ...person } = INFO;
    expect(await log()).toEqual([
      {
        action: "update-entry",
        actor: "access code",
        before: expect.objectContaining({ firstName: "Maria", lastName: "Peña", source: "Online" }),
        after: expect.objectContaining({ ...person, source }),
      },
    ]);
  });

  it("keeps what the request does not name, and logs no change that is none", async () => {
    const { entry: before } = await stored();
    expect((await patch({ address: " 2 Luna St " })).body.entry).toEqual({ ...before, address: "2 Luna St" });
    expect(
      (await patch({ address: "2 Luna St", wishes: [{ prizeId: raffle.prizes[0]?.id, note: "the big one" }] })).status,
    ).toBe(200);
    expect(await log()).toHaveLength(1);
  });

  it("changes details and lists at once, in one line of the log", async () => {
    const { status, body } = await patch({ ...INFO, rules: [raffle.rules[0]?.id], wishes: [] });
    expect(status).toBe(200);
    expect(body.entry).toMatchObject(INFO);
    expect(body.rules).toMatchObject([{ status: "Done" }, { status: "Pending" }]);
    expect(body.wishes).toMatchObject([{ status: "Unselected" }, { status: "Unselected" }]);
    const [line, ...more] = await log();
    expect(more).toEqual([]);
    expect(line.before).toMatchObject({ lastName: "Peña", doneRules: [] });
    expect(line.after).toMatchObject({ lastName: "Dela Cruz", doneRules: [raffle.rules[0]?.id] });
  });

  it("is one person under its new number and address", async () => {
    expect((await patch({ phone: "0999 888 7766", email: "New@Example.com" })).status).toBe(200);
    const first = entryCode;
    entryCode = await api.enter(raffle);
    expect(await patch({ phone: "+639998887766" })).toMatchObject({ status: 409, body: { code: "phone-taken" } });
    expect(await patch({ email: "new@example.com" })).toMatchObject({ status: 409, body: { code: "email-taken" } });
    expect(await log()).toEqual([]);
    entryCode = first;
    expect((await patch({ phone: "09998887766" })).status).toBe(200);
  });

  it("takes what is on paper: any phone and e-mail, none of them, and no source", async () => {
    const { entry: before } = await stored();
    for (const written of [
      { phone: "see paper", email: "a" },
      { phone: "12345", email: "none" },
      { phone: "", email: "ana at home" },
      { phone: null, email: "", sources: "" },
    ]) {
      const { status, body } = await patch(written);
      const unchanged = { phone: written.phone ?? "", email: written.email };
      expect([status, body.entry]).toEqual([200, { ...before, ...unchanged, sources: written.sources ?? "Online" }]);
    }
    const own = await api.ask("GET", `/entries/${entryCode}/data`, undefined, organiser);
    expect(own.body.entry).toMatchObject({ source: "", comparedAs: { phone: null, email: null } });
    const list = await api.ask("GET", `/raffles/${raffle.id}/entries?q=${entryCode}`, undefined, organiser);
    expect(list.body.entries).toMatchObject([{ phone: "", email: "", sources: "" }]);
  });

  it("is unique by what it has: a number that nobody can read too, but not by having none", async () => {
    const first = entryCode;
    expect((await patch({ phone: "12 345", email: "none" })).status).toBe(200);
    entryCode = await api.enter(raffle);
    expect(await patch({ phone: "12345" })).toMatchObject({ status: 409, body: { code: "phone-taken" } });
    expect((await patch({ phone: "see paper", email: "none" })).status).toBe(200);
    entryCode = first;
    expect((await patch({ phone: "See paper" })).status).toBe(200);
  });

  it("can be corrected after the due date, its lists too", async () => {
    const closed = await api.createRaffle();
    entryCode = await api.enter(closed);
    await api.database.pool.query("update raffles set due_date = now() - interval '1 second' where id = $1", [
      closed.id,
    ]);
    const body = { lastName: "Late", rules: [closed.rules[0]?.id] };
    expect((await patch(body, asOrganiser(closed.codeId, closed.accessCode))).status).toBe(200);
    expect(await patch({ rules: [] }, {})).toMatchObject({ status: 409, body: { code: "too-late" } });
  });

  it("can be corrected with the pass of a browser that proved the code", async () => {
    const proved = await api.send("POST", `/raffles/${raffle.codeId}/access`, { accessCode: raffle.accessCode });
    const cookie = proved.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await patch({ lastName: "Reyes" }, { cookie })).body.entry).toMatchObject({ lastName: "Reyes" });
    expect(await log()).toHaveLength(1);
  });
});

describe("a correction that cannot be made", () => {
  const tick = () => ({ rules: [raffle.rules[0]?.id] });

  it.each<[string, () => Record<string, unknown>, number, string[]]>([
    ["an empty name", () => ({ ...tick(), firstName: " " }), 422, ["firstName"]],
    ["no text", () => ({ ...tick(), address: 7, lastName: null }), 422, ["address", "lastName"]],
    ["a phone longer than any field", () => ({ ...tick(), phone: "0".repeat(41) }), 422, ["phone"]],
    ["a link to elsewhere", () => ({ ...tick(), facebook: "https://example.com/me" }), 422, ["facebook"]],
    ["an unknown source", () => ({ ...tick(), sources: "Radio" }), 422, ["sources"]],
    ["an unknown rule beside a new name", () => ({ lastName: "Reyes", rules: [NO_SUCH_ID] }), 422, ["rules"]],
    ["an unknown prize", () => ({ lastName: "Reyes", notes: [{ prizeId: NO_SUCH_ID, note: "" }] }), 422, ["wishes"]],
    ["nothing that is known", () => ({ status: "Won" }), 422, [""]],
    ["no object", () => [1] as unknown as Record<string, unknown>, 422, [""]],
  ])("(%s) changes nothing at all", async (_name, body, status, fields) => {
    const before = await stored();
    const answer = await patch(body());
    expect([answer.status, Object.keys(answer.body.errors ?? {}).toSorted()]).toEqual([status, fields]);
    expect(await stored()).toEqual(before);
    expect(await log()).toEqual([]);
  });

  it("undoes the ticks where the phone is another's", async () => {
    await api.enter(raffle, { phone: "0917 000 0001" });
    const before = await stored();
    expect(await patch({ ...tick(), phone: "0917-000-0001" })).toMatchObject({ status: 409 });
    expect(await stored()).toEqual(before);
    expect(await log()).toEqual([]);
  });
});

describe("a correction by somebody else", () => {
  it("is refused as a whole to the entrant, who is told which details are not theirs to change", async () => {
    const before = await stored();
    const answer = await patch({ lastName: "Reyes", sources: "Store", rules: [raffle.rules[0]?.id] }, {});
    expect(answer).toMatchObject({ status: 403, body: { code: "organiser-only" } });
    expect(Object.keys(answer.body.errors ?? {})).toEqual(["lastName", "sources"]);
    expect(answer.body.detail).toBe("Only this raffle's organiser may change this.");
    expect(await stored()).toEqual(before);
    expect((await patch({ rules: [raffle.rules[0]?.id] }, {})).status).toBe(200);
    expect(await log()).toEqual([]);
  });

  it("is refused with a wrong code and with another raffle's, also for what an entrant may change", async () => {
    const before = await stored();
    for (const body of [{ lastName: "Reyes" }, { rules: [raffle.rules[0]?.id] }]) {
      expect(await patch(body, asOrganiser(raffle.codeId, wrongCode))).toMatchObject({ status: 403 });
      const another = asOrganiser(other.codeId, other.accessCode);
      expect(await patch(body, another, `?raffle=${raffle.codeId}`)).toMatchObject({
        status: 403,
        body: { code: "access-code-mismatch" },
      });
      expect(await patch(body, another)).toMatchObject({ status: 404, body: { code: "entry-not-found" } });
    }
    expect(await stored()).toEqual(before);
  });
});
