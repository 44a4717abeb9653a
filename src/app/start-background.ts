import type { Logger } from "pino";
import type { ContactScope } from "#src/access/scope.ts";
import { invitationRenderer } from "#src/access/team/invitation-mail.ts";
import { INVITATION_MAIL } from "#src/access/team/invitations.ts";
import type { AccountOptions } from "#src/accounts/accounts.ts";
import { accountMailRenderers } from "#src/accounts/mails.ts";
import { nightlyCleanup } from "#src/admin/nightly-cleanup.ts";
import { mailAdmission, urgentKinds } from "#src/app/mail/mail-limits.ts";
import { scheduledBackup } from "#src/backup/scheduled-backup.ts";
import { systemClock } from "#src/base/clock.ts";
import { readClaimContent } from "#src/claims/claim-content.ts";
import { CLAIM_NEWS, claimNews, claimNewsRenderer } from "#src/claims/mails/claim-news.ts";
import { claimReminders } from "#src/claims/mails/reminders.ts";
import { winnerMailRenderers } from "#src/claims/mails/templates.ts";
import type { Config } from "#src/config/config.ts";
import type { Database } from "#src/db/connect.ts";
import { inTransaction } from "#src/db/transaction.ts";
import { startAnnouncing } from "#src/draws/announcing/announce-due.ts";
import { drawPushes } from "#src/draws/announcing/push-content.ts";
import { readDrawContent } from "#src/draws/draw-content.ts";
import { startDrawing } from "#src/draws/drawing/draw-due-raffles.ts";
import { createBeaconSource } from "#src/draws/drawing/fetch-beacon.ts";
import { startLockingLists } from "#src/draws/lock/lock-due-lists.ts";
import { logKey } from "#src/draws/log/names.ts";
import { renewLog } from "#src/draws/log/renew-log.ts";
import { startLogging } from "#src/draws/log/start-logging.ts";
import { DRAW_RESULT, drawResultRenderer } from "#src/draws/mails/draw-result.ts";
import { drawMailFanOut } from "#src/draws/mails/fan-out.ts";
import { LIST_LOCKED, listLockedRenderer } from "#src/draws/mails/list-locked.ts";
import { PLAN_CHANGED, planChangedRenderer } from "#src/draws/mails/plan-changed.ts";
import { receiptFile } from "#src/draws/own-receipt.ts";
import type { Chain } from "#src/draws/protocol/beacon/chains.ts";
import { startReplacingAnnounced } from "#src/draws/replacing/replace-announced.ts";
import { startSettlingInvites } from "#src/earning/invite/settle.ts";
import { PHOTO_REFUSED, photoRefusedRenderer } from "#src/earning/photos/refused-mail.ts";
import { startForgettingDeletions } from "#src/entries/edit/undo-deletion.ts";
import { readEntriesContent, readErasedContent } from "#src/entries/lists/entry-content.ts";
import { startEntryIndexer } from "#src/entries/lists/indexer.ts";
import { CHANGED_BY_OTHER, changedByOtherRenderer } from "#src/entries/mails/changed-by-other.ts";
import { CLOSING_REMINDER, closingReminderRenderer, closingReminders } from "#src/entries/mails/closing-reminders.ts";
import { CONTACT_CHANGED, contactChangedRenderer } from "#src/entries/mails/contact-changed.ts";
import { closedMails, RAFFLE_CLOSED, raffleClosedRenderer } from "#src/entries/mails/raffle-closed.ts";
import { ENTRY_CODE, ENTRY_RECEIPT, queueReceipts, receiptRenderer } from "#src/entries/mails/receipts.ts";
import { type Job, startJobs } from "#src/jobs/jobs.ts";
import { mailKeys } from "#src/mail/address-key.ts";
import { type MailRenderer, mailDelivery } from "#src/mail/delivery.ts";
import { mailCleanup, startMailEnqueuer } from "#src/mail/enqueue-mails.ts";
import { newsFanOut } from "#src/news/fan-out.ts";
import { NEWS, newsRenderer } from "#src/news/news-mail.ts";
import { startPushing } from "#src/push/deliver.ts";
import { vapidKeys } from "#src/push/vapid.ts";
import { RAFFLE_CODES, raffleCodesRenderer } from "#src/raffles/lifecycle/mail-codes.ts";
import { startPublishing } from "#src/raffles/lifecycle/publish.ts";
import { attemptCleanup, createAttemptCounter, NO_ATTEMPT_COUNTER } from "#src/rate-limits/attempt-counter.ts";
import { renewIfOlder, startCosigning } from "#src/tlog/witness/cosigning.ts";
import { type ContentReader, webhookDelivery } from "#src/webhooks/delivery.ts";
import { startWebhookFeed, webhookCleanup } from "#src/webhooks/feed.ts";
import { WEBHOOK_OFF, webhookOffRenderer } from "#src/webhooks/off-mail.ts";
import { createPost } from "#src/webhooks/post.ts";
import type { WebhookKind } from "#src/webhooks/schema.ts";
import { MAIL_POLICIES } from "./mail/mail-policies.ts";
import { watchDisk } from "./watch-disk.ts";

