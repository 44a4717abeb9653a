import { expect, it } from "vitest";
import { openTestApi } from "../../tests/support/open-test-api.ts";
import { typedMailView } from "./typed-mail-view.ts";

it("says of a site without a mail server that it mails nobody", async () => {
  const { site, ...api } = await openTestApi();
  const { id } = await api.createRaffle();
  expect(await typedMailView(site, id)).toEqual({ who: "off", most: 0 });
  const mails = { ...site, config: { ...site.config, smtp: { url: "smtp://127.0.0.1:9" } as never } };
  expect(await typedMailView(mails, id)).toEqual({ who: "none", most: 0 });
});
