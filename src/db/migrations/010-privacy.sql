-- What is erased stays erased: the log of changes forgets the person too, and a raffle's entries go some time after its
-- draw.

-- Which entry a change was of. The id says nothing about a person, and outlives the entry.
alter table audit_log
  add column entry_id uuid,
  add column erased_at timestamptz;

create index audit_log_entry on audit_log (scope_id, entry_id) where entry_id is not null;

alter table audit_log disable trigger audit_log_append_only;

update audit_log set entry_id = entries.id
from entries
where audit_log.action = 'update-entry' and entries.raffle_id = audit_log.scope_id and entries.entry_code = audit_log.subject;

-- Entries that are gone already: what the log has kept of them goes now.
update audit_log set before = null, after = null, subject = '', erased_at = now()
where action in ('update-entry', 'delete-entry') and entry_id is null;

alter table audit_log enable trigger audit_log_append_only;

-- The log still only grows, but for one thing: details can be erased from a line, which then says when.
create or replace function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.erased_at is not null
      and new.before is null and new.after is null and new.subject = ''
      and to_jsonb(new) - array['before', 'after', 'subject', 'erased_at']
        = to_jsonb(old) - array['before', 'after', 'subject', 'erased_at']
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log only grows: % is refused.', tg_op using errcode = 'insufficient_privilege';
end
$$;

-- A prize stays claimable for 60 days: the organiser needs the entries that long.
alter table raffles
  add column retention_days integer not null default 90 constraint raffles_retention_days_range check (retention_days between 60 and 730),
  -- From the first piece of an erasing to its last: one that was interrupted goes on, and takes no entry made since.
  add column entries_erasing_since timestamptz,
  -- The end of the last erasing, and how many entries went with it.
  add column entries_erased_at timestamptz,
  add column entries_erased integer not null default 0 constraint raffles_entries_erased_positive check (entries_erased >= 0);

-- Entrants are told which mails there were about their entry.
create index mails_entry on mails (raffle_id, entry_id) where entry_id is not null;