export type Background = {
  /** Waits for the work under way; the database is still needed until then. */
  stop(): Promise<void>;
};

export type BackgroundOptions = {
  /** Includes the database. */
  readonly accountOptions: AccountOptions;
  readonly connectionString: string;
  /** The chain of all draws of this site. */
  readonly chain: Chain;
  readonly log: Logger;
};

/** Starts the site's background work: it registers every kind of job and of mail. */
export async function startBackground(
  config: Config,
  { accountOptions, connectionString, chain, log }: BackgroundOptions,
): Promise<Background> {
  const { db, secret } = accountOptions;
  const counter = config.rateLimits ? createAttemptCounter(db, secret) : NO_ATTEMPT_COUNTER;
  const delivery = mailDelivery({
    db,
    admit: mailAdmission(counter, { policies: MAIL_POLICIES, perDay: config.mailPerDay }),
    renderers: mailRenderers(config, accountOptions, chain),
    server: config.smtp,
    sender: config.mailFrom && {
      from: { name: config.mailFrom.name ?? config.productName, address: config.mailFrom.address },
      replyTo: config.operatorEmail,
      origin: config.origin,
    },
  });
  const stopping = new AbortController();
  const webhooks = webhookDelivery({
    db,
    secret,
    contents: webhookContents,
    post: createPost({ targets: config.webhookTargets }),
    stopping: stopping.signal,
  });
  const erasing = nightlyCleanup({ db, clock: systemClock, stopping: stopping.signal, config });
  const jobs = await startJobs(
    {
      connectionString,
      timeZone: config.timeZone,
      onError: (err, where) => log.error({ err, where }, "work in the background failed; trying again"),
    },
    [delivery, mailCleanup(db), attemptCleanup(db), erasing, webhooks, webhookCleanup(db), ...backups(config)],
  );
  // One run at the start, so that a machine that is off at night erases too.
  await inTransaction(db, (tx) => jobs.send(tx, erasing, [{}]));
  const feed = startMailEnqueuer({
    db,
    canSend: config.smtp !== undefined,
    jobs,
    delivery,
    urgent: urgentKinds(MAIL_POLICIES),
    // Without a mail server these are not queued: otherwise all of them would go out at once when there is one.
    sources: config.smtp
      ? [
          queueReceipts,
          closingReminders(systemClock),
          claimReminders(systemClock),
          closedMails(systemClock),
          claimNews(systemClock),
          drawMailFanOut({ witnesses: config.witnesses }),
          newsFanOut(mailKeys(secret)),
        ]
      : [queueReceipts],
    onError: (err) => log.error({ err }, "mails could not be queued; trying again"),
  });
  const webhookFeed = startWebhookFeed({
    db,
    jobs,
    delivery: webhooks,
    onError: (err) => log.error({ err }, "webhooks could not be queued; trying again"),
  });
  const locking = startLockingLists({ db, secret, clock: systemClock, chain, config }, (err) =>
    log.error({ err }, "a list could not be locked; trying again"),
  );
  const logDeps = { secret, clock: systemClock, chain, origin: config.origin };
  const witnessed = {
    ...{ db, clock: systemClock, witnesses: config.witnesses, stopping: stopping.signal },
    logKey: (origin: string) => logKey(secret, origin),
    renew: (seen: number) => renewLog(db, logDeps, seen),
  };
  const logging = startLogging(
    db,
    logDeps,
    () => renewIfOlder(witnessed),
    (err) => log.error({ err }, "changes could not be written into the log; trying again"),
  );
  const cosigning = startCosigning(witnessed, (err) =>
    log.error({ err }, "witnesses could not be asked to cosign the log; trying again"),
  );
  const publishing = startPublishing({ db, clock: systemClock }, (err) =>
    log.error({ err }, "raffles could not be published as planned; trying again"),
  );
  const forgetting = startForgettingDeletions({ db, clock: systemClock, secret }, (err) =>
    log.error({ err }, "deleted entries could not be erased; trying again"),
  );
  const settlingInvites = startSettlingInvites({ db, clock: systemClock }, (err) =>
    log.error({ err }, "invitations could not be counted; trying again"),
  );
  const announcing = startAnnouncing({ db, clock: systemClock }, (err) =>
    log.error({ err }, "winners could not be announced; trying again"),
  );
  const replacing = startReplacingAnnounced({ db, secret, clock: systemClock, stopping: stopping.signal }, (err) =>
    log.error({ err }, "a winner could not be replaced as announced; trying again"),
  );
  const drawing = startDrawing(
    { db, clock: systemClock, chain },
    {
      source: createBeaconSource({
        relays: config.beaconRelays,
        chain,
        onFailure: (failure) => log.warn(failure, "a relay of the beacon was passed over; asking it again later"),
      }),
      onError: (err) => log.error({ err }, "a raffle could not be drawn; trying again"),
    },
  );
  const pushing = startPushing(
    {
      ...{ db, secret, clock: systemClock, contents: drawPushes(config.timeZone), stopping: stopping.signal },
      sender: { post: createPost({ targets: "public" }), keys: vapidKeys(secret), subject: config.origin },
    },
    (err) => log.error({ err }, "browsers could not be sent messages; trying again"),
  );
  const disk = watchDisk(config.dataDir, log);
  const indexer = startEntryIndexer(db, (err) => log.error({ err }, "entries could not be indexed; trying again"));
  return {
    async stop() {
      stopping.abort();
      await Promise.all([
        feed.stop(),
        webhookFeed.stop(),
        indexer.stop(),
        locking.stop(),
        logging.stop(),
        cosigning.stop(),
        publishing.stop(),
        forgetting.stop(),
        settlingInvites.stop(),
        drawing.stop(),
        disk.stop(),
        announcing.stop(),
        replacing.stop(),
        pushing.stop(),
      ]);
      await jobs.stop();
    },
  };
}

