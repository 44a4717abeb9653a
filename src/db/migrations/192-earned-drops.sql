-- contract: sites from 077 on work with it
-- Unused since 077. PostgreSQL 15 adds no column with a default to a table whose rows a function looks into.
drop function if exists entry_words(entries);
drop function if exists entry_alike(entries);

-- How a rule is proved, how often it counts for one entry, and how soon again (docs/decisions/0079-earned-drops.md).
alter table rules
  add column proof text not null default 'said'
    constraint rules_proof_known check (proof in ('said', 'checked', 'visit', 'code', 'invite', 'photo')),
  add column max_times integer not null default 1 constraint rules_max_times_range check (max_times between 1 and 100),
  add column pace text not null default 'any' constraint rules_pace_known check (pace in ('any', 'daily'));

-- What the ledger says of an entry, beside `done_rules`: rules that its entrant ticked and the shop has to check, drops by
-- rule, and how many rows of the ledger they are the sum of.
alter table entries
  add column claimed_rules uuid[] not null default '{}',
  add column earned jsonb not null default '{}',
  add column earned_rows integer not null default 0;

create index entries_claimed on entries (raffle_id) where claimed_rules <> '{}';

-- The ledger: each drop that was not only said. Rows are only added. One that takes another back has negative drops.
create table earned_drops (
  raffle_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  rule_id uuid not null,
  way text not null constraint earned_drops_way_known check (way in ('checked', 'visit', 'code', 'invite', 'photo')),
  drops integer not null,
  at timestamptz not null,
  -- The actor, as the audit log names it.
  given_by text not null,
  -- The helper's link, if it was one.
  helper_id uuid,
  -- What makes a grant happen once.
  source_key text not null constraint earned_drops_source_key_length check (char_length(source_key) between 1 and 200),
  -- The row that this one takes back.
  withdraws uuid,
  reason text not null default '' constraint earned_drops_reason_length check (char_length(reason) <= 200),
  primary key (raffle_id, id),
  constraint earned_drops_once unique (raffle_id, rule_id, source_key),
  constraint earned_drops_withdrawn_once unique (raffle_id, withdraws),
  constraint earned_drops_entry foreign key (raffle_id, entry_id) references entries (raffle_id, id) on delete cascade,
  constraint earned_drops_withdrawal check (
    (withdraws is null and drops >= 0) or (withdraws is not null and drops <= 0 and reason <> '')
  )
);

create index earned_drops_of_entry on earned_drops (raffle_id, entry_id);

create function keep_earned_drops() returns trigger language plpgsql as $$
begin
  -- Rows go with their entry alone: by then it is gone.
  if tg_op = 'DELETE' and not exists (
    select from entries where entries.raffle_id = old.raffle_id and entries.id = old.entry_id
  ) then
    return old;
  end if;
  raise exception 'the ledger of earned drops only grows';
end
$$;

create trigger earned_drops_only_grow before update or delete on earned_drops
  for each row execute function keep_earned_drops();

-- The ledger of a deleted entry, for the minute in which the deletion can be undone.
alter table deleted_entries add column earned_drops jsonb;

-- How many chances of the locked list came by which way; null where every rule is only said.
alter table draw_locks add column chances_by_way jsonb;

create or replace function note_entry_states() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into log_queue (raffle_id, entry_ids, was, changed_by, reason)
    select before.raffle_id, array[before.id],
      jsonb_build_object('entryCode', before.entry_code, 'emailKey', before.email_key, 'doneRules', before.done_rules,
        'wishes', before.wishes, 'isTyped', before.network_hash is null, 'earned', before.earned,
        'earnedRows', before.earned_rows),
      nullif(current_setting('tambiolo.changed_by', true), ''), nullif(current_setting('tambiolo.reason', true), '')
    from before join changed on changed.raffle_id = before.raffle_id and changed.id = before.id
    where before.email_key is distinct from changed.email_key or before.entry_code <> changed.entry_code;
  else
    insert into log_queue (raffle_id, entry_ids, was, changed_by, reason)
    select before.raffle_id, array[before.id],
      jsonb_build_object('entryCode', before.entry_code, 'emailKey', before.email_key, 'doneRules', before.done_rules,
        'wishes', before.wishes, 'isTyped', before.network_hash is null, 'earned', before.earned,
        'earnedRows', before.earned_rows),
      nullif(current_setting('tambiolo.changed_by', true), ''), nullif(current_setting('tambiolo.reason', true), '')
    from before
    where not exists (
      select from log_seals where log_seals.raffle_id = before.raffle_id and entry_id = before.id and is_current
    ) or exists (
      select from log_queue as queued
      where queued.raffle_id = before.raffle_id and queued.was is not null and before.id = any (queued.entry_ids)
    );
  end if;
  return null;
end
$$;
