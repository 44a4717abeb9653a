-- Every table that grows with entries has the raffle's id in its primary key and in whatever else is unique, so that
-- the database can be sharded by raffle (docs/scaling.md). What is of no raffle has the id of the site instead.

update mails set raffle_id = '00000000-0000-0000-0000-000000000000' where raffle_id is null;

alter table mails
  alter column raffle_id set not null,
  drop constraint mails_pkey,
  drop constraint mails_concern_somebody,
  add primary key (raffle_id, id),
  add constraint mails_concern_somebody check (
    (user_id is not null or entry_id is not null)
    and (entry_id is null) = (raffle_id = '00000000-0000-0000-0000-000000000000')
  );

-- Jobs that were made before do not know the raffle of their mail, and then find none: each mail gets another.
update mails set queued_at = null where state = 'waiting';

-- Somebody's entries are of several raffles, so that no unique index can be had for "once an address and raffle" and for
-- "once an address": that is kept by whoever fills the outbox, alone at its news (src/news/filling.ts).
drop index mails_news_once;
create index mails_news_address on mails (news_id, address_key) where address_key is not null;

-- The id of a raffle or an event, or of the site.
alter table audit_log disable trigger audit_log_append_only;
update audit_log set scope_id = '00000000-0000-0000-0000-000000000000' where scope_id is null;
alter table audit_log enable trigger audit_log_append_only;

alter table audit_log
  alter column scope_id set not null,
  drop constraint audit_log_pkey,
  add primary key (scope_id, id);
drop index audit_log_scope;
-- An admin reads all of it by age.
create index audit_log_age on audit_log (id);