function backups({ backupDir, ...rest }: Config): Job[] {
  return backupDir === undefined ? [] : [scheduledBackup({ ...rest, backupDir }, systemClock)];
}

/** What webhooks say beside their raffle. */
export const webhookContents: Readonly<Partial<Record<WebhookKind, ContentReader>>> = {
  "entry.created": readEntriesContent,
  "entry.changed": readEntriesContent,
  "entry.deleted": readErasedContent,
  "raffle.locked": readDrawContent,
  "raffle.drawn": readDrawContent,
  "claim.made": readClaimContent,
  "voucher.used": readClaimContent,
};

/** Renders each kind of mail. Admins read the kind's name: `mailList.kind` in `accounts.json`. */
export function mailRenderers(
  config: Config,
  accountOptions: AccountOptions,
  chain: Chain,
): Readonly<Record<string, MailRenderer>> {
  const { secret } = accountOptions;
  const keys = mailKeys(secret);
  const signedReceipt = (db: Database, scope: ContactScope) =>
    receiptFile({ db, secret, clock: systemClock, config }, scope);
  const receipts = receiptRenderer(config, { keys, secret, signedReceipt });
  return {
    [ENTRY_RECEIPT]: receipts,
    [ENTRY_CODE]: receipts,
    [CLOSING_REMINDER]: closingReminderRenderer(config, { keys, secret, clock: systemClock }),
    [PHOTO_REFUSED]: photoRefusedRenderer(config, { keys, secret }),
    [CHANGED_BY_OTHER]: changedByOtherRenderer(config, { keys, secret }),
    [CONTACT_CHANGED]: contactChangedRenderer(config, { keys }),
    ...accountMailRenderers(accountOptions),
    [INVITATION_MAIL]: invitationRenderer(config, { keys, secret, clock: systemClock }),
    [NEWS]: newsRenderer(config, keys),
    [LIST_LOCKED]: listLockedRenderer(config, { keys, secret, clock: systemClock }),
    [DRAW_RESULT]: drawResultRenderer(config, { keys, secret }),
    ...winnerMailRenderers(config, { keys, secret }),
    [RAFFLE_CODES]: raffleCodesRenderer(config, { keys, secret }),
    [WEBHOOK_OFF]: webhookOffRenderer(config, { keys }),
    [RAFFLE_CLOSED]: raffleClosedRenderer(config, { keys, clock: systemClock }),
    [CLAIM_NEWS]: claimNewsRenderer(config, { keys, clock: systemClock }),
    [PLAN_CHANGED]: planChangedRenderer(config, { keys, chain }),
  };
}
