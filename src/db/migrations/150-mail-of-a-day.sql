-- A mail past the day's limit of the site waits as "deferred" until there is room again (src/mail/delivery.ts).
alter table mails
  add column deferred_until timestamptz,
  drop constraint mails_state_known,
  add constraint mails_state_known check (state in ('waiting', 'held', 'sent', 'failed', 'unclear', 'dropped', 'deferred'))
    not valid,
  drop constraint mails_sealed_waits,
  add constraint mails_sealed_waits check (sealed is null or state in ('waiting', 'deferred')) not valid;
create index mails_deferred on mails (deferred_until) where state = 'deferred';
-- Winners' mails are found behind any number of receipts.
create index mails_without_job_kind on mails (kind) where state = 'waiting' and queued_at is null;

-- When somebody came by the link of a mail: the mailbox belongs to whoever takes part.
alter table entries add column confirmed_at timestamptz;
