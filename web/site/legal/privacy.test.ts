import { expect, it } from "vitest";
import { sharedSite } from "../../../tests/support/test-site.ts";
import { openVisitor } from "../../../tests/support/visitor.ts";

it("says for how many years a report keeps winners, in a sentence", async () => {
  const { origin } = await sharedSite();
  for (const [language, sentence] of [
    ["en", "They are removed 5 years after the hand-over."],
    ["de", "5 Jahre nach der Übergabe werden sie entfernt."],
    ["fil", "Inaalis ang mga ito 5 taon pagkatapos ibigay ang premyo."],
  ]) {
    expect((await openVisitor(origin).visit(`/privacy?lang=${language}`)).html).toContain(sentence);
  }
});
