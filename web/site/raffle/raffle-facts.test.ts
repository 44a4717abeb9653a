import { expect, it } from "vitest";
import { raffleBody } from "../../../tests/support/api.ts";
import { created } from "../../../tests/support/ask-site.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

it("says what it means for visitors that a raffle is not published", async () => {
  const { origin } = await sharedSite();
  for (const status of ["Published", "Unpublished"]) {
    const { codeId } = await created(origin, "/raffles", raffleBody({ status }));
    const { html } = await openVisitor(origin).visit(`/raffle/${codeId}`);
    expect(html).toContain(`${status} · open`);
    expect(html.includes("This raffle is not in the public list")).toBe(status === "Unpublished");
  }
});
