-- Hashes by which look-alikes are found (src/entries/alike). They are computed by the site, and not here, so that the
-- words they know of names and streets can grow without a migration.
alter table entry_search
  add column mailbox_key bytea,
  add column home_key bytea,
  add column phone_head_key bytea,
  add column phone_tail_key bytea,
  -- Null for rows of the version before, and for those that it writes while both run: the indexer adds the keys.
  add column has_alike_keys boolean;

create index entry_search_mailboxes on entry_search (raffle_id, mailbox_key) where mailbox_key is not null;
create index entry_search_homes on entry_search (raffle_id, home_key) where home_key is not null;
create index entry_search_phone_heads on entry_search (raffle_id, phone_head_key) where phone_head_key is not null;
create index entry_search_phone_tails on entry_search (raffle_id, phone_tail_key) where phone_tail_key is not null;
create index entry_search_without_alike_keys on entry_search (raffle_id, entry_id) where has_alike_keys is null;
