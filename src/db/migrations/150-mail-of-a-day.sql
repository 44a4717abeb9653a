-- A mail past the day's limit of the site waits as "deferred" until there is room again (src/mail/delivery.ts).
alter table mails
  add column deferred_until timestamptz,
  drop constraint mails_state_known,
  add constraint mails_state_known check (state in ('waiting', 'held', 'sent', 'failed', 'unclear', 'dropped', 'deferred')),
  drop constraint mails_sealed_waits,
  add constraint mails_sealed_waits check (sealed is null or state in ('waiting', 'deferred'));
create index mails_deferred on mails (deferred_until) where state = 'deferred';
-- Winners' mails are found behind any number of receipts.
create index mails_without_job_kind on mails (kind) where state = 'waiting' and queued_at is null;

-- When somebody came by the link of a mail: the mailbox belongs to whoever takes part.
alter table entries add column confirmed_at timestamptz;
-- Who opened their claim before opening counted is mailed like whoever opens it now.
update entries set self_opened_at = claims.opened_at
from claims
where claims.raffle_id = entries.raffle_id and claims.entry_id = entries.id and claims.opened_at is not null
  and entries.self_opened_at is null and (entries.network_hash is null or entries.retyped_at is not null);
