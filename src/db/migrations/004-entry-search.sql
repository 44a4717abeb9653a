-- What the organiser's lists and overview read: copies of the entries, made for searching and counting and kept up
-- behind the fast path (src/entries/entry-index.ts). A trigram index on the entries themselves would cost a third of
-- the rate at which they are accepted.
create extension if not exists pg_trgm;

-- Which entries are not in those copies yet, or not as they are now: one row for each statement that changed some, in
-- pieces that can be worked off one by one.
create table entry_changes (
  raffle_id uuid not null,
  id uuid not null default gen_random_uuid(),
  entry_ids uuid[] not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (raffle_id, id)
);

create function note_entry_changes() returns trigger language plpgsql as $$
begin
  insert into entry_changes (raffle_id, entry_ids)
  select raffle_id, array_agg(id)
  from (select raffle_id, id, (row_number() over (partition by raffle_id) - 1) / 1000 as piece from changed) as numbered
  group by raffle_id, piece;
  return null;
end
$$;

create trigger entries_note_insert after insert on entries referencing new table as changed
  for each statement execute function note_entry_changes();
create trigger entries_note_update after update on entries referencing new table as changed
  for each statement execute function note_entry_changes();
create trigger entries_note_delete after delete on entries referencing old table as changed
  for each statement execute function note_entry_changes();

-- The same for "Peña", "pena" and "PEÑA". Most texts are ASCII and need no more than lower case.
create function fold_for_search(value text) returns text language sql immutable strict parallel safe
return case
  when octet_length(value) = char_length(value) then lower(value)
  else regexp_replace(normalize(lower(value), nfd), '[\u0300-\u036f]', '', 'g')
end;

-- What an organiser can find an entry by; the first name stands twice, for "Juan Cruz" and for "Cruz, Juan".
create function entry_words(entry entries) returns text language sql immutable parallel safe
return fold_for_search(concat_ws(
  E'\n',
  entry.first_name || ' ' || entry.last_name || ', ' || entry.first_name,
  entry.email, entry.phone, entry.phone_key, entry.address, entry.entry_code
));

-- No reference to raffles or entries: a row goes when the deletion of its entry is worked off.
create table entry_search (
  raffle_id uuid not null,
  entry_id uuid not null,
  name_key text not null,
  words text not null,
  source text not null,
  done_rules uuid[] not null,
  wished_prizes uuid[] not null,
  made_in_minute timestamptz not null,
  primary key (raffle_id, entry_id)
);

create index entry_search_names on entry_search (raffle_id, name_key, entry_id);
create index entry_search_sources on entry_search (raffle_id, source);
create index entry_search_words on entry_search using gin (words gin_trgm_ops);

-- How many entries have done exactly these rules. Which of them are valid follows from the rules of the moment.
create table entry_tick_counts (
  raffle_id uuid not null,
  done_rules uuid[] not null,
  entries bigint not null,
  primary key (raffle_id, done_rules)
);

-- How many entries came by a source, wish for a prize, or were made in a minute of UTC ("2026-11-21T08:30").
create table entry_counts (
  raffle_id uuid not null,
  kind text not null constraint entry_counts_kind_known check (kind in ('source', 'prize', 'minute')),
  key text not null,
  entries bigint not null,
  primary key (raffle_id, kind, key)
);

insert into entry_changes (raffle_id, entry_ids)
select raffle_id, array_agg(id)
from (select raffle_id, id, (row_number() over (partition by raffle_id) - 1) / 1000 as piece from entries) as numbered
group by raffle_id, piece;
