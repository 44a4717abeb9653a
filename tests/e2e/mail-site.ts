import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { CHEAP_PASSWORDS, type SiteProcess, startSite } from "../support/site.ts";

export type MailSite = { readonly site: SiteProcess; readonly server: MailServer };

/** A site of its own that sends mail, while it is used: the one that all tests share sends none. */
export async function withMailSite(use: (site: MailSite) => Promise<void>): Promise<void> {
  const server = await startMailServer();
  const env = {
    SMTP_URL: server.url,
    MAIL_FROM: "raffles@example.com",
    TRUST_PROXY: "1",
    LOG_LEVEL: "trace",
    ...CHEAP_PASSWORDS,
  };
  const site = await startSite({ env });
  await use({ site, server });
  await site.stop();
  await server.close();
}
