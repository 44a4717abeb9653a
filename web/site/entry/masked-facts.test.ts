import { expect, it } from "vitest";
import { entryBody, raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

it("leaves out details that are masked as a whole, until the contact is typed", async () => {
  const { origin } = await sharedSite();
  const { codeId } = await created(origin, "/raffles", raffleBody());
  const person = entryBody();
  const { entryCode } = await created(origin, `/raffles/${codeId}/entries`, person);
  const visitor = openVisitor(origin);
  const labels = (html: string) => [...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, label]) => label);
  const masked = labels((await visitor.visit(`/raffle-entry/${codeId}/${entryCode}`)).html);
  expect(masked).toContain("Name");
  expect(masked).not.toContain("Address");
  const shown = await visitor.ask(`/raffle-entry/${codeId}/${entryCode}`, {
    intent: "show",
    contact: String(person.email),
  });
  expect(labels(await shown.text())).toEqual(expect.arrayContaining(["Name", "Address"]));
});
