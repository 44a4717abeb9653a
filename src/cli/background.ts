import type { Logger } from "pino";
import { accountComposers } from "#src/access/account-mails.ts";
import type { AccountOptions } from "#src/access/accounts.ts";
import { guessTidying } from "#src/access/guess-tally.ts";
import { systemClock } from "#src/base/clock.ts";
import type { Config } from "#src/config/config.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { startEntryIndexer } from "#src/entries/entry-indexer.ts";
import { nightlyErasing } from "#src/entries/nightly-erasing.ts";
import { ENTRY_RECEIPT, queueReceipts, receiptComposer } from "#src/entries/receipts.ts";
import { startJobs } from "#src/jobs/jobs.ts";
import { mailDelivery } from "#src/mail/delivery.ts";
import { mailTidying, startMailFeed } from "#src/mail/mail-feed.ts";
import { newsKeys } from "#src/news/address-key.ts";
import { newsFilling } from "#src/news/filling.ts";
import { NEWS, newsComposer } from "#src/news/news-mail.ts";

export type Background = {
  /** Waits for the work under way; the database is still needed until then. */
  stop(): Promise<void>;
};

export type BackgroundOptions = {
  /** Also has the database. */
  readonly accountOptions: AccountOptions;
  readonly connectionString: string;
  readonly log: Logger;
};

/** Starts what the site does beside answering requests: each kind of job and of mail is named here. */
export async function startBackground(
  config: Config,
  { accountOptions, connectionString, log }: BackgroundOptions,
): Promise<Background> {
  const { db, secret } = accountOptions;
  const keys = newsKeys(secret);
  const delivery = mailDelivery({
    db,
    composers: {
      [ENTRY_RECEIPT]: receiptComposer(config),
      ...accountComposers(accountOptions),
      [NEWS]: newsComposer(config, keys),
    },
    server: config.smtp,
    sender: config.mailFrom && {
      from: { name: config.mailFrom.name ?? config.productName, address: config.mailFrom.address },
      replyTo: config.operatorEmail,
      origin: config.origin,
    },
  });
  const stopping = new AbortController();
  const erasing = nightlyErasing({ db, clock: systemClock, stopping: stopping.signal });
  const jobs = await startJobs(
    {
      connectionString,
      timeZone: config.timeZone,
      onError: (err, where) => log.error({ err, where }, "work in the background met trouble; trying again"),
    },
    [delivery, mailTidying(db), guessTidying(db), erasing],
  );
  // A machine that sleeps at night erases all the same.
  await inTransaction(db, (tx) => jobs.send(tx, erasing, [{}]));
  const feed = startMailFeed({
    db,
    canSend: config.smtp !== undefined,
    jobs,
    delivery,
    // Without a mail server news waits where it is: nobody wants it all at once when there is one.
    sources: config.smtp ? [queueReceipts, newsFilling(keys)] : [queueReceipts],
    onError: (err) => log.error({ err }, "mails could not be queued; trying again"),
  });
  const indexer = startEntryIndexer(db, (err) => log.error({ err }, "entries could not be indexed; trying again"));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([feed.stop(), indexer.stop()]);
      await jobs.stop();
    },
  };
}
