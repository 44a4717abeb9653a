import { expect, it } from "vitest";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

it("leads on from a link that says nothing: to one's tickets, to the raffles and home", async () => {
  const { origin } = await sharedSite();
  for (const link of ["/unsubscribe/NOSUCH", "/unsubscribe/NOSUCH?all"]) {
    const { status, html } = await openVisitor(origin).visit(link);
    expect(status).toBe(404);
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    for (const path of ["/my-tickets", "/raffle-list", "/"]) expect(main).toContain(`href="${path}"`);
  }
});
