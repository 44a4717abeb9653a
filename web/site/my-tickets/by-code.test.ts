import { expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

it("opens the entry of a typed code whatever its raffle, and says at its field why it does not", async () => {
  const { origin } = await sharedSite();
  const { codeId } = await created(origin, "/raffles", raffleBody());
  const { entryCode } = await created(origin, `/raffles/${codeId}/entries`, entryBody());
  const { ask, visit } = openVisitor(origin);
  const typed = `${entryCode.slice(0, 4).toLowerCase()} ${entryCode.slice(4)}`;
  const opened = await ask("/my-tickets", { entryCode: typed });
  expect([opened.status, opened.headers.get("location")]).toEqual([303, `/raffle-entry/${codeId}/${entryCode}`]);
  expect((await visit(`/raffle-entry/${codeId}/${entryCode}`)).status).toBe(200);

  const empty = await ask("/my-tickets", { entryCode: " " });
  expect([empty.status, (await empty.text()).includes("Please enter an entry code.")]).toEqual([422, true]);
  const unknown = await ask("/my-tickets", { entryCode: "qqqq qqqq" });
  const page = await unknown.text();
  expect([unknown.status, page.includes("Entry not found.")]).toEqual([404, true]);
  expect(page).toContain('value="qqqq qqqq"');
});
