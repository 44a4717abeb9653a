import { expect } from "vitest";
import { type Config, readConfig } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { type MailRenderer, mailDelivery } from "#src/mail/delivery.ts";
import { takeWaiting } from "#src/mail/write.ts";
import type { TestApi } from "./api.ts";
import type { TestDatabase } from "./database.ts";
import { siteMailLimits } from "./mail-admission.ts";
import type { MailServer } from "./mail-server.ts";

type Sending = Pick<TestApi, "site"> & { readonly database: TestDatabase; readonly server: MailServer };

type Keys = { readonly keys: ReturnType<typeof mailKeys>; readonly secret: Uint8Array };

/** Sends all mails of the outbox, one after the other, within the site's limits. */
export async function sendOutbox(
  { database: { db }, site: { secret, config }, server }: Sending,
  renderersOf: (config: Config, keys: Keys) => Readonly<Record<string, MailRenderer>>,
): Promise<void> {
  const read = readConfig({ ORIGIN: config.origin, SMTP_URL: server.url, MAIL_FROM: "raffles@example.com" });
  if (!read.ok) throw new Error(read.refusal);
  const { smtp, origin, productName } = read.value;
  const delivery = mailDelivery({
    db,
    admit: siteMailLimits(db, secret),
    renderers: renderersOf(read.value, { keys: mailKeys(secret), secret }),
    server: smtp,
    sender: { from: { name: productName, address: "raffles@example.com" }, replyTo: undefined, origin },
  });
  const running = new AbortController().signal;
  for (const place of await inTransaction(db, (tx) => takeWaiting(tx, 1000))) {
    expect(await delivery.run(place, running)).toMatchObject({ ok: true });
  }
}
