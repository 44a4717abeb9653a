import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type SiteProcess, startSite } from "../support/site.ts";
import { test as base } from "./test.ts";

export type MailSite = { readonly site: SiteProcess; readonly server: MailServer };

/** A site of its own that sends mail: the one that all tests share sends none. */
export const test = base.extend<object, { mailSite: MailSite }>({
  mailSite: [
    async ({ browserName: _anyBrowser }, use) => {
      const server = await startMailServer();
      const env = {
        SMTP_URL: server.url,
        MAIL_FROM: "raffles@example.com",
        TRUST_PROXY: "1",
        LOG_LEVEL: "trace",
      };
      const site = await startSite({ env });
      await use({ site, server });
      await site.stop();
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ mailSite }, use) => use(mailSite.site.origin),
});
