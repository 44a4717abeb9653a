-- What the draw and its checking ask of an entry: whether its person, if they win, is named by the ticket number alone,
-- and keyed hashes of where it came from (src/entries/submit/entry-signals.ts). Entries on paper have no hashes.
--
-- PostgreSQL 15 adds no column with a default to a table whose rows a function looks into. So the function is made anew
-- after it, which rewrites no row.
drop function entry_words(entries);

alter table entries
  add column named_by_ticket boolean not null default false,
  add column network_hash bytea constraint entries_network_hash_size check (octet_length(network_hash) = 8),
  add column device_hash bytea constraint entries_device_hash_size check (octet_length(device_hash) = 8);

create function entry_words(entry entries) returns text language sql immutable parallel safe
return fold_for_search(concat_ws(
  E'\n',
  entry.first_name || ' ' || entry.last_name || ', ' || entry.first_name,
  entry.email, entry.phone, entry.phone_key, entry.address, entry.entry_code
));

-- The desk lists them. An entry that is in play is not in this index, and costs nothing.
create index entries_disqualified on entries (raffle_id, id) where disqualified_for is not null;

-- The same for one person who wrote name and address in another way: without case, accents, blanks and punctuation.
create function entry_alike(entry entries) returns bytea language sql stable parallel safe
return substr(sha256(convert_to(
  regexp_replace(fold_for_search(entry.first_name || entry.last_name), '[[:space:][:punct:]]+', '', 'g')
    || E'\n' || regexp_replace(fold_for_search(entry.address), '[[:space:][:punct:]]+', '', 'g'),
  'UTF8'
)), 1, 8);

-- What look-alikes are found by. Like the lists they read the copies, so that the entries themselves need no index.
alter table entry_search
  add column alike bytea,
  add column network_hash bytea,
  add column device_hash bytea,
  add column mail_domain text;

create index entry_search_alike on entry_search (raffle_id, alike);
create index entry_search_networks on entry_search (raffle_id, network_hash, made_in_minute)
  where network_hash is not null;
create index entry_search_devices on entry_search (raffle_id, device_hash, made_in_minute)
  where device_hash is not null;
create index entry_search_mail_domains on entry_search (raffle_id, mail_domain);

-- Entries of raffles that are still to be drawn are copied anew, with the new columns.
insert into entry_changes (raffle_id, entry_ids)
select raffle_id, array_agg(id)
from (
  select raffle_id, entries.id, (row_number() over (partition by raffle_id) - 1) / 1000 as piece
  from entries join raffles on raffles.id = raffle_id where draw_date > now()
) as numbered
group by raffle_id, piece;
