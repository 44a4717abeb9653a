import { afterAll, beforeAll, expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { startTestSite, type TestSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

let site: TestSite;

beforeAll(async () => {
  site = await startTestSite({ RATE_LIMITS: "off" });
});
afterAll(() => site.stop());

async function createRaffle(rules: object[]) {
  return created(site.origin, "/raffles", raffleBody({ rules, drawRequires: "none", drawWeight: "drops" }));
}

it("offers a link on the page of an entry, whose form carries it past a refusal, without scripts", async () => {
  const { codeId } = await createRaffle([{ details: "Bring a friend", drops: 2, proof: "invite", maxTimes: 3 }]);
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  const visitor = openVisitor(site.origin);
  const { html } = await visitor.visit(`/raffle-entry/${codeId}/${entryCode}`);
  const [, token = ""] = /\/raffle-entry\/\w+\?by=([\w-]{22})"/.exec(html) ?? [];
  expect(token).not.toBe("");
  const form = `/raffle-entry/${codeId}?by=${token}`;
  expect((await visitor.visit(form)).html).toContain(`name="invitedBy" value="${token}"`);
  // The form of everybody else comes from memory, and carries nothing.
  expect((await visitor.visit(`/raffle-entry/${codeId}`)).html).not.toContain('name="invitedBy"');
  const { acceptTerms: _, ...person } = entryBody() as Record<string, string>;
  const refused = await (await visitor.ask(form, { ...person, invitedBy: token })).text();
  expect(refused).toContain(`name="invitedBy" value="${token}"`);
  expect((await visitor.ask(form, { ...person, acceptTerms: "on", invitedBy: token })).status).toBe(201);
  await created(site.origin, `/raffles/${codeId}/entries`, entryBody({ invitedBy: token }));
  const { rows } = await site.database.pool.query(
    "select count(*)::int as invited from entries join entries as inviter on inviter.id = entries.invited_by where inviter.entry_code = $1",
    [entryCode],
  );
  expect(rows).toEqual([{ invited: 2 }]);
  expect((await visitor.visit(`/raffle-entry/${codeId}/${entryCode}`)).html).toContain("2 joined by your link.");
});

it("offers none where a raffle rewards none, and takes none there", async () => {
  const { codeId } = await createRaffle([{ details: "Follow us", drops: 2 }]);
  const { entryCode } = await created(site.origin, `/raffles/${codeId}/entries`, entryBody());
  const { visit } = openVisitor(site.origin);
  expect((await visit(`/raffle-entry/${codeId}/${entryCode}`)).html).not.toContain("?by=");
  expect((await visit(`/raffle-entry/${codeId}?by=${"A".repeat(22)}`)).html).not.toContain('name="invitedBy"');
});
