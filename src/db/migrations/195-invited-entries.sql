-- Whose link an entry came by (docs/decisions/0077-invited-entries.md): the id of another entry of the raffle, which may be
-- gone. It refers to nothing, so that no entry waits for another's row.
alter table entries add column invited_by uuid;

create index entries_invited on entries (raffle_id, invited_by, created_at) where invited_by is not null;

-- Statistics read the entries that the ledger gave something, and stored counts for the others.
create index entries_earned on entries (raffle_id) where earned <> '{}';
