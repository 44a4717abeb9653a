-- The append-only log of entries and draws (docs/decisions/0067-the-log.md): files of c2sp.org/tlog-tiles, by number.
create table log_head (
  only_row boolean primary key default true constraint log_head_only_row check (only_row),
  -- Which log this is. It stays when the site moves to another address.
  origin text not null,
  size bigint not null,
  -- The signed note of this size.
  checkpoint text not null,
  at timestamptz not null
);

create table log_leaves (
  index bigint primary key,
  leaf bytea not null
);

-- A tile at the right edge grows. Of how many hashes it had before, it has the first ones.
create table log_tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  primary key (level, index)
);

-- What is not in the log yet: changes of entries by statement, as in entry_changes, or a leaf that is written already.
create table log_queue (
  raffle_id uuid not null,
  id uuid not null default gen_random_uuid(),
  entry_ids uuid[] not null default '{}',
  leaf jsonb,
  -- Who changed these entries, and why; null for a statement of nobody's that the program knows.
  changed_by text,
  reason text,
  made_at timestamptz not null default clock_timestamp(),
  primary key (raffle_id, id)
);

-- What the log says of a raffle's entries: each seal that one had, the commitment to its ticks and wishes, and the
-- leaves about it. No reference to entries: the last seal of a deleted one keeps its place in the list.
create table log_seals (
  raffle_id uuid not null,
  seal bytea not null,
  entry_id uuid not null,
  commitment bytea not null,
  leaves bigint[] not null,
  -- The entry has this seal, as far as the log knows.
  is_current boolean not null,
  primary key (raffle_id, seal)
);

create index log_seals_entry on log_seals (raffle_id, entry_id);

-- The hash of the plan that the log has last of a raffle.
create table log_plans (
  raffle_id uuid primary key,
  plan bytea not null
);

create or replace function note_entry_changes() returns trigger language plpgsql as $$
begin
  with noted as (
    insert into entry_changes (raffle_id, entry_ids)
    select raffle_id, array_agg(id)
    from (select raffle_id, id, (row_number() over (partition by raffle_id) - 1) / 1000 as batch from changed) as numbered
    group by raffle_id, batch
    returning raffle_id, entry_ids
  )
  insert into log_queue (raffle_id, entry_ids, changed_by, reason)
  select raffle_id, entry_ids, nullif(current_setting('tambiolo.changed_by', true), ''),
    nullif(current_setting('tambiolo.reason', true), '')
  from noted;
  return null;
end
$$;

-- Entries that were made before there was a log, of lists that can still change.
insert into log_queue (raffle_id, entry_ids, changed_by)
select raffle_id, array_agg(id), 'earlier'
from (
  select raffle_id, entries.id, (row_number() over (partition by raffle_id order by entries.created_at) - 1) / 1000 as batch
  from entries join raffles on raffles.id = raffle_id where locked_at is null
) as numbered
group by raffle_id, batch;
