import { expect, it } from "vitest";
import { raffleBody } from "../../../tests/support/api.ts";
import { askSite } from "../../../tests/support/locked-raffle.ts";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

it("says what it means for visitors that a raffle is not published", async () => {
  const { origin } = await sharedSite();
  for (const status of ["Published", "Unpublished"]) {
    const { body } = await askSite(origin)("POST", "/raffles", raffleBody({ status }));
    const { html } = await openVisitor(origin).visit(`/raffle/${(body as { codeId: string }).codeId}`);
    expect(html).toContain(`${status} · open`);
    expect(html.includes("This raffle is not in the public list")).toBe(status === "Unpublished");
  }
});
